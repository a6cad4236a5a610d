//! Writes the rounds of retrograde analysis on a small game as a table.

use crate::fail::Failure;
use crate::render::counted;
use crate::text_output::visible;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::{TraceError, TracedGame, trace};
use grundy::text::Key;
use grundy::{Outcome, Vertex};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// The widest position that stands in a column; longer ones make their row wider.
const MAX_WIDTH: usize = 24;

/// Traces the positions that can be reached from `at`, or all vertices of a graph.
pub(super) fn traced(game: &OpenedGame, at: Option<&Key>, limits: &Limits<'_>) -> Result<TracedGame, Failure> {
    trace(game, at, limits).map_err(|error| match error {
        TraceError::Rules(error) => Failure::Rules(error),
        TraceError::Run(error) => Failure::run(&error),
        TraceError::TooLarge => Failure::Limit(format!(
            "{error}; take a position from which fewer can be reached, or `grundy build`, which solves large games and counts"
        )),
        error => Failure::input(error.to_string(), "write one after the game"),
    })
}

/// Writes the moves of each position, the rounds, and the draws left over.
pub(super) fn text(traced: &TracedGame) -> String {
    let positions: Vec<_> = traced.positions.iter().map(|text| visible(text)).collect();
    let name = |v: Vertex| &*positions[v.index()];
    let graph = &traced.graph;
    let (positions, moves) = (counted(graph.vertices(), "position"), counted(graph.edges(), "move"));
    let mut text =
        format!("Retrograde analysis of {positions} and {moves}. A counter begins as the number of moves.\n");
    let mut rows = vec![["position", "counter", "moves to"].map(str::to_owned).to_vec()];
    for v in graph.all() {
        let options: Vec<&str> = graph.row(v).iter().map(|&v| name(v)).collect();
        rows.push(vec![name(v).to_owned(), options.len().to_string(), options.join(", ")]);
    }
    table(&rows, &mut text);
    text.push_str(
        "\nA round takes the positions from the queue that the round before decided. A move to a lost position wins. A move to a won \
         position lowers the counter, and at 0 every move loses.\n",
    );
    if graph.all().any(|v| graph.row(v).iter().any(|&option| graph.moves_again(v, option))) {
        text.push_str(
            "Where the same player moves again, a move to a won position wins, and a move to a lost position lowers the counter.\n",
        );
    }
    let head = ["round", "from the queue", "position with a move there", "counter", "decided"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (number, round) in traced.trace.rounds.iter().enumerate() {
        let mut last = None;
        for step in &round.steps {
            let taken = step.from.filter(|_| last != step.from).map(|v| format!("{} ({})", name(v), value(traced, v)));
            last = step.from;
            // A win is decided without the counter.
            let counter = match (step.from, step.decided) {
                (None, _) | (_, Some(Outcome::Win)) => String::new(),
                _ => format!("{} to {}", step.counter + 1, step.counter),
            };
            let decided = match step.decided {
                None => String::new(),
                Some(Outcome::Draw) => "draw".to_owned(),
                Some(outcome) => format!("{outcome} in {number}"),
            };
            let number = if step.from.is_none() || taken.is_some() { number.to_string() } else { String::new() };
            let taken =
                taken.unwrap_or_else(|| if step.from.is_none() { "(no moves)".to_owned() } else { String::new() });
            rows.push(vec![number, taken, name(step.at).to_owned(), counter, decided]);
        }
    }
    table(&rows, &mut text);
    let left: Vec<&str> = traced.trace.left_over.iter().map(|&v| name(v)).collect();
    let _ = match left.as_slice() {
        [] => writeln!(text, "\nNo position is left over, so none with moves is a draw."),
        left => writeln!(text, "\nLeft over, and so draws: {}", left.join(", ")),
    };
    text
}

/// The outcome of a position that some round decided.
fn value(traced: &TracedGame, v: Vertex) -> &'static str {
    let steps = traced.trace.rounds.iter().flat_map(|round| &round.steps);
    steps.filter(|step| step.at == v).find_map(|step| step.decided).map_or("", Outcome::as_str)
}

/// Writes rows with aligned columns, the first row as the head.
fn table(rows: &[Vec<String>], text: &mut String) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].width()).filter(|&width| width <= MAX_WIDTH);
        widths.max().unwrap_or(0).max(rows[0][column].width())
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    text.push('\n');
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let pad = width.saturating_sub(cell.width());
            let _ = write!(line, "{cell}{}  ", " ".repeat(pad));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}
