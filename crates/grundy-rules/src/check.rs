//! `check`: a rules file explored up to a bound, and what is wrong or odd about it.

mod idle;
mod looks;
mod report;

pub use report::{Finding, Report, Severity};

use crate::door::{self, OpenError, Setting};
use crate::position;
use crate::rules::Rules;
use grundy::Play;
use grundy::limits::{Limits, RunError};
use grundy::text::{DynGame, Key, RulesError};
use std::collections::{HashMap, HashSet};

/// The first positions, whose texts, moves and symmetries are looked at one by one; of those that come later every second
/// to the double, every third to the triple, and so on.
const LOOKED_AT: usize = 2_000;

/// So often the rules may fail before the check ends.
const FAILURES: u32 = 20;

/// Reads a rules file and explores it, up to as many positions as the limits say.
///
/// # Errors
/// If the file cannot be read or is no rules file that can be begun, or a limit other than that of positions is hit.
pub fn check(path: &str, settings: &[Setting], limits: &Limits<'_>) -> Result<Report, OpenError> {
    explored(path, &door::read(path, settings, Play::Normal, limits)?, limits)
}

/// The same for rules that are not in a file; `name` is what errors call them.
///
/// # Errors
/// As [`check`].
pub fn check_source(name: &str, source: &str, settings: &[Setting], limits: &Limits<'_>) -> Result<Report, OpenError> {
    explored(name, &door::begun(name, source, settings, Play::Normal, limits)?, limits)
}

fn explored(path: &str, game: &Rules, limits: &Limits<'_>) -> Result<Report, OpenError> {
    let declared = &game.script.declared;
    let mut check = Check { game, findings: Vec::new(), seen: HashSet::new(), movers: [false; 2], failures: 0 };
    check.unreachable_functions();
    let mut report = Report {
        name: declared.name.clone(),
        source: declared.source.clone(),
        parameters: declared.used.clone(),
        findings: Vec::new(),
        depths: Vec::new(),
        is_whole: true,
        cycles: false,
        bytes: 0,
    };
    check.explore(&mut report, limits).map_err(|hit| {
        let trouble = RulesError { is_limit: true, ..game.script.wrong(format!("{path}: {hit}"), None) };
        OpenError::Rules(Box::new(trouble))
    })?;
    report.findings = check.findings;
    report.findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    Ok(report)
}

struct Check<'a> {
    game: &'a Rules,
    findings: Vec<Finding>,
    /// The kinds of findings so far: each is told once.
    seen: HashSet<&'static str>,
    /// Which of the two players was met with a move to make.
    movers: [bool; 2],
    /// How often the rules failed.
    failures: u32,
}

impl Check<'_> {
    fn find(&mut self, severity: Severity, message: &'static str, at: Option<&Key>) {
        if self.seen.insert(message) {
            let position = at.map(|at| self.game.to_text(at));
            self.findings.push(Finding { severity, message: message.to_owned(), position, trouble: None });
        }
        // A text that fails is told where texts are looked at.
        let _ = self.game.take_trouble();
    }

    fn fail(&mut self, trouble: RulesError) {
        let message = trouble.message.clone();
        // The same thing at another position is not told again.
        let is_known = |found: &Finding| {
            found.trouble.as_ref().is_some_and(|known| (&known.message, &known.place) == (&message, &trouble.place))
        };
        // A limit takes its time to be hit.
        self.failures += if trouble.is_limit { FAILURES / 3 } else { 1 };
        if self.findings.iter().any(is_known) {
            return;
        }
        let trouble = Some(Box::new(trouble));
        self.findings.push(Finding { severity: Severity::Error, message, position: None, trouble });
    }

    /// Notes who moves at a position from which there are moves.
    fn note_mover(&mut self, at: &Key) {
        if let Some(player) = self.game.player(at) {
            self.movers[player as usize] = true;
        }
    }

    /// Meets positions level by level, and looks at each.
    fn explore(&mut self, report: &mut Report, limits: &Limits<'_>) -> Result<(), RunError> {
        let mut numbers: HashMap<Key, u32> = HashMap::new();
        let mut rows: Vec<Vec<u32>> = Vec::new();
        let mut level = Vec::new();
        for start in self.game.starts() {
            if !numbers.contains_key(&start) {
                numbers.insert(start.clone(), numbers.len() as u32);
                level.push(start);
            }
        }
        while !level.is_empty() {
            let mut next = Vec::new();
            let mut moves = 0;
            for at in &level {
                limits.check(0, report.bytes)?;
                let mut options = Vec::new();
                self.game.every_option(at, &mut options);
                if self.game.counts() == Some("components") {
                    options = options.iter().flat_map(|sum| position::components(&sum.0)).map(Key).collect();
                    options.sort_unstable();
                    options.dedup();
                }
                if let Some(trouble) = self.game.take_trouble() {
                    let is_limit = trouble.is_limit;
                    self.fail(trouble);
                    if is_limit {
                        report.is_whole = false;
                    }
                }
                if rows.len().is_multiple_of(rows.len() / LOOKED_AT + 1) {
                    self.look_at(at, &options);
                }
                if !options.is_empty() {
                    self.note_mover(at);
                }
                moves += options.len() as u64;
                report.bytes += 120 + 2 * at.0.len() as u64 + 4 * options.len() as u64;
                let mut row = Vec::with_capacity(options.len());
                for option in options {
                    let known = numbers.get(&option).copied();
                    let n = match known {
                        Some(n) => n,
                        None if numbers.len() as u64 >= limits.max_positions() => {
                            report.is_whole = false;
                            continue;
                        }
                        None => {
                            let n = numbers.len() as u32;
                            numbers.insert(option.clone(), n);
                            next.push(option);
                            n
                        }
                    };
                    row.push(n);
                }
                rows.push(row);
                if self.failures >= FAILURES {
                    report.is_whole = false;
                    next.clear();
                    break;
                }
            }
            report.depths.push((level.len() as u64, moves));
            level = next;
        }
        if report.is_whole && matches!(self.movers, [true, false] | [false, true]) && rows.len() > 2 {
            self.find(Severity::Warning, "`turn` says at every position with moves that the same player moves", None);
        }
        if !report.is_whole && self.failures == 0 {
            let last = numbers.iter().max_by_key(|(_, n)| **n).map(|(key, _)| key.clone());
            let message =
                "there are more positions than were looked at: if there should not be, a move makes the game larger";
            self.find(Severity::Note, message, last.as_ref());
        }
        report.cycles = has_cycle(&rows);
        if report.cycles {
            self.find(Severity::Note, "play can come back to a position: what neither player can end is a draw", None);
        }
        Ok(())
    }
}

/// Whether some vertex of a graph can be reached from itself: after Kahn 1962, what is left when ends are peeled off.
fn has_cycle(rows: &[Vec<u32>]) -> bool {
    let mut entering = vec![0_u32; rows.len()];
    let known = |n: &&u32| (**n as usize) < rows.len();
    rows.iter().flatten().filter(known).for_each(|n| entering[*n as usize] += 1);
    let mut free: Vec<usize> = (0..rows.len()).filter(|n| entering[*n] == 0).collect();
    let mut done = 0;
    while let Some(n) = free.pop() {
        done += 1;
        for &next in rows[n].iter().filter(known) {
            entering[next as usize] -= 1;
            if entering[next as usize] == 0 {
                free.push(next as usize);
            }
        }
    }
    done < rows.len()
}
