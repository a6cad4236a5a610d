//! A script as a game: turns the return values of a rules file's callbacks into positions, moves, terminal values and players.

mod callbacks;
mod class_check;
mod components;
mod expander;
mod facets;
mod game;
mod list;
mod load;
mod nimbers;

pub(crate) use class_check::Difference;

use crate::packing::Packing;
use crate::script::{CallError, Script};
use crate::sums::Components;
use crate::symmetry_group::SymmetryGroup;
use grundy::Play;
use grundy::text::{GameInfo, Key, KeyCodec, RulesError};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

/// A rules file that is loaded as a game.
pub(crate) struct Rules {
    name: String,
    pub(crate) script: Script,
    play: Play,
    info: GameInfo,
    starts: Vec<Key>,
    /// The value that `turn` returns at the first start; `None` if the file has no `turn`.
    first: Option<Box<[u8]>>,
    /// The other value that `turn` returns, once it has been seen.
    second: OnceLock<Box<[u8]>>,
    /// Set once the positions nearest the starts were searched for it.
    has_looked_for_second: OnceLock<()>,
    /// Whether a position near the starts is not a string, once they were looked at.
    has_other_literals: OnceLock<Option<bool>>,
    group: Option<SymmetryGroup>,
    /// The codec of keys, once it was derived from a sample; `None` inside if positions have no codec.
    codec: OnceLock<Option<Codec>>,
    /// The components found so far, if moves may lead to sums.
    components: Option<Mutex<Components>>,
    /// The words that components have in a search over them.
    interner: Option<nimbers::ComponentInterner>,
    /// The result of the class check, once it has run.
    class_error: OnceLock<Option<RulesError>>,
}

/// The codec of the game's keys, with the packing that it uses.
struct Codec {
    packing: Arc<Packing>,
    codec: KeyCodec,
}

impl Rules {
    /// The error of a call that failed.
    pub(crate) fn error(&self, failed: CallError) -> RulesError {
        self.script.call_error(failed)
    }
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
