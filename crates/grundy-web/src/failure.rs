//! Errors of requests: the one place where errors become status codes and JSON.

use grundy::Grundy;
use grundy::catalog::{Entry, NameHint, OpenError, UnknownGame, entry};
use grundy::limits::RunError;
use grundy::solver::SolveError;
use grundy::text::{ParseError, RulesError};
use grundy::value::Unknown;
use serde_json::{Map, Value, json};

/// An error in the form in which it is sent to the client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    /// The HTTP status code.
    pub(crate) status: u16,
    /// What is wrong.
    pub(crate) message: String,
    /// What to do next; may be empty.
    pub(crate) help: String,
    /// Further members of the JSON object.
    pub(crate) more: Box<Map<String, Value>>,
    /// The number of seconds after which the client may try again.
    pub(crate) retry_after: Option<u32>,
    /// The methods that the route supports, if the client used another one.
    pub(crate) allow: Option<&'static str>,
}

impl Failure {
    /// Creates an error with this status.
    pub(crate) fn new(status: u16, message: impl Into<String>, help: impl Into<String>) -> Self {
        let (message, help) = (cut(message.into()), cut(help.into()));
        Self { status, message, help, more: Box::default(), retry_after: None, allow: None }
    }

    /// An error in the client's input.
    pub(crate) fn input(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(400, message, help)
    }

    /// An exceeded limit.
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self::new(
            503,
            message,
            "ask for something smaller, or ask the program on your own machine, where limits are yours",
        )
    }

    /// The error of a server or a client that has too many requests under way: try again later.
    pub(crate) fn busy(status: u16, message: &str) -> Self {
        Self { retry_after: Some(2), ..Self::new(status, message, "try again in a few seconds") }
    }

    /// Adds a member to the JSON object.
    pub(crate) fn with(mut self, name: &str, value: Value) -> Self {
        self.more.insert(name.to_owned(), value);
        self
    }

    /// An error in the text of a parameter, with the range of the wrong characters.
    pub(crate) fn text(error: &ParseError, parameter: &str, text: &str) -> Self {
        let failure = Self::input(&error.message, &error.help).with("parameter", json!(parameter));
        let before = text.get(..error.at.start).map(|before| before.chars().count());
        match (before, text.get(error.at.clone())) {
            (Some(start), Some(meant)) => {
                failure.with("start", json!(start)).with("end", json!(start + meant.chars().count()))
            }
            _ => failure,
        }
    }

    /// The error for a game that cannot be opened; the request named it in `parameter`.
    pub(crate) fn open(error: &OpenError, parameter: &str, game: &str) -> Self {
        let failure = match error {
            OpenError::UnknownGame(unknown) => Self::unknown_game(unknown, parameter),
            OpenError::Text(error) if is_file_name(game.get(error.at.clone()).unwrap_or(game)) => Self::path(parameter),
            OpenError::Text(error) => return Self::text(error, parameter, game),
            OpenError::MisereChangesNothing { .. } => Self::input(error.to_string(), "leave out `misere=yes`"),
            OpenError::MisereSum => Self::input(
                "a sum across games is for normal play",
                "under misère play values do not add up; leave out `misere=yes`",
            ),
            _ => Self::path(parameter),
        };
        failure.with("parameter", json!(parameter))
    }

    /// The error for a game with an unknown name. A name that looks like a path gets the error for paths.
    pub(crate) fn unknown_game(unknown: &UnknownGame, parameter: &str) -> Self {
        let name = unknown.name.as_str();
        let is_path = name.contains(['/', '\\', '\0'])
            || name.starts_with(['.', '~'])
            || [".graph", ".parquet", ".txt"].iter().any(|end| name.ends_with(end));
        if is_path {
            return Self::path(parameter);
        }
        let help = match &unknown.hint {
            NameHint::Nearest(near) if *near != "graph" => format!("did you mean `{near}`? `/api/games` lists all"),
            NameHint::PositionFollows(_) => "write the position apart from the game, as `position`".to_owned(),
            _ => "`/api/games` lists all".to_owned(),
        };
        Self::new(404, format!("there is no game called `{name}`"), help).with("parameter", json!(parameter))
    }

    /// The error for a game that is given as a path.
    pub(crate) fn path(parameter: &str) -> Self {
        Self::input(
            "a game over HTTP is a name of the catalogue, a loaded table or posted rules, never a path",
            "post a rules file to `/api/rules`, or start the server with a table",
        )
        .with("parameter", json!(parameter))
    }

    /// The error for a position that cannot be solved.
    pub(crate) fn solve(error: &SolveError) -> Self {
        match error {
            SolveError::Rules(error) => Self::rules(error),
            SolveError::NoValue { grundy: Grundy::Unknown(Unknown::TooLarge), .. } => Self::limit(error.to_string()),
            SolveError::NoValue { .. } => Self::input(error.to_string(), "leave that summand out"),
            SolveError::NoOptionValues { .. } => Self::limit(format!("{error}; `moves=no` gives the value alone")),
            SolveError::Run(RunError::Interrupted { positions }) => {
                let message = format!("the time was up after {positions} positions");
                Self::limit(format!("the position cannot be solved within the limits: {message}"))
            }
            _ => Self::limit(error.to_string()),
        }
    }

    /// The error for rules that failed, with the location.
    pub(crate) fn rules(error: &RulesError) -> Self {
        let status = if error.is_limit { 503 } else { 422 };
        // The name of posted rules is their handle, which the client that posted them does not know yet.
        let message = match error.message.strip_prefix("rules:").and_then(|rest| rest.split_once(": ")) {
            Some((_, message)) => message,
            None => &error.message,
        };
        let failure = Self::new(status, message, &error.help).with("notes", json!(error.notes));
        place(error).into_iter().fold(failure, |failure, (name, value)| failure.with(&name, value))
    }

    /// The error as JSON.
    pub(crate) fn body(&self) -> Vec<u8> {
        let mut error = json!({"status": self.status, "message": self.message, "help": self.help});
        if let (Some(error), more) = (error.as_object_mut(), self.more.clone()) {
            error.extend(*more);
        }
        json!({"error": error}).to_string().into_bytes()
    }
}

/// Whether a name belongs to a game in a file.
fn is_file_name(text: &str) -> bool {
    entry(text.split(':').next().unwrap_or_default()).is_some_and(Entry::is_file)
}

/// The maximum number of characters of a message.
const LONGEST: usize = 600;

/// Shortens a text in the middle, because messages may quote input of any length.
fn cut(text: String) -> String {
    let count = text.chars().count();
    if count <= LONGEST {
        return text;
    }
    let head: String = text.chars().take(LONGEST / 2).collect();
    let tail: String = text.chars().skip(count - LONGEST / 2).collect();
    format!("{head}…{tail}")
}

/// The location of an error in the rules: its line and column, and the column of its end on that line.
pub(crate) fn place(error: &RulesError) -> Map<String, Value> {
    let mut found = Map::new();
    let Some(place) = &error.location else { return found };
    let (line, column) = place.line_and_column();
    let meant = place.source.get(place.at.clone()).unwrap_or_default();
    let width = meant.lines().next().unwrap_or_default().chars().count();
    found.insert("line".to_owned(), json!(line));
    found.insert("column".to_owned(), json!(column));
    found.insert("end".to_owned(), json!(column + width.max(1)));
    found
}
