//! The sparse-space engine, which computes hundreds of billions of values if few heaps are rare.
//!
//! | module | what |
//! |---|---|
//! | `space` | rare heaps, and the mask with the fewest |
//! | `history` | the values that are kept |
//! | `search` | the search for a period: `engine`, `recurrence` and `proof` in turn; `checkpoint` writes it, `certify` proves it to others |
//! | `engine` | values heap after heap, in blocks or one by one; `run` compiles it for vectors |
//! | `stamps` | one heap at a time, for values of any size |
//! | `witness` | splits that prove rare values to be options |
//! | `parts` | the splits that are examined for all heaps of a block |
//! | `kernel`, `any_kernel` | kernels compute blocks of heaps at once: what they have in common; the choice of the size of their sets |
//! | `pipeline` | blocks on several threads |
//! | `word_kernel` | blocks of 64 heaps: `word_sets` has the sets, `word_groups` unites them, `word_common_options` computes ranks, `word_rare_options` and `word_check` check them |
//! | `byte_kernel` | blocks of 128 heaps: `byte_sets` has the sets, with `one_hot`, `byte_groups` unites them, `byte_chain` computes ranks, `byte_rare_options` and `byte_check` check them |
//! | `chain` | ranks that depend on those right before them, in sets of any size (`rank_set`) |
//! | `recurrence` | finds a window that recurs |
//! | `proof` | derives the period from it |

mod any_kernel;
mod byte_chain;
mod byte_check;
mod byte_groups;
mod byte_kernel;
mod byte_rare_options;
mod byte_sets;
mod certify;
mod chain;
mod checkpoint;
mod engine;
mod history;
mod kernel;
mod one_hot;
mod parts;
mod pipeline;
mod proof;
mod rank_set;
mod recurrence;
mod run;
mod search;
mod short_word;
mod space;
mod stamps;
mod witness;
mod word_check;
mod word_common_options;
mod word_groups;
mod word_kernel;
mod word_rare_options;
mod word_sets;

pub(super) use proof::Failure;
pub(super) use search::{AdvanceResult, MIN_START_HEAPS, SparseSearch, WINDOW_THEOREM};

#[cfg(test)]
mod tests {
    use super::engine::{Engine, Event};
    use super::history::History;
    use super::recurrence::Recurrence;
    use super::search::{AdvanceResult, SparseSearch};
    use super::space::{Rules, Space};
    use crate::heap::octal::{Code, Game, Table};
    use crate::simd::SimdLevel;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn table(name: &str, heaps: usize) -> Table {
        let game = if name == "grundys-game" { Game::Grundy } else { Game::Code(Code::parse(name).unwrap()) };
        let mut table = Table::new(game);
        table.grow(heaps).unwrap();
        table
    }

    /// Sets of 16, 32, 64, 128 and 256 bits; with heap parity, with several breaking digits, and with unequal parts.
    #[test]
    fn every_width_of_vectors_gives_the_same_values() {
        let mut sizes = BTreeSet::new();
        let names = ["0.16", "0.106", "0.104", "0.454", "0.054", "0.376", "0.6", "grundys-game", "0.6666"];
        // The last ones have several moves that split, and sets of 64 bits or more.
        for name in names.into_iter().chain(["0.174", "0.324", "0.336", "0.774", "4.367"]) {
            let table = table(name, 24_000);
            let rules = Rules::of(table.game()).unwrap();
            let begin = &table.values()[..16_384];
            let (space, _) = Space::choose(&rules, begin).unwrap();
            for simd in SimdLevel::available() {
                let history = History::new(begin.to_vec(), 1 << 20);
                let mut engine = Engine::new(rules.clone(), space, history, 1 << 12).with_simd(simd);
                while engine.run(24_000) != Event::End {}
                sizes.insert(engine.set_bits());
                assert!(engine.history().first() == table.values(), "{name}, {simd:?}");
                assert_eq!(engine.largest(), table.largest(), "{name}, {simd:?}");
            }
        }
        // After a heap that is rare or needs a larger part, there are no sets.
        sizes.remove(&0);
        assert_eq!(sizes, BTreeSet::from([16, 32, 64, 128, 256]));
    }

