//! The state of a sparse search: the space, the values kept, the rare heaps, and the windows saved.

use super::engine::Engine;
use super::history::History;
use super::proof::Repeat;
use super::recurrence::{FIRST_STRIDE, MIN_WINDOW, Recurrence, SavedWindow};
use super::search::{RETAINED_VALUES, SparseSearch};
use super::space::{Rules, Space};
use crate::checkpoint::{CheckpointError, Decoder, write_list, write_u64};
use crate::heap::octal::Game;
use std::io::{self, Write};

/// The number that stands for no parity, or no repeat.
const NONE: u64 = u64::MAX;
/// The most heaps of a state, so that no number of heaps overflows.
const MAX_HEAPS: u64 = 1 << 62;

impl SparseSearch {
    /// Writes all fields.
    pub(in crate::heap::octal) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { engine, recurrence, choose_at, repeat } = self;
        let (space, history) = (engine.space(), engine.history());
        let (latest, base) = history.latest();
        write_u64(out, space.mask.into())?;
        write_u64(out, space.parity.map_or(NONE, u64::from))?;
        write_u64(out, engine.part())?;
        write_u64(out, engine.largest().into())?;
        write_u64(out, history.retained() as u64)?;
        write_u64(out, base)?;
        write_list(out, if history.has_dropped() { history.first() } else { &[] })?;
        write_list(out, latest)?;
        write_u64(out, engine.rare().len() as u64)?;
        for &(heap, value) in engine.rare() {
            write_u64(out, heap)?;
            write_u64(out, value.into())?;
        }
        write_u64(out, *choose_at as u64)?;
        write_u64(out, recurrence.window())?;
        write_u64(out, recurrence.stride())?;
        write_u64(out, recurrence.scanned())?;
        write_u64(out, recurrence.saved().len() as u64)?;
        for saved in recurrence.saved() {
            write_u64(out, saved.heap)?;
            write_list(out, saved.values(recurrence.window(), history))?;
        }
        write_u64(out, repeat.map_or(NONE, |repeat| repeat.heap))?;
        write_u64(out, repeat.map_or(NONE, |repeat| repeat.period))
    }

    /// Reads a state that [`Self::write`] wrote.
    pub(in crate::heap::octal) fn read(game: &Game, from: &mut Decoder<'_>) -> Result<Self, CheckpointError> {
        let rules = Rules::of(game).filter(|rules| !rules.breaks.is_empty()).ok_or(CheckpointError::Invalid)?;
        let mask = small(from)?;
        let parity = match from.read_u64()? {
            NONE => None,
            parity @ 0..=1 => Some(parity as u8),
            _ => return Err(CheckpointError::Invalid),
        };
        let (part, largest) = (from.read_u64()?, small(from)?);
        let history = read_history(from)?;
        let (heaps, base) = (history.heaps(), history.latest().1);
        let mut rare = Vec::new();
        for _ in 0..from.read_up_to(heaps)? {
            rare.push((from.read_u64()?, small(from)?));
        }
        let choose_at = from.read_size()?;
        let window = from.read_up_to(heaps.saturating_add(rules.last as u64))?;
        let (stride, scanned) = (from.read_u64()?, from.read_up_to(heaps)?);
        let mut saved = Vec::new();
        for _ in 0..from.read_up_to(heaps)? {
            saved.push(SavedWindow { heap: from.read_up_to(heaps)?, copy: from.read_list_of(window)? });
        }
        let repeat = read_repeat(from)?;
        let space = Space { mask, parity };
        let last_rare = rare.last().map_or(0, |&(heap, _)| heap);
        let needed = last_rare.max(part).saturating_add(rules.last as u64);
        let is_valid = mask != 0
            && (parity.is_none() || parity == rules.parity())
            && heaps <= MAX_HEAPS
            && history.first().iter().chain(history.latest().0).all(|&value| value <= largest)
            && part < history.first().len() as u64
            && history.retained() >= RETAINED_VALUES
            && rare.is_sorted_by(|a, b| a.0 < b.0)
            // Rare heaps are at least 1, and the values of all are kept.
            && rare.iter().all(|&(heap, value)| {
                heap > 0 && history.get(heap) == Some(value) && space.is_rare(heap, value)
            })
            // The values that the next heaps need are among the latest ones.
            && needed <= history.retained() as u64
            && window == needed
            && scanned >= base.saturating_add(MIN_WINDOW)
            // The windows that the next scan reads end at most a stride before the values that it scans.
            && (base == 0 || scanned - base >= window.saturating_add(FIRST_STRIDE))
            && window >= MIN_WINDOW
            && stride != 0
            && stride.is_multiple_of(FIRST_STRIDE)
            && saved.is_sorted_by(|a: &SavedWindow, b| a.heap < b.heap)
            && saved.iter().all(|saved| (window..=scanned).contains(&saved.heap))
            && repeat.is_none_or(|Repeat { heap, period }| {
                let end = heap.checked_add(period).filter(|_| period > 0);
                window < heap
                    && end.is_some_and(|end| end <= heaps)
                    && saved.iter().any(|saved| saved.heap == heap)
            });
        if !is_valid {
            return Err(CheckpointError::Invalid);
        }
        let recurrence = Recurrence::resume(window, stride, saved, scanned, &history);
        let engine = Engine::with(rules, space, history, rare, part, largest);
        Ok(Self { engine, recurrence, choose_at, repeat })
    }
}

