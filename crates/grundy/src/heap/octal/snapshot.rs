//! A search written down, so that it can be taken up again: the bytes, and nothing about files.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `grundy search 1` and a line feed |
//! | list of bytes | the game: `octal:CODE` in its normal form, or `grundys-game` |
//! | 1 | 0: the plain method; 1: the sparse space |
//! | … | plain: the values; sparse: the fields in the order of [`Run::snapshot`] |
//! | 32 | SHA-256 of all before |
//!
//! Numbers are of eight bytes, the least first; values of two; a list is its length and its items.

use super::run::Way;
use super::sparse::SparseSearch;
use super::{Game, Run, Table, TableError};
use sha2::{Digest, Sha256};
use std::fmt;

const MAGIC: &[u8; 16] = b"grundy search 1\n";
const DIGEST: usize = 32;

/// Why a search cannot be resumed from bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// They do not begin as those of a search do.
    Other,
    /// They are cut short or changed.
    Damaged,
    /// The search is for the period of another game.
    Game(String),
    /// The table does not fit.
    Table(TableError),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other => f.write_str("is not the checkpoint of a search"),
            Self::Damaged => f.write_str("is damaged: its checksum is wrong"),
            Self::Game(game) => write!(f, "is the checkpoint of a search for the period of {game}"),
            Self::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SnapshotError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Table(error) => Some(error),
            Self::Other | Self::Damaged | Self::Game(_) => None,
        }
    }
}

impl Run {
    /// The search as bytes; some megabytes.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut out = Writer(MAGIC.to_vec());
        out.bytes(self.game().to_string().as_bytes());
        match &self.way {
            Way::Plain(table) => {
                out.0.push(0);
                out.values(table.values());
            }
            Way::Sparse(hunt) => {
                out.0.push(1);
                hunt.write(&mut out);
            }
        }
        let digest = Sha256::digest(&out.0);
        out.0.extend_from_slice(&digest);
        out.0
    }

    /// The search for the period of `game` that `bytes` are.
    ///
    /// # Errors
    /// If they are none, or of another game.
    pub fn resume(game: Game, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(SnapshotError::Other)?;
        let (told, digest) =
            bytes.split_at_checked(bytes.len().saturating_sub(DIGEST)).ok_or(SnapshotError::Damaged)?;
        if rest.len() < DIGEST || Sha256::digest(told).as_slice() != digest {
            return Err(SnapshotError::Damaged);
        }
        let mut rest = Reader(&rest[..rest.len() - DIGEST]);
        let name = String::from_utf8(rest.bytes()?.to_vec()).map_err(|_| SnapshotError::Damaged)?;
        if name != game.to_string() {
            return Err(SnapshotError::Game(name));
        }
        let way = match rest.byte()? {
            0 => Way::Plain(Box::new(Table::resume(game.clone(), rest.values()?).map_err(SnapshotError::Table)?)),
            _ => Way::Sparse(Box::new(SparseSearch::read(&game, &mut rest)?)),
        };
        if rest.0.is_empty() { Ok(Self::with(game, way)) } else { Err(SnapshotError::Damaged) }
    }
}

/// Bytes to write to.
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn values(&mut self, values: &[u16]) {
        self.number(values.len() as u64);
        self.0.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }
}

/// Bytes to read from; nothing is reserved that they do not hold.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8, SnapshotError> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(super) fn number(&mut self) -> Result<u64, SnapshotError> {
        self.take(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    pub(super) fn size(&mut self) -> Result<usize, SnapshotError> {
        usize::try_from(self.number()?).map_err(|_| SnapshotError::Damaged)
    }

    pub(super) fn values(&mut self) -> Result<Vec<u16>, SnapshotError> {
        let count = self.size()?;
        let bytes = self.take(count.checked_mul(2).ok_or(SnapshotError::Damaged)?)?;
        Ok(bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_le_bytes(pair)).collect())
    }

    fn bytes(&mut self) -> Result<&'a [u8], SnapshotError> {
        let count = self.size()?;
        self.take(count)
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], SnapshotError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(SnapshotError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }
}
