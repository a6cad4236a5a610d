//! A starting heap for games in which the parameters determine what heaps are small.

use crate::text::TextGame;
use crate::value::Outcome;
use dashu_int::UBig;

/// Number of heaps that are tried one after the other.
const MAX_CANDIDATES: u64 = 400;
/// The exponents of the powers of 2 that are tried next if values of large heaps cost little.
const POWERS_TRIED: std::ops::Range<u32> = 9..64;
/// The most moves of a position that are examined one by one; if there are more, only the winning ones are.
const MAX_EXAMINED_MOVES: usize = 5000;

/// The heaps that are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeapCandidates {
    /// The heap that is tried first.
    pub(super) first: u64,
    /// Whether large heaps are tried too.
    pub(super) has_large: bool,
    /// Whether a player can take any large heap whole.
    pub(super) is_taken_whole: bool,
}

/// The first heap that is worth playing; if there is none, the first that has a move.
pub(super) fn heap<G: TextGame<Position = Vec<UBig>>>(game: &G, tried: HeapCandidates) -> Option<Vec<UBig>> {
    let small = 1..tried.first + MAX_CANDIDATES;
    let large = POWERS_TRIED.filter(|_| tried.has_large).map(|n| 1u64 << n);
    let mut movable = None;
    // The heaps below the first one come last: in some games only they have moves.
    for n in (tried.first..small.end).chain(large).chain(1..tried.first) {
        let is_won_at_once = tried.is_taken_whole && !small.contains(&n);
        if is_won_at_once && movable.is_some() {
            break;
        }
        let Ok(at) = game.parse(&n.to_string()) else { continue };
        if game.count_moves(&at).is_zero() {
            continue;
        }
        if !is_won_at_once && is_worth_playing(game, &at) {
            return Some(at);
        }
        movable.get_or_insert(at);
    }
    movable
}

/// Whether the first player can win, but not with the first move.
fn is_worth_playing<G: TextGame<Position = Vec<UBig>>>(game: &G, at: &Vec<UBig>) -> bool {
    let moves = if game.count_moves(at) <= UBig::from(MAX_EXAMINED_MOVES) {
        let mut moves = Vec::new();
        game.moves(at, &mut moves);
        moves
    } else {
        // A move that ends the game is a winning one, and there are few of those.
        game.moves_to(at, &UBig::ZERO, MAX_EXAMINED_MOVES).unwrap_or_default()
    };
    let wins = game.claim(at).map_or(true, |claim| claim.outcome == Outcome::Win);
    wins && !moves.iter().any(|m| game.count_moves(&game.play(at, m)).is_zero())
}
