//! A table that numbers 64-bit integers in the order in which they are added.

use grundy::Vertex;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::mem;

/// Number of words that are looked up together: the processor then waits for all of their places at once.
const TOGETHER: usize = 256;

/// The number of a place that is free.
const FREE: u32 = u32::MAX;

/// A place of the table. Two halves of a word take 12 bytes together with the number, where a word would take 16.
#[derive(Clone, Copy)]
struct Place {
    halves: [u32; 2],
    number: u32,
}

const EMPTY: Place = Place { halves: [0; 2], number: FREE };

impl Place {
    fn has(self, word: i64) -> bool {
        self.number != FREE && self.halves == halves(word)
    }
}

fn halves(word: i64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

fn word([low, high]: [u32; 2]) -> i64 {
    (u64::from(high) << 32 | u64::from(low)).cast_signed()
}

/// Different integers of 64 bits, each with its number: 0 for the first, 1 for the second, and so on.
#[derive(Default)]
pub(crate) struct Words {
    words: Vec<i64>,
    /// An open table with a power of two of places, at most 3 of 4 taken; empty as long as the words are 0, 1, 2, …
    table: Vec<Place>,
    /// Number of bits of a hash that do not choose the place.
    shift: u32,
}

impl Words {
    pub(crate) fn count(&self) -> u32 {
        self.words.len() as u32
    }

    /// The words, in the order of their numbers.
    pub(crate) fn words(&self) -> &[i64] {
        &self.words
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<i64>() + self.table.capacity() * size_of::<Place>()) as u64
    }

    /// Whether each word is its own number.
    fn is_range(&self) -> bool {
        self.table.is_empty()
    }

    /// The place where the search for a word begins. The first bits of the hash choose it, so that a larger table has the words in the same
    /// order, and is written from its begin to its end.
    fn home(&self, word: i64) -> usize {
        let product = u128::from(word.cast_unsigned() ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15;
        (((product >> 64) as u64 ^ product as u64) >> self.shift) as usize
    }

    /// The place of a word, or the free place where it belongs. There must be a table.
    fn place(&self, word: i64, home: usize) -> usize {
        let last = self.table.len() - 1;
        let mut at = home & last;
        while self.table[at].number != FREE && self.table[at].halves != halves(word) {
            at = (at + 1) & last;
        }
        at
    }

    fn put(&mut self, word: i64, number: u32) {
        let at = self.place(word, self.home(word));
        self.table[at] = Place { halves: halves(word), number };
    }

    /// Makes room for more words, in a table.
    fn reserve(&mut self, more: usize) {
        let needed = self.words.len() + more;
        if 4 * needed <= 3 * self.table.len() {
            return;
        }
        let places = (4 * needed / 3 + 1).next_power_of_two().max(1024);
        let before = mem::replace(&mut self.table, vec![EMPTY; places]);
        self.shift = u64::BITS - places.ilog2();
        if before.is_empty() {
            (0..self.words.len()).for_each(|number| self.put(self.words[number], number as u32));
        }
        for place in before.iter().filter(|place| place.number != FREE) {
            self.put(word(place.halves), place.number);
        }
    }

    /// The number of a word, if it has one.
    pub(crate) fn find(&self, word: i64) -> Option<u32> {
        if self.is_range() {
            return u32::try_from(word).ok().filter(|&number| number < self.count());
        }
        let number = self.table[self.place(word, self.home(word))].number;
        (number != FREE).then_some(number)
    }

    /// The number of a word; adds it if it is new.
    pub(crate) fn number(&mut self, word: i64) -> u32 {
        if self.is_range() {
            if let Some(number) = self.find(word) {
                return number;
            }
            if word == i64::from(self.count()) {
                self.words.push(word);
                return self.count() - 1;
            }
        }
        self.reserve(1);
        self.number_from(word, self.home(word))
    }

    /// [`Words::number`] with a table that has room; `home` is where the search begins.
    fn number_from(&mut self, word: i64, home: usize) -> u32 {
        let count = self.count();
        let at = self.place(word, home);
        let place = &mut self.table[at];
        if place.number == FREE {
            *place = Place { halves: halves(word), number: count };
            self.words.push(word);
            return count;
        }
        place.number
    }

    /// Where the searches for words begin, and what is there. No step of the loop waits for the step before it.
    fn read(&self, words: &[i64]) -> [(u32, Place); TOGETHER] {
        let mut read = [(0, EMPTY); TOGETHER];
        for ((home, place), &word) in read.iter_mut().zip(words) {
            let at = self.home(word);
            (*home, *place) = (at as u32, self.table[at]);
        }
        read
    }

    /// Appends the numbers of words to `out`, `missing` for words that have none.
    pub(crate) fn find_all(&self, words: &[i64], missing: Vertex, out: &mut Vec<Vertex>) {
        if self.is_range() {
            out.extend(words.iter().map(|&word| self.find(word).map_or(missing, Vertex)));
            return;
        }
        for words in words.chunks(TOGETHER) {
            out.extend(self.read(words).iter().zip(words).map(|((_, place), &word)| match place.has(word) {
                true => Vertex(place.number),
                false => self.find(word).map_or(missing, Vertex),
            }));
        }
    }

    /// Appends the numbers of words to `out`, and adds the words that are new.
    pub(crate) fn number_all(&mut self, words: &[i64], out: &mut Vec<Vertex>) {
        if self.is_range() {
            out.extend(words.iter().map(|&word| Vertex(self.number(word))));
            return;
        }
        for words in words.chunks(TOGETHER) {
            self.reserve(words.len());
            out.extend(self.read(words).iter().zip(words).map(|(&(home, place), &word)| match place.has(word) {
                true => Vertex(place.number),
                false => Vertex(self.number_from(word, home as usize)),
            }));
        }
    }
}

/// Integers with their numbers, for Python.
#[pyclass(frozen, name = "Words", module = "grundy._native")]
pub(crate) struct PyWords(pub(crate) Words);

#[pymethods]
impl PyWords {
    fn __len__(&self) -> usize {
        self.0.words.len()
    }

    /// The integers, in the order of their numbers.
    fn integers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, &self.0.words)
    }

    /// The number of an `int`, `None` if it has none.
    fn find(&self, integer: &Bound<'_, PyAny>) -> Option<u32> {
        self.0.find(integer.extract().ok()?)
    }
}
