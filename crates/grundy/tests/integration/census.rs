//! The census of octal codes: against plain tables, the published periods, and itself with other heaps and threads.

use grundy::heap::octal::{Census, Code, Entry, Game, Table, census, prove_period};
use grundy::limits::{LimitHit, Limits, RunError};
use std::collections::{HashMap, HashSet};
use std::num::NonZero;
use std::sync::LazyLock;

const PERIODS: &str = include_str!("../golden/octal-periods.tsv");

static CENSUS: LazyLock<Census> = LazyLock::new(|| take(4800, 2));

fn take(heaps: usize, threads: usize) -> Census {
    census(heaps, &Limits { threads: NonZero::new(threads), ..Limits::NONE }).unwrap()
}

fn entry(code: &str) -> &'static Entry {
    CENSUS.entries.iter().find(|entry| entry.code.to_string() == code).unwrap()
}

fn table(code: &Code, heaps: usize) -> Table {
    let mut table = Table::new(Game::Code(code.clone()));
    table.grow(heaps).unwrap();
    table
}

#[test]
fn of_1023_codes_675_have_a_period_and_348_are_open() {
    assert_eq!((CENSUS.entries.len(), CENSUS.count_with_period()), (1023, 675));
    let open = CENSUS.classes.iter().filter(|class| class.period.is_none()).count();
    assert_eq!((CENSUS.classes.len(), open), (174, 90));
    let different: HashSet<&Code> = CENSUS.entries.iter().map(|entry| &entry.code).collect();
    assert_eq!(different.len(), 1023);
    assert!(different.iter().all(|code| code.last() <= 3 && code.digits_at_most(7)));
    // Each code is in its class and in no other.
    for (i, entry) in CENSUS.entries.iter().enumerate() {
        let holders = CENSUS.classes.iter().filter(|class| class.members.contains(&i)).count();
        assert!(holders == 1 && CENSUS.classes[entry.class].members.contains(&i), "{}", entry.code);
    }
}

#[test]
fn open_classes_state_how_far_they_were_searched() {
    for class in &CENSUS.classes {
        let Some(searched) = &class.searched else {
            assert!(class.period.is_some());
            continue;
        };
        assert!(class.period.is_none() && (searched.period.is_some() || searched.heaps >= Some(4800)), "{searched:?}");
        assert!(class.members.iter().any(|&member| CENSUS.entries[member].code == searched.code), "{searched:?}");
    }
    let searched = |code| CENSUS.classes[entry(code).class].searched.clone().unwrap();
    assert_eq!((searched("0.167").heaps, searched("0.167").by), (Some(1 << 40), "Rogalski"));
    assert_eq!((searched("0.007").heaps, searched("0.007").by), (Some(1_417_216), "this program"));
    // The fact is one of 0.6.
    assert_eq!(searched("0.61").heaps, Some(140_000_000_000_000));
    assert_eq!(searched("0.16").period, Some((149_459, 105_351)));
    assert_eq!(searched("4.637").period, Some((44, 294_097)));
    // Each was searched further than the census does.
    assert!(
        CENSUS
            .classes
            .iter()
            .filter_map(|class| class.searched.as_ref())
            .all(|searched| searched.heaps.is_none_or(|heaps| heaps > 4800))
    );
}

#[test]
fn periods_agree_with_published_ones() {
    let rows: HashMap<&str, Vec<&str>> = PERIODS
        .lines()
        .skip(2)
        .map(|line| line.split_once('\t').unwrap())
        .map(|(code, row)| (code, row.split('\t').collect()))
        .collect();
    let mut compared = 0;
    for entry in &CENSUS.entries {
        let Some(row) = rows.get(&*entry.code.to_string()) else { continue };
        println!("{} {row:?}", entry.code);
        let class = &CENSUS.classes[entry.class];
        if let Some((found, preperiod)) = class.period.zip(entry.preperiod) {
            let ours = [found.period(), preperiod, class.max_value.into()].map(|number| number.to_string());
            assert_eq!(ours, row[..3]);
            compared += 1;
        } else if !row[0].is_empty() {
            let [period, preperiod] = [row[0], row[1]].map(|number| number.parse::<u64>().unwrap());
            assert!(2 * preperiod + 2 * period + entry.code.last() as u64 > 4800);
        }
    }
    assert!(compared > 600, "{compared}");
}

/// Neither the standard form nor the census is asked for these values.
#[test]
fn every_code_has_the_values_and_the_period_that_its_class_says() {
    for class in &CENSUS.classes {
        let first = &CENSUS.entries[class.members[0]];
        let values = table(&first.code, 1300);
        for member in class.members.iter().map(|&member| &CENSUS.entries[member]) {
            let own = table(&member.code, 1310);
            let (zeros, others) = own.values().split_at(member.standard.shift);
            assert!(zeros.iter().all(|&value| value == 0), "{}", member.code);
            assert!(others.starts_with(&values.values()[first.standard.shift..]), "{} {}", first.code, member.code);
            if let Some(found) = prove_period(own.game(), own.values()) {
                assert_eq!(class.period.map(|period| period.period()), Some(found.period()), "{}", member.code);
                assert_eq!(member.preperiod, Some(found.preperiod()), "{}", member.code);
            }
        }
    }
}

