//! The parameters of a game as text: a fixed number of whole numbers with a sign between them.

use super::text;
use crate::text::ParseError;

/// Reads the parameters of a game, which stand after the first `from` bytes of `whole`; `form` is how one types
/// them, for the error. A number beyond 64 bits counts as the largest one: no game takes either.
pub(super) fn read<const N: usize>(
    whole: &str,
    from: usize,
    between: char,
    form: &str,
) -> Result<[u64; N], ParseError> {
    let parameters = &whole[from..];
    let help = format!("write {form}");
    let count = parameters.split(between).count();
    if count != N {
        let what = if N == 1 { "one number".to_owned() } else { format!("{N} numbers with `{between}` between") };
        return Err(ParseError { at: from..whole.len(), message: format!("`{parameters}` is not {what}"), help });
    }
    let mut numbers = [0; N];
    let mut at = from;
    for (slot, word) in numbers.iter_mut().zip(parameters.split(between)) {
        let number = text::number(at..at + word.len(), word, "a size");
        let number = number.map_err(|wrong| ParseError { help: help.clone(), ..wrong })?;
        *slot = u64::try_from(number).unwrap_or(u64::MAX);
        at += word.len() + between.len_utf8();
    }
    Ok(numbers)
}
