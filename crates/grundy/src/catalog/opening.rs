//! A heap to begin with in games whose parameters say which heap is small.

use crate::text::TextGame;
use crate::value::Outcome;
use dashu_int::UBig;

/// Heaps that are tried one after the other.
const TRIED: u64 = 400;
/// Powers of 2 that are tried after them, where values of large heaps cost little.
const DOUBLED: std::ops::Range<u32> = 9..64;
/// Moves of a position that are looked at; of one that has more, the winning ones are asked for.
const LOOKED_AT: usize = 5000;

/// Which heaps are worth trying.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    /// The least heap.
    pub(super) least: u64,
    /// Whether large heaps are tried too.
    pub(super) has_large: bool,
    /// Whether any large heap can be taken whole.
    pub(super) is_taken_whole: bool,
}

/// The first heap that is worth playing; else one that has a move.
pub(super) fn heap<G: TextGame<Position = Vec<UBig>>>(game: &G, tried: Tried) -> Option<Vec<UBig>> {
    let small = tried.least..tried.least + TRIED;
    let large = DOUBLED.filter(|_| tried.has_large).map(|n| 1u64 << n);
    let mut movable = None;
    for n in small.clone().chain(large) {
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

/// Whether the player who begins can win, and not at once.
fn is_worth_playing<G: TextGame<Position = Vec<UBig>>>(game: &G, at: &Vec<UBig>) -> bool {
    let moves = if game.count_moves(at) <= UBig::from(LOOKED_AT) {
        let mut moves = Vec::new();
        game.moves(at, &mut moves);
        moves
    } else {
        // A move that ends the game is among the winning ones, which are few.
        game.moves_to(at, &UBig::ZERO, LOOKED_AT).unwrap_or_default()
    };
    let wins = game.claim(at).map_or(true, |claim| claim.outcome == Outcome::Win);
    wins && !moves.iter().any(|m| game.count_moves(&game.play(at, m)).is_zero())
}
