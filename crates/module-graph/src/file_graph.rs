//! The graph of files that use each other, and its cycles.
//!
//! The graph has an arrow from file A to file B if the code of A names an item that B defines. Two kinds of use are exempt:
//!
//! - A re-export (`pub use` of any visibility): a `mod.rs` that only re-exports its children uses none of them. If its own code then uses
//!   a name that it re-exports, that is an arrow.
//! - A type, trait, constant or macro of an ancestor module: a child may work on the types that its parent defines, while the parent
//!   calls the child. A function of an ancestor is an arrow: a child that calls back into its parent makes a cycle.
//!
//! A crate may list known arrows that close cycles. The list can only get shorter: a listed arrow that no longer closes a cycle is an
//! error.

use crate::modules::{ItemKind, Sources};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A known arrow that closes a cycle: its origin, its target, and the reason for it.
pub type Arrow<'a> = (&'a str, &'a str, &'a str);

/// The files of a crate, with an arrow from each file to the files whose items it uses.
pub struct FileGraph {
    /// The targets of the arrows of each file, each with a path in the code that makes the arrow.
    arrows: BTreeMap<String, BTreeMap<String, String>>,
}

impl FileGraph {
    /// Reads the files and arrows of a crate.
    ///
    /// # Panics
    /// If the crate was not added to `sources`.
    pub fn of(sources: &Sources, crate_name: &str) -> Self {
        let mut arrows: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for path in sources.references(crate_name).paths {
            let Some((to, kind)) = path.item else { continue };
            let to = &sources.files[to];
            if path.is_reexport || to.crate_name != crate_name || to.path == path.file {
                continue;
            }
            let above = format!("{}::", sources.modules[to.module].path);
            if kind == ItemKind::Other && path.module.starts_with(&above) {
                continue;
            }
            arrows.entry(path.file).or_default().entry(to.path.clone()).or_insert(path.written);
        }
        Self { arrows }
    }

    /// The number of arrows.
    pub fn len(&self) -> usize {
        self.arrows.values().map(BTreeMap::len).sum()
    }

    /// Whether there are no arrows.
    pub fn is_empty(&self) -> bool {
        self.arrows.is_empty()
    }

    /// Error messages: cycles that remain without the arrows of `known`, and arrows of `known` that close no cycle.
    pub fn complaints(mut self, known: &[Arrow<'_>]) -> Vec<String> {
        let mut removed = Vec::new();
        for &(from, to, _) in known {
            let path = self.arrows.get_mut(from).and_then(|arrows| arrows.remove(to));
            removed.push((from, to, path.is_some()));
        }
        let mut out = Vec::new();
        for (from, to, was_there) in removed {
            // If only this arrow is put back, its two files must be on a cycle.
            if !was_there || self.shortest(to, from).is_none() {
                out.push(format!("{from} → {to} closes no circle any more: remove it from the list of known arrows"));
            }
        }
        let mut reported = BTreeSet::new();
        for file in self.arrows.keys() {
            if reported.contains(file.as_str()) {
                continue;
            }
            let Some(circle) =
                self.arrows[file].keys().filter_map(|next| self.shortest(next, file)).min_by_key(Vec::len)
            else {
                continue;
            };
            let (mut text, mut at) = (file.clone(), file.as_str());
            for next in circle {
                text += &format!(" → {next} (`{}`)", self.arrows[at][next]);
                reported.insert(next);
                at = next;
            }
            out.push(format!("files use each other in a circle: {text}"));
        }
        out
    }

    /// A shortest path of files from `from` to `to`, both included.
    fn shortest<'g>(&'g self, from: &'g str, to: &str) -> Option<Vec<&'g str>> {
        let mut before: BTreeMap<&str, Option<&str>> = BTreeMap::from([(from, None)]);
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            if at == to {
                let mut way: Vec<&str> = std::iter::successors(Some(at), |at| before[at]).collect();
                way.reverse();
                return Some(way);
            }
            for next in self.arrows.get(at).into_iter().flat_map(BTreeMap::keys) {
                if !before.contains_key(next.as_str()) {
                    before.insert(next, Some(at));
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
