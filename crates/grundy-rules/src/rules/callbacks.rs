//! Calls the callbacks `moves`, `outcome`, `turn`, `canonical` and `label`, and checks what they return.

use super::Rules;
use crate::packing::Packing;
use crate::script::{CallError, CallFault, Callback, Session, describe, sum_parts};
use crate::{literal, position};
use grundy::{Outcome, Player};
use starlark::values::Value;

/// A position as the argument of callbacks: its bytes, or its integer in a packing.
#[derive(Clone, Copy)]
pub(super) enum PositionArg<'a> {
    Bytes(&'a [u8]),
    Packed(u64, &'a Packing),
}

impl PositionArg<'_> {
    /// Allocates the value of the position, and records it as the position of the following calls.
    pub(super) fn value<'v>(self, session: &Session<'v, '_>) -> Value<'v> {
        match self {
            Self::Bytes(bytes) => session.decode(bytes),
            Self::Packed(integer, packing) => {
                session.calls().at_packed(integer);
                packing.value(integer, session.heap())
            }
        }
    }

    /// The error of a call with this position as its argument.
    pub(super) fn error(self, callback: Callback, fault: CallFault) -> CallError {
        match self {
            Self::Bytes(bytes) => CallError::new(callback, &[bytes], fault),
            Self::Packed(integer, packing) => {
                let mut bytes = Vec::new();
                packing.unpack(integer, &mut bytes);
                CallError::new(callback, &[&bytes], fault)
            }
        }
    }
}

/// The options, outcome and player that the script returns for one position.
#[derive(Debug, Default)]
pub(crate) struct ScriptRow {
    /// The options as `moves` returned them; empty where `outcome` ends the game.
    pub(crate) options: Vec<Box<[u8]>>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) player: Option<Player>,
}

/// The components of a sum, in order.
pub(crate) type SumOfComponents = Vec<Box<[u8]>>;

impl Rules {
    /// Computes the row of a position, in a session of its own.
    pub(crate) fn row(&self, at: &[u8]) -> Result<ScriptRow, CallError> {
        self.script.session(|session| self.row_in(session, at))
    }

    /// Computes the row of a position.
    pub(super) fn row_in(&self, session: &mut Session<'_, '_>, at: &[u8]) -> Result<ScriptRow, CallError> {
        let at = PositionArg::Bytes(at);
        let value = at.value(session);
        let player = self.player_at(session, at, value, &mut Vec::new())?;
        let outcome = self.outcome_at(session, at, value)?;
        let mut row = ScriptRow { options: Vec::new(), outcome, player };
        if outcome.is_none() {
            let here = |fault: CallFault| at.error(Callback::Moves, fault);
            let moves = session.call(Callback::Moves, &[value]).map_err(here)?;
            for option in list(moves).map_err(here)? {
                row.options.push(encode_value(*option).map_err(here)?);
            }
        }
        Ok(row)
    }

    /// The options of a component, each as a sum of canonical components; each sum once.
    pub(crate) fn sum_options(
        &self,
        session: &mut Session<'_, '_>,
        at: &[u8],
    ) -> Result<Vec<SumOfComponents>, CallError> {
        let mut options: Vec<SumOfComponents> = Vec::new();
        for mut sum in self.sums_as_returned(session, at)? {
            for part in &mut sum {
                *part = self.canonical_part(session, part)?;
            }
            sum.sort_unstable();
            if !options.contains(&sum) {
                options.push(sum);
            }
        }
        Ok(options)
    }

