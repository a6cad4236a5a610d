//! Where a game is begun that has no start of its own.

use crate::any::Key;
use crate::catalog::{Opened, entry};
use crate::graph::Vertex;

/// Small positions, won for the player who begins where the game has no parameters.
const OPENINGS: &[(&str, &str)] = &[
    ("nim", "3 4 5"),
    ("moore", "3 4 5 6"),
    ("bash", "21"),
    ("subtraction", "20"),
    ("octal", "12"),
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

/// A position to begin with: the game's start, else one that is stated here; of a graph the first vertex with a move. `None`
/// where there is nothing to play.
pub fn opening(game: &Opened) -> Option<Key> {
    let any = game.any();
    if let Some(start) = any.start() {
        return Some(start);
    }
    if let Opened::Drawn(chips) = game {
        let graph = chips.graph();
        let first = (0..graph.vertices() as u32).map(Vertex).find(|v| !graph.row(*v).is_empty())?;
        return Some(chips.on(first));
    }
    let whole = any.name();
    let name = entry(whole.split(':').next().unwrap_or_default())?.name;
    let (_, text) = OPENINGS.iter().find(|(of, _)| *of == whole || *of == name)?;
    any.parse(text).ok()
}
