//! The one door for games: names of the catalogue, graph files, rules files.

use crate::rules::Rules;
use crate::{kept, nesting};
use grundy::Play;
use grundy::catalog::{self, Opened};
use grundy::limits::Limits;
use grundy::text::{DynGame, ParseError, RulesError};
use std::fmt;
use std::io;

/// A parameter of a rules file set to a value, as in `n=30`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The parameter.
    pub name: String,
    /// Its value as text.
    pub value: String,
}

impl std::str::FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("write NAME=VALUE, as in `n=30` or `take=1,3,4`")?;
        Ok(Self { name: name.trim().to_owned(), value: value.trim().to_owned() })
    }
}

/// Why a game could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// It is no rules file.
    Catalog(catalog::OpenError),
    /// The rules are wrong, or a limit was hit.
    Rules(Box<RulesError>),
    /// The file cannot be read.
    File {
        /// Its path.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// What was asked for does not fit the game.
    Text(ParseError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Catalog(error) => error.fmt(f),
            Self::Rules(trouble) => trouble.fmt(f),
            Self::File { path, error } => write!(f, "{path}: {error}"),
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

/// Whether a game's text is the path of a rules file: it ends in `.star`.
pub fn is_rules_file(text: &str) -> bool {
    text.ends_with(".star") && !text.starts_with("graph:")
}

/// Opens a game: the path of a rules file with its parameters set, or whatever [`catalog::open`] opens.
///
/// # Errors
/// If there is no such game or file, its rules are wrong, or misère play would change nothing.
pub fn open(text: &str, settings: &[Setting], play: Play, limits: &Limits<'_>) -> Result<Opened, OpenError> {
    if !is_rules_file(text) {
        if let Some(setting) = settings.first() {
            return Err(OpenError::Text(ParseError {
                at: 0..text.len(),
                message: format!("`{text}` is no rules file, so `{}` cannot be set", setting.name),
                help:
                    "--set is for files that end in `.star`; games of the catalogue have their parameters after a colon"
                        .to_owned(),
            }));
        }
        return catalog::open(text, play, limits).map_err(OpenError::Catalog);
    }
    let rules = read(text, settings, play, limits)?;
    Ok(Opened::TextGame(Box::new(rules)))
}

/// Opens rules that are not in a file; `name` is what errors and answers call them.
///
/// # Errors
/// If the rules are wrong, a limit is hit, or misère play would change nothing.
pub fn open_source(
    name: &str,
    source: &str,
    settings: &[Setting],
    play: Play,
    limits: &Limits<'_>,
) -> Result<Opened, OpenError> {
    let rules = begun(name, source, settings, play, limits)?;
    Ok(Opened::TextGame(Box::new(rules)))
}

/// Begins rules by their text.
pub(crate) fn begun(
    name: &str,
    source: &str,
    settings: &[Setting],
    play: Play,
    limits: &Limits<'_>,
) -> Result<Rules, OpenError> {
    Rules::new(name, &source.replace("\r\n", "\n"), settings, play, limits)
        .map_err(|trouble| OpenError::Rules(Box::new(trouble)))
}

/// Opens rules that a table keeps: what [`DynGame::rules`](grundy::text::DynGame::rules) says of a rules file, which is called
/// `name` in messages. `None` if the text is something else.
///
/// # Errors
/// As those of [`open`].
pub fn open_kept(name: &str, text: &str, play: Play, limits: &Limits<'_>) -> Option<Result<Opened, OpenError>> {
    let (settings, source) = kept::read(text)?;
    let opened = |play| Rules::new(name, source, &settings, play, limits);
    // A file that is one of misere play says so itself.
    let rules = opened(Play::Normal).and_then(|rules| match rules.play_kind() == play {
        true => Ok(rules),
        false => opened(play),
    });
    Some(match rules {
        Ok(rules) => Ok(Opened::TextGame(Box::new(rules))),
        Err(trouble) => Err(OpenError::Rules(Box::new(trouble))),
    })
}

/// Reads a rules file.
pub(crate) fn read(path: &str, settings: &[Setting], play: Play, limits: &Limits<'_>) -> Result<Rules, OpenError> {
    let file = |error| OpenError::File { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    let mut opened = std::fs::File::open(path).map_err(file)?;
    io::Read::read_to_end(&mut io::Read::take(&mut opened, nesting::LONGEST as u64 + 1), &mut bytes).map_err(file)?;
    let source = String::from_utf8(bytes)
        .map_err(|_| file(io::Error::new(io::ErrorKind::InvalidData, "not UTF-8; save the file as UTF-8")))?;
    begun(path, &source, settings, play, limits)
}
