//! Ctrl-C and the limit of file sizes: runs end at once with the status of an interrupted run, and lose nothing.
#![cfg(unix)]

use crate::common::{PROGRAM, Ran, Scratch, folder, json_lines, path, program, run, says};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// When the program is interrupted.
enum After {
    Time(Duration),
    /// It has written a line to standard output.
    Line,
}

/// Waits until `is_true`, for at most a minute.
#[track_caller]
fn wait_until(what: &str, mut is_true: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_true() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited a minute until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process handles SIGINT.
fn handles_interrupts(process: u32) -> bool {
    let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else { return true };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a line of the kernel");
    u64::from_str_radix(caught.trim(), 16).unwrap() & 0b10 != 0
}

/// Starts the program, writes `input` to its standard input, which stays open, and sends it SIGINT `times` times, 5 ms apart. Returns the exit
/// status, standard output and standard error.
fn interrupted(args: &[&str], input: &str, after: &After, times: usize) -> (Option<i32>, String, String) {
    let (out, errors) = (Scratch::new(""), Scratch::new(""));
    let file = |scratch: &Scratch| File::options().write(true).open(scratch.path()).unwrap();
    let mut child = Command::new(PROGRAM);
    child.args(args).stdin(Stdio::piped()).stdout(file(&out)).stderr(file(&errors));
    let mut child = child.spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
    let text = |scratch: &Scratch| fs::read_to_string(scratch.path()).unwrap();
    wait_until("it handles signals", || handles_interrupts(child.id()));
    match after {
        After::Time(time) => std::thread::sleep(*time),
        After::Line => wait_until("it has answered", || text(&out).contains('\n')),
    }
    assert_eq!(child.try_wait().unwrap(), None, "{args:?}: ended before it was interrupted");
    let kill = format!("kill -INT {}", child.id());
    Command::new("sh").args(["-c", &vec![kill; times].join("; sleep 0.005; ")]).status().unwrap();
    let mut status = None;
    let began = Instant::now();
    while status.is_none() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
        status = child.try_wait().unwrap();
    }
    let _ = child.kill();
    let status = status.unwrap_or_else(|| panic!("{args:?}: did not end"));
    (status.code(), text(&out), text(&errors))
}

const SOON: After = After::Time(Duration::from_millis(300));

#[test]
fn a_batch_ends() {
    let heaps = Scratch::new("50 60\n".repeat(3_000_000));
    let board = ["......."; 7].join("/");
    let boards = Scratch::new(format!("{board}\n{board}\n"));
    for (args, after) in [
        (&["solve", "kayles", "--no-moves", "--batch", heaps.path()][..], After::Line),
        (&["solve", "cram:7x7", "--no-moves", "--batch", boards.path()], SOON),
    ] {
        let (status, out, errors) = interrupted(args, "", &after, 1);
        assert_eq!((status, errors.as_str()), (Some(130), "interrupted\n"), "{args:?}");
        assert_eq!(!json_lines(&out).is_empty(), matches!(after, After::Line), "{args:?}");
    }
}

#[test]
fn waiting_for_input_ends() {
    let (status, out, errors) = interrupted(&["solve", "kayles", "--batch", "-"], "5\n6", &After::Line, 1);
    assert_eq!((status, errors.as_str()), (Some(130), "interrupted\n"));
    assert_eq!(json_lines(&out).len(), 1, "answers do not wait for more input");
    let here = folder();
    let new = here.path().join("new");
    for args in [
        &["solve", "graph:/dev/stdin", "a"][..],
        &["convert", "/dev/stdin", path(&new)],
        &["sequence", "nim", "--to", "5", "--compare", "/dev/stdin"],
    ] {
        let (status, out, errors) = interrupted(args, "a b\n", &SOON, 1);
        assert_eq!((status, out.as_str(), errors.as_str()), (Some(130), "", "interrupted\n"), "{args:?}");
    }
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
}

/// A person's game ends at the first signal, and the terminal is as it was before.
#[test]
fn a_game_on_a_terminal_ends() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{LocalModes, tcgetattr};
    for term in ["xterm", "dumb"] {
        for signal in ["TERM", "INT"] {
            let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
            grantpt(&terminal).unwrap();
            unlockpt(&terminal).unwrap();
            let name = ptsname(&terminal, Vec::new()).unwrap();
            let side = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
            let mut child = Command::new(PROGRAM);
            child.args(["play", "nim", "1", "2"]).env("TERM", term);
            child.stdin(side.try_clone().unwrap()).stdout(side.try_clone().unwrap()).stderr(side.try_clone().unwrap());
            let mut child = child.spawn().unwrap();
            let mut shown = Vec::new();
            let mut terminal = File::from(terminal);
            // The prompt: the program waits for a line.
            while !String::from_utf8_lossy(&shown).contains("> ") {
                let mut block = [0; 4096];
                let count = terminal.read(&mut block).unwrap();
                shown.extend(&block[..count]);
            }
            std::thread::sleep(Duration::from_millis(300));
            Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap();
            let mut status = None;
            wait_until("the game ends", || {
                status = child.try_wait().unwrap();
                status.is_some()
            });
            assert_eq!(status.unwrap().code(), Some(130), "{term} {signal}");
            let modes = tcgetattr(&side).unwrap().local_modes;
            assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO), "{term} {signal}: {modes:?}");
        }
    }
}

#[cfg(feature = "rules")]
#[test]
fn solving_the_components_of_rules_ends() {
    let rules = format!("{}/../../games/dawson.star", env!("CARGO_MANIFEST_DIR"));
    for verb in ["solve", "build"] {
        let args = [verb, &rules, "--set", "n=5000"];
        let (status, out, errors) = interrupted(&args, "", &After::Time(Duration::from_secs(2)), 1);
        assert_eq!((status, out.as_str(), errors.as_str()), (Some(130), "", "interrupted\n"), "{verb}");
        let ran = run(verb, &mut program([&args[..], &["--time", "1"]].concat()));
        assert!(ran.status == Some(3) && ran.stderr.contains("the time was up"), "{ran}");
    }
}

/// Programs such as GNU `timeout` signal a process twice.
#[test]
fn a_second_signal_at_once_is_none() {
    let here = folder();
    let checkpoint = here.path().join("search");
    let args = ["period", "octal:0.007", "--limit", "60000000", "--checkpoint", path(&checkpoint)];
    let (status, out, _) = interrupted(&args, "", &SOON, 2);
    assert_eq!(status, Some(130));
    says(&out, &["no period found in ", "; interrupted"]);
    assert!(checkpoint.exists());
}

#[test]
fn a_limit_of_file_sizes_is_an_error() {
    let here = folder();
    let limited = |limit: &str| -> Ran {
        let script = format!("ulimit -f {limit}; exec \"$0\" period octal:0.16 --certificate c.txt");
        let mut shell = assert_cmd::Command::new("sh");
        run("sh", shell.args(["-c", &script, PROGRAM]).current_dir(here.path()))
    };
    let ran = limited("100");
    assert_eq!(ran.status, Some(2), "{ran}");
    says(&ran.stdout, &["period 149459"]);
    says(&ran.stderr, &["c.txt: File too large", "no certificate was written"]);
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0, "no temporary file is left");
    assert_eq!(limited("unlimited").status, Some(0));
}
