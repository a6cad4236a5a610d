//! Mistakes of people who know the README alone: each message says what to write instead.

use crate::common::{Scratch, folder, grundy, grundy_reading, program, run, says};
#[cfg(target_os = "linux")]
use crate::whole_games::on_a_terminal;

#[test]
fn sets_of_numbers() {
    for (game, words) in [
        ("subtraction:1-3", &["`1-3` is not a number", "whole numbers from 1; a range is written `1..3`"][..]),
        ("subtraction:0,1", &["0 is not a move", "whole numbers from 1; a range is written `1..3`"]),
        ("subtraction:0..3", &["0 is not a move", "whole numbers from 1"]),
        ("subtraction:-1", &["`-1` is negative", "whole numbers from 1"]),
        ("subtraction:{1,2,3}", &["leave out the braces: `subtraction:1,2,3`", "            ^^^^^^^"]),
        ("subtraction:[1,3]", &["leave out the braces: `subtraction:1,3`"]),
        ("subtraction:all-but:{1,3}", &["leave out the braces: `subtraction:all-but:1,3`"]),
        ("bash", &["as in `bash:3`"]),
    ] {
        says(&grundy(&["solve", game, "5"]).refused(), words);
    }
}

/// The file would be replaced by the output.
#[cfg(all(feature = "rules", feature = "table"))]
#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = folder();
    let rules = "def initial(): return 3\ndef moves(s): return [s - 1] if s else []\n";
    for (name, text) in [("r.star", rules), ("g.txt", "a b\nb c\n> a\n"), ("t.parquet", "")] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let before = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let files = ["r.star", "g.txt", "t.parquet"].map(|name| (name, before(name)));
    for (file, link) in [("r.star", "link"), ("r.star", "r.svg"), ("t.parquet", "t.svg")] {
        std::fs::hard_link(folder.path().join(file), folder.path().join(link)).unwrap();
    }
    for args in [
        "build r.star -o ./r.star",
        "build r.star -o link",
        "build graph:g.txt -o g.txt",
        "play r.star --record r.star",
        "sequence r.star --to 5 --plot r.svg",
        "stats t.parquet --plot t.svg",
        "convert g.txt ./g.txt",
        "convert graph:g.txt g.txt",
    ] {
        let ran = run(args, program(args.split(' ')).current_dir(folder.path()));
        says(&ran.refused(), &["is the file that this command reads", "name another file to write"]);
    }
    let args = "period octal:0.16 --checkpoint q.ck --certificate ./q.ck";
    let ran = run(args, program(args.split(' ')).current_dir(folder.path()));
    says(&ran.refused(), &["the certificate and the checkpoint are one file"]);
    // The name of a game is no file.
    let ran = run("nim", program(["build", "nim", "3", "4", "-o", "nim"]).current_dir(folder.path()));
    assert_eq!(ran.status, Some(0), "{ran}");
    for (name, bytes) in files {
        assert!(before(name) == bytes, "{name} is as it was");
    }
}

#[test]
fn a_folder_that_does_not_exist_is_named() {
    let folder = folder();
    let path = |name: &str| folder.path().join("absent").join(name).to_str().unwrap().to_owned();
    let (table, text, picture) = (path("t.parquet"), path("c.txt"), path("p.svg"));
    let graph = Scratch::new("a b\n");
    let graph = graph.path();
    for args in [
        #[cfg(feature = "table")]
        &["build", "tictactoe", "-o", &table][..],
        &["period", "octal:0.16", "--certificate", &text][..],
        &["sequence", "nim", "--to", "9", "--plot", &picture],
        &["heatmap", "nim", "--size", "9", "--plot", &picture],
        &["convert", graph, &table],
    ] {
        let message = grundy(args).refused();
        says(&message, &["there is no folder `", "absent`", "make it first, or name another"]);
        assert!(!message.contains("no such file"), "{message}");
    }
    // A file that is to be read is missing itself.
    says(&grundy(&["verify", &text]).refused(), &["no such file"]);
}

