//! Limits of misère quotients: memory of the search, of the census and of the verification; positions of many heaps.

use dashu_int::UBig;
use grundy::heap::misere::{CensusBounds, MisereCertificate, QuotientEnd, QuotientSearcher, misere_census};
use grundy::heap::octal::{Code, Game};
use grundy::heap::{Heaps, TakeBreak};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::verify::misere::{MisereCheckError, MisereFault, verify};
use grundy::{Outcome, Play};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

fn octal(code: &str) -> Game {
    Game::Code(Code::parse(code).unwrap())
}

fn with_memory(bytes: u64) -> Limits<'static> {
    Limits { memory: Some(bytes), ..Limits::NONE }
}

#[test]
fn a_search_that_needs_more_memory_leaves_the_quotient_of_the_heaps_before() {
    for code in ["0.26", "0.35", "0.77", "0.07"] {
        let heaps = [2_000, 10_000, 40_000, 160_000].map(|limit| {
            let mut searcher = QuotientSearcher::new(octal(code)).max_order(300).max_work(20_000_000);
            match searcher.search(60, &with_memory(limit)) {
                QuotientEnd::Limit(LimitHit::Memory { limit: of, needed }) => assert!(of == limit && needed > limit),
                end => assert!(limit == 160_000 && code != "0.26", "{code}, {limit} bytes: {end:?}"),
            }
            let before = searcher.heaps();
            assert_eq!(verify(&searcher.quotient().certificate(), &Limits::NONE).unwrap().order, searcher.order());
            // With more memory it goes on.
            assert_eq!(searcher.search(before.max(8), &Limits::NONE), QuotientEnd::Heaps);
            before
        });
        assert!(heaps.is_sorted() && heaps[0] < heaps[3] && heaps[0] >= 1, "{code}: {heaps:?}");
    }
}

#[test]
fn enough_memory_changes_nothing() {
    for code in ["0.26", "0.77", "0.74", "4.7"] {
        let search = |limits: &Limits<'_>| {
            let mut searcher = QuotientSearcher::new(octal(code)).max_order(120).max_work(3_000_000);
            let end = searcher.search(60, limits);
            (end, searcher.heaps(), searcher.work(), searcher.quotient().certificate())
        };
        assert_eq!(search(&with_memory(1 << 30)), search(&Limits::NONE), "{code}");
    }
}

/// A heap that is left half done is done again; its work counts once.
#[test]
fn interrupts_change_nothing() {
    for code in ["0.77", "0.74", "4.7"] {
        let searcher = || QuotientSearcher::new(octal(code)).max_order(120).max_work(3_000_000);
        let mut whole = searcher();
        let end = whole.search(60, &Limits::NONE);
        let mut often = searcher();
        let (mut interrupts, mut polls) = (0, 2);
        let found = loop {
            let left = AtomicU64::new(polls);
            let stop = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err();
            match often.search(60, &Limits { stop: &stop, ..Limits::NONE }) {
                QuotientEnd::Stopped => (interrupts, polls) = (interrupts + 1, polls + 1 + polls / 4),
                end => break end,
            }
        };
        assert!(interrupts > 3, "{code}: {interrupts} interrupts");
        assert_eq!((found, often.heaps(), often.work()), (end, whole.heaps(), whole.work()), "{code}");
        assert_eq!(often.quotient().certificate(), whole.quotient().certificate(), "{code}");
    }
}

#[test]
fn a_census_within_little_memory_is_right_or_fails_on_any_number_of_threads() {
    let bounds = CensusBounds { heaps: 40, order: 200, work: 300_000 };
    let census = |memory, threads| {
        misere_census(1, bounds, &Limits { memory, threads: NonZeroUsize::new(threads), ..Limits::NONE })
    };
    let expected = census(None, 2).unwrap();
    let (mut failed, mut found) = (0, 0);
    for shift in 10..26 {
        let limit = 1 << shift;
        // On one thread, a code has the whole limit.
        let alone = census(Some(limit), 1);
        match census(Some(limit), 8) {
            Ok(census) => {
                assert_eq!(census, expected);
                assert_eq!(alone, Ok(census));
                found += 1;
            }
            Err(error) => {
                assert!(matches!(error, RunError::Limit(LimitHit::Memory { limit: of, .. }) if of == limit), "{error}");
                assert_eq!(alone, Err(error));
                failed += 1;
            }
        }
    }
    assert!(failed >= 3 && found >= 3, "{failed} failed, {found} found");
}

/// The quotient of Nim with heaps below 2^k: a neutral element, one of order 2, and a group of order 2^k. The heaps have elements in some
/// order that repeats late.
fn crafted(game: &str, k: u32, period: u32) -> MisereCertificate {
    let order = (1 << k) + 2;
    let product = |x: u32, y: u32| match (x, y) {
        (0, other) | (other, 0) => other,
        (1, 1) => 0,
        (1, group) | (group, 1) => ((group - 2) ^ 1) + 2,
        (x, y) => ((x - 2) ^ (y - 2)) + 2,
    };
    let products = (0..order).map(|x| (0..order).map(|y| product(x, y)).collect()).collect();
    let mixed = |heap: u32| 1 + (heap.wrapping_mul(2_654_435_761) >> 7) % (order - 1);
    let mut elements: Vec<u32> = (1..=period).map(mixed).collect();
    elements[0] = 1;
    MisereCertificate {
        game: game.to_owned(),
        repetition: Some((1, period.into())),
        lost: vec![1, 2],
        elements,
        products,
    }
}

