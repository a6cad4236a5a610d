//! Each call of the interface: what its query means, and who answers it.

use crate::answer::{Answer, Caching, Text};
use crate::door::{self, Asked};
use crate::failure::Failure;
use crate::job::{Done, Job, Op};
use crate::query::Query;
use crate::shelf::{self, Shelf};
use crate::state::State;
use crate::tag::{is_known, tag_of};
use crate::whole::{Wanted, from_table};
use crate::{games, light};
use axum::body::{Body, to_bytes};
use grundy::solver::LARGEST_HEAP;
use serde_json::json;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The largest bounds that a query may name.
const MOST_HEAPS: u64 = 10_000;
const MOST_LOOKED_AT: u64 = 1_000_000_000;
/// A body that takes longer to arrive is not waited for.
const SENDING: Duration = Duration::from_secs(10);

/// A request, as far as a call looks at it.
#[derive(Debug)]
pub(crate) struct Asking<'a> {
    /// What stands after the question mark.
    pub(crate) query: &'a str,
    /// The tags that whoever asks has.
    pub(crate) known: Option<&'a str>,
    pub(crate) client: IpAddr,
}

/// The catalogue.
pub(crate) async fn list(state: &State, asking: &Asking<'_>) -> Result<Answer, Failure> {
    let query = Query::read(asking.query, &["name"])?;
    if query.get("name").is_none() {
        let text = state.games.get_or_init(async || {
            let all = games::games(None, &state.tables).map(|games| games.to_string()).unwrap_or_default();
            Text::new(all.into_bytes()).await
        });
        let text = text.await.clone();
        let tag = tag_of(&[&text.plain]);
        return Ok(Answer::done(text, 200, Some(tag), Caching::AskAgain));
    }
    let name = query.get("name").unwrap_or_default();
    let game = games::games(Some(name), &state.tables)?.to_string();
    if name.contains(':') {
        return work(state, asking, "/api/games", None, job(Op::Game, name, Asked::Catalogue, Vec::new(), false)).await;
    }
    let tag = tag_of(&[game.as_bytes()]);
    Ok(Answer::done(Text::new(game.into_bytes()).await, 200, Some(tag), Caching::AskAgain))
}

/// A position.
pub(crate) async fn solve(state: &State, asking: &Asking<'_>) -> Result<Answer, Failure> {
    position(state, asking, Op::Solve).await
}

/// A position, with the reason.
pub(crate) async fn explain(state: &State, asking: &Asking<'_>) -> Result<Answer, Failure> {
    position(state, asking, Op::Explain).await
}

/// The move of an opponent.
pub(crate) async fn reply(state: &State, asking: &Asking<'_>) -> Result<Answer, Failure> {
    position(state, asking, Op::Reply).await
}

async fn position(state: &State, asking: &Asking<'_>, op: Op) -> Result<Answer, Failure> {
    let (route, allowed): (_, &[&str]) = match op {
        Op::Solve => ("/api/solve", &["game", "position", "misere", "set", "moves"]),
        Op::Reply => ("/api/reply", &["game", "position", "misere", "set", "skill", "seed"]),
        _ => ("/api/explain", &["game", "position", "misere", "set"]),
    };
    let query = Query::read(asking.query, allowed)?;
    let (skill, seed) = (query.share("skill", 1.0)?, query.number("seed", Some(0), u64::MAX)?);
    let (game, misere) = (query.need("game", "nim")?, query.is("misere", false)?);
    let moves = query.is("moves", true)?;
    let (asked, set) = found(state, &query, misere)?;
    let position = query.get("position");
    if let Asked::Table(table) = &asked
        && table.file().is_none()
    {
        let what = match op {
            Op::Solve => Wanted::Position { moves },
            Op::Reply => Wanted::Reply { skill, seed },
            _ => Wanted::Reason,
        };
        if let Some(answer) = from_table(state, asking, table, game, position, what).await? {
            return Ok(answer);
        }
        if game.starts_with("table:") {
            return Err(table.absent(position.unwrap_or_default()));
        }
    }
    if op == Op::Solve
        && !moves
        && let (Asked::Catalogue, Some(done)) = (&asked, light::solve(game, misere, position)?)
    {
        let tag = state.tag(route, asking.query);
        return Ok(Answer::done(Text::new(done.body).await, 200, Some(tag), Caching::Forever));
    }
    let position = position.map(str::to_owned);
    let known = of_table(state, asking, route, &asked);
    let job = Job { position, moves, skill, number: seed, ..job(op, game, asked, set, misere) };
    work(state, asking, route, known, job).await
}

/// The single heaps of a game.
pub(crate) async fn sequence(state: &State, asking: &Asking<'_>) -> Result<Answer, Failure> {
    let query = Query::read(asking.query, &["game", "to", "misere", "set"])?;
    let to = query.number("to", None, MOST_HEAPS)?;
    about_a_game(state, asking, "/api/sequence", &query, Op::Sequence, to).await
}

/// The period of a game.
pub(crate) async fn period(state: &State, asking: &Asking<'_>) -> Result<Answer, Failure> {
    let query = Query::read(asking.query, &["game", "limit"])?;
    // 0, and nothing, leave it to the search.
    let limit = query.number("limit", Some(0), MOST_LOOKED_AT)?;
    about_a_game(state, asking, "/api/period", &query, Op::Period, limit).await
}

