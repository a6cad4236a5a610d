//! A game solved whole, written as a table, and read back.
//!
//! Run it with `cargo run -p grundy --example read_a_table`, or with the path of a table from `grundy build tictactoe -o ttt.parquet`.

use grundy::Limits;
use grundy::solver::{Extent, SolvedGame};
use grundy_table::{Table, WriteOptions, write_solution};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = match std::env::args_os().nth(1) {
        Some(path) => path.into(),
        None => {
            let game = grundy::open("tictactoe")?;
            let start = game.as_dyn().start().ok_or("the game has a start")?;
            let solved = SolvedGame::solve(&game, Extent::From(&start), false, &Limits::NONE)?; // false: not one of each class
            let path = std::env::temp_dir().join(format!("grundy-example-{}.parquet", std::process::id()));
            write_solution(&game, &solved, std::fs::File::create(&path)?, &WriteOptions::default())?;
            path
        }
    };
    let table = Table::open(&path)?;
    for position in [".........", "XO..X....", "XXOO....."] {
        match table.get(position)? {
            None => println!("{position} is not in the table"),
            Some(value) => println!("{position}: {value}"),
        }
    }
    Ok(())
}
