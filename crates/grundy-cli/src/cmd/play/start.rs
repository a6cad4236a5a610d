//! The position at which a game begins if the user gives none.

use super::First;
use crate::fail::Failure;
use crate::position_args::PositionArgs;
use grundy::Outcome;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::play::MAX_LISTED_MOVES;
use grundy::solver::Solver;
use grundy::text::{DynGame, Key, RulesError, TextGame};
use std::iter;

/// The most positions that are tried.
const MAX_CANDIDATES: usize = 200;
/// The most winning moves of a position that are tried.
const MAX_WINNING_MOVES: usize = 20;

/// The position that the user gave, or the game's start, or else a position that the person can win.
pub(super) fn start_position(
    position_args: &PositionArgs,
    game: &OpenedGame,
    first: First,
    solver: &mut Solver<'_>,
    limits: &Limits<'_>,
) -> Result<Key, Failure> {
    let dyn_game = game.as_dyn();
    let stated = if position_args.position.is_empty() { dyn_game.opening() } else { None };
    let Some(opening) = stated else { return position_args.position(game) };
    if dyn_game.start().is_some() {
        return Ok(opening);
    }
    for at in iter::once(opening.clone()).chain(other_positions(game)).take(MAX_CANDIDATES) {
        if (limits.stop)() {
            break;
        }
        match begin_at(&at, dyn_game, first, solver) {
            Ok(Some(begin)) => return Ok(begin),
            Ok(None) => {}
            // The limits are too low, or the rules fail. The computer's first turn reports that.
            Err(_) => break,
        }
    }
    Ok(opening)
}

/// The position itself if the person begins; if the computer does, the position after a winning move. `None` if the person could not win
/// there, or the first move could end the game.
fn begin_at(
    at: &Key,
    game: &dyn DynGame,
    first: First,
    solver: &mut Solver<'_>,
) -> Result<Option<Key>, Box<dyn std::error::Error>> {
    if solver.solve(at)?.value.outcome != Outcome::Win {
        return Ok(None);
    }
    if first == First::Me {
        return Ok(goes_on(at, game)?.then(|| at.clone()));
    }
    let winning = solver.winning_moves(at, MAX_WINNING_MOVES)?;
    for m in game.moves(at, MAX_LISTED_MOVES)?.moves.into_iter() {
        // After a move that keeps the turn, the computer would win.
        if m.moves_again || !winning.contains(&m.text) {
            continue;
        }
        if goes_on(&m.option, game)? {
            return Ok(Some(m.option));
        }
    }
    Ok(None)
}

/// Whether there are moves, and none of them ends the game.
fn goes_on(at: &Key, game: &dyn DynGame) -> Result<bool, RulesError> {
    let moves = game.moves(at, MAX_LISTED_MOVES)?.moves;
    for m in &moves {
        if game.count_moves(&m.option)?.is_zero() {
            return Ok(false);
        }
    }
    Ok(!moves.is_empty())
}

/// Other positions of a game without a start: single heaps, or the vertices of a graph.
fn other_positions(game: &OpenedGame) -> impl Iterator<Item = Key> + '_ {
    let dyn_game = game.as_dyn();
    let least = dyn_game.theory().and_then(|theory| theory.least_heap());
    let heaps = least.into_iter().flat_map(|least| least..).map(|heap| heap.to_string());
    let graph = if let OpenedGame::Graph(graph) = game { Some(graph.game()) } else { None };
    let vertices = graph.into_iter().flat_map(|graph| graph.graph().all().map(|v| graph.to_text(&vec![v])));
    heaps.chain(vertices).map_while(|text| dyn_game.parse(&text).ok())
}
