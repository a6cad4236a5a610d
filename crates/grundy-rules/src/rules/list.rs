//! Positions and moves as text, and text as positions.

use super::Rules;
use super::callbacks::{PositionArg, encode_returned};
use crate::literal;
use crate::position::{self, Item};
use crate::script::{CallError, Callback, Session};
use grundy::text::{Key, ListedMove, MoveList, ParseError, RulesError};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

/// The number of positions among which the second player is looked for.
const MAX_LOOKED_AT: usize = 100;
/// The most positions that are looked at for one that is not a string.
const MAX_READ: usize = 1_000;

impl Rules {
    /// Lists at most `at_most` moves of a position, each option once.
    pub(super) fn list(&self, at: &Key, at_most: usize) -> Result<MoveList, CallError> {
        if at_most == 0 || !self.script.defines(Callback::Label) {
            return self.list_with_labels(at, at_most);
        }
        // A name does not depend on how many moves are listed.
        let mut list = self.list_with_labels(at, usize::MAX)?;
        self.tell_apart(&mut list.moves)?;
        list.moves.truncate(at_most);
        Ok(list)
    }

    /// Whether `label` gives two moves from a position the same name.
    pub(crate) fn has_equal_labels(&self, at: &Key) -> Result<bool, RulesError> {
        let moves = self.list_with_labels(at, usize::MAX).map_err(|failed| self.error(failed))?.moves;
        let names: HashSet<&str> = moves.iter().map(|m| m.text.as_str()).collect();
        Ok(names.len() < moves.len())
    }

    /// Lists at most `at_most` moves with the names that `label` gives them.
    fn list_with_labels(&self, at: &Key, at_most: usize) -> Result<MoveList, CallError> {
        let (options, player) = match &self.components {
            Some(components) => (self.options_of_sum(components, &at.0, false)?, None),
            None => {
                let row = self.row(&at.0)?;
                (row.options.into_iter().map(Key).collect(), row.player)
            }
        };
        let mut seen = HashSet::new();
        let mut options: Vec<Key> = options.into_iter().filter(|option| seen.insert(option.clone())).collect();
        let total = options.len().into();
        options.truncate(at_most);
        let mut moves = Vec::with_capacity(options.len());
        self.script.for_each(&options, |session, option| {
            let text = self.move_text(session, at, option)?;
            let moves_again = match player {
                None => false,
                Some(_) => {
                    let at = PositionArg::Bytes(&option.0);
                    let value = at.value(session);
                    self.player_at(session, at, value, &mut Vec::new())? == player
                }
            };
            moves.push(ListedMove { text, option: option.clone(), moves_again });
            Ok(())
        })?;
        Ok(MoveList { moves, total, player })
    }

    /// Adds to each name that two moves have the position to which the move leads; if that does not suffice, the literal of the position.
    fn tell_apart(&self, moves: &mut [ListedMove]) -> Result<(), CallError> {
        let text: &dyn Fn(&Key) -> Result<String, CallError> = &|option| self.text(option);
        for text in [text, &|option| Ok(self.literal(option))] {
            let mut counts: HashMap<String, usize> = HashMap::new();
            moves.iter().for_each(|m| *counts.entry(m.text.clone()).or_default() += 1);
            for m in moves.iter_mut().filter(|m| counts[&m.text] > 1) {
                m.text = format!("{} (to {})", m.text, text(&m.option)?);
            }
        }
        Ok(())
    }

    /// The text of a move: its label, or else the text of the position that it leads to.
    fn move_text(&self, session: &mut Session<'_, '_>, at: &Key, option: &Key) -> Result<String, CallError> {
        let is_single = |key: &Key| position::components(&key.0).len() == 1;
        if self.script.defines(Callback::Label) && is_single(at) && is_single(option) {
            return self.label(session, &at.0, &option.0);
        }
        Ok(format!("to {}", self.text_in(session, option)?))
    }

    /// The text of a position.
    pub(super) fn text(&self, at: &Key) -> Result<String, CallError> {
        if self.script.defines(Callback::Text) {
            self.script.session(|session| self.text_in(session, at))
        } else {
            Ok(self.literal(at))
        }
    }

    fn text_in(&self, session: &mut Session<'_, '_>, at: &Key) -> Result<String, CallError> {
        join_components(&at.0, |part| session.text(&self.script, part))
    }

