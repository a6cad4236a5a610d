//! The game of a table: opens it, and checks that a table belongs to a game.

use crate::error::GetError;
use crate::{Table, TableError, digest_of};
use grundy::catalog::{self, OpenedGame};
use grundy::limits::Limits;
use grundy::text::{DynGame, Order};
use grundy::{Play, PositionValue};
use std::io;

/// The version of the rules of the catalogue's games. It increases with a change of any of them.
const CATALOGUE_VERSION: u32 = 1;

/// The first line of the rules of a table whose game is defined by a rules file.
const RULES_FILE: &str = "rules file\n";

/// The rules of a table whose game the writing program defines itself.
const OWN: &str = "a game of the writing program";

/// Returns the rules of a game as a table's header states them ([`Header::rules`](crate::Header::rules)): the version of the catalogue, the
/// digest of a graph file, the text of a rules file, or that a program defines the game itself. `name` is the game as it was opened.
///
/// # Errors
/// If `name` is a graph file that cannot be read.
pub fn rules_of(name: &str, game: &OpenedGame) -> io::Result<String> {
    if matches!(game, OpenedGame::Own(_)) {
        return Ok(OWN.to_owned());
    }
    if let Some(text) = &game.as_dyn().info().rules {
        return Ok(text.clone());
    }
    match name.strip_prefix("graph:") {
        Some(path) => graph_rules(path),
        None => Ok(format!("catalogue {CATALOGUE_VERSION}")),
    }
}

/// The rules of the game of a graph file.
fn graph_rules(path: &str) -> io::Result<String> {
    Ok(format!("graph file, SHA-256 {}", digest_of(path)?))
}

impl Table {
    /// Looks up a position in text, in the game that the table names. The first call opens the game, and later calls reuse it.
    ///
    /// Returns `None` if the table does not hold the position.
    ///
    /// # Errors
    /// If the game is defined by a rules file or by the program that wrote the table ([`TableSolution`](crate::TableSolution) reads both), or
    /// cannot be opened; if the text is not a position; or if the table is damaged where it was read.
    pub fn get(&self, position: &str) -> Result<Option<PositionValue>, GetError> {
        let game = self.game()?.as_dyn();
        Ok(self.get_key(game, &game.parse_indexed(position)?)?)
    }

    /// Returns the game that the table names: a game of the catalogue, or a graph file. The first call opens it, and later calls reuse
    /// it.
    ///
    /// # Errors
    /// If the game is defined by a rules file or by the program that wrote the table, cannot be opened, or its rules are no longer those of
    /// the table.
    pub fn game(&self) -> Result<&OpenedGame, GetError> {
        if let Some(game) = self.game.get() {
            return Ok(game);
        }
        let header = self.header();
        if self.has_rules_file() {
            return Err(GetError::RulesFile { game: header.game.clone() });
        }
        if header.rules == OWN {
            return Err(GetError::OwnGame { game: header.game.clone() });
        }
        if let Some(path) = header.game.strip_prefix("graph:") {
            self.check_graph_file(path)?;
        }
        let opened = catalog::open(&header.game, header.play, &Limits::NONE)
            .map_err(|error| GetError::Open { game: header.game.clone(), error: error.into() })?;
        let rules =
            rules_of(&header.game, &opened).map_err(|error| GetError::GameFile { game: header.game.clone(), error })?;
        self.check_game(&header.game, &rules, opened.as_dyn())?;
        Ok(self.game.get_or_init(|| opened))
    }

