//! Measures the cost of a piece of work: CPU time, wall time, allocated bytes, resident memory. Linux only.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// The cost of one piece of work.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// CPU time of the process, user and system.
    pub cpu: Duration,
    /// Elapsed real time.
    pub wall: Duration,
    /// The peak of allocated bytes, less the bytes that were allocated before; 0 if the program's allocator is not [`Counting`].
    pub bytes: usize,
    /// Peak resident memory of the whole process, in bytes.
    pub resident: usize,
}

/// Runs `work` and measures its cost.
///
/// # Panics
///
/// If `/proc/self` does not work as on Linux.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    // Return memory that was freed before to the system; otherwise the allocator would keep some of it.
    // SAFETY: `malloc_trim` takes only a number of bytes to keep.
    unsafe { libc::malloc_trim(0) };
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    // "5" resets the peak of resident memory to the current value; see proc(5).
    fs::write("/proc/self/clear_refs", "5").expect("the peak of resident memory can be set back");
    let (cpu, wall) = (cpu_time(), Instant::now());
    let result = work();
    let (cpu, wall) = (cpu_time() - cpu, wall.elapsed());
    let bytes = PEAK.load(Relaxed) - before;
    (result, Cost { cpu, wall, bytes, resident: peak_resident() })
}

/// Returns the CPU time of the process so far, user and system.
pub fn cpu_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid `timespec` during the call.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    assert_eq!(status, 0, "Linux has a clock of the process");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the CPU time, user and system, of all child processes for which this one has waited.
pub fn children_time() -> Duration {
    // SAFETY: all fields of the struct are numbers, for which zero is valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is a valid `rusage` during the call.
    let status = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) };
    assert_eq!(status, 0, "Linux counts the time of processes");
    let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, 1000 * time.tv_usec as u32);
    time(usage.ru_utime) + time(usage.ru_stime)
}

/// The cost and the output of a process.
#[derive(Clone, Debug)]
pub struct ProcessRun {
    /// CPU time, user and system.
    pub cpu: Duration,
    /// Elapsed real time.
    pub wall: Duration,
    /// The lines of standard output.
    pub lines: Vec<String>,
}

/// Runs a process with this input and measures its cost.
///
/// # Panics
///
/// If the program cannot be started, does not read its input, or prints no text.
pub fn run_process(mut command: Command, input: String) -> ProcessRun {
    let (cpu, wall) = (children_time(), Instant::now());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()).expect("the program reads its input"));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input was written");
    let (cpu, wall) = (children_time() - cpu, wall.elapsed());
    let text = String::from_utf8(output.stdout).expect("text");
    ProcessRun { cpu, wall, lines: text.lines().map(str::to_owned).collect() }
}

/// Returns the run with the median CPU time.
///
/// # Panics
///
/// If there is no run.
pub fn median(mut runs: Vec<ProcessRun>) -> ProcessRun {
    runs.sort_by_key(|run| run.cpu);
    let middle = runs.len() / 2;
    runs.swap_remove(middle)
}

/// Returns the peak of resident memory in bytes, since the process began or [`measure`] was last called.
pub fn peak_resident() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("Linux shows a process its status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line VmHWM");
    let kib: usize = line.trim().trim_end_matches(" kB").parse().expect("VmHWM in kB");
    kib * 1024
}

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// A wrapper of the system's allocator that counts bytes. A program that wants the count uses it as follows:
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: meter::Counting = meter::Counting;
/// ```
pub struct Counting;

fn grown(by: usize) {
    PEAK.fetch_max(LIVE.fetch_add(by, Relaxed) + by, Relaxed);
}

// SAFETY: every call is forwarded unchanged to `System`; the counting does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller upholds the same contract as that of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Large blocks are moved by remapping, so the old and the new block never exist at the same time.
        LIVE.fetch_sub(layout.size(), Relaxed);
        grown(size);
        // SAFETY: as in `alloc`.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(block, layout) }
    }
}
