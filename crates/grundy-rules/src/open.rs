//! Opens games: names of the catalogue, graph files, rules files.

use crate::rules::Rules;
use crate::setting::Setting;
use crate::{embedded_rules, nesting};
use grundy::Play;
use grundy::catalog::{self, GameSpec, OpenedGame};
use grundy::limits::{Limits, RunError};
use grundy::text::{DynGame, ParseError, RulesError};
use std::error::Error;
use std::fmt;
use std::io;

/// Why a game could not be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The text names no game of the catalogue, or its graph file cannot be read.
    Catalog(catalog::OpenError),
    /// The rules are wrong, or a limit was exceeded.
    Rules(Box<RulesError>),
    /// The file cannot be read.
    File {
        /// Its path.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A parameter was set for a game that is not a rules file.
    Setting(ParseError),
    /// A check ended early: it reached a limit of the run, or it was interrupted.
    Run {
        /// The path of the file.
        path: String,
        /// Why.
        error: RunError,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Catalog(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::File { path, error } => write!(f, "{path}: {error}"),
            Self::Setting(error) => error.fmt(f),
            Self::Run { path, error } => write!(f, "{path}: {error}"),
        }
    }
}

impl Error for OpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Catalog(error) => Some(error),
            Self::Rules(error) => Some(error),
            Self::File { error, .. } => Some(error),
            Self::Setting(error) => Some(error),
            Self::Run { error, .. } => Some(error),
        }
    }
}

impl From<RulesError> for OpenError {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}

/// Opens a game: the path of a rules file with its parameters set, or whatever [`catalog::open`] opens.
///
/// # Errors
/// If there is no such game or file, its rules are wrong, or misère play would change nothing.
pub fn open(text: &str, settings: &[Setting], play: Play, limits: &Limits<'_>) -> Result<OpenedGame, OpenError> {
    if !GameSpec::is_rules_file(text) {
        if let Some(setting) = settings.first() {
            let help =
                "parameters are set in files that end in `.star`; games of the catalogue have theirs after a colon";
            return Err(OpenError::Setting(ParseError {
                at: 0..text.len(),
                message: format!("`{text}` is not a rules file, so the parameter `{}` cannot be set", setting.name),
                help: help.to_owned(),
            }));
        }
        return catalog::open(text, play, limits).map_err(OpenError::Catalog);
    }
    Ok(to_opened_game(read(text, settings, play, limits)?))
}

/// Opens rules that are not in a file; errors and answers refer to them as `name`.
///
/// # Errors
/// If the rules are wrong, a limit is exceeded, or misère play would change nothing.
pub fn open_script(
    name: &str,
    source: &str,
    settings: &[Setting],
    play: Play,
    limits: &Limits<'_>,
) -> Result<OpenedGame, OpenError> {
    Ok(to_opened_game(load(name, source, settings, play, limits)?))
}

/// Opens rules that are embedded in a table. `text` is [`GameInfo::rules`](grundy::text::GameInfo::rules) of a rules file; errors refer
/// to it as `name`. Returns `None` if `text` has another form.
///
/// # Errors
/// As [`open`].
pub fn open_embedded(name: &str, text: &str, play: Play, limits: &Limits<'_>) -> Option<Result<OpenedGame, OpenError>> {
    let (settings, source) = embedded_rules::read(text)?;
    let load = |play| Rules::new(name, source, &settings, play, limits);
    // A file of a misère game declares misère play itself.
    let rules = load(Play::Normal).and_then(|rules| if rules.play() == play { Ok(rules) } else { load(play) });
    Some(rules.map(to_opened_game).map_err(OpenError::from))
}

/// Opens a game that is to be compared with the rules in a table: a rules file is opened with their parameters and for their kind of play.
/// `text` is [`GameInfo::rules`](grundy::text::GameInfo::rules) of the table, and `play` its kind of play, which the game may lack.
///
/// # Errors
/// As [`open`].
pub fn open_like(game: &str, text: &str, play: Play, limits: &Limits<'_>) -> Result<OpenedGame, OpenError> {
    if !GameSpec::is_rules_file(game) {
        return open(game, &[], play, limits);
    }
    let settings = embedded_rules::read(text).map(|(settings, _)| settings).unwrap_or_default();
    let source = read_source(game)?;
    let rules = load(game, &source, &settings, Play::Normal, limits)?;
    // A file of a misère game declares misère play itself, and one with `outcome` has no misère play.
    let rules =
        if rules.play() == play { rules } else { load(game, &source, &settings, play, limits).unwrap_or(rules) };
    Ok(to_opened_game(rules))
}

fn to_opened_game(rules: Rules) -> OpenedGame {
    OpenedGame::Game(Box::new(rules))
}

/// Loads rules from their text.
pub(crate) fn load(
    name: &str,
    source: &str,
    settings: &[Setting],
    play: Play,
    limits: &Limits<'_>,
) -> Result<Rules, OpenError> {
    // Some editors begin a file with a byte order mark.
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    Ok(Rules::new(name, &source.replace("\r\n", "\n"), settings, play, limits)?)
}

/// Loads a rules file.
pub(crate) fn read(path: &str, settings: &[Setting], play: Play, limits: &Limits<'_>) -> Result<Rules, OpenError> {
    load(path, &read_source(path)?, settings, play, limits)
}

/// Reads the text of a rules file.
fn read_source(path: &str) -> Result<String, OpenError> {
    let file = |error| OpenError::File { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    let mut opened = std::fs::File::open(path).map_err(file)?;
    io::Read::read_to_end(&mut io::Read::take(&mut opened, nesting::MAX_BYTES as u64 + 1), &mut bytes).map_err(file)?;
    String::from_utf8(bytes)
        .map_err(|_| file(io::Error::new(io::ErrorKind::InvalidData, "not UTF-8; save the file as UTF-8")))
}
