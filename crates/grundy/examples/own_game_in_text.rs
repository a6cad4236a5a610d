//! A game of one's own with text: parsed, solved and explained as a game of the catalogue is.
//!
//! Run it with `cargo run -p grundy --example own_game_in_text`.

use grundy::text::{ParseError, TextGame, WithText};
use grundy::{Game, Outcome, Solver, catalog::OpenedGame, explain::explain};

/// A token on a strip moves one, three or four squares towards square 0.
struct Strip;

#[rustfmt::skip]
impl Game for Strip {
    type Position = u32;
    type Move = u32;
    fn moves(&self, at: &u32, out: &mut Vec<u32>) { out.extend([1, 3, 4].iter().filter_map(|step| at.checked_sub(*step))); }
    fn play(&self, _: &u32, to: &u32) -> u32 { *to }
}

#[rustfmt::skip]
impl TextGame for Strip {
    fn name(&self) -> &str { "strip" }
    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        text.parse().map_err(|_| ParseError { at: 0..text.len(), message: format!("`{text}` is no square"), help: "write a number".into() })
    }
    fn to_text(&self, at: &u32) -> String { at.to_string() }
    fn move_text(&self, _: &u32, to: &u32) -> String { format!("to {to}") }
    fn encode(&self, at: &u32, out: &mut Vec<u8>) { out.extend(at.to_be_bytes()); }
    fn decode(&self, bytes: &[u8]) -> u32 { u32::from_be_bytes(bytes.try_into().expect("four bytes")) }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = OpenedGame::from(WithText::new(Strip));
    let (mut solver, at) = (Solver::new(&game), game.as_dyn().parse("20")?);
    let answer = solver.solve(&at)?;
    assert_eq!((answer.value.outcome, answer.moves.as_ref().map(|moves| moves.listed.len())), (Outcome::Win, Some(3)));
    print!("{}", explain(&answer, &solver.evidence(&at, &answer)?));
    Ok(())
}
