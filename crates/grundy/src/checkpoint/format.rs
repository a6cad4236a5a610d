//! The format of a checkpoint: the fingerprint of the run, the state, and a checksum of both.
//!
//! | bytes | what |
//! |---|---|
//! | 20 | `grundy checkpoint 1` and a line feed |
//! | 8, … | the length of the fingerprint, little-endian, and the fingerprint as UTF-8: what must be equal for a run to continue |
//! | … | the state: unsigned integers, little-endian, and lists of them, each after its length |
//! | 32 | SHA-256 of all bytes before |

use super::bytes::{Decoder, write_u64};
use super::{CheckpointError, StateWriter};
use sha2::{Digest, Sha256};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

const MAGIC: &[u8; 20] = b"grundy checkpoint 1\n";
/// The first bytes of checkpoints of other versions.
const OTHER_VERSIONS: [&[u8]; 3] = [b"grundy checkpoint ", b"grundy builds ", b"grundy search "];
const DIGEST: u64 = 32;
/// Number of bytes that are written or hashed at a time.
const PIECE: usize = 1 << 18;
/// The most bytes of a fingerprint.
const MAX_FINGERPRINT: u64 = 1 << 20;

/// Writes a checkpoint of the run with this fingerprint.
///
/// ```
/// use grundy::checkpoint;
/// use std::io::{Cursor, Read};
/// let mut file = Vec::new();
/// checkpoint::write(&mut file, "build of dao", &mut |out| out.write_all(b"a state")).unwrap();
/// let mut state = String::new();
/// checkpoint::read(Cursor::new(&file), "build of dao").unwrap().read_to_string(&mut state).unwrap();
/// assert_eq!(state, "a state");
/// assert!(checkpoint::read(Cursor::new(&file), "build of teeko").is_err());
/// ```
///
/// # Errors
/// If `out` cannot be written to, or `state` fails.
pub fn write(out: &mut dyn Write, fingerprint: &str, state: &mut StateWriter<'_>) -> io::Result<()> {
    let mut buffered = BufWriter::with_capacity(PIECE, HashingWriter { out, hash: Sha256::new() });
    buffered.write_all(MAGIC)?;
    write_u64(&mut buffered, fingerprint.len() as u64)?;
    buffered.write_all(fingerprint.as_bytes())?;
    state(&mut buffered)?;
    let HashingWriter { out, hash } = buffered.into_inner().map_err(io::IntoInnerError::into_error)?;
    out.write_all(&hash.finalize())
}

/// Checks a whole checkpoint, and returns a reader of the state in it.
///
/// # Errors
/// If the file cannot be read, is no checkpoint of this version, is damaged, or belongs to a run with another fingerprint.
pub fn read<R: Read + Seek>(mut file: R, fingerprint: &str) -> Result<impl Read + use<R>, CheckpointError> {
    let length = check(&mut file)?;
    let mut rest = BufReader::new(file).take(length);
    let mut found = Vec::new();
    let mut decoder = Decoder::new(&mut rest);
    let count = decoder.read_up_to(MAX_FINGERPRINT)?;
    decoder.read_bytes(count as usize, &mut found)?;
    let found = String::from_utf8(found).map_err(|_| CheckpointError::Invalid)?;
    if found == fingerprint {
        Ok(rest)
    } else {
        Err(CheckpointError::OtherRun { found, expected: fingerprint.to_owned() })
    }
}

/// Checks the magic number and the checksum; leaves the file after the magic number, and returns the number of bytes up
/// to the checksum.
fn check<R: Read + Seek>(file: &mut R) -> Result<u64, CheckpointError> {
    let fill = |file: &mut R, bytes: &mut [u8]| {
        file.read_exact(bytes).map_err(|error| match error.kind() {
            // The file became shorter while it was read.
            io::ErrorKind::UnexpectedEof => CheckpointError::Damaged,
            _ => CheckpointError::from_read(error),
        })
    };
    let length = file.seek(SeekFrom::End(0)).map_err(CheckpointError::from_read)?;
    file.rewind().map_err(CheckpointError::from_read)?;
    let mut magic = Vec::new();
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic).map_err(CheckpointError::from_read)?;
    if magic != MAGIC {
        return Err(if OTHER_VERSIONS.iter().any(|other| magic.starts_with(other)) {
            CheckpointError::OtherVersion
        } else {
            CheckpointError::NotACheckpoint
        });
    }
    let length = length.checked_sub(MAGIC.len() as u64 + DIGEST).ok_or(CheckpointError::Damaged)?;
    let (mut hash, mut left) = (Sha256::new_with_prefix(MAGIC), length);
    let mut piece = vec![0; left.min(PIECE as u64) as usize];
    while left > 0 {
        let piece = &mut piece[..left.min(PIECE as u64) as usize];
        fill(file, piece)?;
        hash.update(&*piece);
        left -= piece.len() as u64;
    }
    let mut digest = [0; DIGEST as usize];
    fill(file, &mut digest)?;
    if hash.finalize().as_slice() != digest {
        return Err(CheckpointError::Damaged);
    }
    file.seek(SeekFrom::Start(MAGIC.len() as u64)).map_err(CheckpointError::from_read)?;
    Ok(length)
}

/// A writer that also hashes the bytes.
struct HashingWriter<'a> {
    out: &'a mut dyn Write,
    hash: Sha256,
}

impl Write for HashingWriter<'_> {
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
    fn every_changed_byte_is_found() {
        let mut file = Vec::new();
        write(&mut file, "a run", &mut |out| out.write_all(&[7; 100])).unwrap();
        let read = |bytes: &[u8], fingerprint: &str| read(Cursor::new(bytes), fingerprint).map(|_| ());
        assert_eq!(read(&file, "a run"), Ok(()));
        let other = CheckpointError::OtherRun { found: "a run".to_owned(), expected: "another".to_owned() };
        assert_eq!(read(&file, "another"), Err(other));
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 4;
            let expected = match at {
                0..18 => CheckpointError::NotACheckpoint,
                18..20 => CheckpointError::OtherVersion,
                _ => CheckpointError::Damaged,
            };
            assert_eq!(read(&changed, "a run"), Err(expected.clone()), "byte {at} changed");
            assert_eq!(read(&file[..at], "a run"), Err(expected), "the first {at} bytes");
        }
        for old in ["grundy builds 1\n", "grundy search 1\n", "grundy checkpoint 2\n"] {
            assert_eq!(read(&[old.as_bytes(), &[0; 100]].concat(), "a run"), Err(CheckpointError::OtherVersion));
        }
    }

    #[test]
    fn a_length_that_lies_is_refused() {
        for length in [6_u64, 1 << 20, 1 << 40, u64::MAX] {
            let mut file = [&MAGIC[..], &length.to_le_bytes(), b"a run"].concat();
            let digest = Sha256::digest(&file);
            file.extend_from_slice(&digest);
            assert_eq!(read(Cursor::new(&file), "a run").map(|_| ()), Err(CheckpointError::Invalid));
        }
    }
}
