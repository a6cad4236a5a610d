//! Functions of a rules file that are never called.

use super::Check;
use super::report::{Finding, Severity};
use crate::nesting;
use crate::script::CALLBACKS;
use std::collections::{BTreeSet, HashMap};

impl Check<'_> {
    /// Finds functions that no callback leads to.
    pub(super) fn unreachable_functions(&mut self) {
        let source = &*self.game.script.source;
        let mut words: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        // Statements outside functions always run.
        let mut current = "";
        for line in source.split_inclusive('\n') {
            let mut rest = line;
            if let Some(after) = line.strip_prefix("def ") {
                let end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
                current = &after[..end];
                words.entry(current).or_default();
                rest = &after[end..];
            } else if !line.starts_with([' ', '\t', '\n', '#', ')', ']', '}']) {
                current = "";
            }
            words.entry(current).or_default().extend(nesting::identifiers(rest));
        }
        let mut reached: BTreeSet<&str> = CALLBACKS.iter().map(|(_, word)| *word).chain([""]).collect();
        let mut waiting: Vec<&str> = reached.iter().copied().collect();
        while let Some(word) = waiting.pop() {
            for &next in words.get(word).into_iter().flatten() {
                if words.contains_key(next) && reached.insert(next) {
                    waiting.push(next);
                }
            }
        }
        let mut unused: Vec<&str> = words.keys().copied().filter(|word| !reached.contains(word)).collect();
        unused.sort_unstable();
        for word in unused {
            let near = grundy::spelling::nearest(word, CALLBACKS.iter().map(|(_, name)| *name));
            let meant = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let message = format!("the function `{word}` is never called{meant}");
            let finding = Finding { severity: Severity::Warning, message, position: None, error: None };
            self.findings.push(finding);
        }
    }
}
