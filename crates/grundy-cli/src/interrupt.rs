//! Ctrl-C: a run ends cleanly at its next check; pressed a second time, Ctrl-C ends it at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static PRESSED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The exit status of an interrupted run.
pub(crate) const STATUS: u8 = 130;

/// Installs handlers for Ctrl-C and for a request to terminate; afterwards [`pressed`] reports them.
pub(crate) fn install_handlers() {
    PRESSED.get_or_init(|| {
        let pressed = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // At the second signal the flag is already set. If the system refuses a handler, Ctrl-C ends the program as usual.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, STATUS.into(), Arc::clone(&pressed));
            let _ = signal_hook::flag::register(signal, Arc::clone(&pressed));
        }
        pressed
    });
}

/// Whether the run was asked to end.
pub(crate) fn is_pressed() -> bool {
    PRESSED.get().is_some_and(|pressed| pressed.load(Ordering::Relaxed))
}

/// Records Ctrl-C that a line editor received as a key.
pub(crate) fn record_press() {
    if let Some(pressed) = PRESSED.get() {
        pressed.store(true, Ordering::Relaxed);
    }
}
