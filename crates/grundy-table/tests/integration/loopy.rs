//! Tables of games with cycles: read back as they were written, verified in memory and in segments, and each wrong value, set and stage
//! refused.

use crate::common::file;
use grundy::catalog::OpenedGame;
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::solver::{Extent, SolvedGame};
use grundy::text::{Key, Order};
use grundy::value::Verdict;
use grundy::{Grundy, Nimber, Play, Solution};
use grundy_table::{
    Header, NewRow, Table, TableSolution, VerifyError, WriteOptions, Writer, rules_of, verify, write_solution,
};

/// A row of a table with stages.
#[derive(Clone, Debug)]
struct Row {
    at: Key,
    verdict: Verdict,
    grundy: Option<Nimber>,
    set: Option<Box<[Nimber]>>,
    stage: Option<u32>,
}

/// The game on a graph, and its name.
fn game(text: &str) -> (tempfile::NamedTempFile, String, OpenedGame) {
    let file = file(text.as_bytes());
    let name = format!("graph:{}", file.path().display());
    let game = grundy::catalog::open(&name, Play::Normal, &Limits::NONE).unwrap();
    (file, name, game)
}

/// The rows of the solved game, and the number of its moves.
fn rows(game: &OpenedGame) -> (Vec<Row>, u64) {
    let solved = SolvedGame::solve(game, Extent::All, false, &Limits::NONE).unwrap();
    assert!(solved.has_stages());
    let mut rows = Vec::new();
    let each = &mut |row: &grundy::solver::Row| {
        let (set, stage) = (solved.loopy(row), solved.stage(row));
        rows.push(Row { at: solved.position(row), verdict: row.verdict, grundy: row.grundy, set, stage });
        true
    };
    solved.rows(false, &Limits::NONE, each).unwrap();
    (rows, solved.count(&Limits::NONE).unwrap().moves)
}

/// The table of these rows, with stages; with sets if a row has one.
fn table(name: &str, game: &OpenedGame, rows: &[Row], moves: u64) -> (tempfile::NamedTempFile, Table) {
    table_with(true, name, game, rows, moves)
}

/// The table of these rows; `stages` says whether it has stages, and sets if a row has one.
fn table_with(
    stages: bool,
    name: &str,
    game: &OpenedGame,
    rows: &[Row],
    moves: u64,
) -> (tempfile::NamedTempFile, Table) {
    let header = Header {
        game: name.to_owned(),
        play: Play::Normal,
        rules: rules_of(name, game).unwrap(),
        program: "a test".to_owned(),
        order: Order::Key,
        is_reduced: false,
        has_texts: true,
        is_dense: false,
        has_weights: false,
        has_stages: stages,
        has_infinite_values: stages && rows.iter().any(|row| row.set.is_some()),
        start: None,
        opening: None,
    };
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    for Row { at, verdict, grundy, set, stage } in rows {
        if writer.wants_first_key() {
            let mut key = Vec::new();
            Order::Key.sort_key(game.as_dyn(), at, &mut key).unwrap();
            writer.push_first_key(&key);
        }
        let text = game.as_dyn().to_text(at).unwrap();
        let (verdict, grundy, loopy, stage) = (*verdict, *grundy, set.as_deref(), *stage);
        writer
            .push(&NewRow { text: &text, number: 0, verdict, grundy, loopy, stage, player: None, weight: 1 })
            .unwrap();
    }
    let file = file(&writer.finish(moves).unwrap().0);
    let table = Table::open(file.path()).unwrap();
    (file, table)
}

fn check(table: &Table, game: &OpenedGame, memory: Option<u64>) -> Result<u64, VerifyError> {
    let limits = Limits { memory, ..Limits::NONE };
    verify(table, game.as_dyn(), &limits, &mut |_, _| ()).map(|verified| verified.segments)
}

/// The least memory with which a table can be verified.
fn least(table: &Table, game: &OpenedGame) -> u64 {
    match check(table, game, Some(0)) {
        Err(VerifyError::Run(RunError::Limit(LimitHit::Memory { needed, .. }))) => needed,
        other => panic!("{other:?}"),
    }
}

