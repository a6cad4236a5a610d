//! Graph files: files that are read, files that are rejected and where, and several hundred random graphs compared with a naive solver.

use crate::common::{
    Grundy, Move, PositionValue, Scratch, agrees, folder, grundy, grundy_values, json_lines, path, play_out, says,
};
use fastrand::Rng;
use serde_json::Value;
use std::fmt::Write as _;

/// Checks that a file is rejected with its path, the line, the column if there is one, and these words.
#[track_caller]
fn refused(contents: impl AsRef<[u8]>, place: &str, words: &[&str]) {
    let contents = contents.as_ref();
    let file = Scratch::new(contents);
    let message = grundy(&["solve", &file.graph(), "a"]).refused();
    let start = format!("error: {}:{place}: ", file.path());
    assert!(message.starts_with(&start), "not at {place}\n{message}");
    says(&message, words);
    // A caret shows the column if the line is text of a length that can be shown.
    let shown = place.contains(':') && contents.len() <= 200 && std::str::from_utf8(contents).is_ok();
    assert_eq!(message.contains("\n  | ") && message.contains('^'), shown, "{message}");
}

/// Solves a position of a graph.
#[track_caller]
fn solve(contents: impl AsRef<[u8]>, args: &[&str]) -> Value {
    let file = Scratch::new(contents);
    grundy(&[&["solve", &file.graph(), "--json"], args].concat()).json()
}

/// The value, remoteness and Grundy value in one line.
#[track_caller]
fn brief(contents: impl AsRef<[u8]>, args: &[&str]) -> String {
    let answer = solve(contents, args);
    format!("{} {} {}", answer["value"].as_str().unwrap(), answer["remoteness"], answer["grundy"])
}

#[test]
fn words_that_a_line_cannot_have_are_refused() {
    refused("a b\n! b won\n", "2:5", &["`won`", "`win`", "^^^"]);
    refused("a b\n! b LOSS\n", "2:5", &["`LOSS`", "`loss`"]);
    refused("a b\n@ a centre\n", "2:5", &["`centre`", "`left`", "`right`"]);
    refused("a b\n\nb c d\n", "3:5", &["`d`", "^"]);
    refused("a b # the first move\n", "1:5", &["`#`", "comment"]);
    refused("a b\n! b loss now\n", "2:10", &["`now`"]);
    refused("a b\n@ a left right\n", "2:10", &["`right`"]);
    refused("a b\n> a b\n", "2:5", &["`b`"]);
    refused("a b\nb\n", "2:1", &["`b`", "FROM TO"]);
    refused("a b\n!\n", "2:1", &["`!`", "VERTEX"]);
    refused("a b\n! b\n", "2:1", &["`!`", "value"]);
    refused("a b\n@ b\n", "2:1", &["`@`", "player"]);
    refused("a b\n  >\n", "2:3", &["`>`", "VERTEX"]);
    refused("a !\n", "1:3", &["`!`", "name"]);
    refused("a @\n", "1:3", &["`@`", "name"]);
    refused("a >\n", "1:3", &["`>`", "name"]);
    refused("a #b\n", "1:3", &["`#`", "comment"]);
    refused("! #b loss\n", "1:3", &["`#`"]);
    refused("a\u{a0}b c\n", "1:1", &["white space"]);
    refused("a b\u{2003}c\n", "1:3", &["white space"]);
    refused("a b\rc\n", "1:3", &["white space"]);
}

#[test]
fn columns_count_characters() {
    refused("жж b\n! é\twon\n", "2:5", &["`won`", "  | ! é won\n  |     ^^^\n"]);
}

#[test]
fn lines_that_contradict_others_are_refused() {
    refused("a b\n! a win\n", "2", &["`a`", "moves"]);
    refused("! a loss\na b\n", "1", &["`a`", "moves"]);
    refused("a a\n! a draw\n", "2", &["`a`", "moves"]);
    refused("a b\n! b win\n# and\n! b loss\n", "4", &["`b`", "line 2"]);
    refused("a b\n@ a left\n@ b left\n@ a right\n", "4", &["`a`", "line 2"]);
    refused("a b\nb c\n@ a left\n@ c right\n", "3", &["`a`", "`b`", "@ b left"]);
    refused("a b\n> a\n> b\n", "3:1", &["second start", "line 2"]);
    refused("a b\n> a\n> a\n", "3:1", &["second start", "line 2"]);
    refused("alpha beta\n> alhpa\n", "2", &["`alhpa`", "`alpha`"]);
    refused("> nowhere\na b\n", "1", &["`nowhere`"]);
}

