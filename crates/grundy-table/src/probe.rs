//! One position of a table: the page is found by the fences, the row within it.

use crate::{Table, TableError};
use grundy::game::Player;
use grundy::text::{DynGame, Key, Order};
use grundy::value::{Grundy, Nimber, Unknown, Verdict};
use grundy::{PositionValue, Solution};
use std::sync::{Mutex, PoisonError};

/// The table of a game as whoever can answer from a store. What went wrong while it was asked is told by [`Stored::trouble`].
pub struct Stored<'a> {
    table: &'a Table,
    game: &'a dyn DynGame,
    trouble: Mutex<Option<TableError>>,
}

impl<'a> Stored<'a> {
    /// The table of `game`: that it is, whoever opened both has seen to.
    pub fn new(table: &'a Table, game: &'a dyn DynGame) -> Self {
        Self { table, game, trouble: Mutex::new(None) }
    }

    /// Why a question had no answer, other than that the position is not in the table. An answer is not to be believed before
    /// this has said nothing.
    pub fn trouble(&self) -> Option<TableError> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl std::fmt::Debug for Stored<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stored").field("table", self.table).finish_non_exhaustive()
    }
}

impl Solution<Key> for Stored<'_> {
    fn facts(&self, at: &Key) -> Option<PositionValue> {
        self.table.facts(self.game, at).unwrap_or_else(|error| {
            self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            None
        })
    }
}

impl Table {
    /// What the table knows of a position; `None` if it does not hold it. A position without a number, of a game whose rows are
    /// in the order of the numbers, is drawn (as [`grundy::game::Indexed`] promises).
    ///
    /// # Errors
    /// If the table is damaged where it was read.
    pub fn facts(&self, game: &dyn DynGame, at: &Key) -> Result<Option<PositionValue>, TableError> {
        match self.kept(game, at) {
            None => Ok(Some(facts_of(game, Verdict::Draw, None))),
            Some(at) => {
                let Some(row) = self.find(game, &at)? else { return Ok(None) };
                let (verdict, grundy) = self.look(row)?;
                Ok(Some(facts_of(game, verdict, grundy)))
            }
        }
    }

    /// The position that a row would stand for, if it stands for `at`; `None` where there is none because it has no number.
    pub(crate) fn kept(&self, game: &dyn DynGame, at: &Key) -> Option<Key> {
        let header = self.header();
        match (header.order, header.reduced) {
            (Order::Number, false) => {
                game.indexed()?.number(at)?;
                Some(at.clone())
            }
            (Order::Number, true) => {
                let numbers = game.indexed()?;
                let (class, _) = numbers.class(numbers.number(at)?)?;
                numbers.position_of(class, game.player(at))
            }
            (_, true) => Some(game.canonical(at)),
            (_, false) => Some(at.clone()),
        }
    }

    /// The row of a position.
    fn find(&self, game: &dyn DynGame, at: &Key) -> Result<Option<u64>, TableError> {
        let header = self.header();
        let mut place = Vec::new();
        if header.order.place(game, at, &mut place).is_none() {
            return Ok(None);
        }
        let number = || u32::from_be_bytes([place[0], place[1], place[2], place[3]]);
        if header.dense {
            return Ok(Some(u64::from(number())).filter(|row| *row < self.counts().stored));
        }
        let page = if header.texts {
            self.fences.page_of(&place)
        } else {
            // Rows of numbers stand for both colours.
            self.fences.page_of(&place[..4])
        };
        let Some(first) = page.map(|page| page * header.page()) else { return Ok(None) };
        if header.texts { self.look_for_text(first, &game.to_text(at)) } else { self.look_for_number(first, number()) }
    }

    /// The position of a row.
    ///
    /// # Errors
    /// If its text is none of the game, or its number one of no position.
    pub fn position(&self, game: &dyn DynGame, rows: &crate::Rows, row: usize) -> Result<Key, TableError> {
        let number = || format!("row {}", rows.first() + row as u64);
        if self.header().texts {
            let text = rows.text(row).ok_or_else(|| TableError::damaged(number(), "its position is not UTF-8"))?;
            return game
                .parse(text)
                .map_err(|error| TableError::damaged(number(), format!("`{text}` is no position: {}", error.message)));
        }
        let index = grundy::game::Index(rows.number(row));
        let at = game.indexed().and_then(|numbers| {
            numbers.position_of(
                index,
                Some(Player::Left).filter(|_| {
                    // Of two positions of a number, the first.
                    numbers.colours_alike() && numbers.is_double(index)
                }),
            )
        });
        at.ok_or_else(|| TableError::damaged(number(), format!("{} is the number of no position", index.0)))
    }
}

pub(crate) fn facts_of(game: &dyn DynGame, verdict: Verdict, grundy: Option<Nimber>) -> PositionValue {
    let grundy = match (grundy, game.without_grundy()) {
        (Some(value), _) => Grundy::Finite(value),
        (None, Some(why)) => Grundy::Undefined(why),
        (None, None) => Grundy::Unknown(Unknown::CycleReachable),
    };
    PositionValue::solved(verdict, grundy)
}
