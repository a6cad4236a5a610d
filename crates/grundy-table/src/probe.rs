//! Looks up one position: the first keys give the page, and a search in the page gives the row.

use crate::point_read::FoundText;
use crate::{Table, TableError};
use grundy::PositionValue;
use grundy::game::{Index, Player};
use grundy::text::{DynGame, DynIndexed, Key, Order};
use grundy::value::{Grundy, Nimber, Unknown, Verdict};
use grundy::verify::StagedValue;

impl Table {
    /// Returns the value of a position of `game`; `None` if the table does not hold it. The caller must ensure that the table belongs to
    /// `game`. In a table ordered by index, a position without an index is a draw, as the contract of [`grundy::game::Indexed`] states.
    ///
    /// # Errors
    /// If the table is damaged where it was read, or the rules of the game fail.
    pub fn get_key(&self, game: &dyn DynGame, at: &Key) -> Result<Option<PositionValue>, TableError> {
        let Some(at) = self.representative(game, at)? else {
            return Ok(Some(position_value(game, Verdict::Draw, None)));
        };
        self.get_representative(game, &at, &mut FoundText::default())
    }

    /// Returns the values of many positions of `game`, in the order of `positions`, each as [`Table::get_key`] returns it. Rows are read
    /// in ascending order, so each page is read at most once, whatever the order of the positions. Besides the values, this takes memory
    /// for the sort key of each position.
    ///
    /// # Errors
    /// If the table is damaged where it was read, or the rules of the game fail.
    pub fn get_keys(&self, game: &dyn DynGame, positions: &[Key]) -> Result<Vec<Option<PositionValue>>, TableError> {
        let mut values = vec![Some(position_value(game, Verdict::Draw, None)); positions.len()];
        let mut rows = Vec::with_capacity(positions.len());
        for (i, at) in positions.iter().enumerate() {
            if let Some(at) = self.representative(game, at)? {
                let mut sort_key = Vec::new();
                self.header().order.sort_key(game, &at, &mut sort_key);
                rows.push((sort_key, i, at));
            }
        }
        rows.sort_unstable_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        let mut last = FoundText::default();
        for (_, i, at) in rows {
            values[i] = self.get_representative(game, &at, &mut last)?;
        }
        Ok(values)
    }

    /// The value of a position that is the representative of its class. `last` is where the last one was found.
    fn get_representative(
        &self,
        game: &dyn DynGame,
        at: &Key,
        last: &mut FoundText,
    ) -> Result<Option<PositionValue>, TableError> {
        let Some(row) = self.find(game, at, last)? else { return Ok(None) };
        let (verdict, grundy) = self.read_row(row)?;
        if !self.header().has_stages {
            return Ok(Some(position_value(game, verdict, grundy)));
        }
        let (set, stage) = self.read_set_and_stage(row)?;
        Ok(Some(PositionValue::solved(verdict, staged_value(grundy, set, stage).grundy)))
    }

    /// The Grundy value of a position with its stage, in a table with stages; `None` if the table does not hold the position.
    pub(crate) fn get_staged(&self, game: &dyn DynGame, at: &Key) -> Result<Option<StagedValue>, TableError> {
        let Some(at) = self.representative(game, at)? else { return Ok(None) };
        let Some(row) = self.find(game, &at, &mut FoundText::default())? else { return Ok(None) };
        let (_, grundy) = self.read_row(row)?;
        let (set, stage) = self.read_set_and_stage(row)?;
        Ok(Some(staged_value(grundy, set, stage)))
    }

    /// The position whose row holds the value of `at`; `None` if `at` has no row because it has no index.
    pub(crate) fn representative(&self, game: &dyn DynGame, at: &Key) -> Result<Option<Key>, TableError> {
        let header = self.header();
        Ok(match (header.order, header.is_reduced) {
            (Order::Index, false) => self.indexed(game)?.index_of(at).is_some().then(|| at.clone()),
            (Order::Index, true) => {
                let indexed = self.indexed(game)?;
                let class = indexed.index_of(at).and_then(|index| indexed.class(index));
                class.and_then(|(class, _)| indexed.position(class, indexed.player(at)))
            }
            (_, true) => Some(game.canonical(at)?),
            (_, false) => Some(at.clone()),
        })
    }

