//! Grundy values of a heap game, and their period with its proof.
//!
//! Run it with `cargo run -p grundy --example values_and_period`.

use grundy::Limits;
use grundy::solver::period;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = grundy::open("octal:0.137")?; // Dawson's Chess
    let values = game.grundy_values(0..20)?;
    let text: Vec<String> = values.iter().map(|value| value.to_string()).collect();
    println!("values of heaps 0 to 19: {}", text.join(" "));

    let period = period(&game, None, &Limits::NONE)?.period.ok_or("no period was found")?;
    assert!(period.is_proved());
    assert_eq!((period.period(), period.preperiod()), (34, 52));
    println!("{period}");
    Ok(())
}
