//! Moore's Nim: a move takes stones from at least one and at most k heaps, any number from each.
//!
//! Text of a position: heap sizes. Text of a move: `14 to 3, 21 to 20`.

use super::{Entry, Opener};
use super::{picture, text};
use crate::game::{Game, Play};
use crate::heap::moore::{self, MooreMove};
use crate::text::{ParseError, TextGame, WithText};
use crate::theory::{Claim, ClaimError, ExpansionBound, Reason};
use crate::value::{Grundy, Nimber, Outcome, Undefined, Unknown};
use dashu_int::UBig;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "moore",
    form: "moore:K",
    rules: "Take any number of stones, at least one, from each of 1 up to K heaps. Whoever cannot move loses.",
    moves: "`14 to 3, 21 to 20`",
    source: "Moore 1910, \"A generalization of the game called Nim\"",
    example: "moore:2",
    open: Opener::Game(|parameters, play| {
        let most = u64::try_from(&parameters.number("the most heaps of a move")?).ok();
        let most = most.and_then(|most| usize::try_from(most).ok()).filter(|most| (1..=MAX_HEAPS).contains(most));
        let most = most.ok_or_else(|| {
            parameters.error(
                format!("`{}` is not a number of heaps", parameters.text()),
                format!("a move takes from 1 up to {MAX_HEAPS} heaps, as in `moore:2`"),
            )
        })?;
        Ok(Box::new(WithText::new(Moore::new(parameters.game(), most, play))))
    }),
    ..Entry::HEAPS
};

/// The most heaps of one position: counting the moves takes one big multiplication for each pair of a heap and a heap
/// of a move.
const MAX_HEAPS: usize = 1000;

/// The most heaps in the position that a demonstration begins with.
const OPENING_HEAPS: usize = 12;

/// The game. A position is its heaps, none of them empty, in the order given.
struct Moore {
    name: String,
    most: usize,
    play: Play,
}

impl Moore {
    /// The game in which a move takes from up to `most` heaps, under the name that the caller opened it by.
    fn new(name: &str, most: usize, play: Play) -> Self {
        Self { name: name.to_owned(), most, play }
    }

    fn winning_moves(&self, at: &[UBig], want: usize) -> Vec<MooreMove> {
        match self.play {
            Play::Normal => moore::winning_moves(at, self.most, want),
            Play::Misere => moore::winning_moves_misere(at, self.most, want),
        }
    }
}

impl Game for Moore {
    type Position = Vec<UBig>;
    type Move = MooreMove;

    fn moves(&self, at: &Vec<UBig>, out: &mut Vec<MooreMove>) {
        moore::each_move(at, self.most, &mut |m| {
            out.push(m);
            true
        });
    }

    fn play(&self, at: &Vec<UBig>, m: &MooreMove) -> Vec<UBig> {
        let mut after = at.clone();
        for (place, left) in m {
            after[*place] = left.clone();
        }
        after.retain(|heap| !heap.is_zero());
        after
    }

    fn play_kind(&self) -> Play {
        self.play
    }
}

impl TextGame for Moore {
    fn name(&self) -> &str {
        &self.name
    }

    fn parse(&self, text: &str) -> Result<Vec<UBig>, ParseError> {
        let heaps = text::heaps(text, "a heap", 0, None)?;
        if heaps.len() > MAX_HEAPS {
            return Err(ParseError {
                at: 0..text.len(),
                message: format!("{} heaps are too many", heaps.len()),
                help: format!("a position of Moore's game has at most {MAX_HEAPS}"),
            });
        }
        Ok(heaps)
    }

    fn to_text(&self, at: &Vec<UBig>) -> String {
        text::show_heaps(at)
    }

    fn move_text(&self, at: &Vec<UBig>, m: &MooreMove) -> String {
        m.iter().map(|(place, left)| format!("{} to {left}", at[*place])).collect::<Vec<_>>().join(", ")
    }

    fn encode(&self, at: &Vec<UBig>, out: &mut Vec<u8>) {
        text::write_heaps(at, out);
    }

