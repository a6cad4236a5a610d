//! Certificates of misère quotients: the claim, the multiplication table that proves it, and the text form of both.

use super::quotient::MisereQuotient;
use sha2::{Digest, Sha256};
use std::fmt::{self, Write as _};

/// The first line, without the version.
const NAME: &str = "grundy-misere-certificate";
/// The version of the format.
const VERSION: &str = "1";

/// A claim about the misère quotient of a take-and-break game, with the data needed to check it.
///
/// [`MisereQuotient::certificate`] creates one, and [`verify::misere::verify`](crate::verify::misere::verify) checks it.
///
/// # Format
///
/// The text is ASCII. Each line ends with a line feed; single spaces separate its words. Numbers are decimal, without sign or leading
/// zeros, below 2³² (2⁶⁴ for preperiod and period). Parsing a text and writing the result gives the same text. In this order:
///
/// ```text
/// grundy-misere-certificate 1   format and version
/// game octal:0.77               the code in its normal form, or grundys-game
/// heaps all 71 12               proved for all heaps: the elements repeat from heap 71 on, with period 12; both the least
///                               or: heaps 30, proved for the heaps up to 30
/// order 40                      number of elements; element 0 is that of the empty sum
/// lost 1 5 7 …                  the elements of sums that are lost for the player to move, ascending
/// elements 1 2 3 …              the elements of the heaps 1, 2, …, up to the largest heap or the end of the first period
/// products 0 1 2 …              the products of element 0 with elements 0, 1, 2, …
/// …                             a line for each element
/// sha256 HEX                    of all bytes before this line; 64 digits; the last line
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereCertificate {
    /// `octal:` and the code in its normal form, or `grundys-game`.
    pub game: String,
    /// The least preperiod, at least 1, and the least period; `None`: the claim is about the heaps that have elements here.
    pub repetition: Option<(u64, u64)>,
    /// The elements of lost sums, ascending.
    pub lost: Vec<u32>,
    /// The elements of the heaps 1, 2, ….
    pub elements: Vec<u32>,
    /// The products of each element with all elements.
    pub products: Vec<Vec<u32>>,
}

/// Why a text is not a certificate of a misère quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisereCertificateError {
    /// The first line is not that of such a certificate.
    Foreign,
    /// A certificate of a version that is not known.
    Version(String),
    /// The last line is not a checksum: the text was truncated or changed.
    Cut,
    /// The checksum does not match the text: it was changed.
    Checksum,
    /// A line that the format does not allow at its place.
    Line {
        /// The line, from 1 on.
        line: u64,
        /// The expected form.
        expected: &'static str,
    },
}

impl MisereCertificateError {
    /// Returns whether the text seems to be a damaged certificate.
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Cut | Self::Checksum)
    }
}

impl fmt::Display for MisereCertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => {
                write!(
                    f,
                    "the text is not a certificate of a misère quotient: its first line is not `{NAME} {VERSION}`"
                )
            }
            Self::Version(version) => {
                write!(
                    f,
                    "the certificate has version {}; this program reads version {VERSION}",
                    version.escape_debug()
                )
            }
            Self::Cut => f.write_str("the certificate is damaged: its last line is not `sha256` and a checksum"),
            Self::Checksum => {
                f.write_str("the certificate is damaged: its text has another checksum than its last line")
            }
            Self::Line { line, expected } => write!(f, "line {line}: expected {expected}"),
        }
    }
}

impl std::error::Error for MisereCertificateError {}

impl MisereQuotient {
    /// Returns a certificate of the quotient.
    pub fn certificate(&self) -> MisereCertificate {
        let order = self.order();
        MisereCertificate {
            game: self.game.to_string(),
            repetition: self.repetition.map(|found| (found.preperiod, found.period)),
            lost: (0..order).filter(|&x| self.is_lost(x)).map(|x| x as u32).collect(),
            elements: self.elements[1..].to_vec(),
            products: (0..order).map(|x| self.monoid.row(x).to_vec()).collect(),
        }
    }
}

impl MisereCertificate {
    /// Returns whether a text begins like such a certificate.
    pub fn is_likely(text: &[u8]) -> bool {
        text.starts_with(NAME.as_bytes())
    }

