//! The server: accepts connections, bounds their number and their time, and shuts down.

use crate::app::App;
use crate::client::{Client, ClientPermits};
use crate::config::Config;
use crate::http::{Hosts, router};
use axum::middleware::AddExtension;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tower_layer::Layer;

/// The time after which a connection is closed if its next request has no complete head.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// The time that requests under way have to finish when the server shuts down.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);
/// The maximum time of a request beyond its work: waiting in the queues, and sending the answer.
const REQUEST_OVERHEAD: Duration = Duration::from_secs(60);
/// The limits on the head of a request: its size in bytes, and the number of its headers (`HEADERS`).
const HEAD_BYTES: usize = 32 << 10;
const HEADERS: usize = 64;
/// The response on a connection beyond the limits, which is then closed.
const NO_ROOM: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
    content-length: 112\r\nconnection: close\r\n\r\n\
    {\"error\":{\"status\":503,\"message\":\"there is no room for another connection\",\"help\":\"try again in a few seconds\"}}";

/// A server that listens but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    config: Config,
}

impl Server {
    /// Creates a server that listens on the address of the configuration.
    ///
    /// # Errors
    /// If the server cannot listen on the address.
    pub fn bind(config: Config) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind((config.listen, config.port))?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, config })
    }

    /// Returns the address that the server listens on.
    ///
    /// # Errors
    /// If the system does not return the address.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stopped` returns `true`, then finishes the requests under way. `stopped` is called ten times a second.
    ///
    /// # Errors
    /// If the system cannot start the threads of the server.
    pub fn run(self, stopped: &dyn Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(self.config.threads.max(1))
            .max_blocking_threads(8)
            .thread_name("serve")
            .enable_all()
            .build()?;
        let done = runtime.block_on(serve(self.listener, self.config, stopped));
        runtime.shutdown_timeout(Duration::from_secs(1));
        done
    }
}

async fn serve(listener: std::net::TcpListener, config: Config, stopped: &dyn Fn() -> bool) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let most = config.connections.clamp(1, Semaphore::MAX_PERMITS);
    let connection_permits = Arc::new(Semaphore::new(most));
    let (hosts, is_logged) = (Hosts::new(&config.hosts), config.log);
    let timeouts =
        Timeouts { connection_age: config.max_connection_age, request: config.time.saturating_add(REQUEST_OVERHEAD) };
    let clients = ClientPermits::new(config.client_connections.max(1));
    let app = Arc::new(App::new(config));
    let router = router(Arc::clone(&app), hosts, is_logged);
    let (end, ending) = watch::channel(false);
    let accepting = tokio::spawn(accept(
        listener,
        Arc::clone(&app),
        router,
        (Arc::clone(&connection_permits), clients, timeouts),
        ending,
    ));
    let mut tick = interval(Duration::from_millis(100));
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !stopped() && !accepting.is_finished() {
        tick.tick().await;
        app.pool.reap_idle();
    }
    let _ = end.send(true);
    // Every connection holds a permit: once all permits are free, all connections are closed.
    let _ = timeout(SHUTDOWN_GRACE, connection_permits.acquire_many(u32::try_from(most).unwrap_or(u32::MAX))).await;
    accepting.abort();
    Ok(())
}

/// The age at which a connection is closed, and the maximum time of a request in progress then.
#[derive(Clone, Copy, Debug)]
struct Timeouts {
    connection_age: Duration,
    request: Duration,
}

async fn accept(
    listener: TcpListener,
    app: Arc<App>,
    router: Router,
    (connection_permits, clients, timeouts): (Arc<Semaphore>, ClientPermits, Timeouts),
    mut ending: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = ending.wait_for(|ended| *ended) => return,
        };
        let Ok((stream, from)) = accepted else {
            // Either no file descriptors are left, or the client has already closed the connection.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        app.metrics.connections.inc();
        let client = Client::from(from.ip());
        let permits = (Arc::clone(&connection_permits).try_acquire_owned().ok(), clients.try_acquire(client));
        let (Some(permit), Some(of_client)) = permits else {
            app.metrics.refused.inc();
            let _ = stream.try_write(NO_ROOM);
            continue;
        };
        let (app, router, ending) = (Arc::clone(&app), router.clone(), ending.clone());
        tokio::spawn(async move {
            let _permits = (permit, of_client);
            app.metrics.open.inc();
            connection(stream, Extension(client).layer(router), timeouts, ending).await;
            app.metrics.open.dec();
        });
    }
}

/// Serves a connection until it ends, it is too old, or the server shuts down.
async fn connection(
    stream: TcpStream,
    router: AddExtension<Router, Client>,
    timeouts: Timeouts,
    mut ending: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEADERS)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    tokio::pin!(connection);
    let is_old = tokio::select! {
        // An error is the client's: it closed the connection, or is too slow.
        _ = connection.as_mut() => return,
        () = sleep(timeouts.connection_age) => true,
        () = ended(&mut ending) => false,
    };
    connection.as_mut().graceful_shutdown();
    if is_old {
        // The request in progress is answered.
        tokio::select! {
            _ = connection.as_mut() => return,
            () = sleep(timeouts.request) => return,
            () = ended(&mut ending) => {}
        }
    }
    let _ = timeout(SHUTDOWN_GRACE, connection).await;
}

/// Waits until the server shuts down.
async fn ended(ending: &mut watch::Receiver<bool>) {
    let _ = ending.wait_for(|ended| *ended).await;
}
