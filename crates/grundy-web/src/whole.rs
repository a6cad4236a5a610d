//! What is asked of a table: a position that it holds, and what is in it.

use crate::answer::{Answer, Caching, Text};
use crate::api::{Asking, job, runs_rules, work};
use crate::door::{self, Asked};
use crate::failure::Failure;
use crate::job::Op;
use crate::query::Query;
use crate::state::State;
use crate::tables::Loaded;
use crate::tag::is_known;
use std::sync::Arc;

/// What is wanted of a position of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    Position { moves: bool },
    Reason,
    Reply { skill: f64, seed: u64 },
}

/// The answer of a table, if it holds the position.
pub(crate) async fn from_table(
    state: &State,
    asking: &Asking<'_>,
    table: &Arc<Loaded>,
    game: &str,
    position: Option<&str>,
    wanted: Wanted,
) -> Result<Option<Answer>, Failure> {
    let Some(at) = table.find(position)? else { return Ok(None) };
    let tag = state.tag_of_table(table, &format!("{wanted:?} {}", asking.query));
    if is_known(asking.known, &tag) {
        return Ok(Some(Answer::unchanged(tag, Caching::AskAgain)));
    }
    let done = if let Wanted::Position { moves: false } = wanted {
        table.solve(game, &at, false)?
    } else {
        let (table, game) = (Arc::clone(table), game.to_owned());
        let answer = move || match wanted {
            Wanted::Position { moves } => table.solve(&game, &at, moves),
            Wanted::Reason => table.explain(&game, &at),
            Wanted::Reply { skill, seed } => table.reply(&game, &at, (skill, seed)),
        };
        state.blocking(answer).await?
    };
    Ok(Some(Answer::done(Text::new(done.body).await, 200, Some(tag), Caching::AskAgain)))
}

/// What a table holds.
pub(crate) async fn stats(state: &State, asking: &Asking<'_>) -> Result<Answer, Failure> {
    let query = Query::read(asking.query, &["table"])?;
    let name = query.need("table", "table:NAME")?;
    let named = |table: &&Arc<Loaded>| table.name() == name || table.name().strip_prefix("table:") == Some(name);
    let table = state.tables.iter().find(named).ok_or_else(|| door::no_table(name, &state.tables))?;
    let tag = state.tag_of_table(table, "statistics");
    if table.file().is_some() {
        runs_rules(state)?;
        let job = job(Op::Stats, table.name(), Asked::Table(Arc::clone(table)), Vec::new(), false);
        return work(state, asking, "/api/stats", Some(tag), job).await;
    }
    let table = Arc::clone(table);
    let done = state.blocking(move || table.statistics()).await?;
    Ok(Answer::done(Text::new(done.body).await, 200, Some(tag), Caching::AskAgain))
}
