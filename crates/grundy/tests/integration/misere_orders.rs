//! Orders of misère quotients: in print, by another program, and in the tables that `grundy census --misere` wrote.

use grundy::heap::misere::{CensusBounds, QuotientEnd, QuotientSearcher, misere_census};
use grundy::heap::octal::{Code, Game, find_period};
use grundy::limits::Limits;
use grundy::verify::misere::verify;

fn octal(code: &str) -> Game {
    Game::Code(Code::parse(code).unwrap())
}

/// The rows of a golden file below its comments and its head, as cells.
fn rows(name: &str, separator: char) -> Vec<Vec<String>> {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(separator).map(str::to_owned).collect()).collect()
}

#[test]
fn published_orders() {
    let rows = rows("misere-quotients.tsv", '\t');
    for row in &rows {
        let [code, order, _source] = &row[..] else { panic!("{row:?}") };
        let mut searcher = QuotientSearcher::new(octal(code));
        let end = searcher.search(400, &Limits::NONE);
        assert_eq!((end, &searcher.order().to_string()), (QuotientEnd::Proved, order), "{code}");
    }
    assert!(rows.len() >= 5);
}

/// A row has a code, the last heap, and `heap:order` for each heap at which the order changes. Rows are compared as far as some work
/// reaches.
#[test]
fn orders_after_each_heap_are_those_of_another_program() {
    let (mut whole, mut wild, mut heaps) = (0, 0, 0);
    for row in rows("misere-solver.tsv", '\t') {
        let [code, last, changes] = &row[..] else { panic!("{row:?}") };
        let last: u64 = last.parse().unwrap();
        let mut searcher = QuotientSearcher::new(octal(code)).max_work(4_000_000);
        let mut expected = changes.split_whitespace().map(|change| change.split_once(':').unwrap()).peekable();
        let mut order = "1";
        for heap in 1..=last {
            if let Some((_, next)) = expected.next_if(|(at, _)| *at == heap.to_string()) {
                order = next;
            }
            match searcher.search(heap, &Limits::NONE) {
                QuotientEnd::Heaps | QuotientEnd::Proved => {
                    assert_eq!(searcher.order().to_string(), order, "{code}, heap {heap}");
                    heaps += 1;
                    whole += usize::from(heap == last);
                }
                QuotientEnd::Work | QuotientEnd::Order { .. } => break,
                end => panic!("{code}, heap {heap}: {end:?}"),
            }
        }
        wild += usize::from(searcher.first_wild().is_some());
    }
    assert!(whole >= 150 && wild >= 130 && heaps >= 6000, "{whole} games whole, {wild} wild, {heaps} heaps");
}

/// Computes the game of a row of a census again, and verifies its certificate.
fn check_proved_row(row: &[String]) {
    let [code, order, first_wild, period, preperiod, normal, heaps, _] = row else { panic!("{row:?}") };
    let mut searcher = QuotientSearcher::new(octal(code));
    assert_eq!(searcher.search(400, &Limits::NONE), QuotientEnd::Proved, "{code}");
    let quotient = searcher.quotient();
    let text = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let found = [Some(quotient.order() as u64), searcher.first_wild(), quotient.period(), quotient.preperiod()];
    assert_eq!(found.map(text), [order, first_wild, period, preperiod].map(String::as_str), "{code}");
    assert_eq!((quotient.is_tame(), searcher.heaps().to_string()), (first_wild.is_empty(), heaps.clone()), "{code}");
    let found = find_period(&octal(code), 4800, &mut |_| true).proved();
    assert_eq!(text(found.map(|period| period.period())), *normal, "{code}");
    assert!(verify(&quotient.certificate(), &Limits::NONE).unwrap().is_for_all_heaps, "{code}");
}

/// The games that are proved are computed again.
#[test]
fn the_table_of_all_codes_of_two_digits_is_right() {
    let rows = rows("misere-census.csv", ',');
    assert_eq!(rows.len(), 127);
    let proved: Vec<_> = rows.iter().filter(|row| row[7] == "proved").collect();
    proved.iter().for_each(|row| check_proved_row(row));
    assert!(proved.len() >= 75, "{}", proved.len());
}

#[test]
fn a_sample_of_the_table_of_codes_of_three_digits_is_right() {
    let rows = rows("misere-census-3.csv", ',');
    assert!(rows.len() > 350 && rows.iter().all(|row| row[7] == "proved"), "{}", rows.len());
    rows.iter().step_by(11).for_each(|row| check_proved_row(row));
    // Games that end with many elements.
    rows.iter().filter(|row| row[1].parse::<u64>().unwrap() >= 40).for_each(|row| check_proved_row(row));
}

#[test]
#[ignore = "some minutes"]
fn the_table_of_codes_of_three_digits_is_whole_and_right() {
    let rows = rows("misere-census-3.csv", ',');
    let bounds = CensusBounds { heaps: 400, order: 1024, work: 10_000_000 };
    let census = misere_census(3, bounds, &Limits::NONE).unwrap();
    let proved = census.entries.iter().filter(|entry| entry.repetition.is_some());
    assert!(proved.map(|entry| entry.code.to_string()).eq(rows.iter().map(|row| row[0].clone())));
    rows.iter().for_each(|row| check_proved_row(row));
}
