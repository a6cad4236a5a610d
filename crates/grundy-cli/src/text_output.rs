//! Text for people on standard output and standard error, in which no character from a file or an argument controls the terminal.
//!
//! All text goes through [`TextOutput`], which replaces the control characters. The program's own styles do not go through it as text:
//! [`TextOutput::write_styled`] takes them apart from the text. So code that writes a name need not remember to call [`visible`]; and a name cannot imitate a style, which a filter of the finished text would have to let through.
//!
//! Data such as JSON and CSV must keep its characters, and is written to [`std::io::stdout`].

use anstream::AutoStream;
use anstyle::Style;
use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};
use std::io::{self, StderrLock, StdoutLock, Write};

/// A writer of text that replaces control characters as [`visible`] does.
#[derive(Debug)]
pub(crate) struct TextOutput<W>(W);

/// Standard output for text; styles are left out unless it is a terminal that shows them.
pub(crate) fn stdout() -> TextOutput<AutoStream<StdoutLock<'static>>> {
    TextOutput(anstream::stdout().lock())
}

/// Standard error for text; styles are left out unless it is a terminal that shows them.
pub(crate) fn stderr() -> TextOutput<AutoStream<StderrLock<'static>>> {
    TextOutput(anstream::stderr().lock())
}

/// Writes a line to standard error.
pub(crate) fn eprintln(line: fmt::Arguments<'_>) {
    // Standard error itself cannot be written to, so there is nowhere to report this error.
    let _ = writeln!(stderr(), "{line}");
}

/// Chooses for both streams whether styles are written.
pub(crate) fn set_color(choice: clap::ColorChoice) {
    match choice {
        clap::ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
        clap::ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
        clap::ColorChoice::Auto => {}
    }
}

impl<W: Write> TextOutput<W> {
    /// Wraps a writer.
    pub(crate) fn new(out: W) -> Self {
        Self(out)
    }

    /// Writes text in a style.
    pub(crate) fn write_styled(&mut self, style: Style, text: impl Display) -> io::Result<()> {
        write!(self.0, "{style}")?;
        write!(self, "{text}")?;
        write!(self.0, "{style:#}")
    }

    /// Writes a report that has styles of its renderer. The caller must ensure that its other characters are [`visible`].
    #[cfg(feature = "rules")]
    pub(crate) fn write_rendered(&mut self, report: &str) -> io::Result<()> {
        self.0.write_all(report.as_bytes())
    }
}

impl<W: Write> Write for TextOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for chunk in bytes.utf8_chunks() {
            self.0.write_all(visible(chunk.valid()).as_bytes())?;
            if !chunk.invalid().is_empty() {
                self.0.write_all("\u{fffd}".as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Whether a character changes the state of a terminal, or the order in which it shows others.
fn is_control(c: char) -> bool {
    // Pictures have several lines, and a tab does no harm.
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with a visible symbol for each control character: `␛` for U+001B, `\u{9b}` for U+009B, `\u{202e}` for a character that changes
/// the direction of writing. Line ends and tabs stay.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(2 * text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => shown.push(c),
            _ if !is_control(c) => shown.push(c),
            '\0'..='\u{1f}' => shown.extend(char::from_u32(0x2400 + u32::from(c))),
            '\u{7f}' => shown.push('\u{2421}'),
            _ => {
                let _ = write!(shown, "{}", c.escape_unicode());
            }
        }
    }
    Cow::Owned(shown)
}

/// The text as [`visible`] returns it, with a symbol for each line feed too: for a text that must not look like several lines.
pub(crate) fn visible_line(text: &str) -> String {
    visible(text).replace("\r\n", "␍␊").replace('\n', "␊")
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstyle::AnsiColor;

    #[test]
    fn control_characters_become_visible() {
        for (text, shown) in [
            ("", ""),
            ("é ∞ ␛\t1\n2\r\n3", "é ∞ ␛\t1\n2\r\n3"),
            ("\0\x1b[31m\x1f\x7f", "␀␛[31m␟␡"),
            ("\x1b]0;pwn\x07", "␛]0;pwn␇"),
            ("over\rwritten\r", "over␍written␍"),
            ("\u{80}\u{9b}2J\u{9f}\u{a0}", "\\u{80}\\u{9b}2J\\u{9f}\u{a0}"),
            ("\u{202a}\u{202e}\u{2066}\u{2069}\u{202f}", "\\u{202a}\\u{202e}\\u{2066}\\u{2069}\u{202f}"),
        ] {
            assert_eq!(visible(text), shown);
            assert_eq!(visible(shown), shown, "a second call changes nothing");
        }
        assert_eq!(visible_line("a\nb\r\n\x1b"), "a␊b␍␊␛");
    }

    #[test]
    fn no_control_character_is_left() {
        for c in (0..=0x10ffff).filter_map(char::from_u32) {
            let mut buffer = [0; 4];
            let text = &*c.encode_utf8(&mut buffer);
            let shown = visible(text);
            assert!(!shown.is_empty() && !shown.contains(is_control), "{c:?}");
            assert_eq!(shown == text, !is_control(c), "{c:?}");
        }
    }

    #[test]
    fn only_styles_of_the_program_are_escape_sequences() {
        let mut out = TextOutput::new(Vec::new());
        out.write_styled(AnsiColor::Red.on_default(), "a\x1b[0mb").unwrap();
        out.write_all(b"\x1b[1m\xffc\xc2").unwrap();
        assert_eq!(String::from_utf8(out.0).unwrap(), "\x1b[31ma␛[0mb\x1b[0m␛[1m\u{fffd}c\u{fffd}");
    }
}
