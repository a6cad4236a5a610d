//! Builds that are killed at any time, or that run out of disk space: the file of the table is complete or unchanged, and temporary files
//! do not accumulate.
#![cfg(all(feature = "table", target_os = "linux"))]

use crate::common::{PROGRAM, Scratch, folder, grundy, path, says};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// The temporary files in a folder, once no process writes them.
fn left(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.filter(|name| name.ends_with(".tmp")).collect();
    for name in &names {
        // A rules file is built in a process of its own, which may live a moment longer than the killed one. It locks the file.
        if let Ok(file) = fs::File::open(folder.join(name)) {
            file.lock().unwrap();
        }
    }
    names.into_iter().filter(|name| folder.join(name).exists()).collect()
}

/// Kills a build repeatedly, at times within its duration on this machine.
fn killed(build: &[&str], seed: u64) {
    let here = folder();
    let table = here.path().join("t.parquet");
    let args = [&["build"], build, &["-o", path(&table)]].concat();
    grundy(&args).ok();
    let whole = fs::read(&table).unwrap();
    let began = Instant::now();
    grundy(&args).ok();
    let took = began.elapsed();
    let (mut random, mut kills) = (fastrand::Rng::with_seed(seed), 0);
    for round in 0..12 {
        let before = (round % 2 == 0).then(|| b"before".to_vec());
        match &before {
            Some(bytes) => fs::write(&table, bytes).unwrap(),
            None if table.exists() => fs::remove_file(&table).unwrap(),
            None => (),
        }
        let mut child = Command::new(PROGRAM).args(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The table is written last: half of the kills fall there.
        let share = if random.bool() { random.u32(..70) } else { random.u32(70..100) };
        std::thread::sleep(took * share / 100);
        kills += u32::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
        let left = left(here.path());
        assert!(left.len() <= 1, "{build:?}: {left:?}");
        let there = fs::read(&table).ok();
        let is_right = there == before || there.as_ref() == Some(&whole);
        assert!(is_right, "{build:?}, {share} %: {:?} bytes", there.map(|bytes| bytes.len()));
    }
    assert!(kills > 0, "{build:?} was never killed");
    grundy(&args).ok();
    assert!(fs::read(&table).unwrap() == whole, "{build:?}: other bytes");
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1, "{build:?}: {:?}", left(here.path()));
}

fn drawn() -> Scratch {
    Scratch::new((1..40_000).map(|i| format!("{i} {}\n{i} {}\n", (i * 7 + 3) % 40_000, i / 2)).collect::<String>())
}

#[cfg(feature = "rules")]
fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/tictactoe.star")
}

#[test]
fn numbers() {
    killed(&["three-mens-morris", "--reduced"], 1);
    killed(&["chess:KQvK", "--no-positions"], 2);
}

#[test]
fn words() {
    killed(&["connect4:4x4", "--threads", "1"], 3);
}

#[test]
fn keys() {
    killed(&["king", "250", "300"], 4);
}

#[test]
fn graph_files() {
    killed(&[&drawn().graph()], 5);
}

#[cfg(feature = "rules")]
#[test]
fn rules_files() {
    killed(&[path(&rules())], 6);
}

/// A build removes the temporary files of killed builds, whether it succeeds or not, and leaves other files alone.
#[test]
fn what_was_left_is_removed() {
    let here = folder();
    let table = here.path().join("t.parquet");
    let dead = (0..5).map(|i| here.path().join(format!("t.parquet.killed{i:010}.tmp")));
    let locked = here.path().join("t.parquet.underway00000000.tmp");
    let under_way = fs::File::create(&locked).unwrap();
    under_way.lock().unwrap();
    let others = ["t.parquet.1.tmp", "other.parquet.killed0000000000.tmp", "t.parquet.tmp", "t.parquet.x.tmp"];
    let others = others.map(|name| here.path().join(name));
    for failing in [&["--max-positions", "10"][..], &[]] {
        dead.clone().chain(others.clone()).for_each(|path| fs::write(path, "left").unwrap());
        let ran = grundy(&[&["build", "tictactoe", "-o", path(&table)], failing].concat());
        assert_eq!(ran.status, Some(if failing.is_empty() { 0 } else { 3 }), "{ran}");
        assert!(dead.clone().all(|path| !path.exists()) && others.iter().all(|path| path.exists()), "{failing:?}");
        assert!(locked.exists(), "{failing:?}: the file of a run under way was removed");
    }
}

