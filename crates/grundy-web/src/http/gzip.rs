//! Compression of response bodies.

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Compresses bytes.
pub(crate) fn compressed(plain: &[u8], level: u32) -> Bytes {
    let mut out = GzEncoder::new(Vec::with_capacity(plain.len() / 3), Compression::new(level));
    // Writing to memory cannot fail.
    let _ = out.write_all(plain);
    out.finish().unwrap_or_default().into()
}

/// Whether the client accepts gzip, according to its header `Accept-Encoding` (RFC 9110, section 12.5.3).
pub(crate) fn is_accepted(header: Option<&str>) -> bool {
    let mut any = None;
    for part in header.unwrap_or_default().split(',') {
        let mut words = part.split(';').map(str::trim);
        let name = words.next().unwrap_or_default().to_ascii_lowercase();
        let refused = words.any(|word| {
            let weight = word.strip_prefix("q=").or_else(|| word.strip_prefix("Q="));
            weight.and_then(|weight| weight.trim().parse::<f32>().ok()).is_some_and(|weight| weight <= 0.0)
        });
        match name.as_str() {
            "gzip" | "x-gzip" => return !refused,
            "*" => any = Some(!refused),
            _ => {}
        }
    }
    any.unwrap_or(false)
}
