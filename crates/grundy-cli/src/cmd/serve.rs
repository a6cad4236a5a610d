//! `grundy serve`: serves the page and the HTTP interface.

use crate::fail::{Failure, system_message};
use crate::text_output;
use crate::{bounds, descriptors, interrupt, sandbox, tables};
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::json::TableStatistics;
use grundy_table::Table;
use grundy_web::{Config, LoadedTable, Server, WorkerCommand, WorkerConfig, host_address};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

/// The argument after the hidden verb that marks a worker process of a server.
const WORKER: &str = "web";
/// The maximum length of a table's name in characters.
const NAME: usize = 64;

/// Arguments of `serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Tables that answer for their games, written by `grundy build GAME -o TABLE`
    #[arg(value_name = "TABLE")]
    tables: Vec<String>,
    /// The address to listen at; `0.0.0.0` is every address that the machine has
    #[arg(long, value_name = "ADDRESS", value_parser = listen_address, default_value = "127.0.0.1")]
    listen: IpAddr,
    /// A name of this host, beside `localhost` and its addresses; requests that name another host are refused, and so are rules files that
    /// clients post, unless `--rules` is given
    #[arg(long = "host", value_name = "NAME", value_parser = host_name)]
    hosts: Vec<String>,
    /// Let clients post rules files; without it they may only if the server listens on a loopback address and no `--host` names another
    /// host
    #[arg(long)]
    rules: bool,
    /// Refuse rules files that clients post, even with `--rules`
    #[arg(long)]
    no_rules: bool,
    /// The port to listen at; 0 takes one that is free
    #[arg(long, value_name = "PORT", value_parser = port, default_value = "8000")]
    port: u16,
    /// Time that one request may take
    #[arg(long, value_name = "SECONDS", value_parser = bounds::seconds, default_value = "10")]
    time: Duration,
    /// Memory that one request may take, as `400M` or `2G`; the process that works on it takes at most 64 MiB more
    #[arg(long, value_name = "SIZE", value_parser = bounds::size, default_value = "512M")]
    memory: u64,
    /// Heavy requests that are worked on at a time
    #[arg(long, value_name = "N", value_parser = bounds::whole(1..=64), default_value_t = 2)]
    workers: u64,
    /// Heavy requests that may wait; more are refused
    #[arg(long, value_name = "N", value_parser = bounds::whole(1..=1000), default_value_t = 16)]
    queue: u64,
    /// Connections that one client may have open at a time
    #[arg(long, value_name = "N", value_parser = bounds::whole(1..=65536), default_value_t = 512)]
    client_connections: u64,
    /// Write a line about each request to standard error: its time, client, path, status and duration
    #[arg(long)]
    log: bool,
}

impl Args {
    /// The reason why clients may not post rules files; `None` if they may.
    fn rules_refusal(&self) -> Option<String> {
        if self.no_rules {
            Some("it was started with `--no-rules`".to_owned())
        } else if self.rules {
            None
        } else if !self.listen.is_loopback() {
            Some("it listens beyond the loopback address; `--rules` allows them".to_owned())
        } else if self.hosts.iter().any(|name| !is_own_machine(name)) {
            // A proxy on this machine connects from the loopback address on behalf of everyone.
            Some("it answers for other hosts, by `--host`; `--rules` allows them".to_owned())
        } else {
            None
        }
    }
}

/// Parses the address to listen at.
fn listen_address(text: &str) -> Result<IpAddr, String> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    host_address(text).ok_or_else(|| {
        "write an address of this machine, as in `127.0.0.1` or `0.0.0.0`; `--port` gives the port".to_owned()
    })
}

/// Parses a port.
fn port(text: &str) -> Result<u16, String> {
    bounds::whole(0..=u16::MAX.into())(text).map(|port| port as u16)
}

/// Parses the name of a host, which has no port.
fn host_name(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c));
    if is_name || host_address(text).is_some() {
        return Ok(text.to_owned());
    }
    Err("write the name alone, without `http://` and without a port, as in `games.example`".to_owned())
}

