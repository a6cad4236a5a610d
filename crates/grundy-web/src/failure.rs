//! Errors of requests: the one place where errors become status codes and JSON.

use grundy::Grundy;
use grundy::catalog::{Entry, NameHint, OpenError, UnknownGame, entry};
use grundy::limits::RunError;
use grundy::solver::SolveError;
use grundy::text::{ParseError, RulesError, RulesErrorKind};
use grundy::value::Unknown;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// An error in the form in which it is sent to the client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    /// The HTTP status code.
    pub(crate) status: u16,
    /// The number of seconds after which the client may try again.
    pub(crate) retry_after: Option<u32>,
    pub(crate) details: Box<ErrorDetails>,
}

/// An error
#[derive(ToSchema)]
#[allow(dead_code, reason = "the description of a response")]
pub(crate) struct Error {
    error: ErrorDetails,
}

/// What is wrong, and what to do
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub(crate) struct ErrorDetails {
    /// The status of the response
    status: u16,
    message: String,
    /// What to do next; may be empty
    help: String,
    /// The parameter that is wrong
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<String>,
    /// The first character of it that is wrong, from 0
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<String>>,
    /// The line of a rules file, from 1
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The end of what is wrong
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) findings: Option<Vec<Finding>>,
}

/// What a check of rules found
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Finding {
    /// `error`, `warning` or `note`
    severity: &'static str,
    message: String,
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<String>>,
}

impl From<&grundy_rules::Finding> for Finding {
    fn from(found: &grundy_rules::Finding) -> Self {
        let error = found.error.as_deref();
        let [line, column, end] = error.map_or([None; 3], place);
        Self {
            severity: found.severity.as_str(),
            message: without_handle(&found.message).to_owned(),
            position: found.position.clone(),
            line,
            column,
            end,
            help: error.map(|error| error.help.clone()),
            notes: error.map(|error| error.notes.clone()),
        }
    }
}

impl Failure {
    /// Creates an error with this status. `help` says what to do next, and may be empty.
    pub(crate) fn new(status: u16, message: impl Into<String>, help: impl Into<String>) -> Self {
        let (message, help) = (cut(message.into()), cut(help.into()));
        Self { status, retry_after: None, details: Box::new(ErrorDetails { message, help, ..ErrorDetails::default() }) }
    }

    /// An error in the client's input.
    pub(crate) fn input(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(400, message, help)
    }

