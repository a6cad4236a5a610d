//! Integration tests of `grundy serve`: the program with its workers, and a client that sends exact bytes.
#![cfg(feature = "web")]

#[path = "../common/mod.rs"]
mod common;

mod caching;
mod described;
mod errors;
mod evidence;
mod fairness;
mod guard;
mod hostile;
mod library;
mod log;
mod serve;
mod served;
mod undecided;
