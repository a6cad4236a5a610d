//! Builds by several processes: the same table whatever their number, clear refusals, and a message on all others when one is lost.
#![cfg(all(feature = "cluster", target_os = "linux"))]

use crate::common::{PROGRAM, Scratch, folder, grundy, path, says};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// A file of hosts for processes on loopback, at ports that are free now.
pub(crate) fn hosts(count: usize) -> Scratch {
    let sockets: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    Scratch::new(sockets.iter().map(|socket| format!("{}\n", socket.local_addr().unwrap())).collect::<String>())
}

pub(crate) fn start(args: &[&str], secret: &str) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(args).env("GRUNDY_CLUSTER_SECRET", secret).env_remove("NO_COLOR");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub(crate) fn end(child: Child) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// The counts of a run, without its time and memory.
fn counts(stdout: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = stdout.lines().collect();
    lines.pop();
    lines
}

const GAMES: [&[&str]; 4] =
    [&["connect4:4x4"], &["three-mens-morris"], &["three-mens-morris", "--reduced"], &["chess:KPvK"]];

#[test]
fn any_number_of_processes_writes_the_same_table() {
    for game in GAMES {
        let here = folder();
        let (one, many) = (here.path().join("one.parquet"), here.path().join("many.parquet"));
        let expected = grundy(&[&["build"], game, &["-o", path(&one)]].concat()).ok();
        for number in ["local:1", "local:2", "local:3"] {
            let scratch = here.path().join("scratch");
            for more in [&[][..], &["--scratch", path(&scratch)]] {
                // Files take a while, since all of them are written through to the disk.
                if !more.is_empty() && number != "local:3" {
                    continue;
                }
                let args = [&["build"], game, &["-o", path(&many), "--hosts", number], more].concat();
                let ran = grundy(&args);
                assert_eq!(ran.status, Some(0), "{ran}");
                assert_eq!(counts(&ran.stdout), counts(&expected), "{game:?} {number}");
                assert!(fs::read(&many).unwrap() == fs::read(&one).unwrap(), "{game:?} {number}: other bytes");
                fs::remove_file(&many).unwrap();
            }
            assert!(!scratch.join("grundy-build").exists());
        }
    }
}

/// One process solves the layers in which men are placed in one pass, two of them by messages.
#[test]
fn layers_of_two_processes_are_those_of_one() {
    let here = folder();
    let (one, two) = (here.path().join("one.parquet"), here.path().join("two.parquet"));
    let build = ["build", "five-mens-morris", "--all", "--reduced", "-o"];
    let scratch = here.path().join("scratch");
    let on_disk = [&build[..], &[path(&one), "--memory", "1M", "--scratch", path(&scratch)]].concat();
    let expected = grundy(&on_disk);
    assert_eq!(expected.status, Some(0), "{expected}");
    assert!(expected.stderr.contains("solved on disk"), "{expected}");
    let ran = grundy(&[&build[..], &[path(&two), "--hosts", "local:2"]].concat());
    assert_eq!(ran.status, Some(0), "{ran}");
    assert_eq!(counts(&ran.stdout), counts(&expected.stdout));
    assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap(), "other bytes");
}

/// Tic-tac-toe on 4 columns and 3 rows, which is `mnk:4,3,3`.
const TICTACTOE: &str = r#"
CELLS = [(x, y) for y in range(3) for x in range(4)]
LINES = [
    [4 * (y + i * dy) + x + i * dx for i in range(3)]
    for x, y in CELLS for dx, dy in [(1, 0), (0, 1), (1, 1), (-1, 1)]
    if 0 <= x + 2 * dx and x + 2 * dx < 4 and y + 2 * dy < 3
]
def initial(): return "." * 12
def turn(s): return "X" if s.count("X") == s.count("O") else "O"
def outcome(s):
    q = "O" if turn(s) == "X" else "X"
    for a, b, c in LINES:
        if s[a] == q and s[b] == q and s[c] == q:
            return LOSS
    return DRAW if "." not in s else None
def moves(s):
    return [s[:i] + turn(s) + s[i+1:] for i in range(12) if s[i] == "."]
"#;

#[test]
fn any_number_of_processes_solves_rules_files() {
    let here = folder();
    let without_cycles = here.path().join("tictactoe.star");
    fs::write(&without_cycles, TICTACTOE).unwrap();
    let with_cycles = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/morris3.star");
    for rules in [path(&without_cycles), with_cycles] {
        let (one, many) = (here.path().join("one.parquet"), here.path().join("many.parquet"));
        let expected = grundy(&["build", rules, "-o", path(&one)]).ok();
        for number in ["local:1", "local:2", "local:3", "local:4"] {
            let ran = grundy(&["build", rules, "-o", path(&many), "--hosts", number]);
            assert_eq!(ran.status, Some(0), "{ran}");
            assert_eq!(counts(&ran.stdout), counts(&expected), "{rules} {number}");
            assert!(fs::read(&many).unwrap() == fs::read(&one).unwrap(), "{rules} {number}: other bytes");
            fs::remove_file(&many).unwrap();
        }
    }
}

