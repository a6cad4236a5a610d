//! A table with one damaged data page: every lookup that needs the page fails, from one thread or several, and none answers wrongly.

use crate::common::{file, open, plain, written};
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::{SolveError, Solver};
use grundy::text::Key;
use grundy::{PositionValue, Solution};
use grundy_table::{GetError, Table, TableError, TableSolution};
use std::error::Error;

/// The size of a block in bytes, as in `docs/table-format.md`.
const BLOCK: usize = 32768;

/// A table of several blocks, intact and with one bit changed in a block, and some of its positions.
struct Damaged {
    game: OpenedGame,
    whole: Table,
    damaged: Table,
    keys: Vec<Key>,
}

fn damaged(block: usize) -> Damaged {
    let plan = plain("connect4:4x4", "");
    let bytes = written(plan, &Limits::NONE, |_, verdict| verdict).unwrap();
    let mut changed = bytes.clone();
    changed[block * BLOCK + 1000] ^= 4;
    let (whole, damaged) = (file(&bytes), file(&changed));
    let (whole, damaged) = (Table::open(whole.path()).unwrap(), Table::open(damaged.path()).unwrap());
    let game = open(plan);
    let mut keys = Vec::new();
    whole
        .each(&mut |rows| {
            keys.extend((0..rows.len()).step_by(97).map(|row| whole.position(game.as_dyn(), rows, row).unwrap()));
            true
        })
        .unwrap();
    Damaged { game, whole, damaged, keys }
}

/// Whether the source of an error is damage to the table.
fn is_damage(error: &dyn Error) -> bool {
    matches!(error.source().and_then(|source| source.downcast_ref()), Some(TableError::Damaged { .. }))
}

/// Looks up all positions, in a different order for each thread; returns the number of those that cannot be read.
fn look_up(table: &Damaged, right: &[PositionValue], thread: usize) -> usize {
    let solution = TableSolution::new(&table.damaged, table.game.as_dyn());
    let mut unreadable = 0;
    for i in 0..table.keys.len() {
        let i = (i * 7919 + thread * 101) % table.keys.len();
        match solution.get(&table.keys[i]) {
            Ok(value) => assert_eq!(value.as_ref(), Some(&right[i])),
            Err(error) => {
                assert!(is_damage(&error), "{error:?}");
                unreadable += 1;
            }
        }
    }
    unreadable
}

#[test]
fn an_error_of_every_lookup() {
    // A block of texts, and one of the other columns.
    for block in [1, 12] {
        let table = damaged(block);
        let game = table.game.as_dyn();
        let right: Vec<_> = table.keys.iter().map(|at| table.whole.get_key(game, at).unwrap().unwrap()).collect();
        let one = look_up(&table, &right, 0);
        assert!(one > 0 && one < table.keys.len(), "block {block}: {one} of {}", table.keys.len());
        let several = std::thread::scope(|scope| {
            let (table, right) = (&table, &right);
            let threads: Vec<_> = (0..4).map(|thread| scope.spawn(move || look_up(table, right, thread))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(several, [one; 4], "block {block}");
        // Look up by text, too.
        let by_text = table.keys.iter().filter(|at| match table.damaged.get(&game.to_text(at).unwrap()) {
            Ok(value) => {
                assert_eq!(value, table.whole.get_key(game, at).unwrap());
                false
            }
            Err(GetError::Table(TableError::Damaged { .. })) => true,
            Err(error) => panic!("{error:?}"),
        });
        assert_eq!(by_text.count(), one);
    }
}

/// Solves some positions with the damaged table as the store; returns the number of those that fail.
fn solve(table: &Damaged, thread: usize) -> usize {
    let solution = TableSolution::new(&table.damaged, table.game.as_dyn());
    let whole = TableSolution::new(&table.whole, table.game.as_dyn());
    let mut solver = Solver::new(&table.game).with_store(&solution);
    let mut right = Solver::new(&table.game).with_store(&whole);
    let mut unreadable = 0;
    for i in (0..table.keys.len()).step_by(9) {
        let at = &table.keys[(i + thread) % table.keys.len()];
        match solver.solve(at) {
            Ok(answer) => assert_eq!(answer, right.solve(at).unwrap()),
            Err(SolveError::Store(error)) => {
                assert!(is_damage(&error), "{error:?}");
                unreadable += 1;
            }
            Err(error) => panic!("{error:?}"),
        }
    }
    unreadable
}

#[test]
fn an_error_of_the_solver() {
    let table = damaged(12);
    assert!(solve(&table, 0) > 0);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2)
            .map(|thread| {
                scope.spawn({
                    let table = &table;
                    move || solve(table, thread)
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| assert!(thread.join().unwrap() > 0));
    });
}
