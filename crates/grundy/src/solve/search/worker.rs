//! One thread of a search: decides whether the score of a position is at least a given number.
//!
//! The search is depth-first with a window of one score, after Knuth and Moore 1975, and returns bounds that may be better than the
//! question requires. Its stack is explicit: a game may be long, and the expander of a rules file must be renewed between positions. A
//! position is visited in these steps, the cheapest first.
//!
//! 1. The transposition table may have a sufficient bound.
//! 2. The game may provide a sufficient bound.
//! 3. The position is expanded. Without options, its outcome is known. With options, the end is at least one move away, which answers
//!    questions about shorter wins and losses.
//! 4. The stored bounds of the options may give a sufficient bound.
//! 5. The options are searched, in the order of `order.rs`. One that is good enough answers the question with *yes*.

use super::backend::{Backend, Choice, Expand};
use super::control::{Cancelled, Control};
use super::order::History;
use super::score::{self, Range};
use super::table::{self, Entry, Table};
use crate::game::Player;
use crate::text::RulesError;
use crate::value::Verdict;
use rustc_hash::FxHashSet;

/// The first option, counted from 0, that a thread defers if another thread is searching it. An earlier option is likely to answer the
/// question, and then searching the later ones first would be wasted work.
const FIRST_DEFERRED: usize = 1;

/// Why a thread ended its search without an answer.
#[derive(Debug)]
pub(super) enum Ended<P> {
    Cancelled,
    /// The rules failed.
    Rules(RulesError),
    /// This position recurs, so that an unbounded question has no answer by search.
    Recurs(P),
}

impl<P> From<Cancelled> for Ended<P> {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// A position whose options are being searched.
struct Frame<P> {
    at: P,
    hash: u64,
    player: Option<Player>,
    /// Whether the player to move is that of the position before.
    moves_again: bool,
    question: i32,
    /// Bounds of the score that do not follow from the options.
    known: Range,
    /// What is known of the best option so far, and of the last one.
    best: Range,
    best_index: u16,
    /// The first option of the position.
    first: usize,
    /// The options that are not searched yet: from `next` to `end`, then the deferred ones from `end` on.
    next: usize,
    end: usize,
    /// Number of options that were searched.
    tried: usize,
    /// Number of positions that the thread had visited before.
    visited: u64,
}

/// One thread of a search.
pub(super) struct Worker<'s, B: Backend> {
    backend: &'s B,
    table: &'s Table<B::Key>,
    control: &'s Control<'s>,
    history: &'s mut History,
    /// The path from the root, and the options of its positions, one position after the other.
    frames: Vec<Frame<B::Position>>,
    choices: Vec<Choice<B::Position>>,
    /// The hashes of the options of one position, where the table may have the option.
    hashes: Vec<Option<u64>>,
    /// The keys of the path, if a position may recur in a game and the question is unbounded.
    path: FxHashSet<B::Key>,
    /// Bytes of a key of the path.
    key_bytes: u64,
    visited: u64,
    /// The value of `visited` at which the limits are checked, and at the last check.
    next_check: u64,
    last_check: u64,
}

/// The result of the visit of a position.
enum Visit {
    /// Its range answers the question; for the player who moves there if `moves_again`, otherwise for the opponent.
    Answered(Range, bool),
    /// Its options must be searched.
    Entered,
}

impl<'s, B: Backend> Worker<'s, B> {
    pub(super) fn new(
        backend: &'s B,
        table: &'s Table<B::Key>,
        control: &'s Control<'s>,
        history: &'s mut History,
    ) -> Self {
        Self {
            backend,
            table,
            control,
            history,
            frames: Vec::new(),
            choices: Vec::new(),
            hashes: Vec::new(),
            path: FxHashSet::default(),
            key_bytes: backend.key_bytes() + size_of::<B::Key>() as u64,
            visited: 0,
            next_check: B::INTERVAL,
            last_check: 0,
        }
    }

    /// Returns bounds of the score of `root` that answer the question.
    pub(super) fn search(&mut self, root: &B::Position, question: i32) -> Result<Range, Ended<B::Position>> {
        let root = Choice { position: root.clone(), moves_again: Some(true), index: 0, rank: 0 };
        let mut root = Some(root);
        let mut result = Err(Ended::Cancelled);
        self.backend.with_expander(&mut |expand| {
            let step = match root.take() {
                Some(root) => self.start(root, question, expand),
                None => self.step(expand),
            };
            match step {
                Ok(None) => true,
                Ok(Some(range)) => {
                    result = Ok(range);
                    false
                }
                Err(ended) => {
                    result = Err(ended);
                    false
                }
            }
        });
        self.control.count(self.visited - self.last_check);
        result
    }

