//! A rules file as a [`DynGame`].

use super::{Codec, Rules};
use crate::packing::Packing;
use crate::script::Callback;
use crate::{position, sums};
use grundy::Play;
use grundy::text::{
    DynComponents, DynGame, DynIndexed, DynTiered, Expand, GameInfo, Key, KeyCodec, Keys, MoveList, ParseError,
    RulesError, Symmetry, Theory,
};
use std::sync::Arc;

impl DynGame for Rules {
    fn name(&self) -> &str {
        &self.name
    }

    fn play(&self) -> Play {
        self.play
    }

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn starts(&self) -> &[Key] {
        &self.starts
    }

    fn opening(&self) -> Option<Key> {
        self.starts.first().cloned()
    }

    fn parse(&self, text: &str) -> Result<Key, ParseError> {
        if self.components.is_none() {
            let at = self.parse_part(text)?;
            self.check_player(&at, text)?;
            return Ok(Key(at));
        }
        if text.trim() == "Sum()" {
            return Ok(sums::key(Vec::new()));
        }
        let mut parts = Vec::new();
        for at in self.components_of_text(text) {
            let from = at.start;
            let moved = |error: ParseError| ParseError { at: error.at.start + from..error.at.end + from, ..error };
            parts.push(self.parse_part(&text[at]).map_err(moved)?);
        }
        Ok(sums::key(parts))
    }

    fn to_text(&self, at: &Key) -> Result<String, RulesError> {
        self.text(at).map_err(|failed| self.error(failed))
    }

    fn picture(&self, at: &Key) -> Result<Option<String>, RulesError> {
        if !self.script.defines(Callback::Show) {
            return Ok(None);
        }
        let mut pictures = Vec::new();
        let picture = self.script.for_each(&position::components(&at.0), |session, part| {
            pictures.push(session.string(Callback::Show, part)?);
            Ok(())
        });
        picture.map_err(|failed| self.error(failed))?;
        Ok(Some(pictures.join("\n+\n")))
    }

    fn moves(&self, at: &Key, at_most: usize) -> Result<MoveList, RulesError> {
        self.list(at, at_most).map_err(|failed| self.error(failed))
    }

    fn with_expander(&self, by_class: bool, work: &mut dyn FnMut(&mut Expand<'_>) -> bool) {
        self.expand_with(by_class, work);
    }

    fn codec(&self, sample: &Keys) -> Option<&KeyCodec> {
        let choose = || {
            if self.components.is_some() {
                return None;
            }
            let packing = Arc::new(Packing::of(sample)?);
            let (pack, unpack) = (packing.clone(), packing.clone());
            let codec = KeyCodec::new(move |key| pack.pack(key), move |integer, key| unpack.unpack(integer, key));
            Some(Codec { packing, codec })
        };
        self.codec.get_or_init(choose).as_ref().map(|codec| &codec.codec)
    }

    fn symmetry(&self) -> Option<&dyn Symmetry> {
        self.has_classes().then_some(self)
    }

    fn theory(&self) -> Option<&dyn Theory> {
        Some(self)
    }

    fn indexed(&self) -> Option<&dyn DynIndexed> {
        None
    }

    fn tiered(&self) -> Option<&dyn DynTiered> {
        None
    }

    fn components(&self) -> Option<&dyn DynComponents> {
        self.interner.as_ref().map(|_| self as _)
    }
}