#[test]
fn headers_that_are_none_are_refused() {
    refused("vertices\n", "1:1", &["`vertices`", "number"]);
    refused("vertices x\n", "1:10", &["`x`", "vertices N"]);
    refused("vertices -1\n", "1:10", &["`-1`", "vertices N"]);
    refused("vertices 0\n", "1:10", &["`0`", "vertices N"]);
    refused("vertices 1.5\n", "1:10", &["`1.5`", "vertices N"]);
    refused("vertices 4294967295\n", "1:10", &["`4294967295`", "4294967294"]);
    refused(format!("vertices {}\n", "9".repeat(30)), "1:10", &["4294967294"]);
    refused("vertices 3 4\n", "1:12", &["`4`"]);
    refused("vertices a\na b\n", "1:10", &["`a`", "vertices N"]);
    refused("\u{feff}vertices x\n", "1:10", &["`x`", "vertices N"]);
}

#[test]
fn after_a_header_names_are_numbers_in_range() {
    refused("vertices 3\n0 3\n", "2:3", &["`3`", "0 to 2"]);
    refused("vertices 3\n3 0\n", "2:1", &["`3`", "0 to 2"]);
    refused("vertices 3\n0 1\n\n# b\n99999999999999999999999 1\n", "5:1", &["99999", "0 to 2"]);
    refused("vertices 3\n0 a\n", "2:3", &["`a`", "number", "0 to 2"]);
    refused("vertices 3\n0 -1\n", "2:3", &["`-1`", "number", "0 to 2"]);
    refused("vertices 3\n0 1.0\n", "2:3", &["`1.0`", "number", "0 to 2"]);
    refused("vertices 3\n0 0x1\n", "2:3", &["`0x1`", "number", "0 to 2"]);
    refused("vertices 3\n! 3 win\n", "2:3", &["`3`", "0 to 2"]);
    refused("vertices 3\n@ three left\n", "2:3", &["`three`", "number"]);
    refused("vertices 3\n> 7\n", "2:3", &["`7`", "0 to 2"]);
    refused("vertices 3\nvertices 4\n", "2:1", &["`vertices`", "number"]);
    refused("vertices 3\n0 1\n@ 0 left\n@ 1 left\n", "3", &["`2`", "@ 2 left"]);
}

#[test]
fn files_without_a_vertex_are_refused() {
    for contents in ["", "\n\n", "# a b\n", "# a b\n\t \n  # b c", "\r\n", "\u{feff}", "> a\n"] {
        let file = Scratch::new(contents);
        let message = grundy(&["solve", &file.graph(), "a"]).refused();
        says(&message, &[&format!("{}:1", file.path()), "no vertices", "FROM TO"]);
    }
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    says(&grundy(&["solve", "graph:/nowhere/at/all", "a"]).refused(), &["/nowhere/at/all", "no such file"]);
    let folder = folder();
    let game = format!("graph:{}", path(folder.path()));
    says(&grundy(&["solve", &game, "a"]).refused(), &[path(folder.path()), "folder"]);
}

#[test]
fn files_that_are_no_text_are_refused() {
    refused(b"a b\nb \xff\n", "2:3", &["UTF-8"]);
    refused("ж b\n".as_bytes().iter().copied().chain(*b"\xd0 b\n").collect::<Vec<u8>>(), "2:1", &["UTF-8"]);
    refused(b"a b\n# caf\xe9\n", "2:6", &["UTF-8"]);
}

#[test]
fn names_and_lines_have_a_length() {
    let longest = "n".repeat(255);
    assert_eq!(brief(format!("{longest} b\n"), &[&longest]), "win 1 1");
    refused(format!("a b\nb {longest}n\n"), "2:3", &["256 bytes", "255"]);
    refused(format!("a b\n! {longest}n loss\n"), "2:3", &["256 bytes", "255"]);
    refused(format!("a b\n> {longest}n\n"), "2:3", &["256 bytes", "255"]);
    // A name of 128 letters may have 256 bytes.
    refused(format!("{} b\n", "ж".repeat(128)), "1:1", &["256 bytes"]);
    refused(format!("a b\nb {}\n", "n".repeat(100_000)), "2", &["65536 bytes"]);
    // Blanks and comments may have any length; the names between them may not.
    assert_eq!(brief(format!("a{}b\n#{}\nb c\n", " ".repeat(60_000), "x".repeat(1 << 20)), &["a"]), "loss 2 0");
}

