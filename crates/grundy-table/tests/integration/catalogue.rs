//! A round trip for every game of the catalogue: a table is built, written, verified and counted, and positions all over it are looked
//! up.

#[path = "../common/small.rs"]
mod small;

use crate::common::{Plan, file, open, written_and_built};
use grundy::catalog::{self, OpenedGame};
use grundy::limits::Limits;
use grundy::solver::{Extent, Solver, Statistics, forecast};
use grundy::text::Key;
use grundy::{Answer, Grundy, Outcome, Play, Remoteness};
use grundy_table::{Table, TableSolution, verify};
use small::{Fit, Small, fits};
use std::io::Write as _;
use std::num::NonZeroUsize;

/// The number of positions to look up in each game.
const MAX_QUERIES: u64 = 40;

/// The parts of an answer that must be equal with a table and without: the value and all moves, with the best ones marked.
type Summary = (Outcome, Option<Remoteness>, Option<grundy::Nimber>, Vec<(String, bool, Outcome, String)>);

fn summarize(answer: &Answer) -> Summary {
    let Answer { value, moves, .. } = answer;
    let moves = moves.as_ref().expect("they were asked for");
    assert!(!moves.is_truncated());
    // Moves with the same rank may be listed in any order.
    let mut listed: Vec<_> =
        moves.listed.iter().map(|m| (m.text.clone(), m.is_best, m.outcome, m.after.clone())).collect();
    listed.sort_unstable();
    let number = match &value.grundy {
        Grundy::Finite(value) => Some(*value),
        _ => None,
    };
    (value.outcome, value.remoteness, number, listed)
}

/// A game with its graph file, if it is one.
struct Made {
    plan: Plan,
    _file: Option<tempfile::NamedTempFile>,
}

fn made(small: Small) -> Made {
    let Some(lines) = small::lines(small.game) else {
        return Made { plan: crate::common::plain(small.game, small.from), _file: None };
    };
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(lines.as_bytes()).unwrap();
    let game: &'static str = Box::leak(format!("graph:{}", file.path().display()).into_boxed_str());
    Made { plan: crate::common::plain(game, small.from), _file: Some(file) }
}

fn with_threads(plan: Plan, threads: usize) -> Option<(Vec<u8>, Statistics)> {
    let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
    written_and_built(plan, &limits, |_, verdict, grundy| Some((verdict, grundy)))
}

/// Positions from all parts of a table.
fn positions(table: &Table, game: &OpenedGame) -> Vec<Key> {
    let step = (table.counts().stored / MAX_QUERIES).max(1);
    // The positions are not always the first of a page: each one is at another offset in its step.
    let firsts = (0..table.counts().stored).step_by(step as usize).enumerate();
    let row = |(i, first): (usize, u64)| (first + i as u64 * 7 % step).min(table.counts().stored - 1);
    firsts.map(row).map(|row| table.position(game.as_dyn(), &table.rows(row, 1).unwrap(), 0).unwrap()).collect()
}

/// Makes the four kinds of table of a game and returns the number of those that exist.
fn round_trip(small: Small) -> u32 {
    let made = made(small);
    let game = open(made.plan);
    let any = game.as_dyn();
    let mut solver = Solver::new(&game);
    let (mut tables, mut queries) = (0, Vec::new());
    for (reduced, texts) in [(false, true), (true, true), (false, false), (true, false)] {
        if small.is_larger && (!reduced || texts) {
            continue;
        }
        let plan = Plan { reduced, texts, ..made.plan };
        // Where a number stands for a class, only tables of classes have numbers.
        let is_used = |indexed: &&dyn grundy::text::DynIndexed| {
            !indexed.is_by_class() || reduced && any.name() != "nine-mens-morris"
        };
        if !texts && (any.info().without_grundy.is_none() || any.indexed().filter(is_used).is_none()) {
            continue;
        }
        let Some((bytes, built)) = with_threads(plan, 1) else {
            assert!(reduced, "{plan:?}");
            continue;
        };
        tables += 1;
        assert!(with_threads(plan, 2).is_some_and(|(other, _)| other == bytes), "{plan:?}: other bytes by two threads");
        let file = file(&bytes);
        let table = Table::open(file.path()).unwrap();
        let verified = verify(&table, any, &Limits::NONE, &mut |_, _| ());
        let verified = verified.unwrap_or_else(|wrong| panic!("{plan:?}: {wrong}"));
        assert_eq!((verified.rows, verified.segments), (table.counts().stored, 1));

        let counts = table.counts();
        let all = &counts.positions;
        assert_eq!(
            (all.total(), all.won(), all.lost(), all.draws, all.max_remoteness(), counts.moves),
            (built.positions, built.wins, built.losses, built.draws, built.max_remoteness, built.moves),
            "{plan:?}"
        );
        assert!(verified.positions == built.positions && verified.moves == built.moves, "{plan:?}");
        if texts {
            assert_eq!(
                (counts.stored, &counts.rows, &counts.by_turn),
                (built.stored, &built.histogram, &built.by_turn),
                "{plan:?}"
            );
        }

        // The same positions are looked up in every kind of table, whichever member of a class is stored.
        if tables == 1 {
            queries = positions(&table, &game);
            // If the table stores one position of each class, other members of the classes are looked up too.
            let options = queries.iter().flat_map(|at| any.moves(at, usize::MAX).unwrap().moves.pop());
            queries.extend(options.map(|listed| listed.option).collect::<Vec<_>>());
            queries.extend(built.start.iter().map(|(at, _)| at.clone()));
        }
        let solution = TableSolution::new(&table, any);
        for at in &queries {
            let known = solver.solve(at).unwrap();
            let found = Solver::new(&game).with_store(&solution).solve(at).unwrap();
            let text = any.to_text(at).unwrap();
            assert_eq!(summarize(&found), summarize(&known), "{plan:?} {text}");
            assert_eq!(found.method, "stored table", "{plan:?} {text}");
            // The table also opens its game by itself.
            assert_eq!(table.get(&text).unwrap(), Some(found.value), "{plan:?} {text}");
        }
        assert!(queries.len() as u64 >= MAX_QUERIES.min(built.stored), "{plan:?}");
    }
    tables
}

/// Makes the round trip with the games of the catalogue named `chess`, or with all others. Returns the number of tables. For each game
/// that is left out, checks the reason.
fn all(are_chess: bool) -> u32 {
    let mut tables = 0;
    for (entry, fit) in fits().filter(|(entry, _)| (entry.name == "chess") == are_chess) {
        match fit {
            Fit::Counts(all) => {
                assert!(!all.is_empty(), "{}", entry.name);
                for small in all {
                    let opened = small.game.split(':').next().unwrap();
                    assert!(entry.name == opened || entry.aliases.contains(&opened), "{}: {small:?}", entry.name);
                    tables += round_trip(*small);
                }
            }
            Fit::Large { game, numbers } => {
                let game = catalog::open(game, Play::Normal, &Limits::NONE).unwrap();
                let start = game.as_dyn().start();
                let extent = start.as_ref().map_or(Extent::All, Extent::From);
                let expected = forecast(&game, extent, false, &Limits::NONE).expect("it has numbers");
                assert!(expected.positions > numbers, "{}: {}", entry.name, expected.positions);
            }
        }
    }
    tables
}

#[test]
fn every_game() {
    let tables = all(false);
    assert!(tables >= 47, "{tables}");
}

/// Chess endgames, which take as long as all other games together.
#[test]
fn chess() {
    let tables = all(true);
    assert!(tables >= 6, "{tables}");
}
