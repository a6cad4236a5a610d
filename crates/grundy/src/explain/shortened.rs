//! Text that is cut to a length.

/// A text, with its middle left out where it is long.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most / 2).collect();
    let tail: String = text.chars().skip(count - most / 2).collect();
    format!("{head}...{tail}")
}
