//! Opening games. This is the only file of the catalogue that accesses the file system.

use super::entry::Opener;
use super::spec::{GameSpec, SumSpec, parse_name};
use super::starting_at::StartingAt;
use super::{GraphGame, OpenError, OpenedGame, Sum};
use crate::game::Play;
use crate::graph;
use crate::limits::Limits;
use crate::text::{ParseError, WithText};
use crate::value::Grundy;
use std::path::Path;

/// Whether opening a game may access the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    /// The file system is not accessed. For texts that come from other machines.
    Denied,
    /// A graph file may be opened.
    Allowed,
}

/// Opens a game by its text, with access to files.
///
/// The text is a name with parameters, such as `nim`, `bash:3` or `subtraction:1,3,4`; a graph file, such as
/// `graph:PATH`; or a sum across games with their positions, such as `nim 3 5 + kayles 7`.
///
/// # Errors
/// If the text names no game, misère play would change nothing, or a graph file cannot be read.
pub fn open(text: &str, play: Play, limits: &Limits<'_>) -> Result<OpenedGame, OpenError> {
    GameSpec::parse_with(text, |path| Path::new(path).is_file())?.open(play, FileAccess::Allowed, limits)
}

impl GameSpec {
    /// Opens the game. Byte ranges in errors refer to the text that [`to_string`](ToString::to_string) returns.
    ///
    /// ```
    /// use grundy::catalog::{FileAccess, GameSpec, OpenError};
    /// use grundy::{Play, limits::Limits};
    /// let open = |text| GameSpec::parse(text)?.open(Play::Normal, FileAccess::Denied, &Limits::NONE);
    /// assert_eq!(open("kayles")?.as_dyn().name(), "kayles");
    /// assert!(matches!(open("nim 3 + graph:/etc/passwd a"), Err(OpenError::FileDenied { .. })));
    /// # Ok::<(), OpenError>(())
    /// ```
    ///
    /// # Errors
    /// If parameters or positions are wrong, misère play would change nothing, a graph file cannot be read, or the game is a file and
    /// `files` denies it. A rules file is always an error: the crate `grundy-rules` opens it.
    pub fn open(&self, play: Play, files: FileAccess, limits: &Limits<'_>) -> Result<OpenedGame, OpenError> {
        match self {
            Self::Sum(sum) if play == Play::Misere => open_misere_sum(sum, files, limits),
            Self::Sum(sum) => open_sum(sum, play, files, limits).map(|sum| OpenedGame::Sum(Box::new(sum))),
            Self::RulesFile(path) => Err(match files {
                FileAccess::Denied => OpenError::FileDenied { at: 0..path.len() },
                FileAccess::Allowed => OpenError::RulesFile { path: path.clone() },
            }),
            Self::Named { .. } | Self::GraphFile(_) => open_named(&self.to_string(), play, files, limits),
        }
    }
}

/// Opens a game of the catalogue or a graph file.
fn open_named(text: &str, play: Play, files: FileAccess, limits: &Limits<'_>) -> Result<OpenedGame, OpenError> {
    let (entry, parameters) = parse_name(text, |_| false)?;
    if play == Play::Misere && !entry.can_be_misere {
        let name = text.split(':').next().unwrap_or_default().to_owned();
        return Err(OpenError::MisereChangesNothing { name });
    }
    match (entry.open, files) {
        (Opener::Game(open), _) => open(&parameters, play).map(OpenedGame::Game),
        (Opener::GraphFile, FileAccess::Denied) => Err(OpenError::FileDenied { at: 0..text.len() }),
        (Opener::GraphFile, FileAccess::Allowed) => {
            let file = graph::read_path(parameters.text(), limits)?;
            Ok(OpenedGame::Graph(Box::new(WithText::new(GraphGame::new(text, file, play)))))
        }
    }
}

/// The games in which a position of several heaps is the sum of its heaps: each move changes one heap.
const SUMS_OF_HEAPS: [&str; 11] = [
    "bash",
    "dawsons-chess",
    "dawsons-kayles",
    "divisor",
    "grundys-game",
    "kayles",
    "nim",
    "octal",
    "officers",
    "subtraction",
    "treblecross",
];

/// Opens a sum under misère play: heaps of one game, as that game with these heaps as its start. The values of different games do not
/// add up under misère play.
fn open_misere_sum(sum: &SumSpec, files: FileAccess, limits: &Limits<'_>) -> Result<OpenedGame, OpenError> {
    let summands = sum.summands_with_places();
    let [first, others @ ..] = summands else { return Err(OpenError::MisereSum) };
    let text = first.game.to_string();
    let is_sum_of_heaps = parse_name(&text, |_| false).is_ok_and(|(entry, _)| SUMS_OF_HEAPS.contains(&entry.name));
    if !is_sum_of_heaps || others.iter().any(|summand| summand.game != first.game) {
        return Err(OpenError::MisereSum);
    }
    let opened = first.game.open(Play::Misere, files, limits).map_err(|error| error.with_offset(first.at.start))?;
    let OpenedGame::Game(game) = opened else { return Err(OpenError::MisereSum) };
    for summand in summands {
        let position = game.parse(sum.position(summand));
        position.map_err(|error| OpenError::Text(error).with_offset(summand.position))?;
    }
    let heaps: Vec<&str> = summands.iter().map(|summand| sum.position(summand)).collect();
    let start = game.parse(&heaps.join(" ")).map_err(|_| OpenError::MisereSum)?;
    Ok(OpenedGame::Game(Box::new(StartingAt::new(game, start))))
}

/// Opens the summands of a sum and parses their positions.
fn open_sum(sum: &SumSpec, play: Play, files: FileAccess, limits: &Limits<'_>) -> Result<Sum, OpenError> {
    let mut summands = Vec::new();
    for summand in sum.summands_with_places() {
        let game = summand.game.open(play, files, limits).map_err(|error| error.with_offset(summand.at.start))?;
        if let Some(why) = game.as_dyn().info().without_grundy {
            let reason = Grundy::Undefined(why);
            return Err(OpenError::Text(ParseError {
                at: summand.at.clone(),
                message: format!("`{}` cannot be a summand: {}", summand.game, reason.reason().unwrap_or_default()),
                help: "a sum takes impartial games under normal play".to_owned(),
            }));
        }
        let position = sum.position(summand);
        let at = match game.as_dyn().start() {
            Some(start) if position.is_empty() => start,
            _ => game.as_dyn().parse(position).map_err(|error| OpenError::Text(error).with_offset(summand.position))?,
        };
        summands.push((game, at));
    }
    Ok(Sum::new(sum.as_str().trim(), summands))
}
