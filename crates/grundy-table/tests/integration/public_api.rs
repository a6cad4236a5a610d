//! Looks up positions in text in a table that opens its game by itself, and tests the errors.

use crate::common::{file, open, plain, written};
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::Extent;
use grundy::{Outcome, Play, Remoteness};
use grundy_table::{GetError, Header, NewRow, NotStorable, Table, TableError, Writer, check_storable};
use std::error::Error;
use std::io::Write as _;

fn table(game: &'static str, from: &'static str) -> (tempfile::NamedTempFile, Table) {
    let file = file(&written(plain(game, from), &Limits::NONE, |_, verdict| verdict).unwrap());
    let table = Table::open(file.path()).unwrap();
    (file, table)
}

/// A table of one row with this game and these rules in its header.
fn with_header(game: &str, play: Play, rules: &str) -> Table {
    let order = grundy::text::Order::Key;
    let header = Header {
        game: game.to_owned(),
        play,
        rules: rules.to_owned(),
        program: "a test".to_owned(),
        order,
        is_reduced: false,
        has_texts: true,
        is_dense: false,
        has_weights: false,
        has_stages: false,
        has_infinite_values: false,
        start: None,
        opening: None,
    };
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    writer.push_first_key(&[]);
    let verdict = grundy::Verdict::Loss(Remoteness(0));
    let row = NewRow { text: "0", number: 0, verdict, grundy: None, loopy: None, stage: None, player: None, weight: 1 };
    writer.push(&row).unwrap();
    Table::open(file(&writer.finish(0).unwrap().0).path()).unwrap()
}

/// The file was written by a version of the program whose library did not yet return errors in `Result`.
#[test]
fn a_table_of_an_earlier_program() {
    let table = Table::open("tests/data/tictactoe-reduced.parquet").unwrap();
    let value = table.get("XO..X....").unwrap().unwrap();
    assert_eq!((value.outcome, value.remoteness), (Outcome::Loss, Some(Remoteness(4))));
    // Another position of the same class.
    assert_eq!(table.get("....X..OX").unwrap(), Some(value));
    assert_eq!(table.get(".........").unwrap().unwrap().outcome, Outcome::Draw);
    let game = open(plain("tictactoe", ""));
    let verified = grundy_table::verify(&table, game.as_dyn(), &Limits::NONE, &mut |_, _| ()).unwrap();
    assert_eq!((verified.rows, verified.positions), (765, 5478));
}

#[test]
fn a_position_of_a_catalogue_game() {
    let (_file, table) = table("bash:3", "20");
    assert_eq!(table.get("20").unwrap().unwrap().outcome, Outcome::Loss);
    assert_eq!(table.get("21").unwrap(), None);
    let error = table.get("some").unwrap_err();
    assert!(matches!(error, GetError::Position(_)) && error.source().is_some(), "{error:?}");
}

#[test]
fn a_graph_file_that_changed() {
    let mut graph = tempfile::NamedTempFile::new().unwrap();
    write!(graph, "a b\nb c\n").unwrap();
    graph.flush().unwrap();
    let name: &'static str = Box::leak(format!("graph:{}", graph.path().display()).into_boxed_str());
    let (file, first) = table(name, "");
    assert_eq!(first.get("a").unwrap().unwrap().remoteness, Some(Remoteness(2)));
    writeln!(graph, "a d").unwrap();
    graph.flush().unwrap();
    let error = Table::open(file.path()).unwrap().get("a").unwrap_err();
    assert!(matches!(error, GetError::Table(TableError::OtherGame { .. })), "{error:?}");
    graph.close().unwrap();
    let error = Table::open(file.path()).unwrap().get("a").unwrap_err();
    assert!(matches!(error, GetError::GameFile { .. }) && error.source().is_some(), "{error:?}");
}

#[test]
fn a_game_that_this_crate_cannot_open() {
    let error =
        with_header("count.star", Play::Normal, "rules file\n\ndef initial(): return 3\n").get("0").unwrap_err();
    assert!(matches!(&error, GetError::RulesFile { game } if game == "count.star"), "{error:?}");
    assert!(error.to_string().contains("TableSolution::new(&table, game.as_dyn())"), "{error}");
    let error = with_header("hopscotch", Play::Normal, "catalogue 1").get("0").unwrap_err();
    assert!(matches!(&error, GetError::Open { game, .. } if game == "hopscotch"), "{error:?}");
    let error = with_header("nim", Play::Normal, "catalogue 2").get("0").unwrap_err();
    assert!(matches!(error, GetError::Table(TableError::OtherGame { .. })), "{error:?}");
}

