//! Holds the keys of games that have no text to their indices, words and players.

use crate::common::random::fixed;
use crate::common::scatter::on;
use grundy::catalog::{Connect4, Mnk};
use grundy::game::{Game, Index, Indexed, InitialState, Player, Tiered};
use grundy::graph::explore;
use grundy::limits::Limits;
use grundy::solve::{self, retrograde_indexed};
use grundy::text::{DynIndexed, DynTiered, Key, TextGame, WithoutText};
use grundy::value::Undefined;
use grundy::{Outcome, Verdict};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// What an index stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Nothing,
    One(Player),
    Both,
}

/// A random game of places, each with the player who moves there. Where both may, the moves of one are those of the other.
#[derive(Clone, Debug)]
struct SharedIndices {
    kinds: Vec<Kind>,
    /// From each place, the places that moves lead to; those beyond the last index have none and are drawn.
    moves: Vec<Vec<usize>>,
    ends: Vec<Outcome>,
}

type Place = (usize, Player);

impl SharedIndices {
    fn exists(&self, (place, player): Place) -> bool {
        match self.kinds.get(place) {
            None | Some(Kind::Both) => true,
            Some(Kind::One(own)) => *own == player,
            Some(Kind::Nothing) => false,
        }
    }

    fn is_shared(&self, place: usize) -> bool {
        self.kinds[place] == Kind::Both
    }

    /// The positions with an index.
    fn all(&self) -> impl Iterator<Item = Place> + '_ {
        let both = (0..self.kinds.len()).flat_map(|place| [(place, Player::Left), (place, Player::Right)]);
        both.filter(|&at| self.exists(at))
    }
}

impl Game for SharedIndices {
    type Position = Place;
    type Move = usize;

    fn moves(&self, &(place, player): &Place, out: &mut Vec<usize>) {
        let leads = |to: usize| {
            let is_open = match (to < self.kinds.len() && self.is_shared(to), self.is_shared(place)) {
                // The position that `unrank` gives.
                (true, false) => player == Player::Right,
                (false, true) => to >= self.kinds.len(),
                _ => true,
            };
            is_open && self.exists((to, player.other()))
        };
        out.extend(self.moves.get(place).into_iter().flatten().copied().filter(|&to| leads(to)));
    }

    fn play(&self, at: &Place, &to: &usize) -> Place {
        (to, at.1.other())
    }

    fn terminal(&self, at: &Place) -> Outcome {
        self.ends.get(at.0).copied().unwrap_or(Outcome::Draw)
    }

