//! A rules file that is generated from a random graph gives the values of the graph, including cycles, draws and turns.

use fastrand::Rng;
use grundy::catalog;
use grundy::limits::Limits;
use grundy::solver::{Extent, Solver, solve_and_count};
use grundy::text::CountUnit;
use grundy::{Play, PositionValue};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

fn value_of(game: &catalog::OpenedGame, at: &str) -> PositionValue {
    let at = game.as_dyn().parse(at).unwrap();
    Solver::new(game).solve(&at).unwrap().value
}

#[test]
fn a_file_made_from_a_graph_has_its_values() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Rng::with_seed(5);
    for round in 0..40 {
        let n = random.u64(2..14);
        let (has_ends, has_turns) = (round % 3 == 1, round % 4 == 1);
        let (mut graph, mut rows, mut ends, mut turns) = (String::new(), String::new(), String::new(), String::new());
        for v in 0..n {
            let mut row: Vec<u64> = (0..random.u64(..4)).map(|_| random.u64(..n)).collect();
            row.sort_unstable();
            row.dedup();
            row.iter().for_each(|to| writeln!(graph, "{v} {to}").unwrap());
            let end = ["loss", "win", "draw"][if has_ends { random.usize(..3) } else { 0 }];
            if row.is_empty() {
                writeln!(graph, "! {v} {end}").unwrap();
                writeln!(ends, "    if s == {v}: return {}", end.to_uppercase()).unwrap();
            }
            // The first player to move is that of the first start.
            let turn = if v == 0 || random.bool() { "left" } else { "right" };
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
            // A vertex that no line names does not exist in the graph file.
            if theirs.as_dyn().parse(&v).is_ok() {
                let (mine, catalogue) = (value_of(&ours, &v), value_of(&theirs, &v));
                // A file with `outcome` has no Grundy values; a graph has them if all its terminal vertices are losses.
                let grundy = if has_ends { catalogue.grundy.clone() } else { mine.grundy.clone() };
                assert_eq!(PositionValue { grundy, ..mine }, catalogue, "{v} of\n{rules}\n{graph}");
            }
        }
    }
}

/// All words of three letters, in order.
fn words() -> Vec<String> {
    let letters = ['a', 'b', 'c'];
    let word = |n: usize| [n / 9, n / 3 % 3, n % 3].iter().map(|&i| letters[i]).collect();
    (0..27).map(word).collect()
}

/// A word rotated by some letters.
fn turned(word: &str, by: usize) -> String {
    format!("{}{}", &word[by..], &word[..by])
}

/// The least of the three rotations of a word.
fn least(word: &str) -> String {
    (0..3).map(|by| turned(word, by)).min().unwrap()
}

/// Rules in which all rotations of a word are equivalent, including their terminal values and turns, if there are any.
struct Round {
    moves: BTreeMap<String, BTreeSet<String>>,
    ends: BTreeMap<String, &'static str>,
    turns: BTreeMap<String, &'static str>,
    starts: Vec<String>,
}

impl Round {
    fn new(random: &mut Rng, has_ends: bool, has_turns: bool) -> Self {
        let words = words();
        let pick = |random: &mut Rng| words[random.usize(..27)].clone();
        let mut round = Self { moves: BTreeMap::new(), ends: BTreeMap::new(), turns: BTreeMap::new(), starts: vec![] };
        for _ in 0..random.u8(10..40) {
            let (from, to) = (pick(random), pick(random));
            for by in 0..3 {
                round.moves.entry(turned(&from, by)).or_default().insert(turned(&to, by));
            }
        }
        for word in words.iter().filter(|word| least(word) == **word) {
            let end = ["loss", "win", "draw"][random.usize(..3)];
            let player = ["left", "right"][random.usize(..2)];
            for by in 0..3 {
                if has_ends && !round.moves.contains_key(word) {
                    round.ends.insert(turned(word, by), end);
                }
                if has_turns {
                    round.turns.insert(turned(word, by), player);
                }
            }
        }
        // The graph file has only the vertices that a move names.
        let named: Vec<&String> = round.moves.iter().flat_map(|(from, to)| to.iter().chain([from])).collect();
        round.starts = (0..random.u8(1..=3)).map(|_| named[random.usize(..named.len())].clone()).collect();
        round
    }

    /// The file; `classes` is the line that declares the symmetry.
    fn rules(&self, classes: &str) -> String {
        let mut text = format!("STARTS = {:?}\nMOVES = {{", self.starts);
        for (from, to) in &self.moves {
            write!(text, "{from:?}: {:?}, ", to.iter().collect::<Vec<_>>()).unwrap();
        }
        text += "}\ndef starts(): return STARTS\ndef moves(s): return MOVES.get(s, [])\n";
        for (name, stated) in [("outcome", &self.ends), ("turn", &self.turns)] {
            if !stated.is_empty() {
                write!(text, "{0} = {stated:?}\ndef {name}(s): return {0}.get(s)\n", name.to_uppercase()).unwrap();
            }
        }
        text + classes
    }

    fn graph(&self) -> String {
        let mut text = String::new();
        for (from, to) in &self.moves {
            to.iter().for_each(|to| writeln!(text, "{from} {to}").unwrap());
        }
        let named: BTreeSet<&str> = text.split_whitespace().collect();
        let lines = |sign: char, stated: &BTreeMap<String, &str>| -> String {
            let stated = stated.iter().filter(|(word, _)| named.contains(word.as_str()));
            stated.map(|(word, stated)| format!("{sign} {word} {stated}\n")).collect()
        };
        let lines = lines('!', &self.ends) + &lines('@', &self.turns);
        text + &lines
    }

