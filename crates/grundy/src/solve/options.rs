//! The options of a vertex of a solved graph, best first.

use super::Solved;
use crate::graph::{Graph, Vertex};
use crate::value::Verdict;
use std::cmp::Reverse;

/// The rank of an option for the player who moves there, smaller ranks first: wins by smallest remoteness, then draws, then losses by
/// largest.
fn rank(option: Verdict, again: bool) -> (u8, u32, Reverse<u32>) {
    match (option, again) {
        (Verdict::Loss(r), false) | (Verdict::Win(r), true) => (0, r.0, Reverse(0)),
        (Verdict::Draw, _) => (1, 0, Reverse(0)),
        (Verdict::Win(r), false) | (Verdict::Loss(r), true) => (2, 0, Reverse(r.0)),
    }
}

impl Solved {
    /// Returns the option of a perfect move at `v`, the first one if there are several: it wins soonest, keeps the draw, or loses latest.
    /// `None` if `v` has no options. `graph` must be the solved graph.
    ///
    /// ```
    /// use grundy::{Graph, Play, Vertex};
    /// let edges = [(0, 1), (0, 2), (1, 2)].map(|(from, to)| (Vertex(from), Vertex(to)));
    /// let graph = Graph::from_edges(3, edges.into(), Play::Normal)?;
    /// let solution = graph.solve()?;
    /// assert_eq!(solution.best_option(&graph, Vertex(0)), Some(Vertex(2)));
    /// assert_eq!(solution.best_option(&graph, Vertex(2)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the graph has no such vertex, or is not the solved graph and has more vertices.
    pub fn best_option(&self, graph: &Graph, v: Vertex) -> Option<Vertex> {
        graph.row(v).iter().copied().min_by_key(|&option| rank(self.verdict(option), graph.moves_again(v, option)))
    }

    /// Returns the options of `v`, best first: wins by smallest remoteness, then draws, then losses by largest. Equal ones are ascending.
    /// `graph` must be the solved graph.
    ///
    /// # Panics
    /// If the graph has no such vertex, or is not the solved graph and has more vertices.
    pub fn ranked_options(&self, graph: &Graph, v: Vertex) -> Vec<Vertex> {
        let mut options = graph.row(v).to_vec();
        options.sort_by_key(|&option| rank(self.verdict(option), graph.moves_again(v, option)));
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Play, Player};
    use crate::value::{Outcome, Remoteness};

    #[test]
    fn the_order_is_that_of_the_mover() {
        let order = [
            (Verdict::Loss(Remoteness(0)), false),
            (Verdict::Win(Remoteness(1)), true),
            (Verdict::Loss(Remoteness(4)), false),
            (Verdict::Draw, false),
            (Verdict::Win(Remoteness(9)), false),
            (Verdict::Loss(Remoteness(2)), true),
            (Verdict::Win(Remoteness(1)), false),
        ];
        assert!(order.is_sorted_by_key(|&(option, again)| rank(option, again)));
    }

    #[test]
    fn the_first_ranked_option_keeps_the_value() {
        let mut random = fastrand::Rng::with_seed(1);
        for with_players in [false, true] {
            let n = 300;
            let edges = (0..700).map(|_| (Vertex(random.u32(..n)), Vertex(random.u32(..n)))).collect();
            let mut graph = Graph::from_edges(n.into(), edges, Play::Normal).unwrap();
            if with_players {
                let player = |v: Vertex| if v.0.is_multiple_of(3) { Player::Left } else { Player::Right };
                graph = graph.clone().with_players(graph.all().map(|v| (v, player(v)))).unwrap();
            }
            let solved = graph.solve().unwrap();
            for v in graph.all() {
                let ranked = solved.ranked_options(&graph, v);
                assert_eq!(ranked.first().copied(), solved.best_option(&graph, v));
                let Some(&best) = ranked.first() else { continue };
                let (own, option) = (solved.verdict(v), solved.verdict(best));
                let seen = if graph.moves_again(v, best) { option.outcome() } else { option.outcome().for_opponent() };
                assert_eq!(seen, own.outcome());
                if own.outcome() != Outcome::Draw {
                    assert_eq!(option.remoteness().map(Remoteness::next), own.remoteness());
                }
            }
        }
    }
}
