//! How far octal games were searched for a period, and by whom.
//!
//! The facts and their sources are in `searched.tsv`, one row per game.

use super::Code;

const ROWS: &str = include_str!("searched.tsv");

/// How far a game was searched for a period, or the period that is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The code that was searched.
    pub code: Code,
    /// The number of heaps that were searched without a period; `None` if a period is known.
    pub heaps: Option<u64>,
    /// The period and the preperiod, if they are known.
    pub period: Option<(u64, u64)>,
    /// Who searched: the names and the year as they are cited, or `this program`. For 0.106, it adds that the period was published before it was proved here.
    pub by: &'static str,
}

impl Searched {
    /// Name of this program in [`Self::by`].
    pub const THIS_PROGRAM: &str = "this program";

    /// A search by this program that found no period.
    pub(super) fn by_this_program(code: Code, heaps: u64) -> Self {
        Self { code, heaps: Some(heaps), period: None, by: Self::THIS_PROGRAM }
    }

    /// All searches that are recorded.
    pub(super) fn recorded() -> impl Iterator<Item = Self> {
        ROWS.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(Self::of_row)
    }

    fn of_row(row: &'static str) -> Option<Self> {
        let mut fields = row.split('\t');
        let code = Code::parse(fields.next()?).ok()?;
        let mut number = || fields.next()?.parse::<u64>().ok();
        let (heaps, period, preperiod) = (number(), number(), number());
        Some(Self { code, heaps, period: period.zip(preperiod), by: fields.next()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::{Game, PeriodSearcher};

    #[test]
    fn every_row_is_a_search_or_a_period() {
        let lines: Vec<_> = ROWS.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines[0], "code\theaps\tperiod\tpreperiod\tby\tsource");
        let rows: Vec<_> = Searched::recorded().collect();
        assert_eq!(rows.len(), lines.len() - 1);
        for (row, line) in rows.iter().zip(&lines[1..]) {
            assert!(row.heaps.is_some() != row.period.is_some(), "{line}");
            let source = line.split('\t').nth(5).unwrap();
            assert!(ROWS.lines().any(|line| line.starts_with(&format!("# [{source}] "))), "{line}");
        }
    }

    #[test]
    fn short_periods_are_found_again() {
        let known = Searched::recorded().filter_map(|row| Some((row.code, row.period?)));
        let short: Vec<_> = known.filter(|(_, (period, preperiod))| period + preperiod < 400_000).collect();
        assert!(short.len() > 5);
        for (code, known) in short {
            let found = PeriodSearcher::new(Game::Code(code.clone())).search(800_000, &mut |_| true).proved().unwrap();
            assert_eq!((found.period(), found.preperiod()), known, "{code}");
        }
    }
}
