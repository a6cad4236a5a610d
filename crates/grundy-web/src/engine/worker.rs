//! A worker: answers messages from a pipe, using one solver for consecutive messages about one game.
//!
//! A worker is a process of its own. The program that starts it sets its limits. So whatever a game does, its memory and its time end
//! with that process.

use super::check::{check, rules_failure, settings};
use super::{Session, StatisticsFn, StoredTable, table_error};
use crate::failure::Failure;
use crate::pipe::{self, Message, Response};
use crate::request::{GameQuery, OpenKey, Question, Request};
use crate::rules_store;
use grundy::Play;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy_table::{Table, TableError};
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The table, functions and isolation of a worker process.
#[derive(Debug)]
pub struct WorkerConfig {
    /// The table of a rules file, if the worker was started for one.
    pub table: Option<Result<Table, TableError>>,
    /// Computes the statistics of the table.
    pub statistics: StatisticsFn,
    /// Whether the process is isolated from the system; an error says which restriction the system lacks. Without isolation the worker
    /// refuses posted rules.
    pub isolation: Result<(), String>,
}

/// Reads messages from `input` and writes the answers to `output`, until the input ends.
///
/// # Errors
/// If an answer cannot be written.
pub fn serve_pipe(config: WorkerConfig, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let worker = Worker { deadline: Mutex::default(), config };
    let mut next = pipe::read(&mut input);
    while let Some(message) = next {
        next = worker.serve_game(message, &mut input, &mut output)?;
    }
    Ok(())
}

struct Worker {
    /// The deadline of the current request; `None` if it is too far away to be represented.
    deadline: Mutex<Option<Instant>>,
    config: WorkerConfig,
}

impl Worker {
    fn deadline(&self) -> MutexGuard<'_, Option<Instant>> {
        self.deadline.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers messages as long as they are about the same game as the first one; returns the next message about another game.
    fn serve_game(
        &self,
        mut message: Message,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> io::Result<Option<Message>> {
        *self.deadline() = message.deadline();
        let stop = || self.deadline().is_some_and(|deadline| Instant::now() >= deadline);
        let limits =
            Limits { memory: Some(message.memory), threads: NonZeroUsize::new(1), stop: &stop, ..Limits::NONE };
        let OpenKey { game: query, lists_moves } = message.request.open_key();
        if let (Question::Check, Some(source), Ok(())) =
            (&message.request.question, &message.rules, &self.config.isolation)
        {
            let checked = check(&rules_store::handle(source), source, &query.set, &limits);
            checked.unwrap_or_else(Response::from).write(output)?;
            return Ok(pipe::read(input));
        }
        let game = match self.open(&message, &limits) {
            Ok(game) => game,
            Err(failure) => {
                // A table that cannot be used now cannot be used by this process later.
                let is_final = self.config.table.is_some();
                Response { is_final, ..Response::from(failure) }.write(output)?;
                return Ok(pipe::read(input));
            }
        };
        let table = self.config.table.as_ref().and_then(|table| table.as_ref().ok());
        let stored =
            table.map(|table| StoredTable::new(&query.game, &query.game, table, &game, self.config.statistics));
        let mut session = Session::new(&game, lists_moves, stored.as_ref(), limits);
        loop {
            session.is_final_attempt = message.is_final_attempt;
            super::answer(&message.request, &mut session).unwrap_or_else(Response::from).write(output)?;
            match pipe::read(input) {
                Some(next) if next.rules == message.rules && next.request.open_key() == message.request.open_key() => {
                    message = next;
                }
                next => return Ok(next),
            }
            *self.deadline() = message.deadline();
        }
    }

    fn open(&self, message: &Message, limits: &Limits<'_>) -> Result<OpenedGame, Failure> {
        let Request { game, question } = &message.request;
        if let (Some(_), Err(reason)) = (&message.rules, &self.config.isolation) {
            let message = format!("this server runs no posted rules: {reason}");
            return Err(Failure::new(503, message, "run the file on your own machine, as `grundy solve FILE.star`"));
        }
        if let Some(table) = &self.config.table {
            let table = table.as_ref().map_err(|_| table_error(&game.game))?;
            if message.digest.as_deref() != Some(table.digest()) {
                let message = format!("{}: the file changed after the server started", game.game);
                return Err(Failure::new(503, message, "the operator of the server can start it again"));
            }
            let header = table.header();
            if !table.has_rules_file() {
                let query =
                    GameQuery { game: header.game.clone(), misere: header.play == Play::Misere, set: Vec::new() };
                return super::open(&query, limits).map_err(|error| Failure::open(&error, "game", &game.game));
            }
            let opened = grundy_rules::open_embedded(&game.game, &header.rules, header.play, limits);
            return opened.ok_or_else(|| table_error(&game.game))?.map_err(|error| rules_failure(&error, &game.game));
        }
        let Some(source) = &message.rules else {
            let parameter = if *question == Question::Game { "name" } else { "game" };
            return super::open(game, limits).map_err(|error| Failure::open(&error, parameter, &game.game));
        };
        grundy_rules::open_script(&game.game, source, &settings(&game.set)?, game.play(), limits)
            .map_err(|error| rules_failure(&error, &game.game))
    }
}
