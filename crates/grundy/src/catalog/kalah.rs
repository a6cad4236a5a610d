//! Kalah: seeds sown around a board of two rows of pits, each player with a store.
//!
//! Each player has a row of pits, with as many seeds in each at first, and an empty store at its end. South moves first.
//! A move takes all the seeds of one of the mover's own pits and sows them one by one into the places that follow: the
//! rest of the row, the mover's own store, the other player's row, and around again, leaving out the other player's
//! store. If the last seed falls into the mover's store, the mover moves again. If it falls into a pit of the mover's
//! own that was empty, and there are seeds in the pit opposite, it and they are put into the mover's store. The game is
//! over when a row is empty, after any move, or when a store holds more than half of all seeds. The seeds of a row then
//! belong to its owner, and the player with more seeds wins.
//!
//! The encyclopedia article "Kalah" describes other endings, in which the seeds that are left belong to the player
//! whose row is empty, or to neither player, and the "empty capture": a last seed in an empty pit goes into the store
//! even if there are none opposite. Irving, Donkers and Uiterwijk 2000, "Solving Kalah", solved many boards with the
//! empty capture, and with the remaining seeds given to their owner. The rule that more than half of the seeds end the
//! game changes no value; it gives the number of positions that they published.
//!
//! Text of a position: South's pits in the order in which they are sown, `+` and the store; `/`; North's likewise; and who
//! moves, `S` or `N`, as in `3 0 4 +1 / 4 4 2 +0 N`. Text of a move: the pit, from 1 in the order of sowing: `sow 3`.
//!
//! As a word, a position is the rank of a composition of the number of seeds into 2·PITS + 2 parts: 2·PITS + 1 bars in
//! a row of seeds separate the parts, and the set of bars has a rank. A move that brings seeds into a store brings the
//! position to a higher tier; so does a move that carries seeds along the row, because the tier also counts how far the
//! seeds are along their rows.

mod packed;
mod text_game;

use super::{Entry, Opener};
use crate::game::{Game, Player};
use crate::text::WithText;
use crate::value::{Outcome, Undefined};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "kalah",
    form: "kalah:PITS,SEEDS",
    rules: "Two rows of PITS pits with SEEDS seeds in each, both from 1 to 6, and a store for each player. South and North in \
            turn, South first, take all seeds of a pit of their own and sow them one by one along their row, into their store, \
            along the other row and around, leaving out the other store. Who sows the last seed into the store moves again; \
            who sows it into an empty pit of the own row, with seeds in the pit opposite, puts it and them into the store. When a \
            row is empty, or a store holds more than half of all, the game is over, the seeds left are their owner's, and more seeds win. After a further comma `emptier` \
            gives the seeds left to the player whose row is empty, `nobody` to none; `empty-capture` puts a last seed into \
            the store even if the pit opposite is empty.",
    position: "South's pits in the order of sowing, + and the store, `/`, North's likewise, and who moves, S or N, as in \
               `3 0 4 +1 / 4 4 2 +0 N` for kalah:3,3",
    moves: "the pit, from 1 in the order of sowing: `sow 3`",
    start: Some("SEEDS seeds in every pit, South to move"),
    source: "Champion 1955, the rules of the game as sold; Irving, Donkers and Uiterwijk 2000, \"Solving Kalah\"",
    example: "kalah:3,3",
    open: Opener::Game(|parameters, _| Ok(Box::new(WithText::new(Kalah::open(parameters)?)))),
    ..Entry::BOARD
};

/// The most pits in a row.
const MAX_PITS: usize = 6;

/// The most seeds in a pit at first.
const MAX_SEEDS: u8 = 6;

/// The rule for the remaining seeds when a row is empty: the player who takes them, if any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RemainingSeeds {
    /// The player in whose row they are.
    #[default]
    Owner,
    /// The player whose row is empty.
    Emptier,
    /// They count for neither player.
    Neither,
}

/// The rules of Kalah: the size of the board, and one choice among the variants.
///
/// ```
/// use grundy::{Outcome, text::TextGame, catalog::{Kalah, RemainingSeeds}, graph::explore, limits::Limits, solve};
/// let game = Kalah::new(2, 2, RemainingSeeds::Owner, false).unwrap();
/// let start = game.start().unwrap();
/// let explored = explore(&game, [start], &Limits::NONE).unwrap();
/// let solved = solve::solve(&explored.graph, &Limits::NONE).unwrap();
/// assert_eq!(solved.verdict(explored.vertex(&start).unwrap()).outcome(), Outcome::Loss);
/// ```
#[derive(Clone, Debug)]
pub struct Kalah {
    name: String,
    pits: usize,
    seeds: u8,
    remaining_seeds: RemainingSeeds,
    empty_capture: bool,
}

/// A position of [`Kalah`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seeds {
    /// South's pits and North's, in the order of sowing; pits that the board does not have are empty.
    pits: [[u8; MAX_PITS]; 2],
    stores: [u8; 2],
    mover: Player,
}

