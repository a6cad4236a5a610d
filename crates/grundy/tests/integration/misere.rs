//! Misère quotients of take-and-break games, compared with the definition of misère play.

use dashu_int::UBig;
use grundy::heap::misere::{
    CensusBounds, Genera, MisereCertificate, MisereQuotient, QuotientEnd, QuotientSearcher, misere_census,
};
use grundy::heap::octal::{Code, Game, find_period};
use grundy::heap::{Heaps, TakeBreak};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::verify::misere::{MisereCheckError, MisereFault, verify};
use grundy::{Outcome, Play};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

fn octal(code: &str) -> Game {
    Game::Code(Code::parse(code).unwrap())
}

/// The quotient of the heaps up to `to`, or of all heaps.
fn quotient(game: Game, to: u64) -> (MisereQuotient, QuotientEnd) {
    let mut searcher = QuotientSearcher::new(game);
    let end = searcher.search(to, &Limits::NONE);
    (searcher.quotient(), end)
}

fn big(heaps: &[u64]) -> Vec<UBig> {
    heaps.iter().map(|&heap| heap.into()).collect()
}

/// Outcomes and values by their definitions, for sums of heaps of a game and Nim heaps.
struct Naive {
    game: Game,
    lost: HashMap<Vec<u64>, bool>,
    values: HashMap<(Vec<u64>, Vec<u64>), u64>,
}

impl Naive {
    fn new(game: Game) -> Self {
        Self { game, lost: HashMap::new(), values: HashMap::new() }
    }

    fn options(&self, sum: &[u64]) -> BTreeSet<Vec<u64>> {
        let mut options = BTreeSet::new();
        for (i, &heap) in sum.iter().enumerate() {
            self.game.each_move(heap, &mut |m| {
                let mut option = sum.to_vec();
                option.remove(i);
                option.extend(m.left.iter().filter(|&&part| part > 0));
                option.sort_unstable();
                options.insert(option);
                true
            });
        }
        options
    }

    /// Whether a sum, ascending, is lost for the player to move under misère play.
    fn is_lost(&mut self, sum: &[u64]) -> bool {
        if let Some(&is_lost) = self.lost.get(sum) {
            return is_lost;
        }
        let options = self.options(sum);
        let is_lost = !options.is_empty() && !options.iter().any(|option| self.is_lost(option));
        self.lost.insert(sum.to_vec(), is_lost);
        is_lost
    }

    /// The misère Grundy value of a sum of heaps and Nim heaps.
    fn misere_grundy(&mut self, sum: &[u64], nim: &[u64]) -> u64 {
        let key = (sum.to_vec(), nim.to_vec());
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        let mut values = BTreeSet::new();
        let options = self.options(sum);
        values.extend(options.iter().map(|option| self.misere_grundy(option, nim)));
        for (i, &heap) in nim.iter().enumerate() {
            for less in 0..heap {
                let mut option = nim.to_vec();
                option[i] = less;
                option.sort_unstable();
                values.insert(self.misere_grundy(sum, &option));
            }
        }
        let is_terminal = values.is_empty();
        let value = if is_terminal { 1 } else { (0..).find(|value| !values.contains(value)).unwrap() };
        self.values.insert(key, value);
        value
    }
}

/// Calls `visit` with every sum of heaps up to `largest` whose stones are at most `stones`, ascending.
fn each_sum(largest: u64, stones: u64, visit: &mut dyn FnMut(&[u64])) {
    fn extend(sum: &mut Vec<u64>, largest: u64, stones: u64, visit: &mut dyn FnMut(&[u64])) {
        visit(sum);
        for heap in sum.last().copied().unwrap_or(1)..=largest.min(stones) {
            sum.push(heap);
            extend(sum, largest, stones - heap, visit);
            sum.pop();
        }
    }
    extend(&mut Vec::new(), largest, stones, visit);
}

