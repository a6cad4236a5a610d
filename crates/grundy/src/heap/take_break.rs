//! Take-and-break games and Grundy's game as heap rules: [`super::octal`] for heaps of a machine word.

use super::extent::approximate;
use super::misere::MisereTheory;
use super::octal::{Code, Ended, Game, Move, Run, Values};
use super::{Extent, HeapMove, HeapRules, word};
use crate::limits::Limits;
use crate::theory::{PERIOD_MEMORY, PeriodError, PeriodFound, PeriodSearch, Silent, Why};
use crate::value::Nimber;
use dashu_int::UBig;

/// A take-and-break game, or Grundy's game.
#[derive(Debug)]
pub struct TakeBreak {
    values: Values,
    code: Option<Code>,
}

impl TakeBreak {
    /// The game of a code.
    pub fn code(code: Code) -> Self {
        Self { values: Values::new(Game::Code(code.clone())), code: Some(code) }
    }

    /// Grundy's game: split a heap into two of different sizes.
    pub fn grundy() -> Self {
        Self { values: Values::new(Game::Grundy), code: None }
    }

    /// Whether the game is a subtraction game: every move leaves one heap, or none when it takes the whole.
    fn is_subtraction(&self) -> bool {
        self.code
            .as_ref()
            .is_some_and(|code| code.digit(0) == 0 && (1..=code.last()).all(|i| matches!(code.digit(i), 0 | 3)))
    }

    /// A heap as a word; the catalogue lets no larger one in.
    fn small(heap: &UBig) -> Result<u64, Silent> {
        word(heap).ok_or_else(|| Silent::TooFar("heaps of take-and-break games are below 2^64".to_owned()))
    }
}

fn in_heap(m: Move) -> HeapMove {
    HeapMove { take: m.take.into(), leave: m.left.map(UBig::from) }
}

fn too_far(error: impl std::fmt::Display) -> Silent {
    Silent::TooFar(error.to_string())
}

impl HeapRules for TakeBreak {
    fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        if let Some(heap) = word(heap) {
            self.values.game().each_move(heap, &mut |m| visit(in_heap(m)));
        }
    }

    fn count(&self, heap: &UBig) -> UBig {
        word(heap).map_or(UBig::ZERO, |heap| self.values.game().count(heap).into())
    }

    fn value(&self, heap: &UBig) -> Result<UBig, Silent> {
        let Nimber(value) = self.values.grundy(Self::small(heap)?).map_err(too_far)?;
        Ok(value.into())
    }

    fn moves_to(&self, heap: &UBig, target: &UBig, want: usize) -> Result<Vec<HeapMove>, Silent> {
        let heap = Self::small(heap)?;
        let Ok(target) = u64::try_from(target) else { return Ok(Vec::new()) };
        let found = self.values.moves_to(heap, Nimber(target), want).map_err(too_far)?;
        Ok(found.into_iter().map(in_heap).collect())
    }

    fn misere(&self) -> MisereTheory {
        if self.is_subtraction() { MisereTheory::Ferguson } else { MisereTheory::None }
    }

    fn why(&self, heap: &UBig) -> Why {
        // A short look: what a question about this heap computed is enough.
        match self.value(heap).ok().and_then(|_| self.values.proved()) {
            Some(found) => Why::Period(found.into()),
            None => Why::Table { to: word(heap).unwrap_or(u64::MAX) },
        }
    }

    fn extent(&self, heap: &UBig) -> Extent {
        // Taking the same number again and again, and splitting off single stones where a heap must be split, leaves a
        // chain of positions; nothing less is sure.
        let step = |i: usize, digit: u8| match digit {
            _ if digit & 2 != 0 => i,
            _ if digit & 4 != 0 => i + 1,
            _ if digit & 8 != 0 => i + 2,
            _ => usize::MAX,
        };
        let least = match &self.code {
            Some(code) => (0..=code.last()).map(|i| step(i, code.digit(i))).min().unwrap_or(usize::MAX),
            None => 1,
        };
        let positions = (approximate(heap) / (least as f64) - 3.0).floor().max(1.0);
        Extent { positions, moves: approximate(&self.count(heap)).max(positions - 1.0) }
    }

    fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> PeriodFound {
        let mut run = Run::new(self.values.game().clone()).plain_limit_by_default();
        run.search(limit, &mut |progress| go_on(progress.heaps)).period()
    }
    fn search_period(&self, heaps: Option<u64>, limits: &Limits<'_>) -> Result<PeriodSearch, PeriodError> {
        let memory = limits.max_memory();
        if memory < PERIOD_MEMORY {
            return Err(PeriodError::Memory { allowed: memory });
        }
        let mut run = Run::new(self.values.game().clone()).memory(memory);
        if heaps.is_none() {
            run = run.plain_limit_by_default();
        }
        loop {
            let search = run.search(heaps.unwrap_or_else(|| run.default_limit()), &mut |_| !(limits.stop)());
            match search.ended {
                Ended::Inconsistent => return Err(PeriodError::Inconsistent { heaps: search.heaps }),
                // If few heaps turn out to be rare, the default limit has risen.
                Ended::Limit if heaps.is_none() && run.default_limit() > search.heaps => {}
                _ => return Ok(PeriodSearch { found: search.period(), method: search.method.to_string() }),
            }
        }
    }

    fn take_and_break(&self) -> Option<String> {
        Some(self.values.game().to_string())
    }
}
