//! Writes the binary form of a graph file.

use super::super::GraphFile;
use super::super::statements::{OUTCOMES, PLAYERS};
use super::{CHECKSUM_BYTES, HAS_PLAYERS, HAS_TERMINALS, Header, MAGIC, NAMES, START, VERSION, WIDE};
use crate::graph::Names;
use crate::graph::offsets::Offsets;
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// Number of bytes written at a time.
const BLOCK: usize = 1 << 16;

/// Writes a graph file and returns the number of bytes.
pub(in crate::graph::file) fn write(file: &GraphFile, to: &mut dyn Write) -> io::Result<u64> {
    let GraphFile { graph, names, start } = file;
    let (place, text) = (
        graph.offsets(),
        match names {
            Names::Numbers(_) => "",
            Names::Words(words) => words.text(),
        },
    );
    let flag = |there: bool, flag| if there { flag } else { 0 };
    let head = Header {
        flags: flag(!graph.own_terminals().is_empty(), HAS_TERMINALS)
            | flag(graph.players().is_some(), HAS_PLAYERS)
            | flag(matches!(names, Names::Words(_)), NAMES)
            | flag(start.is_some(), START)
            | flag(matches!(place, Offsets::Wide(_)), WIDE),
        vertices: graph.vertices() as u64,
        edges: graph.edges() as u64,
        start: start.map_or(0, |v| v.0.into()),
        text: text.len() as u64,
    };
    let mut out = HashingWriter { to, block: Vec::with_capacity(BLOCK + 8), hash: Sha256::new(), written: 0 };
    out.all(MAGIC)?;
    out.all([VERSION, head.flags].into_iter().flat_map(u32::to_le_bytes))?;
    out.all([head.vertices, head.edges, head.start, head.text].into_iter().flat_map(u64::to_le_bytes))?;
    match place {
        Offsets::Narrow(places) => out.chunks(places, |place| place.to_le_bytes())?,
        Offsets::Wide(places) => out.chunks(places, |place| place.to_le_bytes())?,
    }
    out.chunks(graph.options(), |option| option.0.to_le_bytes())?;
    let code =
        |end: &Option<_>| end.and_then(|end| OUTCOMES.iter().position(|&o| o == end)).map_or(0, |code| code as u8 + 1);
    out.chunks(graph.own_terminals(), |end| [code(end)])?;
    out.chunks(graph.players().unwrap_or_default(), |turn| [u8::from(*turn == PLAYERS[1])])?;
    if let Names::Words(words) = names {
        out.all(words.all().map(|v| words.word(v).len() as u8))?;
        out.pad()?;
        out.chunks(text.as_bytes(), |&byte| [byte])?;
    }
    out.finish()
}

/// A writer that also hashes and counts the bytes.
struct HashingWriter<'a> {
    to: &'a mut dyn Write,
    block: Vec<u8>,
    hash: Sha256,
    written: u64,
}

impl HashingWriter<'_> {
    fn all(&mut self, bytes: impl IntoIterator<Item = u8>) -> io::Result<()> {
        for byte in bytes {
            self.block.push(byte);
            self.flush_at(BLOCK)?;
        }
        Ok(())
    }

    /// Writes a section, and padding up to the next multiple of 8.
    fn chunks<T, const N: usize>(&mut self, section: &[T], bytes: impl Fn(&T) -> [u8; N]) -> io::Result<()> {
        for part in section.chunks(BLOCK / 8) {
            part.iter().for_each(|item| self.block.extend_from_slice(&bytes(item)));
            self.flush_at(BLOCK)?;
        }
        self.pad()
    }

    fn pad(&mut self) -> io::Result<()> {
        let so_far = self.written + self.block.len() as u64;
        self.all((so_far..so_far.next_multiple_of(8)).map(|_| 0))
    }

    fn flush_at(&mut self, bytes: usize) -> io::Result<()> {
        if self.block.len() >= bytes {
            self.hash.update(&self.block);
            self.to.write_all(&self.block)?;
            self.written += self.block.len() as u64;
            self.block.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<u64> {
        self.flush_at(0)?;
        self.to.write_all(&self.hash.finalize())?;
        self.to.flush()?;
        Ok(self.written + CHECKSUM_BYTES)
    }
}
