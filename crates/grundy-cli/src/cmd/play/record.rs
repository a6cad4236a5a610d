//! The record of a game as JSON, with the schema `grundy/play/1`.

use crate::atomic_file;
use crate::fail::Failure;
use grundy::Outcome;
use grundy::play::{GameRecord, Side};
use grundy::text::DynGame;
use serde_json::json;

/// The fields of a record other than its moves.
pub(super) struct Record<'a> {
    pub(super) path: &'a str,
    /// The game as the user named it.
    pub(super) game: &'a str,
    pub(super) me: Side,
    pub(super) skill: f64,
    pub(super) seed: u64,
}

impl Record<'_> {
    /// Writes the game so far; `result` is the outcome for the person, if the game is over.
    pub(super) fn write(
        &self,
        game: &dyn DynGame,
        game_record: &GameRecord,
        result: Option<Outcome>,
    ) -> Result<(), Failure> {
        let who = |side: Side| if side == self.me { "you" } else { "computer" };
        let mut moves = Vec::new();
        for played in game_record.moves() {
            moves.push(json!({
                "by": who(played.by),
                "position": game.to_text(&played.at)?,
                "move": played.text,
                "value_before": played.before.as_ref().map(|value| value.outcome.as_str()),
                "value": played.outcome.map(Outcome::as_str),
                "best": played.is_best,
            }));
        }
        let object = json!({
            "schema": "grundy/play/1",
            "game": self.game,
            "play": game.play().as_str(),
            "start": game.to_text(game_record.start())?,
            "first": who(Side::First),
            "skill": self.skill,
            "seed": self.seed,
            "moves": moves,
            "position": game.to_text(game_record.position())?,
            "result": result.map(Outcome::as_str),
        });
        atomic_file::write(self.path, format!("{object}\n").as_bytes())
            .map_err(|error| Failure::unwritable(self.path, &error, "name a file that can be written"))
    }
}