#[test]
fn play_is_a_word_of_the_header() {
    let misere = with_header("nim", Play::Misere, "catalogue 1");
    assert_eq!(misere.header().play, Play::Misere);
    assert_eq!(misere.game().unwrap().as_dyn().play(), Play::Misere);
}

/// The author of a table chooses the path of its graph file: it is not read before it is known to be the file of the table.
#[test]
fn another_graph_file_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "some words that are no graph\n").unwrap();
    let game = format!("graph:{}", secret.display());
    let other = with_header(&game, Play::Normal, "graph file, SHA-256 00").get("0").unwrap_err();
    assert!(matches!(other, GetError::Table(TableError::OtherGame { .. })), "{other}");
    assert!(!other.to_string().contains("words"), "{other}");
    let no_file = with_header("graph:/dev/zero", Play::Normal, "graph file, SHA-256 00").get("0").unwrap_err();
    assert!(matches!(no_file, GetError::GameFile { .. }), "{no_file}");
}

/// A row of a whole table may be a position to which no play leads.
#[test]
fn a_position_without_a_play_to_it() {
    let table = with_header("three-mens-morris", Play::Normal, "catalogue 1");
    let both_in_a_row = "XXX/OOO/... X";
    assert!(table.game().unwrap().as_dyn().parse(both_in_a_row).is_err());
    assert_eq!(table.get(both_in_a_row).unwrap(), None);
}

/// A caller that stops once stops the run.
#[test]
fn a_stop_during_the_checksums_is_an_error() {
    let (_file, table) = table("bash:3", "20");
    let asked = std::sync::atomic::AtomicBool::new(false);
    let stop = || !asked.swap(true, std::sync::atomic::Ordering::Relaxed);
    let limits = Limits { stop: &stop, ..Limits::NONE };
    let game = open(plain("bash:3", "20"));
    assert!(grundy_table::verify(&table, game.as_dyn(), &limits, &mut |_, _| ()).is_err());
}

/// A row that a table cannot store is told of by its number.
#[test]
fn a_row_that_is_too_large() {
    let mut writer = Writer::new(Vec::new(), with_header("nim", Play::Normal, "").header().clone()).unwrap();
    writer.push_first_key(&[]);
    let verdict = grundy::Verdict::Loss(Remoteness(u32::MAX));
    let row = NewRow { text: "0", number: 0, verdict, grundy: None, loopy: None, stage: None, player: None, weight: 1 };
    let error = writer.push(&row).unwrap_err();
    assert_eq!(error.to_string(), "row 0 has a remoteness of 2³¹ or more, which a table cannot store");
}

/// What has no table is refused before it is solved.
#[test]
fn games_without_a_table() {
    let check = |game: &OpenedGame, is_reduced, has_texts| {
        let start = game.as_dyn().start();
        check_storable(game, start.as_ref().map_or(Extent::All, Extent::From), is_reduced, has_texts)
    };
    let open = |text| grundy::open(text).unwrap();
    assert_eq!(check(&open("kayles 3 + nim 2"), false, true), Err(NotStorable::Sum));
    assert_eq!(check(&open("tictactoe"), false, true), Ok(()));
    assert_eq!(check(&open("tictactoe"), false, false), Err(NotStorable::NoNumbers));
    assert_eq!(check(&open("teeko-movement"), false, false), Ok(()));
    let too_many = Err(NotStorable::TooManyNumbers { count: 27_743_718_848 });
    assert_eq!(check_storable(&open("nine-mens-morris"), Extent::All, true, true), too_many);
    let source = "def initial(): return 3\ndef moves(n): return [Sum(n - 1, 0)] if n else []\n";
    let rules = grundy_rules::open_script("sum.star", source, &[], Play::Normal, &Limits::NONE).unwrap();
    assert_eq!(check(&rules, false, true), Err(NotStorable::Components));
}
