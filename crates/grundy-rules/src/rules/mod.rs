//! A script as a game: what the functions of a rules file say, as positions, moves, ends and turns.

mod asked;
mod game;
mod held;
mod met;
mod opening;
mod rows;
mod texts;

pub(crate) use texts::{literal, text};

use crate::cells::Group;
use crate::script::{Fault, Name, Script};
use crate::shape::Shape;
use crate::store::Store;
use crate::sums::Components;
use grundy::Play;
use grundy::limits::Bytes;
use grundy::text::RulesError;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

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
    /// How positions become integers, once some were seen; `None`: in no way.
    shape: OnceLock<Option<Arc<Shape>>>,
    /// Bounds of the positions and bytes that are kept here.
    positions: u64,
    memory: u64,
    every: Mutex<Store>,
    classes: Mutex<Store>,
    components: Option<Mutex<Components>>,
    trouble: Mutex<Option<RulesError>>,
    /// What is wrong with the classes of positions, once that was tried.
    held: OnceLock<Option<(String, String)>>,
}

impl Rules {
    /// The trouble of a call that failed.
    pub(crate) fn said(&self, failed: Failed) -> RulesError {
        let arguments: Vec<&[u8]> = failed.arguments.iter().map(|bytes| &**bytes).collect();
        self.script.said(failed.fault, Some((failed.name, &arguments)))
    }

    pub(super) fn fail(&self, failed: Failed) {
        let trouble = self.said(failed);
        lock(&self.trouble).get_or_insert(trouble);
    }

    pub(super) fn is_in_trouble(&self) -> bool {
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
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
