//! Builds that are killed at any time and continue from their checkpoint produce the same bytes.
#![cfg(all(feature = "table", unix))]

use crate::common::{PROGRAM, folder, grundy, path, says};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Starts a build and kills it after some time; returns `false` if it had finished before.
fn killed(args: &[&str], after: Duration) -> bool {
    let mut child =
        Command::new(PROGRAM).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    std::thread::sleep(after);
    let is_done = child.try_wait().unwrap().is_some();
    let _ = child.kill();
    child.wait().unwrap();
    !is_done
}

/// Kills a build of a game repeatedly while it saves its state at every boundary, and finally lets it finish.
fn killed_again_and_again(build: &[&str]) {
    let here = folder();
    let (whole, table) = (here.path().join("whole.parquet"), here.path().join("table.parquet"));
    let saved = here.path().join("saved");
    grundy(&[build, &["-o", path(&whole)]].concat()).ok();
    let args = [build, &["-o", path(&table), "--checkpoint", path(&saved), "--checkpoint-every", "0"]].concat();
    // Measure how long the build takes on this machine; it is killed at times within that.
    let began = Instant::now();
    grundy(&args).ok();
    let took = began.elapsed();
    fs::remove_file(&table).unwrap();
    let mut random = fastrand::Rng::with_seed(build.len() as u64 + build[1].len() as u64);
    let mut kills = 0;
    for _ in 0..10 {
        if killed(&args, took * random.u32(..90) / 100) {
            kills += 1;
            assert!(!table.exists() || fs::read(&table).unwrap() == fs::read(&whole).unwrap(), "{build:?}");
        } else {
            fs::remove_file(&table).unwrap();
        }
    }
    assert!(kills > 0, "{build:?} was never killed");
    let was_saved = saved.join("build.checkpoint").exists();
    let ran = grundy(&args);
    assert_eq!(ran.status, Some(0), "{ran}");
    assert_eq!(ran.stderr.contains("goes on from the checkpoint"), was_saved, "{ran}");
    assert!(fs::read(&table).unwrap() == fs::read(&whole).unwrap(), "{build:?}: other bytes");
    // Neither the checkpoint nor any temporary file of the killed runs remains.
    assert!(names(&saved).is_empty(), "{:?}", names(&saved));
    assert_eq!(names(here.path()).len(), 3, "{:?}", names(here.path()));
}

#[test]
fn by_number() {
    killed_again_and_again(&["build", "three-mens-morris", "--reduced"]);
    killed_again_and_again(&["build", "chess:KQvK", "--no-positions"]);
}

#[test]
fn by_tiers() {
    killed_again_and_again(&["build", "connect4:4x4"]);
    killed_again_and_again(&["build", "kalah:3,2"]);
}

#[test]
fn explored() {
    killed_again_and_again(&["build", "connect4:4x3", "--reduced"]);
    killed_again_and_again(&["build", "nim", "7", "8", "9", "5"]);
}

#[test]
fn graphs() {
    let lines: String = (1..60_000).map(|i| format!("{i} {}\n{i} {}\n", (i * 7 + 3) % 60_000, i / 2)).collect();
    let file = crate::common::Scratch::new(lines);
    killed_again_and_again(&["build", &file.graph()]);
}

#[cfg(feature = "rules")]
#[test]
fn rules_files() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    killed_again_and_again(&["build", path(&games.join("tictactoe.star"))]);
}

/// The checkpoint that a killed build of `connect4:4x4` leaves behind.
fn left(saved: &Path) -> Vec<u8> {
    let file = saved.join("build.checkpoint");
    for wait in [5, 10, 20, 40, 80, 160, 320] {
        let args = ["build", "connect4:4x4", "--threads", "1", "--checkpoint", path(saved), "--checkpoint-every", "0"];
        killed(&args, Duration::from_millis(wait));
        if let Ok(bytes) = fs::read(&file) {
            return bytes;
        }
    }
    panic!("nothing was saved");
}

#[test]
fn what_is_no_checkpoint_of_this_build() {
    let here = folder();
    let saved = here.path().join("saved");
    let bytes = left(&saved);
    let file = saved.join("build.checkpoint");
    let build = |args: &[&str]| grundy(&[&["build"], args, &["--checkpoint", path(&saved)]].concat()).refused();
    let other = build(&["connect4:4x3"]);
    says(
        &other,
        &[
            "build.checkpoint",
            "belongs to another run: build of connect4:4x4 (catalogue 1), normal play",
            "name another folder",
        ],
    );
    says(&build(&["connect4:4x4", "--reduced"]), &["belongs to another run"]);
    says(&build(&["connect4:4x4", "..../..../..../X..."]), &["belongs to another run"]);
    let write = |bytes: &[u8]| fs::write(&file, bytes).unwrap();
    let mut changed = bytes.clone();
    let middle = bytes.len() / 2;
    changed[middle] ^= 1;
    write(&changed);
    says(&build(&["connect4:4x4"]), &["is damaged: its checksum is wrong", "remove this file to begin anew"]);
    write(&bytes[..middle]);
    says(&build(&["connect4:4x4"]), &["is damaged"]);
    changed.clone_from(&bytes);
    changed[18] = b'2';
    write(&changed);
    says(&build(&["connect4:4x4"]), &["written by another version of this program"]);
    write(b"something else");
    says(&build(&["connect4:4x4"]), &["is not a checkpoint"]);
    write(&bytes);
    let ran = grundy(&["build", "connect4:4x4", "--checkpoint", path(&saved), "--json"]);
    assert_eq!((ran.status, crate::common::json(&ran.stdout)["positions"].as_u64()), (Some(0), Some(161_029)), "{ran}");
    assert!(names(&saved).is_empty());
    says(&grundy(&["build", "tictactoe", "--checkpoint", "/dev/null"]).refused(), &["/dev/null"]);
}

/// Simulates a full disk for a process: the system rejects files beyond a size.
#[test]
fn a_full_disk() {
    let here = folder();
    let (table, saved) = (here.path().join("t.parquet"), here.path().join("saved"));
    let full = |rest: &str| {
        let command = format!("trap '' XFSZ; ulimit -f 8; exec '{PROGRAM}' build connect4:4x4 {rest}");
        let output = Command::new("bash").args(["-c", &command]).stdout(Stdio::piped()).output().expect("a shell");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, message) = full(&format!("-o {}", path(&table)));
    assert_eq!(status, Some(2), "{message}");
    says(&message, &["t.parquet", "too large", "the table was not written"]);
    assert!(names(here.path()).is_empty(), "{:?}", names(here.path()));
    let (status, message) = full(&format!("--checkpoint {} --checkpoint-every 0", path(&saved)));
    assert_eq!(status, Some(2), "{message}");
    says(&message, &["build.checkpoint", "too large", "make room"]);
    assert!(names(&saved).iter().all(|name| name == "build.checkpoint"), "{:?}", names(&saved));
}
