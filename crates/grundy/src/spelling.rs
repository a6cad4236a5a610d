//! The nearest spelling of a mistyped word.

/// Returns the candidate that `word` was most likely meant to be, in small letters or capitals; `None` if none is near.
///
/// ```
/// use grundy::spelling::nearest;
/// assert_eq!(nearest("wythof", ["nim", "wythoff"]), Some("wythoff"));
/// assert_eq!(nearest("NIM", ["nim", "wythoff"]), Some("nim"));
/// assert_eq!(nearest("chess", ["nim", "wythoff"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let far = word.chars().count().max(3) / 3;
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= far)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the candidate that `word` was most likely meant to be: the [`nearest`], or else one that `word` begins or continues.
///
/// ```
/// use grundy::spelling::nearest_or_prefix;
/// let names = ["moves", "canonical"];
/// assert_eq!(nearest_or_prefix("canon", names), Some("canonical"));
/// assert_eq!(nearest_or_prefix("canonical_form", names), Some("canonical"));
/// assert_eq!(nearest_or_prefix("can", names), None);
/// ```
pub fn nearest_or_prefix<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> Option<&'a str> {
    /// A beginning of fewer characters is chance.
    const BEGINNING: usize = 4;
    let is_beginning = |a: &str, b: &str| a.chars().count() >= BEGINNING && b.starts_with(a);
    nearest(word, candidates.clone()).or_else(|| {
        candidates.into_iter().find(|candidate| is_beginning(word, candidate) || is_beginning(candidate, word))
    })
}