    /// The options of a component as `moves` returns them, each as its components.
    pub(super) fn sums_as_returned(
        &self,
        session: &mut Session<'_, '_>,
        at: &[u8],
    ) -> Result<Vec<SumOfComponents>, CallError> {
        let here = |fault: CallFault| CallError::new(Callback::Moves, &[at], fault);
        let value = session.decode(at);
        let moves = session.call(Callback::Moves, &[value]).map_err(here)?;
        let sum = |option: &Value<'_>| {
            let parts = sum_parts(*option).unwrap_or(std::slice::from_ref(option));
            parts.iter().map(|part| encode_value(*part)).collect::<Result<_, _>>().map_err(here)
        };
        list(moves).map_err(here)?.iter().map(sum).collect()
    }

    /// The outcome that `outcome` returns for a position; `None` if the game goes on.
    pub(super) fn outcome_at<'v>(
        &self,
        session: &mut Session<'v, '_>,
        at: PositionArg<'_>,
        value: Value<'v>,
    ) -> Result<Option<Outcome>, CallError> {
        if !self.script.defines(Callback::Outcome) {
            return Ok(None);
        }
        let here = |fault: CallFault| at.error(Callback::Outcome, fault);
        let returned = session.call(Callback::Outcome, &[value]).map_err(here)?;
        match returned.unpack_str() {
            None if returned.is_none() => Ok(None),
            Some("win") => Ok(Some(Outcome::Win)),
            Some("loss") => Ok(Some(Outcome::Loss)),
            Some("draw") => Ok(Some(Outcome::Draw)),
            _ => Err(here(CallFault::wrong_return(
                format!("returned {}, which is not an outcome", describe(returned)),
                "return WIN, LOSS or DRAW for the player to move, or None where the game goes on",
            ))),
        }
    }

    /// The bytes of the value that `turn` returns for a position.
    pub(super) fn turn(&self, session: &mut Session<'_, '_>, at: &[u8]) -> Result<Box<[u8]>, CallError> {
        let here = |fault: CallFault| CallError::new(Callback::Turn, &[at], fault);
        let value = session.decode(at);
        let returned = session.call(Callback::Turn, &[value]).map_err(here)?;
        encode_value(returned).map_err(here)
    }

    /// The player to move at a position; `None` if the file has no `turn`.
    pub(super) fn player_at<'v>(
        &self,
        session: &mut Session<'v, '_>,
        at: PositionArg<'_>,
        value: Value<'v>,
        bytes: &mut Vec<u8>,
    ) -> Result<Option<Player>, CallError> {
        let Some(first) = &self.first else { return Ok(None) };
        let here = |fault: CallFault| at.error(Callback::Turn, fault);
        let returned = session.call(Callback::Turn, &[value]).map_err(here)?;
        bytes.clear();
        position::encode(returned, bytes).map_err(|error| here(error.into()))?;
        if **bytes == **first {
            return Ok(Some(Player::Left));
        }
        let second = self.second.get_or_init(|| bytes.as_slice().into());
        if **bytes != **second {
            let [first, second, third] = [first, second, &bytes[..].into()].map(|player| literal::of_bytes(player));
            let message = format!("returned {third}, a third player after {first} and {second}");
            let help = match [&first, &second, &third].into_iter().any(|player| player == "None") {
                true => "return one of two values: without `return` a function gives None",
                false => "return one of two values: who moves",
            };
            return Err(here(CallFault::wrong_return(message, help)));
        }
        Ok(Some(Player::Right))
    }

    /// The canonical form of a position that is not a sum.
    pub(super) fn canonical_part(&self, session: &mut Session<'_, '_>, at: &[u8]) -> Result<Box<[u8]>, CallError> {
        if let Some(group) = &self.group {
            return Ok(group.canonical(at));
        }
        if !self.script.defines(Callback::Canonical) {
            return Ok(at.into());
        }
        let here = |fault: CallFault| CallError::new(Callback::Canonical, &[at], fault);
        let value = session.decode(at);
        let returned = session.call(Callback::Canonical, &[value]).map_err(here)?;
        encode_returned(returned).map_err(here)
    }

    /// The name that `label` returns for a move.
    pub(super) fn label(&self, session: &mut Session<'_, '_>, at: &[u8], option: &[u8]) -> Result<String, CallError> {
        let here = |fault: CallFault| CallError::new(Callback::Label, &[at, option], fault);
        let arguments = [session.decode(at), position::decode(&mut &*option, session.heap())];
        let returned = session.call(Callback::Label, &arguments).map_err(here)?;
        match returned.unpack_str() {
            Some(text) if !text.contains('\n') => Ok(text.to_owned()),
            _ => Err(here(CallFault::wrong_return(
                format!("returned {}", describe(returned)),
                "return one line of text, the name of the move",
            ))),
        }
    }
}

pub(super) fn encode_value(value: Value<'_>) -> Result<Box<[u8]>, CallFault> {
    let mut bytes = Vec::new();
    position::encode(value, &mut bytes)?;
    Ok(bytes.into())
}

/// The bytes of a position that a function returned. `None` may be an item of a position, but here a `return` is missing.
pub(super) fn encode_returned(value: Value<'_>) -> Result<Box<[u8]>, CallFault> {
    if value.is_none() {
        let help = "return the position: without `return` a function gives None";
        return Err(CallFault::wrong_return("returned None", help));
    }
    encode_value(value)
}

/// The positions that `moves` returned.
pub(super) fn list<'v>(value: Value<'v>) -> Result<&'v [Value<'v>], CallFault> {
    position::items(value).ok_or_else(|| {
        let help = match value.is_none() {
            true => "return a list of positions, an empty one where the game is over: without `return` a function gives None",
            false => "return a list of positions; an empty list where the game is over",
        };
        CallFault::wrong_return(format!("returned {}, not a list of positions", describe(value)), help)
    })
}
