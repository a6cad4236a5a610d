//! The nearest spelling of a mistyped word.

/// Returns the candidate that `word` was most likely meant to be; `None` if none is near.
///
/// ```
/// use grundy::spelling::nearest;
/// assert_eq!(nearest("wythof", ["nim", "wythoff"]), Some("wythoff"));
/// assert_eq!(nearest("chess", ["nim", "wythoff"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let far = word.chars().count().max(3) / 3;
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|&(distance, _)| distance <= far)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}
