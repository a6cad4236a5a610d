//! Ctrl-C: a run ends cleanly at its next look, and at once when it is pressed again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static PRESSED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The exit status of a run that was interrupted.
pub(crate) const STATUS: u8 = 130;

/// Takes Ctrl-C, and a request to terminate, as a wish that [`pressed`] tells of.
pub(crate) fn catch() {
    PRESSED.get_or_init(|| {
        let pressed = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // The second time the flag is set already. If the system refuses, Ctrl-C ends the program as it always did.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, STATUS.into(), Arc::clone(&pressed));
            let _ = signal_hook::flag::register(signal, Arc::clone(&pressed));
        }
        pressed
    });
}

/// Whether the run is to end.
pub(crate) fn pressed() -> bool {
    PRESSED.get().is_some_and(|pressed| pressed.load(Ordering::Relaxed))
}

/// Takes Ctrl-C that came as a key, where a line was being edited.
pub(crate) fn press() {
    if let Some(pressed) = PRESSED.get() {
        pressed.store(true, Ordering::Relaxed);
    }
}
