//! Ctrl-C: a run ends cleanly at its next check; pressed again after a second, Ctrl-C ends it at once.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread::Builder;
use std::time::Duration;

static PRESSED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The number of calls of [`while_reading`] under way.
static READING: AtomicUsize = AtomicUsize::new(0);

/// The exit status of an interrupted run.
pub(crate) const STATUS: u8 = 130;

/// The time between two looks at whether Ctrl-C was pressed.
const POLL: Duration = Duration::from_millis(50);

/// The time after which a second signal ends the run at once. Programs such as GNU `timeout` signal a process twice, and then the run is to
/// end cleanly.
const SECOND_SIGNAL: Duration = Duration::from_secs(1);

/// The size of a block of input in bytes.
const BLOCK: usize = 1 << 16;

/// The signal by which a parent tells its child to stop. It is not SIGINT: a terminal sends SIGINT to the child as well, and a second SIGINT ends
/// a process at once.
#[cfg(unix)]
const STOP_CHILD: i32 = signal_hook::consts::SIGUSR1;

/// Starts a thread that signals `child` when this process is interrupted: `kill` and other programs signal only the parent.
#[cfg(all(unix, feature = "rules"))]
pub(crate) fn forward_to(child: &std::process::Child) {
    let Ok(id) = i32::try_from(child.id()) else { return };
    let Some(child) = rustix::process::Pid::from_raw(id) else { return };
    // The thread ends with this process, which waits for the child.
    let _ = Builder::new().spawn(move || {
        wait_for_press();
        let _ = rustix::process::kill_process(child, rustix::process::Signal::USR1);
    });
}

/// Installs handlers for Ctrl-C and for a request to terminate; afterwards [`is_pressed`] reports them.
pub(crate) fn install_handlers() {
    PRESSED.get_or_init(|| {
        let (pressed, ends_at_once) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let late = Arc::clone(&ends_at_once);
        let watcher = Builder::new().name("interrupt".to_owned()).spawn(move || watch(&late));
        // Without the thread, a second signal ends the run at once.
        let ends_at_once = if watcher.is_ok() { ends_at_once } else { Arc::clone(&pressed) };
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // If the system refuses a handler, Ctrl-C ends the program as usual.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, STATUS.into(), Arc::clone(&ends_at_once));
            let _ = signal_hook::flag::register(signal, Arc::clone(&pressed));
        }
        #[cfg(unix)]
        let _ = signal_hook::flag::register(STOP_CHILD, Arc::clone(&pressed));
        pressed
    });
}

/// Lets a write beyond the limit of file sizes fail; otherwise the system would end the process, with its temporary files left behind.
pub(crate) fn handle_file_size_limit() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Waits for the first signal. Then ends the process if it waits for input, and lets a second signal end it later.
fn watch(ends_at_once: &AtomicBool) {
    wait_for_press();
    if READING.load(Ordering::SeqCst) > 0 {
        exit();
    }
    std::thread::sleep(SECOND_SIGNAL);
    ends_at_once.store(true, Ordering::Relaxed);
}

/// The mode of the terminal before a line editor changed it.
#[cfg(unix)]
static TERMINAL: OnceLock<rustix::termios::Termios> = OnceLock::new();

/// Remembers the mode of the terminal, for a signal that comes while a line editor has changed it.
pub(crate) fn remember_terminal() {
    #[cfg(unix)]
    if let Ok(mode) = rustix::termios::tcgetattr(io::stdin()) {
        let _ = TERMINAL.set(mode);
    }
}

fn exit() -> ! {
    #[cfg(unix)]
    if let Some(mode) = TERMINAL.get() {
        let _ = rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, mode);
        // The editor has switched bracketed paste on, and the line that was typed is not ended.
        let _ = io::stdout().write_all(b"\x1b[?2004l\r\n");
    }
    let _ = writeln!(io::stderr(), "interrupted");
    std::process::exit(STATUS.into())
}

fn wait_for_press() {
    while !is_pressed() {
        std::thread::sleep(POLL);
    }
}

/// Calls `read`, which may wait for input as long as it likes and which Ctrl-C ends, together with the process. Nothing may be lost by that.
pub(crate) fn while_reading<T>(read: impl FnOnce() -> T) -> T {
    struct Reading;
    impl Drop for Reading {
        fn drop(&mut self) {
            READING.fetch_sub(1, Ordering::SeqCst);
        }
    }
    READING.fetch_add(1, Ordering::SeqCst);
    let _reading = Reading;
    // The signal may have come before the watcher could see that this waits.
    if is_pressed() {
        exit();
    }
    read()
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

/// A reader that fails once Ctrl-C is pressed, also while it waits for input, which another thread reads.
pub(crate) struct InterruptibleReader {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    /// The number of bytes of the block that were read.
    read: usize,
}

impl InterruptibleReader {
    /// Reads from `input`.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub(crate) fn new(mut input: impl Read + Send + 'static) -> io::Result<Self> {
        let (to, blocks) = sync_channel(1);
        Builder::new().name("input".to_owned()).spawn(move || {
            loop {
                let mut block = vec![0; BLOCK];
                let read = match input.read(&mut block) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_last = !matches!(read, Ok(1..));
                let sent = to.send(read.map(|bytes| {
                    block.truncate(bytes);
                    block
                }));
                if sent.is_err() || is_last {
                    return;
                }
            }
        })?;
        Ok(Self { blocks, block: Vec::new(), read: 0 })
    }
}

impl Read for InterruptibleReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.read == self.block.len() {
            match self.blocks.recv_timeout(POLL) {
                Ok(block) => (self.block, self.read) = (block?, 0),
                Err(RecvTimeoutError::Timeout) if is_pressed() => return Err(io::Error::other("interrupted")),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
            if self.block.is_empty() {
                return Ok(0);
            }
        }
        let bytes = (&self.block[self.read..]).read(out)?;
        self.read += bytes;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An input whose blocks come late.
    struct Late(Vec<&'static str>);

    impl Read for Late {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            std::thread::sleep(2 * POLL);
            let Some(block) = self.0.pop() else { return Ok(0) };
            out[..block.len()].copy_from_slice(block.as_bytes());
            Ok(block.len())
        }
    }

    #[test]
    fn an_input_that_comes_late_is_read_to_its_end() {
        let mut text = String::new();
        InterruptibleReader::new(Late(vec!["4\n", "3 "])).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "3 4\n");
    }
}
