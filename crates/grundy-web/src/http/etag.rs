//! Entity tags: hashes of everything that an answer depends on, so that a client that has the answer is not sent it again.

use sha2::{Digest, Sha256};

/// Computes the tag of `parts`. It is a weak tag, because the same answer may be sent compressed.
pub(crate) fn of<T: AsRef<[u8]>>(parts: &[T]) -> String {
    let mut all = Sha256::new();
    for part in parts {
        all.update((part.as_ref().len() as u64).to_le_bytes());
        all.update(part);
    }
    all.finalize()[..9].iter().fold("W/\"".to_owned(), |tag, byte| format!("{tag}{byte:02x}")) + "\""
}

/// Whether the client already has the answer, according to its header `If-None-Match` (RFC 9110, section 13.1.2; weak comparison).
pub(crate) fn is_known(header: Option<&str>, tag: &str) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    header.is_some_and(|header| header.trim() == "*" || header.split(',').any(|one| bare(one) == bare(tag)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_known_again() {
        let tag = of(&["a", "b"]);
        assert_ne!(tag, of(&["ab", ""]));
        assert!(is_known(Some(&tag), &tag) && is_known(Some(&format!("\"x\", {}", &tag[2..])), &tag));
        assert!(is_known(Some("*"), &tag) && !is_known(Some("\"x\""), &tag) && !is_known(None, &tag));
    }
}
