//! Shortens text to a given length.

/// The text, without its middle part if it is longer than `most`.
pub(super) fn shorten(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most / 2).collect();
    let tail: String = text.chars().skip(count - most / 2).collect();
    format!("{head}...{tail}")
}
