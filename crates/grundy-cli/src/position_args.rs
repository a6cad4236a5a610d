//! The arguments that name a game and a position.

use crate::bounds;
use crate::fail::Failure;
use crate::rules::{self, Settings};
use crate::suggested::Suggested;
use grundy::Play;
use grundy::catalog::{GameSpec, OpenedGame};
use grundy::limits::Limits;
use grundy::text::{CountUnit, Key};

/// A game and a position of it, as they are typed.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The game: `nim`, `bash:3`, `subtraction:1,3,4`, `graph:PATH`, `PATH.star`, …; `grundy games` lists all
    #[arg(value_parser = Suggested::game(), hide_possible_values = true)]
    pub(crate) game: String,
    /// The position, as in `14 21 39`; by default the game's start, if it has one
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    pub(crate) position: Vec<String>,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    pub(crate) misere: bool,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

impl PositionArgs {
    /// Normal play, unless the user chose misère play.
    pub(crate) fn play(&self) -> Play {
        if self.misere { Play::Misere } else { Play::Normal }
    }

    /// Opens the game.
    pub(crate) fn open(&self, limits: &Limits<'_>) -> Result<OpenedGame, Failure> {
        rules::open(&self.game, &self.settings, self.play(), limits)
    }

    /// Parses the position, or returns the start of the game if none was given.
    pub(crate) fn position(&self, game: &OpenedGame) -> Result<Key, Failure> {
        let dyn_game = game.as_dyn();
        let text = self.position.join(" ");
        match dyn_game.start() {
            Some(start) if self.position.is_empty() => Ok(start),
            None if self.position.is_empty() && matches!(game, OpenedGame::Graph(_)) => {
                let vertex =
                    dyn_game.opening().and_then(|at| dyn_game.to_text(&at).ok()).unwrap_or_else(|| "VERTEX".to_owned());
                Err(Failure::input(
                    format!("`{}` has no start, so it needs a position", self.game),
                    format!("name a vertex, as in `{} {vertex}`, or add the line `> {vertex}` to the file", self.game),
                ))
            }
            None if self.position.is_empty() => {
                let plain = self.game.split(':').next().unwrap_or_default();
                Err(Failure::input(
                    format!("`{}` has no start, so it needs a position", self.game),
                    format!("write it after the game; `grundy games {plain}` says how"),
                ))
            }
            _ => dyn_game.parse(&text).map_err(|mut error| {
                let is_sum = dyn_game.info().count_unit == CountUnit::Components;
                if let Some(sum) = GameSpec::sum_with_spaces(&text).filter(|_| !is_sum) {
                    error.help = format!("a sum is one argument, in quotation marks: \"{} {sum}\"", self.game);
                }
                if let Some(size) = size_with_space() {
                    error.help = format!("write `--memory {size}` without a space");
                }
                Failure::text(error, &text)
            }),
        }
    }

    /// Says of a failure of the rules that it is at the position that the user gave, if it is.
    pub(crate) fn at_given_position(&self, game: &OpenedGame, at: &Key, failure: Failure) -> Failure {
        let mut error = match failure {
            Failure::Rules(error) if !self.position.is_empty() => error,
            other => return other,
        };
        let dyn_game = game.as_dyn();
        let is_here =
            dyn_game.to_text(at).is_ok_and(|text| error.notes.first() == Some(&format!("at position {text}")));
        if let Some(start) = dyn_game.start().and_then(|start| dyn_game.to_text(&start).ok())
            && is_here
            && !error.is_limit()
        {
            error.message = format!("the rules fail at the position that you gave: {}", error.message);
            error.notes.push(format!("the start is written `{start}`"));
        }
        Failure::Rules(error)
    }
}

/// The size without its space, if the user wrote one as `--memory 1 GB`.
fn size_with_space() -> Option<String> {
    let arguments: Vec<String> = std::env::args_os().filter_map(|argument| argument.into_string().ok()).collect();
    arguments.windows(3).find_map(|three| {
        let size = format!("{}{}", three[1], three[2]);
        let is_unit = three[2].starts_with(|c: char| c.is_ascii_alphabetic()) && bounds::size(&size).is_ok();
        (three[0] == "--memory" && bounds::size(&three[1]).is_ok() && is_unit).then_some(size)
    })
}

/// Opens a game by its text.
pub(crate) fn open(game: &str, play: Play, limits: &Limits<'_>) -> Result<OpenedGame, Failure> {
    rules::open(game, &Settings::NONE, play, limits)
}