#[test]
fn equal_games_stay_equal_further_on() {
    for (first, others) in [
        ("0.07", &[("0.137", -1), ("0.4", 1)][..]),
        ("0.007", &[("0.04", 1), ("0.042", 1)]),
        ("0.036", &[("0.037", 0), ("0.06", 1), ("0.063", 1)]),
        ("0.055", &[("0.057", 0)]),
        ("0.074", &[("0.077", 0), ("0.46", 1)]),
    ] {
        let values = table(&entry(first).code, 20_000);
        for &(other, shift) in others {
            let (a, b) = (entry(first), entry(other));
            assert_eq!((a.class, CENSUS.shift(b) - CENSUS.shift(a)), (b.class, shift), "{first} {other}");
            let later = table(&b.code, 20_000);
            let (n, m) = if shift < 0 { (1, 0) } else { (0, shift as usize) };
            let (values, later) = (&values.values()[n..], &later.values()[m..]);
            let heaps = values.len().min(later.len());
            assert!(values[..heaps] == later[..heaps], "{first} {other}");
        }
    }
    assert_ne!(entry("0.77").class, entry("0.07").class);
}

#[test]
fn games_of_different_classes_differ() {
    let mut seen = HashMap::new();
    for class in &CENSUS.classes {
        assert_eq!(class.indistinguishable_from, None);
        let first = &CENSUS.entries[class.members[0]];
        let values = table(&first.code, 4800 + 4).values()[first.standard.shift..][..4800].to_vec();
        assert_eq!(seen.insert(values, &first.code), None, "{}", first.code);
    }
}

#[test]
fn fewer_heaps_prove_less_and_nothing_else() {
    let mut not_told_apart = 0;
    for heaps in [1, 10, 40, 300] {
        let less = take(heaps, 2);
        assert!(less.count_with_period() < CENSUS.count_with_period());
        for class in &less.classes {
            let classes = class.members.iter().map(|&member| CENSUS.entries[member].class);
            assert_eq!(classes.collect::<HashSet<_>>().len(), 1);
            if let Some(found) = class.period {
                assert!(found.heaps() <= heaps as u64);
            }
            not_told_apart += usize::from(class.indistinguishable_from.is_some());
        }
        for (few, many) in less.entries.iter().zip(&CENSUS.entries) {
            assert_eq!((&few.code, &few.standard), (&many.code, &many.standard));
            assert!(few.preperiod.is_none() || few.preperiod == many.preperiod, "{}", few.code);
        }
        // Classes that are not one for lack of heaps are said to be alike.
        let parts: HashMap<usize, HashSet<usize>> =
            less.entries.iter().zip(&CENSUS.entries).fold(HashMap::new(), |mut parts, (few, many)| {
                parts.entry(many.class).or_default().insert(few.class);
                parts
            });
        for part in parts.values().filter(|part| part.len() > 1) {
            let later = part.iter().filter(|&class| Some(class) != part.iter().min());
            assert!(later.clone().all(|&class| less.classes[class].indistinguishable_from.is_some()));
        }
    }
    assert!(not_told_apart > 0);
}

#[test]
fn threads_change_nothing() {
    let one = take(700, 1);
    for threads in [2, 3, 500] {
        assert!(take(700, threads) == one, "{threads} threads");
    }
}

#[test]
fn limits_end_a_census() {
    let stop = Limits { stop: &|| true, ..Limits::NONE };
    let run = |limits: &Limits<'_>| census(4800, limits).unwrap_err();
    assert!(matches!(run(&stop), RunError::Interrupted { .. }));
    assert!(matches!(run(&Limits { memory: Some(1 << 20), ..Limits::NONE }), RunError::Limit(LimitHit::Memory { .. })));
    assert!(matches!(
        run(&Limits { positions: Some(100_000), ..Limits::NONE }),
        RunError::Limit(LimitHit::Positions { .. })
    ));
}

/// Corrections to printed tables of equal games, by T. Czajka's own computation (github.com/tczajka/octal-games, README): of
/// *Winning Ways* 0.27 and 0.314, of A. Flammenkamp's tables 0.161.
#[test]
fn printed_tables_of_equal_games_are_corrected() {
    let class = |code| entry(code).class;
    assert_eq!(class("0.27"), class("0.26"));
    assert_ne!(class("0.27"), class("0.06"));
    assert_ne!(class("0.314"), class("0.31"));
    assert_ne!(class("0.161"), class("0.36"));
    let values = |code: &str| table(&entry(code).code, 600).values().to_vec();
    let differ = values("0.161").iter().zip(&values("0.36")).position(|(a, b)| a != b);
    assert_eq!(differ, Some(519));
}