/// Whether a name that `--host` gives means this machine to every client: `localhost` or a loopback address.
fn is_own_machine(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost") || host_address(name).is_some_and(|address| address.is_loopback())
}

/// Runs `grundy serve` until Ctrl-C.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    interrupt::install_handlers();
    descriptors::keep_from_children();
    if args.log {
        tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).with_ansi(false).init();
    }
    let mut config = Config {
        listen: args.listen,
        port: args.port,
        hosts: args.hosts.clone(),
        rules_refusal: args.rules_refusal(),
        worker: Some(WorkerCommand {
            program: std::env::current_exe()?,
            arguments: vec![sandbox::VERB.into(), WORKER.into()],
        }),
        client_connections: args.client_connections as usize,
        time: args.time,
        memory: args.memory,
        workers: args.workers as usize,
        queue: args.queue as usize,
        log: args.log,
        ..Config::default()
    };
    for path in &args.tables {
        let table = load(path)?;
        if config.tables.iter().any(|known| known.name() == table.name()) {
            let message = format!("{path}: there are two tables called `{}`", table.name());
            return Err(Failure::input(message, "rename one of the files"));
        }
        config.tables.push(table);
    }
    config.connections =
        config.connections.min(descriptors::raise_limit(config.connections + 256).saturating_sub(128).max(16));
    let address = SocketAddr::new(args.listen, args.port);
    let server = Server::bind(config).map_err(|error| {
        Failure::input(
            format!("cannot listen at {address}: {}", system_message(&error)),
            "name another address or port: --listen, --port",
        )
    })?;
    let address = server.address()?;
    writeln!(std::io::stdout(), "http://{address}/")?;
    text_output::eprintln(format_args!("serving; Ctrl-C ends it"));
    server.run(&interrupt::is_pressed)?;
    if interrupt::is_pressed() { Err(Failure::interrupted()) } else { Ok(()) }
}

/// Opens a table; its name is that of the file.
fn load(path: &str) -> Result<LoadedTable, Failure> {
    let stem = Path::new(path).file_stem().unwrap_or(OsStr::new("table")).to_string_lossy();
    let plain = |c: char| if c.is_alphanumeric() || "-_.,".contains(c) { c } else { '-' };
    let name: String = stem.chars().take(NAME).map(plain).collect();
    let table = Table::open(path).map_err(|error| tables::failure(path, &error))?;
    if table.has_rules_file() {
        // The server itself never runs scripts.
        return Ok(LoadedTable::read_by_worker(&name, table, path));
    }
    let (table, game) = tables::open(path, None, &Limits::NONE)?;
    if table.header().opening.is_some() {
        // Nor does it search.
        return Ok(LoadedTable::read_by_worker(&name, table, path));
    }
    Ok(LoadedTable::new(&name, table, game, statistics))
}

/// The statistics of a table.
fn statistics(table: &Table, game: &OpenedGame) -> Result<TableStatistics, String> {
    super::stats::as_json("the table", table, game, &Limits::NONE).map_err(|_| "the table is damaged".to_owned())
}

/// The arguments of a worker: the maximum memory of a request in bytes, and the path of a table, if it has one.
pub(crate) type WorkerArgs = (u64, Option<OsString>);

/// The arguments of a worker, if this process is one.
pub(crate) fn worker_args() -> Option<WorkerArgs> {
    let mut arguments = std::env::args_os().skip(1);
    let is_worker = arguments.next()? == sandbox::VERB && arguments.next()? == WORKER;
    if is_worker { Some((arguments.next()?.to_str()?.parse().ok()?, arguments.next())) } else { None }
}

/// Runs a worker for the server that started this process.
pub(crate) fn run_worker((memory, table): WorkerArgs) -> Result<(), Failure> {
    let table = table.map(Table::open);
    sandbox::apply_worker_limits(memory);
    // The worker has already opened everything that it reads.
    let isolation = sandbox::isolate_worker();
    let process = WorkerConfig { table, statistics, isolation };
    Ok(grundy_web::serve_pipe(process, std::io::stdin().lock(), std::io::stdout().lock())?)
}
