//! Games whose moves lead to sums: each component is solved once, and the values of a sum's components are xored.
//!
//! After Sprague 1935 and Grundy 1939: the value of a sum is the Nim sum of its components' values, the value of a
//! component the least number that no option has.

use crate::position;
use crate::rules::{Failed, Rules};
use crate::script::{Fault, Name};
use grundy::text::Key;
use grundy::{Nimber, mex};
use rustc_hash::FxHashMap;

/// Components that are asked for in one session.
const BATCH: usize = 64;

/// The components that were met, and the values of those that were solved.
#[derive(Default)]
pub(crate) struct Components {
    numbers: FxHashMap<Box<[u8]>, u32>,
    list: Vec<Box<[u8]>>,
    /// The options of each component, each the numbers of its own components.
    rows: Vec<Option<Vec<Vec<u32>>>>,
    values: Vec<Option<u64>>,
    /// Bytes in use, about.
    bytes: u64,
}

impl Components {
    fn number(&mut self, component: Box<[u8]>) -> u32 {
        if let Some(&n) = self.numbers.get(&component) {
            return n;
        }
        let n = self.list.len() as u32;
        self.bytes += 2 * component.len() as u64 + 100;
        self.numbers.insert(component.clone(), n);
        self.list.push(component);
        self.rows.push(None);
        self.values.push(None);
        n
    }

    /// The options of a component, as sums.
    pub(crate) fn options(&mut self, rules: &Rules, component: &[u8]) -> Result<Vec<Vec<Box<[u8]>>>, Failed> {
        let n = self.number(component.into());
        self.expand(rules, &[n])?;
        let row = self.rows[n as usize].as_ref().expect("expanded just now");
        let named = |option: &Vec<u32>| option.iter().map(|&part| self.list[part as usize].clone()).collect();
        Ok(row.iter().map(named).collect())
    }

    /// The Grundy value of a component.
    pub(crate) fn value(&mut self, rules: &Rules, component: &[u8]) -> Result<Nimber, Failed> {
        let root = self.number(component.into());
        if self.values[root as usize].is_none() {
            self.explore(rules, root)?;
            self.solve(rules, root)?;
        }
        Ok(Nimber(self.values[root as usize].expect("solved just now")))
    }

    /// Asks for the rows of components that have none yet.
    fn expand(&mut self, rules: &Rules, components: &[u32]) -> Result<(), Failed> {
        for batch in components.chunks(BATCH) {
            rules.script.session(|session| {
                for &n in batch {
                    if self.rows[n as usize].is_some() {
                        continue;
                    }
                    let at = self.list[n as usize].clone();
                    let options = rules.sum_options(session, &at)?;
                    let row: Vec<Vec<u32>> = options
                        .into_iter()
                        .map(|option| option.into_iter().map(|component| self.number(component)).collect())
                        .collect();
                    self.bytes += row.iter().map(|option| 24 + 4 * option.len() as u64).sum::<u64>();
                    self.rows[n as usize] = Some(row);
                }
                Ok(())
            })?;
            rules.within(self.list.len() as u64, self.bytes).map_err(|message| Failed {
                name: Name::Moves,
                arguments: vec![self.list[batch[0] as usize].clone()],
                fault: Fault::Limit(message),
            })?;
        }
        Ok(())
    }

    /// Asks for the rows of everything that can be reached.
    fn explore(&mut self, rules: &Rules, root: u32) -> Result<(), Failed> {
        let mut met: rustc_hash::FxHashSet<u32> = [root].into_iter().collect();
        let mut level = vec![root];
        while !level.is_empty() {
            self.expand(rules, &level)?;
            let mut next = Vec::new();
            for n in level {
                for &part in self.rows[n as usize].iter().flatten().flatten() {
                    if self.values[part as usize].is_none() && met.insert(part) {
                        next.push(part);
                    }
                }
            }
            level = next;
        }
        Ok(())
    }

    /// Finds the values of everything that can be reached, the last first.
    fn solve(&mut self, rules: &Rules, root: u32) -> Result<(), Failed> {
        let mut is_open = vec![false; self.list.len()];
        let mut path = vec![root];
        while let Some(&n) = path.last() {
            if self.values[n as usize].is_some() {
                path.pop();
                continue;
            }
            let row = self.rows[n as usize].as_ref().expect("explored before");
            if !std::mem::replace(&mut is_open[n as usize], true) {
                let before = path.len();
                for &part in row.iter().flatten() {
                    if self.values[part as usize].is_none() {
                        path.push(part);
                    }
                }
                // Whatever is open and not solved has this one below it.
                if let Some(&again) = path[before..].iter().find(|part| is_open[**part as usize]) {
                    return Err(rules.endless(&self.list[again as usize]));
                }
                if path.len() > before {
                    continue;
                }
            }
            let sums = row.iter().map(|option| {
                option.iter().map(|&part| Nimber(self.values[part as usize].expect("solved before"))).sum::<Nimber>()
            });
            self.values[n as usize] = Some(mex(sums).0);
            path.pop();
        }
        Ok(())
    }
}

/// The key of a sum.
pub(crate) fn key(components: Vec<Box<[u8]>>) -> Key {
    Key(position::sum(components))
}
