//! One connection after its handshake.

use socket2::{SockRef, TcpKeepalive};
#[cfg(unix)]
use std::fs::File as Socket;
use std::io::{self, Read, Write};
use std::net::TcpStream;
#[cfg(not(unix))]
use std::net::TcpStream as Socket;
use std::time::Duration;

/// The most time that a read or a write blocks.
pub(crate) const POLL: Duration = Duration::from_millis(500);
/// The time without a message after which the system asks the other host whether it is there, and that between two questions.
const KEEPALIVE: (Duration, Duration) = (Duration::from_secs(20), Duration::from_secs(10));

/// A connection that any thread may read or write.
///
/// On Unix it is read and written as a file is: a process that has isolated itself, because it runs a rules file, may read and write what
/// is open, but has no system calls for sockets.
#[derive(Debug)]
pub(crate) struct Link(Socket);

impl Link {
    /// Prepares a connection for the run.
    ///
    /// There is no `TCP_USER_TIMEOUT`: Linux applies it also to a receiver that has no space left, so a host whose disk is busy for that long
    /// would lose its connections. Signs of life detect a lost host instead, and before the run begins TCP's own keepalive.
    pub(crate) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(POLL))?;
        stream.set_write_timeout(Some(POLL))?;
        let keepalive = TcpKeepalive::new().with_time(KEEPALIVE.0).with_interval(KEEPALIVE.1);
        SockRef::from(&stream).set_tcp_keepalive(&keepalive)?;
        #[cfg(unix)]
        let stream = Socket::from(std::os::fd::OwnedFd::from(stream));
        Ok(Self(stream))
    }

    pub(crate) fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        (&self.0).read(bytes)
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        (&self.0).write(bytes)
    }
}