/// All octal codes of two digits after the point, and some of three; also hexadecimal ones.
fn codes() -> Vec<String> {
    let mut codes = Vec::new();
    for first in [0, 4] {
        for bits in 0..512 {
            let (a, b, c) = (bits >> 6, bits >> 3 & 7, bits & 7);
            let is_chosen = c == 0 || bits % 5 == 0;
            if is_chosen && (first > 0 || bits > 0) {
                codes.push(format!("{first}.{a}{b}{c}"));
            }
        }
    }
    codes.extend(["0.8", "0.0f", "8.0", "c.3", "0.9a", "0.3f"].map(str::to_owned));
    codes
}

#[test]
fn all_small_sums_have_the_outcomes_of_the_definition() {
    let (mut games, mut wild, mut sums) = (0, 0, 0);
    let all = codes().into_iter().map(|code| octal(&code)).chain([Game::Grundy]);
    for game in all {
        let mut searcher = QuotientSearcher::new(game.clone()).max_order(200).max_work(20_000_000);
        searcher.search(9, &Limits::NONE);
        let quotient = searcher.quotient();
        let largest = quotient.largest_heap().unwrap_or(9).min(9);
        let mut naive = Naive::new(game.clone());
        each_sum(largest, 15, &mut |sum| {
            let expected = naive.is_lost(sum);
            assert_eq!(quotient.is_p_position(&big(sum)), Some(expected), "{game} {sum:?}");
            sums += 1;
        });
        games += usize::from(largest >= 4);
        wild += usize::from(searcher.first_wild().is_some());
    }
    assert!(games >= 250 && wild >= 60 && sums > 100_000, "{games} games, {wild} wild, {sums} sums");
}

/// The number of heaps of a sum that are in a list.
fn count(sum: &[u64], list: &[u64]) -> usize {
    sum.iter().filter(|heap| list.contains(heap)).count()
}

/// Whether a sum of Kayles is lost under misère play, by Sibert and Conway 1992, "Mathematical Kayles", International Journal of Game
/// Theory 20, 237–246. E(…) is an even number of heaps from a list, D(…) an odd number, and there are no other heaps.
fn is_lost_by_sibert_and_conway(sum: &[u64], nim_sum: u64) -> bool {
    let is_even = |list: &[u64]| count(sum, list).is_multiple_of(2);
    let only = |list: &[u64]| count(sum, list) == sum.len();
    let (few, many) = ([17, 12, 9], [20, 4, 1]);
    let is_won_with_sum_0 = only(&[5, 4, 1]) && is_even(&[5]) && is_even(&[4, 1])
        || only(&[17, 12, 9, 20, 4, 1]) && is_even(&few) && is_even(&many)
        || only(&[25, 17, 12, 9, 20, 4, 1]) && count(sum, &[25]) == 1 && is_even(&few) && !is_even(&many);
    let is_lost_otherwise = only(&[5, 4, 1]) && !is_even(&[4, 1])
        || only(&[9, 4, 1]) && !is_even(&[9]) && is_even(&[4, 1])
        || only(&[12, 4, 1]) && count(sum, &[12]) == 1 && is_even(&[4, 1])
        || only(&[17, 12, 9, 20, 4, 1]) && is_even(&few) && !is_even(&many)
        || only(&[25, 9, 4, 1]) && count(sum, &[25]) == 1 && !is_even(&[9]) && !is_even(&[4, 1]);
    nim_sum == 0 && !is_won_with_sum_0 || nim_sum != 0 && is_lost_otherwise
}

