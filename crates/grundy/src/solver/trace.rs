//! A trace of retrograde analysis on a small game, in text: the positions, the rounds, and the draws left over.

use crate::catalog::OpenedGame;
use crate::graph::{Graph, GraphBuilder, Vertex};
use crate::limits::{Limits, RunError};
use crate::solve::{self, Trace};
use crate::text::{Key, RulesError, TextGame};
use crate::value::{Outcome, Remoteness};
use rustc_hash::FxHashMap;
use std::fmt;

/// The most positions of a trace, which people read.
pub const MAX_TRACED_POSITIONS: usize = 200;
/// The most moves of a trace.
pub const MAX_TRACED_MOVES: usize = 2_000;

/// A small game as a graph, with the rounds of retrograde analysis.
#[derive(Clone, Debug)]
pub struct TracedGame {
    /// The texts of the positions; the index is the number of the vertex.
    pub positions: Vec<String>,
    /// The positions and moves.
    pub graph: Graph,
    /// The rounds.
    pub trace: Trace,
}

/// Why a game cannot be traced.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TraceError {
    /// More than [`MAX_TRACED_POSITIONS`] positions or [`MAX_TRACED_MOVES`] moves can be reached.
    TooLarge,
    /// No position was given, and the game is not a graph, all of whose vertices are traced.
    NoPosition,
    /// The rules failed.
    Rules(Box<RulesError>),
    /// The run ended.
    Run(RunError),
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(
                f,
                "a trace has at most {MAX_TRACED_POSITIONS} positions and {MAX_TRACED_MOVES} moves, and there are more"
            ),
            Self::NoPosition => f.write_str("a trace of this game needs a position"),
            Self::Rules(error) => error.fmt(f),
            Self::Run(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TraceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Rules(error) => Some(error),
            Self::Run(error) => Some(error),
            Self::TooLarge | Self::NoPosition => None,
        }
    }
}

impl From<RulesError> for TraceError {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}

impl TracedGame {
    /// Returns the outcome and the remoteness of each position. A position that no round decided is a draw.
    pub fn verdicts(&self) -> Vec<(Outcome, Option<Remoteness>)> {
        let mut verdicts = vec![(Outcome::Draw, None); self.positions.len()];
        for (round, steps) in (0..).zip(self.trace.rounds.iter().map(|round| &round.steps)) {
            for step in steps {
                if let Some(outcome) = step.decided {
                    let remoteness = (outcome != Outcome::Draw).then_some(Remoteness(round));
                    verdicts[step.at.index()] = (outcome, remoteness);
                }
            }
        }
        verdicts
    }
}

/// Traces retrograde analysis on the positions that can be reached from `from`; without it, on all vertices of a graph.
///
/// ```
/// use grundy::{solver::trace, catalog, limits::Limits, Play};
/// let game = catalog::open("bash:2", Play::Normal, &Limits::NONE)?;
/// let traced = trace(&game, Some(&game.as_dyn().parse("4")?), &Limits::NONE)?;
/// assert_eq!(traced.positions, ["4", "3", "2", "1", "0"]);
/// let queue = |round: usize| traced.trace.rounds[round].queue.iter().map(|v| &traced.positions[v.index()][..]);
/// assert!(queue(1).eq(["0"]) && queue(2).eq(["2", "1"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there are too many positions or moves, no position is given and the game is not a graph, or the rules fail.
pub fn trace(game: &OpenedGame, from: Option<&Key>, limits: &Limits<'_>) -> Result<TracedGame, TraceError> {
    let (positions, graph) = match (from, game) {
        (Some(from), _) => explored(game, from, limits)?,
        (None, OpenedGame::Graph(file)) => {
            let graph = file.game().graph();
            if graph.vertices() > MAX_TRACED_POSITIONS || graph.edges() > MAX_TRACED_MOVES {
                return Err(TraceError::TooLarge);
            }
            (graph.all().map(|v| file.game().to_text(&vec![v])).collect(), graph.clone())
        }
        (None, _) => return Err(TraceError::NoPosition),
    };
    let trace = solve::trace(&graph);
    Ok(TracedGame { positions, graph, trace })
}

/// The positions that can be reached, in order of their distance, and their graph.
fn explored(game: &OpenedGame, from: &Key, limits: &Limits<'_>) -> Result<(Vec<String>, Graph), TraceError> {
    let dyn_game = game.as_dyn();
    let mut builder = GraphBuilder::default();
    let mut numbers = FxHashMap::from_iter([(from.clone(), builder.vertex())]);
    let mut positions = vec![from.clone()];
    let mut players = Vec::new();
    let mut next = 0;
    while next < positions.len() {
        limits.check(0, 0).map_err(TraceError::Run)?;
        let (v, at) = (Vertex(next as u32), positions[next].clone());
        let list = dyn_game.moves(&at, MAX_TRACED_MOVES)?;
        if list.total > MAX_TRACED_MOVES.into() {
            return Err(TraceError::TooLarge);
        }
        if list.moves.is_empty() {
            builder.terminal(v, dyn_game.terminal(&at)?);
        }
        players.extend(list.player.map(|player| (v, player)));
        for m in list.moves {
            let to = *numbers.entry(m.option.clone()).or_insert_with(|| {
                positions.push(m.option);
                builder.vertex()
            });
            builder.edge(v, to);
        }
        if positions.len() > MAX_TRACED_POSITIONS || builder.edges() > MAX_TRACED_MOVES {
            return Err(TraceError::TooLarge);
        }
        next += 1;
    }
    let texts = positions.iter().map(|at| dyn_game.to_text(at)).collect::<Result<_, _>>()?;
    if players.len() == positions.len() {
        players.into_iter().for_each(|(v, player)| builder.player(v, player));
    }
    let graph =
        builder.build(dyn_game.play()).expect("edges between known vertices, and outcomes of vertices without moves");
    Ok((texts, graph))
}
