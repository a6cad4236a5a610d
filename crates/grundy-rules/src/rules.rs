//! A script as a game: what the functions of a rules file say, as positions, moves, ends and turns.

use crate::cells::Group;
use crate::door::Setting;
use crate::position::{self, Item};
use crate::script::{Fault, Name, Script, Session, Sums, sum_parts};
use crate::store::{Row, Said, Store};
use crate::sums::{self, Components};
use dashu_int::UBig;
use grundy::any::{AnyGame, Key, MoveList, Numbered, TextError, Trouble, Worded};
use grundy::limits::{Bytes, Limits};
use grundy::theory::{AtLeast, Claim, Component, PeriodFound, Reason, Silent, Why};
use grundy::value::Undefined;
use grundy::{Grundy, Nimber, Outcome, Play, Player};
use starlark::values::Value;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Positions that the script is asked for in one session.
const BATCH: u32 = 64;
/// The most bytes that one session of the script may take.
const SESSION: u64 = 1 << 30;
/// Components of sums that are solved at most, unless the limits say how many.
const COMPONENTS: u64 = 3_000_000;

/// A call that failed.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) name: Name,
    pub(crate) arguments: Vec<Box<[u8]>>,
    pub(crate) fault: Fault,
}

/// A rules file, opened.
pub(crate) struct Rules {
    name: String,
    pub(crate) script: Script,
    play: Play,
    starts: Vec<Box<[u8]>>,
    /// What `turn` says at the first start.
    first: Option<Box<[u8]>>,
    /// The other thing that it says.
    second: OnceLock<Box<[u8]>>,
    group: Option<Group>,
    /// Bounds of the positions and bytes that are kept here.
    positions: u64,
    memory: u64,
    every: Mutex<Store>,
    classes: Mutex<Store>,
    components: Option<Mutex<Components>>,
    trouble: Mutex<Option<Trouble>>,
}

impl Rules {
    /// Loads a source and asks it where the game begins.
    pub(crate) fn new(
        path: &str,
        source: &str,
        settings: &[Setting],
        play: Play,
        limits: &Limits<'_>,
    ) -> Result<Self, Trouble> {
        let script = Script::load(path, source, settings, limits.memory.min(SESSION) as usize)?;
        let set: String = settings.iter().map(|setting| format!(" --set {}={}", setting.name, setting.value)).collect();
        let unbounded = limits.positions == Limits::NONE.positions;
        let mut rules = Self {
            name: format!("{path}{set}"),
            play: if script.declared.misere { Play::Misere } else { play },
            starts: Vec::new(),
            first: None,
            second: OnceLock::new(),
            group: None,
            positions: if unbounded { COMPONENTS } else { limits.positions },
            memory: limits.memory / 3,
            every: Mutex::default(),
            classes: Mutex::default(),
            components: Sums::are_in(source).then(Mutex::default),
            trouble: Mutex::default(),
            script,
        };
        rules.check_play(play)?;
        rules.begin().map_err(|failed| rules.said(failed))?;
        rules.check_symmetries()?;
        Ok(rules)
    }

