//! Tables of openings: written, read as a store, verified, and damaged; and the table that this crate contains.

use grundy::catalog::{self, OpenedGame};
use grundy::checkpoint::Checkpointer;
use grundy::limits::Limits;
use grundy::solver::{RowId, SolvedGame, Solver};
use grundy::{Outcome, Play, Remoteness, Solution};
use grundy_table::{Table, TableSolution, VerifyError, WriteOptions, openings_of, verify, write_solution};
use std::io::Write as _;

fn open(game: &str) -> OpenedGame {
    catalog::open(game, Play::Normal, &Limits::NONE).unwrap()
}

/// The bytes of a table of openings.
fn written(game: &OpenedGame, moves: u32) -> Vec<u8> {
    let start = game.as_dyn().start().unwrap();
    let solved = SolvedGame::solve_opening(game, &start, moves, None, &Limits::NONE, Checkpointer::none()).unwrap();
    write_solution(game, &solved, Vec::new(), &WriteOptions::default()).unwrap().0
}

fn table(bytes: &[u8]) -> (tempfile::NamedTempFile, Table) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let table = Table::open(file.path()).unwrap();
    (file, table)
}

#[test]
fn a_table_of_openings_is_verified_but_for_its_last_tier() {
    for (name, moves) in [("connect4:4x4", 4), ("dots-and-boxes:2x2", 3), ("tictactoe", 9)] {
        let game = open(name);
        let (_file, table) = table(&written(&game, moves));
        let tiered = game.as_dyn().tiered().unwrap();
        let first = tiered.tier(&game.as_dyn().start().unwrap());
        assert_eq!(table.header().opening, Some(first + moves), "{name}");
        let verified = verify(&table, game.as_dyn(), &Limits::NONE, &mut |_, _| ()).unwrap();
        assert_eq!(verified.rows, table.counts().stored);
        assert!(verified.searched > 0 && verified.searched < verified.rows, "{name}: {verified:?}");
        // The moves are those of all positions up to the last tier.
        let start = game.as_dyn().start().unwrap();
        let answer = Solver::new(&game).with_store(&TableSolution::new(&table, game.as_dyn())).solve(&start).unwrap();
        assert_eq!(answer, Answer::like(&game, &answer));
        assert!(!TableSolution::new(&table, game.as_dyn()).holds_options());
    }
}

/// The answer for the start of a game without a table.
struct Answer;

impl Answer {
    fn like(game: &OpenedGame, with_table: &grundy::Answer) -> grundy::Answer {
        let start = game.as_dyn().start().unwrap();
        grundy::Answer { method: with_table.method.clone(), ..Solver::new(game).solve(&start).unwrap() }
    }
}

#[test]
fn a_wrong_value_is_found() {
    let game = open("connect4:4x4");
    let start = game.as_dyn().start().unwrap();
    let solved = SolvedGame::solve_opening(&game, &start, 3, None, &Limits::NONE, Checkpointer::none()).unwrap();
    let mut rows = Vec::new();
    solved
        .rows(false, &Limits::NONE, &mut |row| {
            rows.push(*row);
            true
        })
        .unwrap();
    let (_, table) = table(&written(&game, 3));
    for wrong in 0..rows.len() {
        let mut writer = grundy_table::Writer::new(Vec::new(), table.header().clone()).unwrap();
        for (i, row) in rows.iter().enumerate() {
            let verdict = match row.id {
                _ if i != wrong => row.verdict,
                // A position before it would be won in three moves.
                RowId::Word(3, _) => grundy::Verdict::Loss(Remoteness(2)),
                _ => grundy::Verdict::Win(Remoteness(17)),
            };
            let text = solved.text(game.as_dyn(), row).unwrap();
            if writer.wants_first_key() {
                let mut key = Vec::new();
                solved.order().sort_key(game.as_dyn(), &solved.position(row), &mut key).unwrap();
                writer.push_first_key(&key);
            }
            let (player, weight) = (row.player, row.weight);
            writer
                .push(&grundy_table::NewRow {
                    text: &text,
                    number: 0,
                    verdict,
                    grundy: None,
                    loopy: None,
                    stage: None,
                    player,
                    weight,
                })
                .unwrap();
        }
        let (bytes, _) = writer.finish(table.counts().moves).unwrap();
        let (_file, table) = self::table(&bytes);
        let verified = verify(&table, game.as_dyn(), &Limits::NONE, &mut |_, _| ());
        assert!(matches!(verified, Err(VerifyError::Row(_))), "row {wrong}: {verified:?}");
    }
}

#[test]
fn too_little_memory_is_a_limit() {
    let game = open("connect4:4x4");
    let (_file, table) = table(&written(&game, 6));
    let limits = Limits { memory: Some(20 << 20), ..Limits::NONE };
    assert!(matches!(verify(&table, game.as_dyn(), &limits, &mut |_, _| ()), Err(VerifyError::Run(_))));
}

#[test]
fn the_table_of_connect_four_is_right_as_far_as_is_known() {
    let game = open("connect4:7x6");
    let any = game.as_dyn();
    let openings = openings_of(&game).expect("the crate has a table");
    let bytes = std::fs::read("data/connect4-7x6.parquet").unwrap();
    let (_file, table) = table(&bytes);
    let verified = verify(&table, any, &Limits::NONE, &mut |_, _| ()).unwrap();
    assert!(verified.rows > verified.searched && table.check_checksums(&mut |_, _| true).unwrap().is_some());
    // Allis 1988: the first player wins by the middle column. The remotenesses are those of all published solutions.
    let (win, draw, loss) = (Outcome::Win, Outcome::Draw, Outcome::Loss);
    let after = |columns: &str| openings.get(&any.canonical(&any.parse(columns).unwrap()).unwrap()).unwrap().unwrap();
    let start = openings.get(&any.start().unwrap()).unwrap().unwrap();
    assert_eq!((start.outcome, start.remoteness), (win, Some(Remoteness(41))));
    for (column, outcome, remoteness) in [
        ("1", win, Some(39)),
        ("2", win, Some(41)),
        ("3", draw, None),
        ("4", loss, Some(40)),
        ("5", draw, None),
        ("6", win, Some(41)),
        ("7", win, Some(39)),
        // Both players move in the middle in the best play that Allis gives.
        ("44", win, Some(39)),
        ("444", loss, Some(38)),
        ("4444", win, Some(37)),
        ("44444", loss, Some(36)),
        // The solver of the public repository PascalPons/connect4 gives the scores 3 and 1.
        ("12345", win, Some(33)),
        ("12121", win, Some(37)),
    ] {
        let value = after(column);
        assert_eq!((value.outcome, value.remoteness), (outcome, remoteness.map(Remoteness)), "{column}");
    }
    assert!(openings_of(&open("connect4:6x7")).is_none());
}
