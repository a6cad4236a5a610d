//! Rules files on the command line: what `--set` gives, and how a file that cannot be played is reported.

use crate::fail::Failure;
use grundy::Play;
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy::text::RulesError;
use std::fmt;

/// Parameters of a rules file.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Settings {
    /// Set a parameter of a rules file, as in `n=30` or `take=1,3,4`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Settings {
    /// None of them.
    pub(crate) const NONE: Self = Self { set: Vec::new() };
}

/// Whether a game is a rules file, by its name.
pub(crate) fn is_file(game: &str) -> bool {
    game.ends_with(".star") && !game.starts_with("graph:")
}

/// Opens a game by its text.
#[cfg(feature = "rules")]
pub(crate) fn open(game: &str, settings: &Settings, play: Play, limits: &Limits<'_>) -> Result<Opened, Failure> {
    let settings = read(settings)?;
    grundy_rules::open(game, &settings, play, limits).map_err(|error| failure(error, game))
}

/// The settings, each a name and a value.
#[cfg(feature = "rules")]
pub(crate) fn read(settings: &Settings) -> Result<Vec<grundy_rules::Setting>, Failure> {
    let setting = |text: &String| text.parse().map_err(|help: String| Failure::input(format!("`--set {text}`"), help));
    settings.set.iter().map(setting).collect()
}

/// Why a rules file, or another game, was not opened.
#[cfg(feature = "rules")]
pub(crate) fn failure(error: grundy_rules::OpenError, game: &str) -> Failure {
    use grundy_rules::OpenError;
    match error {
        OpenError::Catalog(error) => Failure::open(error, game),
        OpenError::Rules(trouble) => Failure::Rules(trouble),
        OpenError::File { path, error } => {
            Failure::file(&path, &error, "a name that ends in `.star` is the path of a rules file")
        }
        OpenError::Text(error) => Failure::text(error, game),
    }
}

/// Opens a game by its text, where the program was built without rules files.
#[cfg(not(feature = "rules"))]
pub(crate) fn open(game: &str, settings: &Settings, play: Play, limits: &Limits<'_>) -> Result<Opened, Failure> {
    if is_file(game) || !settings.set.is_empty() {
        return Err(Failure::input(
            format!("{game}: this program was built without rules files"),
            "build it with its feature `rules`",
        ));
    }
    grundy::catalog::open(game, play, limits).map_err(|error| Failure::open(error, game))
}

/// Writes a trouble as a report: the place in the file with a caret, what else there is to know, what to do.
#[cfg(feature = "rules")]
pub(crate) fn report(trouble: &RulesError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
    use grundy::text::Place;
    let level = if trouble.is_limit { Level::ERROR.with_name("limit") } else { Level::ERROR };
    let place = trouble.place.as_deref().map(|Place { path, source, at }| {
        let end = at.end.min(source.len());
        // A function of many lines is pointed at by its first.
        let line_end = source[at.start.min(end)..].find('\n').map_or(source.len(), |n| at.start + n);
        let span = at.start.min(end)..end.min(line_end).max(at.start.min(end));
        Snippet::source(&**source).path(path).annotation(AnnotationKind::Primary.span(span))
    });
    let titled = level.primary_title(&trouble.message);
    let mut group = match place {
        Some(place) => titled.element(place),
        None => Group::with_title(titled),
    };
    for note in &trouble.notes {
        group = group.element(Level::NOTE.message(note));
    }
    if !trouble.help.is_empty() {
        group = group.element(Level::HELP.message(&trouble.help));
    }
    writeln!(f, "{}", Renderer::styled().render(&[group]))
}

/// Writes a trouble in a line.
#[cfg(not(feature = "rules"))]
pub(crate) fn report(trouble: &RulesError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{trouble}")
}
