//! A hunt as bytes: the space, the values kept, the rare heaps, and the windows saved.

use super::engine::Engine;
use super::history::History;
use super::proof::Repeat;
use super::recurrence::{Recurrence, Saved};
use super::search::SparseSearch;
use super::space::{Rules, Space};
use crate::heap::octal::Game;
use crate::heap::octal::snapshot::{Reader, SnapshotError, Writer};

/// No parity; no repeat.
const NONE: u64 = u64::MAX;

impl SparseSearch {
    /// Writes all fields.
    pub(in crate::heap::octal) fn write(&self, out: &mut Writer) {
        let Self { engine, recurrence, choose_at, repeat } = self;
        let space = engine.space();
        out.number(space.mask.into());
        out.number(space.parity.map_or(NONE, u64::from));
        out.number(engine.part());
        out.number(engine.largest().into());
        let past = engine.past();
        let (latest, base) = past.latest();
        out.number(past.kept() as u64);
        out.number(base);
        out.values(if past.is_whole() { &[] } else { past.first() });
        out.values(latest);
        out.number(engine.rare().len() as u64);
        for &(heap, value) in engine.rare() {
            out.number(heap);
            out.number(value.into());
        }
        out.number(*choose_at as u64);
        out.number(recurrence.window());
        out.number(recurrence.stride());
        out.number(recurrence.scanned());
        out.number(recurrence.saved().len() as u64);
        for saved in recurrence.saved() {
            out.number(saved.heap);
            out.values(&saved.window);
        }
        out.number(repeat.map_or(NONE, |repeat| repeat.heap));
        out.number(repeat.map_or(NONE, |repeat| repeat.period));
    }

    /// Reads what [`Self::write`] wrote. The bytes are known to be undamaged.
    pub(in crate::heap::octal) fn read(game: &Game, from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let rules = Rules::of(game).ok_or(SnapshotError::Damaged)?;
        let small = |number: u64| u16::try_from(number).map_err(|_| SnapshotError::Damaged);
        let mask = small(from.number()?)?;
        let parity = Some(from.number()?).filter(|&parity| parity != NONE).map(|parity| parity as u8 & 1);
        let (part, largest) = (from.number()?, small(from.number()?)?);
        let (kept, base) = (from.size()?, from.number()?);
        let (first, latest) = (from.values()?, from.values()?);
        let past = if base == 0 { History::new(latest, kept) } else { History::resume(first, base, latest, kept) };
        let mut rare = Vec::new();
        for _ in 0..from.number()? {
            rare.push((from.number()?, small(from.number()?)?));
        }
        let choose_at = from.size()?;
        let (window, stride, scanned) = (from.number()?, from.number()?, from.number()?);
        let mut saved = Vec::new();
        for _ in 0..from.number()? {
            saved.push(Saved { heap: from.number()?, window: from.values()? });
        }
        let (heap, period) = (from.number()?, from.number()?);
        if mask == 0 || part >= past.first().len() as u64 || scanned > past.heaps() || scanned < base + 8 || stride == 0
        {
            return Err(SnapshotError::Damaged);
        }
        let recurrence = Recurrence::resume(window, stride, saved, scanned, &past);
        let engine = Engine::with(rules, Space { mask, parity }, past, rare, part, largest);
        let repeat = (heap != NONE).then_some(Repeat { heap, period });
        Ok(Self { engine, recurrence, choose_at, repeat })
    }
}