    fn start(
        &mut self,
        root: Choice<B::Position>,
        question: i32,
        expand: &mut Expand<'_, B::Position>,
    ) -> Result<Option<Range>, Ended<B::Position>> {
        match self.visit(root, None, Some(question), expand)? {
            Visit::Answered(range, _) => Ok(Some(range)),
            Visit::Entered => Ok(None),
        }
    }

    /// Continues the search until it has visited one more option, or returns the result for the root.
    fn step(&mut self, expand: &mut Expand<'_, B::Position>) -> Result<Option<Range>, Ended<B::Position>> {
        loop {
            let Some(frame) = self.frames.last_mut() else { return Err(Ended::Cancelled) };
            if frame.best.lower >= frame.question || frame.next == self.choices.len() {
                let Some((range, moves_again)) = self.leave() else { return Err(Ended::Cancelled) };
                if self.frames.is_empty() {
                    return Ok(Some(range));
                }
                self.record(range, moves_again);
                continue;
            }
            let Some(choice) = self.next_choice() else { continue };
            let Some(frame) = self.frames.last() else { return Err(Ended::Cancelled) };
            let (player, question) = (frame.player, frame.question);
            let of_option = choice.moves_again.map(|moves_again| score::for_option(question, moves_again));
            match self.visit(choice, player, of_option, expand)? {
                Visit::Answered(range, moves_again) => self.record(range, moves_again),
                Visit::Entered => {}
            }
            return Ok(None);
        }
    }

    /// Takes the option that is tried next. `None`: it was deferred.
    fn next_choice(&mut self) -> Option<Choice<B::Position>> {
        let frame = self.frames.last_mut()?;
        let is_deferred = frame.next == frame.end;
        let end = if is_deferred { self.choices.len() } else { frame.end };
        let next = (frame.next..end).max_by_key(|&i| (self.choices[i].rank, std::cmp::Reverse(i)))?;
        self.choices.swap(frame.next, next);
        if self.control.is_shared() && !is_deferred && frame.tried >= FIRST_DEFERRED {
            let hash = table::hash(B::key(&self.choices[frame.next].position));
            if self.control.is_entered(hash) {
                frame.end -= 1;
                self.choices.swap(frame.next, frame.end);
                return None;
            }
        }
        let choice = self.choices[frame.next].clone();
        if is_deferred {
            frame.end += 1;
        }
        frame.next += 1;
        frame.tried += 1;
        Some(choice)
    }

    /// Visits a position: answers the question about it, or adds it to the path. `player` is the player at the position before.
    /// `question` is `None` if it depends on the player to move here.
    fn visit(
        &mut self,
        choice: Choice<B::Position>,
        player: Option<Player>,
        question: Option<i32>,
        expand: &mut Expand<'_, B::Position>,
    ) -> Result<Visit, Ended<B::Position>> {
        self.visited += 1;
        if self.visited == self.next_check {
            self.check()?;
        }
        let at = choice.position;
        let key = B::key(&at);
        let hash = table::hash(key);
        let of_parent = self.frames.last().map(|frame| frame.question);
        let question_for = |moves_again| match (question, of_parent) {
            (Some(question), _) => question,
            (None, Some(of_parent)) => score::for_option(of_parent, moves_again),
            (None, None) => score::WIN,
        };
        let stored = self.table.get(key, hash);
        let known = stored.map_or(Range::UNKNOWN, |entry| entry.range);
        if let Some(entry) = stored {
            let moves_again = choice.moves_again.unwrap_or_else(|| score::moves_again(player, entry.player));
            if known.answer(question_for(moves_again)).is_some() {
                return Ok(Visit::Answered(known, moves_again));
            }
        }
        let known = self.backend.bounds(&at).map_or(known, |bounds| known.and(bounds));
        if let Some(moves_again) = choice.moves_again
            && known.answer(question_for(moves_again)).is_some()
        {
            return Ok(Visit::Answered(known, moves_again));
        }
        let first = self.choices.len();
        let expanded = expand(&at, &mut self.choices).map_err(Ended::Rules)?;
        let moves_again = choice.moves_again.unwrap_or_else(|| score::moves_again(player, expanded.player));
        let question = question_for(moves_again);
        if self.choices.len() == first {
            let range = Range::proved(Verdict::terminal(expanded.terminal));
            let entry = Entry { range, visited: 1, best: 0, player: expanded.player };
            self.table.put(key, hash, entry);
            return Ok(Visit::Answered(range, moves_again));
        }
        let known = expanded.bounds.map_or(known, |bounds| known.and(bounds)).and(Range::WITH_MOVES);
        if known.answer(question).is_some() {
            self.choices.truncate(first);
            return Ok(Visit::Answered(known, moves_again));
        }
        if B::MAY_RECUR && !score::is_bounded(question) && !self.path.insert(key.clone()) {
            return Err(Ended::Recurs(at));
        }
        self.control.enter(hash);
        self.frames.push(Frame {
            at,
            hash,
            player: expanded.player,
            moves_again,
            question,
            known,
            best: Range { lower: i32::MIN, upper: i32::MIN },
            best_index: stored.map_or(0, |entry| entry.best),
            first,
            next: first,
            end: self.choices.len(),
            tried: 0,
            visited: self.visited - 1,
        });
        self.look_up_options(first, stored.map(|entry| entry.best));
        Ok(Visit::Entered)
    }

