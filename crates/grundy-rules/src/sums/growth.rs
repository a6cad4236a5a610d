//! Components to which play can come back beside another one: the same moves, made again and again, lead to larger and larger sums.

use super::Components;
use crate::literal;
use crate::script::{CallError, CallFault, Callback};
use rustc_hash::{FxHashMap, FxHashSet};
use std::mem::replace;

impl Components {
    /// Returns a component of `open` to which play can come back beside another one, and that other one. Moves lead from a component of
    /// `open` to others of `open`; parts that do not count are left out.
    ///
    /// If there is none, a cycle of components never leaves a part behind, so sums have at most a certain number of parts that count.
    pub(super) fn growth(&self, open: &[u32], counts: impl Fn(u32) -> bool) -> Option<(u32, u32)> {
        let places: FxHashMap<u32, u32> = open.iter().copied().zip(0..).collect();
        let options = |n: u32| self.rows[n as usize].iter().flatten();
        let next: Vec<Vec<u32>> =
            open.iter().map(|&n| options(n).flatten().filter_map(|part| places.get(part).copied()).collect()).collect();
        let strong = strong_components(&next);
        for (&n, component) in open.iter().zip(&strong) {
            let leads_back = |part| places.get(&part).is_some_and(|&place| strong[place as usize] == *component);
            for option in options(n) {
                let counted = || option.iter().copied().enumerate().filter(|&(_, part)| counts(part));
                if let Some((i, _)) = counted().find(|&(_, part)| leads_back(part))
                    && let Some((_, beside)) = counted().find(|&(j, _)| j != i)
                {
                    return Some((n, beside));
                }
            }
        }
        None
    }

    /// Whether play from a sum of these components can lead to sums of any number of parts. `false` if one of them is not solved.
    pub(crate) fn grows(&self, parts: &[Box<[u8]>]) -> bool {
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
        self.growth(&open, |_| true).is_some()
    }

    /// The error of components whose sums have no end.
    pub(super) fn growth_error(&self, (component, beside): (u32, u32)) -> CallError {
        let [component, beside] = [component, beside].map(|n| &*self.list[n as usize]);
        let beside = literal::of_bytes(beside);
        let message = format!(
            "play can come back to this component beside `{beside}`, again and again, so the sums have no end, and their values are not found"
        );
        let help = "let a move that leads back to a component leave nothing beside it";
        CallError::new(Callback::Moves, &[component], CallFault::wrong_return(message, help))
    }
}

/// The strongly connected component of each vertex: the same number for those that lead to each other. After Sharir 1981.
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
    left.iter().rev().for_each(|&root| search(&previous, root, &mut seen, |v| numbers[v as usize] = root));
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
            }
        }
    }
}
