//! A rules file made from a random graph gives the graph's values, cycles, draws and turns included.

use grundy::ask::Desk;
use grundy::catalog;
use grundy::limits::Limits;
use grundy::{Facts, Play};
use std::fmt::Write as _;

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

fn facts(game: &catalog::Opened, at: &str) -> Facts {
    let at = game.any().parse(at).unwrap();
    Desk::new(game, Limits::NONE).ask(&at).unwrap().facts
}

#[test]
fn a_file_made_from_a_graph_has_its_values() {
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Dice(5);
    for round in 0..40 {
        let n = 2 + dice.below(12);
        let (has_ends, has_turns) = (round % 3 == 1, round % 4 == 1);
        let (mut graph, mut rows, mut ends, mut turns) = (String::new(), String::new(), String::new(), String::new());
        for v in 0..n {
            let mut row: Vec<u64> = (0..dice.below(4)).map(|_| dice.below(n)).collect();
            row.sort_unstable();
            row.dedup();
            row.iter().for_each(|to| writeln!(graph, "{v} {to}").unwrap());
            let end = ["loss", "win", "draw"][if has_ends { dice.below(3) as usize } else { 0 }];
            if row.is_empty() {
                writeln!(graph, "! {v} {end}").unwrap();
                writeln!(ends, "    if s == {v}: return {}", end.to_uppercase()).unwrap();
            }
            // The first start begins.
            let turn = if v == 0 || dice.below(2) == 0 { "left" } else { "right" };
            if has_turns {
                writeln!(graph, "@ {v} {turn}").unwrap();
                write!(turns, "\"{turn}\", ").unwrap();
            }
            write!(rows, "{row:?}, ").unwrap();
        }
        let mut rules = format!("ROWS = [{rows}]\ndef starts(): return range({n})\ndef moves(s): return ROWS[s]\n")
            .replace("return range", "return list(range")
            .replace(&format!("range({n})"), &format!("range({n}))"));
        if has_ends {
            write!(rules, "def outcome(s):\n{ends}    return None\n").unwrap();
        }
        if has_turns {
            write!(rules, "TURNS = [{turns}]\ndef turn(s): return TURNS[s]\n").unwrap();
        }
        let (file, text) = (folder.path().join("g.star"), folder.path().join("g.txt"));
        std::fs::write(&file, &rules).unwrap();
        std::fs::write(&text, &graph).unwrap();
        let open = |name: &str| grundy_rules::open(name, &[], Play::Normal, &Limits::NONE);
        let ours = open(file.to_str().unwrap()).unwrap_or_else(|error| panic!("{error}\n{rules}"));
        let theirs = open(&format!("graph:{}", text.display())).unwrap();
        for v in (0..n).map(|v| v.to_string()) {
            // A vertex that no line names is no vertex of the graph.
            if theirs.any().parse(&v).is_ok() {
                let (mine, twin) = (facts(&ours, &v), facts(&theirs, &v));
                // A file with `outcome` has no Grundy values, a graph has if all its ends are losses.
                let grundy = if has_ends { twin.grundy.clone() } else { mine.grundy.clone() };
                assert_eq!(Facts { grundy, ..mine }, twin, "{v} of\n{rules}\n{graph}");
            }
        }
    }
}
