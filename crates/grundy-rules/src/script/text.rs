//! Positions as text: through the functions `text` and `show` of the file, or as literals.

use super::{CallError, CallFault, Callback, Script, Session};
use crate::literal;
use starlark::values::Value;

impl Session<'_, '_> {
    /// The text of a position that is not a sum.
    pub(crate) fn text(&mut self, script: &Script, bytes: &[u8]) -> Result<String, CallError> {
        if script.defines(Callback::Text) { self.string(Callback::Text, bytes) } else { Ok(literal::of_bytes(bytes)) }
    }

    /// The string that `text` or `show` returns for a position; only `show` may return several lines.
    pub(crate) fn string(&mut self, callback: Callback, bytes: &[u8]) -> Result<String, CallError> {
        let here = |fault: CallFault| CallError::new(callback, &[bytes], fault);
        let value = self.decode(bytes);
        let returned = self.call(callback, &[value]).map_err(here)?;
        match returned.unpack_str() {
            Some(text) if callback == Callback::Show || !text.contains('\n') => Ok(text.to_owned()),
            Some(_) => Err(here(CallFault::wrong_return(
                "returned several lines",
                "return one line of text; `show` may have several",
            ))),
            None => Err(here(CallFault::wrong_return(format!("returned {}", describe(returned)), "return a string"))),
        }
    }
}

impl Script {
    /// The text of a position that is not a sum.
    pub(crate) fn text(&self, bytes: &[u8]) -> Result<String, CallError> {
        if self.defines(Callback::Text) {
            self.session(|session| session.text(self, bytes))
        } else {
            Ok(literal::of_bytes(bytes))
        }
    }
}

/// The type of a value with an article, and the value itself if it is short.
pub(crate) fn describe(value: Value<'_>) -> String {
    match value.get_type() {
        "NoneType" => "None".to_owned(),
        "struct" => "a Sum".to_owned(),
        "string" => format!(
            "the string {}",
            value
                .unpack_str()
                .map_or_else(String::new, |text| format!("{:?}", text.chars().take(20).collect::<String>()))
        ),
        kind @ "int" => format!("an {kind}"),
        kind => format!("a {kind}"),
    }
}
