//! Times `grundy judge` against a textbook program for each problem: CPU time and peak memory of whole runs.
//!
//! Usage: `bench-judge [NAME …]`; without names, it runs all inputs. Both programs read the same file, and their answers are compared.
//! They run alternately, five times each. The output has medians and the median of the ratios. The program is
//! `../../target/release/grundy`, or the one that the environment variable GRUNDY names. `bench-judge textbook PROBLEM` runs the
//! yardstick itself, from standard input to standard output.

mod inputs;
mod textbook;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const RUNS: usize = 5;

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if let [word, problem] = &names[..]
        && word == "textbook"
    {
        return textbook::answer(problem);
    }
    let grundy = std::env::var_os("GRUNDY").map_or_else(|| "../../target/release/grundy".into(), PathBuf::from);
    assert!(grundy.exists(), "{} is built by `cargo build --release`, or GRUNDY names it", grundy.display());
    let folder = std::env::temp_dir().join(format!("bench-judge-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    println!(
        "medians of {RUNS} runs; CPU seconds and peak MB of the whole process, ours and the textbook's, and ours / textbook's\n"
    );
    println!(
        "{:<17} {:<38} {:>8} {:>8} {:>6}  {:>7} {:>7} {:>6}",
        "problem", "input", "s ours", "s book", "ratio", "MB ours", "MB book", "ratio"
    );
    for input in inputs::all() {
        if names.is_empty() || names.iter().any(|name| name == input.problem) {
            compare(&grundy, &folder, &input);
        }
    }
    std::fs::remove_dir_all(&folder).expect("a temporary folder that can be removed");
}

fn compare(grundy: &Path, folder: &Path, input: &inputs::Input) {
    let file = folder.join("input");
    input.write(grundy, &file);
    let book = std::env::current_exe().expect("this program's path");
    let mut costs: Vec<[Cost; 2]> = Vec::new();
    for run in 0..RUNS {
        let answers = [folder.join("ours"), folder.join("book")];
        let ours = cost(Command::new(grundy).args(["judge", input.problem]), &file, &answers[0]);
        let theirs = cost(Command::new(&book).args(["textbook", input.problem]), &file, &answers[1]);
        if run == 0 {
            let [a, b] = answers;
            assert!(same(&a, &b), "{}: the answers differ", input.problem);
        }
        costs.push([ours, theirs]);
    }
    let median = |of: &dyn Fn(&[Cost; 2]) -> f64| {
        let mut all: Vec<f64> = costs.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[RUNS / 2]
    };
    println!(
        "{:<17} {:<38} {:>8.4} {:>8.4} {:>6.3}  {:>7.1} {:>7.1} {:>6.2}",
        input.problem,
        input.what,
        median(&|c| c[0].cpu),
        median(&|c| c[1].cpu),
        median(&|c| c[0].cpu / c[1].cpu),
        median(&|c| c[0].peak),
        median(&|c| c[1].peak),
        median(&|c| c[0].peak / c[1].peak),
    );
}

/// Whether two files are equal and not empty. They are not read into memory as a whole, because the memory of this process when it starts
/// another counts towards the other's peak.
fn same(a: &Path, b: &Path) -> bool {
    let mut files = [a, b].map(|path| BufReader::new(File::open(path).expect("answers")));
    let mut any = false;
    loop {
        let [a, b] = &mut files;
        let (a, b) = (a.fill_buf().expect("answers"), b.fill_buf().expect("answers"));
        let length = a.len().min(b.len());
        if length == 0 {
            return any && a.len() == b.len();
        }
        if a[..length] != b[..length] {
            return false;
        }
        any = true;
        files.iter_mut().for_each(|file| file.consume(length));
    }
}

/// The cost of a run.
struct Cost {
    /// CPU seconds, user and system.
    cpu: f64,
    /// Peak resident memory in MB.
    peak: f64,
}

#[expect(clippy::zombie_processes, reason = "wait4 waits, and tells what the child used")]
fn cost(command: &mut Command, input: &Path, output: &Path) -> Cost {
    let child = command
        .stdin(Stdio::from(File::open(input).expect("the input")))
        .stdout(Stdio::from(File::create(output).expect("a file for the answers")))
        .spawn()
        .expect("the program starts");
    let mut status = 0;
    // SAFETY: a `rusage` may be all zeros.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are valid during the call; only this process waits for the child.
    let waited = unsafe { libc::wait4(child.id() as libc::pid_t, &raw mut status, 0, &raw mut used) };
    assert!(waited > 0 && status == 0, "{command:?} ended with {status}");
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    Cost { cpu: seconds(used.ru_utime) + seconds(used.ru_stime), peak: used.ru_maxrss as f64 * 1024.0 / 1e6 }
}
