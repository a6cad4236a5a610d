//! Squares of two heaps hold what the solver says of each position, whichever way they are filled.

use grundy::catalog::{self, OpenedGame};
use grundy::limits::Limits;
use grundy::solver::{Heatmap, HeatmapError, MAX_HEATMAP_HEAP, Solver, heatmap};
use grundy::{Outcome, Play};

fn open(name: &str, play: Play) -> OpenedGame {
    catalog::open(name, play, &Limits::NONE).unwrap()
}

fn square(name: &str, play: Play, largest: u64) -> Heatmap {
    heatmap(&open(name, play), largest, &Limits::NONE).unwrap()
}

#[test]
fn every_cell_is_what_solve_says() {
    for (name, largest) in [
        ("nim", 12),
        ("bash:3", 12),
        ("subtraction:1,3,4", 12),
        ("subtraction:all-but:1,3", 12),
        ("kayles", 9),
        ("octal:0.137", 9),
        ("grundys-game", 8),
        ("divisor", 16),
        ("wythoff", 14),
        ("moore:1", 7),
        ("moore:2", 7),
        ("moore:3", 5),
        ("king", 9),
    ] {
        for play in [Play::Normal, Play::Misere] {
            let game = open(name, play);
            let square = heatmap(&game, largest, &Limits::NONE).unwrap();
            let mut solver = Solver::new(&game).without_moves();
            let mut notes = Vec::new();
            assert_eq!(square.rows.len() as u64, largest + 1 - square.least, "{name}");
            for (a, row) in (square.least..).zip(&square.rows) {
                assert_eq!(row.len(), square.rows.len(), "{name} {play}");
                for (b, pair) in (square.least..).zip(row) {
                    let at = game.as_dyn().parse(&format!("{a} {b}")).unwrap();
                    let position_value = solver.solve(&at).unwrap().value;
                    assert_eq!(
                        (pair.outcome, &pair.grundy),
                        (position_value.outcome, &position_value.grundy.number()),
                        "{name} {play} {a} {b}"
                    );
                    notes.extend(position_value.grundy.reason().map(str::to_owned));
                }
            }
            notes.dedup();
            assert_eq!(square.notes, notes, "{name} {play}");
        }
    }
}

/// A thousand heaps a side: a solve a cell would take hours.
#[test]
fn the_largest_squares_are_filled() {
    let last = MAX_HEATMAP_HEAP as usize;
    let count = |square: &Heatmap| square.rows.iter().flatten().filter(|pair| pair.outcome == Outcome::Loss).count();
    let nim = square("nim", Play::Normal, MAX_HEATMAP_HEAP);
    assert_eq!((count(&nim), nim.rows[last][1].grundy.clone()), (last + 1, Some(1001u32.into())));
    // Where a move takes from one heap, Moore's game is Nim.
    assert!(square("moore:1", Play::Normal, MAX_HEATMAP_HEAP) == nim);
    // Cold pairs up to 1000: those with ⌊kφ²⌋ ≤ 1000, k ≤ 382, each twice but for (0, 0).
    let wythoff = square("wythoff", Play::Normal, MAX_HEATMAP_HEAP);
    assert_eq!(count(&wythoff), 2 * 382 + 1);
    // Under misère play (0, 1) and (2, 2) are lost in place of (0, 0) and (1, 2).
    let misere = square("wythoff", Play::Misere, MAX_HEATMAP_HEAP);
    assert_eq!(count(&misere), 2 * 382 + 1 - 3 + 3);
    let moore = square("moore:2", Play::Normal, MAX_HEATMAP_HEAP);
    assert_eq!((count(&moore), moore.rows[last][last].grundy.clone()), (1, Some(2000u32.into())));
}

#[test]
fn limits_hold_and_sizes_are_bounded() {
    let subtraction = open("subtraction:1,3,4", Play::Misere);
    let few = Limits { positions: Some(100), ..Limits::NONE };
    assert!(heatmap(&subtraction, 10, &few).is_ok());
    let open_game = open("octal:0.37", Play::Misere);
    assert!(matches!(heatmap(&open_game, 100, &few), Err(HeatmapError::Solve(_))));
    for game in [
        &subtraction,
        &open_game,
        &open("nim", Play::Normal),
        &open("wythoff", Play::Normal),
        &open("moore:2", Play::Misere),
    ] {
        let stopped = Limits { stop: &|| true, ..Limits::NONE };
        assert!(matches!(heatmap(game, 10, &stopped), Err(HeatmapError::Solve(_))), "{game:?}");
        assert_eq!(heatmap(game, MAX_HEATMAP_HEAP + 1, &Limits::NONE), Err(HeatmapError::Size { least: 0 }));
    }
    assert_eq!(heatmap(&open("calendar", Play::Normal), 5, &Limits::NONE), Err(HeatmapError::NotTwoHeaps));
}