    /// The index of the game's positions, for a table ordered by index.
    fn indexed<'g>(&self, game: &'g dyn DynGame) -> Result<&'g dyn DynIndexed, TableError> {
        game.indexed().ok_or_else(|| TableError::OtherGame {
            table: format!("`{}`, whose positions have indices", self.header().game),
            expected: format!("`{}`, whose positions have none", game.name()),
        })
    }

    /// Finds the number of the row of a position. A text is found fast if it follows the last one in the same page.
    fn find(&self, game: &dyn DynGame, at: &Key, last: &mut FoundText) -> Result<Option<u64>, TableError> {
        let header = self.header();
        let mut key = Vec::new();
        if header.order.sort_key(game, at, &mut key).is_none() {
            return Ok(None);
        }
        if header.has_texts {
            let Some(page) = self.first_keys.page_of(&key) else { return Ok(None) };
            return self.find_text(page * header.page(), &game.to_text(at)?, last);
        }
        // A row without text represents all positions of its index, whichever player moves.
        let Some(index) = key.first_chunk() else { return Ok(None) };
        let number = u32::from_be_bytes(*index);
        if header.is_dense {
            return Ok(Some(u64::from(number)).filter(|row| *row < self.counts().stored));
        }
        let Some(page) = self.first_keys.page_of(index) else { return Ok(None) };
        self.find_number(page * header.page(), number)
    }

    /// Returns the position under which a table of this kind stores the value of `at`: in a reduced table the representative of its class; if two
    /// positions share a row, the first of them. `None` if such a table cannot store `at`. Whether the row exists is not checked.
    ///
    /// # Errors
    /// If the rules fail, or the table is not one of this game.
    pub fn stored_position(&self, game: &dyn DynGame, at: &Key) -> Result<Option<Key>, TableError> {
        let Some(at) = self.representative(game, at)? else { return Ok(None) };
        if self.header().has_texts {
            return Ok(Some(at));
        }
        let indexed = self.indexed(game)?;
        Ok(indexed.index_of(&at).and_then(|index| first_position(indexed, index)))
    }

    /// Returns the position of a row.
    ///
    /// # Errors
    /// If the text of the row is not a position of the game, or its number is not the index of a position.
    pub fn position(&self, game: &dyn DynGame, rows: &crate::Rows, row: usize) -> Result<Key, TableError> {
        let name = || format!("row {}", rows.first() + row as u64);
        if self.header().has_texts {
            let text = rows.text(row).ok_or_else(|| TableError::damaged(name(), "its position is not UTF-8"))?;
            return game.parse_indexed(text).map_err(|error| {
                TableError::damaged(name(), format!("`{text}` is not a position: {}", error.message))
            });
        }
        let index = Index(rows.number(row));
        let at = game.indexed().and_then(|indexed| first_position(indexed, index));
        at.ok_or_else(|| TableError::damaged(name(), format!("{} is the number of no position", index.0)))
    }
}

/// The position with an index; the first, if two positions share it.
fn first_position(indexed: &dyn DynIndexed, index: Index) -> Option<Key> {
    let player = Some(Player::Left).filter(|_| indexed.is_colour_symmetric() && indexed.is_shared(index));
    indexed.position(index, player)
}

/// The Grundy value of a row of a table with stages. A row must have either a number with a stage or a set; any other row has no value.
pub(crate) fn staged_value(grundy: Option<Nimber>, set: Option<Box<[Nimber]>>, stage: Option<u32>) -> StagedValue {
    let grundy = match (grundy, set, stage) {
        (Some(value), None, Some(_)) => Grundy::Finite(value),
        (None, Some(set), None) => Grundy::Infinite(set),
        _ => Grundy::Unknown(Unknown::NotRequested),
    };
    StagedValue { grundy, stage }
}

/// The value of a position of `game` from the contents of its row.
pub(crate) fn position_value(game: &dyn DynGame, verdict: Verdict, grundy: Option<Nimber>) -> PositionValue {
    let grundy = match (grundy, game.info().without_grundy) {
        (Some(value), _) => Grundy::Finite(value),
        (None, Some(why)) => Grundy::Undefined(why),
        (None, None) => Grundy::Unknown(Unknown::CycleReachable),
    };
    PositionValue::solved(verdict, grundy)
}
