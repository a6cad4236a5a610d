//! The sparse-space engine against the plain method, value by value, and the periods that it proves against published ones.

use grundy::heap::octal::{Code, Game, Method, PeriodSearcher, Proof, Table, prove_period};
use grundy::theory::{PeriodSearch, SearchEnd};
use grundy::verify::octal::{CheckOptions, verify};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::io::Cursor;

const PERIODS: &str = include_str!("../golden/octal-periods.tsv");
const FREQUENCIES: &str = include_str!("../golden/octal-frequencies.tsv");

fn game(text: &str) -> Game {
    if text == "grundys-game" { Game::Grundy } else { Game::Code(Code::parse(text).unwrap()) }
}

/// The value of every heap below `heaps`, by the engine and by the plain method; and what the engine says of itself.
#[track_caller]
fn compare(name: &str, heaps: u64) -> Method {
    let game = game(name);
    let mut run = PeriodSearcher::new(game.clone());
    let search = run.search(heaps, &mut |_| true);
    let mut table = Table::new(game);
    table.grow(run.values().len()).unwrap();
    let wrong = run.values().iter().zip(table.values()).position(|(a, b)| a != b);
    assert_eq!(wrong, None, "{name}: the first heap with another value");
    assert!(run.values().len() as u64 >= search.heaps, "{name}");
    let method = run.progress().method;
    assert_eq!(search.method, method.to_string(), "{name}");
    method
}

/// Rare heaps and words of a set, where the sparse space is used.
fn sparse(method: Method) -> Option<(u64, usize, bool)> {
    match method {
        Method::Plain => None,
        Method::Sparse { last, words, parity, .. } => Some((last, words, parity)),
    }
}

#[test]
fn values_are_those_of_the_plain_method_beyond_the_last_rare_heap() {
    // With and without parity, d₀ = 4, few and many rare heaps, some that come late; one, two and four words in a set.
    let mut seen = [0; 5];
    for (name, heaps, with_parity) in [
        ("0.104", 40_000, true),
        ("0.106", 40_000, true),
        ("0.205", 40_000, true),
        ("0.324", 20_000, true),
        ("0.127", 70_000, true),
        ("0.054", 40_000, false),
        ("0.454", 40_000, false),
        ("0.16", 60_000, false),
        ("0.354", 40_000, false),
        ("0.376", 30_000, false),
        ("4.044", 40_000, false),
        ("4.44", 40_000, false),
        ("0.6", 60_000, false),
        ("grundys-game", 100_000, false),
    ] {
        let (last, words, parity) = sparse(compare(name, heaps)).unwrap_or_else(|| panic!("{name} is sparse"));
        println!("{name}: rare heaps up to {last}, {words} words");
        assert!(last < heaps && parity == with_parity, "{name}");
        seen[words] += 1;
    }
    assert!(seen[1] > 0 && seen[2] > 0 && seen[4] > 0, "{seen:?}");
}

/// Where the lowest bits of values are not in the mask, where a split may take no stones, and where both hold.
#[test]
fn values_in_small_sets_are_those_of_the_plain_method() {
    for name in
        ["0.14", "0.336", "0.362", "0.363", "0.3633", "4.406", "4.426", "4.364", "4.374", "4.0456", "4.3064", "4.4315"]
    {
        assert!(sparse(compare(name, 14_000)).is_some(), "{name}");
    }
    let codes =
        [0, 4].into_iter().flat_map(|first| (0..8usize.pow(4)).map(move |digits| format!("{first}.{digits:04o}")));
    let games = codes.skip(5).step_by(31).filter(|code| Code::parse(code).is_ok());
    let with_sparse = games.filter(|code| sparse(compare(code, 10_000)).is_some()).count();
    assert!(with_sparse > 50, "{with_sparse}");
}

/// As computed by a program of other authors.
#[test]
fn values_occur_as_often_as_published() {
    let rows: Vec<Vec<&str>> = FREQUENCIES.lines().skip(2).map(|line| line.split('\t').collect()).collect();
    for name in ["0.161", "0.167"] {
        let published: BTreeMap<u16, usize> = rows
            .iter()
            .filter(|row| row[0] == name)
            .map(|row| (row[1].parse().unwrap(), row[2].parse().unwrap()))
            .collect();
        assert_eq!(published.values().sum::<usize>(), 1 << 20, "{name}");
        let mut run = PeriodSearcher::new(game(name)).keep_all().threads(2);
        run.search((1 << 20) + 1, &mut |_| true);
        let mut counts = BTreeMap::new();
        for &value in &run.values()[1..=1 << 20] {
            *counts.entry(value).or_insert(0) += 1;
        }
        assert_eq!(counts, published, "{name}");
    }
}