#[test]
#[cfg(feature = "table")]
fn a_table_that_is_called_csv_is_a_parquet_file() {
    let folder = folder();
    let path = folder.path().join("x.csv");
    let path = path.to_str().unwrap();
    let ran = grundy(&["build", "tictactoe", "-o", path]);
    let note = format!("note: {path} is a Parquet table; `grundy export {path} > FILE` writes CSV\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), note.as_str()), "{ran}");
    says(&grundy(&["export", path]).ok(), &["position,value,remoteness,grundy\n"]);
}

#[test]
fn names_of_files() {
    let folder = folder();
    std::fs::write(folder.path().join("mygame.star"), "def initial(): return 3\ndef moves(s): return []\n").unwrap();
    std::fs::write(folder.path().join("README.md"), "text\n").unwrap();
    std::fs::write(folder.path().join("g.txt"), "a b\nb c\n").unwrap();
    let refused = |args: &[&str]| run("", program(args).current_dir(folder.path())).refused();
    says(&refused(&["solve", "mygame"]), &["did you mean `mygame.star`?"]);
    says(&refused(&["solve", "README.md"]), &["a rules file, which ends in `.star`", "a graph file"]);
    says(&refused(&["solve", "g.txt"]), &["opened by `graph:g.txt`"]);
    says(&refused(&["solve", "graph:g.txt"]), &["name a vertex, as in `graph:g.txt a`, or add the line `> a`"]);
    let vertex = refused(&["solve", "graph:g.txt", "z"]);
    says(&vertex, &["the graph has no vertex `z`"]);
    assert!(!vertex.contains("did you mean"), "{vertex}");
    #[cfg(feature = "rules")]
    {
        says(&refused(&["solve", "games/bachet.star"]), &["no such file", "`games/` of the repository"]);
        says(&refused(&["check", "games/bachet.star"]), &["`games/` of the repository"]);
        assert!(!refused(&["solve", "absent.star"]).contains("repository"));
        says(&refused(&["verify", "mygame.star"]), &["a rules file is checked by `grundy check`"]);
    }
}

#[test]
fn options() {
    let misere = grundy(&["period", "octal:0.07", "--misere"]).refused();
    says(&misere, &["period has no --misere: it proves periods of Grundy values, which belong to normal play"]);
    let verbose = grundy(&["solve", "nim", "3", "4", "--verbose"]).refused();
    says(&verbose, &["unexpected argument '--verbose'"]);
    for text in [misere, verbose] {
        assert!(!text.contains("'-- --"), "{text}");
    }
    says(&grundy(&["solve", "nim", "3", "--max-move", "2"]).refused(), &["'--max-moves'"]);
    for args in [
        &["judge", "uva10404", "--random", "abc"][..],
        &["sequence", "nim", "--to", "1e6"],
        &["sequence", "nim", "--to", "-5"],
    ] {
        says(&grundy(args).refused(), &["write a whole number from 0, as `1000000`"]);
    }
    says(&grundy(&["heatmap", "nim", "--size", "x"]).refused(), &["write a whole number from 0 to 1000"]);
    says(&grundy(&["solve", "nim", "3", "--max-moves", "2000000"]).refused(), &["from 0 to 1000000"]);
    says(&grundy(&["build", "tictactoe", "--memory", "1", "GB"]).refused(), &["write `--memory 1GB` without a space"]);
}

#[test]
fn a_problem_of_a_judge() {
    says(&grundy(&["judge"]).refused(), &["`grundy judge --list` names the problems"]);
    // Not on a terminal: nothing on standard error.
    assert_eq!(grundy_reading(&["judge", "hdu1846"], "1\n4 2\n").ok(), "first\n");
}

#[test]
fn a_draw_in_words() {
    says(
        &grundy(&["explain", "tictactoe"]).ok(),
        &["No move wins. After the moves below the other player cannot force a win"],
    );
}

/// A list of a thousand moves would push the value out of sight.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_lists_twenty_moves() {
    let solve = ["solve", "nim", "100000000", "5"];
    // Without util-linux's `script` there is no terminal to test on.
    let Some(output) = on_a_terminal(&solve) else { return };
    says(&output, &["win for the player to move", "20 of 100000005 moves listed; --max-moves lists more"]);
    let chosen = on_a_terminal(&[&solve[..], &["--max-moves", "30"]].concat()).expect("the run succeeds");
    says(&chosen, &["30 of 100000005 moves listed"]);
    let json = on_a_terminal(&[&solve[..], &["--json"]].concat()).expect("the run succeeds");
    assert_eq!(json.matches("\"best\"").count(), 1000);
    says(&grundy(&solve).ok(), &["1000 of 100000005 moves listed"]);
}
