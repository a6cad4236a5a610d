//! Rows asked for many positions at a time: sessions that run on over what is asked for next.

use super::asked::{At, list};
use super::{Failed, Rules};
use crate::cells::Scratch;
use crate::position;
use crate::script::{Fault, Name, Session};
use crate::shape::Shape;
use grundy::text::{Asks, Code, PositionBatch, Rows};

/// Positions that the script is asked for in one session. What it leaves on its heap stays until the session ends.
const SESSION: usize = 64;

/// What is used again from position to position.
#[derive(Default)]
struct Buffers {
    bytes: Vec<u8>,
    images: Scratch,
}

impl Rules {
    /// Answers for many positions at a time, until nothing more is asked.
    pub(super) fn answer(&self, by_class: bool, asks: &mut dyn Asks) {
        let by_class = by_class && self.has_classes();
        let (mut said, mut at, mut buffers) = (Rows::default(), PositionBatch::default(), Buffers::default());
        let mut goes_on = asks.next(&mut said, &mut at);
        if by_class
            && goes_on
            && let Err(trouble) = self.classes_hold()
        {
            said.fail(trouble);
            goes_on = asks.next(&mut said, &mut at);
        }
        while goes_on {
            let failed = self.script.session(|session| {
                let (mut asked, mut has_told) = (0, false);
                let shape = || self.shape.get().and_then(Option::as_ref);
                while goes_on && asked < SESSION {
                    while said.len() < at.len() && !said.is_enough() {
                        let at = match at.get(said.len()) {
                            Code::Key(bytes) => At::Bytes(bytes),
                            Code::Word(word) => {
                                let shape = shape().expect("words come after the shape");
                                if !std::mem::replace(&mut has_told, true) {
                                    session.calls().in_shape(shape);
                                }
                                At::Word(word, shape)
                            }
                        };
                        let packing = if said.takes_words() { shape().map(|shape| &**shape) } else { None };
                        match self.say(session, at, packing, by_class, &mut said, &mut buffers) {
                            Ok(()) => asked += 1,
                            Err(failed) => {
                                said.open_again();
                                // If others were before it in this session it is asked for again in one of its own.
                                return (asked == 0).then_some(failed);
                            }
                        }
                    }
                    goes_on = asks.next(&mut said, &mut at);
                }
                None
            });
            if let Some(failed) = failed {
                said.fail(self.said(failed));
                goes_on = asks.next(&mut said, &mut at);
            }
        }
    }

    /// Asks for the row of a position; options that have a word in `packing` are given as that.
    fn say(
        &self,
        session: &mut Session<'_, '_>,
        at: At<'_>,
        packing: Option<&Shape>,
        by_class: bool,
        said: &mut Rows,
        buffers: &mut Buffers,
    ) -> Result<(), Failed> {
        let value = at.value(session);
        let turn = self.turn_of(session, at, value, &mut buffers.bytes)?;
        let end = self.outcome_of(session, at, value)?;
        if end.is_none() {
            let here = |fault: Fault| at.failed(Name::Moves, fault);
            let moves = session.call(Name::Moves, &[value]).map_err(here)?;
            for option in list(moves).map_err(here)? {
                if by_class {
                    buffers.bytes.clear();
                    position::encode(*option, &mut buffers.bytes).map_err(|error| here(error.into()))?;
                    match &self.group {
                        Some(group) => said.options().push(group.first_image(&buffers.bytes, &mut buffers.images)),
                        None => said.options().push(&self.representative(session, &buffers.bytes)?),
                    }
                } else if let Some(word) = packing.and_then(|shape| shape.word_of(*option)) {
                    said.options().push_word(word);
                } else {
                    let written = said.options().write(|out| position::encode(*option, out));
                    written.map_err(|error| here(error.into()))?;
                }
            }
        }
        said.close(end.unwrap_or(self.play.end()), turn);
        Ok(())
    }
}
