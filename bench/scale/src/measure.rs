//! Rounds of messages between processes that are threads of this one, over loopback.

use grundy::solve::partitioned::{Exchange, ExchangeError, LocalExchange, Storage, inbox_name};
use grundy_cluster::{Config, Options, connect};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;

/// Number of partitions.
const PARTITIONS: u32 = 16;
/// Number of bytes of a message.
const MESSAGE: usize = 8;

/// The cost of a run.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    pub processes: usize,
    pub messages: u64,
    pub rounds: u64,
    /// Seconds of all threads.
    pub cpu: f64,
    /// Seconds.
    pub wall: f64,
    /// Bytes that left a process: messages, headers and signs of life.
    pub wire_bytes: u64,
}

impl Measured {
    /// Number of messages to another process.
    pub fn remote_messages(&self) -> f64 {
        self.messages as f64 * (1.0 - 1.0 / self.processes as f64)
    }
}

/// Runs `rounds` rounds in which all partitions together send `messages` messages, each to a random partition, and read those they get.
pub fn run(processes: usize, messages: u64, rounds: u64) -> Measured {
    let each = messages / rounds / u64::from(PARTITIONS);
    let before = sent_bytes();
    let (_, cost) = meter::measure(|| {
        on_processes(processes, |exchange| {
            for _ in 0..=rounds {
                round(exchange, each)?;
            }
            Ok(())
        });
    });
    let messages = each * u64::from(PARTITIONS) * (rounds + 1);
    let (cpu, wall) = (cost.cpu.as_secs_f64(), cost.wall.as_secs_f64());
    Measured { processes, messages, rounds, cpu, wall, wire_bytes: sent_bytes() - before }
}

/// The seconds of a round without messages.
pub fn empty_rounds(processes: usize, rounds: u32) -> f64 {
    let (_, cost) = meter::measure(|| {
        on_processes(processes, |exchange| (0..rounds).try_for_each(|_| round(exchange, 0)));
    });
    cost.wall.as_secs_f64() / f64::from(rounds)
}

fn round(exchange: &mut dyn Exchange, messages: u64) -> Result<(), ExchangeError> {
    let round = exchange.next_round();
    exchange.round(&|partition, inbox, outbox| {
        let (mut block, mut sum) = (Vec::new(), 0_u64);
        while inbox.next(&mut block)?.is_some() {
            sum = block.chunks_exact(MESSAGE).fold(sum, |sum, message| {
                sum.wrapping_add(u64::from_le_bytes(message.try_into().expect("eight bytes")))
            });
        }
        let mut random = fastrand::Rng::with_seed(u64::from(partition) ^ round << 32 ^ sum);
        for _ in 0..messages {
            let message = random.u64(..);
            outbox.send(message as u32 % PARTITIONS, &message.to_le_bytes())?;
        }
        Ok(())
    })?;
    if let Some(before) = round.checked_sub(1) {
        exchange.local().try_for_each(|at| exchange.storage().remove(&inbox_name(before, at)))?;
    }
    exchange.sum(&mut [0])
}

/// Calls `solve` on each of `processes` processes.
fn on_processes(processes: usize, solve: impl Fn(&mut dyn Exchange) -> Result<(), ExchangeError> + Sync) {
    if processes == 1 {
        let mut local = LocalExchange::new(Storage::in_memory(), PARTITIONS, 1, 1 << 16);
        return solve(&mut local).expect("one process");
    }
    let sockets: Vec<TcpListener> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let addresses: Vec<String> = sockets.iter().map(|socket| socket.local_addr().expect("bound").to_string()).collect();
    thread::scope(|scope| {
        for (process, socket) in sockets.into_iter().enumerate() {
            let config = Config { listener: Some(socket), ..Config::new(process, addresses.clone()) };
            let solve = &solve;
            scope.spawn(move || {
                let storage = Arc::new(Storage::in_memory());
                let options = Options { partitions: PARTITIONS, ..Options::default() };
                let connections = connect(config).expect("connected");
                connections.run(&storage, options, |exchange| solve(exchange)).expect("a run");
            });
        }
    });
}

/// Number of bytes that the loopback interface has carried, which are those of this program on a quiet machine.
fn sent_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/net/dev").expect("Linux lists the interfaces");
    let line = text.lines().find_map(|line| line.trim().strip_prefix("lo:")).expect("loopback");
    line.split_whitespace().nth(8).expect("the bytes that were sent").parse().expect("a number")
}
