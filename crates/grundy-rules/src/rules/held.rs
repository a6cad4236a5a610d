//! Whether what a file says of equivalent positions is so, tried before any answer rests on it.
//!
//! Nobody can see in a value that the symmetries it was found by are wrong. So the first positions that play meets are held
//! against those that stand for them; `check` looks at more of them, and tells of each kind of fault.

use super::texts::literal;
use super::{Failed, Rules};
use crate::script::Session;
use crate::store::Row;
use grundy::text::RulesError;
use std::collections::{BTreeSet, VecDeque};

/// Positions that are looked at.
const POSITIONS: usize = 300;

impl Rules {
    /// RulesError, if two of the first positions are said to be equivalent and are not.
    pub(super) fn classes_hold(&self) -> Result<(), RulesError> {
        if !self.has_classes() || self.components.is_some() {
            return Ok(());
        }
        let found = self.held.get_or_init(|| self.find_unlike());
        let Some((message, note)) = found else { return Ok(()) };
        let word = if self.group.is_some() { "symmetries" } else { "canonical" };
        Err(RulesError {
            notes: vec![note.clone()],
            help: format!(
                "run `grundy check`, which looks at more; without `{word}` the game is solved position by position"
            ),
            ..self.script.wrong(format!("`{word}`: {message}"), self.script.definition(word))
        })
    }

    /// What is wrong, and with which positions. Where the rules fail nothing is said: whoever asks for that position is told.
    fn find_unlike(&self) -> Option<(String, String)> {
        let mut seen: BTreeSet<Box<[u8]>> = self.starts.iter().cloned().collect();
        let mut queue: VecDeque<Box<[u8]>> = self.starts.iter().cloned().collect();
        for _ in 0..POSITIONS {
            let at = queue.pop_front()?;
            let looked = self.script.session(|session| {
                let row = self.expand(session, &at, false)?;
                let unlike = self.unlike(session, &at, &row)?;
                Ok::<_, Failed>((row, unlike))
            });
            let (row, unlike) = looked.ok()?;
            if unlike.is_some() {
                return unlike;
            }
            for option in row.options {
                if seen.len() < POSITIONS && seen.insert(option.clone()) {
                    queue.push_back(option);
                }
            }
        }
        None
    }

    /// How a position differs from the one that stands for it.
    fn unlike(&self, session: &mut Session<'_, '_>, at: &[u8], row: &Row) -> Result<Option<(String, String)>, Failed> {
        let stands = self.representative(session, at)?;
        if *stands == *at {
            return Ok(None);
        }
        let other = self.expand(session, &stands, false)?;
        let both = format!("{} and {}", literal(at), literal(&stands));
        if row.turn != other.turn || row.end != other.end {
            let what = if row.turn == other.turn { "end differently" } else { "have different players to move" };
            return Ok(Some((format!("equivalent positions {what}"), format!("at positions {both}"))));
        }
        let mut classes = |row: &Row| -> Result<BTreeSet<Box<[u8]>>, Failed> {
            row.options.iter().map(|option| self.representative(session, option)).collect()
        };
        let (ours, theirs) = (classes(row)?, classes(&other)?);
        let lone = ours.difference(&theirs).map(|class| (at, &*stands, class));
        let lone = lone.chain(theirs.difference(&ours).map(|class| (&*stands, at, class))).next();
        Ok(lone.map(|(has, lacks, class)| {
            let [has, lacks, class] = [has, lacks, class].map(literal);
            let note = format!("{has} has a move to {class} or a position equivalent to it, and {lacks} has none");
            ("equivalent positions have moves that are not equivalent".to_owned(), note)
        }))
    }
}
