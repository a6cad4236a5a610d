//! Processes of a run as threads of the test, on loopback.

use grundy::solve::partitioned::{Exchange, ExchangeError, Storage};
use grundy_cluster::{Config, Connections, Options, Secret, TcpExchange, connect};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

/// The sockets of `count` processes on loopback, with their addresses.
pub(crate) fn listeners(count: usize) -> (Vec<Option<TcpListener>>, Vec<String>) {
    let sockets: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses = sockets.iter().map(|socket| socket.local_addr().unwrap().to_string()).collect();
    (sockets.into_iter().map(Some).collect(), addresses)
}

/// A configuration that fails after 20 s.
pub(crate) fn config(process: usize, addresses: &[String], listener: Option<TcpListener>) -> Config<'static> {
    Config {
        listener,
        secret: Secret::new("a secret of the tests"),
        job: vec![("game".to_owned(), "nim".to_owned())],
        timeout: Duration::from_secs(20),
        ..Config::new(process, addresses.to_vec())
    }
}

/// Connects `count` processes.
#[allow(dead_code, reason = "not all tests use it")]
pub(crate) fn connected(count: usize) -> Vec<Connections> {
    let (sockets, addresses) = listeners(count);
    let configs = sockets.into_iter().enumerate().map(|(process, socket)| config(process, &addresses, socket));
    std::thread::scope(|scope| {
        let threads: Vec<_> = configs.map(|config| scope.spawn(|| connect(config).expect("connected"))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// A storage in memory.
#[allow(dead_code, reason = "not all tests use it")]
pub(crate) fn memory() -> Arc<Storage> {
    Arc::new(Storage::in_memory())
}

/// Runs `solve` on one process for each storage, and returns their results.
#[allow(dead_code, reason = "not all tests use it")]
pub(crate) fn run_all<T: Send>(
    storages: &[Arc<Storage>],
    options: &Options<'static>,
    solve: impl Fn(&mut TcpExchange<'_, '_>) -> Result<T, ExchangeError> + Sync,
) -> Vec<Result<T, ExchangeError>> {
    let connections = connected(storages.len());
    let solve = &solve;
    std::thread::scope(|scope| {
        let runs = connections.into_iter().zip(storages);
        let threads: Vec<_> = runs
            .map(|(connections, storage)| {
                // Each process has its flag.
                let options = Options { has_failed: Default::default(), ..options.clone() };
                scope.spawn(move || connections.run(storage, options, |exchange| solve(exchange)))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// The blocks of a stream, each with its source.
pub(crate) type Blocks = Vec<(u32, Vec<u8>)>;

/// All blocks of a stream, with their sources; `None` if there is no such stream.
#[allow(dead_code, reason = "not all tests use it")]
pub(crate) fn read(storage: &Storage, name: &str) -> Option<Blocks> {
    let mut reader = storage.open(name).unwrap()?;
    let (mut all, mut block) = (Vec::new(), Vec::new());
    while let Some(source) = reader.next(&mut block).unwrap() {
        all.push((source, block.clone()));
    }
    Some(all)
}

/// The text of the only other process's failure.
#[allow(dead_code, reason = "not all tests use it")]
pub(crate) fn peer_error<T: std::fmt::Debug>(result: Result<T, ExchangeError>) -> String {
    match result {
        Err(ExchangeError::Peer { message, .. }) => message,
        other => panic!("{other:?}"),
    }
}

/// Sends `blocks` blocks of `bytes` bytes from each partition to each partition.
#[allow(dead_code, reason = "not all tests use it")]
pub(crate) fn flood(exchange: &mut dyn Exchange, blocks: usize, bytes: usize) -> Result<(), ExchangeError> {
    let partitions = exchange.partitions();
    exchange.round(&|_, _, outbox| {
        for _ in 0..blocks {
            (0..partitions).try_for_each(|to| outbox.send(to, &vec![7; bytes]).map(drop))?;
        }
        Ok(())
    })
}
