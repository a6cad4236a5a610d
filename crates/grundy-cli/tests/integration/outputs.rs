//! Output files: plain files below /dev, links, pipes, and names of pictures.
#![cfg(unix)]

use crate::common::{PROGRAM, folder, grundy, path, program, says};
use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn make_pipe(path: &str) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Starts the program, which writes a certificate into this file.
fn write_into(certificate: &str) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(["period", "kayles", "--certificate", certificate]).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// A plain file in a file system below /dev is written whole under a temporary name, as anywhere else.
#[cfg(feature = "table")]
#[test]
fn a_plain_file_below_dev_is_replaced() {
    let Ok(here) = tempfile::tempdir_in("/dev/shm") else { return };
    let table = here.path().join("t.parquet");
    let table = path(&table);
    for _ in 0..2 {
        grundy(&["build", "bash:3", "5", "-o", table]).ok();
        says(&grundy(&["verify", table]).ok(), &["proved"]);
    }
    let certificate = here.path().join("c.txt");
    for game in ["kayles", "dawsons-kayles"] {
        grundy(&["period", game, "--certificate", path(&certificate)]).ok();
        says(&grundy(&["verify", path(&certificate)]).ok(), &["proved"]);
    }
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 2, "no temporary file is left");
}

#[test]
fn a_pipe_is_written_once_it_is_read() {
    let here = folder();
    let pipe = here.path().join("pipe");
    make_pipe(path(&pipe));
    let mut child = write_into(path(&pipe));
    let mut text = String::new();
    fs::File::open(&pipe).unwrap().read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(
        text.starts_with("grundy-certificate 1\n") && text.lines().last().unwrap().starts_with("sha256 "),
        "{text}"
    );
}

/// To open a pipe waits for the process at its other end, and a signal ends that.
#[test]
fn a_signal_ends_a_run_that_waits_for_a_pipe() {
    let here = folder();
    let pipe = here.path().join("pipe");
    make_pipe(path(&pipe));
    let mut child = write_into(path(&pipe));
    // Until then the signal might come before it can be handled.
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None);
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let began = Instant::now();
    let mut status = None;
    while status.is_none() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
        status = child.try_wait().unwrap();
    }
    let _ = child.kill();
    assert_eq!(status.expect("it ends").code(), Some(130));
}

#[cfg(feature = "table")]
#[test]
fn a_pipe_is_not_a_table() {
    let here = folder();
    let pipe = here.path().join("pipe");
    make_pipe(path(&pipe));
    for args in [&["solve", "nim", "3", "--table", path(&pipe)][..], &["stats", path(&pipe)]] {
        says(&grundy(args).refused(), &["it is not a plain file"]);
    }
}

#[test]
fn the_name_of_a_picture_ends_in_svg() {
    let here = folder();
    let plot = here.path().join("x.png");
    for args in [&["sequence", "kayles", "--to", "3", "--plot", path(&plot)][..], &["heatmap", "nim", "--plot", "-"]] {
        says(&grundy(args).refused(), &["--plot", "ends in `.svg`"]);
    }
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
    let plot = here.path().join("x.svg");
    grundy(&["sequence", "kayles", "--to", "3", "--plot", path(&plot)]).ok();
    assert!(plot.exists());
}

/// If the output file is standard output, nothing else is printed there.
#[test]
fn a_file_on_standard_output_is_alone_there() {
    let alone = |args: &[&str], name: &str| {
        let folder = folder();
        let file = folder.path().join(name);
        grundy(&[args, &[path(&file)]].concat()).ok();
        let expected = std::fs::read(&file).unwrap();
        for stdout in ["/dev/stdout", "/dev/fd/1"] {
            let output = program([args, &[stdout]].concat()).output().unwrap();
            assert!(output.status.success() && output.stdout == expected, "{args:?} {stdout}");
        }
    };
    alone(&["heatmap", "nim", "--size", "3", "--plot"], "a.svg");
    alone(&["sequence", "kayles", "--to", "9", "--plot"], "a.svg");
    alone(&["sequence", "wythoff", "--to", "9", "--plot"], "a.svg");
    alone(&["period", "kayles", "--certificate"], "a");
    alone(&["misere", "octal:0.53", "--certificate"], "a");
    #[cfg(feature = "table")]
    {
        alone(&["build", "nim", "3", "4", "-o"], "a.parquet");
        let folder = folder();
        let table = folder.path().join("nim.parquet");
        grundy(&["build", "nim", "3", "4", "-o", path(&table)]).ok();
        alone(&["stats", path(&table), "--plot"], "a.svg");
    }
}
