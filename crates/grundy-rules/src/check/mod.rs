//! `check`: explores a rules file up to a bound and reports what is wrong or odd about it.

mod hidden_turn;
mod position_checks;
mod report;
mod unused_names;

pub use report::{Finding, Report, Severity};

use crate::open::{self, OpenError};
use crate::rules::Rules;
use crate::script::Callback;
use crate::setting::Setting;
use grundy::Play;
use grundy::limits::{Limits, RunError};
use grundy::text::{CountUnit, DynComponents, DynGame, Key, NodeInfo, RulesError, TheoryError};
use hidden_turn::HiddenTurn;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// The number of positions whose texts, moves and classes are all compared. Later positions are sampled more and more rarely: every second one up to
/// twice this number, every third one up to three times this number, and so on.
const MAX_COMPARED: usize = 100_000;
/// The number of failures of the rules at which the check ends.
const FAILURES: u32 = 20;
/// The number of positions that are expanded at a time.
const BATCH: usize = 64;

/// Reads a rules file and explores it, up to as many positions as the limits allow.
///
/// # Errors
/// If the file cannot be read or loaded, or a limit other than that of positions is exceeded.
pub fn check(path: &str, settings: &[Setting], limits: &Limits<'_>) -> Result<Report, OpenError> {
    check_game(path, &open::read(path, settings, Play::Normal, limits)?, limits)
}

/// Explores rules that are not in a file; `name` is what errors call them.
///
/// # Errors
/// As [`check`].
pub fn check_source(name: &str, source: &str, settings: &[Setting], limits: &Limits<'_>) -> Result<Report, OpenError> {
    check_game(name, &open::load(name, source, settings, Play::Normal, limits)?, limits)
}

fn check_game(path: &str, game: &Rules, limits: &Limits<'_>) -> Result<Report, OpenError> {
    let declared = &game.script.declared;
    let mut check =
        Check { game, findings: Vec::new(), seen: HashSet::new(), movers: [false; 2], unended: None, failures: 0 };
    check.unused_names();
    let mut report = Report {
        name: declared.name.clone(),
        source: declared.source.clone(),
        parameters: declared.parameters.clone().into_iter().collect(),
        findings: Vec::new(),
        depths: Vec::new(),
        is_complete: true,
        has_failures: false,
        compared: 0,
        comparing: Duration::ZERO,
        has_cycles: false,
        bytes: 0,
        counts_components: game.info().count_unit == CountUnit::Components,
    };
    check.explore(&mut report, limits).map_err(|error| OpenError::Run { path: path.to_owned(), error })?;
    report.findings = check.findings;
    report.findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    Ok(report)
}

struct Check<'a> {
    game: &'a Rules,
    findings: Vec<Finding>,
    /// The messages reported so far; each is reported once.
    seen: HashSet<&'static str>,
    /// Whether each of the two players has had a move.
    movers: [bool; 2],
    /// The number of positions without moves and without an outcome, with the first of them, if the file defines `outcome`.
    unended: Option<(u64, Key)>,
    /// The number of failures of the rules.
    failures: u32,
}

/// The options of a position with its terminal value and player.
type Expanded = (Vec<Key>, NodeInfo);

