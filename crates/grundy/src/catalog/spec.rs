//! The text of a game, parsed: a name with parameters, a sum, or a file.
//!
//! A text that ends in `.star` is the path of a rules file, and a text that begins with `graph:` that of a graph file. A text in which a
//! `+` stands alone is a sum: each summand is a game without spaces, then a position of it. Everything else is a name of the
//! catalogue, and after a colon its parameters.
//!
//! Parsing does not access the file system.

use super::entry::{Entry, Opener, entry, nearest_name};
use super::graph_game;
use super::parameters::Parameters;
use super::spec_error::{NameHint, SpecError, UnknownGame};
use crate::text::ParseError;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Extension of the path of a rules file.
const RULES: &str = ".star";

/// The game that a text describes. `Display` gives the text back.
///
/// ```
/// use grundy::catalog::GameSpec;
/// let spec: GameSpec = "bash:3".parse()?;
/// assert_eq!(spec, GameSpec::Named { name: "bash".to_owned(), parameters: Some("3".to_owned()) });
/// assert_eq!(spec.to_string(), "bash:3");
/// assert_eq!(GameSpec::parse("kyales").unwrap_err().at(), 0..6);
/// # Ok::<(), grundy::catalog::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameSpec {
    /// A game of the catalogue.
    Named {
        /// Its name, or an alias.
        name: String,
        /// The text after the colon, in games that have parameters.
        parameters: Option<String>,
    },
    /// A sum across games.
    Sum(SumSpec),
    /// The graph file at a path.
    GraphFile(String),
    /// The rules file at a path that ends in `.star`.
    RulesFile(String),
}

/// A sum across games as text: its summands, each a game and a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SumSpec {
    text: String,
    summands: Vec<SummandSpec>,
}

/// A summand of a sum, and its place in the text of the sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SummandSpec {
    /// The game, which is neither a sum nor a rules file.
    pub(super) game: GameSpec,
    /// The bytes of the game and the position, without spaces around them.
    pub(super) at: Range<usize>,
    /// The byte at which the position begins.
    pub(super) position: usize,
}

impl SumSpec {
    /// Returns the text of the sum.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the summands: a game, and the text of a position of it. An empty text stands for the start of the game.
    pub fn summands(&self) -> impl Iterator<Item = (&GameSpec, &str)> {
        self.summands.iter().map(|summand| (&summand.game, self.position(summand)))
    }

    /// The summands with their places.
    pub(super) fn summands_with_places(&self) -> &[SummandSpec] {
        &self.summands
    }

    /// The text of a summand's position.
    pub(super) fn position(&self, summand: &SummandSpec) -> &str {
        &self.text[summand.position..summand.at.end]
    }
}

impl GameSpec {
    /// Parses the text of a game.
    ///
    /// # Errors
    /// If there is no game of this name, or it needs parameters or has none. [`open`](Self::open) checks the parameters
    /// themselves.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        Self::parse_with(text, |_| false)
    }

    /// Parses the text of a game. For a name that no game has, the error depends on `is_file`: whether a file has that
    /// name.
    pub(super) fn parse_with(text: &str, is_file: fn(&str) -> bool) -> Result<Self, SpecError> {
        if Self::is_rules_file(text) {
            Ok(Self::RulesFile(text.to_owned()))
        } else if text.split_whitespace().any(|word| word == "+") {
            parse_sum(text, is_file).map(Self::Sum)
        } else {
            let parsed = parse_name(text, is_file);
            let is_graph = matches!(parsed, Ok((Entry { open: Opener::GraphFile, .. }, _)));
            if let Some(sum) = Self::sum_with_spaces(text).filter(|_| !is_graph) {
                return Err(sum_without_spaces(text, &sum));
            }
            let (entry, parameters) = parsed?;
            Ok(match entry.open {
                Opener::GraphFile => Self::GraphFile(parameters.text().to_owned()),
                Opener::Game(_) => {
                    let (name, parameters) = split(text);
                    Self::Named { name: name.to_owned(), parameters: parameters.map(str::to_owned) }
                }
            })
        }
    }

    /// Returns whether the text of a game is the path of a rules file: it ends in `.star`.
    ///
    /// ```
    /// use grundy::catalog::GameSpec;
    /// assert!(GameSpec::is_rules_file("games/bachet.star"));
    /// assert!(!GameSpec::is_rules_file("graph:drawn.star"));
    /// ```
    pub fn is_rules_file(text: &str) -> bool {
        text.ends_with(RULES) && split(text).0 != graph_game::ENTRY.name
    }

    /// Returns a text with spaces around each `+` if a game follows each, and there is one: it may be a sum that lacks them, or the end of
    /// one.
    ///
    /// ```
    /// use grundy::catalog::GameSpec;
    /// assert_eq!(GameSpec::sum_with_spaces("nim 3 4+kayles 7").as_deref(), Some("nim 3 4 + kayles 7"));
    /// assert_eq!(GameSpec::sum_with_spaces("3+4"), None);
    /// ```
    pub fn sum_with_spaces(text: &str) -> Option<String> {
        let summands: Vec<&str> = text.split('+').map(str::trim).collect();
        let is_game = |summand: &&str| {
            let name = summand.split([' ', ':']).next().unwrap_or_default();
            name == graph_game::ENTRY.name || entry(name).is_some()
        };
        let is_sum = summands.len() > 1 && !summands[0].is_empty() && summands[1..].iter().all(is_game);
        is_sum.then(|| summands.join(" + "))
    }

    /// Whether opening the game opens a file: it is a graph or rules file, or a sum with a graph file in it.
    pub fn needs_file(&self) -> bool {
        match self {
            Self::Named { .. } => false,
            Self::Sum(sum) => sum.summands().any(|(game, _)| game.needs_file()),
            Self::GraphFile(_) | Self::RulesFile(_) => true,
        }
    }
}

