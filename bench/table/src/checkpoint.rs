//! Measures the cost of checkpoints: the CPU time of `grundy build` with `--checkpoint`, divided by that without, in alternating runs.

use meter::children_time;
use std::path::Path;
use std::process::{Command, Stdio};

/// The number of runs of each kind.
const TURNS: usize = 3;
/// The seconds between two saves, chosen so that a few saves fall into half a minute.
const EVERY: &str = "5";

/// Builds `game` in alternating runs. The environment variable `GRUNDY` names the program; the default is that of this repository.
pub(crate) fn run(game: &str) {
    let program = std::env::var("GRUNDY").unwrap_or_else(|_| "../../target/release/grundy".to_owned());
    let folder = std::env::temp_dir().join(format!("bench-checkpoint-{}", std::process::id()));
    let tables = ["alone.parquet", "kept.parquet"].map(|name| folder.join(name));
    let checkpoint_folder = folder.join("kept");
    std::fs::create_dir_all(&checkpoint_folder).expect("a folder for temporary files");
    let mut seconds: [Vec<f64>; 2] = Default::default();
    let mut savings = 0;
    println!("{game}: CPU seconds alone, kept every {EVERY} s, ratio");
    for _ in 0..TURNS {
        seconds[0].push(build(&program, game, &tables[0], None).0);
        let (spent, times) = build(&program, game, &tables[1], Some(&checkpoint_folder));
        seconds[1].push(spent);
        savings += times;
        let [alone, with] = [0, 1].map(|which| seconds[which].last().expect("just built"));
        println!("{alone:>8.2} {with:>8.2} {:>6.3}", with / alone);
    }
    let same = std::fs::read(&tables[0]).expect("it was built") == std::fs::read(&tables[1]).expect("it was built");
    assert!(same, "the tables differ");
    let [alone, with] = seconds.map(median);
    println!(
        "kept / alone, CPU time, median of {TURNS}: {:.3}; kept {:.1} times a run",
        with / alone,
        savings as f64 / TURNS as f64
    );
    if alone < 20.0 {
        println!("too short to say much: name a game that takes 20 s alone");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// The CPU seconds of a build, and the number of saves that were observed.
fn build(program: &str, game: &str, table: &Path, checkpoint_folder: Option<&Path>) -> (f64, usize) {
    let before = children_time().as_secs_f64();
    let mut command = Command::new(program);
    command.args(["build", game, "--threads", "1", "-o"]).arg(table).stdout(Stdio::null());
    if let Some(checkpoint_folder) = checkpoint_folder {
        command.args(["--checkpoint-every", EVERY, "--checkpoint"]).arg(checkpoint_folder);
    }
    let mut child = command
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}; `cargo build --release` in the root makes it"));
    let (mut times, mut last) = (0, None);
    let status = loop {
        let written = checkpoint_folder.and_then(|checkpoint_folder| {
            std::fs::metadata(checkpoint_folder.join("build.checkpoint")).ok()?.modified().ok()
        });
        if written.is_some() && written != last {
            (times, last) = (times + 1, written);
        }
        if let Some(status) = child.try_wait().expect("it was started") {
            break status;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    assert!(status.success(), "{game} was not built");
    (children_time().as_secs_f64() - before, times)
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}
