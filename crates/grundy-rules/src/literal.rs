//! Positions as Starlark literals, as in `(1, "x..")`. When read, spaces and outer parentheses are optional, and brackets are accepted.

use crate::position::{self, Item, MAX_DEPTH};
use std::fmt::Write as _;
use std::ops::Range;

/// The error for text that is not a literal: where, and what is wrong.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LiteralError {
    pub(crate) at: Range<usize>,
    pub(crate) message: String,
}

/// The literal of a position given as bytes.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    text(&position::read(&mut &*bytes))
}

/// The literal of a value.
pub(crate) fn text(item: &Item) -> String {
    let mut out = String::new();
    write(item, &mut out);
    out
}

fn write(item: &Item, out: &mut String) {
    match item {
        Item::None => out.push_str("None"),
        Item::Bool(true) => out.push_str("True"),
        Item::Bool(false) => out.push_str("False"),
        Item::Int(n) => {
            let _ = write!(out, "{n}");
        }
        Item::Text(text) => write_text(text, out),
        Item::Tuple(items) => {
            out.push('(');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write(item, out);
            }
            out.push_str(if items.len() == 1 { ",)" } else { ")" });
        }
    }
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Parses a literal; items separated by commas form a tuple.
pub(crate) fn read(text: &str) -> Result<Item, LiteralError> {
    let mut reader = Reader { text, next: 0 };
    let mut items = vec![reader.item(0)?];
    let mut is_tuple = false;
    while reader.eat(",") {
        is_tuple = true;
        if reader.peek().is_some() {
            items.push(reader.item(0)?);
        }
    }
    match reader.peek() {
        Some(_) => Err(reader.wrong("unexpected text after the literal")),
        None if is_tuple => Ok(Item::Tuple(items)),
        None => Ok(items.remove(0)),
    }
}

struct Reader<'a> {
    text: &'a str,
    next: usize,
}

impl Reader<'_> {
    fn wrong(&self, message: impl Into<String>) -> LiteralError {
        let width = self.text[self.next..].chars().next().map_or(0, char::len_utf8);
        LiteralError { at: self.next..self.next + width, message: message.into() }
    }

    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.next..];
        self.next += rest.len() - rest.trim_start().len();
        self.text[self.next..].chars().next()
    }

    fn eat(&mut self, what: &str) -> bool {
        self.peek();
        let is_there = self.text[self.next..].starts_with(what);
        self.next += if is_there { what.len() } else { 0 };
        is_there
    }

    fn item(&mut self, depth: usize) -> Result<Item, LiteralError> {
        if depth > MAX_DEPTH {
            return Err(self.wrong(format!("nested more than {MAX_DEPTH} deep")));
        }
        match self.peek() {
            Some('(') => self.items("(", ")", depth),
            Some('[') => self.items("[", "]", depth),
            Some(quote @ ('"' | '\'')) => self.string(quote).map(Item::Text),
            Some(c) if c == '-' || c.is_ascii_digit() => self.int(),
            Some(c) if c.is_alphabetic() => self.word(),
            Some(_) => {
                Err(self.wrong("a number, a string in quotation marks, None, True, False or a tuple was expected"))
            }
            None => Err(self.wrong("the text ends too early")),
        }
    }

    fn items(&mut self, open: &str, close: &str, depth: usize) -> Result<Item, LiteralError> {
        self.eat(open);
        let mut items = Vec::new();
        let mut commas = 0;
        while !self.eat(close) {
            if !items.is_empty() && commas < items.len() {
                return Err(self.wrong(format!("a comma or `{close}` was expected")));
            }
            items.push(self.item(depth + 1)?);
            commas += usize::from(self.eat(","));
        }
        // Parentheses around one item without a comma only group it.
        if open == "(" && items.len() == 1 && commas == 0 {
            return Ok(items.remove(0));
        }
        Ok(Item::Tuple(items))
    }

    fn int(&mut self) -> Result<Item, LiteralError> {
        let start = self.next;
        let rest = &self.text[start..];
        let length = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| n + 1);
        let number = rest[..length].parse().map_err(|_| LiteralError {
            at: start..start + length,
            message: format!("`{}` is not a number from -2^63 to 2^63 - 1", &rest[..length]),
        })?;
        self.next += length;
        Ok(Item::Int(number))
    }

    fn word(&mut self) -> Result<Item, LiteralError> {
        let rest = &self.text[self.next..];
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let item = match &rest[..length] {
            "None" => Item::None,
            "True" => Item::Bool(true),
            "False" => Item::Bool(false),
            word => {
                let message = format!("`{word}` is not a literal; strings stand in quotation marks");
                return Err(LiteralError { at: self.next..self.next + length, message });
            }
        };
        self.next += length;
        Ok(item)
    }

    fn string(&mut self, quote: char) -> Result<String, LiteralError> {
        let start = self.next;
        let mut out = String::new();
        let mut chars = self.text[start + 1..].char_indices();
        while let Some((i, c)) = chars.next() {
            if c == quote {
                self.next = start + 1 + i + 1;
                return Ok(out);
            }
            if c != '\\' {
                out.push(c);
                continue;
            }
            match chars.next() {
                Some((_, 'n')) => out.push('\n'),
                Some((_, 't')) => out.push('\t'),
                Some((_, 'r')) => out.push('\r'),
                Some((_, 'u')) => {
                    let digits: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                    let c = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                    self.next = start + 1 + i;
                    out.push(c.ok_or_else(|| self.wrong("after `\\u` four hexadecimal digits were expected"))?);
                }
                Some((_, c)) => out.push(c),
                None => break,
            }
        }
        Err(LiteralError { at: start..self.text.len(), message: "the string has no end".to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = |text: &str| Item::Text(text.to_owned());
        let all = [
            Item::None,
            Item::Int(i64::MIN),
            text("a \"b\" \\ \n\t\r\u{1} é"),
            Item::Tuple(vec![]),
            Item::Tuple(vec![Item::Int(1)]),
            Item::Tuple(vec![Item::Tuple(vec![Item::Bool(true), text("")]), Item::Int(-7)]),
        ];
        for item in all {
            let mut out = String::new();
            write(&item, &mut out);
            assert_eq!(read(&out).as_ref(), Ok(&item), "{out}");
            assert_eq!(read(&out.replace(", ", ",")), Ok(item), "{out}");
        }
        assert_eq!(read("[1,'x']"), read("1, \"x\""));
        assert_eq!(read(" (3) "), Ok(Item::Int(3)));
    }

    #[test]
    fn errors_of_literals_have_a_place() {
        for (text, at) in
            [("", 0..0), ("(1", 2..2), ("1 2", 2..3), ("x..", 0..1), ("9223372036854775808", 0..19), ("'a", 0..2)]
        {
            assert_eq!(read(text).map_err(|error| error.at), Err(at), "{text}");
        }
        assert!(read(&"(".repeat(100_000)).is_err());
    }
}