#[test]
fn small_graphs_have_their_values() {
    assert_eq!(brief("a b\n", &["a"]), "win 1 1");
    assert_eq!(brief("a b\n", &["b"]), "loss 0 0");
    // Nim with one heap of three.
    let nim = "3 2\n3 1\n3 0\n2 1\n2 0\n1 0\n";
    assert_eq!(brief(nim, &["3"]), "win 1 3");
    assert_eq!(brief(nim, &["3", "--misere"]), "win 2 null");
    assert_eq!(brief(nim, &["1", "--misere"]), "loss 1 null");
    // The winner plays the fastest win, the loser the slowest loss.
    assert_eq!(brief("a b\na x\nx y\ny b\n", &["a"]), "win 1 1");
    assert_eq!(brief("a x\na y\nx b\ny z\nz w\nw b\n", &["a"]), "loss 4 0");
    // A cycle.
    assert_eq!(brief("a b\nb a\n", &["a"]), "draw null null");
    assert_eq!(brief("a a\n", &["a"]), "draw null null");
    assert_eq!(brief("a a\na b\n", &["a"]), "win 1 null");
    assert_eq!(brief("a b\nb a\nb c\nc d\n", &["b"]), "draw null null");
    assert_eq!(brief("a b\nb a\nb c\nc d\n", &["c"]), "win 1 1");
    assert_eq!(brief("a b\nb a\nb c\nc d\n", &["b", "--misere"]), "win 2 null");
}

#[test]
fn values_given_to_ends_stand() {
    assert_eq!(brief("a b\n! b draw\n", &["a"]), "draw null null");
    assert_eq!(brief("a b\n! b win\n", &["a"]), "loss 1 null");
    assert_eq!(brief("a b\n! b win\n", &["b"]), "win 0 null");
    assert_eq!(brief("a b\n! b loss\n", &["a"]), "win 1 1");
    assert_eq!(brief("a b\na c\n! c draw\n", &["a"]), "win 1 null");
    assert_eq!(brief("a b\na c\n! b win\n! c draw\n", &["a"]), "draw null null");
    // Given values also hold under misère play; the values of the other terminal vertices are reversed.
    assert_eq!(brief("a b\n! b loss\n", &["a", "--misere"]), "win 1 null");
    assert_eq!(brief("a b\na c\n! b loss\n", &["c", "--misere"]), "win 0 null");
    // A single given value other than the default leaves the whole graph without Grundy values.
    assert_eq!(brief("a b\nx y\n! y win\n", &["a"]), "win 1 null");
    // The line may be the only one that names the vertex, and may occur twice.
    assert_eq!(brief("a b\n! z win\n", &["z"]), "win 0 null");
    assert_eq!(brief("! z loss\n", &["z"]), "loss 0 0");
    assert_eq!(brief("! z draw\n! z draw\n", &["z"]), "draw null null");
}

#[test]
fn players_may_be_given() {
    // The same player moves three times and then has no move.
    let both_left = "a b\nb c\n@ a left\n@ b left\n@ c left\n";
    assert_eq!(brief(both_left, &["a"]), "loss 2 null");
    assert_eq!(brief(both_left, &["a", "--misere"]), "win 2 null");
    // Left moves again, or lets Right move.
    let kalah = "a b\na c\nb d\n@ a left\n@ b left\n@ c right\n@ d right\n";
    assert_eq!(brief(kalah, &["a"]), "win 1 null");
    assert_eq!(brief(kalah, &["b"]), "win 1 null");
    let answer = solve(kalah, &["a"]);
    let values: Vec<_> = answer["moves"].as_array().unwrap().iter().map(|m| [&m["move"], &m["value"]]).collect();
    assert_eq!(values, [["to c", "win"], ["to b", "win"]], "one move sooner, two moves later");
    assert_eq!(answer["moves"][1]["after"]["value"], "win", "seen by the player who then moves, the same one");
    assert_eq!(answer["moves"][1]["best"], false);
    // Players that alternate give the same values as no players, except for the Grundy value.
    assert_eq!(brief("a b\nb c\n@ a left\n@ b right\n@ c left\n", &["a"]), "loss 2 null");
    // A player who moves alone in a cycle draws, too.
    assert_eq!(brief("a b\nb a\n@ a left\n@ b left\n", &["a"]), "draw null null");
    // The line may occur twice, and may be the only one that names the vertex.
    assert_eq!(brief("a b\n@ a left\n@ b right\n@ a left\n@ z left\n", &["z"]), "loss 0 null");
}

