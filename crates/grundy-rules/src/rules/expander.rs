//! Expanders: the options of many positions, computed in sessions that serve several positions each.

use super::Rules;
use super::callbacks::{PositionArg, list};
use crate::packing::Packing;
use crate::position;
use crate::script::{CallError, CallFault, Callback, SESSION, Session};
use crate::sums::Components;
use crate::symmetry_group::Scratch;
use grundy::text::{Expand, Expansions, NodeInfo, PositionBatch, PositionRef, RulesError};
use std::sync::{Arc, Mutex};

/// Buffers that are reused from position to position.
#[derive(Default)]
struct Buffers {
    bytes: Vec<u8>,
    images: Scratch,
}

/// An expander of positions that are not sums, valid during one session.
struct Expander<'r, 's, 'v, 'a> {
    rules: &'r Rules,
    session: &'s mut Session<'v, 'a>,
    /// Whether options are replaced by their canonical forms.
    by_class: bool,
    /// The number of positions expanded in this session; [`SESSION`] once no more may follow.
    used: usize,
    /// Whether the watchdog has the packing of the integers.
    has_set_packing: bool,
    buffers: &'s mut Buffers,
}

impl Rules {
    /// Calls `work` with an expander until it returns `false`, as
    /// [`DynGame::with_expander`](grundy::text::DynGame::with_expander).
    pub(super) fn expand_with(&self, by_class: bool, work: &mut dyn FnMut(&mut Expand<'_>) -> bool) {
        let by_class = by_class && self.has_classes();
        if by_class && let Err(error) = self.check_classes() {
            while work(&mut |_, _| Err(error.clone())) {}
            return;
        }
        if let Some(components) = &self.components {
            // Without classes, every component is canonical.
            let is_canonical = by_class || !self.has_classes();
            while work(&mut |batch, out| self.expand_sums(components, is_canonical, batch, out)) {}
            return;
        }
        let mut buffers = Buffers::default();
        let mut goes_on = true;
        while goes_on {
            self.script.session(|session| {
                let (rules, buffers) = (self, &mut buffers);
                let mut expander = Expander { rules, session, by_class, used: 0, has_set_packing: false, buffers };
                while goes_on && expander.used < SESSION {
                    goes_on = work(&mut |batch, out| expander.expand(batch, out));
                }
            });
        }
    }

    /// Appends the options of positions that may be sums.
    fn expand_sums(
        &self,
        components: &Mutex<Components>,
        is_canonical: bool,
        batch: &PositionBatch,
        out: &mut Expansions,
    ) -> Result<(), RulesError> {
        for at in batch.iter() {
            let PositionRef::Key(at) = at else { return Err(self.no_codec()) };
            let options = self.options_of_sum(components, at, is_canonical).map_err(|failed| self.error(failed))?;
            options.iter().for_each(|option| out.options_mut().push(&option.0));
            out.close(NodeInfo { terminal: self.play.terminal_outcome(), player: None });
            if out.is_full() {
                break;
            }
        }
        Ok(())
    }

    fn packing(&self) -> Option<&Arc<Packing>> {
        self.codec.get()?.as_ref().map(|codec| &codec.packing)
    }

    fn no_codec(&self) -> RulesError {
        self.script.wrong("a position was given as an integer, and this game has no codec", None)
    }
}

impl Expander<'_, '_, '_, '_> {
    /// Appends the options of the positions of a batch, up to [`SESSION`] of them.
    ///
    /// The positions of a session share its limits. So a position that fails after others is expanded again in a session of its own, and
    /// only that error counts.
    fn expand(&mut self, batch: &PositionBatch, out: &mut Expansions) -> Result<(), RulesError> {
        let rules = self.rules;
        for (i, at) in batch.iter().enumerate() {
            if i == SESSION || i > 0 && out.is_full() {
                break;
            }
            let at = match (at, rules.packing()) {
                (PositionRef::Key(bytes), _) => PositionArg::Bytes(bytes),
                (PositionRef::Packed(_), None) => return Err(rules.no_codec()),
                (PositionRef::Packed(integer), Some(packing)) => {
                    if !std::mem::replace(&mut self.has_set_packing, true) {
                        self.session.calls().set_packing(packing);
                    }
                    PositionArg::Packed(integer, packing)
                }
            };
            let failed = match self.expand_one(at, out) {
                Ok(()) => {
                    self.used += 1;
                    continue;
                }
                Err(failed) => failed,
            };
            out.discard_open();
            let was_used = std::mem::replace(&mut self.used, SESSION) > 0;
            if i > 0 {
                // This position becomes the first of the next batch, which is expanded in a new session.
                return Ok(());
            }
            if !was_used {
                return Err(rules.error(failed));
            }
            self.expand_alone(at, out).map_err(|failed| {
                out.discard_open();
                rules.error(failed)
            })?;
            break;
        }
        Ok(())
    }

    /// Appends the options of one position, computed in a session of its own.
    fn expand_alone(&mut self, at: PositionArg<'_>, out: &mut Expansions) -> Result<(), CallError> {
        let Self { rules, by_class, ref mut buffers, .. } = *self;
        rules.script.session(|session| {
            let mut alone = Expander { rules, session, by_class, used: 0, has_set_packing: true, buffers };
            alone.expand_one(at, out)
        })
    }

    /// Appends the options of one position, as integers of the packing where `out` wants them and they exist.
    fn expand_one(&mut self, at: PositionArg<'_>, out: &mut Expansions) -> Result<(), CallError> {
        let Self { rules, session, buffers, .. } = self;
        let value = at.value(session);
        let player = rules.player_at(session, at, value, &mut buffers.bytes)?;
        let outcome = rules.outcome_at(session, at, value)?;
        if outcome.is_none() {
            let packing = if out.wants_packed() { rules.packing() } else { None };
            let here = |fault: CallFault| at.error(Callback::Moves, fault);
            let moves = session.call(Callback::Moves, &[value]).map_err(here)?;
            for option in list(moves).map_err(here)? {
                if self.by_class {
                    buffers.bytes.clear();
                    position::encode(*option, &mut buffers.bytes).map_err(|error| here(error.into()))?;
                    match &rules.group {
                        Some(group) => {
                            out.options_mut().push(group.least_image(&buffers.bytes, &mut buffers.images));
                        }
                        None => out.options_mut().push(&rules.canonical_part(session, &buffers.bytes)?),
                    }
                } else if let Some(integer) = packing.and_then(|packing| packing.word_of(*option)) {
                    out.options_mut().push_packed(integer);
                } else {
                    let written = out.options_mut().write(|out| position::encode(*option, out));
                    written.map_err(|error| here(error.into()))?;
                }
            }
        }
        out.close(NodeInfo { terminal: outcome.unwrap_or(rules.play.terminal_outcome()), player });
        Ok(())
    }
}