    fn check_play(&self, asked: Play) -> Result<(), Trouble> {
        let script = &self.script;
        let refused = |word: &str, message: &str, help: &str| {
            Err(Trouble { help: help.to_owned(), ..script.wrong(message, script.definition(word)) })
        };
        if asked == Play::Misere && script.has(Name::Outcome) {
            return refused(
                "outcome",
                "misère play would change nothing: `outcome` says how the game ends",
                "leave out --misere",
            );
        }
        if asked == Play::Misere && script.declared.misere {
            return refused("game", "the rules are those of misère play already", "leave out --misere");
        }
        if script.declared.misere && script.has(Name::Outcome) {
            return refused(
                "outcome",
                "`outcome` says how the game ends, so `misere` would change nothing",
                "leave one of them out",
            );
        }
        if self.components.is_some() {
            let help = "write the components into one position, as a tuple, and leave `Sum` out";
            for name in [Name::Turn, Name::Outcome] {
                if script.has(name) {
                    let message = format!(
                        "`Sum` is for games in which both players have the same moves and whoever cannot move loses, which a file with `{}` does not say",
                        name.word()
                    );
                    return refused(name.word(), &message, help);
                }
            }
            if self.play == Play::Misere {
                return refused(
                    "moves",
                    "`Sum` is for normal play: under misère play the values of components do not add up",
                    help,
                );
            }
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Failed> {
        let name = if self.script.has(Name::Starts) { Name::Starts } else { Name::Initial };
        let here = |fault: Fault| Failed { name, arguments: Vec::new(), fault };
        self.starts = self.script.session(|session| {
            let value = session.call(name, &[]).map_err(here)?;
            let starts = match name {
                Name::Starts => position::items(value).ok_or_else(|| {
                    here(Fault::returned(format!("returned {}", kind(value)), "return a list of positions"))
                })?,
                _ => &[value],
            };
            if starts.is_empty() {
                return Err(here(Fault::returned("returned no position", "return a list of at least one position")));
            }
            starts.iter().map(|start| encoded(*start).map_err(here)).collect()
        })?;
        if self.script.has(Name::Turn) {
            let start = self.starts[0].clone();
            self.first = Some(self.script.session(|session| self.mover(session, &start))?);
        }
        Ok(())
    }

    fn check_symmetries(&mut self) -> Result<(), Trouble> {
        let script = &self.script;
        if script.symmetries.is_empty() {
            return Ok(());
        }
        let wrong = |message: &str, help: &str| Trouble {
            help: help.to_owned(),
            ..script.wrong(message, script.definition("symmetries"))
        };
        if script.has(Name::Canonical) {
            return Err(wrong("the file has both `canonical` and `symmetries`", "leave one of them out"));
        }
        let group = Group::generated(&script.symmetries).ok_or_else(|| {
            wrong("the permutations of `symmetries` are not of one length, or generate more than 10000", "list fewer")
        })?;
        if !group.fits(&self.starts[0]) {
            let message = "no part of the first position has as many cells as the permutations of `symmetries`";
            return Err(wrong(
                message,
                "a position is the cells, as a string or a tuple, or has them as one of its parts",
            ));
        }
        self.group = Some(group);
        Ok(())
    }

    /// The trouble of a call that failed.
    pub(crate) fn said(&self, failed: Failed) -> Trouble {
        let arguments: Vec<&[u8]> = failed.arguments.iter().map(|bytes| &**bytes).collect();
        self.script.said(failed.fault, Some((failed.name, &arguments)))
    }

    fn fail(&self, failed: Failed) {
        let trouble = self.said(failed);
        lock(&self.trouble).get_or_insert(trouble);
    }

    fn is_in_trouble(&self) -> bool {
        lock(&self.trouble).is_some()
    }

    /// Whether so many positions and bytes may be kept.
    pub(crate) fn within(&self, positions: u64, bytes: u64) -> Result<(), String> {
        if positions > self.positions && self.components.is_some() {
            return Err(format!(
                "more than {} components are needed; a larger --max-positions may help",
                self.positions
            ));
        }
        if bytes > self.memory {
            let (needed, allowed) = (Bytes(3 * bytes), Bytes(3 * self.memory));
            return Err(format!("at least {needed} are needed and {allowed} allowed; a larger --memory may help"));
        }
        Ok(())
    }

    /// The components of games with sums can be met again.
    pub(crate) fn endless(&self, component: &[u8]) -> Failed {
        let message = "play can come back to a component, and values of such games are not computed";
        let help = "let every move make the game smaller, or leave `Sum` out";
        Failed { name: Name::Moves, arguments: vec![component.into()], fault: Fault::returned(message, help) }
    }

    /// Asks for the row of a position; its options as they are, or canonical ones.
    fn expand(&self, session: &mut Session<'_, '_, '_>, at: &[u8], by_class: bool) -> Result<Row, Failed> {
        let mut row = Row { turn: self.turn_at(session, at)?, ..Row::default() };
        row.end = self.outcome(session, at)?;
        if row.end.is_some() {
            return Ok(row);
        }
        let here = |fault: Fault| Failed { name: Name::Moves, arguments: vec![at.into()], fault };
        let value = position::decode(&mut &*at, session.heap());
        let moves = session.call(Name::Moves, &[value]).map_err(here)?;
        for option in list(moves).map_err(here)? {
            let bytes = encoded(*option).map_err(here)?;
            row.options.push(if by_class { self.representative(session, &bytes)? } else { bytes });
        }
        Ok(row)
    }

    /// The options of a component, each as its own components.
    pub(crate) fn sum_options(
        &self,
        session: &mut Session<'_, '_, '_>,
        at: &[u8],
    ) -> Result<Vec<Vec<Box<[u8]>>>, Failed> {
        let here = |fault: Fault| Failed { name: Name::Moves, arguments: vec![at.into()], fault };
        let value = position::decode(&mut &*at, session.heap());
        let moves = session.call(Name::Moves, &[value]).map_err(here)?;
        let mut options: Vec<Vec<Box<[u8]>>> = Vec::new();
        for option in list(moves).map_err(here)? {
            let parts = sum_parts(*option).unwrap_or(std::slice::from_ref(option));
            let parts: Result<Vec<_>, Failed> = parts
                .iter()
                .map(|part| encoded(*part).map_err(here).and_then(|bytes| self.representative(session, &bytes)))
                .collect();
            let mut parts = parts?;
            parts.sort_unstable();
            if !options.contains(&parts) {
                options.push(parts);
            }
        }
        Ok(options)
    }

    fn outcome(&self, session: &mut Session<'_, '_, '_>, at: &[u8]) -> Result<Option<Outcome>, Failed> {
        if !self.script.has(Name::Outcome) {
            return Ok(None);
        }
        let here = |fault: Fault| Failed { name: Name::Outcome, arguments: vec![at.into()], fault };
        let value = position::decode(&mut &*at, session.heap());
        let said = session.call(Name::Outcome, &[value]).map_err(here)?;
        match said.unpack_str() {
            None if said.is_none() => Ok(None),
            Some("win") => Ok(Some(Outcome::Win)),
            Some("loss") => Ok(Some(Outcome::Loss)),
            Some("draw") => Ok(Some(Outcome::Draw)),
            _ => Err(here(Fault::returned(
                format!("returned {}, which is no outcome", kind(said)),
                "return WIN, LOSS or DRAW for the player to move, or None where the game goes on",
            ))),
        }
    }

    fn mover(&self, session: &mut Session<'_, '_, '_>, at: &[u8]) -> Result<Box<[u8]>, Failed> {
        let here = |fault: Fault| Failed { name: Name::Turn, arguments: vec![at.into()], fault };
        let value = position::decode(&mut &*at, session.heap());
        let said = session.call(Name::Turn, &[value]).map_err(here)?;
        encoded(said).map_err(here)
    }

    fn turn_at(&self, session: &mut Session<'_, '_, '_>, at: &[u8]) -> Result<Option<Player>, Failed> {
        let Some(first) = &self.first else { return Ok(None) };
        let mover = self.mover(session, at)?;
        if mover == *first {
            return Ok(Some(Player::Left));
        }
        let second = self.second.get_or_init(|| mover.clone());
        if mover != *second {
            let message = format!("returned a third player, after {} and {}", literal(first), literal(second));
            let fault = Fault::returned(message, "return one of two values: who moves");
            return Err(Failed { name: Name::Turn, arguments: vec![at.into()], fault });
        }
        Ok(Some(Player::Right))
    }

    /// One member of the class of a position that is no sum.
    fn representative(&self, session: &mut Session<'_, '_, '_>, at: &[u8]) -> Result<Box<[u8]>, Failed> {
        if let Some(group) = &self.group {
            return Ok(group.canonical(at));
        }
        if !self.script.has(Name::Canonical) {
            return Ok(at.into());
        }
        let here = |fault: Fault| Failed { name: Name::Canonical, arguments: vec![at.into()], fault };
        let value = position::decode(&mut &*at, session.heap());
        let said = session.call(Name::Canonical, &[value]).map_err(here)?;
        encoded(said).map_err(here)
    }

    /// The end and the turn of a position, and its options as they are.
    pub(crate) fn row(&self, at: &[u8]) -> Result<Row, Failed> {
        self.script.session(|session| self.expand(session, at, false))
    }

    fn has_classes(&self) -> bool {
        self.group.is_some() || self.script.has(Name::Canonical)
    }

    fn store(&self, by_class: bool) -> MutexGuard<'_, Store> {
        lock(if by_class && self.has_classes() { &self.classes } else { &self.every })
    }

    /// Appends the options of a position. Those that will be asked for next are asked for in the same session.
    fn collect(&self, at: &[u8], by_class: bool, out: &mut Vec<Key>) -> Result<(), Failed> {
        let mut store = self.store(by_class);
        let root = store.number(at);
        if !store.is_known(root) {
            let limit = |message: String| Failed {
                name: Name::Moves,
                arguments: vec![at.into()],
                fault: Fault::Limit(message),
            };
            self.within(0, store.bytes()).map_err(limit)?;
            if !store.has_room() {
                return Err(limit("there are more positions or moves than can be numbered".to_owned()));
            }
            self.script.session(|session| {
                // Positions that are met here come next as well.
                let mut next = root;
                while next < store.len().min(root.saturating_add(BATCH)) {
                    let n = next;
                    next += 1;
                    if store.is_known(n) {
                        continue;
                    }
                    let at = store.at(n).to_vec();
                    match self.expand(session, &at, by_class) {
                        Ok(row) => store.keep(n, &row),
                        Err(failed) if n == root => return Err(failed),
                        // It is asked for again in a session of its own, if it is asked for at all.
                        Err(_) => break,
                    }
                }
                Ok(())
            })?;
        }
        out.extend(store.options(root).map(|option| Key(store.at(option).into())));
        Ok(())
    }

    /// The options of a sum: one component moves.
    fn collect_sum(&self, components: &Mutex<Components>, at: &[u8], out: &mut Vec<Key>) -> Result<(), Failed> {
        let parts = position::components(at);
        let mut components = lock(components);
        for (i, part) in parts.iter().enumerate() {
            if i > 0 && parts[i - 1] == *part {
                continue;
            }
            let others = parts[..i].iter().chain(&parts[i + 1..]);
            for option in components.options(self, part)? {
                out.push(sums::key(others.clone().cloned().chain(option).collect()));
            }
        }
        Ok(())
    }

    fn options_of(&self, at: &Key, by_class: bool, out: &mut Vec<Key>) {
        if self.is_in_trouble() {
            return;
        }
        let done = match &self.components {
            Some(components) => self.collect_sum(components, &at.0, out),
            None => self.collect(&at.0, by_class, out),
        };
        if let Err(failed) = done {
            self.fail(failed);
        }
    }

    /// The end and the turn of a position.
    fn said_of(&self, at: &Key) -> Said {
        let nothing = Said { end: None, turn: self.first.as_ref().map(|_| Player::Left) };
        let by_class = self.store(true).said(&at.0);
        let known = if by_class.is_none() && self.has_classes() { self.store(false).said(&at.0) } else { by_class };
        if known.is_some() || self.components.is_some() || self.is_in_trouble() {
            return known.unwrap_or(nothing);
        }
        let said = self
            .script
            .session(|session| Ok(Said { turn: self.turn_at(session, &at.0)?, end: self.outcome(session, &at.0)? }));
        said.unwrap_or_else(|failed| {
            self.fail(failed);
            nothing
        })
    }

    /// The values of the components of a position.
    fn values(&self, at: &Key) -> Option<Vec<(Box<[u8]>, Nimber)>> {
        let mut components = lock(self.components.as_ref()?);
        let solved = self.canonical_parts(at).and_then(|parts| {
            parts.into_iter().map(|part| components.value(self, &part).map(|value| (part, value))).collect()
        });
        solved.map_err(|failed| self.fail(failed)).ok()
    }

    fn canonical_parts(&self, at: &Key) -> Result<Vec<Box<[u8]>>, Failed> {
        let parts = position::components(&at.0);
        if !self.has_classes() {
            return Ok(parts);
        }
        self.script.session(|session| parts.iter().map(|part| self.representative(session, part)).collect())
    }

    fn label(&self, session: &mut Session<'_, '_, '_>, at: &[u8], option: &[u8]) -> Result<String, Failed> {
        let name = Name::Label;
        let here = |fault: Fault| Failed { name, arguments: vec![at.into(), option.into()], fault };
        let heap = session.heap();
        let arguments = [position::decode(&mut &*at, heap), position::decode(&mut &*option, heap)];
        let said = session.call(name, &arguments).map_err(here)?;
        match said.unpack_str() {
            Some(text) if !text.contains('\n') => Ok(text.to_owned()),
            _ => Err(here(Fault::returned(
                format!("returned {}", kind(said)),
                "return one line of text, the name of the move",
            ))),
        }
    }

    fn list(&self, at: &Key, want: usize) -> Result<MoveList<Key>, Failed> {
        let options = match &self.components {
            Some(components) => {
                let mut options = Vec::new();
                self.collect_sum(components, &at.0, &mut options)?;
                options
            }
            None => self.row(&at.0)?.options.into_iter().map(Key).collect(),
        };
        let mut seen = HashSet::new();
        let mut options: Vec<Key> = options.into_iter().filter(|option| seen.insert(option.clone())).collect();
        let total = options.len().into();
        options.truncate(want);
        let single = |key: &Key| position::components(&key.0).len() == 1;
        let moves = options.chunks(BATCH as usize).map(|options| {
            self.script.session(|session| {
                let labelled = options.iter().map(|option| {
                    let text = if self.script.has(Name::Label) && single(at) && single(option) {
                        self.label(session, &at.0, &option.0)?
                    } else {
                        format!("to {}", self.shown(option))
                    };
                    Ok((text, option.clone()))
                });
                labelled.collect::<Result<Vec<_>, Failed>>()
            })
        });
        Ok(MoveList { moves: moves.collect::<Result<Vec<_>, Failed>>()?.concat(), total })
    }

    fn shown(&self, at: &Key) -> String {
        let parts = position::components(&at.0);
        if parts.is_empty() {
            return "Sum()".to_owned();
        }
        let shown = parts.iter().map(|part| {
            text(&self.script, part).unwrap_or_else(|failed| {
                self.fail(failed);
                literal(part)
            })
        });
        shown.collect::<Vec<_>>().join(" + ")
    }

    /// Reads a position that is no sum.
    fn parse_part(&self, text: &str) -> Result<Box<[u8]>, TextError> {
        if self.script.has(Name::Parse) {
            let said = self.script.session(|session| {
                let value = session.heap().alloc(text);
                let value = session.call(Name::Parse, &[value])?;
                encoded(value)
            });
            return said.map_err(|fault| {
                let trouble = self.script.said(fault, Some((Name::Parse, &[])));
                let place =
                    trouble.place.as_ref().map(|place| format!(" ({}:{})", place.path, place.line_and_column().0));
                TextError {
                    at: 0..text.len(),
                    message: format!("not read as a position: {}{}", trouble.message, place.unwrap_or_default()),
                    help: "write it as the file's `parse` says".to_owned(),
                }
            });
        }
        let starts_as_text = matches!(position::read(&mut &*self.starts[0]), Item::Text(_));
        let item = match crate::literal::read(text) {
            Ok(item @ Item::Text(_)) => item,
            _ if starts_as_text && !text.trim_start().starts_with(['"', '\'']) => Item::Text(text.to_owned()),
            Ok(item) => item,
            Err(error) => {
                return Err(TextError {
                    at: error.at,
                    message: format!("not a position: {}", error.message),
                    help: format!("write it as the start is written, `{}`", literal(&self.starts[0])),
                });
            }
        };
        let mut bytes = Vec::new();
        position::write(&item, &mut bytes);
        Ok(bytes.into())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn encoded(value: Value<'_>) -> Result<Box<[u8]>, Fault> {
    let mut bytes = Vec::new();
    position::encode(value, &mut bytes)?;
    Ok(bytes.into())
}

/// The kind of a value for people, with the value where it is short.
fn kind(value: Value<'_>) -> String {
    match value.get_type() {
        "NoneType" => "None".to_owned(),
        "struct" => "a Sum".to_owned(),
        "string" => format!(
            "the string {}",
            value
                .unpack_str()
                .map_or_else(String::new, |text| format!("{:?}", text.chars().take(20).collect::<String>()))
        ),
        kind @ "int" => format!("an {kind}"),
        kind => format!("a {kind}"),
    }
}

fn list<'v>(value: Value<'v>) -> Result<&'v [Value<'v>], Fault> {
    position::items(value).ok_or_else(|| {
        let help = "return a list of positions; an empty list where the game is over";
        Fault::returned(format!("returned {}, not a list of positions", kind(value)), help)
    })
}

/// The literal of a position.
pub(crate) fn literal(bytes: &[u8]) -> String {
    let mut out = String::new();
    crate::literal::write(&position::read(&mut &*bytes), &mut out);
    out
}

/// The text of a position that is no sum.
pub(crate) fn text(script: &Script, bytes: &[u8]) -> Result<String, Failed> {
    if !script.has(Name::Text) {
        return Ok(literal(bytes));
    }
    line(script, Name::Text, bytes, false)
}

/// What a function that writes a position writes.
pub(crate) fn line(script: &Script, name: Name, bytes: &[u8], may_have_lines: bool) -> Result<String, Failed> {
    let here = |fault: Fault| Failed { name, arguments: vec![bytes.into()], fault };
    script.session(|session| {
        let value = position::decode(&mut &*bytes, session.heap());
        let said = session.call(name, &[value]).map_err(here)?;
        match said.unpack_str() {
            Some(text) if may_have_lines || !text.contains('\n') => Ok(text.to_owned()),
            Some(_) => {
                Err(here(Fault::returned("returned several lines", "return one line of text; `show` may have several")))
            }
            None => Err(here(Fault::returned(format!("returned {}", kind(said)), "return a string"))),
        }
    })
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let declared = &self.script.declared;
        f.debug_struct("Rules")
            .field("name", &self.name)
            .field("called", &declared.name)
            .field("source", &declared.source)
            .finish_non_exhaustive()
    }
}