/// Reads the values that are kept.
fn read_history(from: &mut Decoder<'_>) -> Result<History, CheckpointError> {
    let (retained, base) = (from.read_size()?, from.read_u64()?);
    let (first, latest): (Vec<u16>, Vec<u16>) = (from.read_list(u64::MAX)?, from.read_list(u64::MAX)?);
    base.checked_add(latest.len() as u64).ok_or(CheckpointError::Invalid)?;
    match base {
        0 if first.is_empty() => Ok(History::new(latest, retained)),
        1.. if first.len() == retained && latest.len() >= retained => {
            Ok(History::resume(first, base, latest, retained))
        }
        _ => Err(CheckpointError::Invalid),
    }
}

fn read_repeat(from: &mut Decoder<'_>) -> Result<Option<Repeat>, CheckpointError> {
    match (from.read_u64()?, from.read_u64()?) {
        (NONE, NONE) => Ok(None),
        (heap, period) => Ok(Some(Repeat { heap, period })),
    }
}

/// Reads a mask or a value.
fn small(from: &mut Decoder<'_>) -> Result<u16, CheckpointError> {
    Ok(from.read_up_to(u16::MAX.into())? as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::{Code, Table};

    /// A search whose last heap so far is common.
    fn search(game: &Game) -> SparseSearch {
        let mut table = Table::new(game.clone());
        table.grow(16_384).unwrap();
        let mut search = SparseSearch::begin(game, table.values()).unwrap();
        search.advance(20_000, u64::MAX, 1);
        search
    }

    #[test]
    fn states_that_no_search_has_are_refused() {
        let game = Game::Code(Code::parse("4.406").unwrap());
        let read = |search: &SparseSearch| {
            let mut bytes = Vec::new();
            search.write(&mut bytes).unwrap();
            Decoder::read_all(&mut &bytes[..], |from| SparseSearch::read(&game, from)).map(|_| ())
        };
        let right = search(&game);
        assert_eq!(read(&right), Ok(()));
        let SparseSearch { engine, recurrence, .. } = &right;
        let with_rare = |rare: Vec<(u64, u16)>| {
            let rules = engine.rules().clone();
            let history = engine.history().clone();
            let engine = Engine::with(rules, engine.space(), history, rare, engine.part(), engine.largest());
            SparseSearch { engine, ..right.clone() }
        };
        let (last, value) = *engine.rare().last().unwrap();
        let others = &engine.rare()[..engine.rare().len() - 1];
        let wrong = [
            ("heap 0 is rare", with_rare([&[(0, 0)], engine.rare()].concat())),
            ("another value", with_rare([others, &[(last, value ^ 1)]].concat())),
            ("a common heap is rare", {
                let common = (last + 1, engine.history().get(last + 1).unwrap());
                let mut with_one_more = with_rare([engine.rare(), &[common]].concat());
                let window = with_one_more.engine.window();
                with_one_more.recurrence = Recurrence::new(window, engine.history());
                with_one_more
            }),
            ("longer windows", {
                let recurrence = Recurrence::new(recurrence.window() + 1, engine.history());
                SparseSearch { recurrence, ..right.clone() }
            }),
        ];
        for (what, wrong) in wrong {
            assert_eq!(read(&wrong), Err(CheckpointError::Invalid), "{what}");
        }

        // States without rare heaps, from some heap on, of which the values from `base` on are kept.
        let state = |base: u64, parity: Option<u8>, saved: u64, scanned: u64| {
            let values = vec![0; RETAINED_VALUES];
            let history = match base {
                0 => History::new(values, RETAINED_VALUES),
                _ => History::resume(values.clone(), base, values, RETAINED_VALUES),
            };
            let space = Space { parity, ..engine.space() };
            let engine = Engine::with(engine.rules().clone(), space, history, Vec::new(), 100, engine.largest());
            let window = engine.window();
            let saved = vec![SavedWindow { heap: saved, copy: vec![0; window as usize] }];
            let recurrence = Recurrence::resume(window, FIRST_STRIDE, saved, scanned, engine.history());
            SparseSearch { engine, recurrence, ..right.clone() }
        };
        let window = state(0, None, 1000, 2000).engine.window();
        assert_eq!(engine.rules().parity(), None);
        for (what, right, wrong) in [
            ("a parity that the game does not have", state(0, None, 1000, 2000), state(0, Some(1), 1000, 2000)),
            ("a saved window beyond the scanned heaps", state(0, None, 1000, 1000), state(0, None, 1000, 999)),
            (
                "values that the next scan reads are missing",
                state(5000, None, 1000, 5000 + window + FIRST_STRIDE),
                state(5000, None, 1000, 5000 + window + FIRST_STRIDE - 1),
            ),
        ] {
            assert_eq!((read(&right), read(&wrong)), (Ok(()), Err(CheckpointError::Invalid)), "{what}");
        }
    }
}