#[test]
fn the_start_is_solved_if_no_position_is_given() {
    assert_eq!(solve("a b\nb c\n> b\n", &[])["position"], "b");
    assert_eq!(solve("> b\na b\nb c\n", &["a"])["position"], "a");
    assert_eq!(solve("vertices 4\n> 2\n2 3\n", &[])["position"], "2");
    assert_eq!(solve("! b loss\n> b\n", &[])["position"], "b");
    let file = Scratch::new("a b\n");
    says(&grundy(&["solve", &file.graph()]).refused(), &["position", "start"]);
}

#[test]
fn the_text_of_a_file_may_be_untidy() {
    let tidy = solve("a b\nb c\na c\n! d loss\n> a\n", &[]);
    for untidy in [
        "a b\r\nb c\r\na c\r\n! d loss\r\n> a\r\n",
        "a b\nb c\na c\n! d loss\n> a",
        "a b\r\nb c\r\na c\r\n! d loss\r\n> a",
        "a\tb\n  b \t c  \n\ta c\t\n!\td\tloss\n>\t\ta\n",
        "\n\n# moves\na b\n   # more # moves\nb c\n#\n#a z\na c\n \t\n! d loss\n> a\n\n",
        "\u{feff}a b\nb c\na c\n! d loss\n> a\n",
        "\u{feff}a b\r\nb c\r\na c\r\n! d loss\r\n> a\r\n",
        "> a\n! d loss\na c\na b\nb c\na b\na c\na b\n",
    ] {
        let answer = solve(untidy, &[]);
        for key in ["position", "value", "remoteness", "grundy", "method"] {
            assert_eq!(answer[key], tidy[key], "{untidy:?}");
        }
        // Moves of equal value are listed in the order of the file.
        let after =
            |answer: &Value| answer["moves"].as_array().unwrap().iter().map(|m| m["move"].to_string()).collect();
        let (mut found, mut expected): (Vec<String>, Vec<String>) = (after(&answer), after(&tidy));
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{untidy:?}");
    }
    assert_eq!(tidy["method"], "retrograde analysis over the graph, 4 vertices and 3 edges");
}

#[test]
fn a_header_names_the_vertices() {
    assert_eq!(brief("vertices 3\n0 1\n", &["2"]), "loss 0 0");
    assert_eq!(brief("\u{feff}vertices 3\r\n0 1\r\n1 2\r\n0 1\r\n", &["0"]), "loss 2 0");
    assert_eq!(brief("vertices 1\n", &["0"]), "loss 0 0");
    assert_eq!(brief("vertices\t 3 \n0 1\n! 1 draw\n", &["0"]), "draw null null");
    assert_eq!(solve("vertices 3\n0 1\n", &["0"])["moves"][0]["move"], "to 1");
    let file = Scratch::new("vertices 3\n0 1\n");
    for vertex in ["3", "-1", "a", "0x1", "00"] {
        says(&grundy(&["solve", &file.graph(), vertex]).refused(), &["vertex", &format!("`{vertex}`")]);
    }
    // Without a header, `vertices` is a name.
    assert_eq!(brief("a vertices\nvertices 3\n", &["a"]), "loss 2 0");
    // Without a header, numbers are names, exactly as they are written.
    assert_eq!(brief("1 01\n01 001\n", &["1"]), "loss 2 0");
}

#[test]
fn names_are_any_tokens() {
    let names = ["-1", "!!", "@@", ">>", "a#b", "=", "graph:x", "ж", "日本", "win", "left", "\"", "\\", "\u{1f3b2}"];
    let mut file = String::new();
    for pair in names.windows(2) {
        let _ = writeln!(file, "{} {}", pair[0], pair[1]);
    }
    let _ = writeln!(file, "! {} loss", names.last().unwrap());
    let file = Scratch::new(file);
    for (i, name) in names.iter().enumerate() {
        let answer = grundy(&["solve", &file.graph(), "--json", "--", name]).json();
        assert_eq!(answer["position"], **name);
        assert_eq!(answer["remoteness"], names.len() - 1 - i, "{answer}");
        if let Some(next) = names.get(i + 1) {
            assert_eq!(answer["moves"][0]["move"], format!("to {next}"));
        }
    }
}