    fn decode(&self, bytes: &[u8]) -> Vec<UBig> {
        text::read_heaps(bytes)
    }

    fn canonical(&self, at: &Vec<UBig>) -> Vec<UBig> {
        let mut sorted = at.clone();
        sorted.sort_unstable();
        sorted
    }

    /// Heaps of 3, 4, 5 and so on, more of them than a move can take from.
    fn opening(&self) -> Option<Vec<UBig>> {
        let heaps = self.most.saturating_add(2).clamp(3, OPENING_HEAPS) as u64;
        let position = |last: u64| (3..2 + heaps).chain([last]).map(UBig::from).collect::<Vec<UBig>>();
        let all = (2 + heaps..2 + heaps + 3).map(position);
        let wins = |at: &Vec<UBig>| self.claim(at).map_or(true, |claim| claim.outcome == Outcome::Win);
        all.clone().find(wins).or_else(|| { all }.next())
    }

    fn picture(&self, at: &Vec<UBig>) -> Option<String> {
        picture::stones(&self.to_text(at))
    }

    fn has_theory(&self) -> bool {
        true
    }

    fn least_in_pair(&self) -> Option<u64> {
        Some(0)
    }

    fn claim(&self, at: &Vec<UBig>) -> Result<Claim, ClaimError> {
        let is_lost = match self.play {
            Play::Normal => moore::is_p_position(at, self.most),
            Play::Misere => moore::is_p_position_misere(at, self.most),
        };
        let grundy = match self.play {
            Play::Misere => Grundy::Undefined(Undefined::Misere),
            Play::Normal if is_lost => Grundy::Finite(Nimber::ZERO),
            // If a move takes from a single heap, the game is Nim (Bouton 1901).
            Play::Normal if self.most == 1 => Grundy::from(at.iter().fold(UBig::ZERO, |sum, heap| sum ^ heap)),
            Play::Normal => moore::value_of_few(at, self.most).map_or(Grundy::Unknown(Unknown::TooLarge), Grundy::from),
        };
        Ok(Claim { outcome: if is_lost { Outcome::Loss } else { Outcome::Win }, grundy })
    }

    fn claims_values(&self) -> bool {
        false
    }

    fn claim_method(&self, at: &Vec<UBig>) -> String {
        let modulus = self.most + 1;
        match self.play {
            Play::Normal => format!("ones in each binary column, modulo {modulus} (Moore 1910)"),
            Play::Misere if at.iter().any(|heap| *heap > UBig::ONE) => {
                format!("ones in each binary column, modulo {modulus}, since a heap exceeds 1")
            }
            Play::Misere => format!("number of heaps, modulo {modulus}, since no heap exceeds 1"),
        }
    }

    fn expansion_bound(&self, at: &Vec<UBig>) -> ExpansionBound {
        // Every smaller position is reachable, and each has at least the moves that it has in Nim.
        crate::heap::Heaps::new(crate::heap::Nim, self.play).expansion_bound(at)
    }

    fn count_moves(&self, at: &Vec<UBig>) -> UBig {
        moore::count_moves(at, self.most)
    }

    fn some_moves(&self, at: &Vec<UBig>, want: usize) -> Vec<MooreMove> {
        let mut moves = self.winning_moves(at, want);
        let mut winning = moves.clone();
        winning.sort_unstable();
        moore::each_move(at, self.most, &mut |m| {
            if moves.len() < want && winning.binary_search(&m).is_err() {
                moves.push(m);
            }
            moves.len() < want
        });
        moves
    }

    fn moves_to(&self, at: &Vec<UBig>, target: &UBig, want: usize) -> Option<Vec<MooreMove>> {
        (target.is_zero() || self.play == Play::Misere).then(|| self.winning_moves(at, want))
    }

    fn reason(&self, at: &Vec<UBig>) -> Option<Reason> {
        (self.play == Play::Normal).then(|| Reason::Moore { heaps: at.clone(), most: self.most })
    }
}
