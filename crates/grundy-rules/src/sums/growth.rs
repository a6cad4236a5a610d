//! Components to which play can come back beside another one: the same moves, made again and again, lead to larger and larger sums.

use super::{Components, Growth};
use rustc_hash::{FxHashMap, FxHashSet};
use std::mem::replace;

impl Components {
    /// Returns a component of `open` to which play can come back beside another one that counts, if there is one.
    ///
    /// If there is none, no cycle of components of `open` leaves a part behind, so the number of parts that count is bounded in all sums to
    /// which play leads before it leaves `open`.
    pub(super) fn find_growth(&self, open: &[u32], counts: impl Fn(u32) -> bool) -> Option<Growth> {
        let places = places(open);
        let classes = strong_components(&self.inner_moves(open, &places));
        for (&n, class) in open.iter().zip(&classes) {
            let leads_back = |part| places.get(&part).is_some_and(|&place| classes[place as usize] == *class);
            for option in self.rows[n as usize].iter().flatten() {
                let counted = || option.iter().copied().enumerate().filter(|&(_, part)| counts(part));
                if let Some((i, _)) = counted().find(|&(_, part)| leads_back(part))
                    && let Some((_, beside)) = counted().find(|&(j, _)| j != i)
                {
                    let [component, beside] = [n, beside].map(|n| self.list[n as usize].clone());
                    return Some(Growth { component, beside });
                }
            }
        }
        None
    }

    /// The strongly connected components of `open`, each after those to which it leads.
    pub(super) fn classes(&self, open: &[u32]) -> Vec<Vec<u32>> {
        let numbers = strong_components(&self.inner_moves(open, &places(open)));
        let mut classes = vec![Vec::new(); open.len()];
        open.iter().zip(numbers).for_each(|(&n, number)| classes[number as usize].push(n));
        classes.retain(|class| !class.is_empty());
        classes.reverse();
        classes
    }

    /// For each component of `open`, the places in `open` of the components of its options.
    fn inner_moves(&self, open: &[u32], places: &FxHashMap<u32, u32>) -> Vec<Vec<u32>> {
        let parts = |n: u32| self.rows[n as usize].iter().flatten().flatten();
        open.iter().map(|&n| parts(n).filter_map(|part| places.get(part).copied()).collect()).collect()
    }

    /// Whether play from a sum of these components can lead to sums of any number of parts, as far as it is known: not before a value of each
    /// was computed.
    pub(crate) fn has_growth(&self, parts: &[Box<[u8]>]) -> bool {
        if !self.has_cycles {
            return false;
        }
        let mut open: Vec<u32> = parts.iter().filter_map(|part| self.numbers.get(part).copied()).collect();
        let mut found: FxHashSet<u32> = open.iter().copied().collect();
        let mut i = 0;
        while let Some(&n) = open.get(i) {
            let options = self.rows[n as usize].iter().flatten().flatten();
            open.extend(options.filter(|&&part| found.insert(part)));
            i += 1;
        }
        self.find_growth(&open, |_| true).is_some()
    }
}

/// The place of each component of `open`.
fn places(open: &[u32]) -> FxHashMap<u32, u32> {
    open.iter().copied().zip(0..).collect()
}

/// The strongly connected component of each vertex: the same number for those that lead to each other, a larger one for those to which they
/// lead. After Sharir 1981, "A strong-connectivity algorithm and its applications in data flow analysis".
fn strong_components(next: &[Vec<u32>]) -> Vec<u32> {
    let mut previous = vec![Vec::new(); next.len()];
    for (v, row) in (0..).zip(next) {
        row.iter().for_each(|&w| previous[w as usize].push(v));
    }
    let mut left = Vec::with_capacity(next.len());
    let mut seen = vec![false; next.len()];
    (0..next.len() as u32).for_each(|root| search(next, root, &mut seen, |v| left.push(v)));
    let mut numbers = vec![0; next.len()];
    seen.fill(false);
    for (number, &root) in (0..).zip(left.iter().rev()) {
        search(&previous, root, &mut seen, |v| numbers[v as usize] = number);
    }
    numbers
}

/// Visits the vertices that are not seen and to which `root` leads, depth first. Calls `leave` with each, after those to which it leads.
fn search(next: &[Vec<u32>], root: u32, seen: &mut [bool], mut leave: impl FnMut(u32)) {
    if replace(&mut seen[root as usize], true) {
        return;
    }
    let mut path = vec![(root, next[root as usize].iter())];
    while let Some((v, row)) = path.last_mut() {
        match row.next() {
            Some(&w) if !replace(&mut seen[w as usize], true) => path.push((w, next[w as usize].iter())),
            Some(_) => {}
            None => {
                leave(*v);
                path.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_that_lead_to_each_other_have_one_number() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..500 {
            let count = random.u32(1..9);
            let row = |random: &mut fastrand::Rng| (0..random.u32(0..3)).map(|_| random.u32(0..count)).collect();
            let next: Vec<Vec<u32>> = (0..count).map(|_| row(&mut random)).collect();
            let reached = |from: u32| {
                let mut reached = vec![false; count as usize];
                search(&next, from, &mut reached, |_| {});
                reached
            };
            let reached: Vec<Vec<bool>> = (0..count).map(reached).collect();
            let strong = strong_components(&next);
            for (v, w) in (0..count as usize).flat_map(|v| (0..count as usize).map(move |w| (v, w))) {
                assert_eq!(strong[v] == strong[w], reached[v][w] && reached[w][v], "{v}, {w} of {next:?}");
                assert!(!reached[v][w] || strong[v] <= strong[w], "{v} leads to {w}: {next:?}");
            }
        }
    }
}
