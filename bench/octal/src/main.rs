//! Times octal games: values by the sparse space and by the plain method, against the textbook's loops; and the search for periods.
//!
//! Usage: `bench-octal [NAME …]`; without names, it runs all parts in this order: `plain`, `rates`, `periods`, `census`, `misere`. Library and
//! yardstick run alternately in one process, three times each. The output has medians in CPU seconds of the process, and the median of
//! the ratios.

mod textbook;

use grundy::heap::misere::{QuotientEnd, QuotientSearcher};
use grundy::heap::octal::{Code, Game, PeriodSearcher, Table, census};
use grundy::heap::{Heaps, TakeBreak};
use grundy::limits::Limits;
use grundy::{Outcome, Play};
use std::cell::{Cell, RefCell};
use std::num::NonZero;

const RUNS: usize = 3;

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|n| n == name);
    if wanted("plain") {
        plain();
    }
    if wanted("rates") {
        rates();
    }
    if wanted("periods") {
        periods();
    }
    if wanted("census") {
        all_codes();
    }
    if wanted("misere") {
        misere();
    }
}

fn game(name: &str) -> Game {
    let code = if name == "officers" { "0.6" } else { name };
    Game::from_name(name).unwrap_or_else(|| Game::Code(Code::parse(code).expect("a code")))
}

/// Times the plain method, which tries every split of every heap, up to 10^5 heaps.
fn plain() {
    println!("plain method, 10^5 heaps: CPU s ours, textbook, ratio");
    for name in ["0.07", "0.007"] {
        let digits: Vec<u8> = name.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
        let mut values = (Vec::new(), Vec::new());
        let pairs = turns(
            || {
                let mut table = Table::new(game(name));
                table.grow(100_000).expect("small values");
                values.0 = table.values().to_vec();
            },
            || values.1 = textbook::plain(&digits, 100_000),
        );
        assert!(values.0 == values.1, "{name}: the values differ");
        println!("{name:<14} {:>8.3} {:>8.3} {:>8.3}", pairs.ours, pairs.book, pairs.ratio);
    }
    println!();
}

/// Measures heaps per second in the sparse space, including the first heaps; the textbook is given the space and its rare heaps.
fn rates() {
    println!(
        "sparse space: heaps, CPU s ours, 10^6 heaps/s ours; the textbook's sparse loop on fewer heaps: 10^6 heaps/s, ratio"
    );
    for (name, heaps, fewer) in [
        ("0.104", 100_000_000, 4_000_000),
        ("0.106", 200_000_000, 4_000_000),
        ("0.454", 100_000_000, 4_000_000),
        ("0.054", 100_000_000, 4_000_000),
        ("0.174", 30_000_000, 1_000_000),
        ("4.045", 30_000_000, 1_000_000),
        ("0.16", 250_000, 250_000),
        ("officers", 5_000_000, 150_000),
        ("grundys-game", 5_000_000, 150_000),
    ] {
        let game = game(name);
        let known = RefCell::new(Vec::new());
        let (our_rate, book_rate) = (Cell::new(0.0), Cell::new(0.0));
        let pairs = turns(
            || {
                let seconds = cpu();
                let mut run = PeriodSearcher::new(game.clone());
                let search = run.search(heaps, &mut |_| true);
                our_rate.set(search.heaps as f64 / (cpu() - seconds) / 1e6);
                *known.borrow_mut() = run.values().to_vec();
            },
            || {
                let begin = 32_768;
                let mut run = PeriodSearcher::new(game.clone());
                run.search(begin, &mut |_| true);
                let seconds = cpu();
                let values =
                    textbook::sparse(&game, run.values()[..begin as usize].to_vec(), &run.progress().method, fewer);
                book_rate.set((fewer as u64 - begin) as f64 / (cpu() - seconds) / 1e6);
                let known = known.borrow();
                let both = values.len().min(known.len());
                if let Some(at) = (0..both).find(|&i| values[i] != known[i]) {
                    panic!("{name}: heap {at} differs");
                }
            },
        );
        println!(
            "{name:<14} {heaps:>12} {:>8.2} {:>8.2} {:>8.2} {:>8.2}",
            pairs.ours,
            our_rate.get(),
            book_rate.get(),
            our_rate.get() / book_rate.get()
        );
    }
    println!();
}

