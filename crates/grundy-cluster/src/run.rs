//! A run: the threads of the connections, and how a process ends.

use crate::config::Options;
use crate::connect::Connections;
use crate::exchange::TcpExchange;
use crate::receive::{receive, send};
use crate::shared::Shared;
use crate::split::Split;
use grundy::solve::partitioned::{ExchangeError, Storage};
use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The time that a process that has finished waits for the others to finish, so that they read all that it has sent.
const LINGER: Duration = Duration::from_secs(3);
/// The time that a process that failed takes to tell the others.
const ABORT_TIME: Duration = Duration::from_secs(4);

impl Connections {
    /// Runs `solve` on this process, with the streams of `storage`. The other processes must run the same.
    ///
    /// If `solve` fails, the other processes fail with an [`ExchangeError::Peer`] that has its error as text. If another process is lost or
    /// fails, the next call of the exchange fails with such an error.
    ///
    /// # Errors
    /// If there are fewer partitions than processes, the processes differ in the number of partitions, or `solve` fails.
    pub fn run<'a, T, E: fmt::Display + From<ExchangeError>>(
        self,
        storage: &'a Arc<Storage>,
        options: Options<'a>,
        solve: impl FnOnce(&mut TcpExchange<'_, 'a>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (partitions, processes) = (options.partitions, self.processes());
        let split = Split::new(partitions, processes).ok_or_else(|| {
            ExchangeError::Unsupported(format!("{processes} processes need {processes} partitions, got {partitions}"))
        })?;
        let shared = Shared::new(storage, self.process, split, self.addresses, options);
        let links = self.links;
        thread::scope(|scope| {
            let others = || links.iter().enumerate().filter_map(|(process, link)| Some((process, link.as_ref()?)));
            let shared = &shared;
            let abort = AbortOnPanic(shared);
            let senders: Vec<_> = others().map(|(to, link)| scope.spawn(move || send(shared, link, to))).collect();
            for (from, link) in others() {
                scope.spawn(move || receive(shared, link, from));
            }
            let mut exchange = TcpExchange::new(shared);
            let result = exchange.check_partitions().map_err(E::from).and_then(|()| solve(&mut exchange));
            std::mem::forget(abort);
            match &result {
                Ok(_) => {
                    shared.say_goodbye();
                    // A sender ends when all is sent, or its process is lost.
                    senders.into_iter().for_each(|sender| drop(sender.join()));
                    shared.end_in(LINGER);
                }
                Err(error) => {
                    shared.say_abort(&error.to_string());
                    shared.end_in(ABORT_TIME);
                }
            }
            result
        })
    }
}

/// Ends the threads of the connections if the solver panics.
struct AbortOnPanic<'r, 'a>(&'r Shared<'a>);

impl Drop for AbortOnPanic<'_, '_> {
    fn drop(&mut self) {
        self.0.say_abort("the program failed");
        self.0.end_in(ABORT_TIME);
    }
}
