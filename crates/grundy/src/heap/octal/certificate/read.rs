//! Parses the text of a certificate, and locates errors in it.

use super::encoding::{checksum, width};
use super::{Certificate, NAME, ON_A_LINE, Proof, VERSION, Window, WindowProof};
use std::fmt;

/// Why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateError {
    /// The first line is not that of a certificate.
    Foreign,
    /// A certificate of a version that is not known.
    Version(String),
    /// The last line is not a checksum: the text was truncated or changed.
    Cut,
    /// The checksum does not match the text: it was changed.
    Checksum {
        /// The checksum in the last line.
        stored: String,
        /// The checksum of the text before it.
        computed: String,
    },
    /// A line that the format does not allow at its place.
    Line {
        /// The line, from 1 on.
        line: u64,
        /// The content that was expected.
        expected: Expected,
    },
}

impl CertificateError {
    /// Returns whether the text seems to be a damaged certificate.
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Cut | Self::Checksum { .. })
    }
}

/// The content that the format allows in a line of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A line that begins with this word, followed by a valid word.
    Word(&'static str),
    /// After this word one number: decimal, without leading zeros, below 2⁶⁴.
    Number(&'static str),
    /// After this word two numbers: decimal, without leading zeros, below 2⁶⁴.
    Numbers(&'static str),
    /// One of these, after the preceding word.
    OneOf(&'static str),
    /// A line of values of a window, or the word that may replace it.
    Values {
        /// Number of hexadecimal digits of each value.
        width: usize,
    },
    /// The number of digits that the largest value needs.
    Width(usize),
    /// Text in UTF-8.
    Utf8,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => write!(f, "`{word} …`"),
            Self::Number(word) => write!(f, "`{word} N`, N decimal, without leading zeros and below 2^64"),
            Self::Numbers(word) => write!(f, "`{word} HEAP VALUE`, both decimal, without leading zeros and below 2^64"),
            Self::OneOf(words) => f.write_str(words),
            Self::Values { width } => write!(
                f,
                "values of {width} hexadecimal digits, {ON_A_LINE} a line and fewer only on a window's last line, or \
                 `window N`, or `sha256 …` as the last line"
            ),
            Self::Width(width) => write!(f, "`width {width}`, what the largest value of the windows takes"),
            Self::Utf8 => f.write_str("text in UTF-8"),
        }
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "the text is not a certificate: its first line is not `{NAME} {VERSION}`"),
            Self::Version(version) => {
                let version = version.escape_debug();
                write!(f, "the certificate has version {version}; this program reads version {VERSION}")
            }
            Self::Cut => f.write_str("the certificate is damaged: its last line is not `sha256` and a checksum"),
            Self::Checksum { stored, computed } => {
                write!(
                    f,
                    "the certificate is damaged: the checksum of its text is {computed}, and {stored} stands there"
                )
            }
            Self::Line { line, expected } => write!(f, "line {line}: expected {expected}"),
        }
    }
}

impl std::error::Error for CertificateError {}

/// Reads a certificate.
pub(super) fn read(bytes: &[u8]) -> Result<Certificate, CertificateError> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match first.strip_prefix(NAME.as_bytes()).and_then(|rest| rest.strip_prefix(b" ")) {
        Some(version) if version == VERSION.as_bytes() => {}
        Some(version) => {
            let shown = &version[..version.len().min(20)];
            return Err(CertificateError::Version(String::from_utf8_lossy(shown).into_owned()));
        }
        None => return Err(CertificateError::Foreign),
    }
    let body = checked_body(bytes)?;
    let text = std::str::from_utf8(body).map_err(|error| {
        let line = 1 + body[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() as u64;
        CertificateError::Line { line, expected: Expected::Utf8 }
    })?;
    let mut lines = Lines { rest: text, number: 0 };
    lines.next();
    certificate(&mut lines)
}

/// The bytes before the last line, which must be their checksum.
fn checked_body(bytes: &[u8]) -> Result<&[u8], CertificateError> {
    let without_newline = bytes.strip_suffix(b"\n").ok_or(CertificateError::Cut)?;
    let end = without_newline.iter().rposition(|&byte| byte == b'\n').ok_or(CertificateError::Cut)? + 1;
    let (body, last) = without_newline.split_at(end);
    let stored = last.strip_prefix(b"sha256 ").filter(|stored| stored.len() == 64).ok_or(CertificateError::Cut)?;
    let computed = checksum(body);
    if stored == computed.as_bytes() {
        Ok(body)
    } else {
        Err(CertificateError::Checksum { stored: stored.escape_ascii().to_string(), computed })
    }
}

/// The lines of a text, each with its number.
struct Lines<'a> {
    rest: &'a str,
    /// The number of the line read last, from 1.
    number: u64,
}

