//! The opening of a game that is too large to be solved whole: the positions after at most some number of moves, with their verdicts.
//!
//! Only the positions after the last of these moves are searched, one of each symmetry class. The verdicts of all others follow from
//! those of their options. A search may use what is known of positions after fewer moves: the options of a position with a known verdict
//! are at least as good for the other player as that verdict allows.

use super::error::BuildError;
use super::row::{Row, RowId};
use super::statistics::{Count, Statistics};
use crate::answer::{PositionValue, Searched};
use crate::checkpoint::{CheckpointError, Checkpointer, write_list, write_u64};
use crate::game::{TieredBlock, TieredOption, TieredRow};
use crate::limits::{Limits, Phase, Progress, RunError};
use crate::solve::{SearchError, Searcher};
use crate::text::{DynGame, DynTiered, Key};
use crate::value::{Grundy, Remoteness, Tally, Undefined, Verdict};
use rustc_hash::FxHashMap;

/// Bytes of a position, with room for its place in maps during the run.
const POSITION_BYTES: u64 = 64;
/// The most positions that are expanded between two checks of the limits.
const MAX_EXPANDED: usize = 1 << 12;

/// The part of the memory that the table of the search may take.
const TABLE_SHARE: u64 = 2;

/// The verdicts of all positions after at most some number of moves, one position of each class.
pub(super) struct OpeningGame<'a> {
    game: &'a dyn DynGame,
    words: &'a dyn DynTiered,
    undefined: Undefined,
    start: Key,
    tiers: Vec<OpeningTier>,
    /// Number of moves of all positions.
    moves: u64,
}

/// The positions after one number of moves.
struct OpeningTier {
    number: u32,
    /// The words of canonical positions, ascending.
    words: Vec<u64>,
    /// The verdicts, in the order of the words.
    verdicts: Vec<Verdict>,
}

/// A function that returns the verdict of a canonical position, if that is known.
pub type KnownVerdicts<'a> = dyn Fn(&Key) -> Option<Verdict> + 'a;

/// What [`solve`] solves.
pub(super) struct OpeningPlan<'a> {
    pub(super) start: &'a Key,
    /// The number of moves after which positions are searched.
    pub(super) moves: u32,
    /// Verdicts that are known before the run.
    pub(super) known: Option<&'a KnownVerdicts<'a>>,
}

