//! Answers requests with one function, which the server and its workers share.

mod check;
mod heaps;
mod position;
mod table;
mod worker;

pub(crate) use check::Rules;
pub(crate) use heaps::HeatmapAnswer;
pub(crate) use position::{Explanation, ReplyAnswer};
pub use table::StatisticsFn;
pub(crate) use table::{StoredTable, table_error};
pub use worker::{WorkerConfig, serve_pipe};

use crate::catalogue;
use crate::failure::Failure;
use crate::pipe::Response;
use crate::request::{GameQuery, PositionQuery, Question, Request};
use grundy::catalog::{FileAccess, GameSpec, OpenError, OpenedGame};
use grundy::limits::Limits;
use grundy::solver::{SolveError, Solver};
use grundy::text::Key;
use grundy_table::openings_of;

/// An open game with its solver.
pub(crate) struct Session<'a> {
    pub(crate) game: &'a OpenedGame,
    pub(crate) solver: Solver<'a>,
    /// The table that holds the answers, if there is one.
    pub(crate) table: Option<&'a StoredTable<'a>>,
    pub(crate) limits: Limits<'a>,
    /// Whether the request is in the last queue: no other queue has larger limits.
    pub(crate) is_final_attempt: bool,
}

/// Opens a game of the catalogue, or a sum of such games. No text can name a file.
pub(crate) fn open(game: &GameQuery, limits: &Limits<'_>) -> Result<OpenedGame, OpenError> {
    GameSpec::parse(&game.game)?.open(game.play(), FileAccess::Denied, limits)
}

/// Answers a request about an open game.
pub(crate) fn answer(request: &Request, session: &mut Session<'_>) -> Result<Response, Failure> {
    let name = &request.game.game;
    match &request.question {
        Question::Game => Response::of(&catalogue::with_parameters(session.game)?),
        Question::Solve(position, _) => session.solve(name, position),
        Question::Explain(position) => session.explain(name, position),
        Question::Trace(position) => session.trace(name, position),
        Question::Moves(position) => session.moves(name, position),
        Question::Reply(position, reply) => session.reply(name, position, reply),
        Question::Sequence(sequence) => session.sequence(name, sequence.to),
        Question::Period { limit } => session.period(name, *limit),
        Question::Heatmap(heatmap) => session.heatmap(name, heatmap.size),
        Question::Stats => session.stats(),
        Question::Check => Err(Failure::input("rules are checked before they are opened", "post them to `/api/rules`")),
    }
}

impl<'a> Session<'a> {
    /// Creates a session for requests about a game that list moves or not.
    pub(crate) fn new(
        game: &'a OpenedGame,
        lists_moves: bool,
        table: Option<&'a StoredTable<'a>>,
        limits: Limits<'a>,
    ) -> Self {
        let mut solver = Solver::new(game).limits(limits);
        if let Some(openings) = openings_of(game) {
            solver = solver.with_openings(openings);
        }
        if let Some(table) = table {
            solver = solver.with_store(table.store());
        }
        if !lists_moves {
            solver = solver.without_moves();
        }
        Self { game, solver, table, limits, is_final_attempt: true }
    }

    /// The position of a request, or else the start of the table, if the request names it, or of the game. If there is a table, it must
    /// hold the position.
    pub(crate) fn at(&self, query: &PositionQuery) -> Result<Key, Failure> {
        let text = query.position.as_deref().filter(|text| !text.is_empty());
        let Some(table) = self.table else { return parse_position(self.game, text) };
        let text = text.or(table.default_position());
        let at = parse_position(self.game, text)?;
        if table.holds(&at)? {
            return Ok(at);
        }
        let text = text.map_or_else(|| self.game.as_dyn().to_text(&at), |text| Ok(text.to_owned()));
        Err(table.not_found(&text.map_err(|error| Failure::rules(&error))?))
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
    let Some(text) = text else {
        let (message, help) =
            ("this game has no start, so it needs a position", "write `position=…`; `/api/games` says how");
        return game.start().ok_or_else(|| Failure::input(message, help).of_parameter("position"));
    };
    game.parse(text).map_err(|error| Failure::text(&error, "position", text))
}