impl FromStr for GameSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::parse(text)
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named { name, parameters: None } => f.write_str(name),
            Self::Named { name, parameters: Some(parameters) } => write!(f, "{name}:{parameters}"),
            Self::Sum(sum) => sum.fmt(f),
            Self::GraphFile(path) => write!(f, "{}:{path}", graph_game::ENTRY.name),
            Self::RulesFile(path) => f.write_str(path),
        }
    }
}

impl fmt::Display for SumSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The name, and the text after the colon.
fn split(text: &str) -> (&str, Option<&str>) {
    match text.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (text, None),
    }
}

/// The entry and the parameters of a name of the catalogue.
pub(super) fn parse_name(text: &str, is_file: fn(&str) -> bool) -> Result<(&'static Entry, Parameters<'_>), SpecError> {
    let (name, parameters) = split(text);
    let entry = entry(name).ok_or_else(|| unknown_game(name, is_file))?;
    match parameters {
        None | Some("") if entry.has_parameters() => Err(SpecError::Text(ParseError {
            at: 0..text.len(),
            message: format!("`{name}` needs a parameter"),
            help: match entry.example() {
                Some(example) => format!("write `{}`, as in `{example}`", entry.form),
                None => format!("write `{}`", entry.form),
            },
        })),
        Some(_) if !entry.has_parameters() => Err(SpecError::Text(ParseError {
            at: name.len()..text.len(),
            message: format!("`{name}` has no parameters"),
            help: format!("write `{name}` alone, and the position separately"),
        })),
        _ => Ok((entry, Parameters::new(text, name.len() + 1))),
    }
}

/// The error of a sum whose signs are next to other characters; `sum` has the spaces.
fn sum_without_spaces(text: &str, sum: &str) -> SpecError {
    SpecError::Text(ParseError {
        at: 0..text.len(),
        message: "a `+` between games needs spaces around it".to_owned(),
        help: format!("write `{sum}`"),
    })
}

/// The error of a name that no game has.
fn unknown_game(name: &str, is_file: fn(&str) -> bool) -> SpecError {
    let first = name.split_whitespace().next().unwrap_or_default();
    let hint = if first != name.trim() && entry(split(first).0).is_some() {
        NameHint::PositionFollows(first.to_owned())
    } else if is_file(name) {
        NameHint::GraphFile
    } else {
        nearest_name(name).map_or(NameHint::None, NameHint::Nearest)
    };
    SpecError::UnknownGame(UnknownGame { at: 0..name.len(), name: name.to_owned(), hint })
}

/// Parses a sum.
fn parse_sum(text: &str, is_file: fn(&str) -> bool) -> Result<SumSpec, SpecError> {
    let mut summands = Vec::new();
    for at in terms(text) {
        let term = &text[at.clone()];
        let start = at.start + (term.len() - term.trim_start().len());
        let term = term.trim();
        let at = start..start + term.len();
        let Some(name) = term.split_whitespace().next() else {
            let help = "write `GAME POSITION + GAME POSITION`".to_owned();
            return Err(SpecError::Text(ParseError { at, message: "a summand is missing".to_owned(), help }));
        };
        let game = GameSpec::parse_with(name, is_file).map_err(|error| error.with_offset(start))?;
        if matches!(game, GameSpec::RulesFile(_)) {
            return Err(SpecError::Text(ParseError {
                at,
                message: format!("`{name}` cannot be a summand: it is a rules file"),
                help: "a sum takes games of the catalogue and graph files".to_owned(),
            }));
        }
        let position = term[name.len()..].trim_start();
        summands.push(SummandSpec { game, position: at.end - position.len(), at });
    }
    Ok(SumSpec { text: text.to_owned(), summands })
}

/// The byte range of each term of a sum. A `+` next to other characters does not separate terms.
pub(super) fn terms(text: &str) -> Vec<Range<usize>> {
    let alone = |sign: usize| {
        let before = text[..sign].chars().next_back().is_none_or(char::is_whitespace);
        let after = text[sign + 1..].chars().next().is_none_or(char::is_whitespace);
        before && after
    };
    let mut terms = Vec::new();
    let mut start = 0;
    for sign in text.match_indices('+').map(|(sign, _)| sign).filter(|&sign| alone(sign)) {
        terms.push(start..sign);
        start = sign + 1;
    }
    terms.push(start..text.len());
    terms
}
