//! Renders an answer as text for people: aligned, and coloured on a terminal.

use crate::text_output::{TextOutput, visible};
use anstyle::{AnsiColor, Style};
use grundy::answer::{MoveAnswer, PartialAnswer, PartialMove, PartialMoves};
use grundy::text::DynGame;
use grundy::{Answer, Outcome, PositionValue};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::UnicodeWidthStr;

const BOLD: Style = Style::new().bold();

fn style(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Win => AnsiColor::Green.on_default(),
        Outcome::Loss => AnsiColor::Red.on_default(),
        Outcome::Draw => AnsiColor::Yellow.on_default(),
    }
}

/// The outcome with its remoteness, as in `win in 11`.
fn value(value: &PositionValue) -> String {
    match value.remoteness {
        Some(r) => format!("{} in {r}", value.outcome),
        None => value.outcome.to_string(),
    }
}

/// The text that named a game; for a rules file, with the parameters that were set.
pub(crate) fn game_name<'a>(text: &'a str, game: &'a dyn DynGame) -> &'a str {
    if game.info().rules.is_some() { game.name() } else { text }
}

/// A game with the title that its author gives it, as in `nim.star (Misère Nim)`.
pub(crate) fn titled(name: &str, game: &dyn DynGame) -> String {
    match &game.info().title {
        Some(title) => format!("{name} ({title})"),
        None => name.to_owned(),
    }
}

/// The game and the position. The position of a sum across games names the games.
fn heading(name: &str, position: &str, game: &dyn DynGame) -> String {
    // The path of a rules file may have a `+`.
    if name.contains(" + ") && game.info().rules.is_none() {
        return position.to_owned();
    }
    format!("{} {position}", titled(name, game)).trim_end().to_owned()
}

/// A count with its noun: `1 move`, `2 moves`.
pub(crate) fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let end = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{end}")
}

/// Writes what is proved of a position that was not solved, and the moves of which something is proved.
pub(crate) fn partial_answer(
    answer: &PartialAnswer,
    game: &dyn DynGame,
    out: &mut TextOutput<impl Write>,
) -> io::Result<()> {
    out.write_styled(BOLD, heading(&answer.game, &answer.position, game))?;
    writeln!(out, ", {}", answer.play)?;
    if answer.proved.bounds.is_informative() {
        write!(out, "proved for the player to move: {}", answer.proved.bounds)?;
    } else {
        write!(out, "nothing is proved of the position")?;
    }
    if let Some(grundy) = answer.proved.grundy {
        write!(out, "; Grundy value {grundy}")?;
    }
    writeln!(out)?;
    if let Some(method) = answer.method {
        writeln!(out, "found by: {method}")?;
    }
    let Some(moves) = &answer.moves else { return Ok(()) };
    if moves.listed.is_empty() {
        return writeln!(out, "\n0 of {} listed; --max-moves lists more", counted(&moves.total, "move"));
    }
    if moves.proved == 0 {
        return writeln!(out, "\nnothing is proved of the {}", counted(&moves.total, "move"));
    }
    writeln!(out, "\nproved of {} of the {}, the best first:", moves.proved, counted(&moves.total, "move"))?;
    let lines = proved_move_lines(moves);
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    if lines.len() < moves.proved {
        writeln!(out, "{} of {} listed; --max-moves lists more", lines.len(), moves.proved)?;
    }
    Ok(())
}

/// A line for each listed move of which something is proved, with what that is for the player who makes the move.
pub(crate) fn proved_move_lines(moves: &PartialMoves) -> Vec<String> {
    let proved: Vec<_> = moves.listed.iter().filter(|m| m.bounds().is_informative()).collect();
    let texts: Vec<_> = proved.iter().map(|m| visible(&m.text)).collect();
    let width = texts.iter().map(|text| text.width()).max().unwrap_or(0);
    let line = |(text, m): (&Cow<'_, str>, &&PartialMove)| {
        format!("  {text}{}  {}", " ".repeat(width - text.width()), m.bounds())
    };
    texts.iter().zip(&proved).map(line).collect()
}

