//! Requests: one type that is the query of a request, the message to a worker, the key of the cache, and the parameters of the OpenAPI
//! document.

use grundy::Play;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The maximum number of heaps of a sequence.
pub(crate) const MAX_HEAPS: u64 = 10_000;
/// The maximum number of heaps in which a period is searched.
pub(crate) const MAX_SEARCHED: u64 = 1_000_000_000;
/// The largest side of a heat map.
pub(crate) const MAX_SIDE: u64 = grundy::solver::MAX_HEATMAP_HEAP;

/// A request of a client: a question about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) game: GameQuery,
    pub(crate) question: Question,
}

/// What a request asks about its game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Question {
    /// The entry of the catalogue, with the parameters of the game.
    Game,
    /// The value of a position, with its moves.
    Solve(PositionQuery, MovesQuery),
    /// The value of a position, with the reason for it.
    Explain(PositionQuery),
    /// The rounds of retrograde analysis on the positions that can be reached.
    Trace(PositionQuery),
    /// The moves of a position, without its value.
    Moves(PositionQuery),
    /// The move of an opponent.
    Reply(PositionQuery, ReplyQuery),
    /// The values of single heaps.
    Sequence(SequenceQuery),
    /// The period of a heap game.
    Period { limit: u64 },
    /// The values of two heaps.
    Heatmap(HeatmapQuery),
    /// Statistics of a loaded table.
    Stats,
    /// A check of posted rules.
    Check,
}

/// The name of a game.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NameQuery {
    /// A game, with its parameters if it has any, as `bash:5`; leave it out for the whole catalogue
    #[param(example = "bash:5", max_length = 4096)]
    pub(crate) name: Option<String>,
}

/// A game, the kind of play, and the parameters of a rules file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GameQuery {
    /// A game of the catalogue, a sum, `table:NAME` or `rules:HASH`; never a path
    #[param(example = "nim", max_length = 4096)]
    pub(crate) game: String,
    /// Misère play: who cannot move wins
    #[param(example = "no", value_type = Option<YesNo>)]
    pub(crate) misere: bool,
    /// Parameters of posted rules, each as `NAME=VALUE`
    #[param(max_items = 32, value_type = Option<Vec<String>>)]
    pub(crate) set: Vec<String>,
}

/// A game of this name, under normal play.
impl From<String> for GameQuery {
    fn from(game: String) -> Self {
        Self { game, ..Self::default() }
    }
}

impl GameQuery {
    pub(crate) fn play(&self) -> Play {
        if self.misere { Play::Misere } else { Play::Normal }
    }
}

/// Yes or no.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code, reason = "the schema of a parameter")]
pub(crate) enum YesNo {
    Yes,
    No,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PositionQuery {
    /// The position as text; without one, the game's start
    #[param(example = "3 4 5")]
    pub(crate) position: Option<String>,
}

/// Whether moves are listed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MovesQuery {
    /// Whether the moves are listed, or the value alone
    #[param(example = "yes", value_type = Option<YesNo>)]
    pub(crate) moves: bool,
}

/// The skill of an opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReplyQuery {
    /// The chance of a best move: 1 (the default) for an opponent who never errs
    #[param(example = 1.0, minimum = 0.0, maximum = 1.0, value_type = Option<f64>)]
    pub(crate) skill: f64,
    /// The same seed chooses the same move
    #[param(example = 0, value_type = Option<u64>)]
    pub(crate) seed: u64,
}

/// The end of a sequence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SequenceQuery {
    /// The last heap
    #[param(example = 20, minimum = 0, maximum = 10000)]
    pub(crate) to: u64,
}

/// A heap game, and how far its period is looked for.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PeriodQuery {
    /// A heap game of the catalogue
    #[param(example = "kayles", max_length = 4096)]
    pub(crate) game: String,
    /// The most heaps to look at; 0 (the default) for as many as are worth it
    #[param(example = 1000, minimum = 0, maximum = 1000000000, value_type = Option<u64>)]
    pub(crate) limit: u64,
}

/// The size of a heat map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HeatmapQuery {
    /// The largest heap
    #[param(example = 8, minimum = 0, maximum = 1000)]
    pub(crate) size: u64,
}

/// The name of a loaded table.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TableQuery {
    /// The table, as `table:NAME` or `NAME`
    #[param(example = "table:dao")]
    pub(crate) table: String,
}

/// Parameters of posted rules.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SettingsQuery {
    /// Parameters of the rules, each as `NAME=VALUE`
    #[param(max_items = 32, value_type = Option<Vec<String>>)]
    pub(crate) set: Vec<String>,
}

/// The game that a worker opens for a request. One solver answers consecutive requests with equal keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OpenKey {
    pub(crate) game: GameQuery,
    pub(crate) lists_moves: bool,
}

impl Request {
    /// The game to open for this request.
    pub(crate) fn open_key(&self) -> OpenKey {
        let is_alone = matches!(self.question, Question::Solve(_, MovesQuery { moves: false }));
        OpenKey { game: self.game.clone(), lists_moves: self.position().is_some() && !is_alone }
    }

    /// The position that the request is about; `None` for a question about a whole game.
    pub(crate) fn position(&self) -> Option<&PositionQuery> {
        match &self.question {
            Question::Solve(position, _)
            | Question::Explain(position)
            | Question::Trace(position)
            | Question::Moves(position)
            | Question::Reply(position, _) => Some(position),
            _ => None,
        }
    }

    /// The key of the answer to this request in the cache.
    pub(crate) fn cache_key(&self) -> String {
        // Serialization cannot fail: a request consists of texts and numbers.
        serde_json::to_string(self).unwrap_or_default()
    }
}
