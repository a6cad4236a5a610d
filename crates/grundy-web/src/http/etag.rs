//! Entity tags: hashes of everything that an answer depends on, so that a client that has the answer is not sent it again.

use sha2::{Digest, Sha256};

/// Computes the tag of the bytes that determine an answer. It is a weak tag, because the same answer may be sent compressed.
pub(crate) fn of(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes)[..9].iter().fold("W/\"".to_owned(), |tag, byte| format!("{tag}{byte:02x}")) + "\""
}

/// Whether the header `If-None-Match` names a tag (RFC 9110, section 13.1.2; weak comparison), so that the client has that answer.
pub(crate) fn is_named(header: Option<&str>, tag: &str) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    header.is_some_and(|header| header.split(',').any(|one| bare(one) == bare(tag)))
}

/// Whether the header `If-None-Match` matches an answer that exists: `*` matches every answer.
pub(crate) fn is_known(header: Option<&str>, tag: &str) -> bool {
    header.is_some_and(|header| header.trim() == "*") || is_named(header, tag)
}