#[test]
fn a_position_that_the_graph_does_not_have_is_refused() {
    let file = Scratch::new("alpha beta\nbeta gamma\n");
    says(&grundy(&["solve", &file.graph(), "alhpa"]).refused(), &["`alhpa`", "`alpha`", "^^^^^"]);
    says(&grundy(&["solve", &file.graph(), "xyzzy"]).refused(), &["`xyzzy`", "^^^^^"]);
    says(&grundy(&["solve", &file.graph(), "alpha", "b"]).refused(), &["`b`", "  |       ^"]);
    says(&grundy(&["solve", &file.graph(), ""]).refused(), &["vertex"]);
    // The caret counts characters.
    let file = Scratch::new("жж é\n");
    says(&grundy(&["solve", &file.graph(), "жж", "ё"]).refused(), &["\n  | жж ё\n  |    ^\n"]);
}

#[test]
fn several_chips_are_a_sum() {
    // Values 0, 1, 2, 3 as Nim heaps.
    let nim = "3 2\n3 1\n3 0\n2 1\n2 0\n1 0\n";
    assert_eq!(brief(nim, &["3", "3"]), "loss 6 0");
    assert_eq!(brief(nim, &["1", "2", "3"]), "loss 6 0");
    assert_eq!(brief(nim, &["2", "3"]), "win 5 1");
    let answer = solve(nim, &["2", "3"]);
    assert_eq!(
        (&answer["moves"][0]["move"], &answer["moves"][0]["after"]["position"]),
        (&"3 to 2".into(), &"2 2".into())
    );
    assert_eq!(solve(nim, &["1", "1"])["moves"].as_array().unwrap().len(), 1, "equal chips give equal moves");
    // Under misère play two heaps of one are won, and two of two are lost.
    assert_eq!(brief(nim, &["1", "1", "--misere"]), "win 2 null");
    assert_eq!(brief(nim, &["2", "2", "--misere"]), "loss 3 null");
    // One chip can stay on a cycle forever: a player who would lose keeps it there.
    let ring = "a b\nb a\nx y\n";
    assert_eq!(brief(ring, &["a", "x"]), "draw null null");
    assert_eq!(brief(ring, &["x", "x"]), "loss 2 0");
    // A cycle with a way out. Alone, b wins by leaving. Beside x, leaving lets the other player move x to y, and moving x to y lets them
    // leave; going to a lets them move x to y as well, after which a has to go to b, and they leave.
    let out = "a b\nb a\nb c\nx y\n";
    let answer = solve(out, &["b", "x"]);
    assert_eq!((&answer["value"], &answer["remoteness"]), (&"loss".into(), &4.into()), "{answer}");
    assert_eq!(brief(out, &["a", "x"]), "win 3 1");
    assert_eq!(brief(out, &["b", "y"]), "win 1 1");
}

#[test]
fn several_chips_are_refused_where_they_are_no_sum() {
    let refused = |contents: &str, args: &[&str]| {
        let file = Scratch::new(contents);
        grundy(&[&["solve", &file.graph(), "a", "a"], args].concat()).refused()
    };
    says(&refused("a b\n@ a left\n@ b right\n", &[]), &["chips", "`@`", "one vertex"]);
    says(&refused("a b\n! b win\n", &[]), &["chips", "`!`", "one vertex"]);
    says(&refused("a b\n! z draw\n", &[]), &["chips", "`!`"]);
    // Under misère play the default is the other value.
    says(&refused("a b\n! b loss\n", &["--misere"]), &["chips", "`!`"]);
    assert_eq!(brief("a b\n! b loss\n", &["a", "a"]), "loss 2 0");
    assert_eq!(brief("a b\n! b win\n", &["a", "a", "--misere"]), "win 2 null");
}

