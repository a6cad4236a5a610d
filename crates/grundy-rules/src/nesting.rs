//! Measures how deeply a source is nested, without the interpreter, whose recursive parser could overflow the stack.
//!
//! Along each path of open brackets, it counts the operators and operands since the last comma, each of which may add a level to the
//! syntax tree (`- - - x`, `1 + 1 + 1`, `f()()()`). It also counts consecutive branches of an `if`, and nested blocks.

use std::ops::Range;

/// The maximum size of a source, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// The maximum nesting depth of an expression or of blocks.
pub(crate) const MAX_DEPTH: usize = 400;

/// The byte range where a source is too deep or too long, and the reason; `None` if the source is acceptable.
pub(crate) fn find_excess(source: &str) -> Option<(Range<usize>, String)> {
    if source.len() > MAX_BYTES {
        return Some((0..0, format!("the file is larger than {MAX_BYTES} bytes")));
    }
    let mut depth = NestingCounter { open: vec![0], branches: 0, indents: vec![0] };
    let bytes = source.as_bytes();
    let mut i = 0;
    let mut line_begins = true;
    while i < bytes.len() {
        if line_begins && depth.open.len() == 1 {
            let start = i;
            while matches!(bytes.get(i), Some(b' ' | b'\t')) {
                i += 1;
            }
            line_begins = false;
            if !matches!(bytes.get(i), None | Some(b'\n' | b'\r' | b'#')) {
                depth.line(i - start, &bytes[i..]);
            }
            continue;
        }
        let start = i;
        match bytes[i] {
            b'#' => i += until_line_end(&bytes[i..]),
            b'\n' => {
                line_begins = true;
                if depth.open.len() == 1 {
                    depth.open[0] = 0;
                }
                i += 1;
            }
            b'"' | b'\'' => {
                i += string(&bytes[i..]);
                depth.token();
            }
            b'(' | b'[' | b'{' => {
                depth.token();
                depth.open.push(0);
                i += 1;
            }
            b')' | b']' | b'}' => {
                if depth.open.len() > 1 {
                    depth.open.pop();
                }
                i += 1;
            }
            b',' | b';' => {
                *depth.open.last_mut().expect("never empty") = 0;
                i += 1;
            }
            c if c.is_ascii_whitespace() || c == b'\\' => i += 1,
            c if is_word(c) => {
                i += bytes[i..].iter().take_while(|c| is_word(**c)).count();
                depth.token();
            }
            _ => {
                i += 1;
                depth.token();
            }
        }
        if depth.sum() > MAX_DEPTH {
            return Some((start..i.min(source.len()), format!("the rules are nested more than {MAX_DEPTH} deep here")));
        }
    }
    None
}

struct NestingCounter {
    /// Tokens since the last comma, for each open bracket.
    open: Vec<usize>,
    branches: usize,
    indents: Vec<usize>,
}

impl NestingCounter {
    fn token(&mut self) {
        *self.open.last_mut().expect("never empty") += 1;
    }

    fn line(&mut self, indent: usize, rest: &[u8]) {
        while self.indents.len() > 1 && self.indents.last().is_some_and(|last| *last > indent) {
            self.indents.pop();
        }
        if self.indents.last().is_some_and(|last| *last < indent) {
            self.indents.push(indent);
        }
        if rest.starts_with(b"elif") {
            self.branches += 1;
        } else if rest.starts_with(b"if") || self.indents.len() == 1 {
            self.branches = 0;
        }
    }

    fn sum(&self) -> usize {
        // Each block is a few levels of the syntax tree.
        self.open.iter().sum::<usize>() + self.branches + 4 * self.indents.len()
    }
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80
}

fn until_line_end(bytes: &[u8]) -> usize {
    bytes.iter().position(|c| *c == b'\n').unwrap_or(bytes.len())
}

/// The length of the string at the start of `bytes`.
fn string(bytes: &[u8]) -> usize {
    let quote = bytes[0];
    let (is_long, mut i) = if bytes.starts_with(&[quote; 3]) { (true, 3) } else { (false, 1) };
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 1,
            b'\n' if !is_long => return i,
            c if c == quote && !is_long => return i + 1,
            c if c == quote && bytes[i..].starts_with(&[quote; 3]) => return i + 3,
            _ => {}
        }
        i += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_overflow_a_stack_is_seen() {
        let n = 300_000;
        for deep in [
            format!("x = {}1", "-".repeat(n)),
            format!("x = {}{}", "(".repeat(n), ")".repeat(n)),
            format!("x = {}", vec!["1"; n].join(" + ")),
            format!("x = {}1", "not ".repeat(n)),
            format!("x = f{}", "()".repeat(n)),
            format!("x = {}1", "lambda: ".repeat(n)),
            format!("x = {}1", "1 if 1 else ".repeat(n)),
            format!("def f(x):\n if x:\n  pass\n{}", " elif x:\n  pass\n".repeat(n / 10)),
            (0..2000).map(|n| format!("{}if x:\n", " ".repeat(n))).collect::<String>().chars().take(900_000).collect(),
        ] {
            assert!(find_excess(&deep).is_some(), "{}", &deep[..40]);
        }
        assert!(find_excess(&"#".repeat(MAX_BYTES + 1)).is_some());
    }

    #[test]
    fn ordinary_rules_are_not_deep() {
        let table = format!("T = [{}]\n", vec!["(1, 2, -3)"; 10_000].join(", "));
        let lines = "x = [1,\n 2]\nif x:\n  y = \"((((\" # ((((\n".repeat(5000);
        assert_eq!(find_excess(&table), None);
        assert_eq!(find_excess(&lines), None);
    }
}
