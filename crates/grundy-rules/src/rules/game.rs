//! A rules file as a game of the library, its positions the bytes of `position`.

use super::texts::line;
use super::{Failed, Rules, lock};
use crate::position::Item;
use crate::script::Name;
use crate::shape::Shape;
use crate::{kept, position, sums};
use dashu_int::UBig;
use grundy::text::{
    self, Asks, DynGame, Key, KeyCodec, Keys, MoveList, ParseError, RulesError, TextIndexed, TextTiered,
};
use grundy::theory::{AtLeast, Claim, Component, PeriodSearch, Reason, Silent, Why};
use grundy::value::Undefined;
use grundy::{Grundy, Nimber, Outcome, Play, Player};
use std::sync::Arc;

impl DynGame for Rules {
    fn name(&self) -> &str {
        &self.name
    }

    fn play_kind(&self) -> Play {
        self.play
    }

    fn start(&self) -> Option<Key> {
        self.starts.first().map(|start| Key(start.clone()))
    }

    fn starts(&self) -> Vec<Key> {
        self.starts.iter().map(|start| Key(start.clone())).collect()
    }

    fn parse(&self, text: &str) -> Result<Key, ParseError> {
        if self.components.is_none() {
            return self.parse_part(text).map(Key);
        }
        if text.trim() == "Sum()" {
            return Ok(sums::key(Vec::new()));
        }
        let mut parts = Vec::new();
        let mut from = 0;
        for part in text.split(" + ") {
            let moved = |error: ParseError| ParseError { at: error.at.start + from..error.at.end + from, ..error };
            parts.push(self.parse_part(part).map_err(moved)?);
            from += part.len() + 3;
        }
        Ok(sums::key(parts))
    }

    fn to_text(&self, at: &Key) -> String {
        self.shown(at)
    }

    fn picture(&self, at: &Key) -> Option<String> {
        if !self.script.has(Name::Show) || self.is_in_trouble() {
            return None;
        }
        let parts = position::components(&at.0);
        let shown = parts.iter().map(|part| line(&self.script, Name::Show, part, true));
        let shown: Result<Vec<String>, Failed> = shown.collect();
        shown.map_err(|failed| self.fail(failed)).ok().map(|parts| parts.join("\n+\n"))
    }

    fn canonical(&self, at: &Key) -> Key {
        if !self.has_classes() || self.is_in_trouble() {
            return at.clone();
        }
        self.canonical_parts(at).map(sums::key).unwrap_or_else(|failed| {
            self.fail(failed);
            at.clone()
        })
    }

    fn class_size(&self, at: &Key) -> Option<u64> {
        match &self.group {
            Some(group) => Some(group.class(&at.0)),
            None => self.script.has(Name::Canonical).then_some(1),
        }
    }

    fn rules(&self) -> Option<String> {
        Some(kept::write(&self.script.settings, &self.script.source))
    }

    fn components(&self, at: &Key) -> Vec<Key> {
        position::components(&at.0).into_iter().map(Key).collect()
    }

