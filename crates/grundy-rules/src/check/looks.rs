//! What is looked at in one position: its text, its moves and their names, its end, its class.

use super::Check;
use super::report::Severity;
use crate::position;
use crate::rules::{self, Rules};
use crate::script::Name;
use grundy::text::{DynGame, Key};
use starlark::values::list::ListRef;
use std::collections::BTreeSet;

/// Options that are held against each other.
const LISTS: usize = 100;

impl Check<'_> {
    /// Looks at a position, given its options as they are.
    pub(super) fn look_at(&mut self, at: &Key, options: &[Key]) {
        let mut distinct: Vec<&Key> = options.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() < options.len() {
            self.find(Severity::Note, "moves that lead to the same position: they are one move", Some(at));
        }
        if self.game.gives_a_list_twice(&at.0) {
            let message = "`moves` gives the same list more than once: a list that is changed afterwards is changed everywhere; append `list(…)`, a list of its own";
            self.find(Severity::Warning, message, Some(at));
        }
        if options.contains(at) {
            self.find(Severity::Warning, "a move leads to the position itself", Some(at));
        }
        let text = self.game.to_text(at);
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
        let (end, turn) =
            ((self.game.terminal(at), self.game.terminal(&mine)), (self.game.player(at), self.game.player(&mine)));
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
    /// Whether one list stands for two options: not two that are alike, but the same one.
    fn gives_a_list_twice(&self, at: &[u8]) -> bool {
        self.script.session(|session| {
            let value = session.decode(at);
            let Ok(moves) = session.call(Name::Moves, &[value]) else { return false };
            let options = position::items(moves).unwrap_or_default();
            let lists: Vec<_> =
                options.iter().filter(|option| ListRef::from_value(**option).is_some()).take(LISTS).collect();
            lists.iter().enumerate().any(|(i, list)| lists[..i].iter().any(|other| list.ptr_eq(**other)))
        })
    }

    /// Whether a position that has an outcome has moves as well.
    fn moves_beyond_the_end(&self, at: &[u8]) -> Result<bool, rules::Failed> {
        if self.row(at)?.end.is_none() {
            return Ok(false);
        }
        Ok(!self.script.session(|session| self.sum_options(session, at))?.is_empty())
    }
}