/// Times the search for periods until they are proved.
fn periods() {
    println!("periods: period, preperiod, heaps of the proof, CPU s, peak MB of the process so far");
    for name in ["0.16", "0.127", "0.56", "0.644", "0.354", "0.104", "0.454", "0.054", "0.376"] {
        let seconds = cpu();
        let search = PeriodSearcher::new(game(name)).search(1_000_000_000, &mut |_| true);
        let seconds = cpu() - seconds;
        let found = search.proved().expect("a period");
        let (period, preperiod, heaps) = (found.period(), found.preperiod(), found.heaps());
        println!(
            "{name:<8} {period:>10} {preperiod:>12} {heaps:>12} {seconds:>8.3} {:>8.1}",
            meter::peak_resident() as f64 / f64::from(1 << 20)
        );
    }
    println!();
}

fn all_codes() {
    let seconds = cpu();
    let census = census(4800, &Limits { threads: NonZero::new(1), ..Limits::NONE }).expect("no limit");
    println!("census, 4800 heaps: {} periods, {:.3} CPU s", census.count_with_period(), cpu() - seconds);
}

/// Times the search for misère quotients until they are proved, and sums of 20 heaps of 10^12.
fn misere() {
    println!("misère quotients: order, period, preperiod, ms until proved, peak MB of the process so far");
    for name in ["0.77", "0.15", "0.53", "0.71", "0.72", "4.12"] {
        let seconds = cpu();
        let mut searcher = QuotientSearcher::new(game(name));
        assert_eq!(searcher.search(1000, &Limits::NONE), QuotientEnd::Proved, "{name}");
        let quotient = searcher.quotient();
        let seconds = cpu() - seconds;
        println!(
            "{name:<8} {:>6} {:>6} {:>6} {:>10.2} {:>8.1}",
            quotient.order(),
            quotient.period().expect("a period"),
            quotient.preperiod().expect("a preperiod"),
            1e3 * seconds,
            meter::peak_resident() as f64 / f64::from(1 << 20)
        );
    }
    let kayles = Heaps::new(TakeBreak::code(Code::KAYLES), Play::Misere);
    let sums: Vec<Vec<_>> =
        (0..1000u64).map(|i| (0..20).map(|j| (1_000_000_000_000 + 31 * i + 7 * i * j).into()).collect()).collect();
    kayles.claim(&sums[0]).expect("a proved quotient");
    let seconds = cpu();
    let lost = sums.iter().filter(|sum| kayles.claim(sum).expect("a proved quotient").outcome == Outcome::Loss).count();
    let outcomes = cpu() - seconds;
    let moves: usize = sums.iter().map(|sum| kayles.winning_moves(sum, 1000).expect("a proved quotient").len()).sum();
    let seconds = cpu() - seconds - outcomes;
    println!("sums of 20 heaps of Kayles of 10^12: {:.1} us for the outcome ({lost} of 1000 lost)", 1e3 * outcomes);
    println!("and {:.1} us for up to 1000 winning moves ({moves} in all)", 1e3 * seconds);
}

/// The medians of alternating runs.
struct Pairs {
    ours: f64,
    book: f64,
    ratio: f64,
}

fn turns(mut ours: impl FnMut(), mut book: impl FnMut()) -> Pairs {
    let timed = |what: &mut dyn FnMut()| {
        let before = cpu();
        what();
        cpu() - before
    };
    let pairs: Vec<(f64, f64)> = (0..RUNS).map(|_| (timed(&mut ours), timed(&mut book))).collect();
    let median = |mut numbers: Vec<f64>| {
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() / 2]
    };
    Pairs {
        ours: median(pairs.iter().map(|p| p.0).collect()),
        book: median(pairs.iter().map(|p| p.1).collect()),
        ratio: median(pairs.iter().map(|p| p.0 / p.1).collect()),
    }
}

/// The CPU seconds of this process.
fn cpu() -> f64 {
    meter::cpu_time().as_secs_f64()
}