impl AnyGame for Rules {
    fn name(&self) -> &str {
        &self.name
    }

    fn play_kind(&self) -> Play {
        self.play
    }

    fn start(&self) -> Option<Key> {
        self.starts.first().map(|start| Key(start.clone()))
    }

    fn starts(&self) -> Vec<Key> {
        self.starts.iter().map(|start| Key(start.clone())).collect()
    }

    fn parse(&self, text: &str) -> Result<Key, TextError> {
        if self.components.is_none() {
            return self.parse_part(text).map(Key);
        }
        if text.trim() == "Sum()" {
            return Ok(sums::key(Vec::new()));
        }
        let mut parts = Vec::new();
        let mut from = 0;
        for part in text.split(" + ") {
            let moved = |error: TextError| TextError { at: error.at.start + from..error.at.end + from, ..error };
            parts.push(self.parse_part(part).map_err(moved)?);
            from += part.len() + 3;
        }
        Ok(sums::key(parts))
    }

    fn show(&self, at: &Key) -> String {
        self.shown(at)
    }

    fn picture(&self, at: &Key) -> Option<String> {
        if !self.script.has(Name::Show) || self.is_in_trouble() {
            return None;
        }
        let parts = position::components(&at.0);
        let shown = parts.iter().map(|part| line(&self.script, Name::Show, part, true));
        let shown: Result<Vec<String>, Failed> = shown.collect();
        shown.map_err(|failed| self.fail(failed)).ok().map(|parts| parts.join("\n+\n"))
    }

