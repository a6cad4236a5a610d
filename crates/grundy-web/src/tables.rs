//! Tables that were loaded when the server started: games whose every answer is known.
//!
//! A table of a game of the catalogue is read in the server. One of a rules file has its rules in it, and a script runs in
//! a worker alone; so that worker opens the file itself, and reads both there.

use crate::failure::Failure;
use crate::job::{Done, TableFile};
use crate::table_failure::{absent, from_table, unreadable};
use crate::worker::{chosen, explanation, position};
use grundy::Solution;
use grundy::catalog::Opened;
use grundy::solver::Solver;
use grundy::text::Key;
use grundy_table::{Table, TableSolution};
use serde_json::{Value, json};
use std::fmt;
use std::sync::OnceLock;

/// How the statistics of a table are told: an object of the shape `grundy/table/1`, or what went wrong.
pub type Statistics = fn(&Table, &Opened) -> Result<Value, String>;

/// A table with the name that requests know it by.
pub struct Loaded {
    name: String,
    table: Table,
    reader: Reader,
    told: OnceLock<Result<Vec<u8>, String>>,
}

/// Who reads a table.
enum Reader {
    /// The server, which has its game open.
    Server { game: Opened, statistics: Statistics },
    /// A worker, which opens the file.
    Worker(TableFile),
}

impl Loaded {
    /// A table called `name`: that it is of `game`, whoever opened both has seen to.
    pub fn new(name: &str, table: Table, game: Opened, statistics: Statistics) -> Self {
        Self::read_by(name, table, Reader::Server { game, statistics })
    }

    /// A table of a rules file, called `name`, at `path`. Its rules are run where rules that are posted are run.
    pub fn of_rules(name: &str, table: Table, path: &str) -> Self {
        let file = TableFile { path: path.to_owned(), identity: table.digest().to_owned() };
        Self::read_by(name, table, Reader::Worker(file))
    }

    fn read_by(name: &str, table: Table, reader: Reader) -> Self {
        Self { name: format!("table:{name}"), table, reader, told: OnceLock::new() }
    }

    /// The file, where a worker is to open it.
    pub(crate) fn file(&self) -> Option<&TableFile> {
        match &self.reader {
            Reader::Worker(file) => Some(file),
            Reader::Server { .. } => None,
        }
    }

    /// The game, where the server itself may ask it.
    fn game(&self) -> Result<&Opened, Failure> {
        match &self.reader {
            Reader::Server { game, .. } => Ok(game),
            Reader::Worker(_) => Err(Failure::limit("the rules of this table run in a worker alone")),
        }
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
        self.table.header().play == grundy::Play::Misere
    }

    /// Whether its game is a graph file, which has no name but the table's.
    pub(crate) fn is_graph(&self) -> bool {
        self.table.header().game.starts_with("graph:")
    }

    /// Its game by the name of the catalogue.
    pub(crate) fn of_game(&self) -> Option<&str> {
        Some(self.table.header().game.as_str()).filter(|_| !self.is_graph() && self.file().is_none())
    }

    /// What changes with the table: part of the tags of all its answers.
    pub(crate) fn identity(&self) -> &str {
        self.table.digest()
    }

    /// The table in a list.
    pub(crate) fn described(&self) -> Value {
        let header = self.table.header();
        json!({
            "name": self.name,
            "game": self.of_game(),
            "rules": self.file().map(|_| std::path::Path::new(&header.game).file_name().map(|name| name.to_string_lossy())),
            "play": header.play.as_str(),
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
        let game = self.game()?;
        let at = position(game, asked.filter(|text| !text.is_empty()).or(start))?;
        let stored = TableSolution::new(&self.table, game.as_dyn());
        let known = stored.get(&at).map_err(|error| unreadable(&self.name, &error))?;
        Ok(known.map(|_| at))
    }

    /// The answer for a position that the table holds; `game` is what the request called it.
    pub(crate) fn solve(&self, game: &str, at: &Key, moves: bool) -> Result<Done, Failure> {
        let opened = self.game()?;
        let stored = TableSolution::new(&self.table, opened.as_dyn());
        let solver = Solver::new(opened).with_store(&stored);
        let answer = if moves { solver } else { solver.without_moves() }.solve(at);
        let mut answer = answer.map_err(|error| from_table(&self.name, &error))?;
        game.clone_into(&mut answer.game);
        Ok(Done::always(serde_json::to_vec(&answer).map_err(|error| Failure::limit(error.to_string()))?))
    }

    /// The answer with its reason.
    pub(crate) fn explain(&self, game: &str, at: &Key) -> Result<Done, Failure> {
        let opened = self.game()?;
        let stored = TableSolution::new(&self.table, opened.as_dyn());
        let mut solver = Solver::new(opened).with_store(&stored);
        let told = explanation(opened, &mut solver, at, Some(game), &|error| from_table(&self.name, error))?;
        Ok(Done::always(told.to_string()))
    }

    /// The move of an opponent of some skill, by a seed.
    pub(crate) fn reply(&self, game: &str, at: &Key, chance: (f64, u64)) -> Result<Done, Failure> {
        let opened = self.game()?;
        let stored = TableSolution::new(&self.table, opened.as_dyn());
        let mut solver = Solver::new(opened).with_store(&stored);
        let told = chosen(opened, &mut solver, at, game, chance, &|error| from_table(&self.name, error))?;
        Ok(Done::always(told.0.to_string()))
    }

    /// Counts by value and remoteness, and the longest wins.
    pub(crate) fn statistics(&self) -> Result<Done, Failure> {
        let told = self.told.get_or_init(|| match &self.reader {
            Reader::Server { game, statistics } => {
                told(statistics(&self.table, game)?, self.of_game().unwrap_or(&self.name), &self.name)
            }
            Reader::Worker(_) => Err("a worker has the statistics of this table".to_owned()),
        });
        told.clone().map(Done::always).map_err(Failure::limit)
    }

    /// A position that is not there.
    pub(crate) fn absent(&self, asked: &str) -> Failure {
        absent(&self.name, &self.table, asked)
    }
}

/// Statistics as they are sent.
pub(crate) fn told(mut statistics: Value, game: &str, table: &str) -> Result<Vec<u8>, String> {
    statistics["game"] = json!(game);
    statistics["table"] = json!(table);
    Ok(statistics.to_string().into_bytes())
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loaded").field("name", &self.name).field("table", &self.table).finish_non_exhaustive()
    }
}