/// A rules file: two players take turns to move a chip on a circle of 12 places by 1 or 4 places; it stops on some of them.
const CIRCLE: &str = r#"
def initial(): return 1
def moves(at): return [] if at in (0, 5) else [(at + 1) % 12, (at + 4) % 12]
"#;

#[test]
fn any_number_of_processes_finds_grundy_values() {
    let here = folder();
    let [circle, graph] = ["circle.star", "graph.txt"].map(|name| here.path().join(name));
    fs::write(&circle, CIRCLE).unwrap();
    let mut random = fastrand::Rng::with_seed(22);
    let edges = (1..500).flat_map(|v| (0..3).map(move |_| v)).map(|v| {
        let to = if random.u32(0..40) == 0 { random.u32(0..500) } else { random.u32(0..v) };
        format!("{v} {to}\n")
    });
    fs::write(&graph, edges.collect::<String>()).unwrap();
    let graph = format!("graph:{}", path(&graph));
    let games: [&[&str]; 5] =
        [&["nim", "5", "6", "7"], &["cram:3x4", "--reduced"], &[path(&circle)], &[&graph, "--all"], &[&graph, "499"]];
    for game in games {
        let (one, many) = (here.path().join("one.parquet"), here.path().join("many.parquet"));
        let expected = grundy(&[&["build"], game, &["-o", path(&one)]].concat()).ok();
        for number in ["local:1", "local:2", "local:3"] {
            let ran = grundy(&[&["build"], game, &["-o", path(&many), "--hosts", number]].concat());
            assert_eq!(ran.status, Some(0), "{ran}");
            assert_eq!(counts(&ran.stdout), counts(&expected), "{game:?} {number}");
            assert!(fs::read(&many).unwrap() == fs::read(&one).unwrap(), "{game:?} {number}: other bytes");
            fs::remove_file(&many).unwrap();
        }
    }
}

#[test]
fn a_file_of_hosts() {
    let (here, hosts) = (folder(), hosts(3));
    let (one, many) = (here.path().join("one.parquet"), here.path().join("many.parquet"));
    let expected = grundy(&["build", "connect4:4x4", "-o", path(&one)]).ok();
    let runs: Vec<Child> = ["0", "1", "2"]
        .map(|process| {
            let scratch = here.path().join(process);
            let build = ["build", "connect4:4x4", "-o", path(&many), "--scratch", path(&scratch)];
            start(&[&build[..], &["--hosts", hosts.path(), "--process", process]].concat(), "a secret")
        })
        .into();
    for (process, run) in runs.into_iter().enumerate() {
        let (status, stdout, stderr) = end(run);
        assert_eq!(status, Some(0), "{process}: {stderr}");
        let expected = if process == 0 { counts(&expected) } else { Vec::new() };
        assert_eq!(stdout.lines().take(expected.len().max(1)).collect::<Vec<_>>(), expected, "{process}");
    }
    assert!(fs::read(&many).unwrap() == fs::read(&one).unwrap());
}

/// Processes that differ are refused on both sides, by name.
#[test]
fn a_process_that_differs() {
    let build = |game: &str, more: &[&str], secrets: [&str; 2]| {
        let hosts = hosts(2);
        let one = ["build", "teeko", "--hosts", hosts.path(), "--process", "0"];
        let other = [&["build", game, "--hosts", hosts.path(), "--process", "1"], more].concat();
        let runs = [start(&one, secrets[0]), start(&other, secrets[1])];
        runs.map(|run| {
            let (status, stdout, stderr) = end(run);
            assert_eq!((status, stdout.as_str()), (Some(2), ""), "{stderr}");
            stderr
        })
    };
    let [zero, one] = build("teeko", &[], ["a", "b"]);
    says(&zero, &["process 1 (127.0.0.1:", "has another secret", "GRUNDY_CLUSTER_SECRET"]);
    says(&one, &["process 0 (127.0.0.1:", "has another secret"]);
    let [zero, one] = build("dao", &[], ["a", "a"]);
    says(&zero, &["process 1 (127.0.0.1:", "runs another job: game `dao`, here `teeko`"]);
    says(&one, &["process 0 (127.0.0.1:", "game `teeko`, here `dao`"]);
    let [zero, _] = build("teeko", &["--reduced"], ["a", "a"]);
    says(&zero, &["--reduced `yes`, here `no`"]);
}

