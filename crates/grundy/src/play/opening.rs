//! Where a game is begun that has no start of its own.

use crate::catalog::{Opened, entry};
use crate::graph::Vertex;
use crate::text::{DynGame, Key};
use crate::value::Outcome;
use dashu_int::UBig;

/// Small positions, won for the player who begins where the game has no parameters.
const OPENINGS: &[(&str, &str)] = &[
    ("nim", "3 4 5"),
    ("kayles", "12"),
    ("dawsons-kayles", "12"),
    ("dawsons-chess", "12"),
    ("officers", "11"),
    ("treblecross", "12"),
    ("grundys-game", "12"),
    ("wythoff", "5 8"),
    ("divisor", "12 30 8"),
    ("king", "4 6"),
    ("calendar", "2001-10-02"),
    ("teeko-movement", "...../.XO../.XO../.OX../..OX. X"),
    ("chess:KQvK", "Kc3 Qd1 ke5 w"),
    ("chess:KRvK", "Kc3 Rd1 ke5 w"),
    ("chess:KPvK", "Ke6 Pe5 ke8 w"),
];

/// The least single heap to begin with, in games whose parameters say which heap is small.
const HEAPS: &[(&str, u64)] = &[("bash", 20), ("subtraction", 20), ("octal", 12)];
/// Heaps that are tried one after the other.
const TRIED: u64 = 400;
/// Powers of 2 that are tried after them, where values of large heaps cost little.
const DOUBLED: std::ops::Range<u32> = 9..64;
/// Moves of a position that are looked at; of one that has more, the winning ones are asked for.
const LOOKED_AT: usize = 5000;
/// Heaps of Moore's game at most.
const MOST_HEAPS: usize = 12;

/// A position to begin with: the game's start, else one that is stated here, or that fits the parameters of the game; of a
/// graph the first vertex with a move. `None` where there is nothing to play.
///
/// ```
/// use grundy::{catalog, limits::Limits, play::opening, Play};
/// let game = catalog::open("subtraction:50,60", Play::Normal, &Limits::NONE)?;
/// assert_eq!(game.any().show(&opening(&game).unwrap()), "160");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn opening(game: &Opened) -> Option<Key> {
    let any = game.any();
    if let Some(start) = any.start() {
        return Some(start);
    }
    if let Opened::Graph(chips) = game {
        let graph = chips.graph();
        let first = (0..graph.vertices() as u32).map(Vertex).find(|v| !graph.row(*v).is_empty())?;
        return Some(chips.on(first));
    }
    let whole = any.name();
    let (plain, parameters) = whole.split_once(':').unwrap_or((whole, ""));
    let name = entry(plain)?.name;
    if let Some((_, least)) = HEAPS.iter().find(|(of, _)| *of == name) {
        return heap(any, *least, name != "octal", parameters.starts_with("all-but"));
    }
    if name == "moore" {
        return moore(any, parameters.parse().unwrap_or(1));
    }
    let (_, text) = OPENINGS.iter().find(|(of, _)| *of == whole || *of == name)?;
    any.parse(text).ok()
}

/// The first heap that is worth playing; else one that has a move. Of some games large heaps are tried too, of some of these
/// any large one can be taken whole.
fn heap(any: &dyn DynGame, least: u64, doubled: bool, whole: bool) -> Option<Key> {
    let small = least..least + TRIED;
    let large = DOUBLED.filter(|_| doubled).map(|n| 1u64 << n);
    let mut movable = None;
    for n in small.clone().chain(large) {
        let at_once = whole && !small.contains(&n);
        if at_once && movable.is_some() {
            break;
        }
        let Ok(at) = any.parse(&n.to_string()) else { continue };
        if any.count_moves(&at) == UBig::ZERO {
            continue;
        }
        if !at_once && is_worth_playing(any, &at) {
            return Some(at);
        }
        movable.get_or_insert(at);
    }
    movable
}

/// Heaps of 3, 4, 5 and so on, more of them than a move can take from.
fn moore(any: &dyn DynGame, most: usize) -> Option<Key> {
    let heaps = most.saturating_add(2).clamp(3, MOST_HEAPS) as u64;
    let position = |last: u64| {
        let sizes = (3..2 + heaps).chain([last]).map(|size| size.to_string());
        any.parse(&sizes.collect::<Vec<_>>().join(" ")).ok()
    };
    let all = (2 + heaps..2 + heaps + 3).filter_map(position);
    all.clone().find(|at| wins(any, at)).or_else(|| { all }.next())
}

/// Whether the player who begins can win, and not at once.
fn is_worth_playing(any: &dyn DynGame, at: &Key) -> bool {
    let ends = |option: &Key| any.count_moves(option) == UBig::ZERO;
    let options = if any.count_moves(at) <= UBig::from(LOOKED_AT) {
        any.moves(at, usize::MAX).moves
    } else {
        // A move that ends the game is among the winning ones, which are few.
        any.moves_to(at, &UBig::ZERO, LOOKED_AT).unwrap_or_default()
    };
    wins(any, at) && !options.iter().any(|(_, option)| ends(option))
}

/// Whether the player who begins can win, as far as theory knows.
fn wins(any: &dyn DynGame, at: &Key) -> bool {
    any.claim(at).map_or(true, |claim| claim.outcome == Outcome::Win)
}