/// Old values are dropped, once it is not asked any more that all are kept.
#[test]
fn a_search_that_kept_all_values_is_resumed_with_little_memory() {
    let mut run = PeriodSearcher::new(game("0.106")).keep_all();
    run.search(3_000_000, &mut |_| true);
    assert!(run.has_all_values() && run.values().len() == 3_000_000);
    let mut file = Vec::new();
    run.save(&mut file).unwrap();
    let resume = || PeriodSearcher::resume(game("0.106"), Cursor::new(&file)).unwrap().memory(16 << 20);
    let mut keeping = resume().keep_all();
    assert!(matches!(keeping.search(3_200_000, &mut |_| true).ended, SearchEnd::Memory { .. }));
    let mut dropping = resume();
    assert_eq!(dropping.search(3_200_000, &mut |_| true).ended, SearchEnd::Limit);
    assert!(!dropping.has_all_values() && dropping.values() == &run.values()[..1 << 20]);
    let mut other = PeriodSearcher::new(game("0.106"));
    other.search(3_200_000, &mut |_| true);
    assert!(other.values() == dropping.values());
}

#[test]
fn large_values_take_a_byte_each() {
    // Values beyond 512, for which no words are kept.
    let method = compare("0.6666", 30_000);
    println!("{method}");
    let words = sparse(method).map(|(_, words, _)| words);
    assert_eq!(words, Some(0));
}

#[test]
fn the_default_limit_is_lower_where_many_heaps_are_rare() {
    let limit = |name: &str| {
        let mut run = PeriodSearcher::new(game(name));
        run.search(100_000, &mut |_| true);
        assert!(matches!(run.progress().method, Method::Sparse { .. }), "{name}");
        run.default_limit()
    };
    assert!((300_000..5_000_000).contains(&limit("0.005")));
    assert!(limit("0.106") > 100_000_000);
}

#[test]
fn dense_games_and_three_parts_stay_plain() {
    for (name, heaps) in [("0.004", 20_000), ("0.007", 20_000), ("4.004", 20_000), ("0.8", 9000), ("0.3f", 9000)] {
        assert_eq!(compare(name, heaps), Method::Plain, "{name}");
    }
}

/// The row of a game in the table of periods: period, preperiod and largest value.
fn row(name: &str) -> (u64, u64, u64) {
    let row = PERIODS.lines().find(|line| line.split('\t').next() == Some(name)).unwrap();
    let number = |i: usize| row.split('\t').nth(i).unwrap().parse().unwrap();
    (number(1), number(2), number(3))
}

#[track_caller]
fn proves(name: &str) -> PeriodSearch {
    let search = PeriodSearcher::new(game(name)).search(300_000_000, &mut |_| true);
    let found = search.proved().unwrap_or_else(|| panic!("{name}: {search:?}"));
    assert_eq!((found.period(), found.preperiod(), search.max_value.unwrap()), row(name), "{name}");
    assert!(search.ended == SearchEnd::Proved && search.heaps >= found.heaps(), "{name}: {search:?}");
    search
}

#[test]
fn periods_are_the_published_ones() {
    for name in ["0.127", "0.156", "0.16", "0.165", "0.356", "0.56", "0.644", "0.354", "0.376"] {
        println!("{name}: {}", proves(name).method);
    }
}

/// The census reads too few heaps to find these periods. `verify` checks the certificate of each. For 4.364, the shortest search, a plain table
/// covers the bound of Guy and Smith, too.
#[test]
fn three_games_listed_as_unsolved_have_periods() {
    for name in ["4.064", "4.364", "4.406"] {
        let mut run = PeriodSearcher::new(game(name));
        let search = run.search(1_000_000, &mut |_| true);
        let certificate = run.certificate(&search, &mut || true).unwrap();
        assert_eq!((certificate.period, certificate.preperiod, certificate.max_value), row(name), "{name}");
        assert!(verify(&certificate, &CheckOptions::ALL).unwrap().is_proof(), "{name}");
    }
    let (period, preperiod, _) = row("4.364");
    let heaps = (2 * preperiod + period + 4) as usize;
    let mut table = Table::new(game("4.364"));
    table.grow(heaps).unwrap();
    let values = table.values();
    let (least, period) = (preperiod as usize, period as usize);
    assert!((least..heaps - period).all(|n| values[n] == values[n + period]));
    assert_ne!(values[least - 1], values[least - 1 + period]);
}