#[test]
fn misere_kayles_is_lost_where_sibert_and_conway_say() {
    let (quotient, end) = quotient(Game::Code(Code::KAYLES), 400);
    assert_eq!((end, quotient.order()), (QuotientEnd::Proved, 40));
    let values = grundy::heap::octal::Values::new(Game::Code(Code::KAYLES));
    let (mut lost, mut exceptions) = (0, 0);
    let mut check = |sum: &[u64]| {
        let nim_sum = sum.iter().fold(0, |x, &heap| x ^ values.grundy(heap).unwrap().0);
        let is_lost = quotient.is_p_position(&big(sum)).unwrap();
        assert_eq!(is_lost, is_lost_by_sibert_and_conway(sum, nim_sum), "{sum:?}");
        lost += usize::from(is_lost);
        exceptions += usize::from(is_lost != (nim_sum == 0));
    };
    each_sum(40, 45, &mut check);
    // The heaps with exceptions, beside any other heap.
    let special = [1, 4, 5, 9, 12, 17, 20, 25];
    for a in 1..=100 {
        let mut sums = vec![vec![a]];
        for _ in 0..4 {
            sums = sums.iter().flat_map(|sum| special.map(|heap| [&sum[..], &[heap]].concat())).collect();
            sums.iter().for_each(|sum| check(sum));
        }
    }
    assert!(lost > 10_000 && exceptions > 1000, "{lost} lost, {exceptions} exceptions");
}

#[test]
fn winning_moves_are_those_that_lead_to_lost_sums() {
    for code in ["0.77", "0.53", "0.15", "0.75", "4.56", "0.35", "0.8"] {
        let mut searcher = QuotientSearcher::new(octal(code)).max_order(300).max_work(30_000_000);
        searcher.search(300, &Limits::NONE);
        let quotient = searcher.quotient();
        let game = octal(code);
        let largest = quotient.largest_heap().unwrap_or(400);
        for heap in [1, 2, largest / 3, largest - 1, largest] {
            for rest in 0..quotient.order() {
                let mut expected = Vec::new();
                game.each_move(heap, &mut |m| {
                    let after = quotient.element_of_sum(&big(&m.left)).unwrap();
                    if quotient.is_lost(quotient.product(rest, after)) {
                        expected.push(m);
                    }
                    true
                });
                let found = quotient.winning_moves(heap, rest, usize::MAX).unwrap();
                assert_eq!(found, expected, "{code}, heap {heap} beside element {rest}");
                let some = quotient.winning_moves(heap, rest, 3).unwrap();
                assert_eq!(some, expected[..expected.len().min(3)], "{code}, heap {heap} beside element {rest}");
            }
        }
        if quotient.largest_heap().is_some() {
            assert_eq!(quotient.winning_moves(largest + 1, 0, 1), None);
        }
    }
}

#[test]
fn genera_follow_the_definition() {
    for code in ["0.77", "0.53", "0.26", "4.7", "0.137", "0.31"] {
        let genera = Genera::new(octal(code)).take(11, &Limits::NONE).unwrap();
        let values = grundy::heap::octal::Values::new(octal(code));
        let mut naive = Naive::new(octal(code));
        for (heap, genus) in (1..).zip(&genera) {
            assert_eq!(u64::from(genus.grundy), values.grundy(heap).unwrap().0, "{code} {heap}");
            let digit = |i: usize| {
                let last = genus.misere.len() - 1;
                genus.misere[i.min(last)] ^ if i > last && (i - last) % 2 == 1 { 2 } else { 0 }
            };
            for i in 0..5 {
                let expected = naive.misere_grundy(&[heap], &vec![2; i]);
                assert_eq!(u64::from(digit(i)), expected, "{code}, heap {heap} with {i} heaps of two");
            }
        }
    }
    let limits = Limits { positions: Some(100), ..Limits::NONE };
    let error = Genera::new(octal("0.77")).take(40, &limits).unwrap_err();
    assert!(matches!(error, RunError::Limit(LimitHit::Positions { limit: 100, .. })));
}

/// The certificates that are changed below: of a game proved for all heaps, and of the first heaps of one.
fn certificates() -> [MisereCertificate; 3] {
    let certificate = |game, to| quotient(game, to).0.certificate();
    [certificate(octal("0.53"), 100), certificate(octal("0.74"), 9), certificate(Game::Grundy, 11)]
}

