//! Finds functions of a rules file that are never called or defined twice, and values that are never used and misspelt.

use super::Check;
use super::report::{Finding, Severity};
use crate::script::{CALLBACKS, Callback, SYMMETRIES};
use grundy::spelling::nearest_or_prefix;

impl Check<'_> {
    /// Reports functions that cannot be reached from any callback, those that are defined twice, and unused values whose name is near one
    /// that has a meaning.
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
        let script = &self.game.script;
        let line = |at: usize| script.source[..at].matches('\n').count() + 1;
        let redefined = names.redefined().iter().map(|(word, at)| {
            let first = names.definition(word).map_or(0, |first| line(first.start));
            format!(
                "the function `{word}` is defined in line {first} and again in line {}; the last definition counts",
                line(at.start)
            )
        });
        let has_both = script.defines(Callback::Initial) && script.defines(Callback::Starts);
        let both = has_both
            .then(|| "the file has both `initial` and `starts`; the game begins at what `starts` returns".to_owned());
        let finding = |message| Finding { severity: Severity::Warning, message, position: None, error: None };
        let found: Vec<Finding> = functions.chain(redefined).chain(both).chain(values).map(finding).collect();
        self.findings.extend(found);
    }
}
