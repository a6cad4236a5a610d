//! Certificates of periods: the claim, the data that a checker needs to verify it, and the text form of both.

mod encoding;
mod read;

pub use read::{CertificateError, Expected};

use encoding::{checksum, width};
use std::fmt::Write as _;

/// The first line, without the version.
const NAME: &str = "grundy-certificate";
/// The version of the format.
const VERSION: &str = "1";
/// Number of values on a full line of a window.
const ON_A_LINE: usize = 32;

/// A claim about the period of a take-and-break game, with the data needed to check it.
///
/// [`PeriodSearcher::certificate`](super::PeriodSearcher::certificate) creates one.
///
/// ```
/// use grundy::heap::octal::{Certificate, Proof};
/// let certificate = Certificate {
///     game: "octal:0.77".to_owned(),
///     preperiod: 71,
///     period: 12,
///     max_value: 8,
///     proof: Proof::Plain { theorem: "Guy and Smith 1956".to_owned(), checked_to: 168 },
/// };
/// let text = certificate.encode();
/// assert!(text.starts_with("grundy-certificate 1\ngame octal:0.77\npreperiod 71\nperiod 12\n"));
/// assert_eq!(Certificate::parse(text.as_bytes())?, certificate);
/// # Ok::<(), grundy::heap::octal::CertificateError>(())
/// ```
///
/// # Format
///
/// The text is ASCII, except for the theorem's name. Each line ends with a line feed; single spaces separate its words.
/// Numbers are decimal, without sign or leading zeros, below 2⁶⁴. Each certificate has exactly one text, so parsing a
/// text and writing the result gives the same text. In this order:
///
/// ```text
/// grundy-certificate 1     format and version
/// game octal:0.156         the code in its normal form, or grundys-game
/// preperiod 3479           g(n + period) = g(n) for all n ≥ preperiod, both the least
/// period 349
/// max-value 23             the largest value of any heap
/// proof windows            or: proof plain
///
///                          after `proof plain`:
/// theorem TEXT             its name, for readers; not empty, no spaces at its ends
/// checked-to 7659          values of the heaps below this one prove it
///
///                          after `proof windows`, here of 0.16 with preperiod 105351 and period 149459:
/// mask 30                  classes: parity of the value's bits in the mask …
/// parity none              … and of the heap minus 0 or 1, where this says 0 or 1
/// part 32768               the largest part of the splits that give rare values
/// start 138121             the windows before this heap and one period on are equal
/// width 2                  hexadecimal digits of each value below: as many as the largest takes, at least 2
/// rare 1 1                 a rare heap and its value; as many such lines as there are
/// probe 105350 16          a heap and its value, to show that period and preperiod are the least; as many as there are
/// window 138121            the values of the heaps before this one; as many such lines as there are, each followed by
/// 0a1f…                    the values, 32 per line, the last line with those that are left
///
/// sha256 HEX               of all bytes before this line; 64 digits; the last line
/// ```
///
/// The text contains no lengths, so that parsing takes memory in proportion to the text, whatever its content. Parsing
/// does not check that the claim is true; [`verify`](crate::verify::octal::verify) does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// `octal:` and the code in its normal form, or `grundys-game`.
    pub game: String,
    /// The least heap from which the values repeat.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The largest value of any heap.
    pub max_value: u64,
    /// The proof of the period.
    pub proof: Proof,
}

/// The proof of a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// All values below some heap, by the plain method, and a theorem that extends them to all heaps.
    Plain {
        /// The theorem's name, for readers: one line. The bound depends on the kind of game.
        theorem: String,
        /// Number of heaps, from 0 on, whose values the theorem needs.
        checked_to: u64,
    },
    /// The window theorem, which needs that only few heaps are rare.
    Windows(WindowProof),
}

/// The data of a proof by the window theorem: the rare heaps, and the values before some heaps.
///
/// A window has W values, where W is the larger of `part` and the last rare heap, plus the last index of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowProof {
    /// The bits of a value that determine its class.
    pub mask: u64,
    /// `Some(t)`: the class of heap x with value v is the parity of the number of bits of v in the mask, plus x − t.
    /// `None`: the parity of the bits alone. Even is rare, odd is common.
    pub parity: Option<u8>,
    /// The rare heaps and their values, ascending.
    pub rare: Vec<(u64, u64)>,
    /// The largest part needed to show that the rare values below a heap's value are options; the part is the smaller
    /// one of a split.
    pub part: u64,
    /// The windows before this heap and one period on are equal: max(preperiod, 1) + W.
    pub start: u64,
    /// The windows, ascending; they include the window before `start` and, as the last, the window before `start` +
    /// `period`.
    pub windows: Vec<Window>,
    /// Heaps and their values, ascending, all below `start` + `period`, that show that preperiod and period are the least:
    /// the heap before the preperiod, or heap 0 if the preperiod is 0, and the heap one period on; for each prime q that
    /// divides the period, two heaps from the preperiod on, period / q apart, of different values.
    pub probes: Vec<(u64, u64)>,
}

/// The values before a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The heap.
    pub heap: u64,
    /// The values of the W heaps before it, ascending by heap.
    pub values: Vec<u16>,
}

impl Certificate {
    /// Returns the certificate as text. [`parse`](Self::parse) reads it back, if the game is one word and the theorem one line.
    pub fn encode(&self) -> String {
        let Self { game, preperiod, period, max_value, proof } = self;
        let mut text = format!("{NAME} {VERSION}\ngame {game}\npreperiod {preperiod}\nperiod {period}\n");
        line(&mut text, format_args!("max-value {max_value}"));
        match proof {
            Proof::Plain { theorem, checked_to } => {
                line(&mut text, format_args!("proof plain\ntheorem {theorem}\nchecked-to {checked_to}"));
            }
            Proof::Windows(windows) => windows.encode(&mut text),
        }
        let sum = checksum(text.as_bytes());
        line(&mut text, format_args!("sha256 {sum}"));
        text
    }

    /// Parses the text that [`encode`](Self::encode) writes, and no other text. Memory is in proportion to the text.
    ///
    /// # Errors
    /// If the text is not a certificate of this version, was damaged, or does not have the format.
    pub fn parse(text: &[u8]) -> Result<Self, CertificateError> {
        read::read(text)
    }
}

impl WindowProof {
    fn encode(&self, text: &mut String) {
        let Self { mask, parity, part, start, .. } = self;
        let parity = parity.map_or("none".to_owned(), |t| t.to_string());
        let width = width(&self.windows);
        line(
            text,
            format_args!("proof windows\nmask {mask}\nparity {parity}\npart {part}\nstart {start}\nwidth {width}"),
        );
        for (heap, value) in &self.rare {
            line(text, format_args!("rare {heap} {value}"));
        }
        for (heap, value) in &self.probes {
            line(text, format_args!("probe {heap} {value}"));
        }
        for Window { heap, values } in &self.windows {
            line(text, format_args!("window {heap}"));
            for values in values.chunks(ON_A_LINE) {
                text.extend(values.iter().flat_map(|&value| digits(value, width)));
                text.push('\n');
            }
        }
    }
}

/// A value with so many hexadecimal digits.
fn digits(value: u16, width: usize) -> impl Iterator<Item = char> {
    (0..width).rev().map(move |place| char::from(b"0123456789abcdef"[usize::from(value >> (4 * place) & 15)]))
}

/// Adds a line.
fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = text.write_fmt(words);
    text.push('\n');
}
