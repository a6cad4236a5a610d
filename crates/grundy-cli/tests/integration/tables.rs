//! Tables on the command line: built, probed, counted, verified, exported.
#![cfg(feature = "table")]

use crate::common::{Scratch, grundy, says};
use serde_json::json;
use std::path::Path;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

fn built(folder: &Folder, args: &[&str]) -> String {
    let path = folder.path("table.parquet");
    let all: Vec<&str> = ["build"].iter().chain(args).copied().chain(["-o", path.as_str()]).collect();
    grundy(&all).ok();
    path
}

#[test]
fn as_a_user_would_type_it() {
    let folder = Folder::new();
    let table = built(&folder, &["connect4:4x4"]);
    says(&grundy(&["verify", &table]).ok(), &["proved: all 161029 rows"]);
    says(&grundy(&["probe", &table]).ok(), &["connect4:4x4", "stored table", "draw"]);
    let solved = grundy(&["solve", "connect4:4x4", "..../..../X.../OX.O", "--json"]).json();
    let probed = grundy(&["probe", &table, "..../..../X.../OX.O", "--json"]).json();
    for field in ["position", "value", "remoteness", "grundy", "moves", "schema", "game"] {
        assert_eq!(solved[field], probed[field], "{field}");
    }
    let answer = grundy(&["solve", "connect4:4x4", "--table", &table, "--json"]).json();
    assert_eq!(answer["method"], "stored table");
    assert_eq!(folder.names(), ["table.parquet"]);
}

#[test]
fn a_table_larger_than_the_memory_is_proved() {
    let folder = Folder::new();
    let table = built(&folder, &["connect4:4x4"]);
    let json = grundy(&["verify", &table, "--memory", "21M", "--json"]).json();
    assert!(json["proof"] == true && json["parts"].as_u64() > Some(1), "{json}");
    assert_eq!(grundy(&["verify", &table, "--json"]).json()["moves"], json["moves"]);
    says(&grundy(&["verify", &table, "--memory", "21M"]).ok(), &["proved: all 161029 rows", "a part at a time"]);
    says(&grundy(&["verify", &table, "--memory", "1M"]).limited(), &["--memory"]);
}

#[test]
fn counts_are_those_of_the_build() {
    let folder = Folder::new();
    for args in [&["tictactoe"][..], &["dao", "--no-positions"], &["dao", "--reduced", "--no-positions"]] {
        let path = folder.path("table.parquet");
        let all: Vec<&str> = ["build"].iter().chain(args).copied().chain(["-o", path.as_str(), "--json"]).collect();
        let build = grundy(&all).json();
        let stats = grundy(&["stats", &path, "--json"]).json();
        for field in [
            "game",
            "positions",
            "stored",
            "moves",
            "win",
            "loss",
            "draw",
            "max_remoteness",
            "start",
            "histogram",
            "by_turn",
        ] {
            assert_eq!(build[field], stats[field], "{args:?} {field}");
        }
        assert!(stats["seconds"].is_null() && stats["peak_bytes"].is_null());
        assert_eq!(build["positions"], grundy(&["build", args[0], "--json"]).json()["positions"]);
        let line = stats["longest"]["line"].as_array().unwrap();
        assert!(!line.is_empty() && line.len() as u64 <= stats["max_remoteness"].as_u64().unwrap());
        assert_eq!(grundy(&["verify", &path, "--json"]).json()["proof"], true, "{args:?}");
    }
}

#[test]
fn stats_as_text_csv_and_picture() {
    let folder = Folder::new();
    let (table, svg) = (built(&folder, &["tictactoe"]), folder.path("t.svg"));
    says(
        &grundy(&["stats", &table, "--plot", &svg]).ok(),
        &["5478 positions", "remoteness", "longest wins", "best play"],
    );
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg "));
    let csv = grundy(&["stats", &table, "--format", "csv"]).ok();
    assert!(
        csv.contains("value,remoteness,positions\n") && csv.contains("win,1,2358\n") && csv.contains("draw,,1068\n")
    );
    let json = grundy(&["stats", &table, "--format", "json"]).json();
    assert_eq!(json["win"], 2836);
}

#[test]
fn exports() {
    let folder = Folder::new();
    let table = built(&folder, &["subtraction:1,3,4", "12"]);
    let csv = grundy(&["export", &table]).ok();
    assert_eq!(csv.lines().count(), 14);
    assert!(csv.starts_with("position,value,remoteness,grundy\n") && csv.contains("\n7,loss,4,0\n"), "{csv}");
    let sequence = grundy(&["sequence", "subtraction:1,3,4", "--to", "12", "--format", "bfile"]).ok();
    assert_eq!(grundy(&["export", &table, "--format", "bfile"]).ok(), sequence);
    let dot = grundy(&["export", &table, "--format", "dot"]).ok();
    assert!(dot.starts_with("digraph") && dot.contains("\"4\" -> \"0\";") && dot.trim_end().ends_with('}'), "{dot}");
    let other = built(&folder, &["tictactoe"]);
    says(&grundy(&["export", &other, "--format", "bfile"]).refused(), &["not a single number"]);
    assert!(grundy(&["export", &other, "--format", "dot"]).ok().contains("fillcolor=khaki"));
    // Two vertices of one number.
    let graph = Scratch::new("02 2\n");
    let numbers = built(&folder, &[&graph.graph()]);
    says(&grundy(&["export", &numbers, "--format", "bfile"]).refused(), &["`02` is not a single number"]);
}