    /// Checks by its digest, before a graph file is parsed, that it is the file of the table. The author of the table chose the path: it may
    /// name an endless device, or a private file whose lines an error message would show.
    fn check_graph_file(&self, path: &str) -> Result<(), GetError> {
        let header = self.header();
        let unreadable = |error| GetError::GameFile { game: header.game.clone(), error };
        if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(unreadable(io::Error::other("it is not a regular file")));
        }
        let rules = graph_rules(path).map_err(unreadable)?;
        if rules == header.rules {
            return Ok(());
        }
        Err(GetError::Table(TableError::OtherGame {
            table: describe(&header.game, header.play, &header.rules),
            expected: describe(&header.game, header.play, &rules),
        }))
    }

    /// Returns whether the game of the table is defined by a rules file, whose text the table holds.
    pub fn has_rules_file(&self) -> bool {
        self.header().rules.starts_with(RULES_FILE)
    }

    /// Checks that the table belongs to a game that was opened as `name` and has the rules `rules`, as [`rules_of`] gives them. A graph
    /// file or a rules file may have another name than the table states. Of games that a program defines itself, only the name is
    /// compared: the caller must ensure that the rules are the same.
    ///
    /// # Errors
    /// If the table belongs to another game or to other rules.
    pub fn check_game(&self, name: &str, rules: &str, game: &dyn DynGame) -> Result<(), TableError> {
        let header = self.header();
        let is_graph = name.starts_with("graph:") && header.game.starts_with("graph:");
        let is_file = is_graph || game.info().rules.is_some();
        let has_no_values = game.info().without_grundy.is_some();
        let has_order = match header.order {
            Order::Index => has_no_values && game.indexed().is_some(),
            Order::Word => has_no_values && game.tiered().is_some(),
            Order::Key => true,
        };
        let is_same_game = is_file || header.game == name;
        if is_same_game && header.play == game.play() && same_rules(&header.rules, rules) && has_order {
            return Ok(());
        }
        let table = describe(&header.game, header.play, &header.rules);
        let mut expected = describe(name, game.play(), rules);
        if header.rules != rules && rules_in_short(&header.rules) == rules_in_short(rules) {
            expected += " with another text";
        }
        Err(TableError::OtherGame { table, expected })
    }
}

/// Whether two texts are the same rules. The parameters of a rules file may have any order.
fn same_rules(a: &str, b: &str) -> bool {
    let parts = |rules: &str| {
        let (parameters, source) = parts_of_rules_file(rules)?;
        let mut parameters: Vec<String> = parameters.lines().map(str::to_owned).collect();
        parameters.sort_unstable();
        Some((parameters, source.to_owned()))
    };
    a == b || parts(a).is_some_and(|a| parts(b) == Some(a))
}

/// The lines of the parameters of a rules file, and the text of the file.
fn parts_of_rules_file(rules: &str) -> Option<(&str, &str)> {
    let rest = rules.strip_prefix(RULES_FILE)?;
    Some(match rest.strip_prefix('\n') {
        Some(source) => ("", source),
        None => rest.split_once("\n\n").unwrap_or((rest, "")),
    })
}

/// A game with its rules, for an error message.
fn describe(game: &str, play: Play, rules: &str) -> String {
    format!("`{game}`, {} play ({})", play.as_str(), rules_in_short(rules))
}

/// The rules of a table, shortened for an error message: of a rules file, the values of its parameters and its length.
fn rules_in_short(rules: &str) -> String {
    let Some((parameters, source)) = parts_of_rules_file(rules) else { return rules.to_owned() };
    let parameters: String = parameters.lines().map(|line| format!(" with {line}")).collect();
    format!("a rules file of {} bytes{parameters}", source.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_parameters_does_not_matter() {
        let rules = |parameters: &str, source: &str| format!("{RULES_FILE}{parameters}\n{source}");
        let (one, other) = (rules("n=9\ntake=1,3\n", "a\n\nb"), rules("take=1,3\nn=9\n", "a\n\nb"));
        assert!(same_rules(&one, &other) && same_rules(&one, &one));
        for different in
            [rules("n=9\n", "a\n\nb"), rules("n=9\ntake=1,3\n", "a\n\nc"), rules("", "n=9"), "catalogue 1".to_owned()]
        {
            assert!(!same_rules(&one, &different), "{different}");
        }
        assert!(!same_rules("catalogue 1", "catalogue 2"));
    }
}
