//! A state in a file: whose it is, and a checksum of all.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `grundy builds 1` and a line feed |
//! | list of bytes | whose state it is, as text: what has to be the same for a run to go on from it |
//! | … | the state |
//! | 32 | SHA-256 of all before |
//!
//! Numbers are of eight bytes, the least first; a list is its length and its items. It is the manner of the searches that
//! `heap/octal/snapshot.rs` keeps, but written and read as a stream.

use super::State;
use super::bytes::{Source, short};
use sha2::{Digest, Sha256};
use std::fmt;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

const MAGIC: &[u8; 16] = b"grundy builds 1\n";
const DIGEST: u64 = 32;
/// Bytes that are written or hashed at a time.
const PIECE: usize = 1 << 18;
/// The most bytes of the text that says whose a state is.
const LONGEST: u64 = 1 << 20;

/// Why a file holds no state that a run can go on from.
#[derive(Debug)]
pub enum SnapshotError {
    /// It cannot be read.
    Io(io::Error),
    /// It does not begin as a state in a file does.
    Other,
    /// It is one that another version of the program wrote.
    Version,
    /// It is cut short or changed.
    Damaged,
    /// It is the state of another run, as its text says.
    Run(String),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Other => f.write_str("is not the checkpoint of a build"),
            Self::Version => f.write_str("is the checkpoint of another version of this program"),
            Self::Damaged => f.write_str("is damaged: its checksum is wrong"),
            Self::Run(other) => write!(f, "is the checkpoint of another build: {other}"),
        }
    }
}

impl std::error::Error for SnapshotError {}

impl From<io::Error> for SnapshotError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Writes the state of the run that `whose` describes.
///
/// ```
/// use grundy::checkpoint;
/// use std::io::{Cursor, Read};
/// let mut file = Vec::new();
/// checkpoint::write(&mut file, "dao, all of it", &mut |out| out.write_all(b"half of it")).unwrap();
/// let mut state = String::new();
/// checkpoint::read(Cursor::new(&file), "dao, all of it").unwrap().read_to_string(&mut state).unwrap();
/// assert_eq!(state, "half of it");
/// assert!(checkpoint::read(Cursor::new(&file), "teeko, all of it").is_err());
/// ```
///
/// # Errors
/// If it cannot be written.
pub fn write(out: &mut dyn Write, whose: &str, state: &mut State<'_>) -> io::Result<()> {
    let mut buffered = BufWriter::with_capacity(PIECE, Hashed { out, hash: Sha256::new() });
    buffered.write_all(MAGIC)?;
    short(&mut buffered, whose.as_bytes())?;
    state(&mut buffered)?;
    let Hashed { out, hash } = buffered.into_inner().map_err(io::IntoInnerError::into_error)?;
    out.write_all(&hash.finalize())
}

/// The state that a file holds, to be read once all of it was checked.
///
/// # Errors
/// If the file cannot be read, is damaged, or holds the state of another run than `whose`.
pub fn read<R: Read + Seek>(mut file: R, whose: &str) -> Result<impl Read + use<R>, SnapshotError> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(0))?;
    let mut magic = Vec::new();
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    let version = MAGIC.len() - 2;
    if magic != MAGIC {
        return Err(if magic.get(..version) == Some(&MAGIC[..version]) {
            SnapshotError::Version
        } else {
            SnapshotError::Other
        });
    }
    let told = length.checked_sub(DIGEST).filter(|&told| told >= MAGIC.len() as u64).ok_or(SnapshotError::Damaged)?;
    file.seek(SeekFrom::Start(0))?;
    let (mut hash, mut left) = (Sha256::new(), told);
    let mut piece = vec![0; PIECE];
    while left > 0 {
        let piece = &mut piece[..left.min(PIECE as u64) as usize];
        file.read_exact(piece)?;
        hash.update(&*piece);
        left -= piece.len() as u64;
    }
    let mut digest = [0; DIGEST as usize];
    file.read_exact(&mut digest)?;
    if hash.finalize().as_slice() != digest {
        return Err(SnapshotError::Damaged);
    }
    file.seek(SeekFrom::Start(MAGIC.len() as u64))?;
    let mut rest = file.take(told - MAGIC.len() as u64);
    let text = Source(&mut rest).short(LONGEST).map_err(|_| SnapshotError::Damaged)?;
    let text = String::from_utf8(text).map_err(|_| SnapshotError::Damaged)?;
    if text == whose { Ok(rest) } else { Err(SnapshotError::Run(text)) }
}

/// Bytes that are hashed as they are written.
struct Hashed<'a> {
    out: &'a mut dyn Write,
    hash: Sha256,
}

impl Write for Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn whatever_is_changed_is_found() {
        let mut file = Vec::new();
        write(&mut file, "whose", &mut |out| out.write_all(&[7; 100])).unwrap();
        let read = |bytes: &[u8], whose: &str| read(Cursor::new(bytes.to_vec()), whose).map(|_| ());
        assert!(read(&file, "whose").is_ok());
        assert!(matches!(read(&file, "who"), Err(SnapshotError::Run(other)) if other == "whose"));
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 4;
            let found = read(&changed, "whose").unwrap_err();
            match place {
                14 => assert!(matches!(found, SnapshotError::Version)),
                0..16 => assert!(matches!(found, SnapshotError::Other | SnapshotError::Version)),
                _ => assert!(matches!(found, SnapshotError::Damaged), "{place}: {found:?}"),
            }
            assert!(read(&file[..place], "whose").is_err(), "{place}");
        }
        assert!(matches!(read(b"", "whose"), Err(SnapshotError::Other)));
    }
}
