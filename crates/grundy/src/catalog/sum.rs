//! Sums across games: `nim 3 5 + kayles 7 + wythoff 3 4`. A move is a move in one summand.
//!
//! Normal play and impartial games only: there the summands' Grundy values give that of the sum ([`Grundy::of_sum`]). Text of a
//! position: the sum itself. Text of a move: the summand's game, a colon and the move there; if summands of one game have different
//! positions, the summand with its position, a colon and the move there.

use super::spec::terms;
use super::{OpenedGame, text};
use crate::game::Play;
use crate::limits::Limits;
use crate::text::{
    DynGame, DynIndexed, DynTiered, Expand, Expansions, GameInfo, Key, KeyCodec, Keys, ListedMove, MoveList, NodeInfo,
    ParseError, PositionBatch, PositionRef, RulesError, Symmetry, Theory, TheoryError,
};
use crate::theory::{Claim, ExpansionBound, PeriodSearch, Reason};
use crate::value::{Grundy, Nimber, Outcome};
use dashu_int::UBig;
use std::ops::Range;

/// A sum of games with their starting positions.
pub struct Sum {
    text: String,
    games: Vec<OpenedGame>,
    start: Key,
    info: GameInfo,
}

impl Sum {
    /// The sum of these games, with these starting positions.
    pub(super) fn new(text: &str, summands: Vec<(OpenedGame, Key)>) -> Self {
        let (games, starts): (Vec<OpenedGame>, Vec<Key>) = summands.into_iter().unzip();
        let info = GameInfo { players: ["left", "right"], ..GameInfo::default() };
        let mut sum = Self { text: text.to_owned(), games, start: Key(Box::default()), info };
        sum.start = sum.position(&starts);
        sum
    }

    /// Returns the games of the summands.
    pub fn games(&self) -> impl Iterator<Item = &OpenedGame> {
        self.games.iter()
    }

    /// Returns the summands of a position, in the order of the games.
    pub fn parts(&self, at: &Key) -> Vec<Key> {
        let mut bytes = &at.0[..];
        let mut parts = Vec::with_capacity(self.games.len());
        while !bytes.is_empty() {
            let length = usize::try_from(&text::read_number(&mut bytes)).unwrap_or(usize::MAX).min(bytes.len());
            let (part, rest) = bytes.split_at(length);
            parts.push(Key(part.into()));
            bytes = rest;
        }
        parts
    }

    /// Returns the position of these summands.
    pub fn position(&self, parts: &[Key]) -> Key {
        let mut bytes = Vec::new();
        for part in parts {
            text::write_number(&part.0.len().into(), &mut bytes);
            bytes.extend(&part.0[..]);
        }
        Key(bytes.into())
    }

    /// Returns the text of a summand's position.
    ///
    /// # Errors
    /// If its rules fail.
    pub fn show_part(&self, i: usize, at: &Key) -> Result<String, RulesError> {
        let game = self.games[i].as_dyn();
        Ok(format!("{} {}", game.name(), game.to_text(at)?))
    }

    /// Returns moves in summand `i` as moves of the sum.
    ///
    /// # Errors
    /// If the rules of the summand fail.
    pub fn moves_in_part(
        &self,
        parts: &[Key],
        i: usize,
        moves: Vec<ListedMove>,
    ) -> Result<Vec<ListedMove>, RulesError> {
        let name = |j: usize| self.games[j].as_dyn().name();
        // The name alone would not tell which of the summands a move is in.
        let is_shared = (0..parts.len()).any(|j| name(j) == name(i) && parts[j] != parts[i]);
        let summand = if is_shared { self.show_part(i, &parts[i])? } else { name(i).to_owned() };
        let mut after = parts.to_vec();
        let moves = moves.into_iter().map(|m| {
            after[i] = m.option;
            ListedMove { text: format!("{summand}: {}", m.text), option: self.position(&after), moves_again: false }
        });
        Ok(moves.collect())
    }

    /// Returns whether summand `i` equals an earlier one, whose moves stand for both.
    pub fn is_repeated(&self, parts: &[Key], i: usize) -> bool {
        let name = |j: usize| self.games[j].as_dyn().name();
        (0..i).any(|j| parts[j] == parts[i] && name(j) == name(i))
    }

    /// Appends the canonical options of a canonical position, or, unless `by_class` is set, all options as they are.
    fn expand(&self, by_class: bool, at: &Key, out: &mut Expansions) -> Result<(), RulesError> {
        let mut parts = self.parts(at);
        for (i, game) in self.games.iter().enumerate() {
            if !by_class && self.is_repeated(&parts, i) {
                continue;
            }
            let (options, _) = game.as_dyn().expand(&parts[i], by_class)?;
            let before = parts[i].clone();
            for option in options {
                parts[i] = option;
                out.options_mut().push(&self.position(&parts).0);
            }
            parts[i] = before;
        }
        out.close(NodeInfo { terminal: Outcome::Loss, player: None });
        Ok(())
    }
}

impl DynGame for Sum {
    fn name(&self) -> &str {
        &self.text
    }

    fn play(&self) -> Play {
        Play::Normal
    }

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn starts(&self) -> &[Key] {
        std::slice::from_ref(&self.start)
    }

    fn opening(&self) -> Option<Key> {
        Some(self.start.clone())
    }

