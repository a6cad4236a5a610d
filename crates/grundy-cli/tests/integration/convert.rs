//! `grundy convert`: the same answers from text and binary, damaged files, pipes, and temporary files.

use crate::common::{Scratch, folder, grundy, grundy_reading, json_lines, path, program, says};
use fastrand::Rng;
use serde_json::Value;
use std::fmt::Write as _;

/// A random graph with owners or values, names or numbers, and sometimes a start; also returns its vertices.
fn drawn(random: &mut Rng) -> (String, Vec<String>) {
    let n = random.usize(1..=12);
    let named = random.bool();
    let name = |v: usize| if named { format!("ж{v}") } else { v.to_string() };
    let mut text = if named { String::new() } else { format!("vertices {n}\n") };
    for _ in 0..random.usize(..30) {
        let (from, to) = (random.usize(..n), random.usize(..n));
        if from % 4 != 3 {
            let _ = writeln!(text, "{} {}", name(from), name(to));
        }
    }
    let owners = random.u8(..3) == 0;
    for v in 0..n {
        if v % 4 == 3 || named && !owners {
            let end = random.choice(["win", "loss", "draw"]).unwrap();
            let line = if v % 4 == 3 { format!("! {} {end}\n", name(v)) } else { format!("{0} {0}\n", name(v)) };
            text.push_str(&line);
        }
        if owners {
            let _ = writeln!(text, "@ {} {}", name(v), random.choice(["left", "right"]).unwrap());
        }
    }
    if random.bool() {
        let _ = writeln!(text, "> {}", name(random.usize(..n)));
    }
    (text, (0..n).map(name).collect())
}

/// An answer without the name of its file.
fn without_game(mut answer: Value) -> Value {
    answer["game"] = Value::Null;
    answer
}

#[test]
fn every_vertex_has_the_same_answer() {
    let mut random = Rng::with_seed(5);
    let folder = folder();
    let binary = folder.path().join("binary");
    for _ in 0..60 {
        let (text, names) = drawn(&mut random);
        let file = Scratch::new(&text);
        let output = grundy(&["convert", file.path(), path(&binary)]).ok();
        says(&output, &[path(&binary), "vert", "edge", "bytes"]);
        let binary = format!("graph:{}", path(&binary));
        let positions = names.join("\n");
        for play in [&[][..], &["--misere"]] {
            let [one, other] = [&file.graph(), &binary].map(|game| {
                let args = [&["solve", game, "--batch", "-"], play].concat();
                json_lines(&grundy_reading(&args, positions.as_str()).ok())
            });
            assert_eq!(one.len(), names.len());
            assert!(one.into_iter().map(without_game).eq(other.into_iter().map(without_game)), "{text}");
        }
        // Both files have the same start, or neither has one.
        let [one, other] = [&file.graph(), &binary].map(|game| grundy(&["solve", game, "--json"]));
        assert_eq!(one.status, other.status);
        if one.status == Some(0) {
            assert_eq!(without_game(one.json()), without_game(other.json()), "{text}");
        }
    }
}

#[test]
fn the_answer_is_json_where_that_is_asked_for() {
    let (file, folder) = (Scratch::new("a b\nb c\na b\n"), folder());
    let binary = folder.path().join("b");
    let answer = grundy(&["convert", &file.graph(), path(&binary), "--json"]).json();
    assert_eq!(
        (&answer["schema"], &answer["vertices"], &answer["edges"]),
        (&"grundy/convert/1".into(), &3.into(), &2.into())
    );
    assert_eq!(answer["bytes"], std::fs::metadata(&binary).unwrap().len());
    // A binary graph can be converted again.
    let again = folder.path().join("again");
    grundy(&["convert", path(&binary), path(&again)]).ok();
    assert_eq!(std::fs::read(&binary).unwrap(), std::fs::read(&again).unwrap());
}

#[test]
fn a_damaged_file_is_refused() {
    let (file, folder) = (Scratch::new("vertices 4\n0 1\n1 2\n2 0\n! 3 draw\n> 0\n"), folder());
    let binary = folder.path().join("binary");
    grundy(&["convert", file.path(), path(&binary)]).ok();
    let bytes = std::fs::read(&binary).unwrap();
    let game = format!("graph:{}", path(&binary));
    for at in (0..bytes.len()).step_by(5) {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        std::fs::write(&binary, &changed).unwrap();
        let message = grundy(&["solve", &game, "0"]).refused();
        says(&message, &[path(&binary), "="]);
        if at >= 16 {
            says(&message, &["damaged", "write the binary graph again from its text"]);
        }
    }
    for changed in [&bytes[..bytes.len() - 1], &bytes[..20], &[&bytes[..], b"\n"].concat()] {
        std::fs::write(&binary, changed).unwrap();
        says(&grundy(&["solve", &game, "0"]).refused(), &["damaged", "write the binary graph again from its text"]);
        says(&grundy_reading(&["solve", "graph:/dev/stdin", "0"], changed).refused(), &["/dev/stdin", "damaged"]);
    }
}

#[test]
fn pipes_are_read_and_written() {
    let mut text = "vertices 50000\n".to_owned();
    (1..50_000).for_each(|v| writeln!(text, "{v} {}", v - 1).unwrap());
    let solved = grundy_reading(&["solve", "graph:/dev/stdin", "49999", "--json"], text.as_str()).json();
    assert_eq!((&solved["remoteness"], &solved["value"]), (&49_999.into(), &"win".into()));
    // A binary that goes through a pipe is the only output.
    let output = program(["convert", "/dev/stdin", "/dev/stdout"]).write_stdin(text.as_str()).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(output.stdout.starts_with(b"\x89grundy\n"));
    let answer = grundy_reading(&["solve", "graph:/dev/stdin", "49999", "--json"], output.stdout).json();
    assert_eq!(answer, solved);
    let wrong = grundy_reading(&["solve", "graph:/dev/stdin", "1"], text + "7 x\n").refused();
    says(&wrong, &["/dev/stdin:50001:3", "`x`"]);
}

#[test]
fn nothing_is_left_of_what_went_wrong() {
    let folder = folder();
    let place = |name: &str| path(&folder.path().join(name)).to_owned();
    std::fs::write(place("wrong"), "a b\nb\n").unwrap();
    std::fs::write(place("right"), "a b\nb c\n").unwrap();
    std::fs::write(place("old"), "as it was").unwrap();
    says(&grundy(&["convert", &place("wrong"), &place("old")]).refused(), &["wrong:2:1", "FROM TO"]);
    says(&grundy(&["convert", &place("missing"), &place("old")]).refused(), &["missing", "no such file"]);
    says(
        &grundy(&["convert", &place("right"), &place("no/folder")]).refused(),
        &["no/folder: there is no folder", "make it first"],
    );
    says(&grundy(&["convert", &place("right"), &place("")]).refused(), &["folder"]);
    says(&grundy(&["convert", &place("right"), &place("old"), "--max-positions", "2"]).limited(), &["3 positions"]);
    says(&grundy(&["convert", &place("right")]).refused(), &["BINARY"]);
    assert_eq!(std::fs::read_to_string(place("old")).unwrap(), "as it was");
    let mut names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["old", "right", "wrong"]);
}
