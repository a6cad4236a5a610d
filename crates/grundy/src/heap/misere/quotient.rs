//! A misère quotient: the outcome of every sum of heaps of a game, from a finite monoid.

use super::element_set::ElementSet;
use super::monoid::{Monoid, Pretending};
use super::period::Repetition;
use super::presentation::Presentation;
use crate::heap::octal::moves::{HeapLabels, moves_to};
use crate::heap::octal::{Game, Move};
use dashu_int::UBig;
use std::fmt;

/// A proved misère quotient of the heaps of a take-and-break game, or of the heaps up to some size.
///
/// Two sums of these heaps have the same element if and only if they have the same outcome under misère play beside every
/// other sum of these heaps. Elements are numbers below [`order`](Self::order); 0 is the element of the empty sum. Plambeck and Siegel
/// 2008, "Misère quotients for impartial games". [`QuotientSearcher`](super::QuotientSearcher) computes it.
#[derive(Clone, Debug)]
pub struct MisereQuotient {
    pub(super) game: Game,
    pub(super) monoid: Monoid,
    /// The elements of the heaps 0, 1, 2, …; with a repetition, up to the end of the first period.
    pub(super) elements: Vec<u32>,
    pub(super) repetition: Option<Repetition>,
    presentation: Presentation,
}

impl MisereQuotient {
    pub(super) fn new(game: Game, found: &Pretending, repetition: Option<Repetition>) -> Self {
        let len = repetition.map_or(found.elements.len(), |found| (found.preperiod + found.period) as usize);
        let elements = found.elements[..len].to_vec();
        let presentation = Presentation::new(&found.monoid, &elements);
        Self { game, monoid: found.monoid.clone(), elements, repetition, presentation }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// Returns whether the quotient is proved for heaps of every size.
    pub fn is_for_all_heaps(&self) -> bool {
        self.repetition.is_some()
    }

    /// Returns the largest heap for which the quotient is proved; `None` if it is proved for all heaps.
    pub fn largest_heap(&self) -> Option<u64> {
        (!self.is_for_all_heaps()).then_some(self.elements.len() as u64 - 1)
    }

    /// Returns the least period of the elements of heaps, if the quotient is proved for all heaps.
    pub fn period(&self) -> Option<u64> {
        self.repetition.map(|found| found.period)
    }

    /// Returns the least heap, at least 1, from which the elements repeat, if the quotient is proved for all heaps.
    pub fn preperiod(&self) -> Option<u64> {
        self.repetition.map(|found| found.preperiod)
    }

    /// Returns the number of heaps, from 0 on, that prove the quotient for all heaps.
    pub fn checked_to(&self) -> Option<u64> {
        self.repetition.map(|found| found.checked_to)
    }

    /// Returns the element of a heap; `None` if the quotient is not proved for it.
    ///
    /// # Panics
    /// Never: elements of known heaps exist.
    pub fn element(&self, heap: &UBig) -> Option<usize> {
        let index = match (u64::try_from(heap), self.repetition) {
            (Ok(heap), found) if heap < self.elements.len() as u64 || found.is_none() => heap,
            (_, Some(Repetition { preperiod, period, .. })) => {
                let beyond = (heap - UBig::from(preperiod)) % UBig::from(period);
                preperiod + u64::try_from(&beyond).expect("less than the period")
            }
            (_, None) => return None,
        };
        self.elements.get(usize::try_from(index).ok()?).map(|&x| x as usize)
    }

    /// Returns the elements of the heaps 0, 1, 2, …: up to the largest heap, or, if the quotient is proved for all heaps, up to
    /// the end of the first period.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.elements.iter().map(|&x| x as usize)
    }

    /// Returns the product of two elements.
    ///
    /// # Panics
    /// If they are not elements.
    pub fn product(&self, x: usize, y: usize) -> usize {
        assert!(y < self.order());
        self.monoid.product(x, y)
    }

    /// Returns whether sums with this element are lost for the player to move.
    ///
    /// # Panics
    /// If it is not an element.
    pub fn is_lost(&self, element: usize) -> bool {
        self.monoid.is_lost(element)
    }

    /// Returns the element of a sum of heaps; `None` if the quotient is not proved for one of them.
    pub fn element_of_sum(&self, heaps: &[UBig]) -> Option<usize> {
        heaps.iter().try_fold(0, |x, heap| Some(self.monoid.product(x, self.element(heap)?)))
    }

    /// Returns whether a sum of heaps is lost for the player to move under misère play; `None` if the quotient is not
    /// proved for one of the heaps.
    pub fn is_p_position(&self, heaps: &[UBig]) -> Option<bool> {
        self.element_of_sum(heaps).map(|x| self.monoid.is_lost(x))
    }

