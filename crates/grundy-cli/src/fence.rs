//! The fence around rules files: a script runs in a process of its own, which can be stopped whatever it does.
//!
//! The interpreter's limits are looked at between its operations. One operation on enormous numbers, a string of gigabytes
//! or a list nested a million deep passes them; so a command on a rules file starts the program again by its hidden verb
//! `fenced`, under limits of the operating system, and tells what became of it.

use crate::fail::Failure;
use crate::interrupt;
use std::ffi::OsString;
use std::io::{IsTerminal, Read, Write};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The hidden verb.
pub(crate) const VERB: &str = "fenced";
/// In the environment of a fenced process: which process started it.
const PARENT: &str = "GRUNDY_FENCED_BY";
/// One call of a script may take so long. The interpreter ends it sooner unless a single operation hangs.
const CALL: Duration = Duration::from_secs(5);
/// And so long where the machine is busy with something else, and has not given the process that much time.
const WAITING: Duration = Duration::from_secs(45);
/// How long after the end of the time a run that does not end by itself is ended.
const GRACE: Duration = Duration::from_secs(1);
/// Address space beside the memory that may be used: the program, its threads, what is reserved and not used.
const BESIDE: u64 = 1 << 30;

/// What is said of a process that was ended by the system, or that got no memory.
const NO_ROOM: &str = "the rules took more memory, or deeper nesting, than there is room for: the process that ran them was ended; \
                       look for a list or a string that grows without end";

/// Whether this process is fenced.
static IS_INSIDE: AtomicBool = AtomicBool::new(false);

/// Whether this process is the one that may run scripts.
#[cfg(feature = "table")]
pub(crate) fn is_inside() -> bool {
    IS_INSIDE.load(Ordering::Relaxed)
}

/// Runs the same command in a process of its own, and gives its exit status.
pub(crate) fn outside() -> Result<u8, Failure> {
    interrupt::catch();
    let program = std::env::current_exe()?;
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // A child that would start another one was not meant to run rules at all.
    if arguments.first().is_some_and(|verb| verb == VERB) {
        return Err(Failure::input("this command runs no rules files", "ask `grundy solve` or `grundy probe`"));
    }
    // What a process says as it dies is not for the user; on a terminal it cannot be held back.
    let is_terminal = std::io::stderr().is_terminal();
    let mut child = Command::new(program)
        .arg(VERB)
        .args(arguments)
        .env(PARENT, std::process::id().to_string())
        .stderr(if is_terminal { Stdio::inherit() } else { Stdio::piped() })
        .spawn()?;
    let mut said = Vec::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_end(&mut said)?;
    }
    match child.wait()?.code() {
        Some(code) => {
            std::io::stderr().write_all(&said)?;
            Ok(u8::try_from(code).unwrap_or(3))
        }
        None => Err(Failure::Limit(NO_ROOM.to_owned())),
    }
}

/// Letters of a position that are told.
const LONGEST_TEXT: usize = 200;

/// Sets the limits of this process, which a parent has started to be stopped in its stead.
pub(crate) fn inside(memory: u64, time: Option<Duration>) {
    IS_INSIDE.store(true, Ordering::Relaxed);
    limit(memory);
    // The interpreter's heap panics where the system has no more memory for it.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| match info.payload().downcast_ref::<&str>() {
        Some(&"out of memory") => stop(NO_ROOM),
        _ => hook(info),
    }));
    let end = time.and_then(|time| Instant::now().checked_add(time + GRACE));
    let watch = move || {
        let mut before = worked();
        loop {
            std::thread::sleep(Duration::from_millis(100));
            let called = Duration::from_secs_f64(grundy_rules::seconds_in_script());
            if called < CALL / 10 {
                before = worked();
            }
            if called > WAITING || called > CALL && worked().saturating_sub(before) > CALL * 9 / 10 {
                let seconds = CALL.as_secs();
                // Nobody knows how large it is.
                let place = grundy_rules::position_in_script().map(|mut text| {
                    let end = text.char_indices().nth(LONGEST_TEXT).map(|(i, _)| i);
                    end.into_iter().for_each(|end| text.replace_range(end.., "…"));
                    format!(", at the position {text}")
                });
                stop(&format!(
                    "one call of the rules took more than {seconds} seconds{}; look for numbers or lists that grow too large",
                    place.unwrap_or_default()
                ));
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                stop("the time was up; a larger --time may help");
            }
        }
    };
    // Without the watch the other limits hold.
    let _ = std::thread::Builder::new().name("fence".to_owned()).spawn(watch);
}

/// The time that the machine gave this process so far: Linux tells it in hundredths of a second, as fields 14 and 15 of a
/// line in which the second, the program's name, ends with the last bracket. Elsewhere all the time is the process's.
fn worked() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = || {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
        let mut next = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (next()? + next()?)))
    };
    told().unwrap_or_else(|| BEGAN.elapsed())
}

fn stop(message: &str) -> ! {
    let _ = write!(anstream::stderr(), "{}", Failure::Limit(message.to_owned()));
    std::process::exit(3)
}

#[cfg(unix)]
fn limit(memory: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let bound = |resource: Resource, most: u64| {
        let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
        // Where the system refuses, the interpreter's own limits hold.
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    };
    bound(Resource::As, memory.saturating_add(BESIDE));
    bound(Resource::Core, 0);
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    // A parent that ended before is not told of: a run that was killed and begun again would have two writing its files.
    let parent = std::env::var(PARENT).ok().and_then(|parent| parent.parse::<u32>().ok());
    if parent.is_some_and(|parent| parent != std::os::unix::process::parent_id()) {
        std::process::exit(3);
    }
}

/// How many files and connections this process may have open, `wanted` if the system grants that.
#[cfg(all(unix, feature = "web"))]
pub(crate) fn descriptors(wanted: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.map_or(wanted as u64, |maximum| maximum.min(wanted as u64));
    if limit.current.is_some_and(|current| current < most) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum });
    }
    getrlimit(Resource::Nofile).current.map_or(wanted, |current| usize::try_from(current).unwrap_or(wanted))
}

#[cfg(all(not(unix), feature = "web"))]
pub(crate) fn descriptors(wanted: usize) -> usize {
    wanted
}

#[cfg(not(unix))]
fn limit(_memory: u64) {
    let _ = BESIDE;
}
