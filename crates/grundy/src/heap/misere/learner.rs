//! Learns the quotient of the heaps up to a new one, as a commutative automaton.
//!
//! After Angluin 1987, "Learning regular sets from queries and counterexamples", and Rivest and Schapire 1993. A state is represented by a
//! sum. A *context* is another sum; two sums are in one state as long as, beside each known context, both are lost or both are won. The
//! letters of the automaton are heaps, the *generators*: adding one leads from state to state. Unlike there, the letters of the correct
//! automaton commute. So if two generators do not commute in the states found so far, a new context distinguishes two sums of one state.
//! The outcomes come from an [`Oracle`], and a hypothesis is tested by the conditions of a proof, not by queries.

use super::meter::{Memory, Meter};
use super::monoid::{Monoid, Sum};
use super::oracle::{Oracle, Word};
use rustc_hash::FxHashMap;

/// The outcomes of a sum in all contexts, as bits.
type Row = Vec<u64>;

/// Why learning cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The outcomes contradict one another: their classes are too coarse.
    Inconsistent,
    /// There are more states than allowed.
    TooLarge,
    /// The meter ended the search.
    Stopped,
}

/// The states and contexts found so far.
pub(super) struct Learner<'o, 'a> {
    oracle: &'o mut Oracle<'a>,
    generators: Vec<u32>,
    contexts: Vec<Word>,
    states: Vec<State>,
    by_row: FxHashMap<Row, u32>,
    max_states: usize,
    /// The number of heaps in all sums of states and contexts.
    heaps: usize,
    /// The order of the hypothesis in use, or 0.
    hypothesis: usize,
    meter: &'a Meter<'a>,
    /// The memory that all of these use.
    memory: Memory<'a>,
}

/// A state, with the sum that represents it.
struct State {
    word: Word,
    sum: Sum,
    row: Row,
    /// For each generator, the row and the number of the next state.
    next: Vec<(Row, u32)>,
    /// The state from which this one was found, and the number of the generator; the first state is its own parent.
    parent: (u32, usize),
}

/// A hypothesis: a monoid and a sum for each element.
#[derive(Clone, Debug)]
pub(super) struct Hypothesis {
    pub(super) monoid: Monoid,
    pub(super) sums: Vec<Sum>,
    pub(super) generators: Vec<u32>,
    /// The elements of the generators.
    pub(super) elements: Vec<u32>,
}

impl<'o, 'a> Learner<'o, 'a> {
    pub(super) fn new(
        oracle: &'o mut Oracle<'a>,
        generators: &[u32],
        contexts: &[Sum],
        max_states: usize,
        meter: &'a Meter<'a>,
    ) -> Self {
        let mut words: Vec<Word> = vec![oracle.word(&[])];
        words.extend(contexts.iter().filter(|sum| !sum.is_empty()).map(|sum| oracle.word(sum)));
        let (generators, by_row) = (generators.to_vec(), FxHashMap::default());
        let heaps = contexts.iter().map(Vec::len).sum();
        let (states, memory) = (Vec::new(), meter.memory());
        let mut learner = Self {
            oracle,
            generators,
            contexts: words,
            states,
            by_row,
            max_states,
            heaps,
            hypothesis: 0,
            meter,
            memory,
        };
        let word = learner.oracle.word(&[]);
        let mut row = Row::new();
        learner.extend_row(&word, &mut row, 0);
        learner.by_row.insert(row.clone(), 0);
        learner.states.push(State { word, sum: Sum::new(), row, next: Vec::new(), parent: (0, 0) });
        learner
    }

    pub(super) fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// The contexts as sums.
    pub(super) fn contexts(&self, heap: u32) -> Vec<Sum> {
        let sum = |word: &Word| {
            let mut sum = word.smaller.clone();
            sum.extend(std::iter::repeat_n(heap, word.copies as usize));
            sum
        };
        self.contexts.iter().map(sum).collect()
    }

    /// Adds the outcomes in the contexts from number `from` on.
    fn extend_row(&mut self, word: &Word, row: &mut Row, from: usize) {
        row.resize(self.contexts.len().div_ceil(64), 0);
        for i in from..self.contexts.len() {
            if self.oracle.is_lost_sum(word, &self.contexts[i]) {
                row[i / 64] |= 1 << (i % 64);
            }
        }
    }

