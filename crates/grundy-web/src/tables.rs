//! Tables that are loaded when the server starts.
//!
//! The server itself reads a table that has every position of a game of the catalogue. A table of a rules file contains its rules, and scripts
//! run only in workers; a table of openings has some positions, and the others are searched for, which takes time and memory: so a worker
//! opens such a table, and answers from it.

use crate::engine::{Session, StatisticsFn, StoredTable, answer, table_error};
use crate::failure::Failure;
use crate::pipe::Response;
use crate::request::{Question, Request};
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy_table::Table;
use serde::Serialize;
use std::sync::OnceLock;
use utoipa::ToSchema;

/// A table with its name in requests.
#[derive(Debug)]
pub struct LoadedTable {
    name: String,
    table: Table,
    reader: Reader,
    statistics: OnceLock<Response>,
}

/// The process that reads a table.
#[derive(Debug)]
enum Reader {
    /// The server, which has opened the game.
    Server { game: OpenedGame, statistics: StatisticsFn },
    /// A worker, which opens the file at this path.
    Worker { path: String },
}

/// A table in the list of games
#[derive(Serialize, ToSchema)]
pub(crate) struct TableEntry<'a> {
    name: &'a str,
    /// The game of the catalogue that the table answers for
    #[schema(required)]
    game: Option<&'a str>,
    /// The file that the rules were in, of a table of a rules file
    #[schema(required)]
    rules: Option<String>,
    play: &'static str,
    #[schema(required)]
    start: Option<&'a str>,
    positions: u64,
    stored: u64,
}

impl LoadedTable {
    /// Creates a table called `name` that the server reads. The caller must ensure that it belongs to `game`.
    pub fn new(name: &str, table: Table, game: OpenedGame, statistics: StatisticsFn) -> Self {
        Self::read_by(name, table, Reader::Server { game, statistics })
    }

    /// Creates a table called `name`, at `path`, which a worker opens. A table of a rules file or of openings must be one.
    pub fn read_by_worker(name: &str, table: Table, path: &str) -> Self {
        Self::read_by(name, table, Reader::Worker { path: path.to_owned() })
    }

    fn read_by(name: &str, table: Table, reader: Reader) -> Self {
        Self { name: format!("table:{name}"), table, reader, statistics: OnceLock::new() }
    }

    /// The path of the file, if a worker opens it.
    pub(crate) fn worker_path(&self) -> Option<&str> {
        match &self.reader {
            Reader::Worker { path } => Some(path),
            Reader::Server { .. } => None,
        }
    }

    /// Returns its name in requests, as in `table:NAME`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the table answers for this game of the catalogue.
    pub(crate) fn is_of(&self, game: &str, is_misere: bool) -> bool {
        self.catalogue_name() == Some(game) && self.is_misere() == is_misere
    }

    pub(crate) fn is_misere(&self) -> bool {
        self.table.header().play == grundy::Play::Misere
    }

    /// The name of its game in the catalogue. `None` for a graph or a rules file: requests name the table itself.
    pub(crate) fn catalogue_name(&self) -> Option<&str> {
        let game = self.table.header().game.as_str();
        Some(game).filter(|game| !game.starts_with("graph:") && !self.has_rules_file())
    }

    /// Whether it is the table of a rules file, whose rules a worker runs.
    pub(crate) fn has_rules_file(&self) -> bool {
        self.table.has_rules_file()
    }

    /// The digest of the table, which identifies it.
    pub(crate) fn digest(&self) -> &str {
        self.table.digest()
    }

    /// The entry of the table in the list of games.
    pub(crate) fn entry(&self) -> TableEntry<'_> {
        let header = self.table.header();
        let file = std::path::Path::new(&header.game).file_name();
        TableEntry {
            name: &self.name,
            game: self.catalogue_name(),
            rules: file.filter(|_| self.has_rules_file()).map(|name| name.to_string_lossy().into_owned()),
            play: header.play.as_str(),
            start: header.start.as_deref(),
            positions: self.table.counts().positions.total(),
            stored: self.table.counts().stored,
        }
    }

    /// Answers a request from the table, in this process. A failure with status 404 means that the table does not hold the position.
    pub(crate) fn answer(&self, request: &Request) -> Result<Response, Failure> {
        let Reader::Server { game, statistics } = &self.reader else {
            return Err(table_error(&self.name));
        };
        let stored = StoredTable::new(&self.name, &request.game.game, &self.table, game, *statistics);
        let mut session = Session::new(game, request.open_key().lists_moves, Some(&stored), Limits::NONE);
        if request.question == Question::Stats {
            if let Some(response) = self.statistics.get() {
                return Ok(response.clone());
            }
            // A table that could not be read may be readable the next time.
            return answer(request, &mut session).inspect(|response| {
                let _ = self.statistics.set(response.clone());
            });
        }
        answer(request, &mut session)
    }
}
