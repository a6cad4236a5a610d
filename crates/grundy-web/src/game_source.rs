//! The source of the answer to a request: the catalogue, posted rules or a loaded table.
//!
//! The text of a game never names a file: games are opened with `FileAccess::Denied`, which prevents that.

use crate::failure::Failure;
use crate::request::{Question, Request};
use crate::rules_store::RulesStore;
use crate::tables::LoadedTable;
use grundy::catalog::GameSpec;
use std::sync::Arc;

/// The source of the answer to a request.
#[derive(Clone, Debug)]
pub(crate) enum GameSource {
    /// A game of the catalogue, or a sum of such games.
    Catalogue,
    /// The text of posted rules.
    Rules(Arc<str>),
    /// A loaded table.
    Table(Arc<LoadedTable>),
}

impl GameSource {
    /// Finds the source for a request. A request about the heaps of a table becomes one about the game of the table.
    pub(crate) fn resolve(
        request: &mut Request,
        tables: &[Arc<LoadedTable>],
        rules: &RulesStore,
    ) -> Result<Self, Failure> {
        let is_position = request.position().is_some();
        let Request { game, question } = request;
        match question {
            Question::Game | Question::Check => return Ok(Self::Catalogue),
            Question::Stats => {
                let has_name = |table: &&Arc<LoadedTable>| {
                    table.name() == game.game || table.name().strip_prefix("table:") == Some(game.game.as_str())
                };
                let table =
                    tables.iter().find(has_name).ok_or_else(|| no_table(&game.game, tables).of_parameter("table"))?;
                table.name().clone_into(&mut game.game);
                return Ok(Self::Table(Arc::clone(table)));
            }
            _ => {}
        }
        let source = Self::named(&game.game, game.misere, tables, rules)?;
        if !game.set.is_empty() && !matches!(source, Self::Rules(_)) {
            let help = "games of the catalogue have their parameters after a colon, as in `bash:3`";
            return Err(Failure::input("`set` is for posted rules", help).of_parameter("set"));
        }
        let Self::Table(table) = &source else { return Ok(source) };
        if is_position || table.has_rules_file() {
            return Ok(source);
        }
        // Theory answers questions about heaps, so a table of the catalogue is replaced by its game.
        let name = table.catalogue_name().ok_or_else(|| {
            Failure::input(format!("{} is of a graph, which has no heaps", table.name()), "name a game of heaps")
        })?;
        if matches!(question, Question::Period { .. }) && table.is_misere() {
            let message = format!("`{}` is under misère play, and periods are those of normal play", game.game);
            return Err(Failure::input(message, "name the game itself"));
        }
        name.clone_into(&mut game.game);
        game.misere |= table.is_misere();
        Ok(if table.worker_path().is_some() { Self::Catalogue } else { source })
    }

    fn named(text: &str, is_misere: bool, tables: &[Arc<LoadedTable>], rules: &RulesStore) -> Result<Self, Failure> {
        if text.starts_with("rules:") {
            let help = "post them to `/api/rules` again: the server keeps those that were used last";
            let none = || Failure::new(404, format!("there are no rules `{text}` here"), help).of_parameter("game");
            return rules.get(text).map(Self::Rules).ok_or_else(none);
        }
        if text.starts_with("table:") {
            let table = tables
                .iter()
                .find(|table| table.name() == text)
                .ok_or_else(|| no_table(text, tables).of_parameter("game"))?;
            if is_misere && !table.is_misere() {
                return Err(Failure::input("this table is of normal play", "leave out `misere`").of_parameter("misere"));
            }
            return Ok(Self::Table(Arc::clone(table)));
        }
        // Reject unknown names before a worker is involved, and paths with an error of their own.
        match GameSpec::parse(text) {
            Ok(spec) if spec.needs_file() => return Err(Failure::path("game")),
            Ok(_) => {}
            Err(error) => return Err(Failure::open(&error.into(), "game", text)),
        }
        let table = tables.iter().find(|table| table.is_of(text, is_misere));
        Ok(table.map_or(Self::Catalogue, |table| Self::Table(Arc::clone(table))))
    }

    /// The table that the answer depends on, if there is one.
    pub(crate) fn table(&self) -> Option<&Arc<LoadedTable>> {
        match self {
            Self::Table(table) => Some(table),
            Self::Catalogue | Self::Rules(_) => None,
        }
    }
}

/// The error for a table that is not loaded.
fn no_table(text: &str, tables: &[Arc<LoadedTable>]) -> Failure {
    let all: Vec<&str> = tables.iter().map(|table| table.name()).collect();
    let help = match all.as_slice() {
        [] => "no table is loaded; `grundy serve TABLE` loads one".to_owned(),
        [one] => format!("the table that is loaded is `{one}`"),
        some => format!(
            "the loaded tables are {}",
            some.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        ),
    };
    Failure::new(404, format!("there is no table `{text}`"), help)
}