#[test]
fn mistakes() {
    let hosts = hosts(2);
    let far = Scratch::new("127.0.0.1:7070\n192.0.2.1:7070\n");
    for (args, words) in [
        (&["--hosts", "local:0"][..], &["local:0", "must be 1 to 64"][..]),
        (&["--hosts", "local:x"], &["local:x"]),
        (&["--hosts", "local:2", "--process", "1"], &["takes no --process"]),
        (&["--hosts", "no-such-file"], &["no-such-file", "no such file"]),
        (&["--hosts", hosts.path()], &["has 2 processes", "--process I", "from 0 to 1"]),
        (&["--hosts", hosts.path(), "--process", "2"], &["from 0 to 1"]),
        (&["--process", "1"], &["--hosts"]),
        (&["--hosts", far.path(), "--process", "0"], &["need a secret", "GRUNDY_CLUSTER_SECRET", "--secret-file"]),
        (&["--hosts", "local:2", "--checkpoint", "x"], &["--checkpoint"]),
    ] {
        let ran = grundy(&[&["build", "tictactoe"], args].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{ran}");
        says(&ran.stderr, words);
    }
    // Both processes notice it, and the first one is stopped by the other, or reports it itself.
    let ran = grundy(&["build", "nim", "5000", "--hosts", "local:2"]);
    assert!(matches!(ran.status, Some(2 | 3)), "{ran}");
    says(&ran.stderr, &["a position has 5000 options, and a run in partitions has room for 4094"]);
    assert_eq!(ran.stderr.matches("error").count(), 1, "one process reports it: {ran}");
}

/// Waits until a run has saved its state, since `before`.
fn wait_for_checkpoint(folder: &Path, before: SystemTime, child: &mut Child) {
    let began = Instant::now();
    let saved = || fs::metadata(folder.join("build.checkpoint")).and_then(|file| file.modified());
    while !saved().is_ok_and(|saved| saved > before) {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it saved anything");
        assert!(began.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whichever process is killed, the others end within 10 s, name it and its round, and the same command goes on.
#[test]
fn a_killed_process() {
    let here = folder();
    let (one, many) = (here.path().join("one.parquet"), here.path().join("many.parquet"));
    let build = ["build", "connect4:5x3", "--checkpoint-every", "0", "-o"];
    grundy(&["build", "connect4:5x3", "-o", path(&one)]).ok();
    for killed in 0..3 {
        let hosts = hosts(3);
        let scratch: Vec<_> = (0..3).map(|process| here.path().join(format!("{killed}-{process}"))).collect();
        let run = |process: usize| {
            let number = process.to_string();
            let more = ["--scratch", path(&scratch[process]), "--hosts", hosts.path(), "--process", &number];
            start(&[&build[..], &[path(&many)], &more].concat(), "s")
        };
        let mut runs: Vec<Child> = (0..3).map(run).collect();
        let folder = scratch[killed].join(format!("grundy-build-{killed}-of-3"));
        wait_for_checkpoint(&folder, SystemTime::UNIX_EPOCH, &mut runs[killed]);
        runs[killed].kill().unwrap();
        let began = Instant::now();
        for (process, run) in runs.into_iter().enumerate() {
            let (status, _, stderr) = end(run);
            if process != killed {
                assert_eq!(status, Some(3), "{stderr}");
                let lines: Vec<&str> = stderr.lines().filter(|line| line.contains("error")).collect();
                assert_eq!(lines.len(), 1, "{stderr}");
                let name = format!("process {killed} (127.0.0.1:");
                says(lines[0], &[&name, "was lost in round", "run the same command again to resume"]);
            }
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
        let stderr: Vec<String> = (0..3)
            .map(run)
            .collect::<Vec<_>>()
            .into_iter()
            .map(end)
            .map(|(status, _, stderr)| {
                assert_eq!(status, Some(0), "{stderr}");
                stderr
            })
            .collect();
        says(&stderr[killed], &["goes on from the checkpoint"]);
        assert!(fs::read(&many).unwrap() == fs::read(&one).unwrap());
        fs::remove_file(&many).unwrap();
    }
}

/// The processes that the program starts end with it, and with each other; another number of them goes on.
#[test]
fn killed_processes_of_one_machine() {
    let here = folder();
    let (one, many) = (here.path().join("one.parquet"), here.path().join("many.parquet"));
    let scratch = here.path().join("scratch");
    grundy(&["build", "connect4:5x3", "-o", path(&one)]).ok();
    let build =
        ["build", "connect4:5x3", "--checkpoint-every", "0", "-o", path(&many), "--scratch", path(&scratch), "--hosts"];
    for killed in [0, 1, 2] {
        let before = SystemTime::now();
        let mut run = start(&[&build[..], &["local:3"]].concat(), "s");
        wait_for_checkpoint(&scratch.join("grundy-build"), before, &mut run);
        let children = children_of(run.id());
        assert_eq!(children.len(), 2);
        let victim = if killed == 0 { run.id() } else { children[killed - 1] };
        let began = Instant::now();
        Command::new("kill").args(["-9", &victim.to_string()]).status().unwrap();
        let (status, _, stderr) = end(run);
        if killed > 0 {
            assert_eq!(status, Some(3), "{stderr}");
        }
        says(&stderr, &[&format!("process {killed} (127.0.0.1:"), "was lost in round"]);
        assert_eq!(stderr.matches("was lost in round").count(), if killed == 0 { 2 } else { 1 }, "{stderr}");
        while children.iter().any(|child| is_running(*child)) {
            assert!(began.elapsed() < Duration::from_secs(60), "children are left");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let ran = grundy(&[&build[..], &["local:2"]].concat());
    assert_eq!(ran.status, Some(0), "{ran}");
    says(&ran.stderr, &["goes on from the checkpoint"]);
    assert!(fs::read(&many).unwrap() == fs::read(&one).unwrap());
}

/// A terminal interrupts all processes of this machine at once. The run is interrupted, whichever of them ends first.
#[test]
fn interrupted_processes_of_one_machine() {
    use std::os::unix::process::CommandExt;
    let here = folder();
    let scratch = here.path().join("scratch");
    let args = ["build", "teeko", "--checkpoint-every", "0", "--scratch", path(&scratch), "--hosts", "local:3"];
    for _ in 0..3 {
        let before = SystemTime::now();
        let mut command = Command::new(PROGRAM);
        command.args(args).process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut run = command.spawn().unwrap();
        wait_for_checkpoint(&scratch.join("grundy-build"), before, &mut run);
        Command::new("kill").args(["-INT", "--", &format!("-{}", run.id())]).status().unwrap();
        let (status, _, stderr) = end(run);
        assert_eq!(status, Some(130), "{stderr}");
        says(&stderr, &["interrupted"]);
        assert!(!stderr.contains("process 1 ("), "{stderr}");
    }
}

/// A process of a rules file runs in a child. While it waits for the other processes, it says so at once, and ends with its parent.
#[cfg(feature = "rules")]
#[test]
fn a_process_that_waits() {
    use std::io::{BufRead, BufReader};
    let (here, hosts) = (folder(), hosts(2));
    let rules = here.path().join("tictactoe.star");
    fs::write(&rules, TICTACTOE).unwrap();
    let mut waiting = start(&["build", path(&rules), "--hosts", hosts.path(), "--process", "0"], "s");
    let mut line = String::new();
    BufReader::new(waiting.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("waiting for process 1 ("), "{line}");
    let children = children_of(waiting.id());
    assert_eq!(children.len(), 1);
    waiting.kill().unwrap();
    waiting.wait().unwrap();
    let began = Instant::now();
    while children.iter().any(|child| is_running(*child)) {
        assert!(began.elapsed() < Duration::from_secs(60), "the child is left");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What ends a run is said truly: the time, or an interrupt of another process.
#[test]
fn why_a_run_ends() {
    let own_hosts = hosts(2);
    let alone = start(&["build", "tictactoe", "--hosts", own_hosts.path(), "--process", "0", "--time", "1"], "s");
    let (status, _, stderr) = end(alone);
    assert_eq!(status, Some(3), "{stderr}");
    says(&stderr, &["the time was up before all processes were connected; a larger --time may help"]);

    let (here, hosts) = (folder(), hosts(2));
    let scratch: Vec<_> = (0..2).map(|process| here.path().join(process.to_string())).collect();
    let mut runs = Vec::new();
    for (process, scratch) in ["0", "1"].into_iter().zip(&scratch) {
        let args = ["build", "teeko", "--hosts", hosts.path(), "--process", process, "--scratch", path(scratch)];
        runs.push(start(&[&args[..], &["--checkpoint-every", "0"]].concat(), "s"));
    }
    wait_for_checkpoint(&scratch[1].join("grundy-build-1-of-2"), SystemTime::UNIX_EPOCH, &mut runs[1]);
    Command::new("kill").args(["-INT", &runs[1].id().to_string()]).status().unwrap();
    let ends: Vec<_> = runs.into_iter().map(end).collect();
    assert_eq!((ends[0].0, ends[1].0), (Some(3), Some(130)), "{ends:?}");
    assert!(ends[0].2.contains("ended the run: interrupted"), "{}", ends[0].2);
}

/// The processes that a process has started.
fn children_of(parent: u32) -> Vec<u32> {
    let tasks = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap();
    tasks.split_whitespace().map(|child| child.parse().unwrap()).collect()
}

/// Whether a process exists, and is not one that has ended and waits for its parent.
fn is_running(process: u32) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}