    /// The words that can be reached from the starts.
    fn reached(&self) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let mut waiting = self.starts.clone();
        while let Some(word) = waiting.pop() {
            if seen.insert(word.clone()) {
                waiting.extend(self.moves.get(&word).into_iter().flatten().cloned());
            }
        }
        seen
    }
}

#[test]
fn several_starts_and_classes_change_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let (file, text) = (folder.path().join("g.star"), folder.path().join("g.txt"));
    let open = |name: &str| grundy_rules::open(name, &[], Play::Normal, &Limits::NONE);
    let mut random = Rng::with_seed(11);
    let (mut with_classes, mut with_starts) = (0, 0);
    for i in 0..40 {
        let round = Round::new(&mut random, i % 3 == 1, i % 4 == 2);
        std::fs::write(&text, round.graph()).unwrap();
        let theirs = open(&format!("graph:{}", text.display())).unwrap();
        let reached = round.reached();
        let classes: BTreeSet<String> = reached.iter().map(|word| least(word)).collect();
        with_classes += usize::from(classes.len() < reached.len());
        with_starts += usize::from(round.starts.iter().collect::<BTreeSet<_>>().len() > 1);
        for kind in
            ["", "symmetries = [[1, 2, 0]]\n", "def canonical(s): return min([s, s[1:] + s[:1], s[2:] + s[:2]])\n"]
        {
            let rules = round.rules(kind);
            std::fs::write(&file, &rules).unwrap();
            let ours = open(file.to_str().unwrap()).unwrap_or_else(|error| panic!("{error}\n{rules}"));
            for word in &reached {
                let (mine, catalogue) = (value_of(&ours, word), value_of(&theirs, word));
                let grundy = if round.ends.is_empty() { mine.grundy.clone() } else { catalogue.grundy.clone() };
                assert_eq!(PositionValue { grundy, ..mine }, catalogue, "{word} of\n{rules}");
            }
            let start = ours.as_dyn().start().unwrap();
            let built = solve_and_count(&ours, Extent::From(&start), false, &Limits::NONE).unwrap();
            assert_eq!(built.positions, reached.len() as u64, "{rules}");
            if kind.is_empty() {
                continue;
            }
            let reduced = solve_and_count(&ours, Extent::From(&start), true, &Limits::NONE).unwrap();
            assert_eq!(reduced.stored, classes.len() as u64, "{rules}");
            if kind.starts_with("def") {
                assert_eq!((reduced.positions, ours.as_dyn().info().count_unit), (reduced.stored, CountUnit::Classes));
            } else {
                // All members of the classes are counted, although not all of them can be reached from a start without symmetry.
                let all: u64 = classes.iter().map(|word| if least(word) == turned(word, 1) { 1 } else { 3 }).sum();
                assert_eq!(reduced.positions, all, "{rules}");
            }
        }
    }
    assert!(with_classes > 5 && with_starts > 5, "{with_classes} {with_starts}");
}

/// Take-and-break games, whose moves lead to sums, compared with the engine for octal codes, which is independent of scripts.
#[test]
fn sums_have_the_values_of_octal_codes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g.star");
    let open = |name: &str, settings: &[grundy_rules::Setting]| {
        grundy_rules::open(name, settings, Play::Normal, &Limits::NONE).unwrap_or_else(|error| panic!("{error}"))
    };
    let rules = "digits = param(\"digits\", [0, 7])\n\
        def initial(): return 24\n\
        def moves(k):\n\
        \x20   out = []\n\
        \x20   for i in range(len(digits)):\n\
        \x20       d, left = digits[i], k - i - 1\n\
        \x20       if left == 0 and d & 1: out.append(Sum())\n\
        \x20       if left > 0 and d & 2: out.append(left)\n\
        \x20       if left > 1 and d & 4: out.extend([Sum(a, left - a) for a in range(1, left // 2 + 1)])\n\
        \x20   return out\n";
    std::fs::write(&file, rules).unwrap();
    let mut random = Rng::with_seed(3);
    for _ in 0..30 {
        let digits = [random.u64(..8), random.u64(..8), random.u64(1..8)];
        let [a, b, c] = digits;
        let setting: grundy_rules::Setting = format!("digits={a},{b},{c}").parse().unwrap();
        let ours = open(file.to_str().unwrap(), &[setting]);
        let theirs = open(&format!("octal:0.{a}{b}{c}"), &[]);
        let value = |game: &catalog::OpenedGame, at: &str| {
            let at = game.as_dyn().parse(at).unwrap();
            Solver::new(game).without_moves().solve(&at).unwrap().value.grundy
        };
        let mut lost = 0;
        for n in 1..=24 {
            let grundy = value(&theirs, &n.to_string());
            assert_eq!(value(&ours, &n.to_string()), grundy, "0.{a}{b}{c}, {n}");
            lost += u64::from(n < 25 && grundy.finite() == Some(grundy::Nimber(0)));
        }
        let [x, y, z] = [(); 3].map(|()| random.u64(1..=24));
        assert_eq!(
            value(&ours, &format!("{x} + {y} + {z}")),
            value(&theirs, &format!("{x} {y} {z}")),
            "0.{a}{b}{c}, {x} {y} {z}"
        );
        let start = ours.as_dyn().start().unwrap();
        let built = solve_and_count(&ours, Extent::From(&start), false, &Limits::NONE).unwrap();
        assert!(built.positions <= 24 && built.losses <= lost && built.wins + built.losses == built.positions);
        assert_eq!(built.start.unwrap().1.grundy, value(&theirs, "24"));
    }
}
