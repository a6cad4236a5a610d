//! Finds functions of a rules file that are never called.

use super::Check;
use super::report::{Finding, Severity};
use crate::script::CALLBACKS;

impl Check<'_> {
    /// Reports functions that cannot be reached from any callback.
    pub(super) fn unused_functions(&mut self) {
        for word in self.game.script.names.unused_functions() {
            let near = grundy::spelling::nearest(word, CALLBACKS.iter().map(|(_, name)| *name));
            let meant = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let message = format!("the function `{word}` is never called{meant}");
            let finding = Finding { severity: Severity::Warning, message, position: None, error: None };
            self.findings.push(finding);
        }
    }
}
