//! Sums across games: `nim 3 5 + kayles 7 + wythoff 3 4`. A move is a move in one summand.
//!
//! Normal play and impartial games only: there the Grundy value of a sum is the Nim sum of the summands' values. Text of a
//! position: the sum itself. Text of a move: the summand's game, a colon and the move there.

use super::{OpenError, Opened, text};
use crate::game::{Game, Play};
use crate::limits::Limits;
use crate::text::{Key, ParseError, TextGame};
use crate::theory::AtLeast;
use crate::value::{Grundy, Outcome};
use dashu_int::UBig;
use std::ops::Range;

/// A sum, as it was asked for.
pub struct Sum {
    text: String,
    summands: Vec<Summand>,
}

/// A game and a position of it.
struct Summand {
    game: Opened,
    at: Key,
}

/// Whether a text is a sum: a `+` stands alone in it.
pub(super) fn is_sum(text: &str) -> bool {
    text.split_whitespace().any(|word| word == "+")
}

impl Sum {
    /// Reads a sum.
    pub(super) fn open(text: &str, play: Play, limits: &Limits<'_>) -> Result<Self, OpenError> {
        let error = |at: Range<usize>, message: String, help: &str| {
            OpenError::Text(ParseError { at, message, help: help.to_owned() })
        };
        if play == Play::Misere {
            return Err(error(
                0..text.len(),
                "a sum across games is for normal play".to_owned(),
                "under misère play values do not add up; leave out --misere",
            ));
        }
        let mut summands = Vec::new();
        for at in terms(text) {
            let term = &text[at.clone()];
            let start = at.start + (term.len() - term.trim_start().len());
            let term = term.trim();
            let here = start..start + term.len();
            let Some(name) = term.split_whitespace().next() else {
                return Err(error(here, "a summand is missing".to_owned(), "write `GAME POSITION + GAME POSITION`"));
            };
            let shifted = |error: ParseError, by: usize| {
                OpenError::Text(ParseError { at: error.at.start + by..error.at.end + by, ..error })
            };
            let game = super::open(name, play, limits).map_err(|wrong| match wrong {
                OpenError::Text(wrong) => shifted(wrong, start),
                file @ OpenError::Graph(_) => file,
            })?;
            if let Some(why) = game.any().without_grundy() {
                let why = Grundy::Undefined(why);
                return Err(error(
                    here,
                    format!("`{name}` cannot be a summand: {}", why.reason().unwrap_or_default()),
                    "a sum takes impartial games under normal play",
                ));
            }
            let position = term[name.len()..].trim_start();
            let place = start + term.len() - position.len();
            let at = match game.any().start() {
                Some(start) if position.trim().is_empty() => start,
                _ => game.any().parse(position).map_err(|wrong| shifted(wrong, place))?,
            };
            summands.push(Summand { game, at });
        }
        Ok(Self { text: text.trim().to_owned(), summands })
    }

    /// The games of the summands.
    pub fn games(&self) -> impl Iterator<Item = &Opened> {
        self.summands.iter().map(|summand| &summand.game)
    }

    /// The summands of a position, in the order of the games.
    pub fn parts(&self, at: &Key) -> Vec<Key> {
        self.decode(&at.0)
    }

    /// A summand as text.
    pub fn show_part(&self, i: usize, at: &Key) -> String {
        let game = self.summands[i].game.any();
        format!("{} {}", game.name(), game.to_text(at))
    }

    /// The position after a move in summand `i`.
    pub fn with_part(&self, at: &Key, i: usize, part: Key) -> Key {
        let mut parts = self.parts(at);
        parts[i] = part;
        let mut bytes = Vec::new();
        self.encode(&parts, &mut bytes);
        Key(bytes.into())
    }

    /// The text of a move in summand `i`.
    pub fn label_part(&self, i: usize, label: &str) -> String {
        format!("{}: {label}", self.summands[i].game.any().name())
    }

    /// Whether summand `i` equals an earlier one, so that its moves are listed there.
    pub fn is_repeated(&self, parts: &[Key], i: usize) -> bool {
        let name = |j: usize| self.summands[j].game.any().name();
        (0..i).any(|j| parts[j] == parts[i] && name(j) == name(i))
    }
}

/// The bytes of each term of a sum. A `+` that does not stand alone belongs to its word.
fn terms(text: &str) -> Vec<Range<usize>> {
    let alone = |sign: usize| {
        let before = text[..sign].chars().next_back().is_none_or(char::is_whitespace);
        let after = text[sign + 1..].chars().next().is_none_or(char::is_whitespace);
        before && after
    };
    let mut terms = Vec::new();
    let mut start = 0;
    for sign in text.match_indices('+').map(|(sign, _)| sign).filter(|&sign| alone(sign)) {
        terms.push(start..sign);
        start = sign + 1;
    }
    terms.push(start..text.len());
    terms
}

