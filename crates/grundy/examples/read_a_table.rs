//! A solved table read back: build one with `grundy build tictactoe -o ttt.parquet`, then run
//! `cargo run -p grundy --example read_a_table ttt.parquet XO..X....`.

use grundy_table::Table;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(position)) = (arguments.next(), arguments.next()) else {
        return Err("give the path of a table and a position".into());
    };
    let table = Table::open(&path)?;
    match table.get(&position)? {
        None => println!("{position} is not in the table"),
        Some(value) => match value.remoteness {
            Some(moves) => println!("{position}: a {} in {} moves", value.outcome, moves.0),
            None => println!("{position}: a {}", value.outcome),
        },
    }
    Ok(())
}
