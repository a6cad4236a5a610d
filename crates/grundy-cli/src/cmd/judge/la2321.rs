//! LA 2321 (ACM Taejon 2001), POJ 1082, Calendar Game.
//!
//! Input: T, then T dates `year month day`, from 1900 1 1 to 2001 11 4. A move goes to the next day, or to the same day of the next
//! month; the player who moves to 4 November 2001 wins. Output for each date: `YES` if the first player wins, else `NO`.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::catalog::{Calendar, Date};
use std::io;

pub(super) const PROBLEM: Problem = Problem {
    name: "la2321",
    title: "Calendar Game",
    source: "LA 2321, POJ 1082",
    rule: "next day or same day next month; whoever reaches 4 November 2001 wins",
    input: "T, then T dates `year month day`, from 1900 1 1 to 2001 11 4",
    output: "`YES` if the first player wins, else `NO`",
    theorem: "lost exactly when month + day is odd, except on 30 September and 30 November: nearly every move changes its parity",
    time: "a few operations a case",
    memory: "none beside the buffers",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    for _ in 0..input.cases()? {
        let year = input.need("the year", 1900..=2001)?;
        let month = input.need("the month", 1..=12)?;
        let day = input.need("the day", 1..=31)?;
        let date = Date::new(year as u16, month as u8, day as u8).ok_or_else(|| {
            input.error(format!("{year} {month} {day} is not a date from {} to {}", Date::FIRST, Date::LAST))
        })?;
        out.line(if Calendar::is_p_position(date) { "NO" } else { "YES" })?;
    }
    input.finish()
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    out.row([cases])?;
    for _ in 0..cases {
        let date = loop {
            let date @ [year, month, day] =
                [random.in_range(1900..=2001), random.in_range(1..=12), random.in_range(1..=31)];
            if Date::new(year as u16, month as u8, day as u8).is_some() {
                break date;
            }
        };
        out.row(date)?;
    }
    Ok(())
}
