//! Notes on what is not known of a position, with their causes.

use std::fmt;

/// A note on what is not known of a position: a sentence without its full stop, and the error of type `E` that is the cause.
///
/// A front end may describe the cause in its own terms, for example by the option that raises a limit:
///
/// ```
/// use grundy::answer::Note;
/// use grundy::limits::RunError;
/// let note = Note::with_cause("remoteness not computed", RunError::Interrupted { positions: 7 });
/// assert_eq!(note.describe(|_| "the time was up".to_owned()), "remoteness not computed: the time was up");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<E> {
    /// What is not known.
    pub text: String,
    /// Why it is not known, if the text does not say it.
    pub cause: Option<E>,
}

impl<E> Note<E> {
    /// Creates a note without a cause.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), cause: None }
    }

    /// Creates a note on what is not known because of an error.
    pub fn with_cause(text: impl Into<String>, cause: E) -> Self {
        Self { text: text.into(), cause: Some(cause) }
    }

    /// Returns the note as text, with the cause in the words of `describe`.
    pub fn describe(&self, describe: impl FnOnce(&E) -> String) -> String {
        match &self.cause {
            None => self.text.clone(),
            Some(cause) => format!("{}: {}", self.text, describe(cause)),
        }
    }
}

impl<E: fmt::Display> fmt::Display for Note<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(E::to_string))
    }
}
