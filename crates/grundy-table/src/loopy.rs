//! The sets K of Grundy values ∞(K) as the text of a table's column, such as `[0, 2]`.

use grundy::value::Nimber;

/// The text of a set.
pub(crate) fn set_text(set: &[Nimber]) -> String {
    let numbers: Vec<String> = set.iter().map(Nimber::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

/// Parses the text of a set; `None` if it is not exactly what [`set_text`] writes, with ascending numbers.
pub(crate) fn parse_set(text: &[u8]) -> Option<Box<[Nimber]>> {
    let text = std::str::from_utf8(text).ok()?;
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let numbers = inner.split(", ").filter(|_| !inner.is_empty());
    let set: Box<[Nimber]> = numbers.map(|number| number.parse().ok().map(Nimber)).collect::<Option<_>>()?;
    (set.is_sorted_by(|a, b| a < b) && set_text(&set) == text).then_some(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_as_text() {
        for set in [&[][..], &[0], &[0, 2], &[1, 10, u64::MAX]] {
            let set: Vec<Nimber> = set.iter().copied().map(Nimber).collect();
            assert_eq!(parse_set(set_text(&set).as_bytes()).as_deref(), Some(&set[..]));
        }
        for wrong in [
            "",
            "[",
            "[]]",
            "[0,2]",
            "[2, 0]",
            "[0, 0]",
            "[00]",
            "[+1]",
            "[-1]",
            "[0, ]",
            "0, 2",
            "[18446744073709551616]",
        ] {
            assert_eq!(parse_set(wrong.as_bytes()), None, "{wrong}");
        }
        assert_eq!(parse_set(b"[\xff]"), None);
    }
}
