//! Games whose moves are moves in one heap, by name: Nim, Bash's game, subtraction, take-and-break and the divisor game.

use super::{opening, picture, text};
use crate::game::{Game, Play};
use crate::heap::{HeapRules, Heaps, SumMove};
use crate::limits::Limits;
use crate::text::{MoveTexts, ParseError, TextGame};
use crate::theory::{Claim, ClaimError, Component, ExpansionBound, PeriodError, PeriodSearch, Reason};
use crate::value::{Nimber, Outcome, Undefined};
use dashu_int::UBig;
use std::ops::Range;

/// The text form of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wording {
    /// `take 4 from 14`.
    TakeFrom,
    /// `take 4`; with several heaps `take 4 from 14`.
    Take,
    /// `take 2 from 9, leave 3 4`; `split 9 into 4 5` where nothing is taken.
    Break,
    /// `12 to 4`.
    To,
}

/// A heap game with a name.
pub(super) struct HeapGame {
    pub(super) name: String,
    pub(super) game: Heaps,
    pub(super) wording: Wording,
    /// The name of one heap in errors, such as `a heap`.
    pub(super) heap: &'static str,
    /// The smallest heap that is a position.
    pub(super) least: u64,
    /// The largest heap that is a position; `None`: heaps of any size.
    pub(super) most: Option<UBig>,
    /// The position with which a demonstration begins.
    pub(super) opening: Opening,
}

/// The position with which a demonstration of a heap game begins.
#[derive(Clone, Copy, Debug)]
pub(super) enum Opening {
    /// At a small position, won for the player who begins.
    At(&'static str),
    /// At the first heap that is worth playing.
    Heap(opening::HeapCandidates),
}

impl HeapGame {
    /// A game whose heaps have any size.
    pub(super) fn new(name: &str, rules: impl Into<HeapRules>, play: Play, wording: Wording, opening: Opening) -> Self {
        Self {
            name: name.to_owned(),
            game: Heaps::new(rules, play),
            wording,
            heap: "a heap",
            least: 0,
            most: None,
            opening,
        }
    }
}

impl Game for HeapGame {
    type Position = Vec<UBig>;
    type Move = SumMove;

    fn moves(&self, at: &Vec<UBig>, out: &mut Vec<SumMove>) {
        self.game.moves(at, out);
    }

    fn play(&self, at: &Vec<UBig>, m: &SumMove) -> Vec<UBig> {
        self.game.play(at, m)
    }

    fn play_kind(&self) -> Play {
        self.game.play
    }

    fn terminal(&self, at: &Vec<UBig>) -> Outcome {
        self.game.terminal(at)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.game.without_grundy()
    }
}

impl TextGame for HeapGame {
    fn name(&self) -> &str {
        &self.name
    }

    fn parse(&self, text: &str) -> Result<Vec<UBig>, ParseError> {
        text::heaps(text, self.heap, self.least, self.most.as_ref())
    }

    fn to_text(&self, at: &Vec<UBig>) -> String {
        text::show_heaps(at)
    }

    fn move_text(&self, at: &Vec<UBig>, (heap, m): &SumMove) -> String {
        let left = || m.left().map(UBig::to_string).collect::<Vec<_>>().join(" ");
        match self.wording {
            Wording::Take if at.len() == 1 => format!("take {}", m.take),
            Wording::Take | Wording::TakeFrom => format!("take {} from {heap}", m.take),
            Wording::Break if m.take.is_zero() => format!("split {heap} into {}", left()),
            Wording::Break if m.leave.iter().all(UBig::is_zero) => format!("take {} from {heap}", m.take),
            Wording::Break => format!("take {} from {heap}, leave {}", m.take, left()),
            Wording::To => format!("{heap} to {}", left()),
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

    fn opening(&self) -> Option<Vec<UBig>> {
        match self.opening {
            Opening::At(text) => self.parse(text).ok(),
            Opening::Heap(tried) => opening::heap(self, tried),
        }
    }

    fn picture(&self, at: &Vec<UBig>) -> Option<String> {
        let text = self.to_text(at);
        if self.wording == Wording::To { picture::factors(&text) } else { picture::stones(&text) }
    }

    fn has_theory(&self) -> bool {
        true
    }

    fn claim(&self, at: &Vec<UBig>) -> Result<Claim, ClaimError> {
        self.game.claim(at)
    }

    fn prepare_claim(&self, at: &Vec<UBig>, limits: &Limits<'_>) -> Result<(), ClaimError> {
        self.game.prepare(at, limits)
    }

    fn claim_method(&self, at: &Vec<UBig>) -> String {
        self.game.method(at)
    }

    fn expansion_bound(&self, at: &Vec<UBig>) -> ExpansionBound {
        self.game.expansion_bound(at)
    }

    fn count_moves(&self, at: &Vec<UBig>) -> UBig {
        self.game.count(at)
    }

    fn some_moves(&self, at: &Vec<UBig>, want: usize) -> Vec<SumMove> {
        self.game.best_moves(at, want)
    }

    fn moves_to(&self, at: &Vec<UBig>, target: &UBig, want: usize) -> Option<Vec<SumMove>> {
        self.game.moves_to(at, target, want).ok()
    }

    fn push_winning_moves(&self, heap: u64, at_most: usize, out: &mut MoveTexts) -> bool {
        let names_heap = match self.wording {
            Wording::Take => false,
            Wording::TakeFrom => true,
            Wording::Break | Wording::To => return false,
        };
        let mut push = |take| {
            out.push_with(|text| {
                text.push_str("take ");
                text::push_word(take, text);
                if names_heap {
                    text.push_str(" from ");
                    text::push_word(heap, text);
                }
            });
        };
        self.game.play == Play::Normal && self.game.rules.each_winning_take(heap, at_most, &mut push)
    }

    fn reason(&self, at: &Vec<UBig>) -> Option<Reason> {
        // For most games the Grundy values decide nothing under misère play.
        self.game.claim(at).ok()?;
        if let Some(sentence) = self.game.explain_by_quotient(at) {
            return Some(Reason::Rule(sentence));
        }
        let values = self.game.values(at).ok()?;
        let component = |(heap, value): (&UBig, UBig)| Component {
            text: heap.to_string(),
            value,
            source: self.game.rules.value_source(heap),
        };
        Some(Reason::Sum(at.iter().zip(values).map(component).collect()))
    }

    fn least_heap(&self) -> Option<u64> {
        Some(self.least)
    }

    fn visit_grundy_values(
        &self,
        heaps: Range<u64>,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(&[Nimber]),
    ) -> Option<Result<(), ClaimError>> {
        (self.game.play == Play::Normal).then(|| self.game.rules.visit_grundy_values(heaps, limits, visit))
    }

    fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodSearch> {
        Some(self.game.rules.find_period(limit, go_on))
    }

    fn search_period(&self, heaps: Option<u64>, limits: &Limits<'_>) -> Option<Result<PeriodSearch, PeriodError>> {
        Some(match self.game.play {
            Play::Normal => self.game.rules.search_period(heaps, limits),
            Play::Misere => Err(PeriodError::Misere),
        })
    }

    fn take_and_break(&self) -> Option<String> {
        self.game.rules.take_and_break()
    }
}