/// A random game graph, as text and as data of the test.
struct DrawnGraph {
    text: String,
    names: Vec<String>,
    /// The options of each vertex, without repetition.
    rows: Vec<Vec<usize>>,
    /// The value given to each terminal vertex.
    ends: Vec<Option<&'static str>>,
    /// Whether Left moves at each vertex.
    turns: Option<Vec<bool>>,
}

/// The kind of graph to draw.
#[derive(Clone, Copy)]
struct Kind {
    cyclic: bool,
    misere: bool,
}

const NAMES: [&str; 12] = ["a", "b", "-1", "07", "7", "ж", "x#y", "!!", "->", "win", "left", "vertices2"];

fn draw(random: &mut Rng, kind: Kind) -> DrawnGraph {
    let n = random.usize(1..=9);
    let header = random.bool();
    let mut names: Vec<String> = NAMES.map(str::to_owned).to_vec();
    if header {
        names = (0..n).map(|v| v.to_string()).collect();
    } else {
        random.shuffle(&mut names);
        names.truncate(n);
    }
    let mut order: Vec<usize> = (0..n).collect();
    random.shuffle(&mut order);
    let sparse = random.usize(2..6);
    let mut rows = vec![Vec::new(); n];
    for from in 0..n {
        for to in 0..n {
            if (kind.cyclic || to < from) && random.usize(..sparse) == 0 {
                rows[order[from]].push(order[to]);
            }
        }
    }
    // A cyclic graph without terminal vertices would be all draws, which tests little.
    for row in &mut rows {
        if kind.cyclic && random.u8(..4) == 0 {
            row.clear();
        }
    }

    let mut ends = vec![None; n];
    let default = if kind.misere { "win" } else { "loss" };
    let code = random.usize(..3);
    for v in (0..n).filter(|&v| rows[v].is_empty()) {
        ends[v] = match code {
            // Only the default value: the game stays impartial, with Grundy values and chips.
            1 if random.u8(..3) == 0 => Some(default),
            2 if random.bool() => Some(random.choice(["win", "loss", "draw"]).unwrap()),
            _ => None,
        };
    }
    let turns = (random.u8(..3) == 0).then(|| (0..n).map(|_| random.bool()).collect::<Vec<bool>>());
    if !header && turns.is_none() {
        // Without a header, a vertex exists only if a line names it.
        for v in 0..n {
            if rows[v].is_empty() && rows.iter().all(|row| !row.contains(&v)) {
                ends[v] = Some(ends[v].unwrap_or(default));
            }
        }
    }

    let mut lines = Vec::new();
    for (v, name) in names.iter().enumerate() {
        for &to in &rows[v] {
            for _ in 0..1 + usize::from(random.u8(..4) == 0) {
                lines.push(format!("{name} {}", names[to]));
            }
        }
        lines.extend(ends[v].map(|value| format!("! {name} {value}")));
        lines.extend(turns.as_ref().map(|turns| format!("@ {name} {}", if turns[v] { "left" } else { "right" })));
    }
    lines.extend(random.bool().then(|| format!("> {}", random.choice(&names).unwrap())));
    lines.extend(random.bool().then(|| "# nothing".to_owned()));
    lines.extend(random.bool().then(String::new));
    random.shuffle(&mut lines);
    if header {
        lines.insert(0, format!("vertices {n}"));
    }
    let end = random.choice(["\n", "\r\n"]).unwrap();
    let blank = random.choice([" ", "\t", " \t "]).unwrap();
    let mut text = lines.join("\n").replace(' ', blank).replace('\n', end);
    if random.u8(..3) > 0 {
        text.push_str(end);
    }
    DrawnGraph { text, names, rows, ends, turns }
}

impl DrawnGraph {
    /// The graph of two chips: vertices u·n + v, with an option for each move of either chip.
    fn product(&self) -> Vec<Vec<usize>> {
        let n = self.rows.len();
        let mut rows = vec![Vec::new(); n * n];
        for u in 0..n {
            for v in 0..n {
                let row = &mut rows[u * n + v];
                row.extend(self.rows[u].iter().map(|to| to * n + v));
                row.extend(self.rows[v].iter().map(|to| u * n + to));
            }
        }
        rows
    }
}