/// A random graph with infinite values and finite ones that rest on stages.
fn random_graph(vertices: u32, rng: &mut fastrand::Rng) -> String {
    let mut text: String = (0..vertices).map(|v| format!("{v} {}\n", rng.u32(0..=v.max(1) - 1))).skip(1).collect();
    for _ in 0..2 * vertices {
        let (a, b) = (rng.u32(0..vertices), rng.u32(0..vertices));
        let (from, to) = if rng.u8(..8) == 0 { (a, b) } else { (a.max(b), a.min(b)) };
        text += &if from == 0 { "1 1\n".to_owned() } else { format!("{from} {to}\n") };
    }
    text
}

/// Every way tried here of being wrong in one row.
fn corruptions(row: &Row) -> Vec<Row> {
    let mut wrong = Vec::new();
    for stage in [None, Some(0), Some(1), row.stage.map(|s| s + 1), row.stage.map(|s| s - 1), Some(i32::MAX as u32)] {
        wrong.push(Row { stage, ..row.clone() });
    }
    for grundy in [None, Some(0), Some(1), Some(2), row.grundy.map(|value| value.0 + 1)] {
        wrong.push(Row { grundy: grundy.map(Nimber), ..row.clone() });
        // A value instead of a set, with a stage.
        wrong.push(Row { grundy: grundy.map(Nimber), set: None, stage: Some(1), ..row.clone() });
    }
    for set in [&[][..], &[0], &[1], &[0, 1], &[2]] {
        let set: Box<[Nimber]> = set.iter().copied().map(Nimber).collect();
        wrong.push(Row { set: Some(set.clone()), ..row.clone() });
        wrong.push(Row { set: Some(set), grundy: None, stage: None, ..row.clone() });
    }
    wrong.push(Row { set: None, ..row.clone() });
    let same = |other: &Row| (other.grundy, &other.set, other.stage) == (row.grundy, &row.set, row.stage);
    wrong.retain(|other| !same(other));
    wrong
}

#[test]
fn each_wrong_value_set_and_stage_is_refused() {
    let mut rng = fastrand::Rng::with_seed(20);
    let (mut wrong, mut infinite, mut late) = (0, 0, 0);
    for _ in 0..6 {
        let (_graph, name, game) = game(&random_graph(12, &mut rng));
        let (rows, moves) = rows(&game);
        infinite += rows.iter().filter(|row| row.set.is_some()).count();
        late += rows.iter().filter(|row| row.stage > Some(1) && row.grundy > Some(Nimber(0))).count();
        let (_file, right) = table(&name, &game, &rows, moves);
        assert_eq!(check(&right, &game, None).unwrap(), 1);
        for (i, row) in rows.iter().enumerate() {
            for corrupt in corruptions(row) {
                let mut rows = rows.clone();
                rows[i] = corrupt;
                let (_file, table) = table(&name, &game, &rows, moves);
                let refused = check(&table, &game, None);
                assert!(matches!(refused, Err(VerifyError::Row(_))), "{refused:?}: {:?} became {:?}", row, rows[i]);
                wrong += 1;
            }
        }
    }
    assert!(wrong > 500 && infinite > 5 && late > 2, "{wrong} {infinite} {late}");
}

#[test]
fn read_back_and_verified_in_segments() {
    let mut rng = fastrand::Rng::with_seed(21);
    let (_graph, name, game) = game(&random_graph(600, &mut rng));
    let (rows, moves) = rows(&game);
    let (_file, right) = table(&name, &game, &rows, moves);
    let solution = TableSolution::new(&right, game.as_dyn());
    for row in &rows {
        let grundy = match &row.set {
            Some(set) => Grundy::Infinite(set.clone()),
            None => Grundy::Finite(row.grundy.unwrap()),
        };
        assert_eq!(right.get_key(game.as_dyn(), &row.at).unwrap().unwrap().grundy, grundy);
        assert_eq!(solution.stage(&row.at).unwrap(), row.stage);
    }
    let memory = least(&right, &game);
    assert!(check(&right, &game, Some(memory)).unwrap() > 1);
    for i in [0, 200, 599] {
        for corrupt in corruptions(&rows[i]) {
            let mut rows = rows.clone();
            rows[i] = corrupt;
            let (_file, wrong) = table(&name, &game, &rows, moves);
            for memory in [None, Some(memory)] {
                let refused = check(&wrong, &game, memory);
                assert!(matches!(refused, Err(VerifyError::Row(_))), "{refused:?}: {:?}", rows[i]);
            }
        }
    }
}

