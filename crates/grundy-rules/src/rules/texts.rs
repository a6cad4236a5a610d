//! Positions and moves as text, and text as positions.

use super::asked::{encoded, kind};
use super::{BATCH, Failed, Rules};
use crate::position::{self, Item};
use crate::script::{Fault, Name, Script};
use grundy::text::{Key, MoveList, ParseError};
use std::collections::HashSet;

impl Rules {
    pub(super) fn list(&self, at: &Key, want: usize) -> Result<MoveList<Key>, Failed> {
        let options = match &self.components {
            Some(components) => {
                let mut options = Vec::new();
                self.collect_sum(components, &at.0, &mut options)?;
                options
            }
            None => self.row(&at.0)?.options.into_iter().map(Key).collect(),
        };
        let mut seen = HashSet::new();
        let mut options: Vec<Key> = options.into_iter().filter(|option| seen.insert(option.clone())).collect();
        let total = options.len().into();
        options.truncate(want);
        let single = |key: &Key| position::components(&key.0).len() == 1;
        let moves = options.chunks(BATCH as usize).map(|options| {
            self.script.session(|session| {
                let labelled = options.iter().map(|option| {
                    let text = if self.script.has(Name::Label) && single(at) && single(option) {
                        self.label(session, &at.0, &option.0)?
                    } else {
                        format!("to {}", self.shown(option))
                    };
                    Ok((text, option.clone()))
                });
                labelled.collect::<Result<Vec<_>, Failed>>()
            })
        });
        Ok(MoveList { moves: moves.collect::<Result<Vec<_>, Failed>>()?.concat(), total })
    }

    pub(super) fn shown(&self, at: &Key) -> String {
        let parts = position::components(&at.0);
        if parts.is_empty() {
            return "Sum()".to_owned();
        }
        let shown = parts.iter().map(|part| {
            text(&self.script, part).unwrap_or_else(|failed| {
                self.fail(failed);
                literal(part)
            })
        });
        shown.collect::<Vec<_>>().join(" + ")
    }

    /// Reads a position that is no sum.
    pub(super) fn parse_part(&self, text: &str) -> Result<Box<[u8]>, ParseError> {
        if self.script.has(Name::Parse) {
            let said = self.script.session(|session| {
                let value = session.heap().alloc(text);
                let value = session.call(Name::Parse, &[value])?;
                encoded(value)
            });
            return said.map_err(|fault| {
                let trouble = self.script.said(fault, Some((Name::Parse, &[])));
                let place =
                    trouble.place.as_ref().map(|place| format!(" ({}:{})", place.path, place.line_and_column().0));
                ParseError {
                    at: 0..text.len(),
                    message: format!("not read as a position: {}{}", trouble.message, place.unwrap_or_default()),
                    help: "write it as the file's `parse` says".to_owned(),
                }
            });
        }
        let starts_as_text = matches!(position::read(&mut &*self.starts[0]), Item::Text(_));
        let item = match crate::literal::read(text) {
            Ok(item @ Item::Text(_)) => item,
            _ if starts_as_text && !text.trim_start().starts_with(['"', '\'']) => Item::Text(text.to_owned()),
            Ok(item) => item,
            Err(error) => {
                return Err(ParseError {
                    at: error.at,
                    message: format!("not a position: {}", error.message),
                    help: format!("write it as the start is written, `{}`", literal(&self.starts[0])),
                });
            }
        };
        let mut bytes = Vec::new();
        position::write(&item, &mut bytes);
        Ok(bytes.into())
    }
}

/// The literal of a position.
pub(crate) fn literal(bytes: &[u8]) -> String {
    let mut out = String::new();
    crate::literal::write(&position::read(&mut &*bytes), &mut out);
    out
}

/// The text of a position that is no sum.
pub(crate) fn text(script: &Script, bytes: &[u8]) -> Result<String, Failed> {
    if !script.has(Name::Text) {
        return Ok(literal(bytes));
    }
    line(script, Name::Text, bytes, false)
}

/// What a function that writes a position writes.
pub(super) fn line(script: &Script, name: Name, bytes: &[u8], may_have_lines: bool) -> Result<String, Failed> {
    let here = |fault: Fault| Failed { name, arguments: vec![bytes.into()], fault };
    script.session(|session| {
        let value = session.decode(bytes);
        let said = session.call(name, &[value]).map_err(here)?;
        match said.unpack_str() {
            Some(text) if may_have_lines || !text.contains('\n') => Ok(text.to_owned()),
            Some(_) => {
                Err(here(Fault::returned("returned several lines", "return one line of text; `show` may have several")))
            }
            None => Err(here(Fault::returned(format!("returned {}", kind(said)), "return a string"))),
        }
    })
}
