//! What the integration tests share: a slow solver, random games, and games written anew from their rules.

// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

pub(crate) mod chess;
pub(crate) mod naive;
pub(crate) mod random;
pub(crate) mod scatter;
pub(crate) mod taking;
pub(crate) mod walk;

use dashu_int::UBig;
use grundy::Play;
use grundy::catalog::{self, OpenError, OpenedGame};
use grundy::graph::explore;
use grundy::limits::Limits;
use grundy::text::{Key, TextGame};
use std::collections::BTreeSet;
use std::io::Write;

/// Opens a game that must open.
pub(crate) fn open(game: &str, play: Play) -> OpenedGame {
    catalog::open(game, play, &Limits::NONE).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Reads a position that must be one.
pub(crate) fn at(game: &OpenedGame, text: &str) -> Key {
    game.as_dyn().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Opens a graph file of this text, written for the purpose and removed again: the door for graphs is a path.
pub(crate) fn try_graph(text: &str, play: Play) -> Result<OpenedGame, OpenError> {
    let mut file = tempfile::NamedTempFile::new().expect("a writable directory for temporary files");
    // Without truncating it: ext4 writes a file that was truncated to the disk, and removing it would wait for that.
    file.write_all(text.as_bytes()).expect("room for a temporary file");
    catalog::open(&format!("graph:{}", file.path().display()), play, &Limits::NONE)
}

/// Opens a graph file that must open.
pub(crate) fn graph(text: &str, play: Play) -> OpenedGame {
    try_graph(text, play).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Positions and moves come back as they went out, on everything that can be reached.
pub(crate) fn text_is_unambiguous<G: TextGame<Position: std::fmt::Debug>>(game: &G, root: G::Position) {
    let explored = explore(game, [root], &Limits::NONE).unwrap();
    let mut texts = BTreeSet::new();
    for at in explored.positions() {
        let text = game.to_text(at);
        assert_eq!(game.parse(&text).as_ref(), Ok(at), "{text}");
        let mut bytes = Vec::new();
        game.encode(at, &mut bytes);
        assert_eq!(&game.decode(&bytes), at, "{text}");
        assert_eq!(game.canonical(&game.canonical(at)), game.canonical(at), "{text}");
        texts.insert(text);
        let mut moves = Vec::new();
        game.moves(at, &mut moves);
        let labels: BTreeSet<String> = moves.iter().map(|m| game.move_text(at, m)).collect();
        assert_eq!(labels.len(), moves.len(), "two moves of {at:?} have one text");
        assert_eq!(game.count_moves(at), UBig::from(moves.len()));
    }
    assert_eq!(texts.len(), explored.positions().len(), "two positions have one text");
}
