//! Formats an error of a rules file: the location with a caret, notes, and advice.

use grundy::text::RulesError;
use std::fmt;

/// Writes the error as a report of several lines.
#[cfg(feature = "rules")]
pub(crate) fn write(error: &RulesError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
    use grundy::text::SourceLocation;
    let level = if error.is_limit { Level::ERROR.with_name("limit") } else { Level::ERROR };
    let place = error.location.as_deref().map(|SourceLocation { path, source, at }| {
        let end = at.end.min(source.len());
        // Underline only the first line of a function that has several.
        let line_end = source[at.start.min(end)..].find('\n').map_or(source.len(), |n| at.start + n);
        let span = at.start.min(end)..end.min(line_end).max(at.start.min(end));
        Snippet::source(&**source).path(path).annotation(AnnotationKind::Primary.span(span))
    });
    let titled = level.primary_title(&error.message);
    let mut group = match place {
        Some(place) => titled.element(place),
        None => Group::with_title(titled),
    };
    for note in &error.notes {
        group = group.element(Level::NOTE.message(note));
    }
    if !error.help.is_empty() {
        group = group.element(Level::HELP.message(&error.help));
    }
    writeln!(f, "{}", Renderer::styled().render(&[group]))
}

/// Writes the error in one line.
#[cfg(not(feature = "rules"))]
pub(crate) fn write(error: &RulesError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{error}")
}
