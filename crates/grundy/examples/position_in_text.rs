//! One position of a named game, in text: who wins, in how many moves, and by which move.
//!
//! Run it with `cargo run -p grundy --example position_in_text`.

use grundy::Outcome;

fn main() -> Result<(), grundy::Error> {
    let answer = grundy::solve("kayles", "5 7")?;
    assert_eq!(answer.value.outcome, Outcome::Win);
    println!("{} {}: a {} for the player to move", answer.game, answer.position, answer.value.outcome);
    println!("remoteness {:?}, Grundy value {}", answer.value.remoteness, answer.value.grundy);
    // Every move is listed; `m.best` marks the quickest wins.
    for m in answer.moves.iter().flat_map(|moves| &moves.listed).filter(|m| m.outcome == Outcome::Win) {
        println!("  {} wins: it leaves {}", m.text, m.after);
    }

    // Mistakes in the text come back as errors that say where they are.
    let error = grundy::solve("kayles", "5 seven").unwrap_err();
    println!("{error}");
    Ok(())
}