#[test]
fn certificates_are_verified_and_have_one_text() {
    for certificate in certificates() {
        let verified = verify(&certificate, &Limits::NONE).unwrap();
        assert_eq!(verified.order, certificate.products.len());
        assert_eq!(verified.is_for_all_heaps, certificate.repetition.is_some());
        let text = certificate.encode();
        assert_eq!(MisereCertificate::parse(text.as_bytes()).as_ref(), Ok(&certificate));
        assert_eq!(verify(&certificate, &Limits { stop: &|| true, ..Limits::NONE }), Err(MisereCheckError::Stopped));
        for (from, to) in [("order ", "order  "), ("lost ", "lost 0"), ("heaps ", "heaps 0"), ("sha256", "sha257")] {
            let changed = text.replacen(from, to, 1);
            assert!(MisereCertificate::parse(changed.as_bytes()).is_err(), "{to}");
        }
    }
}

#[test]
fn a_certificate_with_one_wrong_entry_is_refused() {
    let mut refused = 0;
    let mut refuses = |changed: &MisereCertificate, what: &str| {
        assert!(
            matches!(verify(changed, &Limits::NONE), Err(MisereCheckError::Fault(_))),
            "{what} of {}",
            changed.game
        );
        refused += 1;
    };
    for certificate in certificates() {
        let order = certificate.products.len() as u32;
        for i in 0..certificate.elements.len() {
            for shift in [1, order / 2] {
                let mut changed = certificate.clone();
                changed.elements[i] = (changed.elements[i] + shift) % order;
                refuses(&changed, &format!("element of heap {}", i + 1));
            }
        }
        for x in 0..order as usize {
            for y in 0..order as usize {
                let mut changed = certificate.clone();
                changed.products[x][y] = (changed.products[x][y] + 1) % order;
                refuses(&changed, "a product");
                // A change that keeps the table symmetric.
                changed.products[y][x] = changed.products[x][y];
                refuses(&changed, "a pair of products");
            }
            let mut changed = certificate.clone();
            match changed.lost.binary_search(&(x as u32)) {
                Ok(at) => drop(changed.lost.remove(at)),
                Err(at) => changed.lost.insert(at, x as u32),
            }
            refuses(&changed, "a lost element");
        }
        if let Some((preperiod, period)) = certificate.repetition {
            let others =
                [(preperiod + 1, period), (preperiod - 1, period), (preperiod, 2 * period), (0, period), (u64::MAX, 1)];
            for repetition in others {
                refuses(&MisereCertificate { repetition: Some(repetition), ..certificate.clone() }, "a repetition");
            }
        }
        for game in ["octal:0.77", "octal:0.530", "nim", ""] {
            refuses(&MisereCertificate { game: game.to_owned(), ..certificate.clone() }, "the game");
        }
        let mut changed = certificate.clone();
        changed.elements.clear();
        refuses(&changed, "no heaps");
        changed.products.clear();
        refuses(&changed, "no elements");
    }
    assert!(refused > 1000);
}

#[test]
fn a_monoid_that_is_not_reduced_is_refused() {
    // Nim heaps of one, with a pair of elements for each.
    let products = (0..4u32).map(|x| (0..4).map(|y| (x + y) % 4).collect()).collect();
    let certificate = MisereCertificate {
        game: "octal:0.3".to_owned(),
        repetition: Some((1, 4)),
        lost: vec![1, 3],
        elements: vec![1, 2, 3, 0],
        products,
    };
    assert_eq!(verify(&certificate, &Limits::NONE), Err(MisereFault::NotReduced(0, 2).into()));
}

#[test]
fn limits_end_a_search_and_it_continues() {
    let kayles = || QuotientSearcher::new(Game::Code(Code::KAYLES));
    let mut searcher = kayles().max_order(20);
    assert_eq!(searcher.search(400, &Limits::NONE), QuotientEnd::Order { most: 20 });
    assert_eq!((searcher.heaps(), searcher.order()), (11, 18));
    assert_eq!(searcher.quotient().largest_heap(), Some(11));
    assert_eq!(searcher.search(400, &Limits::NONE), QuotientEnd::Order { most: 20 });

    let mut searcher = kayles().max_work(100_000);
    assert_eq!(searcher.search(400, &Limits::NONE), QuotientEnd::Work);
    assert!((5..40).contains(&searcher.heaps()));

    let mut searcher = kayles();
    let stopped = Limits { stop: &|| true, ..Limits::NONE };
    assert_eq!(searcher.search(400, &stopped), QuotientEnd::Stopped);
    let before = searcher.heaps();
    assert!(before < 40);
    assert!(kayles().search(400, &Limits { memory: Some(1000), ..Limits::NONE }) != QuotientEnd::Proved);
    assert_eq!(searcher.search(400, &Limits::NONE), QuotientEnd::Proved);
    assert_eq!((searcher.order(), searcher.first_wild()), (40, Some(5)));
}

