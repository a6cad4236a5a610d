//! The parameters of a game as text: a fixed number of whole numbers with a sign between them.

use super::text;
use crate::any::TextError;

/// Reads the parameters of a game, which stand after the first `from` bytes of `whole`; `form` is how one types
/// them, for the error. A number beyond 64 bits counts as the largest one: no game takes either.
pub(super) fn read<const N: usize>(whole: &str, from: usize, between: char, form: &str) -> Result<[u64; N], TextError> {
    let parameters = &whole[from..];
    let wrong = || TextError {
        at: from..whole.len(),
        message: format!("`{parameters}` is not {N} numbers"),
        help: format!("write {form}"),
    };
    let mut numbers = [0; N];
    let mut at = from;
    let mut count = 0;
    for word in parameters.split(between) {
        let slot = numbers.get_mut(count).ok_or_else(wrong)?;
        let number = text::number(at..at + word.len(), word, "a size")?;
        *slot = u64::try_from(number).unwrap_or(u64::MAX);
        at += word.len() + between.len_utf8();
        count += 1;
    }
    if count == N { Ok(numbers) } else { Err(wrong()) }
}
