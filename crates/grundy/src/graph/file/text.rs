//! Writes the text form of a graph file.

use super::GraphFile;
use super::statements::{OUTCOME_WORDS, OUTCOMES, PLAYER_WORDS, PLAYERS};
use crate::graph::{Names, Vertex};
use crate::value::Outcome;
use std::io::{self, BufWriter, Write};

/// Writes a graph file as text.
///
/// # Errors
/// If the file cannot be written, or would be read as another graph: see [`write_first`].
pub(super) fn write(file: &GraphFile, to: &mut dyn Write) -> io::Result<()> {
    let GraphFile { graph, names, start } = file;
    let mut out = BufWriter::new(to);
    match names {
        Names::Numbers(n) => writeln!(out, "vertices {n}")?,
        Names::Words(_) => writeln!(out, "# positions: {}", graph.vertices())?,
    }
    let mut is_named = vec![false; graph.vertices()];
    match start {
        Some(start) => writeln!(out, "> {}", names.name(*start))?,
        None if matches!(names, Names::Words(_)) => write_first(file, &mut is_named, &mut out)?,
        None => {}
    }
    for v in graph.all() {
        for &option in graph.row(v) {
            writeln!(out, "{} {}", names.name(v), names.name(option))?;
            is_named[v.index()] = true;
            is_named[option.index()] = true;
        }
    }
    for (v, outcome) in graph.terminals() {
        writeln!(out, "! {} {}", names.name(v), outcome_word(outcome))?;
        is_named[v.index()] = true;
    }
    for (v, player) in (0..).map(Vertex).zip(graph.players().unwrap_or_default()) {
        writeln!(out, "@ {} {}", names.name(v), PLAYER_WORDS[usize::from(*player == PLAYERS[1])])?;
        is_named[v.index()] = true;
    }
    if matches!(names, Names::Words(_)) {
        // A position that no other line names has no moves, and the outcome of normal play.
        for v in graph.all().filter(|v| !is_named[v.index()]) {
            writeln!(out, "! {} loss", names.name(v))?;
        }
    }
    out.flush()
}

/// Writes a line of its own before the first move, if that is a move of a vertex called `vertices`: a file that begins with this word has
/// numbers as names. Any line will do that says nothing new: a move of another vertex, which counts once, or the outcome of a vertex without
/// moves.
///
/// # Errors
/// If there is no such line.
fn write_first(file: &GraphFile, is_named: &mut [bool], out: &mut impl Write) -> io::Result<()> {
    let GraphFile { graph, names, .. } = file;
    let mut with_moves = graph.all().filter(|&v| !graph.row(v).is_empty());
    let Some(first) = with_moves.next().filter(|&v| names.name(v) == "vertices") else { return Ok(()) };
    if let Some(v) = with_moves.next() {
        return writeln!(out, "{} {}", names.name(v), names.name(graph.row(v)[0]));
    }
    if let Some(player) = graph.players().map(|players| players[first.index()]) {
        return writeln!(out, "@ vertices {}", PLAYER_WORDS[usize::from(player == PLAYERS[1])]);
    }
    let Some(end) = graph.all().find(|&v| graph.row(v).is_empty()) else {
        let message =
            "a graph of one vertex, called `vertices`, that moves to itself cannot be written without a start";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    };
    is_named[end.index()] = true;
    let given = graph.terminals().find(|&(v, _)| v == end).map_or(Outcome::Loss, |(_, outcome)| outcome);
    writeln!(out, "! {} {}", names.name(end), outcome_word(given))
}

fn outcome_word(outcome: Outcome) -> &'static str {
    OUTCOMES.iter().position(|&one| one == outcome).map_or("loss", |at| OUTCOME_WORDS[at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::read;
    use crate::limits::Limits;

    fn text(file: &GraphFile) -> String {
        let mut text = Vec::new();
        write(file, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_graph_that_cannot_be_written() {
        use crate::game::Play;
        use crate::graph::Graph;
        let file = |vertices: u64, edges: Vec<(Vertex, Vertex)>, names: &[&str]| {
            let graph = Graph::from_edges(vertices, edges, Play::Normal).unwrap();
            GraphFile::with_names(graph, names.iter().copied()).unwrap()
        };
        let itself = file(1, vec![(Vertex(0), Vertex(0))], &["vertices"]);
        let errors = [file(0, Vec::new(), &[]), itself].map(|file| file.write_text(&mut Vec::new()).unwrap_err());
        assert!(errors.iter().all(|error| error.kind() == io::ErrorKind::InvalidInput), "{errors:?}");
        assert!(file(0, Vec::new(), &[]).write_binary(&mut Vec::new()).is_err());
    }

    #[test]
    fn what_is_written_is_read_again() {
        for written in [
            "> b\na b\nb a\nb c\n! c draw\n! lone loss\n",
            "vertices 4\n0 1\n1 2\n",
            "a b\n@ a left\n@ b right\n",
            // The first move is one of a vertex called `vertices`.
            "! 5 loss\nvertices 5\n",
            "! 5 draw\nvertices 5\n",
            "5 vertices\nvertices 5\n",
            "@ vertices left\nvertices vertices\n",
            "@ vertices right\nvertices 5\n@ 5 left\n",
            "> vertices\nvertices vertices\n",
            "! lone loss\nvertices vertices\n",
            "a vertices\nvertices b\nvertices a\n",
        ] {
            let read = |text: &str| read(text.as_bytes(), "test", &Limits::NONE).unwrap();
            let first = read(written);
            let second = read(&text(&first));
            assert_eq!(first.names.count(), second.names.count(), "{written}");
            let named = |file: &GraphFile, v: Vertex| file.names.name(v).into_owned();
            for v in first.graph.all() {
                let w = second.names.vertex(&named(&first, v)).unwrap();
                let row = |file: &GraphFile, v| {
                    let mut row: Vec<String> = file.graph.row(v).iter().map(|&o| named(file, o)).collect();
                    row.sort_unstable();
                    row
                };
                assert_eq!(row(&first, v), row(&second, w), "{written}");
                assert_eq!(first.start == Some(v), second.start == Some(w), "{written}");
                let player = |file: &GraphFile, v: Vertex| file.graph.players().map(|players| players[v.index()]);
                assert_eq!(player(&first, v), player(&second, w));
                use crate::game::Game;
                assert_eq!(first.graph.terminal(&v), second.graph.terminal(&w));
            }
        }
    }
}