/// Each move leads to a row of the table, also where a row stands for several positions.
#[test]
fn the_moves_of_a_drawing_lead_to_its_positions() {
    let folder = Folder::new();
    for game in [
        &["tictactoe", "--reduced"][..],
        &["three-mens-morris", "--reduced"],
        &["three-mens-morris", "--no-positions"],
        &["three-mens-morris", "--reduced", "--no-positions"],
        &["three-mens-morris"],
    ] {
        let dot = grundy(&["export", &built(&folder, game), "--format", "dot"]).ok();
        let drawn = |end: &str| dot.lines().filter(|line| line.contains(end)).count();
        let nodes: std::collections::HashSet<&str> =
            dot.lines().filter_map(|line| line.split_once(" [fillcolor")).map(|(node, _)| node.trim()).collect();
        let mut edges = std::collections::HashSet::new();
        for (from, to) in dot.lines().filter_map(|line| line.split_once(" -> ")) {
            let to = to.trim_end_matches(';');
            assert!(nodes.contains(from.trim()) && nodes.contains(to), "{game:?}: {from} -> {to}");
            assert!(edges.insert((from, to)), "{game:?}: {from} -> {to} is drawn twice");
        }
        assert!(drawn(" -> ") > drawn("fillcolor="), "{game:?}");
    }
}

#[test]
fn four_different_errors() {
    let folder = Folder::new();
    let table = built(&folder, &["bash:3", "20"]);
    says(&grundy(&["probe", &table, "21"]).refused(), &["`21` is not in the table"]);
    says(&grundy(&["probe", "/nowhere/t.parquet", "21"]).refused(), &["no such file"]);
    says(&grundy(&["solve", "bash:4", "20", "--table", &table]).refused(), &["is a table of `bash:3`"]);
    says(&grundy(&["solve", "bash:3", "20", "--misere", "--table", &table]).refused(), &["misere"]);
    let mut bytes = std::fs::read(&table).unwrap();
    bytes[20] ^= 1;
    std::fs::write(&table, &bytes).unwrap();
    says(&grundy(&["probe", &table, "20"]).refused(), &["is damaged, block 0", "checksum"]);
    says(&grundy(&["solve", "bash:3", "20", "--table", &table]).refused(), &["is damaged, block 0"]);
    let verified = grundy(&["verify", &table]);
    assert_eq!(verified.status, Some(1), "{verified:?}");
    let cut = &bytes[..bytes.len() - 3];
    std::fs::write(&table, cut).unwrap();
    says(&grundy(&["probe", &table, "20"]).refused(), &["its end"]);
    assert_eq!(grundy(&["verify", &table]).status, Some(1));
    says(&grundy(&["probe", "/dev/null"]).refused(), &["is not a table"]);
}

#[test]
fn a_graph_file_may_move_and_may_not_change() {
    let folder = Folder::new();
    let graph = Scratch::new("a b\nb a\nb c\nd d\n");
    let table = built(&folder, &[&format!("graph:{}", graph.path())]);
    says(&grundy(&["verify", &table]).ok(), &["4 rows"]);
    says(&grundy(&["probe", &table, "b"]).ok(), &["win"]);
    let moved = folder.path("moved.txt");
    std::fs::copy(graph.path(), &moved).unwrap();
    drop(graph);
    says(&grundy(&["probe", &table, "b"]).refused(), &["--game FILE"]);
    says(&grundy(&["probe", &table, "b", "--game", &moved]).ok(), &["win"]);
    std::fs::write(&moved, "a b\nb c\n").unwrap();
    says(&grundy(&["probe", &table, "b", "--game", &moved]).refused(), &["is a table of"]);
}

#[test]
fn what_is_not_written() {
    let folder = Folder::new();
    let path = folder.path("t.parquet");
    says(&grundy(&["build", "tictactoe", "--no-positions", "-o", &path]).refused(), &["no numbers", "--no-positions"]);
    says(&grundy(&["build", "tictactoe", "-o", "/nowhere/t.parquet"]).refused(), &["there is no folder `/nowhere`"]);
    says(&grundy(&["build", "tictactoe", "-o", &path, "--max-positions", "100"]).limited(), &["--max-positions"]);
    if Path::new("/dev/full").exists() {
        says(&grundy(&["build", "tictactoe", "-o", "/dev/full"]).refused(), &["/dev/full", "No space left"]);
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn threads_do_not_matter() {
    let folder = Folder::new();
    let tables: Vec<Vec<u8>> = ["1", "2", "5"]
        .iter()
        .map(|threads| {
            let path = folder.path(threads);
            grundy(&["build", "three-mens-morris", "--threads", threads, "-o", &path]).ok();
            std::fs::read(&path).unwrap()
        })
        .collect();
    assert!(tables.iter().all(|table| *table == tables[0]));
    assert_eq!(json!(tables.len()), json!(3));
}
