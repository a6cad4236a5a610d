//! Tables and their verification: the bytes do not depend on threads, positions outside are not found, a wrong row is shown.

use crate::common::{Plan, file, open, plain, written};
use grundy::limits::Limits;
use grundy::{Remoteness, Solution, Verdict};
use grundy_table::{Table, TableSolution, VerifyError, verify};
use std::num::NonZeroUsize;

#[test]
fn the_same_bytes_whatever_the_threads() {
    for game in ["tictactoe", "connect4:4x4", "dao", "quixo:3"] {
        let with = |threads| {
            let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
            written(plain(game, ""), &limits, |_, verdict| verdict).unwrap()
        };
        let one = with(1);
        assert!([2, 3, 8].into_iter().all(|threads| with(threads) == one), "{game}");
    }
}

#[test]
fn a_position_outside_is_not_there() {
    let plan = plain("bash:3", "20");
    let file = file(&written(plan, &Limits::NONE, |_, verdict| verdict).unwrap());
    let (table, game) = (Table::open(file.path()).unwrap(), open(plan));
    let game = game.as_dyn();
    let solution = TableSolution::new(&table, game);
    assert!(solution.get(&game.parse("20").unwrap()).unwrap().is_some());
    assert!(solution.get(&game.parse("21").unwrap()).unwrap().is_none());
}

#[test]
fn many_positions_at_a_time_are_those_one_by_one() {
    let plans = [
        plain("tictactoe", ""),
        Plan { reduced: true, ..plain("tictactoe", "") },
        plain("nim", "3 4 5"),
        plain("connect4:4x3", ""),
        plain("dao", ""),
        Plan { texts: false, ..plain("dao", "") },
    ];
    for plan in plans {
        let file = file(&written(plan, &Limits::NONE, |_, verdict| verdict).unwrap());
        let (table, game) = (Table::open(file.path()).unwrap(), open(plan));
        let game = game.as_dyn();
        let mut keys = Vec::new();
        let stored = table.counts().stored;
        // The rows are far from one another, and some occur twice; 7919 is a prime.
        for row in (0..stored.min(3000)).map(|i| i * 7919 % stored).chain([0, 0]) {
            keys.push(table.position(game, &table.rows(row, 1).unwrap(), 0).unwrap());
        }
        // A position that the table may not hold.
        keys.extend(if plan.game == "nim" { game.parse("9 9 9").ok() } else { None });
        let one_by_one: Vec<_> = keys.iter().map(|at| table.get_key(game, at).unwrap()).collect();
        assert_eq!(table.get_keys(game, &keys).unwrap(), one_by_one, "{plan:?}");
        assert_eq!(one_by_one.contains(&None), plan.game == "nim");
        let different: std::collections::HashSet<_> = one_by_one.iter().map(|value| format!("{value:?}")).collect();
        assert!(different.len() > 3, "{plan:?}");
    }
}

#[test]
fn the_first_wrong_row_is_shown_with_its_options() {
    for (game, from) in [("tictactoe", ""), ("nim", "3 4 5"), ("dao", ""), ("connect4:4x3", "")] {
        let plan = plain(game, from);
        for at in [0, 3, 50] {
            let worse = |row, verdict| match verdict {
                Verdict::Win(Remoteness(r)) if row == at => Verdict::Win(Remoteness(r + 2)),
                _ if row == at => Verdict::Win(Remoteness(1)),
                other => other,
            };
            let file = file(&written(plan, &Limits::NONE, worse).unwrap());
            let (table, game) = (Table::open(file.path()).unwrap(), open(plan));
            match verify(&table, game.as_dyn(), &Limits::NONE, &mut |_, _| ()) {
                Err(VerifyError::Row(row)) => {
                    // Rows before the changed one may be wrong because of it.
                    assert!(row.row <= at && !row.position.is_empty() && row.stored.is_some(), "{row}");
                    assert!(row.row < at || row.to_string().lines().count() == row.options.len() + 1);
                }
                other => panic!("{plan:?} {at}: {other:?}"),
            }
        }
    }
}

#[test]
fn what_verify_needs_is_bounded() {
    let plan = plain("connect4:4x4", "");
    let file = file(&written(plan, &Limits::NONE, |_, verdict| verdict).unwrap());
    let (table, game) = (Table::open(file.path()).unwrap(), open(plan));
    let limits = Limits { memory: Some(1000), ..Limits::NONE };
    assert!(matches!(verify(&table, game.as_dyn(), &limits, &mut |_, _| ()), Err(VerifyError::Run(_))));
}