fn status_and_stderr(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Simulates a full disk for a process: the system rejects files beyond a size, whatever is written there.
#[test]
fn a_file_that_may_not_grow() {
    let drawn = drawn();
    let mut builds: Vec<Vec<String>> =
        [&["three-mens-morris"][..], &["connect4:4x4"], &["nim", "7", "8", "9"], &["chess:KRvK", "--no-positions"]]
            .map(|build| build.iter().map(|word| (*word).to_owned()).collect())
            .into();
    builds.push(vec![drawn.graph()]);
    #[cfg(feature = "rules")]
    builds.push(vec![path(&rules()).to_owned()]);
    for build in builds {
        let here = folder();
        let table = here.path().join("t.parquet");
        let words: Vec<&str> = build.iter().map(String::as_str).collect();
        grundy(&[&["build"], &words[..], &["-o", path(&table)]].concat()).ok();
        let kibibytes = fs::metadata(&table).unwrap().len() / 1024;
        // Room for nothing, for a part, and for everything except the footer.
        for most in [0, kibibytes / 2, kibibytes.saturating_sub(1)] {
            fs::write(&table, "before").unwrap();
            let run = format!("trap '' XFSZ; ulimit -f {most}; exec \"$@\"");
            let mut command = Command::new("bash");
            command.args(["-c", &run, "bash", PROGRAM, "build"]).args(&build).args(["-o", path(&table)]);
            // Standard output is a pipe, because a file could not be written either.
            let output = command.stdout(Stdio::piped()).output().expect("a shell");
            let (status, message) = status_and_stderr(&output);
            assert_eq!(status, Some(2), "{build:?} {most}: {message}");
            says(&message, &["t.parquet", "too large", "the table was not written; the previous file is unchanged"]);
            assert_eq!(fs::read(&table).unwrap(), b"before", "{build:?}");
            assert!(left(here.path()).is_empty(), "{build:?} {most}");
        }
    }
}

/// A real full disk, where the test can create one: a small file system in memory, in a namespace of its own.
#[test]
fn a_full_disk() {
    let disk = folder();
    let within = |most: u64, then: &str| {
        let run = format!("mount -t tmpfs -o size={most} none \"$0\" && cd \"$0\" || exit 99; {then}");
        Command::new("unshare").args(["-rm", "sh", "-c", &run]).arg(disk.path()).stdin(Stdio::null()).output()
    };
    if !within(1 << 20, "true").is_ok_and(|output| output.status.success()) {
        eprintln!("no disk may be made here; a_file_that_may_not_grow stands for it");
        return;
    }
    let whole = disk.path().join("whole.parquet");
    grundy(&["build", "connect4:4x4", "-o", path(&whole)]).ok();
    let size = fs::metadata(&whole).unwrap().len();
    let build = format!(
        "printf before >t.parquet; '{PROGRAM}' build connect4:4x4 -o t.parquet; echo \"= $?\" $(ls -A) $(cat t.parquet | head -c 4)"
    );
    for most in [8192, size / 2, size - 4096] {
        let output = within(most, &build).unwrap();
        let message = status_and_stderr(&output).1;
        says(&message, &["t.parquet", "No space left on device", "the table was not written"]);
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(stdout, "= 2 t.parquet befo\n", "{most}: {message}");
    }
    // With room for both files, the table is written.
    let output = within(2 * size, &build).unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("= 0 t.parquet PAR1\n"), "{output:?}");
}