/// The index of a player in [`Seeds`].
fn side(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

impl Seeds {
    /// The seeds in each row.
    fn rows(&self) -> [u8; 2] {
        self.pits.map(|row| row.iter().sum())
    }
}

impl Kalah {
    /// Creates the game with `pits` pits in a row and `seeds` seeds in each, both from 1 to 6; `None` for other numbers.
    pub fn new(pits: u64, seeds: u64, remaining_seeds: RemainingSeeds, empty_capture: bool) -> Option<Self> {
        let sizes = (1..=MAX_PITS as u64).contains(&pits) && (1..=u64::from(MAX_SEEDS)).contains(&seeds);
        let words = match remaining_seeds {
            RemainingSeeds::Owner => "",
            RemainingSeeds::Emptier => ",emptier",
            RemainingSeeds::Neither => ",nobody",
        };
        let name = format!("kalah:{pits},{seeds}{words}{}", if empty_capture { ",empty-capture" } else { "" });
        sizes.then_some(Self { name, pits: pits as usize, seeds: seeds as u8, remaining_seeds, empty_capture })
    }

    /// The number of seeds in the game.
    fn total(&self) -> u32 {
        2 * self.pits as u32 * u32::from(self.seeds)
    }

    fn is_over(&self, at: &Seeds) -> bool {
        at.rows().contains(&0) || at.stores.iter().any(|&store| 2 * u32::from(store) > self.total())
    }

    /// The seeds that belong to each player when the game is over at `at`.
    fn score(&self, at: &Seeds) -> [u8; 2] {
        let [south, north] = at.rows();
        let more = match self.remaining_seeds {
            RemainingSeeds::Owner => [south, north],
            RemainingSeeds::Emptier => [north, south],
            RemainingSeeds::Neither => [0, 0],
        };
        [at.stores[0] + more[0], at.stores[1] + more[1]]
    }

    /// The number of seeds in each pit and store.
    fn places(&self, at: &Seeds) -> impl Iterator<Item = u8> {
        let Seeds { pits, stores, .. } = *at;
        let count = self.pits;
        (0..2).flat_map(move |side| (0..=count).map(move |i| if i < count { pits[side][i] } else { stores[side] }))
    }
}

impl Game for Kalah {
    type Position = Seeds;
    /// The pit, from 0.
    type Move = u8;

    fn moves(&self, at: &Seeds, out: &mut Vec<u8>) {
        if !self.is_over(at) {
            let row = at.pits[side(at.mover)];
            out.extend((0..self.pits as u8).filter(|&pit| row[usize::from(pit)] > 0));
        }
    }

    fn play(&self, at: &Seeds, &pit: &u8) -> Seeds {
        let (own, other) = (side(at.mover), 1 - side(at.mover));
        let (mut next, mut place) = (*at, usize::from(pit));
        let hand = std::mem::take(&mut next.pits[own][place]);
        // The places in the order of sowing: the mover's row, the mover's store, the other row.
        for _ in 0..hand {
            place = if place == 2 * self.pits { 0 } else { place + 1 };
            if place < self.pits {
                next.pits[own][place] += 1;
            } else if place == self.pits {
                next.stores[own] += 1;
            } else {
                next.pits[other][place - self.pits - 1] += 1;
            }
        }
        if place < self.pits && next.pits[own][place] == 1 {
            let opposite = &mut next.pits[other][self.pits - 1 - place];
            if *opposite > 0 || self.empty_capture {
                next.stores[own] += std::mem::take(opposite) + 1;
                next.pits[own][place] = 0;
            }
        }
        if place != self.pits {
            next.mover = if at.mover == Player::Left { Player::Right } else { Player::Left };
        }
        next
    }

    fn terminal(&self, at: &Seeds) -> Outcome {
        let score = self.score(at);
        match score[side(at.mover)].cmp(&score[1 - side(at.mover)]) {
            std::cmp::Ordering::Greater => Outcome::Win,
            std::cmp::Ordering::Less => Outcome::Loss,
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    fn player(&self, at: &Seeds) -> Option<Player> {
        Some(at.mover)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::parameters::Parameters;
    use crate::text::TextGame;

    fn open(game: &str) -> Kalah {
        Kalah::open(&Parameters::new(game, "kalah:".len())).unwrap()
    }

    fn after(game: &str, at: &str, label: &str) -> String {
        let game = open(game);
        let at = game.parse(at).unwrap();
        let mut moves = Vec::new();
        game.moves(&at, &mut moves);
        let m = moves.iter().find(|m| game.move_text(&at, m) == label).unwrap_or_else(|| panic!("{label}"));
        game.to_text(&game.play(&at, m))
    }

    #[test]
    fn seeds_are_sown_around() {
        assert_eq!(after("kalah:3,3", "3 3 3 +0 / 3 3 3 +0 S", "sow 1"), "0 4 4 +1 / 3 3 3 +0 S");
        assert_eq!(after("kalah:3,3", "3 3 3 +0 / 3 3 3 +0 S", "sow 3"), "3 3 0 +1 / 4 4 3 +0 N");
        // Sowing goes around and leaves out North's store. The emptied pit is sown again, and the last seed captures there.
        assert_eq!(after("kalah:2,3", "0 7 +0 / 1 3 +1 S", "sow 2"), "1 1 +2 / 3 4 +1 N");
        assert_eq!(after("kalah:2,3", "5 0 +2 / 2 2 +1 S", "sow 1"), "0 1 +7 / 3 0 +1 N");
        // A capture, and no capture if there are no seeds opposite.
        assert_eq!(after("kalah:3,1", "1 0 1 +0 / 1 2 1 +0 S", "sow 1"), "0 0 1 +3 / 1 0 1 +0 N");
        assert_eq!(after("kalah:3,1", "1 0 1 +0 / 2 0 2 +0 S", "sow 1"), "0 1 1 +0 / 2 0 2 +0 N");
        assert_eq!(after("kalah:3,1,empty-capture", "1 0 1 +0 / 2 0 2 +0 S", "sow 1"), "0 0 1 +1 / 2 0 2 +0 N");
    }

    #[test]
    fn seeds_that_are_left_are_whose_the_rules_say() {
        for (rule, outcome) in [("owner", Outcome::Loss), ("emptier", Outcome::Win), ("nobody", Outcome::Draw)] {
            let game = open(&format!("kalah:2,2,{rule}"));
            let at = game.parse("0 0 +3 / 1 1 +3 S").unwrap();
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            assert_eq!((moves.len(), game.terminal(&at)), (0, outcome), "{rule}");
        }
    }
}
