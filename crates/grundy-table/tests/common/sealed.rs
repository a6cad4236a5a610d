//! Splits a table into parts that a test can change, and puts them together again with valid checksums.

#![allow(dead_code, reason = "every test file is a crate of its own and uses a part of this")]

use sha2::{Digest, Sha256};

/// The size of a block in bytes; `DIGITS` is the number of hexadecimal digits of a digest, as in `docs/table-format.md`.
const BLOCK: usize = 32768;
const DIGITS: usize = 64;

/// The bytes of a table: pages, indexes, the start of the part of the indexes that has a digest of its own, and the footer.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) pages: Vec<u8>,
    pub(crate) indexes: Vec<u8>,
    pub(crate) digested: usize,
    pub(crate) footer: Vec<u8>,
}

impl Parts {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let end = bytes.len() - 8;
        let length = u32::from_le_bytes(bytes[end..end + 4].try_into().expect("four bytes")) as usize;
        let footer = bytes[end - length..end].to_vec();
        let text = |key: &str| {
            let (_, value) = place(&footer, key).expect("a key of the metadata");
            String::from_utf8(footer[value].to_vec()).expect("it is text")
        };
        let pages: usize = text("grundy.pages-end").parse().expect("a number");
        let indexes = bytes[pages..end - length].to_vec();
        let digest = text("grundy.index-digest");
        let digested = (0..=indexes.len()).find(|&from| hex(&Sha256::digest(&indexes[from..])) == digest);
        Self { pages: bytes[..pages].to_vec(), digested: digested.expect("it has a digest"), indexes, footer }
    }

    /// The file with all checksums valid.
    pub(crate) fn sealed(&self) -> Vec<u8> {
        let Self { pages, indexes, digested, .. } = self;
        let mut footer = self.footer.clone();
        put(
            &mut footer,
            "grundy.blocks",
            &pages.chunks(BLOCK).map(|block| format!("{:08x}", crc32fast::hash(block))).collect::<String>(),
        );
        put(&mut footer, "grundy.index-digest", &hex(&Sha256::digest(&indexes[*digested..])));
        put(
            &mut footer,
            "grundy.body-digest",
            &hex(&Sha256::new().chain_update(pages).chain_update(indexes).finalize()),
        );
        put(&mut footer, "grundy.footer-digest", &"0".repeat(DIGITS));
        let mut end = footer.clone();
        end.extend((footer.len() as u32).to_le_bytes());
        end.extend(b"PAR1");
        let digest = hex(&Sha256::digest(&end));
        put(&mut end, "grundy.footer-digest", &digest);
        [&pages[..], indexes, &end].concat()
    }
}

/// The byte ranges of the value of a metadata key in a footer, with its length and without it. In Thrift's compact protocol, the header
/// of a text comes first, then its length as a varint, then the text.
pub(crate) fn place(footer: &[u8], key: &str) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
    let key = [key.as_bytes(), &[0x18]].concat();
    let from = footer.windows(key.len()).rposition(|window| window == key)? + key.len();
    let (mut at, mut length) = (from, 0);
    for shift in [0, 7, 14, 21] {
        let byte = usize::from(*footer.get(at)?);
        at += 1;
        length |= (byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    let to = at.checked_add(length).filter(|to| *to <= footer.len())?;
    Some((from..to, at..to))
}

/// Replaces the value of a metadata key.
pub(crate) fn put(footer: &mut Vec<u8>, key: &str, value: &str) {
    let Some((whole, _)) = place(footer, key) else { return };
    let mut text = Vec::new();
    let mut length = value.len();
    while length >= 0x80 {
        text.push(length as u8 | 0x80);
        length >>= 7;
    }
    text.push(length as u8);
    text.extend(value.bytes());
    footer.splice(whole, text);
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
