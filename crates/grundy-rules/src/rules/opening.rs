//! Opening: a source is loaded, asked where the game begins, and refused where its parts contradict one another.

use super::asked::{encoded, kind};
use super::{COMPONENTS, Failed, Rules, SESSION};
use crate::cells::Group;
use crate::door::Setting;
use crate::position;
use crate::script::{Fault, Name, Script, Sums};
use grundy::Play;
use grundy::limits::Limits;
use grundy::text::RulesError;
use std::sync::{Mutex, OnceLock};

impl Rules {
    /// Loads a source and asks it where the game begins.
    pub(crate) fn new(
        path: &str,
        source: &str,
        settings: &[Setting],
        play: Play,
        limits: &Limits<'_>,
    ) -> Result<Self, RulesError> {
        let script = Script::load(path, source, settings, limits.max_memory().min(SESSION) as usize)?;
        let set: String = settings.iter().map(|setting| format!(" --set {}={}", setting.name, setting.value)).collect();

        let mut rules = Self {
            name: format!("{path}{set}"),
            play: if script.declared.misere { Play::Misere } else { play },
            starts: Vec::new(),
            first: None,
            second: OnceLock::new(),
            group: None,
            shape: OnceLock::new(),
            positions: limits.positions.unwrap_or(COMPONENTS),
            memory: limits.max_memory() / 3,
            every: Mutex::default(),
            classes: Mutex::default(),
            components: Sums::are_in(source).then(Mutex::default),
            trouble: Mutex::default(),
            held: OnceLock::new(),
            script,
        };
        rules.check_play(play)?;
        rules.begin().map_err(|failed| rules.said(failed))?;
        rules.check_symmetries()?;
        Ok(rules)
    }

    pub(super) fn check_play(&self, asked: Play) -> Result<(), RulesError> {
        let script = &self.script;
        let refused = |word: &str, message: &str, help: &str| {
            Err(RulesError { help: help.to_owned(), ..script.wrong(message, script.definition(word)) })
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
                        name.as_str()
                    );
                    return refused(name.as_str(), &message, help);
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

    pub(super) fn begin(&mut self) -> Result<(), Failed> {
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

    pub(super) fn check_symmetries(&mut self) -> Result<(), RulesError> {
        let script = &self.script;
        if script.symmetries.is_empty() {
            return Ok(());
        }
        let wrong = |message: &str, help: &str| RulesError {
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
}