    fn player(&self, at: &Place) -> Option<Player> {
        Some(at.1)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

impl Indexed for SharedIndices {
    fn indices(&self) -> u64 {
        self.kinds.len() as u64
    }

    fn rank(&self, &(place, _): &Place) -> Option<Index> {
        (place < self.kinds.len()).then_some(Index(place as u64))
    }

    fn unrank(&self, index: Index) -> Option<Place> {
        match *self.kinds.get(index.0 as usize)? {
            Kind::Nothing => None,
            Kind::One(player) => Some((index.0 as usize, player)),
            Kind::Both => Some((index.0 as usize, Player::Left)),
        }
    }

    fn predecessors(&self, at: &Place, out: &mut Vec<Place>) {
        out.extend(self.all().filter(|before| {
            let mut options = Vec::new();
            self.options(before, &mut options);
            options.contains(at)
        }));
    }

    fn is_colour_symmetric(&self) -> bool {
        true
    }

    fn is_shared(&self, index: Index) -> bool {
        self.is_shared(index.0 as usize)
    }

    fn with_colours_exchanged(&self, &(place, player): &Place) -> Place {
        (place, player.other())
    }
}

fn places() -> impl Strategy<Value = SharedIndices> {
    let kind = prop_oneof![
        1 => Just(Kind::Nothing),
        1 => Just(Kind::One(Player::Left)),
        1 => Just(Kind::One(Player::Right)),
        3 => Just(Kind::Both),
    ];
    let outcome = prop_oneof![3 => Just(Outcome::Loss), 1 => Just(Outcome::Win), 1 => Just(Outcome::Draw)];
    (1usize..40).prop_flat_map(move |n| {
        let moves = prop::collection::vec(prop::collection::vec(0..n + n / 8, 0..5), n);
        (prop::collection::vec(kind.clone(), n), moves, prop::collection::vec(outcome.clone(), n))
            .prop_map(|(kinds, moves, ends)| SharedIndices { kinds, moves, ends })
    })
}

#[test]
fn keys_of_indexed_games_are_their_positions() {
    let mut count = [0; 3];
    for game in fixed(places(), 2000) {
        let keyed = WithoutText(game.clone());
        assert_eq!((keyed.count(), keyed.is_colour_symmetric()), (game.indices(), true));
        let mut keys = BTreeSet::new();
        for index in (0..game.indices()).map(Index) {
            let kind = game.kinds[index.0 as usize];
            let case = || format!("{index:?} of {game:?}");
            assert_eq!(DynIndexed::is_shared(&keyed, index), kind == Kind::Both, "{}", case());
            let first = keyed.position(index, None);
            let of = |player| keyed.position(index, Some(player));
            let holds = |key: &Key, player| {
                assert_eq!(keyed.index_of(key), Some(index), "{}", case());
                assert_eq!(DynIndexed::player(&keyed, key), Some(player), "{}", case());
            };
            match kind {
                Kind::Nothing => {
                    count[0] += 1;
                    assert_eq!((first, of(Player::Left), of(Player::Right)), (None, None, None), "{}", case());
                    let none = Key(u32::try_from(index.0).unwrap().to_be_bytes().into());
                    assert_eq!((keyed.index_of(&none), DynIndexed::player(&keyed, &none)), (None, None), "{}", case());
                }
                Kind::One(player) => {
                    count[1] += 1;
                    assert_eq!(first, of(player), "{}", case());
                    holds(first.as_ref().unwrap(), player);
                    assert!(keys.insert(first.unwrap()), "{}", case());
                }
                Kind::Both => {
                    count[2] += 1;
                    assert_eq!(first, of(Player::Left), "{}", case());
                    for player in [Player::Left, Player::Right] {
                        let key = of(player).unwrap();
                        holds(&key, player);
                        assert!(keys.insert(key), "{}", case());
                    }
                }
            }
        }
        assert_eq!(keys.len(), game.all().count());
        // The order of the keys is that of the indices, of two positions the one in which left moves first.
        let all: Vec<(Index, Option<Player>)> =
            keys.iter().map(|key| (keyed.index_of(key).unwrap(), DynIndexed::player(&keyed, key))).collect();
        assert!(all.is_sorted());
        assert_eq!(keyed.position(Index(game.indices()), None), None);
        assert_eq!(keyed.index_of(&Key(Box::default())), None);
    }
    assert!(count.iter().all(|&count| count > 1000), "{count:?}");
}

/// What solvers ask for is passed on, and both positions of an index are solved as in the graph.
#[test]
fn indexed_games_are_solved_by_their_keys() {
    let mut outcomes = BTreeSet::new();
    for game in fixed(places(), 1000) {
        let keyed = WithoutText(game.clone());
        let all: Vec<Index> = (0..game.indices()).map(Index).collect();
        let (mut states, mut direct) = (vec![InitialState::Unused; all.len()], vec![InitialState::Unused; all.len()]);
        DynIndexed::initial_states(&keyed, Index(0), &mut states);
        Indexed::initial_states(&game, Index(0), &mut direct);
        assert_eq!(states, direct);
        let (mut options, mut direct) = (Vec::new(), Vec::new());
        assert_eq!(DynIndexed::options(&keyed, &all, &mut options), game.options_by_index(&all, &mut direct));
        assert_eq!(options, direct);
        let (mut before, mut direct) = (Vec::new(), Vec::new());
        keyed.predecessors(&all, &mut before);
        game.predecessors_by_index(&all, &mut direct);
        assert_eq!(before, direct);

        let explored = explore(&game, game.all(), &on(1)).unwrap();
        let solved = solve::solve(&explored.graph, &Limits::NONE).unwrap();
        let by_index = retrograde_indexed(&keyed, &on(1)).unwrap();
        for at in game.all() {
            let key = keyed.position(game.rank(&at).unwrap(), Some(at.1)).unwrap();
            let verdict = by_index.get(keyed.index_of(&key).unwrap());
            assert_eq!(verdict, Some(solved.verdict(explored.vertex(&at).unwrap())), "{at:?} of {game:?}");
            outcomes.insert(verdict.map(Verdict::outcome));
        }
    }
    assert_eq!(outcomes.len(), 3);
}

#[test]
fn keys_of_tiered_games_are_their_words() {
    fn holds<G: Tiered + TextGame<Position: std::fmt::Debug> + Clone>(game: &G) {
        let keyed = WithoutText(game.clone());
        assert_eq!(keyed.bits(), Tiered::bits(game));
        let explored = explore(game, TextGame::start(game), &Limits::NONE).unwrap();
        let mut keys = BTreeSet::new();
        for at in explored.positions() {
            let word = game.pack(at);
            let key = DynTiered::position(&keyed, word);
            assert_eq!((keyed.word(&key), DynTiered::tier(&keyed, &key)), (word, Tiered::tier(game, at)), "{at:?}");
            assert_eq!(DynTiered::player(&keyed, word), Game::player(game, at), "{at:?}");
            assert_eq!(keyed.text(word), word.to_string());
            keys.insert((key, word));
        }
        assert_eq!(keys.len(), explored.positions().len());
        assert!(keys.iter().is_sorted_by_key(|(_, word)| word), "keys sort as words do");
    }
    holds(&Connect4::new(4, 3).unwrap());
    holds(&Mnk::new(3, 3, 3).unwrap());
}