/// A graph with a cycle whose values are all finite has stages, but no sets.
#[test]
fn sets_are_a_column_only_if_a_value_is_infinite() {
    let path: String = (0..600).map(|v| format!("{v} {}\n", v + 1)).collect();
    for (cycle, is_infinite) in [("a b\nb a\nb end\n", false), ("a b\nb a\n", true)] {
        let (_graph, name, game) = game(&format!("{cycle}{path}"));
        let built = SolvedGame::solve(&game, Extent::All, false, &Limits::NONE).unwrap();
        let options = WriteOptions { game: Some(&name), ..WriteOptions::default() };
        let (bytes, _) = write_solution(&game, &built, Vec::new(), &options).unwrap();
        let file = file(&bytes);
        let table = Table::open(file.path()).unwrap();
        assert_eq!((table.header().has_stages, table.header().has_infinite_values), (true, is_infinite));
        let (rows, solution) = (rows(&game).0, TableSolution::new(&table, game.as_dyn()));
        for row in &rows {
            let value = table.get_key(game.as_dyn(), &row.at).unwrap().unwrap();
            assert_eq!((value.grundy.finite(), solution.stage(&row.at).unwrap()), (row.grundy, row.stage));
        }
        let stored = table.rows(0, rows.len() as u64).unwrap();
        let values: Vec<_> = rows.iter().map(|row| (row.grundy, row.set.as_deref(), row.stage)).collect();
        let read: Vec<_> = (0..rows.len()).map(|i| (stored.grundy(i), stored.loopy(i), stored.stage(i))).collect();
        assert_eq!(read, values);
        assert_eq!(check(&table, &game, None).unwrap(), 1);
        assert!(check(&table, &game, Some(least(&table, &game))).unwrap() > 1);
    }
}

/// The error names the row with its set, and the options with theirs.
#[test]
fn the_error_shows_the_sets() {
    let (_graph, name, game) = game("1 0\n2 0\n2 1\nc 0\nc 2\nc c\n");
    let (mut rows, moves) = rows(&game);
    let row = rows.iter_mut().find(|row| row.set.is_some()).unwrap();
    row.set = Some([Nimber(0), Nimber(1)].into());
    let (_file, table) = table(&name, &game, &rows, moves);
    let error = check(&table, &game, None).unwrap_err().to_string();
    assert!(error.contains("position c, stored as win in 1, Grundy value ∞(0, 1): the stored Grundy value"), "{error}");
    assert!(error.contains("to 2: 2, stored as win in 1, Grundy value 2"), "{error}");
}

/// Grundy values that are correct by their options, but support one another in a cycle, in a table without stages.
#[test]
fn values_on_a_cycle_without_stages() {
    // From `a` to `b` and back; from `b` to a terminal vertex. A long separate path makes several segments.
    let path: String = (0..600).map(|v| format!("{v} {}\n", v + 1)).collect();
    let (_graph, name, game) = game(&format!("a b\nb a\nb end\n{path}"));
    let (rows, moves) = rows(&game);
    let (_file, with_stages) = table(&name, &game, &rows, moves);
    let (_file, without) = table_with(false, &name, &game, &rows, moves);
    for (table, is_right) in [(with_stages, true), (without, false)] {
        let memory = least(&table, &game);
        for (memory, is_at_once) in [(None, true), (Some(memory), false)] {
            match check(&table, &game, memory) {
                Ok(segments) => assert!(is_right && (segments == 1) == is_at_once, "{segments}"),
                Err(wrong) => {
                    let wrong = wrong.to_string();
                    assert!(!is_right && wrong.contains("Grundy"), "{wrong}");
                    assert!(is_at_once || wrong.contains("position a") || wrong.contains("position b"), "{wrong}");
                }
            }
        }
    }
}
