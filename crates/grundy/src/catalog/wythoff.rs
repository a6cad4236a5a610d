//! Wythoff's game: take any number of stones from one of two heaps, or the same number from both.
//!
//! Text of a position: the two sizes. Text of a move: `take 3 from 25`, `take 3 from both`.

use super::{Entry, Opener};
use super::{picture, text};
use crate::game::{Game, Play};
use crate::heap::ExpansionSize;
use crate::heap::wythoff::{self, MAX_TABULATED_HEAP, WythoffMove, WythoffTable};
use crate::text::{ParseError, TextGame, WithText};
use crate::theory::square_heap;
use crate::theory::{Claim, ClaimError, ExpansionBound, Reason};
use crate::value::{Grundy, Nimber, Outcome, Unknown};
use dashu_int::UBig;
use std::sync::Mutex;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "wythoff",
    form: "wythoff",
    rules: "Take any number of stones, at least one, from one of two heaps, or the same number from both. Whoever cannot \
            move loses.",
    position: "two heap sizes, as in `25 40`",
    moves: "`take 3 from 25`, `take 3 from both`",
    source: "Wythoff 1907, \"A modification of the game of Nim\"",
    open: Opener::Game(|_, play| Ok(Box::new(WithText::new(Wythoff::new(play))))),
    ..Entry::HEAPS
};

/// The game. A position is at most two heaps, none of them empty, in the order given.
struct Wythoff {
    play: Play,
    /// Grundy values of all pairs up to the sizes that were needed so far.
    table: Mutex<Option<WythoffTable>>,
}

impl Wythoff {
    fn new(play: Play) -> Self {
        Self { play, table: Mutex::new(None) }
    }

    /// Calls `ask` with the table; `None` if the pair is beyond the largest table.
    fn with_table<T>(&self, at: &[UBig], ask: impl Fn(&WythoffTable, u64, u64) -> Option<T>) -> Option<T> {
        let (a, b) = pair(at);
        let small = |n: UBig| u64::try_from(n).ok().filter(|&n| n <= MAX_TABULATED_HEAP);
        let (a, b) = (small(a)?, small(b)?);
        let mut table = self.table.lock().expect("no panic while tabulating");
        if table.as_ref().is_none_or(|t| t.value(a, b).is_none()) {
            // The table grows by doubling, so that a series of growing pairs costs little more than the last pair.
            let rounded_size = |n: u64| n.next_power_of_two().clamp(64, MAX_TABULATED_HEAP);
            *table = WythoffTable::new(rounded_size(a.min(b)), rounded_size(a.max(b))).ok();
        }
        ask(table.as_ref()?, a, b)
    }
}

/// The two heaps, empty ones included.
fn pair(at: &[UBig]) -> (UBig, UBig) {
    (at.first().cloned().unwrap_or_default(), at.get(1).cloned().unwrap_or_default())
}

impl Game for Wythoff {
    type Position = Vec<UBig>;
    type Move = WythoffMove;

    fn moves(&self, at: &Vec<UBig>, out: &mut Vec<WythoffMove>) {
        let (a, b) = pair(at);
        wythoff::each_move(&a, &b, &mut |m| {
            out.push(m);
            true
        });
    }

    fn play(&self, at: &Vec<UBig>, m: &WythoffMove) -> Vec<UBig> {
        let (a, b) = pair(at);
        let (a, b) = m.leave(&a, &b);
        [a, b].into_iter().filter(|heap| !heap.is_zero()).collect()
    }

    fn play_kind(&self) -> Play {
        self.play
    }
}

impl TextGame for Wythoff {
    fn name(&self) -> &str {
        "wythoff"
    }

    fn parse(&self, text: &str) -> Result<Vec<UBig>, ParseError> {
        let heaps = text::heaps(text, "a heap", 0, None)?;
        if heaps.len() > 2 {
            return Err(ParseError {
                at: 0..text.len(),
                message: format!("{} heaps are too many", heaps.len()),
                help: "Wythoff's game has two, as in `25 40`".to_owned(),
            });
        }
        Ok(heaps)
    }

    fn to_text(&self, at: &Vec<UBig>) -> String {
        text::show_heaps(at)
    }