    /// Returns at most `want` moves of a heap that win beside other heaps with the element `rest`, in the order of
    /// [`Game::each_move`]; `None` if the quotient is not proved for the heap.
    ///
    /// If the quotient is proved for all heaps, the time depends only on preperiod, period and `want`, not on the heap.
    ///
    /// # Panics
    /// If `rest` is not an element.
    pub fn winning_moves(&self, heap: u64, rest: usize, want: usize) -> Option<Vec<Move>> {
        assert!(rest < self.order());
        self.element(&heap.into())?;
        Some(if want == 0 { Vec::new() } else { moves_to(&self.game, self, heap, rest, want) })
    }

    /// Returns generators and relations of the monoid, and a word for each element.
    pub fn presentation(&self) -> &Presentation {
        &self.presentation
    }

    /// Returns whether the game is *tame*: whether the quotient is that of Nim heaps.
    ///
    /// The quotient of Nim with heaps below 2^k is T_k: a neutral element, one more element of order 2 that is lost, and a group of
    /// order 2^k, all of whose elements have order at most 2, in which only the neutral element is lost; for k = 0 and
    /// k = 1 only the first one and two elements.
    pub fn is_tame(&self) -> bool {
        is_tame(&self.monoid)
    }
}

/// Whether a monoid is the misère quotient T_k of Nim heaps.
pub(super) fn is_tame(monoid: &Monoid) -> bool {
    let order = monoid.order();
    let flips = |x: usize| monoid.product(x, x) == 0;
    match order {
        1 => !monoid.is_lost(0),
        2 => flips(1) && monoid.is_lost(1),
        _ => {
            let outside: Vec<usize> = (0..order).filter(|&x| flips(x)).collect();
            let kernel = ElementSet::of(order, |x| !flips(x));
            let [0, a] = outside[..] else { return false };
            let Some(neutral) = kernel.iter().find(|&x| monoid.product(x, x) == x) else { return false };
            let is_group = kernel.iter().all(|x| {
                monoid.product(x, x) == neutral
                    && monoid.product(x, neutral) == x
                    && kernel.contains(monoid.product(x, a))
                    && monoid.is_lost(x) == (x == neutral)
            });
            is_group && monoid.is_lost(a)
        }
    }
}

impl MisereQuotient {
    /// Explains the outcome of a sum of heaps, for all of which the quotient is proved, in a few sentences.
    pub(in crate::heap) fn explain(&self, heaps: &[UBig]) -> String {
        let words = &self.presentation;
        let of = |heap: &UBig| words.word(self.element(heap).unwrap_or_default());
        let shown = 12;
        let mut listed: Vec<String> =
            heaps.iter().take(shown).map(|heap| format!("heap {heap} is {}", of(heap))).collect();
        if heaps.len() > shown {
            listed.push(format!("and so on for {} more", heaps.len() - shown));
        }
        let element = self.element_of_sum(heaps).unwrap_or_default();
        let lost: Vec<String> = (0..self.order()).filter(|&x| self.is_lost(x)).map(|x| words.word(x)).collect();
        let lost = if lost.len() <= 2 * shown {
            format!("The lost elements are {}.", lost.join(", "))
        } else {
            format!("Of the elements, {} are lost.", lost.len())
        };
        let is = if self.is_lost(element) { "is one of them" } else { "is not one of them" };
        let listed = if listed.is_empty() { "no heap is left".to_owned() } else { listed.join(", ") };
        format!(
            "Every sum of heaps has an element of the {self} (Plambeck 2005): {listed}; the elements multiply to {}. {lost} \
             {} {is}, so the player to move {}. A winning move leaves a sum whose element is lost.",
            words.word(element),
            words.word(element),
            if self.is_lost(element) { "loses" } else { "wins" }
        )
    }
}

impl fmt::Display for MisereQuotient {
    /// Writes the order, and the heaps for which the quotient is proved.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "misère quotient of order {}, proved for ", self.order())?;
        match (self.repetition, self.largest_heap()) {
            (Some(Repetition { preperiod, period, .. }), _) => {
                write!(f, "all heaps (period {period} from heap {preperiod})")
            }
            (None, largest) => write!(f, "heaps up to {}", largest.unwrap_or_default()),
        }
    }
}

/// A target is the element of all other heaps. A move hits it if the result is lost.
impl HeapLabels for &MisereQuotient {
    type Target = usize;

    fn cycle(&self) -> Option<(u64, u64)> {
        self.repetition.map(|found| (found.preperiod, found.period))
    }

    fn beside(&self, rest: usize, heap: u64) -> usize {
        let index = match self.repetition {
            Some(Repetition { preperiod, period, .. }) if heap >= preperiod => preperiod + (heap - preperiod) % period,
            _ => heap,
        };
        self.monoid.product(rest, self.elements[index as usize] as usize)
    }

    fn is_hit(&self, rest: usize) -> bool {
        self.monoid.is_lost(rest)
    }
}
