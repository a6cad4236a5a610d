//! Loads a rules file: finds the starts through its callbacks, and rejects files whose parts contradict one another.

use super::Rules;
use super::callbacks::{encode_returned, encode_value};
use super::nimbers::ComponentInterner;
use crate::script::{CallError, CallFault, Callback, SUM, Script, describe};
use crate::setting::Setting;
use crate::sums::Components;
use crate::symmetry_group::SymmetryGroup;
use crate::{embedded_rules, position};
use grundy::Play;
use grundy::limits::Limits;
use grundy::text::{CountUnit, GameInfo, Key, RulesError};
use grundy::value::Undefined;
use std::sync::{Mutex, OnceLock};

impl Rules {
    /// Loads a source and calls it for its starts.
    pub(crate) fn new(
        path: &str,
        source: &str,
        settings: &[Setting],
        play: Play,
        limits: &Limits<'_>,
    ) -> Result<Self, RulesError> {
        // Tables store the name with the parameters that were set, so their order must not matter.
        let mut settings = settings.to_vec();
        settings.sort_by(|a, b| a.name.cmp(&b.name));
        let script = Script::load(path, source, &settings, limits.max_memory())?;
        let set: String = settings.iter().map(|setting| format!(" --set {}={}", setting.name, setting.value)).collect();
        let mut rules = Self {
            name: format!("{path}{set}"),
            play: if script.declared.misere { Play::Misere } else { play },
            info: GameInfo::default(),
            starts: Vec::new(),
            first: None,
            second: OnceLock::new(),
            has_looked_for_second: OnceLock::new(),
            has_other_literals: OnceLock::new(),
            group: None,
            codec: OnceLock::new(),
            components: script.names.uses_builtin(SUM).then(|| Mutex::new(Components::new(limits))),
            interner: script.names.uses_builtin(SUM).then(|| ComponentInterner::new(limits.max_memory() / 4)),
            class_error: OnceLock::new(),
            script,
        };
        rules.check_play(play)?;
        rules.find_starts().map_err(|failed| rules.error(failed))?;
        rules.check_symmetries()?;
        rules.info = rules.game_info();
        Ok(rules)
    }

    fn game_info(&self) -> GameInfo {
        let script = &self.script;
        GameInfo {
            players: ["first", "second"],
            has_column_moves: false,
            without_grundy: match self.play {
                _ if self.first.is_some() => Some(Undefined::Partizan),
                Play::Misere => Some(Undefined::Misere),
                // Which terminal values can be reached differs from position to position; whether Grundy values exist must not.
                Play::Normal if script.defines(Callback::Outcome) => Some(Undefined::EndValues),
                Play::Normal => None,
            },
            count_unit: match &self.components {
                Some(_) => CountUnit::Components,
                None if script.defines(Callback::Canonical) => CountUnit::Classes,
                None => CountUnit::Positions,
            },
            least_positions: None,
            title: script.declared.name.clone(),
            rules: Some(embedded_rules::write(&script.settings, &script.source)),
        }
    }

    fn check_play(&self, requested: Play) -> Result<(), RulesError> {
        let script = &self.script;
        let refused =
            |word: &str, message: &str, help: &str| Err(script.wrong(message, script.definition(word)).with_help(help));
        if requested == Play::Misere && script.defines(Callback::Outcome) {
            return refused(
                "outcome",
                "misère play would change nothing: `outcome` says how the game ends",
                "open it for normal play",
            );
        }
        if requested == Play::Misere && script.declared.misere {
            return refused("game", "the rules are those of misère play already", "open it for normal play");
        }
        if script.declared.misere && script.defines(Callback::Outcome) {
            return refused(
                "outcome",
                "`outcome` says how the game ends, so `misere` would change nothing",
                "leave one of them out",
            );
        }
        if self.components.is_some() {
            let help = "write the components into one position, as a tuple, and leave `Sum` out";
            for name in [Callback::Turn, Callback::Outcome] {
                if script.defines(name) {
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

    fn find_starts(&mut self) -> Result<(), CallError> {
        let callback = if self.script.defines(Callback::Starts) { Callback::Starts } else { Callback::Initial };
        let here = |fault: CallFault| CallError::new(callback, &[], fault);
        self.starts = self.script.session(|session| {
            let value = session.call(callback, &[]).map_err(here)?;
            let starts = match callback {
                Callback::Starts => position::items(value).ok_or_else(|| {
                    here(CallFault::wrong_return(format!("returned {}", describe(value)), "return a list of positions"))
                })?,
                _ => &[value],
            };
            if starts.is_empty() {
                return Err(here(CallFault::wrong_return(
                    "returned no position",
                    "return a list of at least one position",
                )));
            }
            let encode = if callback == Callback::Starts { encode_value } else { encode_returned };
            starts.iter().map(|start| encode(*start).map(Key).map_err(here)).collect()
        })?;
        if self.script.defines(Callback::Turn) {
            let Some(Key(start)) = self.starts.first() else { return Ok(()) };
            self.first = Some(self.script.session(|session| self.turn(session, start))?);
        }
        Ok(())
    }

    fn check_symmetries(&mut self) -> Result<(), RulesError> {
        let script = &self.script;
        if script.symmetries.is_empty() {
            return Ok(());
        }
        let wrong = |message: &str, help: &str| script.wrong(message, script.definition("symmetries")).with_help(help);
        if script.defines(Callback::Canonical) {
            return Err(wrong("the file has both `canonical` and `symmetries`", "leave one of them out"));
        }
        let cells = script.symmetries[0].len();
        let mut lengths = script.symmetries.iter().map(Vec::len).enumerate();
        if let Some((i, other)) = lengths.find(|(_, length)| *length != cells) {
            let message = format!("`symmetries[{i}]` permutes {other} cells, and `symmetries[0]` {cells}");
            return Err(wrong(&message, "each one permutes all cells"));
        }
        let group = SymmetryGroup::generate(&script.symmetries).ok_or_else(|| {
            wrong("the permutations of `symmetries` generate more than 10000", "list fewer, or write `canonical`")
        })?;
        if !self.starts.iter().take(1).all(|Key(start)| group.fits(start)) {
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