#[test]
fn a_crafted_certificate_is_refused_within_the_memory_allowed() {
    for (game, period, limit) in [("octal:0.77", 3000, 200_000), ("octal:0.f", 400, 100_000)] {
        let certificate = crafted(game, 8, period);
        for limit in [1000, limit] {
            match verify(&certificate, &with_memory(limit)) {
                Err(MisereCheckError::Limit(LimitHit::Memory { limit: of, needed })) => {
                    assert!(of == limit && needed > limit && needed < 2 * limit + 20_000, "{game}: {needed}");
                }
                other => panic!("{game}, {limit} bytes: {other:?}"),
            }
        }
        let refused = verify(&certificate, &with_memory(8_000_000));
        assert!(matches!(refused, Err(MisereCheckError::Fault(MisereFault::LostOption { .. }))), "{game}: {refused:?}");
        assert_eq!(verify(&certificate, &Limits { stop: &|| true, ..Limits::NONE }), Err(MisereCheckError::Stopped));
    }
}

#[test]
fn the_verification_of_kayles_takes_little_memory() {
    let mut searcher = QuotientSearcher::new(octal("0.77"));
    assert_eq!(searcher.search(400, &Limits::NONE), QuotientEnd::Proved);
    let certificate = searcher.quotient().certificate();
    let expected = verify(&certificate, &Limits::NONE).unwrap();
    let least = (10..20).map(|shift| 1 << shift).find(|&limit| match verify(&certificate, &with_memory(limit)) {
        Ok(verified) => verified == expected,
        Err(MisereCheckError::Limit(_)) => false,
        Err(error) => panic!("{limit} bytes: {error}"),
    });
    assert!(least.is_some_and(|least| (4096..=1 << 18).contains(&least)), "{least:?}");
}

/// The checker keeps the splits of few totals only: these games take many stones, or leave up to three heaps.
#[test]
fn games_of_every_shape_are_verified() {
    for code in ["0.8", "c.3", "0.9a", "0.0f", "8.0", "4.0007", "0.000007", "0.30000004", "0.103", "4.4"] {
        let mut searcher = QuotientSearcher::new(octal(code)).max_order(60).max_work(3_000_000);
        searcher.search(40, &Limits::NONE);
        let certificate = searcher.quotient().certificate();
        let verified = verify(&certificate, &Limits::NONE).unwrap();
        assert!(verified.order >= 2 && verified.heaps >= 5, "{code}: {verified:?}");
        let mut changed = certificate.clone();
        let last = changed.elements.last_mut().unwrap();
        *last = (*last + 1) % certificate.products.len() as u32;
        assert!(matches!(verify(&changed, &Limits::NONE), Err(MisereCheckError::Fault(_))), "{code}");
    }
}

fn kayles() -> Heaps {
    Heaps::new(TakeBreak::code(Code::KAYLES), Play::Misere)
}

#[test]
fn winning_moves_are_limited_and_in_the_order_of_the_heaps() {
    use grundy::game::Game as _;
    let kayles = kayles();
    for seed in 0..60u64 {
        let heap = |i: u64| UBig::from(1 + (seed * 7919 + i * i * 104_729) % 23);
        let heaps: Vec<UBig> = (0..1 + seed % 40).map(heap).collect();
        let (mut expected, mut all) = (Vec::new(), Vec::new());
        kayles.claim(&heaps).unwrap();
        kayles.moves(&heaps, &mut all);
        for m in all {
            if kayles.claim(&kayles.play(&heaps, &m)).unwrap().outcome == Outcome::Loss {
                expected.push(m);
            }
        }
        assert_eq!(kayles.winning_moves(&heaps, usize::MAX), Ok(expected.clone()), "{heaps:?}");
        for want in [0, 1, 5] {
            let some = &expected[..want.min(expected.len())];
            assert_eq!(kayles.winning_moves(&heaps, want).as_deref(), Ok(some), "{heaps:?}");
        }
    }
}

/// In time quadratic in the number of heaps, this would take hours.
#[test]
fn a_position_of_a_million_heaps_has_its_winning_moves() {
    let kayles = kayles();
    let mut heaps: Vec<UBig> = (1..=1_000_000u64).map(UBig::from).collect();
    if kayles.claim(&heaps).unwrap().outcome == Outcome::Loss {
        heaps.push(UBig::ONE);
    }
    let moves = kayles.winning_moves(&heaps, 3).unwrap();
    assert_eq!(moves.len(), 3);
    use grundy::game::Game as _;
    for m in moves {
        assert_eq!(kayles.claim(&kayles.play(&heaps, &m)).unwrap().outcome, Outcome::Loss);
    }
}
