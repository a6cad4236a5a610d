//! What the integration tests share: a slow solver, random games, and games written anew from their rules.

// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

pub(crate) mod naive;
pub(crate) mod random;
pub(crate) mod taking;

use grundy::catalog::{self, OpenError, Opened};
use grundy::limits::Limits;
use grundy::{Play, any::Key};
use std::sync::atomic::{AtomicU64, Ordering};

/// Opens a game that must open.
pub(crate) fn open(game: &str, play: Play) -> Opened {
    catalog::open(game, play, &Limits::NONE).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Reads a position that must be one.
pub(crate) fn at(game: &Opened, text: &str) -> Key {
    game.any().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Opens a graph file of this text, written for the purpose and removed again: the door for graphs is a path.
pub(crate) fn try_graph(text: &str, play: Play) -> Result<Opened, OpenError> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = format!("grundy-{}-{}.txt", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).expect("a writable directory for temporary files");
    let opened = catalog::open(&format!("graph:{}", path.display()), play, &Limits::NONE);
    std::fs::remove_file(&path).expect("the file just written");
    opened
}

/// Opens a graph file that must open.
pub(crate) fn graph(text: &str, play: Play) -> Opened {
    try_graph(text, play).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
