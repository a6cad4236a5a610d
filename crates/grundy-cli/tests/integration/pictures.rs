//! Heat maps and pictures of sequences: text to the byte, JSON against `solve`, SVG by its elements.

use crate::common::{grundy, says};
use std::fs;

/// The SVG picture that a command writes beside its answer.
fn drawn(args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.svg");
    grundy(&[args, &["--plot", path.to_str().unwrap()]].concat()).ok();
    let svg = fs::read_to_string(path).unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{svg}");
    says(&svg, &["<title id=\"title\">", "<desc id=\"desc\">", "role=\"img\""]);
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    assert!(document.descendants().filter(|node| node.is_element()).count() > 3, "{svg}");
    svg
}

#[test]
fn nim_as_a_square() {
    assert_eq!(
        grundy(&["heatmap", "nim", "--size", "3"]).ok(),
        "\
nim, two heaps from 0 to 3, normal play: Grundy values, P-positions in brackets

   0   1   2   3
0 [0]  1   2   3
1  1  [0]  3   2
2  2   3  [0]  1
3  3   2   1  [0]
"
    );
    assert_eq!(
        grundy(&["heatmap", "nim", "--size", "2", "--misere"]).ok(),
        "\
nim, two heaps from 0 to 2, misère play: P lost, . won for the player to move

note: no Grundy value: it belongs to normal play, and this is misère play
  0  1  2
0 .  P  .
1 P  .  .
2 .  .  P
"
    );
}

#[test]
fn a_square_has_a_size_without_one_being_named() {
    for game in ["king", "nim"] {
        assert_eq!(grundy(&["heatmap", game]).ok(), grundy(&["heatmap", game, "--size", "10"]).ok());
    }
}

#[test]
fn squares_hold_what_solve_says() {
    for (game, size, misere) in [
        ("wythoff", 9, false),
        ("subtraction:1,3,4", 8, false),
        ("kayles", 7, true),
        ("divisor", 8, false),
        ("moore:2", 4, false),
        ("king", 6, false),
    ] {
        let play: &[&str] = if misere { &["--misere"] } else { &[] };
        let square = grundy(&[&["heatmap", game, "--json", "--size", &size.to_string()], play].concat()).json();
        let least = square["least"].as_u64().unwrap();
        let side = size + 1 - least as usize;
        assert_eq!(square["value"].as_array().unwrap().len(), side);
        for (a, b) in [(0, 0), (1, 0), (1, 2), (2, 1), (3, 3), (side - 1, side - 1), (side - 1, 2)] {
            let heaps = [a, b].map(|heap| (heap as u64 + least).to_string());
            let one = grundy(&[&["solve", game, &heaps[0], &heaps[1], "--json"], play].concat()).json();
            assert_eq!(
                (&square["value"][a][b], &square["grundy"][a][b]),
                (&one["value"], &one["grundy"]),
                "{game} {heaps:?}"
            );
        }
    }
}

#[test]
fn what_is_no_square_is_refused() {
    for game in ["tictactoe", "chomp:3,4", "calendar", "nim 3 + nim 4", "../../games/hackenbush.star"] {
        says(&grundy(&["heatmap", game, "--size", "5"]).refused(), &["its positions are not heaps"]);
    }
    says(&grundy(&["heatmap", "nim", "--size", "1001"]).refused(), &["1001"]);
    says(&grundy(&["heatmap", "divisor", "--size", "0"]).refused(), &["the largest heap is from 1 to 1000"]);
    says(&grundy(&["heatmap", "nim", "--size", "3", "--plot", "/nowhere/a.svg"]).refused(), &["/nowhere/a.svg"]);
    says(
        &grundy(&["heatmap", "octal:0.37", "--size", "300", "--misere", "--max-positions", "100"]).limited(),
        &["100"],
    );
}