    fn move_text(&self, at: &Vec<UBig>, m: &WythoffMove) -> String {
        let (a, b) = pair(at);
        match m {
            WythoffMove::First(take) => format!("take {take} from {a}"),
            WythoffMove::Second(take) => format!("take {take} from {b}"),
            WythoffMove::Both(take) => format!("take {take} from both"),
        }
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

    fn claim(&self, at: &Vec<UBig>) -> Result<Claim, ClaimError> {
        if self.play == Play::Misere {
            return Err(ClaimError::NoTheory);
        }
        let (a, b) = pair(at);
        Ok(if wythoff::is_p_position(&a, &b) {
            Claim { outcome: Outcome::Loss, grundy: Grundy::Finite(Nimber::ZERO) }
        } else {
            let value = self.with_table(at, |table, a, b| table.value(a, b));
            let grundy = value.map_or(Grundy::Unknown(Unknown::TooLarge), Grundy::Finite);
            Claim { outcome: Outcome::Win, grundy }
        })
    }

    fn claim_method(&self, _at: &Vec<UBig>) -> String {
        "cold pairs (Wythoff 1907)".to_owned()
    }

    fn expansion_bound(&self, at: &Vec<UBig>) -> ExpansionBound {
        // The reachable pairs (i, j) up to the heaps, sorted, are at least half of all pairs; each has on average at
        // least half the larger heap as moves.
        let (a, b) = pair(at);
        let (a, b) = (a.to_f64().value(), b.to_f64().value());
        let positions = (a + 1.0) * (b + 1.0) / 2.0;
        ExpansionSize { positions, moves: positions * (a.max(b) / 2.0) }.expansion_bound()
    }

    fn count_moves(&self, at: &Vec<UBig>) -> UBig {
        let (a, b) = pair(at);
        wythoff::count_moves(&a, &b)
    }

    fn some_moves(&self, at: &Vec<UBig>, want: usize) -> Vec<WythoffMove> {
        let (a, b) = pair(at);
        let mut moves = wythoff::winning_moves(&a, &b);
        moves.truncate(want);
        let winning = moves.len();
        wythoff::each_move(&a, &b, &mut |m| {
            if moves.len() < want && !moves[..winning].contains(&m) {
                moves.push(m);
            }
            moves.len() < want
        });
        moves
    }

    fn moves_to(&self, at: &Vec<UBig>, target: &UBig, want: usize) -> Option<Vec<WythoffMove>> {
        if self.play == Play::Misere {
            return None;
        }
        let (a, b) = pair(at);
        let mut moves = if target.is_zero() {
            wythoff::winning_moves(&a, &b)
        } else {
            let target = Nimber(u64::try_from(target).ok()?);
            self.with_table(at, |table, a, b| table.moves_to(a, b, target))?
        };
        moves.truncate(want);
        Some(moves)
    }

    fn opening(&self) -> Option<Vec<UBig>> {
        self.parse("5 8").ok()
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

    fn square(&self, largest: u64) -> Option<Result<Vec<(Outcome, Grundy)>, ClaimError>> {
        if let Some(undefined) = self.without_grundy() {
            let side = match square_heap(largest) {
                Ok(heap) => heap + 1,
                Err(error) => return Some(Err(error)),
            };
            let outcome = |is_lost| if is_lost { Outcome::Loss } else { Outcome::Win };
            let cells =
                lost_under_misere(side).into_iter().map(|is_lost| (outcome(is_lost), Grundy::Undefined(undefined)));
            return Some(Ok(cells.collect()));
        }
        let table = match WythoffTable::new(largest, largest) {
            Ok(table) => table,
            Err(silent) => return Some(Err(silent)),
        };
        let pairs = (0..=largest).flat_map(|a| (0..=largest).map(move |b| (a, b)));
        let cells = pairs
            .filter_map(|(a, b)| table.value(a, b))
            .map(|value| (if value == Nimber::ZERO { Outcome::Loss } else { Outcome::Win }, Grundy::Finite(value)));
        Some(Ok(cells.collect()))
    }

    fn cold_pair(&self, index: u64) -> Option<(UBig, UBig)> {
        (self.play == Play::Normal).then(|| wythoff::cold_pair(&index.into()))
    }

    fn reason(&self, at: &Vec<UBig>) -> Option<Reason> {
        let (a, b) = pair(at);
        let heaps = if a <= b { (a, b) } else { (b, a) };
        let index = &heaps.1 - &heaps.0;
        let (small, large) = wythoff::cold_pair(&index);
        (self.play == Play::Normal).then_some(Reason::Wythoff { heaps, pair: (index, small, large) })
    }
}

/// The pairs that are lost under misère play, row by row. A pair is lost if and only if no lost pair is to the left of
/// it, below it or on its diagonal; the pair without stones is won.
fn lost_under_misere(side: usize) -> Vec<bool> {
    let mut is_lost = vec![false; side * side];
    let (mut lines, mut diagonals) = (vec![false; side], vec![false; side]);
    for a in 0..side {
        for b in a..side {
            if (a, b) != (0, 0) && !lines[a] && !lines[b] && !diagonals[b - a] {
                (lines[a], lines[b], diagonals[b - a]) = (true, true, true);
                (is_lost[a * side + b], is_lost[b * side + a]) = (true, true);
            }
        }
    }
    is_lost
}