impl Check<'_> {
    fn find(&mut self, severity: Severity, message: &'static str, at: Option<&Key>) {
        if self.seen.insert(message) {
            // If `text` fails here, the check of texts reports it.
            let text = |at: &Key| self.game.to_text(at).unwrap_or_else(|_| self.game.literal(at));
            let position = at.map(text);
            self.findings.push(Finding { severity, message: message.to_owned(), position, error: None });
        }
    }

    fn fail(&mut self, error: RulesError) {
        let message = error.message.clone();
        // The same error at a different position is not reported again.
        let is_known = |found: &Finding| {
            found.error.as_ref().is_some_and(|known| (&known.message, &known.location) == (&message, &error.location))
        };
        // A call that exceeds a limit takes long, so it counts as several failures.
        self.failures += if error.is_limit() { FAILURES / 3 } else { 1 };
        if self.findings.iter().any(is_known) {
            return;
        }
        self.findings.push(Finding::of(error));
    }

    /// Expands positions; where the rules fail at one, the others are still expanded.
    fn expand(&self, all: &[Key]) -> Vec<Result<Expanded, RulesError>> {
        if self.game.info().count_unit == CountUnit::Components {
            let node = NodeInfo { terminal: self.game.play().terminal_outcome(), player: None };
            return all.iter().map(|at| Ok((self.game.sums_after(at)?, node))).collect();
        }
        let mut expanded = Vec::with_capacity(all.len());
        while expanded.len() < all.len() {
            let left = &all[expanded.len()..];
            let result = (self.game as &dyn DynGame).expand_all::<RulesError>(false, left, |_, position| {
                let mut options = Vec::new();
                position.options(&mut options)?;
                expanded.push(Ok((options, position.info())));
                Ok(true)
            });
            expanded.extend(result.err().map(Err));
        }
        expanded
    }

    /// Explores the game level by level, and checks single positions on the way.
    fn explore(&mut self, report: &mut Report, limits: &Limits<'_>) -> Result<(), RunError> {
        let mut numbers: HashMap<Key, u32> = HashMap::new();
        let mut rows: Vec<Vec<u32>> = Vec::new();
        let mut level = Vec::new();
        let (mut hidden_turn, may_hide_turn) = (HiddenTurn::default(), self.may_hide_turn());
        for start in self.game.starts() {
            if !numbers.contains_key(start) {
                numbers.insert(start.clone(), numbers.len() as u32);
                level.push(start.clone());
            }
        }
        while !level.is_empty() {
            let mut next = Vec::new();
            let mut moves = 0;
            for batch in level.chunks(BATCH) {
                for (at, expanded) in batch.iter().zip(self.expand(batch)) {
                    limits.check(0, report.bytes)?;
                    let (options, of_position) = self.options(at, expanded, rows.len(), report);
                    moves += of_position;
                    report.bytes += 120 + 2 * at.0.len() as u64 + 4 * options.len() as u64;
                    let mut row = Vec::with_capacity(options.len());
                    for option in options {
                        if may_hide_turn {
                            hidden_turn.observe(&at.0, &option.0);
                        }
                        let known = numbers.get(&option).copied();
                        let n = match known {
                            Some(n) => n,
                            None if numbers.len() as u64 >= limits.max_positions() => {
                                report.is_complete = false;
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
                        break;
                    }
                }
                if self.failures >= FAILURES {
                    report.is_complete = false;
                    report.has_failures = true;
                    next.clear();
                    break;
                }
            }
            report.depths.push((level.len() as u64, moves));
            level = next;
        }
        self.report_exploration(report, &numbers, &rows, &hidden_turn);
        report.has_cycles = has_cycle(&rows);
        if report.has_cycles {
            self.find(
                Severity::Note,
                "play can return to a position; where neither player can force an end, the game is a draw",
                None,
            );
            if report.is_complete && self.failures < FAILURES {
                self.check_sums(limits)?;
            }
        }
        Ok(())
    }

    /// Reports what the positions say together.
    fn report_exploration(
        &mut self,
        report: &Report,
        numbers: &HashMap<Key, u32>,
        rows: &[Vec<u32>],
        hidden_turn: &HiddenTurn,
    ) {
        if report.is_complete && matches!(self.movers, [true, false] | [false, true]) && rows.len() > 2 {
            self.find(Severity::Warning, "`turn` gives the same player at every position with moves", None);
        }
        self.report_hidden_turn(hidden_turn);
        self.report_unended();
        if !report.is_complete && self.failures == 0 {
            let last = numbers.iter().max_by_key(|(_, n)| **n).map(|(key, _)| key.clone());
            let message = "not all positions were explored; if the game should be smaller, look for a move that makes a position larger";
            self.find(Severity::Note, message, last.as_ref());
        }
    }

    /// Reports an error if there is no end to the sums that can be reached.
    fn check_sums(&mut self, limits: &Limits<'_>) -> Result<(), RunError> {
        for start in self.game.starts() {
            match self.game.is_enumerable(start, limits) {
                Err(TheoryError::Rules(error)) => self.fail(*error),
                Err(TheoryError::Interrupted) => limits.check(0, 0)?,
                _ => {}
            }
        }
        if let Some(failed) = self.game.growth_error() {
            self.fail(self.game.error(failed));
        }
        Ok(())
    }

    /// The options of a position, or their components in a game of sums, and the number of moves; none where the rules fail. Position number
    /// `n` is also checked by itself if it belongs to the sample.
    fn options(
        &mut self,
        at: &Key,
        expanded: Result<Expanded, RulesError>,
        n: usize,
        report: &mut Report,
    ) -> (Vec<Key>, u64) {
        let (options, player) = match expanded {
            Ok((options, node)) => {
                if options.is_empty() {
                    self.count_unended(at);
                }
                (options, node.player)
            }
            Err(error) => {
                report.is_complete = false;
                report.has_failures = true;
                self.fail(error);
                (Vec::new(), None)
            }
        };
        if n.is_multiple_of(n / MAX_COMPARED + 1) {
            report.compared += 1;
            let began = Instant::now();
            self.check_position(at, &options);
            report.comparing += began.elapsed();
        }
        if !options.is_empty()
            && let Some(player) = player
        {
            self.movers[player as usize] = true;
        }
        // Moves to the same position are one move, as elsewhere.
        let moves = options.iter().collect::<HashSet<_>>().len() as u64;
        (self.game.items_to_explore(options), moves)
    }
}

impl Check<'_> {
    /// Counts a position without moves if the file has `outcome` and it returns nothing there.
    fn count_unended(&mut self, at: &Key) {
        if self.game.script.defines(Callback::Outcome) && self.game.is_without_outcome(&at.0) {
            self.unended.get_or_insert_with(|| (0, at.clone())).0 += 1;
        }
    }

    /// Warns of positions that end the game without an outcome, which is easily forgotten where another end has one.
    fn report_unended(&mut self) {
        let Some((count, first)) = self.unended.take() else { return };
        let text = self.game.to_text(&first).unwrap_or_else(|_| self.game.literal(&first));
        let (positions, have, they) =
            if count == 1 { ("position", "has", "it counts") } else { ("positions", "have", "they count") };
        let message = format!(
            "{count} {positions} {have} no moves and no outcome; {they} as a loss for the player to move, for example {text}; let \
             `outcome` say how the game ends there"
        );
        self.findings.push(Finding { severity: Severity::Warning, message, position: None, error: None });
    }
}

/// Whether a graph has a cycle: after Kahn 1962, whether vertices are left when terminal ones are removed repeatedly.
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