impl Game for Sum {
    type Position = Vec<Key>;
    /// The number of the summand, the move there as text, and the option.
    type Move = (usize, String, Key);

    fn moves(&self, at: &Vec<Key>, out: &mut Vec<Self::Move>) {
        for (i, summand) in self.summands.iter().enumerate() {
            if !self.is_repeated(at, i) {
                let moves = summand.game.any().moves(&at[i], usize::MAX).moves;
                out.extend(moves.into_iter().map(|(label, option)| (i, label, option)));
            }
        }
    }

    fn play(&self, at: &Vec<Key>, (i, _, option): &Self::Move) -> Vec<Key> {
        let mut after = at.clone();
        after[*i] = option.clone();
        after
    }

    fn options(&self, at: &Vec<Key>, out: &mut Vec<Vec<Key>>) {
        let mut options = Vec::new();
        for (i, summand) in self.summands.iter().enumerate() {
            options.clear();
            summand.game.any().options(&at[i], &mut options);
            out.extend(options.drain(..).map(|option| {
                let mut after = at.clone();
                after[i] = option;
                after
            }));
        }
    }

    fn terminal(&self, _at: &Vec<Key>) -> Outcome {
        Outcome::Loss
    }
}

impl TextGame for Sum {
    fn name(&self) -> &str {
        &self.text
    }

    fn play_kind(&self) -> Play {
        Play::Normal
    }

    fn start(&self) -> Option<Vec<Key>> {
        Some(self.summands.iter().map(|summand| summand.at.clone()).collect())
    }

    fn parse(&self, text: &str) -> Result<Vec<Key>, ParseError> {
        let error = |at: Range<usize>, message: String| ParseError {
            at,
            message,
            help: "the sum is the position; another one of the same games is written out in full, in the same order"
                .to_owned(),
        };
        let terms = terms(text);
        if terms.len() != self.summands.len() {
            let count = self.summands.len();
            return Err(error(0..text.len(), format!("a sum of {} summands where there are {count}", terms.len())));
        }
        let mut parts = Vec::new();
        for (summand, at) in self.summands.iter().zip(terms) {
            let game = summand.game.any();
            let term = &text[at.clone()];
            let position = term.trim_start().strip_prefix(game.name());
            let position = position.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
            let Some(position) = position.map(str::trim_start) else {
                return Err(error(at, format!("not a position of `{}`", game.name())));
            };
            let start = at.end - position.len();
            let part = game
                .parse(position)
                .map_err(|wrong| ParseError { at: wrong.at.start + start..wrong.at.end + start, ..wrong })?;
            parts.push(part);
        }
        Ok(parts)
    }

    fn to_text(&self, at: &Vec<Key>) -> String {
        at.iter().enumerate().map(|(i, part)| self.show_part(i, part)).collect::<Vec<_>>().join(" + ")
    }

    fn move_text(&self, _at: &Vec<Key>, (i, label, _): &Self::Move) -> String {
        self.label_part(*i, label)
    }

    fn encode(&self, at: &Vec<Key>, out: &mut Vec<u8>) {
        for part in at {
            text::write_number(&part.0.len().into(), out);
            out.extend(&part.0[..]);
        }
    }

    fn decode(&self, mut bytes: &[u8]) -> Vec<Key> {
        let mut parts = Vec::new();
        while !bytes.is_empty() {
            let length = usize::try_from(&text::read_number(&mut bytes)).expect("a length");
            let (part, rest) = bytes.split_at(length);
            parts.push(Key(part.into()));
            bytes = rest;
        }
        parts
    }

    fn canonical(&self, at: &Vec<Key>) -> Vec<Key> {
        self.summands.iter().zip(at).map(|(summand, part)| summand.game.any().canonical(part)).collect()
    }

    fn expansion_at_least(&self, at: &Vec<Key>) -> AtLeast {
        // Summands keep their places, so the game is at least as large as any of them alone.
        let bounds = self.summands.iter().zip(at).map(|(summand, part)| summand.game.any().expansion_at_least(part));
        bounds.fold(AtLeast::default(), |a, b| AtLeast {
            positions: a.positions.max(b.positions),
            moves: a.moves.max(b.moves),
        })
    }

    fn count_moves(&self, at: &Vec<Key>) -> UBig {
        let counted = (0..at.len()).filter(|&i| !self.is_repeated(at, i));
        counted.map(|i| self.summands[i].game.any().count_moves(&at[i])).sum()
    }
}
