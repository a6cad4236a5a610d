//! Tables of rules files: players who move again, classes, and rules that fail, which says nothing about the table.

use crate::common::{Plan, file, written_game};
use grundy::catalog::OpenedGame;
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::solver::{SolveError, Solver};
use grundy::{Play, Solution};
use grundy_rules::Setting;
use grundy_table::{Table, TableError, TableSolution, Verified, VerifyError, verify};
use std::error::Error;

fn open(source: &str, settings: &[&str]) -> OpenedGame {
    let settings: Vec<Setting> = settings.iter().map(|setting| setting.parse().unwrap()).collect();
    grundy_rules::open_script("a.star", source, &settings, Play::Normal, &Limits::NONE).unwrap()
}

fn table(game: &OpenedGame, reduced: bool) -> Table {
    let plan = Plan { game: "a.star", from: "", reduced, texts: true };
    let same = |_, verdict, grundy, weight| Some((verdict, grundy, weight));
    let (bytes, _) = written_game(game, plan, &Limits::NONE, same).unwrap();
    Table::open(file(&bytes).path()).unwrap()
}

fn verified(table: &Table, game: &OpenedGame, memory: Option<u64>) -> Result<Verified, VerifyError> {
    verify(table, game.as_dyn(), &Limits { memory, ..Limits::NONE }, &mut |_, _| ())
}

/// The minimum memory with which a table can be verified.
fn least(table: &Table, game: &OpenedGame) -> u64 {
    match verified(table, game, Some(1000)) {
        Err(VerifyError::Run(RunError::Limit(LimitHit::Memory { needed, .. }))) => needed,
        other => panic!("{other:?}"),
    }
}

/// Two piles of at most four. A player who takes from the first pile moves again; the player with the last move wins. A player may pass
/// once the piles are small, so there are cycles. The rules fail at `bad`.
const AGAIN: &str = r#"
bad = param("bad", -1)
def initial(): return ("A", 4, 4)
def turn(s): return s[0]
def moves(s):
    p, a, b = s
    if 10 * a + b == bad: fail("a bad position")
    other = "B" if p == "A" else "A"
    out = [(p, a - k, b) for k in [1, 2] if k <= a] + [(other, a, b - k) for k in [1, 2, 3] if k <= b]
    return out + [(other, a, b)] if a + b == 3 else out
"#;

/// Nim with two heaps that may be exchanged.
const HEAPS: &str = r#"
bad = param("bad", -1)
def initial(): return (5, 6)
def moves(s):
    if 10 * s[0] + s[1] == bad: fail("a bad position")
    return [(s[0] - k, s[1]) for k in range(1, s[0] + 1)] + [(s[0], s[1] - k) for k in range(1, s[1] + 1)]
def canonical(s):
    return s if s[0] <= s[1] else (s[1], s[0])
"#;

#[test]
fn verified_with_all_values_in_memory_and_in_segments() {
    for source in [AGAIN, HEAPS] {
        let game = open(source, &[]);
        let table = table(&game, false);
        let at_once = verified(&table, &game, None).unwrap();
        let segments = verified(&table, &game, Some(least(&table, &game))).unwrap();
        assert_eq!(at_once, Verified { segments: 1, ..segments });
    }
}

#[test]
fn a_player_who_moves_again_is_seen() {
    // With other players the same values would be wrong.
    let game = open(AGAIN, &[]);
    let table = table(&game, false);
    let other = open(&AGAIN.replace("(p, a - k, b)", "(other, a - k, b)"), &[]);
    for memory in [None, Some(least(&table, &game))] {
        assert!(matches!(verified(&table, &other, memory), Err(VerifyError::Row(_))));
    }
}

/// If the rules fail at one position, verification returns the error of the rules, wherever the position is.
#[test]
fn rules_that_fail_are_an_error_of_their_own() {
    for (source, all) in [(AGAIN, 25), (HEAPS, 42)] {
        let right = open(source, &[]);
        let table = table(&right, false);
        let least = least(&table, &right);
        let mut failed = 0;
        for bad in (0..7).flat_map(|a| (0..7).map(move |b| 10 * a + b)) {
            let game = open(source, &[&format!("bad={bad}")]);
            for memory in [None, Some(least)] {
                match verified(&table, &game, memory) {
                    Err(VerifyError::Rules(error)) => {
                        assert!(error.message.contains("a bad position"), "{error}");
                        failed += 1;
                    }
                    // There is no such position.
                    Ok(_) => {}
                    Err(error) => panic!("{bad}: {error}"),
                }
            }
        }
        assert_eq!(failed, 2 * all);
    }
}

/// The store asks the rules for the text of a position. If that fails, the result is an error, never "not stored".
#[test]
fn a_text_that_fails_is_an_error_of_the_store() {
    let source = r#"
bad = param("bad", -1)
def initial(): return 9
def moves(s): return [s - k for k in [1, 2] if k <= s]
def text(s):
    if s == bad: fail("a bad position")
    return "heap {}".format(s)
def parse(t): return int(t[5:])
"#;
    let right = open(source, &[]);
    let table = table(&right, false);
    let game = open(source, &["bad=4"]);
    let solution = TableSolution::new(&table, game.as_dyn());
    for n in 0..10 {
        let at = right.as_dyn().parse(&format!("heap {n}")).unwrap();
        let known = TableSolution::new(&table, right.as_dyn()).get(&at).unwrap().unwrap();
        match solution.get(&at) {
            Ok(value) => assert!(n != 4 && value == Some(known)),
            Err(error) => {
                let source = error.source().and_then(|source| source.downcast_ref::<TableError>());
                assert!(n == 4 && matches!(source, Some(TableError::Rules(_))), "{error:?}");
            }
        }
        // An option of 5 and of 6 cannot be looked up, and has no text in a list of moves.
        let solved = Solver::new(&game).with_store(&solution).solve(&at);
        let has_failed = matches!(solved, Err(SolveError::Store(_) | SolveError::Rules(_)));
        assert_eq!(has_failed, (4..=6).contains(&n), "{n}: {solved:?}");
    }
    assert!(matches!(verified(&table, &game, None), Err(VerifyError::Rules(_))));
}