/// Writes the value, how it was found, and the moves, with the best ones marked.
pub(crate) fn answer<W: Write>(answer: &Answer, game: &dyn DynGame, out: &mut TextOutput<W>) -> io::Result<()> {
    let paint = style(answer.value.outcome).bold();
    let grundy = answer.value.grundy.value_text();
    out.write_styled(BOLD, heading(&answer.game, &answer.position, game))?;
    writeln!(out, ", {}", answer.play)?;
    out.write_styled(paint, answer.value.outcome)?;
    write!(out, " for the player to move")?;
    if let Some(r) = answer.value.remoteness {
        write!(out, ", in {r} {}", if r.0 == 1 { "move" } else { "moves" })?;
    }
    if let Some(grundy) = grundy {
        write!(out, "; Grundy value {grundy}")?;
    }
    writeln!(out, "\nfound by: {}", answer.method)?;
    for note in &answer.notes {
        writeln!(out, "note: {note}")?;
    }
    let Some(moves) = &answer.moves else { return Ok(()) };
    if moves.total.is_zero() {
        return writeln!(out, "\nno moves: the game is over");
    }
    if moves.listed.is_empty() {
        return writeln!(out, "\n0 of {} listed; --max-moves lists more", counted(&moves.total, "move"));
    }
    writeln!(out)?;
    write_moves(&moves.listed, out)?;
    if moves.is_truncated() {
        writeln!(out, "{} of {} listed; --max-moves lists more", moves.listed.len(), counted(&moves.total, "move"))?;
    }
    writeln!(
        out,
        "* best: keeps the value{}",
        if answer.value.remoteness.is_some() { ", by the quickest win or the longest defence" } else { "" }
    )
}

/// Writes a table of moves, with the best ones marked.
fn write_moves<W: Write>(moves: &[MoveAnswer], out: &mut TextOutput<W>) -> io::Result<()> {
    let heads = ["move", "value", "leads to", "where the next player has", "Grundy value"];
    let rows: Vec<[String; 5]> = moves
        .iter()
        .map(|m| {
            let grundy = m.after_value.grundy.value_text().unwrap_or_default();
            let [text, after] = [&m.text, &m.after].map(|text| visible(text).into_owned());
            [text, m.outcome.to_string(), after, value(&m.after_value), grundy]
        })
        .collect();
    // Leave out a column without entries.
    let shown = |column: usize| rows.iter().any(|row| !row[column].is_empty());
    let width = |column: usize| {
        rows.iter().map(|row| &row[column][..]).chain([heads[column]]).map(UnicodeWidthStr::width).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..5).map(width).collect();
    let line = |cells: [&str; 5], paint: Style, mark: &str, out: &mut TextOutput<W>| -> io::Result<()> {
        // The text after the last cell with a style.
        let mut text = format!("{mark} ");
        for (column, cell) in cells.into_iter().enumerate().filter(|&(column, _)| shown(column)) {
            let pad = " ".repeat(widths[column] - cell.width());
            let (left, right) = if column == 4 { (pad.as_str(), "") } else { ("", pad.as_str()) };
            text.push_str(left);
            if column == 1 {
                write!(out, "{}", std::mem::take(&mut text))?;
                out.write_styled(paint, cell)?;
            } else {
                text.push_str(cell);
            }
            text.push_str(&format!("{right}  "));
        }
        writeln!(out, "{}", text.trim_end())
    };
    line(heads, Style::new(), " ", out)?;
    for (m, row) in moves.iter().zip(&rows) {
        let mark = if m.is_best { "*" } else { " " };
        line(row.each_ref().map(String::as_str), style(m.outcome), mark, out)?;
    }
    Ok(())
}

/// Wraps a text of paragraphs, one per line, at `width` columns. Continuations of an indented line are indented more. A line that is
/// short enough stays as it is.
pub(crate) fn wrap_paragraphs(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let prose = line.trim_start();
        let indent = &line[..line.len() - prose.len()];
        if line.width() <= width || prose.is_empty() {
            out.push_str(line);
        } else {
            let more = if indent.is_empty() { String::new() } else { format!("{indent}  ") };
            out.push_str(&wrap(prose, width, indent, &more));
        }
        out.push('\n');
    }
    out
}

/// Wraps a text between words into lines of at most `width` columns, with `first` before the first line and `rest` before the others.
pub(crate) fn wrap(text: &str, width: usize, first: &str, rest: &str) -> String {
    let options = Options::new(width).initial_indent(first).subsequent_indent(rest).break_words(false);
    let options = options.word_separator(WordSeparator::AsciiSpace).word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

/// A field of a CSV file, in quotes if it needs them.
pub(crate) fn quote_csv(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
