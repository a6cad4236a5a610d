//! Games that do not fit in the memory are solved on disk, with the same table.
#![cfg(all(feature = "table", unix))]

use crate::common::{PROGRAM, folder, grundy, path, says};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A game of each kind, with a limit of memory below what it takes.
const GAMES: [(&[&str], &str); 5] = [
    (&["connect4:4x4"], "600K"),
    (&["dao"], "800K"),
    (&["three-mens-morris", "--all", "--reduced"], "2K"),
    (&["connect4:4x4", "--reduced"], "900K"),
    (&["chess:KPvK"], "1M"),
];

/// A graph file with cycles, in which all kinds of Grundy values occur.
fn graph_with_cycles(here: &Path) -> String {
    let mut random = fastrand::Rng::with_seed(22);
    let mut text = "vertices 200\n".to_owned();
    for v in 1..200 {
        for _ in 0..random.u32(0..6) {
            let to = if random.u32(0..20) == 0 { random.u32(0..200) } else { random.u32(0..v) };
            text += &format!("{v} {to}\n");
        }
    }
    let file = here.join("graph.txt");
    fs::write(&file, text).unwrap();
    format!("graph:{}", path(&file))
}

/// A forecast of a run on disk: the positions and the time, and nothing is written.
#[test]
fn a_forecast_of_a_run_on_disk_says_positions_and_time() {
    let here = folder();
    let scratch = here.path().join("scratch");
    let options = ["--forecast", "--scratch", path(&scratch), "--memory"];
    for (game, positions) in [
        (&["teeko-movement"][..], 75_710_250),
        (&["nine-mens-morris", "--all", "--reduced"], 27_743_718_848_u64),
        (&["five-mens-morris", "--all", "--reduced"], 1_218_699),
        (&["three-mens-morris", "--all"], 0),
    ] {
        let forecast = grundy(&[&["build"], game, &options, &["1M", "--json"]].concat()).json();
        if positions > 0 {
            assert_eq!(forecast["positions"], positions, "{forecast}");
        }
        assert!(forecast["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0 || positions == 0), "{forecast}");
        let fits = forecast["bytes"].as_u64().unwrap() <= 1 << 20;
        assert_eq!(forecast["fits"], fits, "{forecast}");
        let text = grundy(&[&["build"], game, &options, &["1M"]].concat()).ok();
        assert_eq!(text.contains(" positions to solve on disk, "), !fits, "{text}");
    }
    // The run would not fit without --scratch.
    let ran = grundy(&["build", "teeko-movement", "--forecast", "--memory", "1M"]);
    assert_eq!(ran.status, Some(3), "{ran}");
    assert!(!scratch.exists());
}

/// In a terminal, where a forecast comes first, a run that does not fit in the memory is solved on disk too.
#[cfg(target_os = "linux")]
#[test]
fn a_run_in_a_terminal_is_solved_on_disk() {
    let here = folder();
    let scratch = here.path().join("scratch");
    let command = format!("{PROGRAM} build three-mens-morris --memory 2K --scratch {}", path(&scratch));
    let ran = Command::new("script").args(["-qec", &command, "/dev/null"]).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(ran.status.code(), Some(0), "{text}");
    assert!(text.contains("three-mens-morris: solved on disk") && text.contains("largest remoteness"), "{text}");
}

/// The arguments of a build with little memory, on disk.
fn on_disk<'a>(game: &[&'a str], memory: &'a str, table: &'a Path, scratch: &'a Path) -> Vec<&'a str> {
    let options = ["--memory", memory, "--scratch", path(scratch), "-o", path(table)];
    [&["build"], game, &options].concat()
}

#[test]
fn tables_are_the_same_bytes() {
    same_bytes(&GAMES);
}

#[test]
fn tables_with_grundy_values_are_the_same_bytes() {
    let here = folder();
    let graph = graph_with_cycles(here.path());
    same_bytes(&[(&["cram:4x4", "--reduced"], "100K"), (&[&graph, "--all"], "6K"), (&[&graph, "199"], "3K")]);
}

/// Compares the tables of games that were solved on disk with those made in memory.
fn same_bytes(games: &[(&[&str], &str)]) {
    for &(game, memory) in games {
        let here = folder();
        let [expected, table, scratch] =
            ["expected.parquet", "table.parquet", "scratch"].map(|name| here.path().join(name));
        let in_memory = grundy(&[&["build"], game, &["-o", path(&expected)]].concat()).ok();
        let ran = grundy(&on_disk(game, memory, &table, &scratch));
        assert_eq!(ran.status, Some(0), "{ran}");
        says(&ran.stderr, &["solved on disk, in", "grundy-build"]);
        let counts = |text: &str| text.lines().filter(|line| !line.contains("seconds")).count();
        assert_eq!(counts(&ran.stdout), counts(&in_memory));
        assert!(fs::read(&table).unwrap() == fs::read(&expected).unwrap(), "{game:?}: other bytes");
        assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0, "nothing remains");
        // Without a scratch directory, the error names it.
        let refused = grundy(&[&["build"], game, &["--memory", memory]].concat());
        assert_eq!(refused.status, Some(3), "{refused}");
        says(&refused.stderr, &["--scratch DIR"]);
    }
}

