//! Grundy values of a heap game, their period with its proof, and a certificate of it.
//!
//! Run it with `cargo run -p grundy --example values_and_period`.

use grundy::Limits;
use grundy::heap::octal::{Certificate, Code, Game, PeriodSearcher};
use grundy::solver::period;
use grundy::verify::octal::{CheckOptions, verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = grundy::open("octal:0.137")?; // Dawson's Chess
    let values = game.grundy_values(0..20)?;
    let text: Vec<String> = values.iter().map(|value| value.to_string()).collect();
    println!("values of heaps 0 to 19: {}", text.join(" "));

    let period = period(&game, None, &Limits::NONE)?.period.ok_or("no period was found")?;
    assert!(period.is_proved());
    assert_eq!((period.period(), period.preperiod()), (34, 52));
    println!("{period}");

    // A certificate is text that another program, or another person, can check.
    let mut searcher = PeriodSearcher::new(Game::Code(Code::parse("0.137")?));
    let search = searcher.search(10_000, &mut |_| true);
    let certificate = searcher.certificate(&search, &mut || true).ok_or("no period was proved")?;
    let text = certificate.encode();
    let verified = verify(&Certificate::parse(text.as_bytes())?, &CheckOptions::ALL)?;
    assert!(verified.is_proof());
    print!("{text}");
    Ok(())
}