impl<'a> Lines<'a> {
    /// The next line, which stays in the iterator.
    fn peek(&self) -> Option<&'a str> {
        self.rest.split_once('\n').map(|(line, _)| line)
    }

    fn next(&mut self) -> Option<&'a str> {
        let (line, rest) = self.rest.split_once('\n')?;
        self.rest = rest;
        self.number += 1;
        Some(line)
    }

    fn error(&self, expected: Expected) -> CertificateError {
        CertificateError::Line { line: self.number, expected }
    }

    /// The text after a word on the next line.
    fn after(&mut self, word: &'static str, expected: Expected) -> Result<&'a str, CertificateError> {
        let line = self.next();
        if line.is_none() {
            self.number += 1;
        }
        line.and_then(|line| line.strip_prefix(word)?.strip_prefix(' ')).ok_or_else(|| self.error(expected))
    }

    fn number(&mut self, word: &'static str) -> Result<u64, CertificateError> {
        let expected = Expected::Number(word);
        let text = self.after(word, expected)?;
        number(text).ok_or_else(|| self.error(expected))
    }

    /// The numbers on the next lines, as long as they begin with a word.
    fn pairs(&mut self, word: &'static str) -> Result<Vec<(u64, u64)>, CertificateError> {
        let mut pairs = Vec::new();
        while self.peek().is_some_and(|line| line.split(' ').next() == Some(word)) {
            let expected = Expected::Numbers(word);
            let text = self.after(word, expected)?;
            let pair = text.split_once(' ').and_then(|(heap, value)| Some((number(heap)?, number(value)?)));
            pairs.push(pair.ok_or_else(|| self.error(expected))?);
        }
        Ok(pairs)
    }
}

fn certificate(lines: &mut Lines<'_>) -> Result<Certificate, CertificateError> {
    let game = Expected::Word("game");
    let text = lines.after("game", game)?;
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(lines.error(game));
    }
    let game = text.to_owned();
    let preperiod = lines.number("preperiod")?;
    let period = lines.number("period")?;
    let max_value = lines.number("max-value")?;
    let kinds = Expected::OneOf("`proof plain` or `proof windows`");
    let proof = match lines.after("proof", kinds)? {
        "plain" => plain(lines)?,
        "windows" => Proof::Windows(window_proof(lines)?),
        _ => return Err(lines.error(kinds)),
    };
    if lines.next().is_some() {
        return Err(lines.error(Expected::Word("sha256")));
    }
    Ok(Certificate { game, preperiod, period, max_value, proof })
}

fn plain(lines: &mut Lines<'_>) -> Result<Proof, CertificateError> {
    let named = Expected::Word("theorem");
    let theorem = lines.after("theorem", named)?;
    if theorem.is_empty() || theorem.trim() != theorem || theorem.contains(char::is_control) {
        return Err(lines.error(named));
    }
    Ok(Proof::Plain { theorem: theorem.to_owned(), checked_to: lines.number("checked-to")? })
}

fn window_proof(lines: &mut Lines<'_>) -> Result<WindowProof, CertificateError> {
    let mask = lines.number("mask")?;
    let parities = Expected::OneOf("`parity none`, `parity 0` or `parity 1`");
    let parity = match lines.after("parity", parities)? {
        "none" => None,
        "0" => Some(0),
        "1" => Some(1),
        _ => return Err(lines.error(parities)),
    };
    let part = lines.number("part")?;
    let start = lines.number("start")?;
    let widths = Expected::OneOf("`width 2`, `width 3` or `width 4`");
    let digits = match lines.after("width", widths)? {
        "2" => 2,
        "3" => 3,
        "4" => 4,
        _ => return Err(lines.error(widths)),
    };
    let stated = lines.number;
    let rare = lines.pairs("rare")?;
    let probes = lines.pairs("probe")?;
    let mut windows = Vec::new();
    while lines.peek().is_some() {
        let expected = if windows.is_empty() {
            Expected::OneOf("`rare HEAP VALUE`, `probe HEAP VALUE` or `window N`, in this order")
        } else {
            Expected::Values { width: digits }
        };
        let heap = lines.after("window", expected)?;
        let heap = number(heap).ok_or_else(|| lines.error(Expected::Number("window")))?;
        windows.push(Window { heap, values: values(lines, digits)? });
    }
    let needed = width(&windows);
    if digits != needed {
        return Err(CertificateError::Line { line: stated, expected: Expected::Width(needed) });
    }
    Ok(WindowProof { mask, parity, rare, part, start, windows, probes })
}

/// The values on the next lines, up to a line that begins with a word.
fn values(lines: &mut Lines<'_>, width: usize) -> Result<Vec<u16>, CertificateError> {
    let mut values = Vec::new();
    while let Some(line) = lines.peek().filter(|line| !line.contains(' ')) {
        let full = values.len().is_multiple_of(ON_A_LINE);
        lines.next();
        let digits = line.as_bytes();
        let fits =
            full && !digits.is_empty() && digits.len().is_multiple_of(width) && digits.len() <= ON_A_LINE * width;
        let wrong = || CertificateError::Line { line: lines.number, expected: Expected::Values { width } };
        if !fits {
            return Err(wrong());
        }
        for value in digits.chunks(width) {
            let value = value.iter().try_fold(0, |value, &digit| Some(value << 4 | hexadecimal(digit)?));
            values.push(value.ok_or_else(wrong)?);
        }
    }
    values.shrink_to_fit();
    Ok(values)
}

fn hexadecimal(digit: u8) -> Option<u16> {
    match digit {
        b'0'..=b'9' => Some(u16::from(digit - b'0')),
        b'a'..=b'f' => Some(u16::from(digit - b'a') + 10),
        _ => None,
    }
}

/// A decimal number in its only valid form.
fn number(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}
