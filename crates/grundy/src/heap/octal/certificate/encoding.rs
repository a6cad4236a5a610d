//! The checksum of a certificate, and the width of its values.

use super::Window;
use sha2::{Digest, Sha256};

/// Hexadecimal digits of each value of the windows.
pub(super) fn width(windows: &[Window]) -> usize {
    let largest = windows.iter().flat_map(|window| &window.values).max();
    match largest.copied().unwrap_or(0) {
        0..0x100 => 2,
        0x100..0x1000 => 3,
        _ => 4,
    }
}

/// The SHA-256 of some bytes, as hexadecimal digits.
pub(super) fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
