//! SHA-256 digests of files and texts.

use crate::checksum::hex;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Returns the SHA-256 of a text, in hexadecimal digits.
pub fn digest_of_text(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// Returns the SHA-256 of a file, in hexadecimal digits.
///
/// # Errors
/// If the file cannot be read.
pub fn digest_of(path: impl AsRef<Path>) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&digest.finalize())),
            read => digest.update(&buffer[..read]),
        }
    }
}
