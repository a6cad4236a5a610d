//! The table of a game that a program defines itself is not taken for that of a game of the catalogue of the same name.

use grundy::catalog::OpenedGame;
use grundy::game::Game;
use grundy::limits::Limits;
use grundy::solver::{Extent, SolvedGame};
use grundy::text::{ParseError, TextGame, WithText};
use grundy::{Outcome, Play, Solution};
use grundy_table::{GetError, Table, TableSolution, WriteOptions, rules_of, write_solution};

/// One heap, from which a player takes one or two: not Nim, whatever its name.
struct Impostor;

impl Game for Impostor {
    type Position = u64;
    type Move = u64;

    fn moves(&self, &at: &u64, out: &mut Vec<u64>) {
        out.extend(1..=at.min(2));
    }

    fn play(&self, &at: &u64, &take: &u64) -> u64 {
        at - take
    }
}

impl TextGame for Impostor {
    fn name(&self) -> &str {
        "nim"
    }

    fn start(&self) -> Option<u64> {
        Some(10)
    }

    fn parse(&self, text: &str) -> Result<u64, ParseError> {
        let wrong =
            |_| ParseError { at: 0..text.len(), message: "no heap".to_owned(), help: "write a number".to_owned() };
        text.parse().map_err(wrong)
    }

    fn to_text(&self, at: &u64) -> String {
        at.to_string()
    }

    fn move_text(&self, _at: &u64, take: &u64) -> String {
        format!("take {take}")
    }

    fn encode(&self, at: &u64, out: &mut Vec<u8>) {
        out.extend(at.to_be_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> u64 {
        bytes.iter().fold(0, |at, byte| at << 8 | u64::from(*byte))
    }
}

#[test]
fn a_table_of_a_program_s_own_game_is_read_with_that_game_alone() {
    let game = OpenedGame::from(WithText::new(Impostor));
    let start = game.as_dyn().start().unwrap();
    let solved = SolvedGame::solve(&game, Extent::From(&start), false, &Limits::NONE).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.parquet");
    write_solution(&game, &solved, std::fs::File::create(&path).unwrap(), &WriteOptions::default()).unwrap();
    let table = Table::open(&path).unwrap();
    assert!(matches!(table.get("3"), Err(GetError::OwnGame { game }) if game == "nim"));
    // Nim of the catalogue is another game.
    let nim = grundy::catalog::open("nim", Play::Normal, &Limits::NONE).unwrap();
    assert!(table.check_game("nim", &rules_of("nim", &nim).unwrap(), nim.as_dyn()).is_err());
    table.check_game("nim", &rules_of("nim", &game).unwrap(), game.as_dyn()).unwrap();
    let solution = TableSolution::new(&table, game.as_dyn());
    let outcome = |text: &str| solution.get(&game.as_dyn().parse(text).unwrap()).unwrap().unwrap().outcome;
    assert_eq!((outcome("3"), outcome("4"), outcome("6")), (Outcome::Loss, Outcome::Win, Outcome::Loss));
}
