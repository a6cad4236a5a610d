//! What the script is asked, one function of the contract at a time, and what it may answer.

use super::texts::literal;
use super::{Failed, Rules};
use crate::position;
use crate::script::{Fault, Name, Session, sum_parts};
use crate::shape::Shape;
use crate::store::{Row, Said};
use grundy::text::KeyCodec;
use grundy::{Outcome, Player};
use starlark::values::Value;

/// A position that the script is asked about: its bytes, or its word and what tells its meaning.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
    Bytes(&'a [u8]),
    Word(u64, &'a Shape),
}

impl At<'_> {
    /// Makes its value, which the calls that come are about.
    pub(super) fn value<'v>(self, session: &Session<'v, '_>) -> Value<'v> {
        match self {
            Self::Bytes(bytes) => session.decode(bytes),
            Self::Word(word, shape) => {
                session.calls().at_word(word);
                shape.value(word, session.heap())
            }
        }
    }

    pub(super) fn bytes(self) -> Box<[u8]> {
        match self {
            Self::Bytes(bytes) => bytes.into(),
            Self::Word(word, shape) => {
                let mut bytes = Vec::new();
                shape.unpack(word, &mut bytes);
                bytes.into()
            }
        }
    }

    /// A call that failed with this position as its argument.
    pub(super) fn failed(self, name: Name, fault: Fault) -> Failed {
        Failed { name, arguments: vec![self.bytes()], fault }
    }
}

impl Rules {
    /// Asks for the row of a position; its options as they are, or canonical ones.
    pub(super) fn expand(&self, session: &mut Session<'_, '_>, at: &[u8], by_class: bool) -> Result<Row, Failed> {
        let at = At::Bytes(at);
        let value = at.value(session);
        let mut row = Row { turn: self.turn_of(session, at, value, &mut Vec::new())?, ..Row::default() };
        row.end = self.outcome_of(session, at, value)?;
        if row.end.is_some() {
            return Ok(row);
        }
        let here = |fault: Fault| at.failed(Name::Moves, fault);
        let moves = session.call(Name::Moves, &[value]).map_err(here)?;
        for option in list(moves).map_err(here)? {
            let bytes = encoded(*option).map_err(here)?;
            row.options.push(if by_class { self.representative(session, &bytes)? } else { bytes });
        }
        Ok(row)
    }

    /// The end and the turn of a position.
    pub(super) fn say_of(&self, session: &mut Session<'_, '_>, at: &[u8]) -> Result<Said, Failed> {
        let at = At::Bytes(at);
        let value = at.value(session);
        let turn = self.turn_of(session, at, value, &mut Vec::new())?;
        Ok(Said { turn, end: self.outcome_of(session, at, value)? })
    }

    /// The options of a component, each as its own components.
    pub(crate) fn sum_options(&self, session: &mut Session<'_, '_>, at: &[u8]) -> Result<Vec<Vec<Box<[u8]>>>, Failed> {
        let here = |fault: Fault| Failed { name: Name::Moves, arguments: vec![at.into()], fault };
        let value = session.decode(at);
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

    /// What `outcome` says of a position.
    pub(super) fn outcome_of<'v>(
        &self,
        session: &mut Session<'v, '_>,
        at: At<'_>,
        value: Value<'v>,
    ) -> Result<Option<Outcome>, Failed> {
        if !self.script.has(Name::Outcome) {
            return Ok(None);
        }
        let here = |fault: Fault| at.failed(Name::Outcome, fault);
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

    pub(super) fn mover(&self, session: &mut Session<'_, '_>, at: &[u8]) -> Result<Box<[u8]>, Failed> {
        let here = |fault: Fault| Failed { name: Name::Turn, arguments: vec![at.into()], fault };
        let value = session.decode(at);
        let said = session.call(Name::Turn, &[value]).map_err(here)?;
        encoded(said).map_err(here)
    }

    /// Who moves at a position.
    pub(super) fn turn_of<'v>(
        &self,
        session: &mut Session<'v, '_>,
        at: At<'_>,
        value: Value<'v>,
        bytes: &mut Vec<u8>,
    ) -> Result<Option<Player>, Failed> {
        let Some(first) = &self.first else { return Ok(None) };
        let here = |fault: Fault| at.failed(Name::Turn, fault);
        let said = session.call(Name::Turn, &[value]).map_err(here)?;
        bytes.clear();
        position::encode(said, bytes).map_err(|error| here(error.into()))?;
        if **bytes == **first {
            return Ok(Some(Player::Left));
        }
        let second = self.second.get_or_init(|| bytes.as_slice().into());
        if **bytes != **second {
            let message = format!("returned a third player, after {} and {}", literal(first), literal(second));
            return Err(here(Fault::returned(message, "return one of two values: who moves")));
        }
        Ok(Some(Player::Right))
    }

    /// One member of the class of a position that is no sum.
    pub(super) fn representative(&self, session: &mut Session<'_, '_>, at: &[u8]) -> Result<Box<[u8]>, Failed> {
        if let Some(group) = &self.group {
            return Ok(group.canonical(at));
        }
        if !self.script.has(Name::Canonical) {
            return Ok(at.into());
        }
        let here = |fault: Fault| Failed { name: Name::Canonical, arguments: vec![at.into()], fault };
        let value = session.decode(at);
        let said = session.call(Name::Canonical, &[value]).map_err(here)?;
        encoded(said).map_err(here)
    }

    pub(super) fn label(&self, session: &mut Session<'_, '_>, at: &[u8], option: &[u8]) -> Result<String, Failed> {
        let name = Name::Label;
        let here = |fault: Fault| Failed { name, arguments: vec![at.into(), option.into()], fault };
        let arguments = [session.decode(at), position::decode(&mut &*option, session.heap())];
        let said = session.call(name, &arguments).map_err(here)?;
        match said.unpack_str() {
            Some(text) if !text.contains('\n') => Ok(text.to_owned()),
            _ => Err(here(Fault::returned(
                format!("returned {}", kind(said)),
                "return one line of text, the name of the move",
            ))),
        }
    }
}

pub(super) fn encoded(value: Value<'_>) -> Result<Box<[u8]>, Fault> {
    let mut bytes = Vec::new();
    position::encode(value, &mut bytes)?;
    Ok(bytes.into())
}

/// The kind of a value for people, with the value where it is short.
pub(super) fn kind(value: Value<'_>) -> String {
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

pub(super) fn list<'v>(value: Value<'v>) -> Result<&'v [Value<'v>], Fault> {
    position::items(value).ok_or_else(|| {
        let help = match value.is_none() {
            true => "return a list of positions, an empty one where the game is over: without `return` a function gives None",
            false => "return a list of positions; an empty list where the game is over",
        };
        Fault::returned(format!("returned {}, not a list of positions", kind(value)), help)
    })
}
