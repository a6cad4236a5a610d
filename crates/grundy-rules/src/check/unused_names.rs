//! Finds functions of a rules file that are never called, and values that are never used and misspelt.

use super::Check;
use super::report::{Finding, Severity};
use crate::script::{CALLBACKS, SYMMETRIES};
use grundy::spelling::nearest_or_prefix;

impl Check<'_> {
    /// Reports functions that cannot be reached from any callback, and unused values whose name is near one that has a meaning.
    pub(super) fn unused_names(&mut self) {
        let meant = |word: &str| nearest_or_prefix(word, CALLBACKS.iter().map(|(_, name)| *name).chain([SYMMETRIES]));
        let names = &self.game.script.names;
        let functions = names.unused_functions().map(|word| {
            let meant = meant(word).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            format!("the function `{word}` is never called{meant}")
        });
        let values = names.unused_values().filter_map(|word| {
            meant(word).map(|near| format!("the value `{word}` is never used; did you mean `{near}`?"))
        });
        let finding = |message| Finding { severity: Severity::Warning, message, position: None, error: None };
        let found: Vec<Finding> = functions.chain(values).map(finding).collect();
        self.findings.extend(found);
    }
}
