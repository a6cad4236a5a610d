//! Generators and relations of a finite commutative monoid, and words for its elements.
//!
//! A heap is a generator if its element is not a product of elements of smaller heaps. Words are ordered by length, and words of
//! one length by their letters. The word of an element is its first word. The left side of a relation is a word that is not the word of its
//! element although all its proper divisors are; the right side is the word of that element.
//!
//! These relations present the monoid, and rewriting from left to right turns every word into that of its element. *Proof.* The order
//! is compatible with products, so every divisor of the word of an element is the word of its element. A word that is not the
//! word of its element has a minimal divisor of this kind, which is the left side of a relation; applying it gives a smaller word of
//! the same element. As there are finitely many smaller words, this ends with the word of the element. ∎

use super::monoid::Monoid;
use std::collections::{BTreeSet, HashMap};

/// Generators and relations of a misère quotient.
///
/// ```
/// use grundy::heap::misere::QuotientSearcher;
/// use grundy::heap::octal::{Code, Game};
/// use grundy::limits::Limits;
/// let mut searcher = QuotientSearcher::new(Game::Code(Code::parse("0.75")?));
/// searcher.search(100, &Limits::NONE);
/// let quotient = searcher.quotient();
/// let presentation = quotient.presentation();
/// assert_eq!(presentation.generators(), [("a".to_owned(), 1), ("b".to_owned(), 2), ("c".to_owned(), 5)]);
/// let relations = presentation.relations().map(|(left, right)| format!("{left}={right}"));
/// assert_eq!(relations.collect::<Vec<_>>().join(", "), "a^2=1, bc=ab, c^2=b^2, b^3=b");
/// # Ok::<(), grundy::heap::octal::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The generators: names and heaps.
    generators: Vec<(String, u64)>,
    /// The word of each element.
    words: Vec<Word>,
    /// The left sides of the relations, with the elements of both sides.
    relations: Vec<(Word, usize)>,
}

/// The exponent of each generator.
type Word = Vec<u32>;

impl Presentation {
    pub(super) fn new(monoid: &Monoid, elements: &[u32]) -> Self {
        let mut generated = BTreeSet::from([0]);
        let mut heaps: Vec<(u64, usize)> = Vec::new();
        for (heap, &element) in elements.iter().enumerate() {
            if !generated.contains(&(element as usize)) {
                heaps.push((heap as u64, element as usize));
                let mut queue: Vec<usize> = generated.iter().copied().collect();
                while let Some(x) = queue.pop() {
                    let product = monoid.product(x, element as usize);
                    if generated.insert(product) {
                        queue.push(product);
                    }
                }
            }
        }
        let (words, relations) = normal_forms(monoid, &heaps.iter().map(|&(_, x)| x).collect::<Vec<_>>());
        let generators = heaps.iter().enumerate().map(|(i, &(heap, _))| (name(i), heap)).collect();
        Self { generators, words, relations }
    }

    /// Returns the names of the generators, and their heaps.
    pub fn generators(&self) -> &[(String, u64)] {
        &self.generators
    }

    /// Returns the word of an element: `1`, `a`, `ab^2`, …
    ///
    /// # Panics
    /// If it is not an element.
    pub fn word(&self, element: usize) -> String {
        self.text(&self.words[element])
    }

    /// Returns the relations: a word, and the word of its element.
    pub fn relations(&self) -> impl ExactSizeIterator<Item = (String, String)> + '_ {
        self.relations.iter().map(|(word, element)| (self.text(word), self.word(*element)))
    }

    fn text(&self, word: &[u32]) -> String {
        let power = |((name, _), &exponent): (&(String, u64), &u32)| match exponent {
            0 => String::new(),
            1 => name.clone(),
            _ => format!("{name}^{exponent}"),
        };
        let text: String = self.generators.iter().zip(word).map(power).collect();
        if text.is_empty() { "1".to_owned() } else { text }
    }
}

/// The name of a generator: a letter, or `a'`, `b'`, … after the 26th.
fn name(i: usize) -> String {
    format!("{}{}", char::from(b'a' + (i % 26) as u8), "'".repeat(i / 26))
}

/// The words of all elements, and the left sides of the relations with their elements.
fn normal_forms(monoid: &Monoid, generators: &[usize]) -> (Vec<Word>, Vec<(Word, usize)>) {
    let mut words: Vec<Option<Word>> = vec![None; monoid.order()];
    words[0] = Some(vec![0; generators.len()]);
    let mut relations = Vec::new();
    // The words of elements of one length, with the elements.
    let mut shorter: HashMap<Word, usize> = HashMap::from([(vec![0; generators.len()], 0)]);
    while !shorter.is_empty() {
        let mut candidates: Vec<(Word, usize)> = Vec::new();
        for (word, &x) in &shorter {
            // Each word once: from the word without its last letter.
            let last = word.iter().rposition(|&exponent| exponent > 0).unwrap_or(0);
            for g in last..generators.len() {
                let mut longer = word.clone();
                longer[g] += 1;
                candidates.push((longer, monoid.product(x, generators[g])));
            }
        }
        // More of an earlier letter comes first.
        candidates.sort_unstable_by(|(a, _), (b, _)| b.cmp(a));
        candidates.retain(|(word, _)| {
            (0..word.len()).filter(|&g| word[g] > 0).all(|g| {
                let mut divisor = word.clone();
                divisor[g] -= 1;
                shorter.contains_key(&divisor)
            })
        });
        shorter.clear();
        for (word, x) in candidates {
            if words[x].is_none() {
                words[x] = Some(word.clone());
                shorter.insert(word, x);
            } else {
                relations.push((word, x));
            }
        }
    }
    (words.into_iter().map(|word| word.expect("the heaps generate all elements")).collect(), relations)
}
