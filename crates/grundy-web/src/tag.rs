//! Entity tags: what an answer depends on, in a few digits, so that who has it need not be sent it again.

use sha2::{Digest, Sha256};

/// The tag of some bytes. It is a weak one: the same answer may be sent compressed.
pub(crate) fn tag_of(parts: &[&[u8]]) -> String {
    let mut all = Sha256::new();
    for part in parts {
        all.update((part.len() as u64).to_le_bytes());
        all.update(part);
    }
    all.finalize()[..9].iter().fold("W/\"".to_owned(), |tag, byte| format!("{tag}{byte:02x}")) + "\""
}

/// Whether a client has it already: the header `If-None-Match`, RFC 9110, section 13.1.2, which compares weakly.
pub(crate) fn is_known(header: Option<&str>, tag: &str) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    header.is_some_and(|header| header.trim() == "*" || header.split(',').any(|one| bare(one) == bare(tag)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_known_again() {
        let tag = tag_of(&[b"a", b"b"]);
        assert_ne!(tag, tag_of(&[b"ab", b""]));
        assert!(is_known(Some(&tag), &tag) && is_known(Some(&format!("\"x\", {}", &tag[2..])), &tag));
        assert!(is_known(Some("*"), &tag) && !is_known(Some("\"x\""), &tag) && !is_known(None, &tag));
    }
}
