//! `check`: a rules file explored up to a bound, and what is wrong or odd about it.

use crate::door::{self, OpenError, Setting};
use crate::nesting;
use crate::position;
use crate::rules::{self, Rules};
use crate::script::{NAMES, Name};
use grundy::Play;
use grundy::any::{AnyGame, Key, Trouble};
use grundy::limits::{LimitHit, Limits};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The first positions, whose texts, moves and symmetries are looked at one by one; of those that come later every second
/// to the double, every third to the triple, and so on.
const LOOKED_AT: usize = 2_000;

/// So often the rules may fail before the check ends.
const FAILURES: u32 = 20;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably not meant.
    Warning,
    /// The game is wrong.
    Error,
}

impl Severity {
    /// The word of text and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Something found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is, without a full stop.
    pub message: String,
    /// The text of a position where it is so, where there is one.
    pub position: Option<String>,
    /// The whole trouble, where rules failed.
    pub trouble: Option<Box<Trouble>>,
}

/// What a check came to.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the file calls its game.
    pub name: Option<String>,
    /// Where the file says that the rules are from.
    pub source: Option<String>,
    /// The parameters with their defaults.
    pub parameters: Vec<(String, String)>,
    /// What was found, the worst first.
    pub findings: Vec<Finding>,
    /// Positions and moves at each number of moves from the start.
    pub depths: Vec<(u64, u64)>,
    /// Whether all positions were met within the bound.
    pub is_whole: bool,
    /// Whether play can come back to a position, among those that were met.
    pub cycles: bool,
    /// Bytes that solving what was met takes, about.
    pub bytes: u64,
}

impl Report {
    /// Positions met.
    pub fn positions(&self) -> u64 {
        self.depths.iter().map(|(positions, _)| positions).sum()
    }

    /// Moves met.
    pub fn moves(&self) -> u64 {
        self.depths.iter().map(|(_, moves)| moves).sum()
    }