/// Draws graphs, solves every vertex and pairs of chips in one batch, and compares the answers with brute force. Returns the number of
/// positions compared.
fn random_graphs_agree(seed: u64, count: usize, kind: Kind) -> usize {
    let mut random = Rng::with_seed(seed);
    let mut compared = 0;
    for _ in 0..count {
        let drawn = draw(&mut random, kind);
        let DrawnGraph { names, rows, ends, turns, .. } = &drawn;
        let n = names.len();
        let default = if kind.misere { "win" } else { "loss" };
        let end = |v: usize| ends[v].unwrap_or(default);
        let moves_again = |v: usize, to: usize| turns.as_ref().is_some_and(|turns| turns[v] == turns[to]);
        let own_terminals = ends.iter().flatten().any(|&value| value != default);
        let values = |rows: &[Vec<usize>]| {
            if kind.misere || own_terminals || turns.is_some() {
                vec![Grundy::Undefined; rows.len()]
            } else {
                grundy_values(rows)
            }
        };
        let position_value = play_out(rows, end, moves_again);
        let grundys = values(rows);
        let pairs_allowed = turns.is_none() && !own_terminals;
        let product = drawn.product();
        let pair_facts: Vec<PositionValue> = play_out(&product, |_| default, |_, _| false);
        let pair_grundys = values(&product);

        let mut positions: Vec<Vec<usize>> = (0..n).map(|v| vec![v]).collect();
        if pairs_allowed {
            positions.extend((0..12).map(|_| vec![random.usize(..n), random.usize(..n)]));
        }
        // The state that an answer leaves in memory must not change the next answer.
        random.shuffle(&mut positions);
        let text = |chips: &[usize]| chips.iter().map(|&v| names[v].as_str()).collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = positions.iter().map(|chips| text(chips)).collect();
        let (file, batch) = (Scratch::new(&drawn.text), Scratch::new(lines.join("\n")));
        let game = file.graph();
        let mut args = vec!["solve", &game, "--batch", batch.path()];
        args.extend(kind.misere.then_some("--misere"));
        let ran = grundy(&args);
        let context = format!("misère: {}\n{}", kind.misere, drawn.text);
        assert_eq!(ran.status, Some(0), "{ran}{context}");
        let answers = json_lines(&ran.ok());
        assert_eq!(answers.len(), positions.len());
        for (chips, answer) in positions.iter().zip(&answers) {
            assert_eq!(answer["position"], text(chips), "{context}");
            let mut moves = Vec::new();
            for (i, &from) in chips.iter().enumerate().filter(|&(i, v)| !chips[..i].contains(v)) {
                for &to in &rows[from] {
                    let mut after = chips.clone();
                    after[i] = to;
                    let (position_value, grundy) = match after[..] {
                        [v] => (position_value[v], grundys[v]),
                        [u, v] => (pair_facts[u * n + v], pair_grundys[u * n + v]),
                        _ => unreachable!("one chip or two"),
                    };
                    let from_text = if chips.len() > 1 { format!("{} ", names[from]) } else { String::new() };
                    moves.push(Move {
                        text: format!("{from_text}to {}", names[to]),
                        after: text(&after),
                        moves_again: chips.len() == 1 && moves_again(from, to),
                        position_value,
                        grundy,
                    });
                }
            }
            let (position_value, grundy) = match chips[..] {
                [v] => (position_value[v], grundys[v]),
                [u, v] => (pair_facts[u * n + v], pair_grundys[u * n + v]),
                _ => unreachable!("one chip or two"),
            };
            agrees(&context, answer, position_value, grundy, &moves);
            compared += 1;
        }
        if !pairs_allowed {
            let mut args = vec!["solve", &game];
            args.extend(kind.misere.then_some("--misere"));
            says(&grundy(&[&args[..], &["--", &names[0], &names[0]]].concat()).refused(), &["chips"]);
        }
    }
    compared
}

#[test]
fn random_graphs_without_cycles() {
    assert!(random_graphs_agree(1, 120, Kind { cyclic: false, misere: false }) > 1000);
}

#[test]
fn random_graphs_without_cycles_under_misere_play() {
    assert!(random_graphs_agree(2, 120, Kind { cyclic: false, misere: true }) > 1000);
}

#[test]
fn random_graphs_with_cycles() {
    assert!(random_graphs_agree(3, 160, Kind { cyclic: true, misere: false }) > 1500);
}

#[test]
fn random_graphs_with_cycles_under_misere_play() {
    assert!(random_graphs_agree(4, 160, Kind { cyclic: true, misere: true }) > 1500);
}