/// Two heaps of a game.
pub(crate) async fn heatmap(state: &State, asking: &Asking<'_>) -> Result<Answer, Failure> {
    let query = Query::read(asking.query, &["game", "size", "misere", "set"])?;
    let size = query.number("size", None, LARGEST_HEAP)?;
    about_a_game(state, asking, "/api/heatmap", &query, Op::Heatmap, size).await
}

async fn about_a_game(
    state: &State,
    asking: &Asking<'_>,
    route: &str,
    query: &Query,
    op: Op,
    number: u64,
) -> Result<Answer, Failure> {
    let (game, misere) = (query.need("game", "kayles")?, query.is("misere", false)?);
    let (asked, set) = found(state, query, misere)?;
    let game = match &asked {
        Asked::Table(table) if table.file().is_none() => table.of_game().ok_or_else(|| {
            Failure::input(format!("{} is of a graph, which has no heaps", table.name()), "name a game of heaps")
        })?,
        _ => game,
    }
    .to_owned();
    let known = of_table(state, asking, route, &asked);
    // A table is of one kind of play, whether or not it is named.
    let misere = misere || matches!(&asked, Asked::Table(table) if table.is_misere());
    let job = Job { number, ..job(op, &game, asked, set, misere) };
    work(state, asking, route, known, job).await
}

/// Rules that are posted.
pub(crate) async fn rules(state: &State, asking: &Asking<'_>, body: Body) -> Result<Answer, Failure> {
    let query = Query::read(asking.query, &["set"])?;
    let too_large = || Failure::new(413, format!("the rules have more than {} bytes", shelf::LARGEST), "shorten them");
    let sent = tokio::time::timeout(SENDING, to_bytes(body, shelf::LARGEST)).await;
    let bytes = sent
        .map_err(|_| Failure::input("the rules did not arrive in time", "send them again"))?
        .map_err(|_| too_large())?;
    let text = std::str::from_utf8(&bytes)
        .map_err(|_| Failure::new(422, "the rules are not UTF-8", "save the file as UTF-8"))?;
    runs_rules(state)?;
    let handle = Shelf::handle(text);
    let source: Arc<str> = text.into();
    let asked = Asked::Rules(Arc::clone(&source));
    let done = state.pool.run(job(Op::Check, &handle, asked, query.all("set"), false), asking.client).await?;
    if done.status == 200 {
        state.shelf.put(&handle, source);
    }
    Ok(done.into())
}

/// The game of a query, and the settings of a rules file.
fn found(state: &State, query: &Query, misere: bool) -> Result<(Asked, Vec<String>), Failure> {
    let asked = door::find(query.need("game", "nim")?, misere, &state.tables, &state.shelf)?;
    if matches!(&asked, Asked::Table(table) if table.file().is_some()) {
        runs_rules(state)?;
    }
    let set = query.all("set");
    if !set.is_empty() && !matches!(asked, Asked::Rules(_)) {
        return Err(Failure::input(
            "`set` is for rules files",
            "games of the catalogue have their parameters after a colon, as in `bash:3`",
        )
        .with("parameter", json!("set")));
    }
    Ok((asked, set))
}

/// Sees that there are processes in which rules are run.
pub(crate) fn runs_rules(state: &State) -> Result<(), Failure> {
    let none = || Failure::new(503, "this server runs no rules files", "start it by `grundy serve`");
    state.runs_rules.then_some(()).ok_or_else(none)
}

/// The tag of an answer that depends on a table, which may be another one when the server is started again.
fn of_table(state: &State, asking: &Asking<'_>, route: &str, asked: &Asked) -> Option<String> {
    match asked {
        Asked::Table(table) => Some(state.tag_of_table(table, &format!("{route} {}", asking.query))),
        _ => None,
    }
}

pub(crate) fn job(op: Op, game: &str, asked: Asked, set: Vec<String>, misere: bool) -> Job {
    let (source, table) = match asked {
        Asked::Rules(source) => (Some(source.to_string()), None),
        Asked::Table(table) => (None, table.file().cloned()),
        Asked::Catalogue => (None, None),
    };
    Job {
        op,
        game: game.to_owned(),
        source,
        table,
        set,
        misere,
        position: None,
        // Terms and fields are values alone.
        moves: !matches!(op, Op::Sequence | Op::Heatmap),
        number: 0,
        skill: 1.0,
        time: 0,
        memory: 0,
        last: true,
    }
}

/// The answer of a worker, or the one that was kept; `of_table` is its tag where a table has a part in it.
pub(crate) async fn work(
    state: &State,
    asking: &Asking<'_>,
    route: &str,
    of_table: Option<String>,
    job: Job,
) -> Result<Answer, Failure> {
    let caching = if of_table.is_some() { Caching::AskAgain } else { Caching::Forever };
    let tag = of_table.unwrap_or_else(|| state.tag(route, asking.query));
    if is_known(asking.known, &tag) {
        return Ok(Answer::unchanged(tag, caching));
    }
    let key = format!("{route}?{}", asking.query);
    if let Some(text) = state.answers.get(&key) {
        state.metrics.from_cache.fetch_add(1, Ordering::Relaxed);
        return Ok(Answer::done(text, 200, Some(tag), caching));
    }
    let Done { status, keep, body } = state.pool.run(job, asking.client).await?;
    let text = Text::new(body).await;
    if keep && status == 200 {
        state.answers.put(&key, text.clone(), text.len());
        return Ok(Answer::done(text, status, Some(tag), caching));
    }
    Ok(Answer::done(text, status, None, Caching::Never))
}