/// Five men's morris has 103 layers, of classes. The counts of its parts are those that are found in memory.
#[test]
fn layers_have_the_same_counts_and_bytes() {
    let here = folder();
    let [expected, table, scratch] =
        ["expected.parquet", "table.parquet", "scratch"].map(|name| here.path().join(name));
    let game = ["five-mens-morris", "--all", "--reduced"];
    let counts = |mut counts: serde_json::Value| {
        let counted = counts.as_object_mut().unwrap();
        counted.retain(|name, _| !["seconds", "peak_bytes"].contains(&name.as_str()));
        counts
    };
    let in_memory =
        counts(grundy(&[&["build"], &game[..], &["--json", "--no-positions", "-o", path(&expected)]].concat()).json());
    let parts = in_memory["parts"].as_array().unwrap();
    assert_eq!(parts.len(), 103);
    assert!(parts.iter().any(|part| part["name"] == "3-3" && part["positions"] == 10_112 && part["win"] == 5322));
    let options = ["--json", "--no-positions", "-o", path(&table), "--memory", "1M", "--scratch", path(&scratch)];
    let args = [&["build"], &game[..], &options].concat();
    let ran = Command::new(PROGRAM).args(&args).output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    assert_eq!(counts(serde_json::from_slice(&ran.stdout).unwrap()), in_memory);
    assert!(fs::read(&table).unwrap() == fs::read(&expected).unwrap(), "other bytes");
    grundy(&["verify", path(&table)]).ok();
    let probed = grundy(&["probe", path(&table), "XXX/.../..../OOO/.../... O"]);
    assert_ne!(probed.status, Some(0), "a position of another game");
    let start = grundy(&["solve", "five-mens-morris", "--table", path(&table)]).ok();
    says(&start, &["draw"]);
}

#[test]
fn classes_alone_are_solved_at_every_number() {
    let refused = grundy(&["build", "six-mens-morris", "--all"]);
    assert_eq!(refused.status, Some(2), "{refused}");
    says(&refused.stderr, &["only by class", "add --reduced"]);
    // Before any work.
    let here = folder();
    let refused = grundy(&["build", "nine-mens-morris", "--all", "--reduced", "-o", path(&here.path().join("nine"))]);
    assert_eq!(refused.status, Some(2), "{refused}");
    says(&refused.stderr, &["the game has 27743718848 numbers, and a table can have at most 4294967296"]);
    let refused = grundy(&["build", "nine-mens-morris", "--all", "--reduced", "--memory", "1G"]);
    assert_eq!(refused.status, Some(3), "{refused}");
}

#[test]
fn a_game_that_fits_stays_in_memory() {
    let here = folder();
    let scratch = here.path().join("scratch");
    let ran = grundy(&["build", "dao", "--scratch", path(&scratch)]);
    assert_eq!((ran.status, ran.stderr.contains("on disk")), (Some(0), false), "{ran}");
}

#[test]
fn a_killed_run_goes_on() {
    // Smaller games than those above, since each of their checkpoints is written through to the disk.
    goes_on_after_kills(&[GAMES[0], (&["three-mens-morris"], "2K"), GAMES[2]]);
}

#[test]
fn a_killed_run_with_grundy_values_goes_on() {
    let here = folder();
    let graph = graph_with_cycles(here.path());
    goes_on_after_kills(&[(&["cram:4x4", "--reduced"], "100K"), (&[&graph, "--all"], "6K")]);
}

/// Kills the runs of games on disk three times each, and compares the table of the last run with that made in memory.
fn goes_on_after_kills(games: &[(&[&str], &str)]) {
    for &(game, memory) in games {
        let here = folder();
        let [expected, table, scratch] =
            ["expected.parquet", "table.parquet", "scratch"].map(|name| here.path().join(name));
        grundy(&[&["build"], game, &["-o", path(&expected)]].concat()).ok();
        let args = on_disk(game, memory, &table, &scratch);
        let args = [&args[..], &["--checkpoint-every", "0.1"]].concat();
        let began = Instant::now();
        let whole = grundy(&args);
        let took = began.elapsed();
        assert_eq!(whole.status, Some(0), "{whole}");
        let mut random = fastrand::Rng::with_seed(game[0].len() as u64);
        for _ in 0..3 {
            let _ = fs::remove_file(&table);
            let mut child =
                Command::new(PROGRAM).args(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(took * random.u32(..90) / 100);
            let _ = child.kill();
            child.wait().unwrap();
        }
        let was_saved = scratch.join("grundy-build/build.checkpoint").exists();
        let ran = grundy(&args);
        assert_eq!(ran.status, Some(0), "{ran}");
        assert_eq!(ran.stderr.contains("goes on from the checkpoint"), was_saved, "{ran}");
        assert!(fs::read(&table).unwrap() == fs::read(&expected).unwrap(), "{game:?}: other bytes");
        assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0, "nothing remains");
    }
}

