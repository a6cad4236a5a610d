//! A run on disk goes on with another number of hosts: the files are copied to the processes that have their partitions.
#![cfg(all(feature = "cluster", target_os = "linux"))]

use crate::common::{folder, grundy, path, says};
use crate::hosts::{end, hosts, start};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

const GAME: &str = "connect4:5x3";

/// How the processes of a run end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// By themselves.
    Done,
    /// They are killed when all of them have a checkpoint.
    KilledAtCheckpoint,
    /// They are killed when the last of them has a stream.
    KilledAtStream,
    /// They are killed when all of them have a checkpoint and values.
    KilledAtValues,
}

/// The runs of a test: the table, and the scratch directory of each process.
struct Runs<'a> {
    game: &'a str,
    table: PathBuf,
    scratch: Vec<PathBuf>,
}

impl Runs<'_> {
    fn options(&self) -> Vec<&str> {
        vec!["build", self.game, "--checkpoint-every", "0", "-o", path(&self.table)]
    }

    /// Runs `count` processes, and returns the standard error output and the status of each.
    fn run(&self, count: usize, how: End) -> Vec<(Option<i32>, String)> {
        let hosts = hosts(count);
        let mut runs: Vec<Child> = (0..count)
            .map(|process| {
                let scratch = &self.scratch[process.min(self.scratch.len() - 1)];
                let number = process.to_string();
                let more = ["--scratch", path(scratch), "--hosts", hosts.path(), "--process", &number];
                start(&[&self.options()[..], &more].concat(), "s")
            })
            .collect();
        if how != End::Done {
            let folder = |process: usize| {
                let scratch = &self.scratch[process.min(self.scratch.len() - 1)];
                scratch.join(format!("grundy-build-{process}-of-{count}"))
            };
            kill(&mut runs, &(0..count).map(folder).collect::<Vec<_>>(), how);
        }
        runs.into_iter().map(end).map(|(status, _, stderr)| (status, stderr)).collect()
    }

    /// Runs to the end, and compares the table. Returns what the processes printed.
    fn finish(&self, count: usize, expected: &Path) -> Vec<String> {
        let ended = self.run(count, End::Done);
        assert!(fs::read(&self.table).unwrap() == fs::read(expected).unwrap(), "{ended:?}");
        fs::remove_file(&self.table).unwrap();
        let ok = |(status, stderr)| {
            assert_eq!(status, Some(0), "{stderr}");
            stderr
        };
        ended.into_iter().map(ok).collect()
    }
}

