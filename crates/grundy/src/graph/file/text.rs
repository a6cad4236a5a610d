//! Writes the text form of a graph file.

use super::GraphFile;
use super::statements::{OUTCOME_WORDS, OUTCOMES, PLAYER_WORDS, PLAYERS};
use crate::graph::Names;
use crate::graph::Vertex;
use std::io::{self, BufWriter, Write};

/// Writes a graph file as text.
pub(super) fn write(file: &GraphFile, to: &mut dyn Write) -> io::Result<()> {
    let GraphFile { graph, names, start } = file;
    let mut out = BufWriter::new(to);
    match names {
        Names::Numbers(n) => writeln!(out, "vertices {n}")?,
        // The first line may begin with any name but `vertices`.
        Names::Words(_) => writeln!(out, "# positions: {}", graph.vertices())?,
    }
    if let Some(start) = start {
        writeln!(out, "> {}", names.name(*start))?;
    }
    let mut is_named = vec![false; graph.vertices()];
    for v in graph.all() {
        for &option in graph.row(v) {
            writeln!(out, "{} {}", names.name(v), names.name(option))?;
            is_named[v.index()] = true;
            is_named[option.index()] = true;
        }
    }
    let word = |outcome| OUTCOMES.iter().position(|&one| one == outcome).map_or("loss", |at| OUTCOME_WORDS[at]);
    for (v, outcome) in graph.terminals() {
        writeln!(out, "! {} {}", names.name(v), word(outcome))?;
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
    fn what_is_written_is_read_again() {
        for written in
            ["> b\na b\nb a\nb c\n! c draw\n! lone loss\n", "vertices 4\n0 1\n1 2\n", "a b\n@ a left\n@ b right\n"]
        {
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
