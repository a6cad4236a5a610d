//! Formats an error of a rules file: the location with a caret, notes, and advice.

use crate::text_output::TextOutput;
#[cfg(feature = "rules")]
use crate::text_output::visible;
use grundy::text::RulesError;
use std::io::{self, Write};

/// Writes the error as a report of several lines.
#[cfg(feature = "rules")]
pub(crate) fn write(error: &RulesError, out: &mut TextOutput<impl Write>) -> io::Result<()> {
    use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
    use grundy::text::SourceLocation;
    let level = if error.is_limit() { Level::ERROR.with_name("limit") } else { Level::ERROR };
    // The renderer leaves the control characters of notes as they are.
    let place = error.location.as_deref().map(|SourceLocation { path, source, at }| {
        let end = at.end.min(source.len());
        // Underline only the first line of a function that has several.
        let line_end = source[at.start.min(end)..].find('\n').map_or(source.len(), |n| at.start + n);
        let span = [at.start.min(end), end.min(line_end).max(at.start.min(end))];
        let [start, end] = span.map(|at| shown_offset(source, at));
        Snippet::source(visible(source)).path(visible(path)).annotation(AnnotationKind::Primary.span(start..end))
    });
    let titled = level.primary_title(visible(&error.message));
    let mut group = match place {
        Some(place) => titled.element(place),
        None => Group::with_title(titled),
    };
    for note in &error.notes {
        group = group.element(Level::NOTE.message(visible(note)));
    }
    if !error.help.is_empty() {
        group = group.element(Level::HELP.message(visible(&error.help)));
    }
    out.write_rendered(&Renderer::styled().render(&[group]))?;
    writeln!(out)
}

/// The place in the visible text of a byte of the source.
#[cfg(feature = "rules")]
fn shown_offset(source: &str, at: usize) -> usize {
    let (before, after) = source.split_at(at);
    // Between the two characters of a line end, `visible` would take the first one of the part for another character.
    let before = if after.starts_with('\n') { before.strip_suffix('\r').unwrap_or(before) } else { before };
    visible(before).len()
}

/// Writes the error in one line.
#[cfg(not(feature = "rules"))]
pub(crate) fn write(error: &RulesError, out: &mut TextOutput<impl Write>) -> io::Result<()> {
    writeln!(out, "{error}")
}
