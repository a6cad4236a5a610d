//! Positions met and the rows that the script gave for them, asked for many a session.

use super::{BATCH, Failed, Rules, lock};
use crate::script::{Fault, Name};
use crate::store::{Row, Said, Store};
use crate::sums::Components;
use crate::{position, sums};
use grundy::text::Key;
use grundy::{Nimber, Player};
use std::sync::{Mutex, MutexGuard};

impl Rules {
    /// The end and the turn of a position, and its options as they are.
    pub(crate) fn row(&self, at: &[u8]) -> Result<Row, Failed> {
        self.script.session(|session| self.expand(session, at, false))
    }

    pub(super) fn has_classes(&self) -> bool {
        self.group.is_some() || self.script.has(Name::Canonical)
    }

    pub(super) fn store(&self, by_class: bool) -> MutexGuard<'_, Store> {
        lock(if by_class && self.has_classes() { &self.classes } else { &self.every })
    }

    /// Appends the options of a position. Those that will be asked for next are asked for in the same session.
    pub(super) fn collect(&self, at: &[u8], by_class: bool, out: &mut Vec<Key>) -> Result<(), Failed> {
        if !by_class && self.has_classes() && lock(&self.classes).len() > 0 {
            // Whoever explores the classes asks for what else there is a position at a time: nothing else comes next.
            out.extend(self.row(at)?.options.into_iter().map(Key));
            return Ok(());
        }
        let mut store = self.store(by_class);
        let root = store.number(at);
        if !store.is_known(root) {
            let limit = |message: String| Failed {
                name: Name::Moves,
                arguments: vec![at.into()],
                fault: Fault::Limit(message),
            };
            self.within(0, store.bytes()).map_err(limit)?;
            if !store.has_room() {
                return Err(limit("there are more positions or moves than can be numbered".to_owned()));
            }
            self.script.session(|session| {
                // Positions that are met here come next as well.
                let mut next = root;
                while next < store.len().min(root.saturating_add(BATCH)) {
                    let n = next;
                    next += 1;
                    if store.is_known(n) {
                        continue;
                    }
                    let at = store.at(n).to_vec();
                    match self.expand(session, &at, by_class) {
                        Ok(row) => store.keep(n, &row),
                        Err(failed) if n == root => return Err(failed),
                        // It is asked for again in a session of its own, if it is asked for at all.
                        Err(_) => break,
                    }
                }
                Ok(())
            })?;
        }
        out.extend(store.options(root).map(|option| Key(store.at(option).into())));
        Ok(())
    }

    /// The options of a sum: one component moves.
    pub(super) fn collect_sum(
        &self,
        components: &Mutex<Components>,
        at: &[u8],
        out: &mut Vec<Key>,
    ) -> Result<(), Failed> {
        let parts = position::components(at);
        let mut components = lock(components);
        for (i, part) in parts.iter().enumerate() {
            if i > 0 && parts[i - 1] == *part {
                continue;
            }
            let others = parts[..i].iter().chain(&parts[i + 1..]);
            for option in components.options(self, part)? {
                out.push(sums::key(others.clone().cloned().chain(option).collect()));
            }
        }
        Ok(())
    }

    pub(super) fn options_of(&self, at: &Key, by_class: bool, out: &mut Vec<Key>) {
        if self.is_in_trouble() {
            return;
        }
        if by_class && let Err(trouble) = self.classes_hold() {
            lock(&self.trouble).get_or_insert(trouble);
            return;
        }
        let done = match &self.components {
            Some(components) => self.collect_sum(components, &at.0, out),
            None => self.collect(&at.0, by_class, out),
        };
        if let Err(failed) = done {
            self.fail(failed);
        }
    }

    /// The end and the turn of a position.
    pub(super) fn said_of(&self, at: &Key) -> Said {
        let nothing = Said { end: None, turn: self.first.as_ref().map(|_| Player::Left) };
        let by_class = self.store(true).said(&at.0);
        let known = if by_class.is_none() && self.has_classes() { self.store(false).said(&at.0) } else { by_class };
        if known.is_some() || self.components.is_some() || self.is_in_trouble() {
            return known.unwrap_or(nothing);
        }
        let said = self.script.session(|session| self.say_of(session, &at.0));
        said.unwrap_or_else(|failed| {
            self.fail(failed);
            nothing
        })
    }

    /// The values of the components of a position.
    pub(super) fn values(&self, at: &Key) -> Option<Vec<(Box<[u8]>, Nimber)>> {
        let mut components = lock(self.components.as_ref()?);
        let solved = self.canonical_parts(at).and_then(|parts| {
            parts.into_iter().map(|part| components.value(self, &part).map(|value| (part, value))).collect()
        });
        solved.map_err(|failed| self.fail(failed)).ok()
    }

    pub(super) fn canonical_parts(&self, at: &Key) -> Result<Vec<Box<[u8]>>, Failed> {
        let parts = position::components(&at.0);
        if !self.has_classes() {
            return Ok(parts);
        }
        if let Some(group) = &self.group {
            return Ok(parts.iter().map(|part| group.canonical(part)).collect());
        }
        self.script.session(|session| parts.iter().map(|part| self.representative(session, part)).collect())
    }
}
