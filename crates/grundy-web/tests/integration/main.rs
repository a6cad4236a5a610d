//! Integration tests of the server that need no program: the crate's own interface.

mod connection_age;
mod worker;
