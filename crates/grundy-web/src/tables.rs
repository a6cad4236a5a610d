//! Tables that were loaded when the server started: games whose every answer is known.

use crate::failure::Failure;
use crate::job::Done;
use crate::worker::{chosen, explanation, position};
use grundy::Solution;
use grundy::any::Key;
use grundy::ask::Desk;
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy_table::{Stored, Table};
use serde_json::{Value, json};
use std::fmt;
use std::sync::OnceLock;

/// What says how the statistics of a table are told: an object of the shape `grundy/table/1`, or what went wrong.
pub type Statistics = Box<dyn Fn(&Table, &Opened) -> Result<Value, String> + Send + Sync>;

/// A table with the game that it is of, and the name that requests know it by.
pub struct Loaded {
    name: String,
    table: Table,
    game: Opened,
    statistics: Statistics,
    told: OnceLock<Result<Vec<u8>, String>>,
}

impl Loaded {
    /// A table called `name`: that it is of `game`, whoever opened both has seen to.
    pub fn new(name: &str, table: Table, game: Opened, statistics: Statistics) -> Self {
        Self { name: format!("table:{name}"), table, game, statistics, told: OnceLock::new() }
    }

    /// What requests call it, as `table:NAME`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it answers for a game of the catalogue that is asked for by its text.
    pub(crate) fn is_of(&self, game: &str, misere: bool) -> bool {
        let header = self.table.header();
        header.game == game && self.is_misere() == misere && !self.is_graph()
    }

    /// Whether its game is under misère play.
    pub(crate) fn is_misere(&self) -> bool {
        self.table.header().play == grundy::Play::Misere.word()
    }

    /// Whether its game is a graph file, which has no name but the table's.
    pub(crate) fn is_graph(&self) -> bool {
        self.table.header().game.starts_with("graph:")
    }

    /// Its game by the name of the catalogue.
    pub(crate) fn of_game(&self) -> Option<&str> {
        Some(self.table.header().game.as_str()).filter(|_| !self.is_graph())
    }

    /// What changes with the table: part of the tags of all its answers.
    pub(crate) fn identity(&self) -> String {
        let header = self.table.header();
        format!("{} {} {} {}", header.game, header.rules, self.table.bytes(), self.table.counts().stored)
    }

    /// The table in a list.
    pub(crate) fn described(&self) -> Value {
        let header = self.table.header();
        json!({
            "name": self.name,
            "game": self.of_game(),
            "play": header.play,
            "start": header.start,
            "positions": self.table.counts().positions.total(),
            "stored": self.table.counts().stored,
        })
    }

    /// The position that a request means, if the table holds it.
    ///
    /// # Errors
    /// If it is none of the game, or the table is damaged.
    pub(crate) fn find(&self, asked: Option<&str>) -> Result<Option<Key>, Failure> {
        let start = self.table.header().start.as_deref();
        let at = position(&self.game, asked.filter(|text| !text.is_empty()).or(start))?;
        let stored = Stored::new(&self.table, self.game.any());
        let known = stored.facts(&at).is_some();
        self.believe(&stored)?;
        Ok(known.then_some(at))
    }

    /// The answer for a position that the table holds; `game` is what the request called it.
    pub(crate) fn solve(&self, game: &str, at: &Key, moves: bool) -> Result<Done, Failure> {
        let stored = Stored::new(&self.table, self.game.any());
        let desk = Desk::new(&self.game, Limits::NONE).with_store(&stored);
        let answer = if moves { desk } else { desk.without_moves() }.ask(at);
        self.believe(&stored)?;
        let mut answer = answer.map_err(|error| Failure::ask(&error))?;
        game.clone_into(&mut answer.game);
        Ok(Done::always(serde_json::to_vec(&answer).map_err(|error| Failure::limit(error.to_string()))?))
    }

    /// The answer with its reason.
    pub(crate) fn explain(&self, game: &str, at: &Key) -> Result<Done, Failure> {
        let stored = Stored::new(&self.table, self.game.any());
        let mut desk = Desk::new(&self.game, Limits::NONE).with_store(&stored);
        let told = explanation(&self.game, &mut desk, at, Some(game));
        self.believe(&stored)?;
        Ok(Done::always(told?.to_string()))
    }

    /// The move of an opponent of some skill, by a seed.
    pub(crate) fn reply(&self, game: &str, at: &Key, chance: (f64, u64)) -> Result<Done, Failure> {
        let stored = Stored::new(&self.table, self.game.any());
        let mut desk = Desk::new(&self.game, Limits::NONE).with_store(&stored);
        let told = chosen(&self.game, &mut desk, at, game, chance);
        self.believe(&stored)?;
        Ok(Done::always(told?.0.to_string()))
    }

    /// Counts by value and remoteness, and the longest wins.
    pub(crate) fn statistics(&self) -> Result<Done, Failure> {
        let told = self.told.get_or_init(|| {
            let mut told = (self.statistics)(&self.table, &self.game)?;
            told["game"] = json!(self.of_game().unwrap_or(&self.name));
            told["table"] = json!(self.name);
            Ok(told.to_string().into_bytes())
        });
        told.clone().map(Done::always).map_err(Failure::limit)
    }

    /// A table that is damaged answers nothing.
    fn believe(&self, stored: &Stored<'_>) -> Result<(), Failure> {
        match stored.trouble() {
            None => Ok(()),
            Some(error) => Err(Failure::new(
                503,
                format!("{}: {error}", self.name),
                "whoever runs the server can restore the table from a copy, or build it again",
            )),
        }
    }

    /// A position that is not there.
    pub(crate) fn absent(&self, asked: &str) -> Failure {
        let help = match &self.table.header().start {
            Some(start) => format!("it holds what can be reached from {start}"),
            None => "ask for another position".to_owned(),
        };
        Failure::new(404, format!("`{asked}` is not in {}", self.name), help).with("parameter", json!("position"))
    }
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loaded").field("name", &self.name).field("table", &self.table).finish_non_exhaustive()
    }
}