/// Solves the positions after at most `plan.moves` moves.
pub(super) fn solve<'a>(
    game: &'a dyn DynGame,
    (words, undefined): (&'a dyn DynTiered, Undefined),
    plan: &OpeningPlan<'_>,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<OpeningGame<'a>, BuildError> {
    let mut tiers = find(words, plan, limits)?;
    let known = match plan.known {
        Some(known) => known_bounds(words, known, &tiers),
        None => FxHashMap::default(),
    };
    search_last(game, words, &mut tiers, &known, limits, checkpointer)?;
    let mut opening = OpeningGame { game, words, undefined, start: plan.start.clone(), tiers, moves: 0 };
    opening.derive();
    Ok(opening)
}

/// Finds the classes of positions after at most the given number of moves.
fn find(words: &dyn DynTiered, plan: &OpeningPlan<'_>, limits: &Limits<'_>) -> Result<Vec<OpeningTier>, BuildError> {
    let mut tiers: Vec<OpeningTier> = Vec::new();
    let first = words.tier(plan.start);
    let mut here = vec![words.canonical(words.word(plan.start))];
    let mut found = 0;
    for depth in 0..=plan.moves {
        let number = first.saturating_add(depth);
        found += here.len() as u64;
        limits.check(found, found.saturating_mul(POSITION_BYTES))?;
        let mut next = Vec::new();
        if depth < plan.moves {
            let mut block = TieredBlock::default();
            let mut distinct = 0;
            for some in here.chunks(MAX_EXPANDED) {
                block.clear();
                words.expand(number, some, &mut block);
                if block.options().iter().any(|option| option.tier != number + 1) {
                    return Err(BuildError::NoOpening);
                }
                next.extend(block.options().iter().map(|option| words.canonical(option.word)));
                // Remove duplicates whenever the list has about doubled since the last removal.
                if next.len() > 2 * distinct + MAX_EXPANDED {
                    next.sort_unstable();
                    next.dedup();
                    distinct = next.len();
                }
                let held = (distinct + block.options().len()) as u64;
                limits.check(found, (found + held).saturating_mul(POSITION_BYTES))?;
            }
            next.sort_unstable();
            next.dedup();
        }
        tiers.push(OpeningTier { number, words: std::mem::replace(&mut here, next), verdicts: Vec::new() });
        if here.is_empty() {
            break;
        }
    }
    Ok(tiers)
}

/// What the known verdicts of the tier before the last say about the positions of the last tier.
fn known_bounds(words: &dyn DynTiered, known: &KnownVerdicts<'_>, tiers: &[OpeningTier]) -> FxHashMap<u64, Searched> {
    let mut bounds: FxHashMap<u64, Searched> = FxHashMap::default();
    let [.., before, _] = tiers else { return bounds };
    let mut block = TieredBlock::default();
    for &word in &before.words {
        let Some(verdict) = known(&words.position(word)) else { continue };
        block.clear();
        words.expand(before.number, &[word], &mut block);
        for &TieredOption { moves_again, word, .. } in block.options() {
            let earlier = bounds.entry(words.canonical(word)).or_insert(Searched::UNKNOWN);
            *earlier = Searched::of_option(verdict, moves_again).and(earlier);
        }
    }
    bounds
}

/// Searches the positions of the last tier, in order. The state of the run is the number of positions and the verdicts of the first ones.
fn search_last(
    game: &dyn DynGame,
    words: &dyn DynTiered,
    tiers: &mut [OpeningTier],
    known: &FxHashMap<u64, Searched>,
    limits: &Limits<'_>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<(), BuildError> {
    let Some(last) = tiers.last_mut() else { return Ok(()) };
    let of = last.words.len() as u64;
    let codes = checkpointer.take_previous(|from| match from.read_u64()? {
        count if count == of => from.read_list::<u32>(of),
        _ => Err(CheckpointError::Invalid),
    })?;
    last.verdicts = codes.unwrap_or_default().into_iter().map(verdict_of_code).collect();
    let mut search = words.search(limits.memory.map(|memory| memory / TABLE_SHARE));
    let mut searcher = search.is_none().then(|| Searcher::new(game));
    let level = last.number;
    for i in last.verdicts.len()..last.words.len() {
        let word = last.words[i];
        let on_progress = |inner: Progress| {
            let progress = Progress { phase: Phase::Solve, level, done: i as u64, of: Some(of), bytes: inner.bytes };
            (limits.on_progress)(progress);
        };
        let inner = Limits { on_progress: &on_progress, positions: None, ..*limits };
        let at = words.position(word);
        let known = known.get(&word).unwrap_or(&Searched::UNKNOWN);
        let found = match (&mut search, &mut searcher) {
            (Some(search), _) => search.value(&at, known, &inner)?,
            (None, Some(searcher)) => searcher.value(&at, &inner).map_err(|error| match error {
                SearchError::Run(error) => BuildError::from(error),
                SearchError::Rules(error) => BuildError::Rules(error),
                SearchError::Recurs { .. } => BuildError::NoOpening,
            })?,
            (None, None) => return Err(BuildError::NoOpening),
        };
        let verdict = found.verdict();
        last.verdicts.extend(verdict);
        checkpointer.save_if_due(&mut |out| {
            let codes: Vec<u32> = last.verdicts.iter().copied().map(code_of_verdict).collect();
            write_u64(out, of)?;
            write_list(out, &codes)
        })?;
        if verdict.is_none() {
            return Err(found.stopped.unwrap_or(RunError::Interrupted { positions: i as u64 }).into());
        }
    }
    Ok(())
}

/// A verdict as a number: 0 for a draw, 2r + 1 for a win and 2r + 2 for a loss in r moves.
fn code_of_verdict(verdict: Verdict) -> u32 {
    match verdict {
        Verdict::Draw => 0,
        Verdict::Win(r) => 2 * r.0 + 1,
        Verdict::Loss(r) => 2 * r.0 + 2,
    }
}

fn verdict_of_code(code: u32) -> Verdict {
    let remoteness = Remoteness(code.saturating_sub(1) / 2);
    match code {
        0 => Verdict::Draw,
        code if code % 2 == 1 => Verdict::Win(remoteness),
        _ => Verdict::Loss(remoteness),
    }
}

impl OpeningGame<'_> {
    /// Computes the verdicts of all tiers but the last, from the last to the first, and counts the moves.
    fn derive(&mut self) {
        let mut block = TieredBlock::default();
        for i in (0..self.tiers.len()).rev() {
            let (before, after) = self.tiers.split_at_mut(i + 1);
            let tier = &mut before[i];
            let verdict_of = |option: &TieredOption| {
                let options = after.first()?;
                let place = options.words.binary_search(&self.words.canonical(option.word)).ok()?;
                Some(options.verdicts[place])
            };
            let is_searched = after.is_empty();
            for &word in &tier.words {
                block.clear();
                self.words.expand(tier.number, &[word], &mut block);
                let class = self.game.class_size(&self.words.position(word)).unwrap_or(1);
                self.moves += class * block.options().len() as u64;
                if is_searched {
                    continue;
                }
                let mut tally = Tally::default();
                for option in block.options() {
                    tally.add(
                        verdict_of(option).expect("the options of a tier are in the next one"),
                        option.moves_again,
                    );
                }
                tier.verdicts.push(match block.rows() {
                    [TieredRow::Terminal(outcome)] => Verdict::terminal(*outcome),
                    _ => tally.verdict(),
                });
            }
        }
    }

    /// Calls `f` with every position until it returns `false`, by tier and word.
    fn each(&self, mut f: impl FnMut(&Row) -> bool) {
        for tier in &self.tiers {
            for (&word, &verdict) in tier.words.iter().zip(&tier.verdicts) {
                let weight = self.game.class_size(&self.words.position(word)).unwrap_or(1);
                let player = self.words.player(word);
                if !f(&Row { id: RowId::Word(tier.number, word), verdict, grundy: None, player, weight }) {
                    return;
                }
            }
        }
    }

    pub(super) fn count(&self) -> Statistics {
        let mut count = Count::default();
        let mut start = None;
        self.each(|row| {
            count.add(row.verdict, row.player, row.weight);
            start = start.or(Some(row.verdict));
            true
        });
        let value = |verdict| PositionValue::solved(verdict, Grundy::Undefined(self.undefined));
        count.statistics(self.moves, start.map(|verdict| (self.start.clone(), value(verdict))))
    }

    pub(super) fn rows(&self, limits: &Limits<'_>, each: &mut dyn FnMut(&Row) -> bool) -> Result<(), BuildError> {
        let mut done = 0u64;
        let mut checked = limits.check(0, 0);
        self.each(|row| {
            done += 1;
            if done.is_multiple_of(MAX_EXPANDED as u64) {
                checked = limits.check(0, 0);
            }
            checked.is_ok() && each(row)
        });
        Ok(checked?)
    }

    pub(super) fn position(&self, word: u64) -> Key {
        self.words.position(word)
    }

    pub(super) fn text(&self, word: u64) -> String {
        self.words.text(word)
    }

    /// The number of the last tier, whose verdicts were found by search.
    pub(super) fn last_tier(&self) -> u32 {
        self.tiers.last().map_or(0, |tier| tier.number)
    }
}