#[test]
fn the_period_of_0_104() {
    proves("0.104");
}

#[test]
fn the_period_of_0_454() {
    proves("0.454");
}

#[test]
fn the_period_of_0_054() {
    proves("0.054");
}

/// All of `values` by the plain method, and the theorem of Guy and Smith.
#[test]
fn the_window_theorem_and_that_of_guy_and_smith_agree() {
    for name in ["0.127", "0.356"] {
        let search = proves(name);
        let found = search.proved().unwrap();
        let mut table = Table::new(game(name));
        table.grow(2 * (found.preperiod() + found.period()) as usize + 10).unwrap();
        let by_guy_and_smith = prove_period(table.game(), table.values()).unwrap();
        let cycle = (found.preperiod(), found.period());
        assert_eq!((by_guy_and_smith.preperiod(), by_guy_and_smith.period()), cycle, "{name}");
        assert_ne!(by_guy_and_smith.theorem(), found.theorem(), "{name}");
    }
}

/// The checkpoint of a search.
fn saved(run: &PeriodSearcher) -> Vec<u8> {
    let mut file = Vec::new();
    run.save(&mut file).unwrap();
    file
}

/// A search that is stopped, saved and resumed after each of `stops`, each time with another number of threads: what it finds, and its
/// certificate.
fn in_pieces(name: &str, limit: u64, stops: &[u64]) -> (PeriodSearch, String) {
    let game = game(name);
    let mut run = PeriodSearcher::new(game.clone());
    for (i, &stop) in stops.iter().enumerate() {
        run = run.threads(i % 3 + 1);
        let search = run.search(limit, &mut |at| at.heaps < stop && !at.is_found);
        if search.ended != SearchEnd::Stopped {
            break;
        }
        let file = saved(&run);
        run = PeriodSearcher::resume(game.clone(), Cursor::new(&file)).unwrap();
        assert_eq!(saved(&run), file, "{name}, stopped at {stop}");
    }
    let search = run.search(limit, &mut |_| true);
    let certificate = run.certificate(&search, &mut || true).map_or_else(String::new, |c| c.encode());
    (search, certificate)
}

#[test]
fn a_search_in_pieces_finds_the_same() {
    for name in ["0.127", "0.16", "0.56", "0.77", "0.354", "4.c"] {
        let whole = in_pieces(name, 20_000_000, &[]);
        assert!(!whole.1.is_empty(), "{name}");
        for stops in [vec![1], vec![5000, 20_000, 50_000], (0..12).map(|i| i * 17_919).collect()] {
            let pieces = in_pieces(name, 20_000_000, &stops);
            assert_eq!(pieces.0, whole.0, "{name}");
            assert!(pieces.1 == whole.1, "{name}: another certificate");
        }
    }
    let limit = in_pieces("0.106", 9_000_000, &[]).0;
    assert_eq!(in_pieces("0.106", 9_000_000, &[1 << 20, 2_000_000, 4_000_000, 6_000_000, 8_000_000]).0, limit);
    let limit = in_pieces("0.6", 100_000, &[]).0;
    assert_eq!((limit.ended, limit.heaps), (SearchEnd::Limit, 100_000));
    assert_eq!(in_pieces("0.6", 100_000, &[9000, 17_000, 40_000]).0, limit);
}

#[test]
fn certificates_say_how_it_was_proved() {
    for (name, windows) in [("0.16", true), ("0.77", false)] {
        let mut run = PeriodSearcher::new(game(name));
        let search = run.search(1_000_000, &mut |_| true);
        let certificate = run.certificate(&search, &mut || true).unwrap();
        assert_eq!(matches!(certificate.proof, Proof::Windows(_)), windows, "{name}");
        assert_eq!((certificate.period, certificate.preperiod, certificate.max_value), row(name), "{name}");
    }
}

#[test]
fn keeping_all_values_changes_nothing_else() {
    let mut all = PeriodSearcher::new(game("0.16")).keep_all();
    let search = all.search(1 << 20, &mut |_| true);
    assert_eq!(search, proves("0.16"));
    assert!(all.values().len() as u64 >= search.heaps);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_game_has_the_values_of_the_plain_method(
        first in prop::sample::select(vec!['0', '4']),
        digits in prop::collection::vec(0u32..8, 1..4),
        zeros in 0usize..3,
    ) {
        let digits: String = digits.iter().map(|&d| char::from_digit(d, 8).unwrap()).collect();
        let name = format!("{first}.{}{digits}", "0".repeat(zeros));
        prop_assume!(Code::parse(&name).is_ok());
        compare(&name, 14_000);
    }
}