    /// Counts some work, and the memory in use.
    fn count_work(&mut self, work: usize) -> Result<(), Failure> {
        let row = 80 + self.contexts.len() / 4;
        let rows = self.states.len() * (self.generators.len() + 3) * row;
        let words = 8 * self.heaps + 48 * self.contexts.len();
        // A hypothesis, and its copy with the elements of heaps.
        let hypotheses = 2 * Monoid::bytes(self.hypothesis);
        let may_continue = self.memory.set((rows + words + hypotheses) as u64) && self.meter.count_work(work as u64);
        if may_continue { Ok(()) } else { Err(Failure::Stopped) }
    }

    /// Completes the states until generators commute, and returns the hypothesis.
    pub(super) fn hypothesis(&mut self) -> Result<Hypothesis, Failure> {
        self.hypothesis = 0;
        loop {
            self.close()?;
            match self.commutator()? {
                Some(context) => self.add_context(context)?,
                None => return self.build(),
            }
        }
    }

    /// Finds the next state of every state by every generator.
    fn close(&mut self) -> Result<(), Failure> {
        let mut i = 0;
        while i < self.states.len() {
            for g in self.states[i].next.len()..self.generators.len() {
                self.count_work(self.contexts.len())?;
                let generator = self.oracle.word(&[self.generators[g]]);
                let word = self.oracle.sum(&self.states[i].word, &generator);
                let mut row = Row::new();
                self.extend_row(&word, &mut row, 0);
                let next = self.find_or_add(i, g, &row, Some(word))?;
                self.states[i].next.push((row, next));
            }
            i += 1;
        }
        Ok(())
    }

    /// The state of a row, which is that of state i with generator g; adds a state if there is none.
    fn find_or_add(&mut self, i: usize, g: usize, row: &Row, word: Option<Word>) -> Result<u32, Failure> {
        if let Some(&state) = self.by_row.get(row) {
            return Ok(state);
        }
        let state = self.states.len() as u32;
        if self.states.len() >= self.max_states {
            return Err(Failure::TooLarge);
        }
        let word = match word {
            Some(word) => word,
            None => {
                let generator = self.oracle.word(&[self.generators[g]]);
                self.oracle.sum(&self.states[i].word, &generator)
            }
        };
        let sum = super::monoid::add(&self.states[i].sum, &[self.generators[g]]);
        self.heaps += 2 * sum.len();
        self.by_row.insert(row.clone(), state);
        self.states.push(State { word, sum, row: row.clone(), next: Vec::new(), parent: (i as u32, g) });
        Ok(state)
    }

    /// Adds a context to all rows.
    fn add_context(&mut self, context: Word) -> Result<(), Failure> {
        if self.contexts.contains(&context) {
            return Err(Failure::Inconsistent);
        }
        let from = self.contexts.len();
        self.heaps += context.smaller.len();
        self.contexts.push(context);
        self.by_row.clear();
        for i in 0..self.states.len() {
            self.count_work(1 + self.states[i].next.len())?;
            let mut row = std::mem::take(&mut self.states[i].row);
            let word = self.states[i].word.clone();
            self.extend_row(&word, &mut row, from);
            self.by_row.insert(row.clone(), i as u32);
            self.states[i].row = row;
        }
        // States added here are completed by `close`.
        for i in 0..self.states.len() {
            for g in 0..self.states[i].next.len() {
                let generator = self.oracle.word(&[self.generators[g]]);
                let word = self.oracle.sum(&self.states[i].word, &generator);
                let mut row = std::mem::take(&mut self.states[i].next[g].0);
                self.extend_row(&word, &mut row, from);
                let next = self.find_or_add(i, g, &row, Some(word))?;
                self.states[i].next[g] = (row, next);
            }
        }
        Ok(())
    }

    fn next(&self, state: u32, g: usize) -> u32 {
        self.states[state as usize].next[g].1
    }

    /// A context that distinguishes two sums of one state, if two generators do not commute somewhere.
    fn commutator(&mut self) -> Result<Option<Word>, Failure> {
        for i in 0..self.states.len() as u32 {
            self.count_work(self.generators.len())?;
            for a in 0..self.generators.len() {
                for b in 0..a {
                    let (x, y) = (self.next(self.next(i, a), b), self.next(self.next(i, b), a));
                    if x != y {
                        return self.distinguish(i, a, b, x, y).map(Some);
                    }
                }
            }
        }
        Ok(None)
    }

