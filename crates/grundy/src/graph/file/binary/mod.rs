//! The binary form of a graph file: the rows in their memory layout, with a checksum.
//!
//! All numbers are little-endian. Each section begins at a multiple of 8 bytes; padding bytes before it are 0. A
//! program can therefore map the file and use the sections in place; this module reads them.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`]; its first byte is not valid at the start of UTF-8 text, and its line end reveals a transfer that changed line ends |
//! | 4 | the version, 1 |
//! | 4 | flags: 1 outcomes of terminal vertices, 2 players, 4 names, 8 a start, 16 offsets of 64 bits |
//! | 8 | V, the number of vertices, from 1 to 2³² − 2 |
//! | 8 | E, the number of edges |
//! | 8 | the start, or 0 |
//! | 8 | T, the length of all names together, or 0 |
//! | 4 (V + 1), or 8 (V + 1) if flag 16 | the offsets: row *v* is the options from offset *v* to *v* + 1; flag 16 if and only if E ≥ 2³² |
//! | 4 E | the options, each row ascending and without repetition |
//! | V, if flag 1 | the outcome of each vertex without moves: 0 none of its own, 1 win, 2 loss, 3 draw |
//! | V, if flag 2 | the player to move at each vertex: 0 left, 1 right |
//! | V, if flag 4 | the length of each name, 1 to 255 |
//! | T, if flag 4 | the names one after the other, UTF-8. Without flag 4 the names of vertices are their numbers |
//! | 32, at a multiple of 8 | the SHA-256 of all bytes before |
//!
//! The checksum detects damage. A crafted file may have a valid checksum, so the program also validates everything
//! that it relies on: sizes before it allocates memory for them, offsets, options, codes and names.

mod write;

pub(super) use write::write;

use super::lines::name_error;
use super::statements::{OUTCOMES, PLAYERS};
use super::{FileError, FileErrorKind, GraphFile};
use crate::game::Play;
use crate::graph::names::WordTable;
use crate::graph::offsets::{NARROW, Offset, Offsets};
use crate::graph::{Graph, Names, Vertex};
use crate::limits::{LimitHit, Limits};
use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// The first bytes of every binary graph file.
pub(super) const MAGIC: [u8; 8] = *b"\x89grundy\n";

const VERSION: u32 = 1;
const HAS_TERMINALS: u32 = 1;
const HAS_PLAYERS: u32 = 2;
const NAMES: u32 = 4;
const START: u32 = 8;
const WIDE: u32 = 16;

/// Bytes of the magic, the version, the flags and the sizes.
const HEADER_BYTES: u64 = 48;

/// Number of bytes of the checksum.
const CHECKSUM_BYTES: u64 = 32;

/// Number of bytes read at a time.
const BLOCK: usize = 1 << 16;

/// The header of a file: its flags and sizes.
#[derive(Clone, Copy, Debug)]
struct Header {
    flags: u32,
    vertices: u64,
    edges: u64,
    start: u64,
    text: u64,
}

impl Header {
    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// The lengths of the sections that a file of these sizes has.
    fn sections(&self) -> [u128; 6] {
        let [n, edges, text] = [self.vertices, self.edges, self.text].map(u128::from);
        let flagged = |flag, bytes| if self.has(flag) { bytes } else { 0 };
        let place = if self.has(WIDE) { 8 } else { 4 };
        [
            place * (n + 1),
            4 * edges,
            flagged(HAS_TERMINALS, n),
            flagged(HAS_PLAYERS, n),
            flagged(NAMES, n),
            flagged(NAMES, text),
        ]
    }

    /// The length of the file.
    fn bytes(&self) -> u128 {
        let sections: u128 = self.sections().iter().map(|bytes| bytes.next_multiple_of(8)).sum();
        u128::from(HEADER_BYTES + CHECKSUM_BYTES) + sections
    }
}

