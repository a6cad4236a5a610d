//! The process that is timed: solves the positions of its standard input, a line each.

use crate::positions::read;
use grundy::Verdict;
use grundy::catalog::{Connect4, SearchOptions, Searcher};
use grundy::limits::Limits;
use std::io::Read;
use std::num::NonZeroUsize;

/// What the parent passes.
pub struct Settings {
    pub columns: u64,
    pub rows: u64,
    pub threads: usize,
    pub table_bytes: u64,
}

/// Solves every line of the input, and prints it with its score: the number of discs that the winner would have left at
/// the end, plus one, negative if the player to move loses.
pub fn run(settings: &Settings) {
    let game = Connect4::new(settings.columns, settings.rows).expect("the parent has checked the board");
    let mut searcher = Searcher::new(&game, SearchOptions { table_bytes: settings.table_bytes });
    let limits = Limits { threads: NonZeroUsize::new(settings.threads), ..Limits::NONE };
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).expect("text");
    let mut output = String::new();
    for text in input.lines() {
        let line = read(&game, text).expect("the parent sends sequences of columns");
        let found = searcher.value(&line.position, &limits).expect("no limits");
        let total = |moves: u32| text.len() as u32 + moves;
        let score = |moves| (settings.columns * settings.rows + 2 - u64::from(total(moves))) / 2;
        let score = match found.verdict().expect("no limits") {
            Verdict::Win(moves) => score(moves.0) as i64,
            Verdict::Loss(moves) => -(score(moves.0) as i64),
            Verdict::Draw => 0,
        };
        output += &format!("{text} {score}\n");
    }
    print!("{output}");
    eprintln!(
        "{} positions searched, table {} MiB, {:.0} % in use",
        searcher.positions_searched(),
        searcher.table_bytes() >> 20,
        100.0 * searcher.table_load()
    );
}
