//! Panics, which are defects of the program: reports one error instead of Rust's own output.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};

/// The file, line and column of the last panic.
static LOCATION: Mutex<Option<String>> = Mutex::new(None);

/// Stops Rust from printing panics. [`catch`] reports them, and the library reports those of worker threads as errors.
pub(crate) fn silence() {
    set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        if let Some(location) = info.location() {
            *LOCATION.lock().unwrap_or_else(PoisonError::into_inner) = Some(location.to_string());
        }
    }));
}

/// The location of the last panic in the source of the program, if there was one.
pub(crate) fn location() -> Option<String> {
    LOCATION.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Calls `run` and turns a panic into an error.
///
/// # Errors
/// If `run` panics: a sentence with the message of the panic.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    // The process ends after a panic, so no inconsistent state is used.
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        format!("the program panicked: {text}; please report it")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_message_and_place() {
        silence();
        assert_eq!(catch(|| 7), Ok(7));
        assert_eq!(
            catch(|| panic!("no {}", 3)),
            Err::<(), _>("the program panicked: no 3; please report it".to_owned())
        );
        assert!(location().unwrap().contains("panics.rs:"));
    }
}
