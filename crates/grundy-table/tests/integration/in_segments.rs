//! Verification of a table that does not fit in memory, one segment at a time, gives the same result as with all of it in memory.

use crate::common::{Plan, file, open, plain, written_with};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::{Nimber, Remoteness, Verdict};
use grundy_table::{Table, Verified, VerifyError, verify};

type Values = (Verdict, Option<Nimber>);

/// The results with all values in memory, and with the minimum of memory plus `more`.
fn both_ways(
    plan: Plan,
    more: u64,
    change: &dyn Fn(u64, Values) -> Option<Values>,
) -> [Result<Verified, VerifyError>; 2] {
    let bytes = written_with(plan, &Limits::NONE, |row, verdict, grundy| change(row, (verdict, grundy))).unwrap();
    let file = file(&bytes);
    let (table, game) = (Table::open(file.path()).unwrap(), open(plan));
    let with = |memory| verify(&table, game.as_dyn(), &Limits { memory: Some(memory), ..Limits::NONE }, &mut |_, _| ());
    let least = match with(1000) {
        Err(VerifyError::Run(RunError::Limit(LimitHit::Memory { needed, .. }))) => needed,
        other => panic!("{plan:?}: {other:?}"),
    };
    [with(u64::MAX), with(least + more)]
}

fn plans() -> Vec<Plan> {
    let mut all: Vec<Plan> =
        [("nim", "9 10 11"), ("octal:0.137", "22"), ("king", "30 40"), ("connect4:4x3", ""), ("kalah:2,3", "")]
            .map(|(game, from)| plain(game, from))
            .into();
    for reduced in [false, true] {
        for texts in [false, true] {
            all.push(Plan { game: "quixo:3", from: "", reduced, texts });
            all.push(Plan { game: "three-mens-morris", from: "", reduced, texts });
        }
        all.push(Plan { game: "tictactoe", from: "", reduced, texts: true });
    }
    all
}

#[test]
fn a_right_table_is_right_both_ways() {
    let mut in_segments = 0;
    for plan in plans() {
        let [at_once, segments] = both_ways(plan, 0, &|_, values| Some(values));
        let (at_once, segments) = (at_once.unwrap(), segments.unwrap_or_else(|wrong| panic!("{plan:?}: {wrong}")));
        assert_eq!(at_once.segments, 1);
        in_segments += u32::from(segments.segments > 1);
        assert_eq!(at_once, Verified { segments: 1, ..segments }, "{plan:?}");
    }
    assert!(in_segments >= 12, "{in_segments}");
}

#[test]
fn segments_share_the_rows() {
    // The table has 161,029 rows of 9 bytes.
    let [at_once, segments] = both_ways(plain("connect4:4x4", ""), 600_000, &|_, values| Some(values));
    assert_eq!((at_once.unwrap().segments, segments.unwrap().segments), (1, 3));
}

/// A row that is changed or left out, with valid checksums.
#[test]
fn a_wrong_row_is_found_both_ways() {
    let worse = |(verdict, grundy): Values| match verdict {
        Verdict::Win(Remoteness(r)) => (Verdict::Win(Remoteness(r + 2)), grundy),
        Verdict::Loss(Remoteness(r)) => (Verdict::Win(Remoteness(r + 1)), grundy),
        Verdict::Draw => (Verdict::Loss(Remoteness(2)), grundy),
    };
    let sooner = |(verdict, grundy): Values| match verdict {
        Verdict::Win(Remoteness(r)) if r > 2 => (Verdict::Win(Remoteness(r - 2)), grundy),
        Verdict::Loss(Remoteness(r)) if r > 1 => (Verdict::Loss(Remoteness(r - 2)), grundy),
        Verdict::Draw => (Verdict::Win(Remoteness(1)), grundy),
        _ => (Verdict::Draw, grundy),
    };
    let other_grundy = |(verdict, grundy): Values| (verdict, grundy.map(|Nimber(g)| Nimber(g ^ 1)));
    let changes: [&dyn Fn(Values) -> Option<Values>; 4] =
        [&|v| Some(worse(v)), &|v| Some(sooner(v)), &|v| Some(other_grundy(v)), &|_| None];
    let mut wrong = 0;
    for plan in plans() {
        for (which, change) in changes.iter().enumerate() {
            // In a dense table a missing row moves all rows after it; this is another error, which another check finds.
            for at in [0, 100] {
                if which == 3 && !plan.texts {
                    continue;
                }
                let found = both_ways(plan, 4000, &|row, values| if row == at { change(values) } else { Some(values) });
                match found {
                    [Err(one), Err(other)] => {
                        assert_eq!(one.to_string(), other.to_string(), "{plan:?} {which} {at}");
                        wrong += u32::from(matches!(one, VerifyError::Row(_)));
                    }
                    // Nothing was changed: there is no such row, or it has no Grundy value.
                    [Ok(one), Ok(other)] => {
                        assert!(which == 2 || at >= one.rows, "{plan:?} {which} {at}");
                        assert_eq!(one, Verified { segments: 1, ..other });
                    }
                    other => panic!("{plan:?} {which} {at}: {other:?}"),
                }
            }
        }
    }
    assert!(wrong > 60, "{wrong}");
}
