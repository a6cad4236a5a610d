//! A game solved whole: every position that can be reached, counted by value.

use crate::answer::Facts;
use crate::any::{Erased, Key};
use crate::catalog::Opened;
use crate::graph::{Explored, Graph, Vertex, explore};
use crate::limits::{LimitHit, Limits};
use crate::solve::{Solved, solve};
use crate::value::{Outcome, Remoteness};

/// What is known of a game that was solved whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Number of positions.
    pub positions: u64,
    /// Number of moves of all positions together; moves to the same position are one.
    pub moves: u64,
    /// Number of positions won for the player to move.
    pub wins: u64,
    /// Number of positions lost for the player to move.
    pub losses: u64,
    /// Number of drawn positions.
    pub draws: u64,
    /// The largest remoteness of a position that is won or lost; `None` if all are drawn.
    pub max_remoteness: Option<Remoteness>,
    /// The position that it was built from, with what is known of it; none for all vertices of a graph.
    pub start: Option<(Key, Facts)>,
}

/// Solves every position that can be reached from `start`; of a graph given as a file, without a start, every vertex.
///
/// ```
/// use grundy::{Play, ask::build, catalog, limits::Limits};
/// let game = catalog::open("tictactoe", Play::Normal, &Limits::NONE).unwrap();
/// let built = build(&game, game.any().start().as_ref(), &Limits::NONE).unwrap();
/// assert_eq!((built.positions, built.wins, built.losses, built.draws), (5478, 2836, 1574, 1068));
/// ```
///
/// # Errors
/// If a limit is hit.
///
/// # Panics
/// If there is no start and the game is no graph.
pub fn build(game: &Opened, start: Option<&Key>, limits: &Limits<'_>) -> Result<Built, LimitHit> {
    match (start, game) {
        (Some(start), _) => {
            let explored: Explored<Key> = explore(&Erased::every(game.any()), [start.clone()], limits)?;
            let solved = solve(&explored.graph, limits)?;
            let root = explored.vertex(start).expect("the root is reached");
            let facts = Facts::solved(solved.verdict(root), solved.grundy(root));
            Ok(count(&explored.graph, &solved, Some((start.clone(), facts))))
        }
        (None, Opened::Drawn(chips)) => Ok(count(chips.graph(), &solve(chips.graph(), limits)?, None)),
        (None, _) => panic!("a game that is no graph is built from a position"),
    }
}

fn count(graph: &Graph, solved: &Solved, start: Option<(Key, Facts)>) -> Built {
    let mut counts = [0; 3];
    let mut deepest = None;
    for v in (0..graph.vertices() as u32).map(Vertex) {
        let verdict = solved.verdict(v);
        counts[match verdict.outcome() {
            Outcome::Win => 0,
            Outcome::Loss => 1,
            Outcome::Draw => 2,
        }] += 1;
        deepest = deepest.max(verdict.remoteness());
    }
    let [wins, losses, draws] = counts;
    let (positions, moves) = (graph.vertices() as u64, graph.edges() as u64);
    Built { positions, moves, wins, losses, draws, max_remoteness: deepest, start }
}