    fn counts(&self) -> Option<&'static str> {
        if self.components.is_some() {
            return Some("components");
        }
        self.script.has(Name::Canonical).then_some("classes")
    }

    fn players(&self) -> [&'static str; 2] {
        ["first", "second"]
    }

    fn indexed(&self) -> Option<&dyn TextIndexed> {
        None
    }

    fn tiered(&self) -> Option<&dyn TextTiered> {
        None
    }

    fn moves(&self, at: &Key, want: usize) -> MoveList<Key> {
        let nothing = || MoveList { moves: Vec::new(), total: UBig::ZERO };
        if self.is_in_trouble() {
            return nothing();
        }
        self.list(at, want).unwrap_or_else(|failed| {
            self.fail(failed);
            nothing()
        })
    }

    fn options(&self, at: &Key, out: &mut Vec<Key>) {
        self.options_of(at, true, out);
    }

    fn every_option(&self, at: &Key, out: &mut Vec<Key>) {
        self.options_of(at, false, out);
    }

    fn terminal(&self, at: &Key) -> Outcome {
        self.said_of(at).end.unwrap_or(self.play.end())
    }

    fn player(&self, at: &Key) -> Option<Player> {
        self.first.as_ref()?;
        self.said_of(at).turn
    }

    fn without_grundy(&self) -> Option<Undefined> {
        match self.play {
            _ if self.first.is_some() => Some(Undefined::Partizan),
            Play::Misere => Some(Undefined::Misere),
            // Which ends a position reaches depends on where one looks from; an answer may not.
            Play::Normal if self.script.has(Name::Outcome) => Some(Undefined::EndValues),
            Play::Normal => None,
        }
    }

    fn claim(&self, at: &Key) -> Result<Claim, Silent> {
        if self.components.is_none() {
            return Err(Silent::NoTheory);
        }
        if self.is_in_trouble() {
            return Err(Silent::TooFar(String::new()));
        }
        let values = self.values(at).ok_or_else(|| Silent::TooFar(String::new()))?;
        let sum: Nimber = values.into_iter().map(|(_, value)| value).sum();
        let outcome = if sum == Nimber(0) { Outcome::Loss } else { Outcome::Win };
        Ok(Claim { outcome, grundy: Grundy::Finite(sum) })
    }

    fn claims_values(&self) -> bool {
        true
    }

    fn claim_method(&self, _at: &Key) -> String {
        "Nim sum of the components' Grundy values, each solved apart (Sprague 1935, Grundy 1939)".to_owned()
    }

    fn expansion_at_least(&self, _at: &Key) -> AtLeast {
        AtLeast::default()
    }

    fn count_moves(&self, at: &Key) -> UBig {
        let mut options = Vec::new();
        self.options_of(at, false, &mut options);
        options.sort_unstable();
        options.dedup();
        options.len().into()
    }

    fn moves_to(&self, _at: &Key, _target: &UBig, _want: usize) -> Option<Vec<(String, Key)>> {
        None
    }

    fn reason(&self, at: &Key) -> Option<Reason> {
        let values = self.values(at)?;
        let component = |(part, value): (Box<[u8]>, Nimber)| Component {
            text: self.shown(&Key(part)),
            value: value.0.into(),
            why: Why::Text("solved by itself: the least number that is the value of no move".to_owned()),
        };
        Some(Reason::Sum(values.into_iter().map(component).collect()))
    }

    fn least_heap(&self) -> Option<u64> {
        let is_heap = matches!(position::read(&mut &*self.starts[0]), Item::Int(_)) && self.first.is_none();
        is_heap.then(|| u64::from(!self.row_is_there(0)))
    }

    fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodSearch> {
        None
    }

    fn take_trouble(&self) -> Option<RulesError> {
        lock(&self.trouble).take()
    }

    fn leave_trouble(&self, trouble: RulesError) {
        lock(&self.trouble).get_or_insert(trouble);
    }

    fn ask(&self, by_class: bool, asks: &mut dyn Asks) {
        match &self.components {
            Some(_) => text::ask_each(self, by_class, asks),
            None => self.answer(by_class, asks),
        }
    }

    fn packing(&self, like: &Keys) -> Option<&dyn KeyCodec> {
        let shape =
            self.shape.get_or_init(|| if self.components.is_some() { None } else { Shape::of(like).map(Arc::new) });
        shape.as_deref().map(|shape| shape as &dyn KeyCodec)
    }
}

impl Rules {
    /// Whether the rules have something to say of a heap of `n`.
    fn row_is_there(&self, n: i64) -> bool {
        let mut bytes = Vec::new();
        position::write(&Item::Int(n), &mut bytes);
        match &self.components {
            Some(_) => self.script.session(|session| self.sum_options(session, &bytes).is_ok()),
            None => self.row(&bytes).is_ok(),
        }
    }
}