    fn parse(&self, text: &str) -> Result<Key, ParseError> {
        let error = |at: Range<usize>, message: String| ParseError {
            at,
            message,
            help: "the sum is the position; another one of the same games is written out in full, in the same order"
                .to_owned(),
        };
        let terms = terms(text);
        if terms.len() != self.games.len() {
            let count = self.games.len();
            let summands = if terms.len() == 1 { "summand" } else { "summands" };
            let message = format!("{} {summands}, where the sum has {count}", terms.len());
            return Err(error(0..text.len(), message));
        }
        let mut parts = Vec::new();
        for (game, at) in self.games.iter().zip(terms) {
            let game = game.as_dyn();
            let term = text[at.clone()].trim_end();
            let position = term.trim_start().strip_prefix(game.name());
            let position = position.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
            let Some(position) = position.map(str::trim_start) else {
                return Err(error(at, format!("not a position of `{}`", game.name())));
            };
            let start = at.start + term.len() - position.len();
            let part = game
                .parse(position)
                .map_err(|wrong| ParseError { at: wrong.at.start + start..wrong.at.end + start, ..wrong })?;
            parts.push(part);
        }
        Ok(self.position(&parts))
    }

    fn to_text(&self, at: &Key) -> Result<String, RulesError> {
        let parts = self.parts(at);
        let shown: Result<Vec<String>, _> = parts.iter().enumerate().map(|(i, part)| self.show_part(i, part)).collect();
        Ok(shown?.join(" + "))
    }

    fn picture(&self, at: &Key) -> Result<Option<String>, RulesError> {
        let mut pictures = Vec::new();
        for (game, part) in self.games().zip(self.parts(at)) {
            let game = game.as_dyn();
            let picture = match game.picture(&part)? {
                Some(picture) => picture.trim_end_matches('\n').to_owned(),
                None => game.to_text(&part)?,
            };
            pictures.push(format!("{}\n{picture}", game.name()));
        }
        Ok(Some(pictures.join("\n")))
    }

    fn moves(&self, at: &Key, at_most: usize) -> Result<MoveList, RulesError> {
        let parts = self.parts(at);
        let mut moves = Vec::new();
        let mut total = UBig::ZERO;
        for (i, game) in self.games.iter().enumerate() {
            if !self.is_repeated(&parts, i) {
                let list = game.as_dyn().moves(&parts[i], at_most - moves.len())?;
                moves.extend(self.moves_in_part(&parts, i, list.moves)?);
                total += list.total;
            }
        }
        Ok(MoveList { moves, total, player: None })
    }

    fn with_expander(&self, by_class: bool, work: &mut dyn FnMut(&mut Expand<'_>) -> bool) {
        let mut expand = |batch: &PositionBatch, out: &mut Expansions| {
            for at in batch.iter() {
                let PositionRef::Key(bytes) = at else { panic!("a game without a codec was given an integer") };
                if let Err(error) = self.expand(by_class, &Key(bytes.into()), out) {
                    out.discard_open();
                    return Err(error);
                }
                if out.is_full() {
                    break;
                }
            }
            Ok(())
        };
        while work(&mut expand) {}
    }

    fn codec(&self, _sample: &Keys) -> Option<&KeyCodec> {
        None
    }

    fn symmetry(&self) -> Option<&dyn Symmetry> {
        Some(self)
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
}

impl Symmetry for Sum {
    fn canonical(&self, at: &Key) -> Result<Key, RulesError> {
        let parts = self.games().zip(self.parts(at));
        let parts: Result<Vec<Key>, _> = parts.map(|(game, part)| game.as_dyn().canonical(&part)).collect();
        Ok(self.position(&parts?))
    }

    fn class_size(&self, _at: &Key) -> Option<u64> {
        None
    }
}

/// The solver adds up the values of the summands, whatever their source; theory gives only lower bounds of the size.
impl Theory for Sum {
    fn claim(&self, _at: &Key) -> Result<Claim, TheoryError> {
        Err(TheoryError::NoTheory)
    }

    fn claims_values(&self) -> bool {
        true
    }

    fn method(&self, _at: &Key) -> String {
        String::new()
    }

    fn reason(&self, _at: &Key) -> Result<Option<Reason>, RulesError> {
        Ok(None)
    }

    fn moves_to(&self, _at: &Key, _target: &UBig, _at_most: usize) -> Option<Vec<ListedMove>> {
        None
    }

    fn expansion_bound(&self, at: &Key) -> ExpansionBound {
        // The positions of the sum are all combinations of positions of its summands. Every one but the first is an option of another.
        let mut positions = 1_u64;
        let mut moves = 0;
        for (game, part) in self.games().zip(self.parts(at)) {
            let bound = match game {
                OpenedGame::Graph(game) => {
                    let least = game.game().product_size(&game.position(&part)).0;
                    ExpansionBound { positions: u64::try_from(least).unwrap_or(u64::MAX), moves: 0 }
                }
                game => {
                    game.as_dyn().theory().map_or_else(ExpansionBound::default, |theory| theory.expansion_bound(&part))
                }
            };
            positions = positions.saturating_mul(bound.positions.max(1));
            moves = moves.max(bound.moves);
        }
        ExpansionBound { positions, moves: moves.max(positions - 1) }
    }

    fn components(&self, at: &Key) -> Vec<Key> {
        vec![at.clone()]
    }

    fn least_heap(&self) -> Option<u64> {
        None
    }

    fn least_in_pair(&self) -> Option<u64> {
        None
    }

    fn square(&self, _largest: u64) -> Option<Result<Vec<(Outcome, Grundy)>, TheoryError>> {
        None
    }

    fn visit_grundy_values(
        &self,
        _heaps: Range<u64>,
        _limits: &Limits<'_>,
        _visit: &mut dyn FnMut(&[Nimber]),
    ) -> Option<Result<(), TheoryError>> {
        None
    }

    fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodSearch> {
        None
    }
}