/// Waits until the run has a checkpoint in all of its folders, or a stream, and kills all processes.
fn kill(runs: &mut [Child], folders: &[PathBuf], how: End) {
    let began = Instant::now();
    let has_checkpoint = |folder: &PathBuf| folder.join("build.checkpoint").exists();
    let has_stream =
        |folder: &PathBuf, start: &str| names(&folder.join("streams")).iter().any(|name| name.starts_with(start));
    let is_there = || match how {
        End::KilledAtStream => folders.last().is_some_and(|folder| has_stream(folder, "")),
        End::KilledAtValues => folders.iter().all(|folder| has_checkpoint(folder) && has_stream(folder, "values")),
        _ => folders.iter().all(has_checkpoint),
    };
    while !is_there() {
        assert!(runs.iter_mut().all(|run| run.try_wait().unwrap().is_none()), "one ended before");
        assert!(began.elapsed() < Duration::from_secs(60), "{folders:?}: {how:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
    runs.iter_mut().for_each(|run| run.kill().unwrap());
}

/// The names in a scratch directory.
fn names(directory: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A table of one process in memory.
fn table(game: &str, here: &Path) -> PathBuf {
    let one = here.join("one.parquet");
    grundy(&["build", game, "-o", path(&one)]).ok();
    one
}

#[test]
fn another_number_of_hosts() {
    let here = folder();
    let one = table(GAME, here.path());
    let scratch: Vec<_> = (0..3).map(|process| here.path().join(process.to_string())).collect();
    let runs = Runs { game: GAME, table: here.path().join("many.parquet"), scratch };
    for how in [End::KilledAtCheckpoint, End::KilledAtStream, End::Done] {
        runs.run(2, End::KilledAtCheckpoint);
        // From two hosts to three: the third has no scratch directory so far.
        if how != End::Done {
            runs.run(3, how);
        }
        let stderr = runs.finish(3, &one);
        // A run that was killed while files were copied copies them again, unless all processes had a checkpoint before they were killed.
        says(&stderr[2], &["goes on from the checkpoint "]);
        if how == End::Done {
            says(&stderr[2], &["of a run by 2 hosts, whose files are copied"]);
        }
        let left: Vec<_> = runs.scratch.iter().map(|directory| names(directory)).collect();
        assert_eq!(left, [[""; 0]; 3], "{how:?}");
    }
    // From three to two: a part of the run is in a directory that none of them has. It is not lost.
    runs.run(3, End::KilledAtCheckpoint);
    for stderr in runs.finish(2, &one) {
        says(
            &stderr,
            &["note: ", "-of-3 is of a run by another number of processes", "no process has grundy-build-2-of-3"],
        );
    }
    let stderr = runs.finish(3, &one);
    says(&stderr[2], &["goes on from the checkpoint "]);
}

/// A scratch directory that all hosts share, such as one on a file system of the network.
#[test]
fn another_number_of_processes_in_one_directory() {
    let here = folder();
    let one = table(GAME, here.path());
    let directory = here.path().join("scratch");
    let runs = Runs { game: GAME, table: here.path().join("many.parquet"), scratch: vec![directory.clone()] };
    let local = |count: &str, how: End| {
        let scratch = ["--scratch", path(&directory), "--hosts", count];
        let mut run = vec![start(&[&runs.options()[..], &scratch].concat(), "s")];
        if how != End::Done {
            kill(&mut run, &[directory.join("grundy-build")], how);
        }
        end(run.remove(0))
    };
    runs.run(3, End::KilledAtValues);
    let ended = runs.run(1, End::KilledAtCheckpoint);
    says(&ended[0].1, &["goes on from the checkpoint of a run by 3 hosts"]);
    // A run that is killed while it removes folders may leave some that are as far as its own.
    let (_, _, stderr) = local("local:2", End::KilledAtCheckpoint);
    says(&stderr, &["goes on from the checkpoint of a run by "]);
    let ended = runs.run(4, End::KilledAtCheckpoint);
    says(&ended[3].1, &["goes on from the checkpoint of a run "]);
    let (status, _, stderr) = local("local:3", End::Done);
    assert_eq!(status, Some(0), "{stderr}");
    says(&stderr, &["goes on from the checkpoint "]);
    assert!(fs::read(&runs.table).unwrap() == fs::read(&one).unwrap());
    assert_eq!(names(&directory), [""; 0]);
}

/// A run of a rules file is isolated: links between folders may be denied to it.
#[cfg(feature = "rules")]
#[test]
fn another_number_of_hosts_for_a_rules_file() {
    let here = folder();
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/tictactoe.star");
    let one = table(rules, here.path());
    let scratch: Vec<_> = (0..3).map(|process| here.path().join(process.to_string())).collect();
    let runs = Runs { game: rules, table: here.path().join("many.parquet"), scratch };
    runs.run(3, End::KilledAtCheckpoint);
    // All parts are in the directories of two processes.
    fs::rename(runs.scratch[2].join("grundy-build-2-of-3"), runs.scratch[0].join("grundy-build-2-of-3")).unwrap();
    let stderr = runs.finish(2, &one);
    says(&stderr[1], &["goes on from the checkpoint of a run by 3 hosts"]);
    assert_eq!((names(&runs.scratch[0]), names(&runs.scratch[1])), (Vec::new(), Vec::new()));
}

/// A file that was damaged is found after it was copied, and a checkpoint that is damaged before that.
#[test]
fn damaged_files_of_another_number_of_hosts() {
    let here = folder();
    let scratch: Vec<_> = (0..3).map(|process| here.path().join(process.to_string())).collect();
    let runs = Runs { game: GAME, table: here.path().join("many.parquet"), scratch };
    let flip = |file: &Path| {
        let mut bytes = fs::read(file).unwrap();
        let middle = bytes.len() / 2;
        if let Some(byte) = bytes.get_mut(middle) {
            *byte ^= 1;
        }
        fs::write(file, bytes).unwrap();
    };
    runs.run(2, End::KilledAtValues);
    let part = runs.scratch[1].join("grundy-build-1-of-2");
    let checkpoint = part.join("build.checkpoint");
    let good = fs::read(&checkpoint).unwrap();
    flip(&checkpoint);
    let ended = runs.run(3, End::Done);
    assert_eq!(ended[1].0, Some(2), "{ended:?}");
    says(&ended[1].1, &["grundy-build-1-of-2/build.checkpoint: ", "damaged"]);
    fs::write(&checkpoint, good).unwrap();
    fs::read_dir(part.join("streams")).unwrap().for_each(|stream| flip(&stream.unwrap().path()));
    let ended = runs.run(3, End::Done);
    assert!(
        ended.iter().any(|(status, stderr)| *status == Some(2) && stderr.contains("the file is damaged")),
        "{ended:?}"
    );
    assert!(!runs.table.exists());
}

/// Runs `count` processes, each of which is refused, or told of another one that is.
fn refused(runs: &Runs<'_>, count: usize, words: &[&str]) {
    let ended = runs.run(count, End::Done);
    let is_refused =
        |(status, stderr): &(Option<i32>, String)| *status == Some(2) && words.iter().all(|word| stderr.contains(word));
    assert!(ended.iter().any(is_refused), "{ended:?}");
    assert!(
        ended.iter().all(|(status, stderr)| matches!(status, Some(2 | 3)) && stderr.contains(words[0])),
        "{ended:?}"
    );
}

/// The folder of a run that is going on is not touched.
#[test]
fn a_run_that_goes_on_is_left_alone() {
    let here = folder();
    let directory = here.path().join("scratch");
    let runs = Runs { game: GAME, table: here.path().join("many.parquet"), scratch: vec![directory.clone()] };
    runs.run(1, End::KilledAtCheckpoint);
    let used = directory.join("grundy-build-0-of-1");
    let lock = File::open(used.join("lock")).unwrap();
    lock.try_lock().unwrap();
    refused(&runs, 2, &["another run uses the folder grundy-build-0-of-1", "end that run first"]);
    assert!(used.join("build.checkpoint").exists());
    assert_eq!(names(&directory), ["grundy-build-0-of-1"], "no new folder is left");
}

/// Hosts in another order, or a folder that was moved to another host: nothing is lost, and a message says what to do.
#[test]
fn folders_with_other_processes_of_the_same_number() {
    let here = folder();
    let one = table(GAME, here.path());
    let scratch: Vec<_> = (0..3).map(|process| here.path().join(process.to_string())).collect();
    let mut runs = Runs { game: GAME, table: here.path().join("many.parquet"), scratch };
    let words = ["are with other processes than before", "the scratch directory that has its folder"];
    runs.run(2, End::KilledAtValues);
    runs.scratch.swap(0, 1);
    refused(&runs, 2, &words);
    runs.scratch.swap(0, 1);
    // A run by three hosts goes on, is killed, and its last folder is moved to the first host.
    let ended = runs.run(3, End::KilledAtCheckpoint);
    says(&ended[2].1, &["goes on from the checkpoint of a run by 2 hosts"]);
    for process in 0..2 {
        // The run may have been killed before it removed them.
        let _ = fs::remove_dir_all(runs.scratch[process].join(format!("grundy-build-{process}-of-2")));
    }
    let [home, away] = [2, 0].map(|process: usize| runs.scratch[process].join("grundy-build-2-of-3"));
    fs::rename(&home, &away).unwrap();
    refused(&runs, 3, &words);
    fs::rename(&away, &home).unwrap();
    says(&runs.finish(3, &one)[2], &["goes on from the checkpoint "]);
}

/// The folders of two runs with the same number of hosts are not mixed: the numbers of their positions differ.
#[test]
fn folders_of_two_runs_are_not_mixed() {
    let here = folder();
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/tictactoe.star");
    let one = table(rules, here.path());
    let directories: Vec<_> = ["a", "b", "c"].map(|name| here.path().join(name)).into();
    let mut runs = Runs { game: rules, table: here.path().join("many.parquet"), scratch: directories[..2].to_vec() };
    runs.run(2, End::KilledAtCheckpoint);
    // Another run, in which the second host has another directory.
    fs::remove_dir_all(directories[0].join("grundy-build-0-of-2")).unwrap();
    runs.scratch[1].clone_from(&directories[2]);
    runs.run(2, End::KilledAtCheckpoint);
    runs.scratch[1].clone_from(&directories[1]);
    let ended = runs.run(2, End::Done);
    // The run is refused by its number, or begins anew if it was killed in its first save; the table is never wrong.
    let words = ["cannot be continued: grundy-build-1-of-2 does not go with the other ones", "begin anew"];
    let is_refused =
        ended.iter().any(|(status, stderr)| *status == Some(2) && words.iter().all(|word| stderr.contains(word)));
    assert!(is_refused || fs::read(&runs.table).unwrap() == fs::read(&one).unwrap(), "{ended:?}");
}

/// A host that comes without its scratch directory does not make the others lose their work.
#[test]
fn a_host_without_its_scratch_directory() {
    let here = folder();
    let one = table(GAME, here.path());
    let scratch: Vec<_> = (0..2).map(|process| here.path().join(process.to_string())).collect();
    let runs = Runs { game: GAME, table: here.path().join("many.parquet"), scratch };
    runs.run(2, End::KilledAtValues);
    let (home, away) = (runs.scratch[1].join("grundy-build-1-of-2"), here.path().join("away"));
    fs::rename(&home, &away).unwrap();
    refused(
        &runs,
        2,
        &["the run by 2 processes cannot be continued: no process has grundy-build-1-of-2", "begin anew"],
    );
    fs::rename(&away, &home).unwrap();
    says(&runs.finish(2, &one)[0], &["goes on from the checkpoint "]);
}
