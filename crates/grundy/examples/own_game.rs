//! A game of one's own: its rules are a struct with two methods, and every position is solved at once.
//!
//! Run it with `cargo run -p grundy --example own_game`.

use grundy::{Game, Nimber, Outcome, solve_game};

/// Chomp on one strip of two rows: a move names a square, and everything right of it and below it is eaten. Whoever has to eat the
/// poisoned first square loses; here that means: whoever finds nothing else left.
struct TwoRowChomp;

impl Game for TwoRowChomp {
    /// The lengths of the upper and the lower row.
    type Position = (u32, u32);
    /// The position that the move leaves.
    type Move = (u32, u32);

    fn moves(&self, &(upper, lower): &(u32, u32), out: &mut Vec<(u32, u32)>) {
        out.extend((1..upper).map(|left| (left, lower.min(left))));
        out.extend((0..lower).map(|left| (upper, left)));
    }

    fn play(&self, _: &(u32, u32), after: &(u32, u32)) -> (u32, u32) {
        *after
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let solved = solve_game(&TwoRowChomp, (10, 10))?;
    // The first player wins by eating one square of the lower row, and only so.
    let winning: Vec<_> = solved.options(&(10, 10)).filter(|at| solved.outcome(at) == Some(Outcome::Loss)).collect();
    assert_eq!(winning, [&(10, 9)]);
    assert_eq!(solved.grundy(&(10, 9)), Some(Nimber(0)));
    println!("{} positions; the winning move leaves {:?}", solved.positions().len(), winning[0]);
    Ok(())
}
