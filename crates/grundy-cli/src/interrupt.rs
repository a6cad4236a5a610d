//! Ctrl-C: a run ends cleanly at its next check; pressed a second time, Ctrl-C ends it at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static PRESSED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The exit status of an interrupted run.
pub(crate) const STATUS: u8 = 130;

/// The signal by which a parent tells its child to stop. It is not SIGINT: a terminal sends SIGINT to the child as well, and a second SIGINT ends
/// a process at once.
#[cfg(unix)]
const STOP_CHILD: i32 = signal_hook::consts::SIGUSR1;

/// Starts a thread that signals `child` when this process is interrupted: `kill` and other programs signal only the parent.
#[cfg(all(unix, feature = "rules"))]
pub(crate) fn forward_to(child: &std::process::Child) {
    const POLL: std::time::Duration = std::time::Duration::from_millis(50);
    let Ok(id) = i32::try_from(child.id()) else { return };
    let Some(child) = rustix::process::Pid::from_raw(id) else { return };
    // The thread ends with this process, which waits for the child.
    let _ = std::thread::Builder::new().spawn(move || {
        while !is_pressed() {
            std::thread::sleep(POLL);
        }
        let _ = rustix::process::kill_process(child, rustix::process::Signal::USR1);
    });
}

/// Installs handlers for Ctrl-C and for a request to terminate; afterwards [`is_pressed`] reports them.
pub(crate) fn install_handlers() {
    PRESSED.get_or_init(|| {
        let pressed = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // At the second signal the flag is already set. If the system refuses a handler, Ctrl-C ends the program as usual.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, STATUS.into(), Arc::clone(&pressed));
            let _ = signal_hook::flag::register(signal, Arc::clone(&pressed));
        }
        #[cfg(unix)]
        let _ = signal_hook::flag::register(STOP_CHILD, Arc::clone(&pressed));
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
