//! Fuzz targets that compare two ways to the same answer. `crates/grundy/tests/fuzz.rs` also runs them as ordinary tests.

use grundy::graph::{self, explore};
use grundy::limits::Limits;
use grundy::solver::Solver;
use grundy::{Grundy, Nimber, Play, Solution, Vertex, catalog, mex, solve, verify};

/// Bounds that keep one input small.
const SMALL: Limits<'static> = Limits { positions: Some(2000), memory: Some(1 << 26), threads: None, ..Limits::NONE };

/// Reads a graph file or rejects it. If it is read, its solution must pass verification, and both solvers must agree.
pub fn graph(data: &[u8]) {
    let Ok(file) = graph::read(data, "fuzz", &SMALL) else { return };
    for play in [Play::Normal, Play::Misere] {
        let graph = file.graph.clone().with_play(play);
        let solved = solve::solve_with_grundy(&graph, &SMALL).expect("within the limits it was read in");
        verify::check_table(&graph, graph.all(), &solved).expect("a right solution");
        let back = solve::solve_reference(&graph, &SMALL).expect("within the limits it was read in");
        assert!(graph.all().all(|v: Vertex| solved.get(&v) == back.get(&v)));
    }
}

/// Compares the values of a subtraction game by theory with those by the definition.
pub fn set(data: &[u8]) {
    let numbers: Vec<u64> = data.iter().take(9).map(|&n| u64::from(n) % 40 + 1).collect();
    let all_but = data.len().is_multiple_of(3);
    let Ok(set) = grundy::heap::Set::new(numbers.iter().map(|&n| n..=n).collect(), vec![], all_but) else { return };
    let mut slow: Vec<u64> = Vec::new();
    for n in 0..300u64 {
        let options = (1..=n).filter(|s| numbers.contains(s) != all_but).map(|s| Nimber(slow[(n - s) as usize]));
        slow.push(mex(options).0);
    }
    let fast = grundy::heap::values::grundy_values(&set, 300);
    assert!(fast.iter().map(|&v| u64::from(v)).eq(slow), "{numbers:?}, all but: {all_but}");
}

/// Compares the values of a take-and-break game by its table with those by exploring and solving it.
pub fn code(data: &[u8]) {
    let digits: String = data.iter().take(4).map(|d| char::from_digit(u32::from(d % 16), 16).unwrap()).collect();
    let Ok(code) = grundy::heap::octal::Code::parse(&format!("0.{digits}")) else { return };
    let game = grundy::heap::Heaps::new(grundy::heap::TakeBreak::code(code), Play::Normal);
    let heap = vec![(data.len() as u64 % 12).into()];
    let Ok(explored) = explore(&game, [heap], &SMALL) else { return };
    let solved = solve::solve_with_grundy(&explored.graph, &SMALL).expect("within the limits it was explored in");
    for at in explored.positions() {
        let value = explored.by_position(&solved).get(at).expect("values in memory").map(|value| value.grundy);
        let values = game.values(at).expect("small heaps");
        assert_eq!(value, Some(Grundy::from(grundy::heap::nim_sum(&values))), "0.{digits} {at:?}");
    }
}

/// Parses any text as a game and a position, and solves it or rejects it. The text of a position must parse to the same position.
pub fn text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (game, position) = text.split_once('\n').unwrap_or((text, ""));
    if game.contains("graph:") {
        return; // Files are another matter.
    }
    let Ok(opened) = catalog::open(game, Play::Normal, &SMALL) else { return };
    let Ok(at) = opened.as_dyn().parse(position) else { return };
    let shown = opened.as_dyn().to_text(&at).expect("rules that are compiled");
    assert_eq!(opened.as_dyn().parse(&shown), Ok(at.clone()));
    if let Ok(answer) = Solver::new(&opened).limits(SMALL).max_moves(5).solve(&at) {
        assert!(answer.moves.is_some_and(|moves| moves.listed.len() <= 5));
    }
}