#[test]
fn pictures_of_squares() {
    let svg = drawn(&["heatmap", "wythoff", "--size", "12"]);
    // (0,0), (1,2), (3,5), (4,7), (6,10) and their mirror images, each a separate orange square.
    let orange = svg.lines().filter(|line| line.starts_with("<rect") && line.contains("#d95f0e")).count();
    assert_eq!(orange, 9);
    says(&svg, &["wythoff, normal play: Grundy values and P-positions of two heaps", "9 of 169 positions are lost"]);
    let svg = drawn(&["heatmap", "nim", "--size", "15", "--misere"]);
    says(&svg, &["P-positions of two heaps"]);
    says(&drawn(&["heatmap", "nim", "--size", "0"]), &["1 of 1 positions are lost"]);
}

#[test]
fn pictures_of_sequences() {
    let svg = drawn(&["sequence", "subtraction:1,3,4", "--to", "30"]);
    says(&svg, &["period 7", "Grundy value", "31 heaps up to 30; 10 are lost"]);
    assert_eq!(svg.matches("<circle").count() + svg.matches("<path d=\"M").count(), 31 + 1, "31 heaps and the axes");
    says(&drawn(&["sequence", "nim", "--to", "10", "--misere"]), &["single heaps won and lost"]);
    says(&drawn(&["sequence", "subtraction:1,2", "--to", "0"]), &["1 heaps up to 0"]);
    let svg = drawn(&["sequence", "wythoff", "--to", "20", "--json"]);
    assert_eq!(svg.matches("<circle").count(), 42);
    // The answer itself is the same with and without a picture.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("k.svg");
    let plain = grundy(&["sequence", "kayles", "--to", "80"]).ok();
    assert_eq!(grundy(&["sequence", "kayles", "--to", "80", "--plot", path.to_str().unwrap()]).ok(), plain);
    let message = grundy(&["sequence", "kayles", "--to", "200001", "--plot", path.to_str().unwrap()]).refused();
    says(&message, &["at most 200000"]);
}

/// A rules file for two heaps with different rules.
const PAIR: &str = "most = param(\"most\", 100)
def initial(): return (3, 4)
def text(s): return \"{} {}\".format(s[0], s[1])
def parse(t):
  a, b = [int(word) for word in t.split(\" \")]
  if a > most: fail(\"the first heap is too large\")
  return (a, b)
def moves(s):
  return [(s[0] - k, s[1]) for k in [1, 2] if k <= s[0]] + [(s[0], s[1] - k) for k in [1, 2, 3] if k <= s[1]]
";

#[test]
fn a_rules_file_of_two_numbers_is_a_square() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pair.star");
    std::fs::write(&file, PAIR).unwrap();
    let file = file.to_str().unwrap();
    let square = grundy(&["heatmap", file, "--size", "40", "--json"]).json();
    for a in 0..=40_usize {
        for b in 0..=40_usize {
            // The heaps have different rules, so the square is not symmetric.
            let value = (a % 3) ^ (b % 4);
            assert_eq!(square["grundy"][a][b], value, "{a} {b}");
            assert_eq!(square["value"][a][b], if value == 0 { "loss" } else { "win" }, "{a} {b}");
        }
    }
    let misere = grundy(&["heatmap", file, "--size", "3", "--json", "--misere"]).json();
    assert_eq!((&misere["value"][0][0], &misere["value"][1][0]), (&"win".into(), &"loss".into()));
    let set = ["heatmap", file, "--set", "most=5", "--size", "3"];
    let name = format!("{file} --set most=5");
    says(&grundy(&set).ok(), &[&format!("{name}, two heaps from 0 to 3")]);
    assert_eq!(grundy(&[&set[..], &["--json"]].concat()).json()["game"], name.as_str());
    says(&grundy(&["sequence", file, "--to", "3"]).refused(), &["needs positions that are integers"]);
    let few = grundy(&["heatmap", file, "--set", "most=5", "--size", "7"]).refused();
    says(&few, &["| 6 0", "the first heap is too large"]);
    says(&grundy(&["heatmap", file, "--size", "40", "--max-positions", "100"]).limited(), &["100"]);
    // If the rules fail at the start, the error is reported; the game does not count as one without heaps.
    std::fs::write(file, PAIR.replace("return \"{} {}\"", "return fail(\"no text\") or \"{} {}\"")).unwrap();
    says(&grundy(&["heatmap", file, "--size", "3"]).refused(), &["error: no text", "pair.star:3:"]);
}