    /// Ranks the options of the last position of the path, and looks up their bounds in the table: options that are proved not to be
    /// good enough need not be searched, and one that is proved to be good enough answers the question.
    fn look_up_options(&mut self, first: usize, best: Option<u16>) {
        let Some(frame) = self.frames.last_mut() else { return };
        // The signatures of all options are read before any entry, so that the processor need not wait for one after the other.
        self.hashes.clear();
        self.hashes.extend(self.choices[first..].iter().map(|choice| {
            let hash = table::hash(B::key(&choice.position));
            self.table.may_have(hash).then_some(hash)
        }));
        for i in first..self.choices.len() {
            let choice = &mut self.choices[i];
            let key = B::key(&choice.position);
            if let Some(entry) = self.hashes[i - first].and_then(|hash| self.table.get(key, hash)) {
                let moves_again = choice.moves_again.unwrap_or_else(|| score::moves_again(frame.player, entry.player));
                let range = entry.range.before_move(moves_again);
                match range.answer(frame.question) {
                    Some(true) => {
                        frame.best = range;
                        frame.best_index = choice.index;
                        return;
                    }
                    Some(false) => {
                        frame.best.lower = frame.best.lower.max(range.lower);
                        frame.best.upper = frame.best.upper.max(range.upper);
                        self.choices.swap(frame.next, i);
                        frame.next += 1;
                        continue;
                    }
                    None => {}
                }
            }
            let choice = &mut self.choices[i];
            let kind = B::move_kind(&frame.at, &choice.position);
            choice.rank += if Some(choice.index) == best { 1 << 60 } else { self.history.weight(kind) };
        }
    }

    /// Records the range of an option that was searched.
    fn record(&mut self, range: Range, moves_again: bool) {
        let Some(frame) = self.frames.last_mut() else { return };
        let range = range.before_move(moves_again);
        frame.best.lower = frame.best.lower.max(range.lower);
        frame.best.upper = frame.best.upper.max(range.upper);
        if range.lower >= frame.question
            && let Some(last) = frame.next.checked_sub(1)
        {
            let answer = &self.choices[last];
            frame.best_index = answer.index;
            let kind = B::move_kind(&frame.at, &answer.position);
            self.history.add(kind, self.visited - frame.visited);
        }
    }

    /// Removes the last position of the path, and returns its range and whether its player also moved before.
    fn leave(&mut self) -> Option<(Range, bool)> {
        let frame = self.frames.pop()?;
        self.choices.truncate(frame.first);
        let key = B::key(&frame.at);
        if B::MAY_RECUR && !score::is_bounded(frame.question) {
            self.path.remove(key);
        }
        self.control.leave(frame.hash);
        let found = if frame.best.lower >= frame.question {
            // The options that were not searched may be better.
            Range { lower: frame.best.lower, ..Range::WITH_MOVES }
        } else {
            frame.best
        };
        let range = frame.known.and(found);
        let visited = u32::try_from(self.visited - frame.visited).unwrap_or(u32::MAX);
        self.table.put(key, frame.hash, Entry { range, visited, best: frame.best_index, player: frame.player });
        Some((range, frame.moves_again))
    }

    fn check(&mut self) -> Result<(), Cancelled> {
        let positions = self.visited - self.last_check;
        self.last_check = self.visited;
        self.next_check = self.visited + B::INTERVAL;
        let path = self.frames.capacity() * size_of::<Frame<B::Position>>();
        let choices = self.choices.capacity() * size_of::<Choice<B::Position>>();
        let keys = self.key_bytes * (self.choices.len() + 2 * self.path.capacity()) as u64;
        self.control.check(positions, (path + choices) as u64 + keys)
    }
}