/// Reads a graph file whose first byte is that of [`MAGIC`]; `length` is the length of the file, if it is known.
pub(super) fn read(
    from: impl Read,
    path: &str,
    length: Option<u64>,
    limits: &Limits<'_>,
) -> Result<GraphFile, FileError> {
    let mut source =
        HashingReader { from, path, hash: Sha256::new(), at: 0, is_length_known: length.is_some(), limits };
    let mut magic = [0; MAGIC.len()];
    if !source.fill(&mut magic)? || magic != MAGIC {
        return Err(source.damage_error(
            "neither text in UTF-8 nor a binary graph".to_owned(),
            "save a text as UTF-8, or write the binary graph again",
        ));
    }
    let head = source.head()?;
    if let Some(length) = length.map(u128::from)
        && length != head.bytes()
    {
        let bytes = head.bytes();
        return Err(source.damage(format!("{length} bytes, where its sizes make {bytes}")));
    }
    let n = head.vertices as usize;
    let sections = head.sections();
    let needed = sections.iter().sum::<u128>() + if head.has(NAMES) { 14 * n as u128 } else { 0 };
    let needed = u64::try_from(needed).unwrap_or(u64::MAX);
    if head.vertices >= u64::from(u32::MAX) {
        let hit = LimitHit::TooLarge { limit: u64::from(u32::MAX) - 1, needed: head.vertices };
        return Err(source.error(FileErrorKind::Limit(hit.into())));
    }
    limits.check(head.vertices, needed).map_err(|hit| source.error(FileErrorKind::Limit(hit)))?;

    let first = if head.has(WIDE) {
        u64::offsets(source.section(n + 1, u64::from_le_bytes)?)
    } else {
        u32::offsets(source.section(n + 1, u32::from_le_bytes)?)
    };
    let options: Vec<Vertex> = source.section(head.edges as usize, |bytes| Vertex(u32::from_le_bytes(bytes)))?;
    let codes: Vec<u8> = source.section(if head.has(HAS_TERMINALS) { n } else { 0 }, |[code]| code)?;
    let players: Vec<u8> = source.section(if head.has(HAS_PLAYERS) { n } else { 0 }, |[code]| code)?;
    let lengths: Vec<u8> = source.section(if head.has(NAMES) { n } else { 0 }, |[length]| length)?;
    let text: Vec<u8> = source.section(head.text as usize, |[byte]| byte)?;
    source.checksum()?;

    let wrong = |what: &str| source.damage(format!("{what}, though its checksum is right"));
    if !is_rows(&first, &options) {
        return Err(wrong("rows that are none"));
    }
    if codes.iter().any(|&code| usize::from(code) > OUTCOMES.len()) || players.iter().any(|&code| code > 1) {
        return Err(wrong("a value or a player that is none"));
    }
    let names = match head.has(NAMES) {
        true => Names::Words(words(&lengths, text).ok_or_else(|| wrong("names that are none"))?),
        false => Names::Numbers(head.vertices),
    };
    let all = || (0..n as u32).map(Vertex);
    let terminals =
        all().zip(codes).filter(|terminal| terminal.1 > 0).map(|(v, code)| (v, OUTCOMES[usize::from(code) - 1]));
    let players = all().zip(players).map(|(v, code)| (v, PLAYERS[usize::from(code)]));
    let graph = Graph::of_rows((first, options), terminals, players, Play::Normal)
        .map_err(|_| wrong("a value for a position that has moves"))?;
    Ok(GraphFile { graph, names, start: head.has(START).then_some(Vertex(head.start as u32)) })
}

/// Whether these offsets describe rows, each strictly ascending, of existing vertices.
fn is_rows(first: &Offsets, options: &[Vertex]) -> bool {
    let n = first.rows();
    let mut end = 0;
    (0..n).all(|v| {
        let row = first.row(v);
        let follows = row.start == end && row.start <= row.end && row.end <= options.len();
        end = row.end;
        follows && {
            let row = &options[row];
            row.is_sorted_by(|a, b| a < b) && row.last().is_none_or(|last| last.index() < n)
        }
    }) && end == options.len()
}

/// The names of these lengths; `None` if one is not a valid name, or two are equal.
fn words(lengths: &[u8], text: Vec<u8>) -> Option<WordTable> {
    let text = String::from_utf8(text).ok()?;
    let mut words = WordTable::default();
    let mut rest = text.as_str();
    for (v, &length) in (0u32..).zip(lengths) {
        let (word, after) = rest.split_at_checked(length.into())?;
        if word.is_empty() || name_error(word).is_some() || words.intern(word) != Some(Vertex(v)) {
            return None;
        }
        rest = after;
    }
    rest.is_empty().then_some(words)
}

/// A reader that hashes and counts the bytes of the file.
struct HashingReader<'a, R> {
    from: R,
    path: &'a str,
    hash: Sha256,
    /// Number of bytes read.
    at: u64,
    /// Whether the length of the file is known to match the sizes.
    is_length_known: bool,
    limits: &'a Limits<'a>,
}