    /// Whether the game is wrong.
    pub fn is_wrong(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}

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
        parameters: declared.parameters.clone(),
        findings: Vec::new(),
        depths: Vec::new(),
        is_whole: true,
        cycles: false,
        bytes: 0,
    };
    check.explore(&mut report, limits).map_err(|hit| {
        let trouble = Trouble { is_limit: true, ..game.script.wrong(format!("{path}: {hit}"), None) };
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
            let position = at.map(|at| self.game.show(at));
            self.findings.push(Finding { severity, message: message.to_owned(), position, trouble: None });
        }
        // A text that fails is told where texts are looked at.
        let _ = self.game.take_trouble();
    }

    fn fail(&mut self, trouble: Trouble) {
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

    /// Functions that no function of the contract leads to.
    fn unreachable_functions(&mut self) {
        let source = &*self.game.script.source;
        let mut words: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        // What stands outside functions is always run.
        let mut current = "";
        for line in source.split_inclusive('\n') {
            let mut rest = line;
            if let Some(after) = line.strip_prefix("def ") {
                let end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
                current = &after[..end];
                words.entry(current).or_default();
                rest = &after[end..];
            } else if !line.starts_with([' ', '\t', '\n', '#', ')', ']', '}']) {
                current = "";
            }
            words.entry(current).or_default().extend(nesting::identifiers(rest));
        }
        let mut reached: BTreeSet<&str> = NAMES.iter().map(|(_, word)| *word).chain([""]).collect();
        let mut waiting: Vec<&str> = reached.iter().copied().collect();
        while let Some(word) = waiting.pop() {
            for &next in words.get(word).into_iter().flatten() {
                if words.contains_key(next) && reached.insert(next) {
                    waiting.push(next);
                }
            }
        }
        let mut idle: Vec<&str> = words.keys().copied().filter(|word| !reached.contains(word)).collect();
        idle.sort_unstable();
        for word in idle {
            let near = grundy::spelling::nearest(word, NAMES.iter().map(|(_, name)| *name));
            let meant = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let message = format!("the function `{word}` is never called{meant}");
            let finding = Finding { severity: Severity::Warning, message, position: None, trouble: None };
            self.findings.push(finding);
        }
    }

    /// Notes who moves at a position from which there are moves.
    fn note_mover(&mut self, at: &Key) {
        if let Some(player) = self.game.turn(at) {
            self.movers[player as usize] = true;
        }
    }

    /// Meets positions level by level, and looks at each.
    fn explore(&mut self, report: &mut Report, limits: &Limits<'_>) -> Result<(), LimitHit> {
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
                        None if numbers.len() as u64 >= limits.positions => {
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
        report.cycles = has_cycle(&rows);
        if report.cycles {
            self.find(Severity::Note, "play can come back to a position: what neither player can end is a draw", None);
        }
        Ok(())
    }

    fn look_at(&mut self, at: &Key, options: &[Key]) {
        let mut distinct: Vec<&Key> = options.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() < options.len() {
            self.find(Severity::Note, "moves that lead to the same position: they are one move", Some(at));
        }
        if options.contains(at) {
            self.find(Severity::Warning, "a move leads to the position itself", Some(at));
        }
        let text = self.game.show(at);
        let read = self.game.parse(&text);
        if let Some(trouble) = self.game.take_trouble() {
            self.fail(trouble);
        } else if read.as_ref() != Ok(at) {
            self.find(Severity::Error, "`parse` does not give back the position whose text it reads", Some(at));
        }
        if self.game.picture(at).is_none()
            && let Some(trouble) = self.game.take_trouble()
            && self.seen.insert("show")
        {
            self.fail(trouble);
        }
        if self.game.script.has(Name::Label) {
            let moves = self.game.moves(at, usize::MAX).moves;
            let names: BTreeSet<&str> = moves.iter().map(|(name, _)| name.as_str()).collect();
            if names.len() < moves.len() {
                self.find(Severity::Warning, "`label` gives two moves the same name", Some(at));
            }
            if let Some(trouble) = self.game.take_trouble()
                && self.seen.insert("label")
            {
                self.fail(trouble);
            }
        }
        self.look_at_end(at);
        self.look_at_class(at, &distinct);
    }

    /// An outcome where moves exist, and one that no rule gives.
    fn look_at_end(&mut self, at: &Key) {
        if !self.game.script.has(Name::Outcome) {
            return;
        }
        match self.game.moves_beyond_the_end(&at.0) {
            Ok(true) => {
                let message = "`outcome` ends the game where `moves` has moves: the outcome holds";
                self.find(Severity::Note, message, Some(at));
            }
            Ok(false) => {}
            // What is only asked for after the end does not matter to the game.
            Err(_) => {}
        }
    }

    /// Equivalent positions have equivalent moves, and the same end and turn.
    fn look_at_class(&mut self, at: &Key, options: &[&Key]) {
        let mine = self.game.canonical(at);
        if mine == *at {
            return;
        }
        let mut theirs = Vec::new();
        self.game.every_option(&mine, &mut theirs);
        let classes = |options: &mut dyn Iterator<Item = &Key>| -> BTreeSet<Key> {
            options.map(|option| self.game.canonical(option)).collect()
        };
        let (ours, others) = (classes(&mut options.iter().copied()), classes(&mut theirs.iter()));
        let (end, turn) = ((self.game.end(at), self.game.end(&mine)), (self.game.turn(at), self.game.turn(&mine)));
        if let Some(trouble) = self.game.take_trouble() {
            self.fail(trouble);
            return;
        }
        if self.game.canonical(&mine) != mine {
            self.find(Severity::Error, "`canonical` of a canonical position is another position", Some(at));
        }
        if ours != others {
            self.find(Severity::Error, "equivalent positions have moves that are not equivalent", Some(at));
        }
        if options.is_empty() && end.0 != end.1 {
            self.find(Severity::Error, "equivalent positions end differently", Some(at));
        }
        if turn.0 != turn.1 {
            self.find(Severity::Error, "`turn` differs between equivalent positions", Some(at));
        }
    }
}

impl Rules {
    /// Whether a position that has an outcome has moves as well.
    fn moves_beyond_the_end(&self, at: &[u8]) -> Result<bool, rules::Failed> {
        if self.row(at)?.end.is_none() {
            return Ok(false);
        }
        Ok(!self.script.session(|session| self.sum_options(session, at))?.is_empty())
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