    /// An exceeded limit.
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        let help = "ask for something smaller, or ask the program on your own machine, where limits are yours";
        Self::new(503, message, help)
    }

    /// The error of a server or a client that has too many requests under way: try again later.
    pub(crate) fn busy(status: u16, message: &str) -> Self {
        Self { retry_after: Some(2), ..Self::new(status, message, "try again in a few seconds") }
    }

    /// Names the wrong parameter.
    pub(crate) fn of_parameter(mut self, name: &str) -> Self {
        self.details.parameter = Some(name.to_owned());
        self
    }

    /// An error in the text of a parameter, with the range of the wrong characters.
    pub(crate) fn text(error: &ParseError, parameter: &str, text: &str) -> Self {
        let mut failure = Self::input(&error.message, &error.help).of_parameter(parameter);
        if let (Some(before), Some(meant)) = (text.get(..error.at.start), text.get(error.at.clone())) {
            let start = before.chars().count();
            failure.details.start = Some(start);
            failure.details.end = Some(start + meant.chars().count());
        }
        failure
    }

    /// The error for a game that cannot be opened; the request named it in `parameter`.
    pub(crate) fn open(error: &OpenError, parameter: &str, game: &str) -> Self {
        let failure = match error {
            OpenError::UnknownGame(unknown) => Self::unknown_game(unknown, parameter),
            OpenError::Text(error) if is_file_name(game.get(error.at.clone()).unwrap_or(game)) => Self::path(parameter),
            OpenError::Text(error) => Self::text(error, parameter, game),
            OpenError::MisereChangesNothing { .. } => {
                return Self::input(error.to_string(), "leave out `misere=yes`").of_parameter("misere");
            }
            OpenError::MisereSum => {
                let help = "under misère play values do not add up; leave out `misere=yes`";
                return Self::input("a sum of different games is for normal play", help).of_parameter("misere");
            }
            _ => Self::path(parameter),
        };
        failure.of_parameter(parameter)
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
        Self::new(404, format!("there is no game called `{name}`"), help).of_parameter(parameter)
    }

    /// The error for a game that is given as a path.
    pub(crate) fn path(parameter: &str) -> Self {
        let message = "a game over HTTP is a name of the catalogue, a loaded table or posted rules, never a path";
        let help = "post a rules file to `/api/rules`, or start the server with a table";
        Self::input(message, help).of_parameter(parameter)
    }

    /// The error for a position that cannot be solved.
    pub(crate) fn solve(error: &SolveError) -> Self {
        match error {
            SolveError::Rules(error) => Self::rules(error),
            SolveError::NoValue { grundy: Grundy::Unknown(Unknown::TooLarge), .. } => Self::limit(error.to_string()),
            SolveError::NoValue { .. } => Self::input(error.to_string(), "leave that summand out"),
            SolveError::NoOptionValues { .. } => Self::limit(format!("{error}; `moves=no` gives the value alone")),
            SolveError::Undecided(_) | SolveError::NoGrundy { .. } => match error.unproved() {
                Some((proved, Some(RunError::Interrupted { positions }))) => {
                    Self::limit(format!("{proved}: the time was up after {positions} positions"))
                }
                _ => Self::limit(error.to_string()),
            },
            SolveError::Run(RunError::Interrupted { positions }) => {
                let message = format!("the time was up after {positions} positions");
                Self::limit(format!("the position was not solved within the limits: {message}"))
            }
            _ => Self::limit(error.to_string()),
        }
    }

    /// The error for rules that failed, with the location.
    pub(crate) fn rules(error: &RulesError) -> Self {
        let status = match error.kind {
            RulesErrorKind::Limit(_) => 503,
            RulesErrorKind::Parameter => 400,
            _ => 422,
        };
        let mut failure = Self::new(status, without_handle(&error.message), &error.help);
        let details = &mut *failure.details;
        details.notes = Some(error.notes.clone());
        [details.line, details.column, details.end] = place(error);
        if error.kind == RulesErrorKind::Parameter { failure.of_parameter("set") } else { failure }
    }

    /// What is wrong.
    pub(crate) fn message(&self) -> &str {
        &self.details.message
    }

    /// The error as JSON.
    pub(crate) fn body(&self) -> Vec<u8> {
        let details = ErrorDetails { status: self.status, ..(*self.details).clone() };
        json!({"error": details}).to_string().into_bytes()
    }
}

/// A message about posted rules without their name: that is their handle, which the client that posted them does not know yet.
fn without_handle(message: &str) -> &str {
    let after = message.strip_prefix("rules:").and_then(|rest| rest.split_once(": "));
    after.map_or(message, |(_, message)| message)
}

/// Whether a name belongs to a game in a file.
fn is_file_name(text: &str) -> bool {
    entry(text.split(':').next().unwrap_or_default()).is_some_and(Entry::is_file)
}

/// The maximum number of characters of a message.
const MAX_MESSAGE_CHARS: usize = 600;

/// Shortens a text in the middle, because messages may quote input of any length.
fn cut(text: String) -> String {
    let count = text.chars().count();
    if count <= MAX_MESSAGE_CHARS {
        return text;
    }
    let head: String = text.chars().take(MAX_MESSAGE_CHARS / 2).collect();
    let tail: String = text.chars().skip(count - MAX_MESSAGE_CHARS / 2).collect();
    format!("{head}…{tail}")
}

/// The location of an error in the rules: its line and column, and the column of its end on that line.
fn place(error: &RulesError) -> [Option<usize>; 3] {
    let Some(place) = &error.location else { return [None; 3] };
    let (line, column) = place.line_and_column();
    let meant = place.source.get(place.at.clone()).unwrap_or_default();
    let width = meant.lines().next().unwrap_or_default().chars().count();
    [line, column, column + width.max(1)].map(Some)
}