    /// Returns the certificate as text.
    pub fn encode(&self) -> String {
        let Self { game, repetition, lost, elements, products } = self;
        let heaps = match repetition {
            Some((preperiod, period)) => format!("all {preperiod} {period}"),
            None => elements.len().to_string(),
        };
        let mut text = format!("{NAME} {VERSION}\ngame {game}\nheaps {heaps}\norder {}\n", products.len());
        for (word, numbers) in
            [("lost", lost), ("elements", elements)].into_iter().chain(products.iter().map(|row| ("products", row)))
        {
            text.push_str(word);
            for number in numbers {
                // Writing to a string does not fail.
                let _ = write!(text, " {number}");
            }
            text.push('\n');
        }
        let sum = checksum(text.as_bytes());
        let _ = writeln!(text, "sha256 {sum}");
        text
    }

    /// Parses the text that [`encode`](Self::encode) writes, and no other text. Memory is in proportion to the text.
    ///
    /// # Errors
    /// If the text is not a certificate of this version, was damaged, or does not have the format.
    pub fn parse(text: &[u8]) -> Result<Self, MisereCertificateError> {
        let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        match first.strip_prefix(NAME.as_bytes()).and_then(|rest| rest.strip_prefix(b" ")) {
            Some(version) if version == VERSION.as_bytes() => {}
            Some(version) => {
                let shown = &version[..version.len().min(20)];
                return Err(MisereCertificateError::Version(String::from_utf8_lossy(shown).into_owned()));
            }
            None => return Err(MisereCertificateError::Foreign),
        }
        let whole = text.strip_suffix(b"\n").ok_or(MisereCertificateError::Cut)?;
        let end = whole.iter().rposition(|&byte| byte == b'\n').ok_or(MisereCertificateError::Cut)? + 1;
        let stored = whole[end..].strip_prefix(b"sha256 ").filter(|sum| sum.len() == 64);
        if stored.ok_or(MisereCertificateError::Cut)? != checksum(&text[..end]).as_bytes() {
            return Err(MisereCertificateError::Checksum);
        }
        let body = std::str::from_utf8(&text[..end])
            .map_err(|_| MisereCertificateError::Line { line: 2, expected: "text in ASCII" })?;
        let certificate = parse_lines(body)?;
        // The only text of a certificate is the one that is written.
        match certificate.encode().as_bytes() == text {
            true => Ok(certificate),
            false => Err(MisereCertificateError::Line {
                line: 2,
                expected: "single spaces and numbers without leading zeros",
            }),
        }
    }
}

fn parse_lines(body: &str) -> Result<MisereCertificate, MisereCertificateError> {
    let lines: Vec<&str> = body.lines().collect();
    let after = |line: usize, word: &str, expected: &'static str| {
        let error = MisereCertificateError::Line { line: line as u64, expected };
        let text = lines.get(line - 1).and_then(|text| text.strip_prefix(word));
        text.filter(|rest| rest.is_empty() || rest.starts_with(' ')).map(str::trim_start).ok_or(error)
    };
    let numbers = |line: usize, word: &str, expected: &'static str| {
        let numbers: Result<Vec<u32>, _> = after(line, word, expected)?.split_whitespace().map(str::parse).collect();
        numbers.map_err(|_| MisereCertificateError::Line { line: line as u64, expected })
    };
    let error = |line, expected| MisereCertificateError::Line { line, expected };
    let game = after(2, "game", "`game` and a name")?.to_owned();
    let expected = "`heaps all PREPERIOD PERIOD` or `heaps N`";
    let heaps = after(3, "heaps", expected)?;
    let repetition = match heaps.strip_prefix("all ") {
        Some(rest) => {
            let both = rest.split_once(' ').and_then(|(n, p)| Some((n.parse().ok()?, p.parse().ok()?)));
            Some(both.ok_or(error(3, expected))?)
        }
        None => None,
    };
    let order: usize = after(4, "order", "`order N`")?.parse().map_err(|_| error(4, "`order N`"))?;
    let lost = numbers(5, "lost", "`lost` and numbers")?;
    let elements = numbers(6, "elements", "`elements` and numbers")?;
    if repetition.is_none() && heaps.parse() != Ok(elements.len()) {
        return Err(error(3, "the number of heaps that have elements"));
    }
    if lines.len() != order.saturating_add(6) {
        return Err(error(4, "the number of lines `products`"));
    }
    let rows = (7..=lines.len()).map(|line| numbers(line, "products", "`products` and numbers"));
    let products = rows.collect::<Result<_, _>>()?;
    Ok(MisereCertificate { game, repetition, lost, elements, products })
}

/// The SHA-256 of some bytes, as hexadecimal digits.
fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