    #[test]
    fn a_window_determines_the_values_after_it() {
        for name in ["0.106", "0.454", "0.054", "0.324"] {
            let table = table(name, 16_384);
            let rules = Rules::of(table.game()).unwrap();
            let (space, _) = Space::choose(&rules, table.values()).unwrap();
            for part in [1 << 8, 1 << 12] {
                let history = History::new(table.values().to_vec(), 1 << 20);
                let mut engine = Engine::new(rules.clone(), space, history, part);
                while engine.run(70_000) != Event::End {}
                let (from, window) = (60_000, engine.window() as usize);
                assert!(window < 60_000, "{name}");
                let mut again = engine.recompute_from(from, engine.history().before(from, window));
                for end in (from + 250..=70_000).step_by(250) {
                    assert_eq!(again.run(end), Event::End, "{name}, part {part}");
                    assert!(
                        again.history().latest().0.ends_with(engine.history().before(end, 250)),
                        "{name}, part {part}, before {end}"
                    );
                }
            }
        }
    }

    #[test]
    fn parts_with_which_searches_succeed_are_examined_for_all_heaps() {
        let table = table("0.16", 60_000);
        let rules = Rules::of(table.game()).unwrap();
        let begin = &table.values()[..16_384];
        let (space, _) = Space::choose(&rules, begin).unwrap();
        let mut engine = Engine::new(rules, space, History::new(begin.to_vec(), 1 << 20), 1 << 12);
        while engine.run(60_000) != Event::End {}
        assert!(engine.history().first() == table.values());
        let parts = engine.successful_parts();
        assert!(parts.len() > 8, "{parts:?}");
        assert!(parts.iter().all(|&(part, value)| table.values()[part as usize] == value));
        assert!(parts.iter().all(|&(part, value)| !space.is_rare(part, value)));
    }

    /// One value too few is kept, at first, to go on after a rare heap.
    #[test]
    fn values_that_were_dropped_are_computed_again() {
        let table = table("0.324", 16_384);
        let begin = || SparseSearch::begin(table.game(), table.values()).unwrap();
        let mut all = begin();
        while all.heaps() < 200_000 {
            assert_eq!(all.advance(200_000, u64::MAX, 1), AdvanceResult::Known);
        }
        // A rare heap before which no heap is rare for so long that the search needs fewer values than all before it.
        let has_gap = |pair: &&[(u64, u16)]| pair[1].0 > 16_384 && pair[1].0 - pair[0].0 > 10_000;
        let rare = all.engine.rare().windows(2).find(has_gap).unwrap()[1].0;
        let retained = rare as usize - 1;
        let run = |memory: u64| {
            let mut few = begin();
            few.engine.history_mut().set_retained(retained);
            while few.heaps() < 200_000 {
                let ended = few.advance(200_000, memory, 1);
                if ended != AdvanceResult::Known {
                    return (ended, few);
                }
            }
            (AdvanceResult::Known, few)
        };
        // Four times as many values take ten bytes each.
        let memory = 40 * retained as u64;
        let (ended, few) = run(memory);
        assert!(matches!(ended, AdvanceResult::Memory(bytes) if bytes > memory), "{ended:?}");
        assert_eq!((few.heaps(), few.engine.history().retained()), (rare, retained));
        assert!(few.all().is_none() && few.first() == &all.first()[..retained]);
        let (ended, few) = run(u64::MAX);
        assert_eq!(ended, AdvanceResult::Known);
        let known = few.first();
        assert!(known.len() > retained && known == &all.first()[..known.len()]);
        assert!(few.engine.rare() == all.engine.rare());
    }

