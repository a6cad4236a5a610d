//! The moves of a position as a person chooses among them: parsing of typed text, completion, and the candidates if a
//! text is ambiguous.

use super::move_match::{self, MatchQuality, TypedMove};
use crate::spelling::nearest;
use crate::text::{DynGame, Key, ListedMove, RulesError};
use dashu_int::UBig;
use std::collections::HashSet;
use std::fmt;

/// The most moves of a position that are listed. If a position has more, the winning ones come first if theory knows
/// them, and the others cannot be typed.
pub const MAX_LISTED_MOVES: usize = 100_000;

/// The most moves that a message names.
const MAX_NAMED: usize = 6;

/// The moves of one position, from which a person chooses by typing.
#[derive(Clone, Debug)]
pub struct Choices {
    moves: Vec<ListedMove>,
    total: UBig,
    /// The heaps of the position as it is displayed, if it consists only of heaps.
    heaps: Vec<String>,
    has_column_moves: bool,
}

/// Why a text does not identify one move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text is empty.
    Nothing,
    /// No move matches.
    NoSuch {
        /// The typed text.
        typed: String,
        /// A move with the same words in another order, or else that with the nearest spelling, if one is near.
        near: Option<String>,
        /// Some of the legal moves, as examples.
        some: Vec<String>,
        /// The number of legal moves.
        total: UBig,
        /// Whether only some of the moves could be listed.
        is_truncated: bool,
    },
    /// Several moves match.
    Several {
        /// The typed text.
        typed: String,
        /// The moves that match.
        moves: Vec<String>,
    },
}

impl Choices {
    /// Lists the moves of a position.
    ///
    /// # Errors
    /// If the rules of the game fail.
    pub fn new(game: &dyn DynGame, at: &Key) -> Result<Self, RulesError> {
        let list = game.moves(at, MAX_LISTED_MOVES)?;
        let shown = game.to_text(at)?;
        Ok(Self {
            moves: list.moves,
            total: list.total,
            heaps: move_match::heaps(&shown),
            has_column_moves: game.info().has_column_moves,
        })
    }

    /// Returns whether the game is over.
    pub fn is_empty(&self) -> bool {
        self.total.is_zero()
    }

    /// Returns the listed moves, each with its option.
    pub fn moves(&self) -> &[ListedMove] {
        &self.moves
    }

    /// Returns the number of moves.
    pub fn total(&self) -> &UBig {
        &self.total
    }

    /// Parses a move as a person types it.
    ///
    /// The parser first looks for the exact text of a move. Then it ignores case, spaces and punctuation, and words
    /// without meaning (`to`, `from`, `sow`, …). Then heaps may come first and be given by their size or by their
    /// place, as in `3 4` for four stones of heap 3. In a game whose moves are columns, such as connect four, a column may be given
    /// by its number. At last, the beginning of a move is enough. The first of these ways in which any move matches determines the result.
    ///
    /// ```
    /// use grundy::{catalog, limits::Limits, Play};
    /// use grundy::play::Choices;
    /// let game = catalog::open("nim", Play::Normal, &Limits::NONE)?;
    /// let choices = Choices::new(game.as_dyn(), &game.as_dyn().parse("5 9 14")?)?;
    /// for typed in ["take 4 from 14", "14 4", "14-4", "3 4", "TAKE 4  from 3", "heap 3: 4", "4 from 14"] {
    ///     assert_eq!(choices.parse(typed)?.text, "take 4 from 14", "{typed}");
    /// }
    /// assert!(choices.parse("4").is_err(), "from which heap?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If no move matches, or several do.
    pub fn parse(&self, typed: &str) -> Result<&ListedMove, ParseMoveError> {
        let typed = typed.trim();
        if typed.is_empty() {
            return Err(ParseMoveError::Nothing);
        }
        if let Some(exact) = self.exact(typed) {
            return Ok(exact);
        }
        let wanted = TypedMove::new(typed, &self.heaps, self.has_column_moves);
        let mut best = MatchQuality::None;
        let mut found: Vec<usize> = Vec::new();
        for (i, m) in self.moves.iter().enumerate() {
            let quality = wanted.quality(&m.text);
            if quality > best {
                best = quality;
                found.clear();
            }
            if quality == best && quality != MatchQuality::None {
                found.push(i);
            }
        }
        // Moves with the same text cannot be told apart.
        let mut texts = HashSet::new();
        found.retain(|&i| texts.insert(&self.moves[i].text));
        match found[..] {
            [] => Err(self.no_such(typed, &wanted)),
            [one] => Ok(&self.moves[one]),
            _ => Err(ParseMoveError::Several {
                typed: typed.to_owned(),
                moves: found.into_iter().map(|i| self.moves[i].text.clone()).collect(),
            }),
        }
    }

    /// Returns the move with exactly this text, or the only one that is called by this position, as `q` calls `to q`.
    pub fn exact(&self, typed: &str) -> Option<&ListedMove> {
        self.moves.iter().find(|m| m.text == typed).or_else(|| {
            let mut found = self.moves.iter().filter(|m| move_match::unlabelled(&m.text) == typed);
            found.next().filter(|_| found.next().is_none())
        })
    }

    fn no_such(&self, typed: &str, wanted: &TypedMove<'_>) -> ParseMoveError {
        let is_truncated = self.total > UBig::from(self.moves.len());
        // A full column, or one that is not on the board, resembles no other.
        let is_column = self.has_column_moves && typed.bytes().all(|c| c.is_ascii_alphanumeric());
        let texts = || self.moves.iter().take(1000).map(|m| m.text.as_str());
        let near = || texts().find(|text| wanted.has_same_words(text)).or_else(|| nearest(typed, texts()));
        ParseMoveError::NoSuch {
            typed: typed.to_owned(),
            // The text may be that of a move that is not listed.
            near: if is_truncated || is_column { None } else { near().map(str::to_owned) },
            some: self.moves.iter().take(MAX_NAMED).map(|m| m.text.clone()).collect(),
            total: self.total.clone(),
            is_truncated,
        }
    }

    /// Returns at most `want` moves that begin with the typed text, ignoring case.
    pub fn completions(&self, typed: &str, want: usize) -> Vec<&str> {
        let typed = typed.trim_start().to_lowercase();
        let begins = |text: &&str| text.to_lowercase().starts_with(&typed);
        self.moves.iter().map(|m| m.text.as_str()).filter(begins).take(want).collect()
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |texts: &[String]| {
            texts.iter().take(MAX_NAMED).map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ")
        };
        match self {
            Self::Nothing => f.write_str("no move was typed"),
            Self::NoSuch { typed, near, some, total, is_truncated } => {
                if *is_truncated {
                    return write!(
                        f,
                        "`{typed}` cannot be typed here: of the {total} moves only {MAX_LISTED_MOVES} can, {} among them",
                        listed(some)
                    );
                }
                if total.is_zero() {
                    return write!(f, "`{typed}` is not a move: the game is over");
                }
                write!(f, "`{typed}` is not a move here; ")?;
                match near {
                    Some(near) => write!(f, "did you mean `{near}`?"),
                    None if *total > UBig::from(some.len()) => {
                        write!(f, "there are {total} moves, {} among them", listed(some))
                    }
                    None => write!(f, "the moves are {}", listed(some)),
                }
            }
            Self::Several { typed, moves } => {
                let more = if moves.len() > MAX_NAMED { ", …" } else { "" };
                write!(f, "`{typed}` may be {}{more}; type more of it", listed(moves))
            }
        }
    }
}

impl std::error::Error for ParseMoveError {}