    /// A new context, for the states x = i·a·b and y = i·b·a, which should be equal.
    fn distinguish(&mut self, i: u32, a: usize, b: usize, x: u32, y: u32) -> Result<Word, Failure> {
        let (x, y) = (&self.states[x as usize].row, &self.states[y as usize].row);
        let bit = |row: &Row, c: usize| row[c / 64] >> (c % 64) & 1 == 1;
        let c = (0..self.contexts.len()).find(|&c| bit(x, c) != bit(y, c)).ok_or(Failure::Inconsistent)?;
        let is_lost_x = bit(x, c);
        let [word_a, word_b] = [a, b].map(|g| self.generators[g]).map(|heap| self.oracle.word(&[heap]));
        let both = self.oracle.sum(&word_a, &word_b);
        let with_context = self.oracle.sum(&both, &self.contexts[c]);
        let is_lost = self.oracle.is_lost_sum(&self.states[i as usize].word, &with_context);
        // If x predicts the wrong outcome, the sum i·a and its state differ beside b and the context.
        let other = if is_lost == is_lost_x { word_a } else { word_b };
        Ok(self.oracle.sum(&other, &self.contexts[c]))
    }

    fn build(&mut self) -> Result<Hypothesis, Failure> {
        let order = self.states.len();
        self.hypothesis = order;
        self.count_work(order * order / 8)?;
        let mut products = vec![0u32; order * order];
        for x in 0..order {
            products[x * order] = x as u32;
            // The parent of a state has a smaller number.
            for y in 1..order {
                let (parent, g) = self.states[y].parent;
                products[x * order + y] = self.next(products[x * order + parent as usize], g);
            }
        }
        let lost = self.states.iter().map(|state| state.row[0] & 1 == 1).collect();
        let elements = (0..self.generators.len()).map(|g| self.next(0, g)).collect();
        let sums = self.states.iter().map(|state| state.sum.clone()).collect();
        Ok(Hypothesis { monoid: Monoid::new(products, lost), sums, generators: self.generators.clone(), elements })
    }

    /// Learns from a sum whose outcome is not what the elements of its heaps predict.
    pub(super) fn learn(&mut self, hypothesis: &Hypothesis, elements: &[u32], sum: &[u32]) -> Result<(), Failure> {
        self.count_work(sum.len())?;
        let whole = self.oracle.word(sum);
        let is_lost = self.oracle.is_lost(&whole);
        let mut at = 0;
        for (i, &heap) in sum.iter().enumerate() {
            let rest = self.oracle.word(&sum[i + 1..]);
            at = hypothesis.monoid.product(at, elements[heap as usize] as usize);
            if self.oracle.is_lost_sum(&self.states[at].word, &rest) != is_lost {
                if !self.generators.contains(&heap) {
                    self.generators.push(heap);
                    if self.contexts.contains(&rest) {
                        return Ok(());
                    }
                }
                return self.add_context(rest);
            }
        }
        Err(Failure::Inconsistent)
    }

    /// The sum or one of its options whose outcome differs from the prediction; `None` if there is none.
    pub(super) fn mispredicted(
        &mut self,
        hypothesis: &Hypothesis,
        elements: &[u32],
        sum: Sum,
        options: &dyn Fn(u32) -> Vec<Sum>,
    ) -> Option<Sum> {
        let mut is_wrong = |sum: &[u32]| {
            let of = |x, heap: &u32| hypothesis.monoid.product(x, elements[*heap as usize] as usize);
            let word = self.oracle.word(sum);
            self.oracle.is_lost(&word) != hypothesis.monoid.is_lost(sum.iter().fold(0, of))
        };
        if is_wrong(&sum) {
            return Some(sum);
        }
        for i in 0..sum.len() {
            let mut rest = sum.clone();
            let heap = rest.remove(i);
            let option = options(heap).into_iter().map(|option| super::monoid::add(&rest, &option));
            if let Some(wrong) = option.into_iter().find(|option| is_wrong(option)) {
                return Some(wrong);
            }
        }
        None
    }
}
