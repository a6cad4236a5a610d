//! A worker: answers messages from a pipe, using one solver for consecutive messages about one game.
//!
//! A worker is a process of its own. The program that starts it sets its limits. So whatever a game does, its memory and its time end
//! with that process.

use super::clock::Clock;
use super::{Session, Statistics, StoredTable, check, table_error};
use crate::failure::Failure;
use crate::pipe::{self, Message, Response};
use crate::request::Request;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy_table::{Table, TableError};
use serde_json::json;
use std::io;
use std::num::NonZeroUsize;

/// The table, functions and isolation of a worker process.
#[derive(Debug)]
pub struct WorkerProcess {
    /// The table of a rules file, if the worker was started for one.
    pub table: Option<Result<Table, TableError>>,
    /// Computes the statistics of the table.
    pub statistics: Statistics,
    /// Whether the process is isolated from the system; an error says which restriction the system lacks. Without isolation the worker
    /// refuses posted rules.
    pub isolation: Result<(), String>,
}

/// Reads messages from standard input and writes the answers to standard output, until the input ends.
///
/// # Errors
/// If an answer cannot be written.
pub fn serve_pipe(process: WorkerProcess) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let worker = Worker { clock: Clock::new(), process };
    let mut next = pipe::read(&mut input);
    while let Some(message) = next {
        next =
            worker.serve_game(&message, &mut || pipe::read(&mut input), &mut |response| response.write(&mut output))?;
    }
    Ok(())
}

struct Worker {
    clock: Clock,
    process: WorkerProcess,
}

impl Worker {
    /// Answers messages as long as they are about the same game as `first`; returns the next message about another game.
    fn serve_game(
        &self,
        first: &Message,
        next: &mut dyn FnMut() -> Option<Message>,
        send: &mut dyn FnMut(Response) -> io::Result<()>,
    ) -> io::Result<Option<Message>> {
        self.clock.start(first.time);
        let stop = || self.clock.is_over();
        let limits = Limits { memory: Some(first.memory), threads: NonZeroUsize::new(1), stop: &stop, ..Limits::NONE };
        let key = first.request.open_key();
        if let (Some(_), Err(reason)) = (&first.rules, &self.process.isolation) {
            let message = format!("this server runs no posted rules: {reason}");
            send(Failure::new(503, message, "run the file on your own machine, as `grundy solve FILE.star`").into())?;
            return Ok(next());
        }
        if let (Request::Check(query), Some(source)) = (&first.request, &first.rules) {
            let handle = crate::rules_store::handle(source);
            let checked = check(&handle, source, &query.set, &limits);
            send(checked.unwrap_or_else(Response::from))?;
            return Ok(next());
        }
        let game = match self.open(first, &limits) {
            Ok(game) => game,
            Err(failure) => {
                send(failure.into())?;
                return Ok(next());
            }
        };
        let table = self.process.table.as_ref().and_then(|table| table.as_ref().ok());
        let stored = table.map(|table| StoredTable::new(&key.game, table, &game));
        let mut session = Session::new(&game, &key, stored.as_ref(), limits);
        session.statistics = Some(self.process.statistics);
        let mut message = first.clone();
        loop {
            session.is_final_attempt = message.is_final_attempt;
            send(super::answer(&message.request, &mut session).unwrap_or_else(Response::from))?;
            match next() {
                Some(other) if other.rules == first.rules && other.request.open_key() == key => message = other,
                other => return Ok(other),
            }
            self.clock.start(message.time);
        }
    }

    fn open(&self, message: &Message, limits: &Limits<'_>) -> Result<OpenedGame, Failure> {
        let key = message.request.open_key();
        if let Some(table) = &self.process.table {
            let table = table.as_ref().map_err(|error| table_error(&key.game, error))?;
            if message.digest.as_deref() != Some(table.digest()) {
                let message = format!("{}: the file changed after the server started", key.game);
                return Err(Failure::new(503, message, "the operator of the server can start it again"));
            }
            let header = table.header();
            let opened = grundy_rules::open_embedded(&key.game, &header.rules, header.play, limits);
            return opened
                .ok_or_else(|| table_error(&key.game, &"the table has no rules"))?
                .map_err(|error| check::rules_failure(&error, &key.game));
        }
        let play = if key.misere { grundy::Play::Misere } else { grundy::Play::Normal };
        match &message.rules {
            Some(source) => {
                let settings = check::settings(&key.set)?;
                grundy_rules::open_script(&key.game, source, &settings, play, limits)
                    .map_err(|error| check::rules_failure(&error, &key.game))
            }
            None => super::open(&key.game, key.misere, limits).map_err(|error| {
                let parameter = if matches!(message.request, Request::Game(_)) { "name" } else { "game" };
                Failure::open(&error, parameter, &key.game).with("parameter", json!(parameter))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{GameQuery, MovesQuery, PositionQuery, SettingsQuery};

    #[test]
    fn posted_rules_are_refused_where_the_process_is_not_isolated() {
        let statuses = |isolation: Result<(), String>| {
            let process = WorkerProcess { table: None, statistics: |_, _| Err(String::new()), isolation };
            let worker = Worker { clock: Clock::new(), process };
            let rules = "def initial(): return 3\ndef moves(s): return [s - 1] if s else []\n";
            let game = |game: &str| GameQuery { game: game.to_owned(), misere: false, set: Vec::new() };
            let solve = |text: &str, position: &str| {
                let position = PositionQuery { position: Some(position.to_owned()) };
                Request::Solve(game(text), position, MovesQuery { moves: false })
            };
            let message = |request, rules: Option<&str>| Message {
                request,
                rules: rules.map(str::to_owned),
                digest: None,
                time: 10_000,
                memory: 64 << 20,
                is_final_attempt: true,
            };
            let check = Request::Check(SettingsQuery { set: Vec::new() });
            let all = [
                message(check, Some(rules)),
                message(solve("rules:x", "3"), Some(rules)),
                message(solve("kayles", "3"), None),
            ];
            let mut waiting = all.into_iter();
            let mut statuses = Vec::new();
            let mut next = waiting.next();
            while let Some(message) = next {
                let sent = worker.serve_game(&message, &mut || waiting.next(), &mut |response| {
                    statuses.push(response.status);
                    Ok(())
                });
                next = sent.unwrap();
            }
            statuses
        };
        assert_eq!(statuses(Ok(())), [200; 3]);
        assert_eq!(statuses(Err("no seccomp".to_owned())), [503, 503, 200]);
    }
}