/// Ends a run of `connect4:4x4` on disk after its first checkpoint.
fn left_behind(scratch: &Path) {
    let checkpoint = scratch.join("grundy-build/build.checkpoint");
    let options = ["--memory", "600K", "--checkpoint-every", "0", "--scratch", path(scratch)];
    // The run may be over before it is ended.
    for _ in 0..20 {
        let mut child = Command::new(PROGRAM)
            .args([&["build", "connect4:4x4"][..], &options].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !checkpoint.exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = child.kill();
        child.wait().unwrap();
        if checkpoint.exists() {
            return;
        }
    }
    panic!("nothing was saved");
}

#[test]
fn a_damaged_or_foreign_scratch_directory_is_refused() {
    let here = folder();
    let scratch = here.path().join("scratch");
    left_behind(&scratch);
    let inside = scratch.join("grundy-build");
    let build =
        |game: &[&str]| grundy(&[&["build"], game, &["--memory", "600K", "--scratch", path(&scratch)]].concat());
    let other = build(&["connect4:4x3"]);
    assert_eq!(other.status, Some(2), "{other}");
    says(&other.stderr, &["belongs to another run"]);
    let streams: Vec<_> = fs::read_dir(inside.join("streams")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let inbox = |at: &&std::path::PathBuf| at.file_name().unwrap().to_str().unwrap().starts_with("inbox-");
    let damaged: Vec<_> = streams.iter().filter(inbox).collect();
    assert!(!damaged.is_empty(), "{streams:?}");
    for stream in damaged {
        let mut bytes = fs::read(stream).unwrap();
        if bytes.is_empty() {
            // The round that was ended had not written to it yet, and will write it again.
            continue;
        }
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(stream, bytes).unwrap();
    }
    let refused = build(&["connect4:4x4"]);
    assert_eq!(refused.status, Some(2), "{refused}");
    says(&refused.stderr, &["the file is damaged", "begin anew"]);
    let checkpoint = inside.join("build.checkpoint");
    let mut bytes = fs::read(&checkpoint).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&checkpoint, bytes).unwrap();
    let refused = build(&["connect4:4x4"]);
    assert_eq!(refused.status, Some(2), "{refused}");
    says(&refused.stderr, &["build.checkpoint", "damaged"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_the_run_goes_on_later() {
    let here = folder();
    let [expected, table, scratch] =
        ["expected.parquet", "table.parquet", "scratch"].map(|name| here.path().join(name));
    grundy(&["build", "connect4:4x4", "-o", path(&expected)]).ok();
    left_behind(&scratch);
    let build = on_disk(&["connect4:4x4"], "600K", &table, &scratch);
    // A limit on the size of files stands for the full disk.
    let full = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", PROGRAM])
        .args(&build)
        .output()
        .unwrap();
    let stderr = String::from_utf8(full.stderr).unwrap();
    assert_eq!(full.status.code(), Some(2), "{stderr}");
    says(&stderr, &["/streams/", "File too large", "free some space", "continues from the last checkpoint"]);
    assert!(!table.exists());
    let ran = grundy(&build);
    assert_eq!(ran.status, Some(0), "{ran}");
    says(&ran.stderr, &["goes on from the checkpoint"]);
    assert!(fs::read(&table).unwrap() == fs::read(&expected).unwrap(), "other bytes");
}

#[test]
fn streams_of_a_run_without_a_checkpoint_are_not_read() {
    let here = folder();
    let [expected, table, scratch] =
        ["expected.parquet", "table.parquet", "scratch"].map(|name| here.path().join(name));
    grundy(&["build", "connect4:4x4", "-o", path(&expected)]).ok();
    left_behind(&scratch);
    fs::remove_file(scratch.join("grundy-build/build.checkpoint")).unwrap();
    // A stream of another game, where this one has none in the first tier.
    let streams = scratch.join("grundy-build/streams");
    let any = fs::read_dir(&streams).unwrap().map(|entry| entry.unwrap().path());
    // Any stream will do if the run was killed at a moment without one of words.
    let is_words = |at: &std::path::PathBuf| at.file_name().unwrap().to_str().unwrap().starts_with("words-");
    let words = any.into_iter().max_by_key(is_words).unwrap();
    (0..64).for_each(|partition| drop(fs::copy(&words, streams.join(format!("words-99-{partition}")))));
    (0..64).for_each(|partition| drop(fs::copy(&words, streams.join(format!("words-0-{partition}")))));
    let ran = grundy(&on_disk(&["connect4:4x4"], "600K", &table, &scratch));
    assert_eq!(ran.status, Some(0), "{ran}");
    assert!(fs::read(&table).unwrap() == fs::read(&expected).unwrap(), "other bytes");
}

#[test]
fn two_runs_do_not_share_a_directory() {
    let here = folder();
    let scratch = here.path().join("scratch");
    fs::create_dir_all(scratch.join("grundy-build")).unwrap();
    let lock = fs::File::create(scratch.join("grundy-build/lock")).unwrap();
    lock.lock().unwrap();
    let ran = grundy(&["build", "connect4:4x4", "--memory", "600K", "--scratch", path(&scratch)]);
    assert_eq!(ran.status, Some(2), "{ran}");
    says(&ran.stderr, &["another run uses this folder"]);
}

/// What would fail at the end is refused at the beginning.
#[test]
fn places_that_cannot_be_used_are_refused_before_the_work() {
    let here = folder();
    let at = |name: &str| here.path().join(name).to_str().unwrap().to_owned();
    let build = |more: &[&str]| grundy(&[&["build", "tictactoe"], more].concat());
    says(&build(&["-o", &format!("{}/", at("new"))]).refused(), &["is a folder", "name a file that can be written"]);
    std::fs::write(at("file"), "").unwrap();
    for scratch in ["", &at("file")] {
        says(&build(&["--scratch", scratch]).refused(), &["--scratch takes the name of a directory"]);
    }
    build(&["--scratch", &at("unused")]).ok();
    let table = at("checkpoint/build.checkpoint");
    says(&build(&["--checkpoint", &at("checkpoint"), "-o", &table]).refused(), &["is the file of the checkpoint"]);
    says(&build(&["--list", "--opening", "2"]).refused(), &["--opening", "cannot be used with"]);
    says(&build(&["--checkpoint", ""]).refused(), &["the name of the checkpoint's folder is empty"]);
    // The folders of a run, with all that is in them, are removed at its end.
    for run in ["grundy-build", "grundy-build-0-of-2/streams"] {
        let inside = here.path().join("directory").join(run);
        std::fs::create_dir_all(&inside).unwrap();
        let table = inside.join("table.parquet").to_str().unwrap().to_owned();
        let refused = build(&["--scratch", &at("directory"), "-o", &table]).refused();
        says(&refused, &["is in a folder that is removed when the game is solved"]);
    }
    let beside = at("directory/table.parquet");
    build(&["--scratch", &at("directory"), "-o", &beside]).ok();
    std::fs::remove_dir_all(at("directory")).unwrap();
    let taken = here.path().join("taken");
    std::fs::create_dir_all(taken.join("build.checkpoint")).unwrap();
    says(&build(&["--checkpoint", &at("taken")]).refused(), &["build.checkpoint is a folder"]);
    std::fs::remove_dir_all(taken).unwrap();
    let left: Vec<_> = std::fs::read_dir(here.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["file"]);
}

/// A build that is begun in the memory and finished on disk leaves neither state behind.
#[test]
fn the_checkpoint_of_a_build_that_is_finished_on_disk_is_removed() {
    let here = folder();
    let at = |name: &str| here.path().join(name).to_str().unwrap().to_owned();
    let (saved, scratch) = (at("saved"), at("scratch"));
    let args = ["build", "connect4:4x4", "--memory", "600K", "--checkpoint-every", "0"];
    let built = grundy(&[&args[..], &["--checkpoint", &saved, "--scratch", &scratch]].concat());
    says(&built.stderr, &["solved on disk"]);
    assert!(built.status == Some(0) && !built.stderr.contains("goes on from the checkpoint"), "{built}");
    assert!(std::fs::read_dir(saved).unwrap().next().is_none());
}

/// A run on disk that goes on misses the files of its saved state.
#[test]
fn files_of_a_run_that_were_removed_are_missed() {
    let here = folder();
    let scratch = here.path().join("scratch");
    left_behind(&scratch);
    for entry in fs::read_dir(scratch.join("grundy-build/streams")).unwrap().map(Result::unwrap) {
        if !entry.file_name().to_str().unwrap().starts_with("inventory-") {
            fs::remove_file(entry.path()).unwrap();
        }
    }
    let refused = grundy(&["build", "connect4:4x4", "--memory", "600K", "--scratch", path(&scratch)]);
    assert_eq!(refused.status, Some(2), "{refused}");
    says(&refused.stderr, &["the file `", "` of the run is missing", "begin anew"]);
}
