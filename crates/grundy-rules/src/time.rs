//! How long the script has been at one call: what a face asks that stops a process which hangs.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// Milliseconds from `BEGAN` to the beginning of the call under way, plus one; 0 if there is none.
static CALLED: AtomicU64 = AtomicU64::new(0);

fn now() -> u64 {
    BEGAN.elapsed().as_millis() as u64 + 1
}

/// A call of a script lasts as long as this lives.
pub(crate) struct Call(());

impl Call {
    pub(crate) fn begin() -> Self {
        CALLED.store(now(), Ordering::Relaxed);
        Self(())
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        CALLED.store(0, Ordering::Relaxed);
    }
}

/// The seconds that the script of this process has been at its present call, of which the interpreter's own limits allow
/// one or two; 0 between calls. A larger number says that one operation hangs.
pub fn seconds_in_script() -> f64 {
    match CALLED.load(Ordering::Relaxed) {
        0 => 0.0,
        called => now().saturating_sub(called) as f64 / 1000.0,
    }
}