impl<R: Read> HashingReader<'_, R> {
    /// Reads the header, and rejects sizes that no file can have.
    fn head(&mut self) -> Result<Header, FileError> {
        let mut bytes = [0; HEADER_BYTES as usize - MAGIC.len()];
        if !self.fill(&mut bytes)? {
            return Err(self.short());
        }
        let half = |at: usize| bytes[at..].first_chunk().map_or(0, |half| u32::from_le_bytes(*half));
        let word = |at: usize| u64::from(half(at + 4)) << 32 | u64::from(half(at));
        let version = half(0);
        if version != VERSION {
            return Err(self.damage_error(
                format!("a binary graph of version {version}, where {VERSION} can be read"),
                "write the binary graph again with this version",
            ));
        }
        let head = Header { flags: half(4), vertices: word(8), edges: word(16), start: word(24), text: word(32) };
        let possible = head.vertices > 0
            && head.flags < 2 * WIDE
            && head.has(WIDE) == (head.edges > NARROW as u64)
            && u128::from(head.edges) <= u128::from(head.vertices) * u128::from(head.vertices)
            && if head.has(START) { head.start < head.vertices } else { head.start == 0 }
            && if head.has(NAMES) { u128::from(head.text) <= 255 * u128::from(head.vertices) } else { head.text == 0 }
            && head.bytes() <= isize::MAX as u128;
        if possible { Ok(head) } else { Err(self.damage("sizes that no graph has".to_owned())) }
    }

    /// Reads `count` numbers of `N` bytes, and the padding before the next section. Allocates memory only for bytes
    /// that exist.
    fn section<T, const N: usize>(&mut self, count: usize, number: impl Fn([u8; N]) -> T) -> Result<Vec<T>, FileError> {
        let mut numbers = Vec::new();
        if self.is_length_known {
            numbers.reserve_exact(count);
        }
        let mut block = vec![0; BLOCK.min(N * count)];
        while numbers.len() < count {
            let bytes = block.len().min(N * (count - numbers.len()));
            if !self.fill(&mut block[..bytes])? {
                return Err(self.short());
            }
            self.limits.check(0, 0).map_err(|hit| self.error(FileErrorKind::Limit(hit)))?;
            numbers.extend(block[..bytes].as_chunks().0.iter().map(|&bytes| number(bytes)));
        }
        numbers.shrink_to_fit();
        let mut zeros = [0; 8];
        let pad = (self.at.next_multiple_of(8) - self.at) as usize;
        if !self.fill(&mut zeros[..pad])? {
            return Err(self.short());
        }
        if zeros != [0; 8] {
            return Err(self.damage("something between its sections".to_owned()));
        }
        Ok(numbers)
    }

    /// Reads the checksum, which must match, and checks that the file ends there.
    fn checksum(&mut self) -> Result<(), FileError> {
        let computed = std::mem::take(&mut self.hash).finalize();
        let mut stored = [0; CHECKSUM_BYTES as usize + 1];
        let mut got = 0;
        while got < stored.len() {
            match self.from.read(&mut stored[got..]) {
                Ok(0) => break,
                Ok(more) => got += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.error(FileErrorKind::Io(error))),
            }
        }
        match got.cmp(&(CHECKSUM_BYTES as usize)) {
            std::cmp::Ordering::Less => Err(self.short()),
            std::cmp::Ordering::Greater => Err(self.damage("more bytes than its sizes make".to_owned())),
            std::cmp::Ordering::Equal if stored[..got] != computed[..] => {
                Err(self.damage("not the bytes that its checksum was made of".to_owned()))
            }
            std::cmp::Ordering::Equal => Ok(()),
        }
    }

    /// Fills `bytes` and adds them to the checksum; `false` if the file ends before.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<bool, FileError> {
        match self.from.read_exact(bytes) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            Err(error) => return Err(self.error(FileErrorKind::Io(error))),
        }
        self.hash.update(&*bytes);
        self.at += bytes.len() as u64;
        Ok(true)
    }

    fn error(&self, kind: FileErrorKind) -> FileError {
        FileError::in_file(self.path, kind)
    }

    fn damage_error(&self, message: String, help: &'static str) -> FileError {
        self.error(FileErrorKind::Damaged { message, help })
    }

    fn damage(&self, what: String) -> FileError {
        self.damage_error(format!("the binary graph is damaged: {what}"), "write the binary graph again from its text")
    }

    fn short(&self) -> FileError {
        self.damage("it ends too early".to_owned())
    }
}