    proptest! {
        #[test]
        fn the_space_chosen_has_the_fewest_rare_heaps(values in prop::collection::vec(0u16..12, 2..60), code in 0usize..4) {
            let rules = Rules::of(&Game::Code(Code::parse(["0.16", "0.106", "4.4", "0.77"][code]).unwrap())).unwrap();
            let rare = |space: Space| (1..).zip(&values[1..]).filter(|&(x, &v)| space.is_rare(x, v)).count();
            let Some((space, count)) = Space::choose(&rules, &values) else {
                prop_assert!(values.iter().all(|&v| v == 0));
                return Ok(());
            };
            prop_assert_eq!(rare(space), count);
            let parity = rules.breaks.iter().all(|i| i % 2 == rules.breaks[0] % 2).then_some((rules.breaks[0] % 2) as u8);
            for mask in 1..16 {
                let (without, with) = (rare(Space { mask, parity: None }), rare(Space { mask, parity }));
                prop_assert!(without >= count && with >= count);
            }
        }

        #[test]
        fn ranks_of_a_class_keep_order_and_sums(mask in 1u16..512, flip in 0usize..2, a in 0u16..512, b in 0u16..512) {
            let space = Space { mask, parity: Some(0) };
            let (rank, other) = (a / 2, b / 2);
            let common = space.value(rank, true, flip);
            prop_assert_eq!(space.common_values(&[rank], flip), [common]);
            prop_assert_eq!(space.value(other, false, flip) < common, other < space.least_not_less(common, rank));
            prop_assert_eq!(space.value(space.rank(a), space.is_common(a, flip), flip), a);
            prop_assert_eq!(space.rank(a ^ b), space.rank(a) ^ space.rank(b));
            if space.is_common(a, 0) == space.is_common(b, 0) {
                prop_assert_eq!(space.rank(a).cmp(&space.rank(b)), a.cmp(&b));
            }
        }

        #[test]
        fn a_history_drops_only_old_values(retained in 1usize..50, steps in prop::collection::vec(1usize..20, 1..40)) {
            let mut history = History::new(vec![0], retained);
            for step in steps {
                history.reserve(step);
                let heaps = history.heaps();
                history.extend(&(heaps..heaps + step as u64).map(|x| x as u16).collect::<Vec<_>>());
                let heaps = history.heaps();
                let is_kept = |x: u64| x < retained as u64 || x + retained as u64 >= heaps;
                prop_assert!((0..heaps).filter(|&x| is_kept(x)).all(|x| history.get(x) == Some(x as u16)));
                prop_assert!((0..heaps).all(|x| history.get(x).is_none_or(|value| value == x as u16)));
            }
        }

        #[test]
        fn a_window_that_comes_again_is_seen(
            tail in prop::collection::vec(0u16..3, 0..900),
            cycle in prop::collection::vec(0u16..3, 1..700),
            window in 9u64..40,
            step in 1u64..300,
        ) {
            let (preperiod, period) = (tail.len() as u64, cycle.len() as u64);
            let values: Vec<u16> = tail.into_iter().chain(cycle.into_iter().cycle()).take(12_000).collect();
            let history = History::new(values.clone(), 1 << 20);
            let begin = History::new(values[..window as usize].to_vec(), 1 << 20);
            let mut recurrence = Recurrence::new(window, &begin);
            let found = (1..).map(|i| (i * step).min(12_000)).find_map(|end| recurrence.scan(&history, end));
            let (heap, recurred_at) = found.unwrap();
            let at = |end: u64| &values[(end - window) as usize..end as usize];
            // It recurs, and this is its first recurrence.
            prop_assert_eq!(at(heap), at(recurred_at));
            prop_assert!((heap + 1..recurred_at).all(|end| at(end) != at(heap)));
            // Windows are saved as long as at most 64 have to be; each ends with the last of the largest of 256 values.
            let last_largest = |next: u64| (next - 255..=next).filter(|&end| end > window).max_by_key(|&end| values[end as usize - 1]);
            let saved: Vec<u64> = (1..).map(|i| 256 * i).take_while(|&next| next <= 12_000).filter_map(last_largest).collect();
            prop_assert!(saved.contains(&heap));
            // No window that was saved before recurred.
            let none = saved.iter().take_while(|&&s| s < heap).all(|&s| (s + 1..recurred_at).all(|end| at(end) != at(s)));
            prop_assert!(none);
            // The first window saved after the preperiod recurs one period later; another one may by chance recur earlier.
            prop_assert!(recurred_at <= (preperiod + window + 256).next_multiple_of(256) + period);
        }
    }
}