#[test]
fn the_census_has_every_code_and_does_not_depend_on_threads() {
    let bounds = CensusBounds { heaps: 60, order: 1024, work: 3_000_000 };
    let run = |threads| {
        let limits = Limits { threads: std::num::NonZeroUsize::new(threads), ..Limits::NONE };
        misere_census(1, bounds, &limits).unwrap()
    };
    let census = run(1);
    assert_eq!(census, run(3));
    let codes: Vec<String> = census.entries.iter().map(|entry| entry.code.to_string()).collect();
    assert_eq!(codes.join(" "), "0.1 0.2 0.3 0.4 0.5 0.6 0.7 4.0 4.1 4.2 4.3 4.4 4.5 4.6 4.7");
    let stopped = misere_census(1, bounds, &Limits { stop: &|| true, ..Limits::NONE });
    assert!(matches!(stopped, Err(RunError::Interrupted { .. })));
    // The period of a tame game is that under normal play or a divisor of it: its elements are values, and the lost one.
    for entry in census.entries.iter().filter(|entry| entry.first_wild.is_none()) {
        let normal = find_period(&Game::Code(entry.code.clone()), 1000, &mut |_| true).proved();
        if let (Some((_, period)), Some(normal)) = (entry.repetition, normal) {
            assert_eq!(period % normal.period(), 0, "{}", entry.code);
        }
    }
}

#[test]
fn a_sum_of_enormous_heaps_is_answered_with_its_winning_moves() {
    let kayles = Heaps::new(TakeBreak::code(Code::KAYLES), Play::Misere);
    let heaps: Vec<UBig> = (0..20u64).map(|i| UBig::from(1_000_000_000_000 + 7 * i)).collect();
    let claim = kayles.claim(&heaps).unwrap();
    let moves = kayles.winning_moves(&heaps, 50).unwrap();
    assert_eq!(claim.outcome == Outcome::Win, !moves.is_empty());
    for m in moves {
        use grundy::game::Game as _;
        let after = kayles.play(&heaps, &m);
        assert_eq!(kayles.claim(&after).unwrap().outcome, Outcome::Loss);
    }
    assert_eq!(kayles.method(&heaps), "misère quotient of order 40, proved for all heaps (period 12 from heap 71)");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: prop::test_runner::RngSeed::Fixed(20), ..ProptestConfig::default() })]

    #[test]
    fn random_sums_have_the_outcomes_of_the_definition(
        code in prop::sample::select(vec!["0.77", "0.53", "0.15", "0.71", "0.72", "0.34", "0.75", "4.4", "4.12", "0.007"]),
        heaps in prop::collection::vec(1u64..22, 1..5),
    ) {
        let mut sum: Vec<u64> = Vec::new();
        for heap in heaps {
            if sum.iter().sum::<u64>() + heap <= 30 {
                sum.push(heap);
            }
        }
        sum.sort_unstable();
        let game = octal(code);
        let mut searcher = QuotientSearcher::new(game.clone()).max_order(400).max_work(30_000_000);
        searcher.search(30, &Limits::NONE);
        let quotient = searcher.quotient();
        if let Some(is_lost) = quotient.is_p_position(&big(&sum)) {
            prop_assert_eq!(is_lost, Naive::new(game).is_lost(&sum));
        } else {
            prop_assert!(code == "0.007");
        }
    }
}
