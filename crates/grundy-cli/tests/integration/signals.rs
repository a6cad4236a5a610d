//! Ctrl-C and the limit of file sizes: runs end at once with the status of an interrupted run, and lose nothing.
#![cfg(unix)]

use crate::common::{PROGRAM, Ran, Scratch, folder, json_lines, path, program, run, says};
use std::fs::{self, File};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Starts the program, writes `input` to its standard input, which stays open, and sends `signals` after `wait`, the later ones after these
/// pauses. Returns the exit status, standard output and standard error.
fn interrupted(args: &[&str], input: &str, wait: Duration, pauses: &[Duration]) -> (Option<i32>, String, String) {
    let (out, errors) = (Scratch::new(""), Scratch::new(""));
    let file = |scratch: &Scratch| File::options().write(true).open(scratch.path()).unwrap();
    let mut child = Command::new(PROGRAM);
    child.args(args).stdin(Stdio::piped()).stdout(file(&out)).stderr(file(&errors));
    let mut child = child.spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
    std::thread::sleep(wait);
    assert_eq!(child.try_wait().unwrap(), None, "{args:?}: ended before it was interrupted");
    for pause in pauses {
        std::thread::sleep(*pause);
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    }
    let began = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if began.elapsed() > Duration::from_secs(60) => {
                child.kill().unwrap();
                panic!("{args:?}: did not end");
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let text = |scratch: &Scratch| fs::read_to_string(scratch.path()).unwrap();
    (status.code(), text(&out), text(&errors))
}

const ONCE: &[Duration] = &[Duration::ZERO];
const WAIT: Duration = Duration::from_millis(500);

#[test]
fn a_batch_ends() {
    let heaps = Scratch::new("50 60\n".repeat(3_000_000));
    let board = ["......."; 7].join("/");
    let boards = Scratch::new(format!("{board}\n{board}\n"));
    for (args, is_answered) in [
        (&["solve", "kayles", "--no-moves", "--batch", heaps.path()][..], true),
        (&["solve", "cram:7x7", "--no-moves", "--batch", boards.path()], false),
    ] {
        let (status, out, errors) = interrupted(args, "", WAIT, ONCE);
        assert_eq!((status, errors.as_str()), (Some(130), "interrupted\n"), "{args:?}");
        assert_eq!(!json_lines(&out).is_empty(), is_answered, "{args:?}");
    }
}

#[test]
fn waiting_for_input_ends() {
    let (status, out, errors) = interrupted(&["solve", "kayles", "--batch", "-"], "5\n", WAIT, ONCE);
    assert_eq!((status, errors.as_str()), (Some(130), "interrupted\n"));
    assert_eq!(json_lines(&out).len(), 1, "answers do not wait for more input");
    let here = folder();
    let new = here.path().join("new");
    for args in [&["solve", "graph:/dev/stdin", "a"][..], &["convert", "/dev/stdin", path(&new)]] {
        let (status, out, errors) = interrupted(args, "a b\n", WAIT, ONCE);
        assert_eq!((status, out.as_str(), errors.as_str()), (Some(130), "", "interrupted\n"), "{args:?}");
    }
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
}

#[cfg(feature = "rules")]
#[test]
fn solving_the_components_of_rules_ends() {
    let rules = format!("{}/../../games/dawson.star", env!("CARGO_MANIFEST_DIR"));
    for verb in ["solve", "build"] {
        let args = [verb, &rules, "--set", "n=5000"];
        let (status, out, errors) = interrupted(&args, "", Duration::from_secs(2), ONCE);
        assert_eq!((status, out.as_str(), errors.as_str()), (Some(130), "", "interrupted\n"), "{verb}");
        let ran = run(verb, &mut program([&args[..], &["--time", "1"]].concat()));
        assert!(ran.status == Some(3) && ran.stderr.contains("the time was up"), "{ran}");
    }
}

/// Programs such as GNU `timeout` signal a process twice.
#[test]
fn a_second_signal_at_once_is_none() {
    let here = folder();
    let (checkpoint, pause) = (here.path().join("search"), Duration::from_millis(5));
    let args = ["period", "octal:0.007", "--limit", "60000000", "--checkpoint", path(&checkpoint)];
    let (status, out, _) = interrupted(&args, "", WAIT, &[Duration::ZERO, pause]);
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