    fn canonical(&self, at: &Key) -> Key {
        if !self.has_classes() || self.is_in_trouble() {
            return at.clone();
        }
        self.canonical_parts(at).map(sums::key).unwrap_or_else(|failed| {
            self.fail(failed);
            at.clone()
        })
    }

    fn class_size(&self, at: &Key) -> Option<u64> {
        match &self.group {
            Some(group) => Some(group.class(&at.0)),
            None => self.script.has(Name::Canonical).then_some(1),
        }
    }

    fn counts(&self) -> Option<&'static str> {
        if self.components.is_some() {
            return Some("components");
        }
        self.script.has(Name::Canonical).then_some("classes")
    }

    fn players(&self) -> [&'static str; 2] {
        ["first", "second"]
    }

    fn numbered(&self) -> Option<&dyn Numbered> {
        None
    }

    fn packed(&self) -> Option<&dyn Worded> {
        None
    }

    fn moves(&self, at: &Key, want: usize) -> MoveList<Key> {
        let nothing = || MoveList { moves: Vec::new(), total: UBig::ZERO };
        if self.is_in_trouble() {
            return nothing();
        }
        self.list(at, want).unwrap_or_else(|failed| {
            self.fail(failed);
            nothing()
        })
    }

    fn options(&self, at: &Key, out: &mut Vec<Key>) {
        self.options_of(at, true, out);
    }

    fn every_option(&self, at: &Key, out: &mut Vec<Key>) {
        self.options_of(at, false, out);
    }

    fn end(&self, at: &Key) -> Outcome {
        self.said_of(at).end.unwrap_or(self.play.end())
    }

    fn turn(&self, at: &Key) -> Option<Player> {
        self.first.as_ref()?;
        self.said_of(at).turn
    }

    fn without_grundy(&self) -> Option<Undefined> {
        match self.play {
            _ if self.first.is_some() => Some(Undefined::Partizan),
            Play::Misere => Some(Undefined::Misere),
            // Which ends a position reaches depends on where one looks from; an answer may not.
            Play::Normal if self.script.has(Name::Outcome) => Some(Undefined::EndValues),
            Play::Normal => None,
        }
    }

    fn claim(&self, at: &Key) -> Result<Claim, Silent> {
        if self.components.is_none() {
            return Err(Silent::NoTheory);
        }
        if self.is_in_trouble() {
            return Err(Silent::TooFar(String::new()));
        }
        let values = self.values(at).ok_or_else(|| Silent::TooFar(String::new()))?;
        let sum: Nimber = values.into_iter().map(|(_, value)| value).sum();
        let outcome = if sum == Nimber(0) { Outcome::Loss } else { Outcome::Win };
        Ok(Claim { outcome, grundy: Grundy::Finite(sum) })
    }

    fn claims_values(&self) -> bool {
        true
    }

    fn claim_method(&self, _at: &Key) -> String {
        "Nim sum of the components' Grundy values, each solved apart (Sprague 1935, Grundy 1939)".to_owned()
    }

    fn expansion_at_least(&self, _at: &Key) -> AtLeast {
        AtLeast::default()
    }

    fn count_moves(&self, at: &Key) -> UBig {
        let mut options = Vec::new();
        self.options_of(at, false, &mut options);
        options.sort_unstable();
        options.dedup();
        options.len().into()
    }

    fn moves_to(&self, _at: &Key, _target: &UBig, _want: usize) -> Option<Vec<(String, Key)>> {
        None
    }

    fn reason(&self, at: &Key) -> Option<Reason> {
        let values = self.values(at)?;
        let component = |(part, value): (Box<[u8]>, Nimber)| Component {
            text: self.shown(&Key(part)),
            value: value.0.into(),
            why: Why::Said("solved by itself: the least number that is the value of no move".to_owned()),
        };
        Some(Reason::Sum(values.into_iter().map(component).collect()))
    }

    fn least_heap(&self) -> Option<u64> {
        let is_heap = matches!(position::read(&mut &*self.starts[0]), Item::Int(_)) && self.first.is_none();
        is_heap.then(|| u64::from(!self.row_is_there(0)))
    }

    fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodFound> {
        None
    }

    fn take_trouble(&self) -> Option<Trouble> {
        lock(&self.trouble).take()
    }
}

impl Rules {
    /// Whether the rules have something to say of a heap of `n`.
    fn row_is_there(&self, n: i64) -> bool {
        let mut bytes = Vec::new();
        position::write(&Item::Int(n), &mut bytes);
        match &self.components {
            Some(_) => self.script.session(|session| self.sum_options(session, &bytes).is_ok()),
            None => self.row(&bytes).is_ok(),
        }
    }
}
