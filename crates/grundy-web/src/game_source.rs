//! The source of the answer to a request: the catalogue, posted rules or a loaded table.
//!
//! The text of a game never names a file: games are opened with `FileAccess::Denied`, which prevents that.

use crate::failure::Failure;
use crate::request::{GameQuery, Request};
use crate::rules_store::RulesStore;
use crate::tables::LoadedTable;
use grundy::catalog::GameSpec;
use serde_json::json;
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
    pub(crate) fn find(
        request: &mut Request,
        tables: &[Arc<LoadedTable>],
        rules: &RulesStore,
    ) -> Result<Self, Failure> {
        let (game, is_position) = match request {
            Request::Solve(game, _, _) | Request::Explain(game, _) | Request::Reply(game, _, _) => (game, true),
            Request::Sequence(game, _) | Request::Heatmap(game, _) => (game, false),
            Request::Period(period) => {
                let mut game = GameQuery { game: period.game.clone(), misere: false, set: Vec::new() };
                let source = Self::of_heaps(&mut game, tables, rules)?;
                if game.misere {
                    return Err(Failure::input(
                        format!("`{}` is under misère play, and periods are those of normal play", period.game),
                        "name the game itself",
                    ));
                }
                period.game = game.game;
                return Ok(source);
            }
            Request::Stats(query) => {
                let name = &query.table;
                let is_it = |table: &&Arc<LoadedTable>| {
                    table.name() == name || table.name().strip_prefix("table:") == Some(name)
                };
                let table = tables.iter().find(is_it).ok_or_else(|| no_table(name, tables))?;
                table.name().clone_into(&mut query.table);
                return Ok(Self::Table(Arc::clone(table)));
            }
            Request::Game(_) | Request::Check(_) => return Ok(Self::Catalogue),
        };
        let source = if is_position { Self::named(game, tables, rules)? } else { Self::of_heaps(game, tables, rules)? };
        let takes_settings = match &source {
            Self::Rules(_) => true,
            Self::Catalogue | Self::Table(_) => false,
        };
        if !game.set.is_empty() && !takes_settings {
            return Err(Failure::input(
                "`set` is for posted rules",
                "games of the catalogue have their parameters after a colon, as in `bash:3`",
            )
            .with("parameter", json!("set")));
        }
        Ok(source)
    }

    fn named(game: &GameQuery, tables: &[Arc<LoadedTable>], rules: &RulesStore) -> Result<Self, Failure> {
        let text = game.game.as_str();
        if text.starts_with("rules:") {
            return rules.get(text).map(Self::Rules).ok_or_else(|| {
                Failure::new(
                    404,
                    format!("there are no rules `{text}` here"),
                    "post them to `/api/rules` again: the server keeps those that were used last",
                )
                .with("parameter", json!("game"))
            });
        }
        if text.starts_with("table:") {
            let table = tables.iter().find(|table| table.name() == text).ok_or_else(|| no_table(text, tables))?;
            if game.misere && !table.is_misere() {
                return Err(Failure::input("this table is of normal play", "leave out `misere`"));
            }
            return Ok(Self::Table(Arc::clone(table)));
        }
        // Reject unknown names before a worker is involved, and paths with an error of their own.
        match GameSpec::parse(text) {
            Ok(spec) if spec.needs_file() => return Err(Failure::path("game")),
            Ok(_) => {}
            Err(error) => return Err(Failure::open(&error.into(), "game", text)),
        }
        let table = tables.iter().find(|table| table.is_of(text, game.misere));
        Ok(table.map_or(Self::Catalogue, |table| Self::Table(Arc::clone(table))))
    }

    /// Finds the source for a request about heaps. Theory answers these, so a table of the catalogue is replaced by its game.
    fn of_heaps(game: &mut GameQuery, tables: &[Arc<LoadedTable>], rules: &RulesStore) -> Result<Self, Failure> {
        let source = Self::named(game, tables, rules)?;
        let Self::Table(table) = &source else { return Ok(source) };
        if table.worker_path().is_some() {
            return Ok(source);
        }
        let name = table.catalogue_name().ok_or_else(|| {
            Failure::input(format!("{} is of a graph, which has no heaps", table.name()), "name a game of heaps")
        })?;
        name.clone_into(&mut game.game);
        game.misere |= table.is_misere();
        Ok(source)
    }

    /// The table that the answer depends on, if there is one.
    pub(crate) fn table(&self) -> Option<&Arc<LoadedTable>> {
        match self {
            Self::Table(table) => Some(table),
            Self::Catalogue | Self::Rules(_) => None,
        }
    }

    /// Whether the answer requires running a rules file.
    pub(crate) fn runs_rules(&self) -> bool {
        match self {
            Self::Catalogue => false,
            Self::Rules(_) => true,
            Self::Table(table) => table.worker_path().is_some(),
        }
    }
}

/// The error for a table that is not loaded.
fn no_table(text: &str, tables: &[Arc<LoadedTable>]) -> Failure {
    let all: Vec<&str> = tables.iter().map(|table| table.name()).collect();
    let help = match all.as_slice() {
        [] => "no table is loaded; `grundy serve TABLE` loads one".to_owned(),
        some => format!("there are {}", some.join(", ")),
    };
    Failure::new(404, format!("there is no table `{text}`"), help)
}
