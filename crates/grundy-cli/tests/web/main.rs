//! `grundy serve` from the outside: the program with its workers, and a client that sends exactly what a test says.
#![cfg(feature = "web")]

#[path = "../common/mod.rs"]
mod common;

mod caching;
mod described;
mod errors;
mod fairness;
mod guard;
mod hostile;
mod library;
mod serve;
mod served;
