//! Every changed byte is detected, and a lookup in a changed file either fails or gives the right answer.

use crate::common::{file, open, plain, written};
use fastrand::Rng;
use grundy::Verdict;
use grundy::limits::Limits;
use grundy_table::{Table, TableError, VerifyError, verify};

fn same(_: u64, verdict: Verdict) -> Verdict {
    verdict
}

/// Flips a bit of some bytes, each in a copy: the first and the last bytes of the file if `ends`, and random ones. Returns the number of
/// lookups that a changed table answered.
fn flip(game: &'static str, ends: bool, others: usize) -> u32 {
    let plan = plain(game, "");
    let bytes = written(plan, &Limits::NONE, same).unwrap();
    let opened = open(plan);
    let game = opened.as_dyn();
    let whole = file(&bytes);
    let right = Table::open(whole.path()).unwrap();
    let mut keys = Vec::new();
    right
        .each(&mut |rows| {
            keys.extend((0..rows.len()).step_by(97).map(|row| right.position(game, rows, row).unwrap()));
            true
        })
        .unwrap();
    let mut random = Rng::with_seed(0x2026_1121);
    let mut places = Vec::new();
    if ends {
        places.extend((0..12).chain(bytes.len() - 700..bytes.len()));
    }
    places.extend((0..others).map(|_| random.usize(..bytes.len())));
    let mut answered = 0;
    for place in places {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << random.u8(..8);
        let file = file(&changed);
        let Ok(table) = Table::open(file.path()) else { continue };
        for key in keys.iter().skip(random.usize(..4)).step_by(5) {
            if let Ok(value) = table.get_key(game, key) {
                assert_eq!(value, right.get_key(game, key).unwrap(), "byte {place}");
                answered += 1;
            }
        }
        let found = verify(&table, game, &Limits::NONE, &mut |_, _| ());
        assert!(matches!(found, Err(VerifyError::Table(TableError::Damaged { .. }))), "byte {place}: {found:?}");
    }
    answered
}

#[test]
fn flipped_bytes() {
    flip("tictactoe", true, 400);
    // If the lookup does not read the changed byte, the answer exists and is correct.
    assert!(flip("connect4:4x4", false, 60) > 0);
}

#[test]
fn what_is_cut_short() {
    let bytes = written(plain("tictactoe", ""), &Limits::NONE, same).unwrap();
    let mut random = Rng::with_seed(7);
    let lengths = [0, 1, 4, 8, 11, 12, bytes.len() - 1, bytes.len() - 4, bytes.len() - 8];
    for length in lengths.into_iter().chain((0..100).map(|_| random.usize(..bytes.len()))) {
        let error = Table::open(file(&bytes[..length]).path()).unwrap_err();
        let is_right = matches!(error, TableError::Damaged { .. } | TableError::NotATable(_));
        assert!(is_right, "{length}: {error:?}");
    }
    // A file that is too long is rejected too.
    let longer = [&bytes[..], b"PAR1"].concat();
    assert!(Table::open(file(&longer).path()).is_err());
}

#[test]
fn what_is_no_table() {
    let missing = Table::open("/nowhere/at/all.parquet").unwrap_err();
    assert!(matches!(&missing, TableError::Io { path: Some(_), .. }));
    assert!(missing.to_string().starts_with("`/nowhere/at/all.parquet` cannot be read: "), "{missing}");
    let other = Table::open(file(b"what is this, a table of positions?").path()).unwrap_err();
    assert!(matches!(other, TableError::NotATable(_)), "{other:?}");
    let mut bytes = written(plain("bash:3", "20"), &Limits::NONE, same).unwrap();
    bytes[..4].copy_from_slice(b"PAR2");
    assert!(matches!(Table::open(file(&bytes).path()), Err(TableError::Damaged { .. })));
    let end = bytes.len() - 4;
    bytes[end..].copy_from_slice(b"PAR2");
    assert!(matches!(Table::open(file(&bytes).path()), Err(TableError::NotATable(_))));
}

/// A table of a later program: its version differs, and the digest of its footer is valid.
#[test]
fn a_later_version() {
    use sha2::{Digest, Sha256};
    let mut bytes = written(plain("bash:3", "20"), &Limits::NONE, same).unwrap();
    let find = |bytes: &[u8], word: &[u8]| bytes.windows(word.len()).rposition(|window| window == word).unwrap();
    // The key, the header of the value's field, the length 1 of the value, and the value.
    let version = find(&bytes, b"grundy.table\x18\x011") + b"grundy.table\x18\x01".len();
    bytes[version] = b'2';
    assert!(matches!(Table::open(file(&bytes).path()), Err(TableError::Damaged { .. })));
    let at = bytes.len() - 8;
    let length = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let digest_at = find(&bytes, b"grundy.footer-digest") + b"grundy.footer-digest".len() + 2;
    bytes[digest_at..digest_at + 64].fill(b'0');
    let digest: String = Sha256::digest(&bytes[at - length..]).iter().map(|b| format!("{b:02x}")).collect();
    bytes[digest_at..digest_at + 64].copy_from_slice(digest.as_bytes());
    let error = Table::open(file(&bytes).path()).unwrap_err();
    assert!(matches!(&error, TableError::Newer { version } if version == "2"), "{error:?}");
}
