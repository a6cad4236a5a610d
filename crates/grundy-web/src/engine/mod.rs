//! Answers requests with one function, which the server and its workers share.

mod check;
mod clock;
mod heaps;
mod heatmap;
mod position;
mod table;
mod worker;

pub(crate) use check::{Rules, check};
pub(crate) use heaps::{PeriodAnswer, SequenceAnswer};
pub(crate) use heatmap::HeatmapAnswer;
pub(crate) use position::{Explanation, ReplyAnswer};
pub use table::Statistics;
pub(crate) use table::{StoredTable, table_error};
pub use worker::{WorkerProcess, serve_pipe};

use crate::catalogue;
use crate::failure::Failure;
use crate::pipe::Response;
use crate::request::{OpenKey, PositionQuery, Request};
use grundy::Play;
use grundy::catalog::{FileAccess, GameSpec, OpenError, OpenedGame};
use grundy::limits::Limits;
use grundy::solver::{SolveError, Solver};
use grundy::text::Key;
use serde_json::json;

/// An open game with its solver.
pub(crate) struct Session<'a> {
    pub(crate) game: &'a OpenedGame,
    pub(crate) solver: Solver<'a>,
    /// The table that holds the answers, if there is one.
    pub(crate) table: Option<&'a StoredTable<'a>>,
    pub(crate) statistics: Option<Statistics>,
    pub(crate) limits: Limits<'a>,
    /// Whether the request is in the last queue: no other queue has larger limits.
    pub(crate) is_final_attempt: bool,
}

/// Opens a game of the catalogue, or a sum of such games. No text can name a file.
pub(crate) fn open(text: &str, is_misere: bool, limits: &Limits<'_>) -> Result<OpenedGame, OpenError> {
    let play = if is_misere { Play::Misere } else { Play::Normal };
    GameSpec::parse(text)?.open(play, FileAccess::Denied, limits)
}

/// Answers a request about an open game.
pub(crate) fn answer(request: &Request, session: &mut Session<'_>) -> Result<Response, Failure> {
    match request {
        Request::Game(_) => Response::of(&catalogue::with_parameters(session.game)?),
        Request::Solve(game, position, _) => session.solve(&game.game, position),
        Request::Explain(game, position) => session.explain(&game.game, position),
        Request::Reply(game, position, reply) => session.reply(&game.game, position, reply),
        Request::Sequence(game, sequence) => session.sequence(&game.game, sequence.to),
        Request::Period(period) => session.period(&period.game, period.limit),
        Request::Heatmap(game, heatmap) => session.heatmap(&game.game, heatmap.size),
        Request::Stats(_) => session.stats(),
        Request::Check(_) => {
            Err(Failure::input("rules are checked before they are opened", "post them to `/api/rules`"))
        }
    }
}

impl<'a> Session<'a> {
    /// Creates a session for a game.
    pub(crate) fn new(
        game: &'a OpenedGame,
        key: &OpenKey,
        table: Option<&'a StoredTable<'a>>,
        limits: Limits<'a>,
    ) -> Self {
        let mut solver = Solver::new(game).limits(limits);
        if let Some(table) = table {
            solver = solver.with_store(table.store());
        }
        if !key.lists_moves {
            solver = solver.without_moves();
        }
        Self { game, solver, table, statistics: None, limits, is_final_attempt: true }
    }

    /// The position of a request, or else the start of the table or of the game. If there is a table, it must hold the position.
    fn at(&self, query: &PositionQuery) -> Result<Key, Failure> {
        let text = query.position.as_deref().filter(|text| !text.is_empty());
        match self.table {
            None => parse_position(self.game, text),
            Some(table) => {
                let text = text.or(table.start());
                let at = parse_position(self.game, text)?;
                if table.holds(&at)? { Ok(at) } else { Err(table.not_found(text.unwrap_or_default())) }
            }
        }
    }

    /// Whether theory alone answers a request about a position, without expanding any.
    pub(crate) fn is_theory_sufficient(&self, request: &Request) -> Result<bool, Failure> {
        let Request::Solve(_, position, _) = request else { return Ok(false) };
        let at = self.at(position)?;
        Ok(self.game.as_dyn().theory().is_some_and(|theory| theory.claim(&at).is_ok()))
    }

    /// The error for a position that cannot be solved.
    fn failure(&self, error: &SolveError) -> Failure {
        match (self.table, error) {
            (Some(table), SolveError::Store(error)) => table.store_error(error),
            _ => Failure::solve(error),
        }
    }
}

/// Parses a position; without a text, returns the start of the game.
fn parse_position(game: &OpenedGame, text: Option<&str>) -> Result<Key, Failure> {
    let game = game.as_dyn();
    match (text, game.start()) {
        (None, Some(start)) => Ok(start),
        (None, None) => Err(Failure::input(
            "this game has no start, so it needs a position",
            "write `position=…`; `/api/games` says how",
        )
        .with("parameter", json!("position"))),
        (Some(text), _) => game.parse(text).map_err(|error| Failure::text(&error, "position", text)),
    }
}
