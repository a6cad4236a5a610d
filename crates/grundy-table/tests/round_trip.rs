//! What is written is what is read: every position of every small game of the catalogue, and the referee agrees.

mod common;

use common::{Plan, file, open, plain, written};
use grundy::ask::Desk;
use grundy::limits::Limits;
use grundy::{Remoteness, Solution, Verdict};
use grundy_table::{Stored, Table, WrongTable, verify};
use std::num::NonZeroUsize;

/// Games of the catalogue, with a position where they have no start.
const GAMES: [(&str, &str); 22] = [
    ("nim", "5 6 7"),
    ("moore:2", "3 4 5"),
    ("bash:3", "40"),
    ("subtraction:1,3,4", "60"),
    ("octal:0.137", "14"),
    ("kayles", "9"),
    ("treblecross", "9"),
    ("grundys-game", "12"),
    ("wythoff", "12 15"),
    ("divisor", "360"),
    ("king", "9 12"),
    ("calendar", "2001-05-01"),
    ("tictactoe", ""),
    ("mnk:3,2,2", ""),
    ("mnk:4,2,3", ""),
    ("connect4:4x3", ""),
    ("three-mens-morris", ""),
    ("dao", ""),
    ("quixo:2", ""),
    ("quixo:3", ""),
    ("kalah:2,3", ""),
    ("chomp:3,4", ""),
];

fn plans() -> impl Iterator<Item = Plan> {
    GAMES.into_iter().flat_map(|(game, from)| {
        [(false, true), (true, true), (false, false), (true, false)].map(|(reduced, texts)| Plan {
            game,
            from,
            reduced,
            texts,
        })
    })
}

fn has_such_a_table(plan: Plan) -> bool {
    let game = open(plan);
    let any = game.any();
    plan.texts || any.without_grundy().is_some() && any.numbered().is_some()
}

#[test]
fn every_small_game() {
    let mut tables = 0;
    for plan in plans().filter(|plan| has_such_a_table(*plan)) {
        let Some(bytes) = written(plan, &Limits::NONE, |_, verdict| verdict) else {
            assert!(plan.reduced, "{plan:?}");
            continue;
        };
        tables += 1;
        let file = file(&bytes);
        let game = open(plan);
        let any = game.any();
        let table = Table::open(file.path()).unwrap();
        let verified =
            verify(&table, any, &Limits::NONE, &mut |_, _| ()).unwrap_or_else(|wrong| panic!("{plan:?}: {wrong}"));
        assert_eq!(verified.rows, table.counts().stored);
        let mut desk = Desk::new(&game, Limits::NONE);
        let step = (table.counts().stored / 50).max(1);
        let mut checked = 0;
        table
            .each(&mut |rows| {
                for row in (0..rows.len()).filter(|row| (rows.first() + *row as u64).is_multiple_of(step)) {
                    let at = table.position(any, rows, row).unwrap();
                    let facts = table.facts(any, &at).unwrap().unwrap();
                    assert_eq!(facts.verdict(), Some(rows.verdict(row)), "{plan:?}");
                    let known = desk.ask(&at).unwrap().facts;
                    assert_eq!(
                        (facts.outcome, facts.grundy.number()),
                        (known.outcome, known.grundy.number()),
                        "{plan:?}"
                    );
                    if known.remoteness.is_some() {
                        assert_eq!(facts.remoteness, known.remoteness, "{plan:?}");
                    }
                    // Every option is there too.
                    let stored = Stored::new(&table, any);
                    let answer = Desk::new(&game, Limits::NONE).with_store(&stored).ask(&at).unwrap();
                    assert_eq!(answer.method, "stored table");
                    assert!(stored.trouble().is_none());
                    checked += 1;
                }
                true
            })
            .unwrap();
        assert!(checked > 0);
    }
    assert!(tables > 35, "{tables}");
}

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
    let any = game.any();
    let stored = Stored::new(&table, any);
    assert!(stored.facts(&any.parse("20").unwrap()).is_some());
    assert!(stored.facts(&any.parse("21").unwrap()).is_none());
    assert!(stored.trouble().is_none());
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
            match verify(&table, game.any(), &Limits::NONE, &mut |_, _| ()) {
                Err(WrongTable::Row(row)) => {
                    // Rows before it may be wrong because of it.
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
    let limits = Limits { memory: 1000, ..Limits::NONE };
    assert!(matches!(verify(&table, game.any(), &limits, &mut |_, _| ()), Err(WrongTable::Limit(_))));
}