    /// The literal of a position.
    pub(crate) fn literal(&self, at: &Key) -> String {
        join_components(&at.0, |part| Ok::<_, std::convert::Infallible>(literal::of_bytes(part)))
            .unwrap_or_else(|never| match never {})
    }

    /// The advice for several literals with spaces between: what stands between components or items. `None` for other texts.
    fn separator_help(&self, text: &str) -> Option<String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() < 2 || words.iter().any(|word| literal::read(word).is_err()) {
            return None;
        }
        if self.components.is_some() {
            return Some(format!("components are joined by `+`: `{}`", words.join(" + ")));
        }
        let start = self.starts.first()?;
        matches!(position::read(&mut &*start.0), Item::Tuple(_)).then(|| {
            format!(
                "items are separated by commas: `{}`; the start is written `{}`",
                words.join(","),
                self.literal(start)
            )
        })
    }

    /// Refuses a position whose player is neither of the two that move in positions near the start. Otherwise it would be the rules that seem
    /// to be wrong.
    pub(crate) fn check_player(&self, at: &[u8], text: &str) -> Result<(), ParseError> {
        let Some(first) = &self.first else { return Ok(()) };
        self.find_second_player();
        // If `turn` fails here, that is reported once the position is used.
        let (Some(second), Ok(player)) = (self.second.get(), self.script.session(|session| self.turn(session, at)))
        else {
            return Ok(());
        };
        if player == *first || player == *second {
            return Ok(());
        }
        let [player, first, second] = [&player, first, second].map(|player| literal::of_bytes(player));
        Err(ParseError {
            at: 0..text.len(),
            message: format!("`turn` returns {player} there, and the players are {first} and {second}"),
            help: format!("write {first} or {second} for the player to move"),
        })
    }

    /// Looks for the second player in the positions nearest the starts, before any other position may seem to have it.
    fn find_second_player(&self) {
        self.has_looked_for_second.get_or_init(|| {
            let starts = || self.starts.iter().map(|Key(start)| start.clone());
            let (mut seen, mut queue): (HashSet<_>, VecDeque<_>) = (starts().collect(), starts().collect());
            while let Some(at) = queue.pop_front().filter(|_| self.second.get().is_none()) {
                let Ok(row) = self.row(&at) else { return };
                for option in row.options {
                    if seen.len() < MAX_LOOKED_AT && seen.insert(option.clone()) {
                        queue.push_back(option);
                    }
                }
            }
        });
    }

    /// The byte ranges of the components of a text. They are separated by ` + ` outside literals in quotation marks or brackets.
    pub(super) fn components_of_text(&self, text: &str) -> Vec<Range<usize>> {
        let has_literals = !self.script.defines(Callback::Parse);
        let (mut ranges, mut start) = (Vec::new(), 0);
        for (at, separator) in text.match_indices(" + ") {
            if at < start || has_literals && is_within_literal(&text[start..at], self.has_string_start()) {
                continue;
            }
            ranges.push(start..at);
            start = at + separator.len();
        }
        ranges.push(start..text.len());
        ranges
    }

    /// Whether the first start is a string, whose quotation marks are optional.
    fn has_string_start(&self) -> bool {
        self.starts.first().is_some_and(|start| matches!(position::read(&mut &*start.0), Item::Text(_)))
    }

    /// Whether a position near the starts is not a string. Then a text without quotation marks is the literal that it can be read as. `None`
    /// if all of many positions are strings, but not all positions were read.
    fn has_other_literals(&self) -> Option<bool> {
        *self.has_other_literals.get_or_init(|| {
            let starts = || self.starts.iter().flat_map(|Key(start)| position::components(start));
            let (mut seen, mut queue): (HashSet<_>, VecDeque<_>) = (starts().collect(), starts().collect());
            while let Some(at) = queue.pop_front() {
                if !matches!(position::read(&mut &*at), Item::Text(_)) {
                    return Some(true);
                }
                for option in self.options_at(&at).into_iter().flatten() {
                    if seen.len() == MAX_READ {
                        return None;
                    }
                    if seen.insert(option.clone()) {
                        queue.push_back(option);
                    }
                }
            }
            Some(false)
        })
    }

    /// The position that a text without quotation marks means, which may be a string or `literal`, in a game with many strings: the one that
    /// the rules accept.
    fn string_or_literal(&self, text: &str, literal: Item) -> Result<Item, ParseError> {
        let string = Item::Text(text.to_owned());
        if text.trim_start().starts_with('(') {
            return Ok(literal);
        }
        match [&string, &literal].map(|item| self.options_at(&bytes_of(item)).is_ok()) {
            [true, true] => {
                let [string, literal] = [string, literal].map(|item| literal::of_bytes(&bytes_of(&item)));
                Err(ParseError {
                    at: 0..text.len(),
                    message: format!("the position may be the string {string} or {literal}"),
                    help: format!("write {string} with its quotation marks, or ({literal}) in parentheses"),
                })
            }
            [false, true] => Ok(literal),
            _ => Ok(string),
        }
    }

    /// The options of a position; of a component, the components of its options.
    fn options_at(&self, at: &[u8]) -> Result<Vec<Box<[u8]>>, CallError> {
        self.script.session(|session| self.options_in(session, at))
    }

    /// The error of a text that is no literal, if it may be several components with `+` between them.
    fn error_without_spaces(&self, text: &str) -> Option<ParseError> {
        let parts: Vec<&str> = text.split('+').map(str::trim).collect();
        if self.components.is_none() || parts.len() < 2 || parts.iter().any(|part| part.is_empty()) {
            return None;
        }
        Some(ParseError {
            at: 0..text.len(),
            message: "a `+` between components needs spaces around it".to_owned(),
            help: format!("write `{}`; a string with a `+` needs quotation marks", parts.join(" + ")),
        })
    }

    /// Parses a position that is not a sum.
    pub(super) fn parse_part(&self, text: &str) -> Result<Box<[u8]>, ParseError> {
        if self.script.defines(Callback::Parse) {
            let parsed = self.script.session(|session| {
                let value = session.heap().alloc(text);
                let value = session.call(Callback::Parse, &[value])?;
                encode_returned(value)
            });
            return parsed.map_err(|fault| {
                let error = self.error(CallError::new(Callback::Parse, &[], fault));
                let line = error.location.as_ref().map(|at| format!(" ({}:{})", at.path, at.line_and_column().0));
                ParseError {
                    at: 0..text.len(),
                    message: format!("not read as a position: {}{}", error.message, line.unwrap_or_default()),
                    help: "write it as the file's `parse` says".to_owned(),
                }
            });
        }
        let start = self.starts.first();
        let is_start_text = self.has_string_start();
        let item = match literal::read(text) {
            Err(_) if let Some(error) = self.error_without_spaces(text) => return Err(error),
            Ok(item @ Item::Text(_)) => item,
            Ok(item) if !is_start_text || self.has_other_literals() == Some(true) => item,
            Ok(item) if self.has_other_literals().is_none() => self.string_or_literal(text, item)?,
            _ if is_start_text && !text.trim_start().starts_with(['"', '\'']) => Item::Text(text.to_owned()),
            Ok(item) => item,
            Err(error) => {
                let help = self.separator_help(text).unwrap_or_else(|| {
                    let start = start.map_or_else(String::new, |start| self.literal(start));
                    format!("write it as the start is written, `{start}`")
                });
                return Err(ParseError { at: error.at, message: format!("not a position: {}", error.message), help });
            }
        };
        Ok(bytes_of(&item))
    }
}

fn bytes_of(item: &Item) -> Box<[u8]> {
    let mut bytes = Vec::new();
    position::write(item, &mut bytes);
    bytes.into()
}

/// Whether a quotation mark or bracket of a text is not closed yet. With `optional_quotes` the text may be a string without quotation marks,
/// which may have any characters; then only a quotation mark at its beginning counts.
fn is_within_literal(text: &str, optional_quotes: bool) -> bool {
    if optional_quotes && !text.trim_start().starts_with(['"', '\'']) {
        return false;
    }
    let (mut quote, mut depth) = (None, 0_usize);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => drop(chars.next()),
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
    }
    quote.is_some() || depth > 0
}

/// The texts of the components of a position, joined.
fn join_components<E>(at: &[u8], text: impl FnMut(&Box<[u8]>) -> Result<String, E>) -> Result<String, E> {
    let parts = position::components(at);
    if parts.is_empty() {
        return Ok("Sum()".to_owned());
    }
    Ok(parts.iter().map(text).collect::<Result<Vec<String>, E>>()?.join(" + "))
}
