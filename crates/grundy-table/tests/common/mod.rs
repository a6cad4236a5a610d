//! Writes tables of catalogue games into memory or a file.

#![allow(dead_code, reason = "every test file is a crate of its own and uses a part of this")]

pub(crate) mod sealed;
pub(crate) mod thrift;

use grundy::catalog::{self, OpenedGame};
use grundy::limits::Limits;
use grundy::solver::{Extent, RowId, SolvedGame, Statistics};
use grundy::{Nimber, Play, Verdict};
use grundy_table::{Header, NewRow, Writer, rules_of};
use std::io::Write as _;
use tempfile::NamedTempFile;

/// The table to write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) game: &'static str,
    /// The position to begin at; empty: the game's start, or all positions.
    pub(crate) from: &'static str,
    pub(crate) reduced: bool,
    pub(crate) texts: bool,
}

pub(crate) fn plain(game: &'static str, from: &'static str) -> Plan {
    Plan { game, from, reduced: false, texts: true }
}

pub(crate) fn open(plan: Plan) -> OpenedGame {
    catalog::open(plan.game, Play::Normal, &Limits::NONE).unwrap()
}

/// The bytes of a table with verdicts changed by `change`; `None` if the game has no such table.
pub(crate) fn written(plan: Plan, limits: &Limits<'_>, change: impl Fn(u64, Verdict) -> Verdict) -> Option<Vec<u8>> {
    written_with(plan, limits, |row, verdict, grundy| Some((change(row, verdict), grundy)))
}

/// The bytes of a table with verdicts and Grundy values changed by `change`; a row for which it returns `None` is left out.
pub(crate) fn written_with(
    plan: Plan,
    limits: &Limits<'_>,
    change: impl Fn(u64, Verdict, Option<Nimber>) -> Option<(Verdict, Option<Nimber>)>,
) -> Option<Vec<u8>> {
    written_and_built(plan, limits, change).map(|(bytes, _)| bytes)
}

/// The bytes of a table, changed by `change`, with the statistics of the solved game.
pub(crate) fn written_and_built(
    plan: Plan,
    limits: &Limits<'_>,
    change: impl Fn(u64, Verdict, Option<Nimber>) -> Option<(Verdict, Option<Nimber>)>,
) -> Option<(Vec<u8>, Statistics)> {
    written_weighted(plan, limits, |row, verdict, grundy, weight| {
        change(row, verdict, grundy).map(|(verdict, grundy)| (verdict, grundy, weight))
    })
}

/// The bytes of a table with the verdicts, Grundy values and weights of rows changed by `change`.
pub(crate) fn written_weighted(
    plan: Plan,
    limits: &Limits<'_>,
    change: impl Fn(u64, Verdict, Option<Nimber>, u64) -> Option<(Verdict, Option<Nimber>, u64)>,
) -> Option<(Vec<u8>, Statistics)> {
    written_game(&open(plan), plan, limits, change)
}

/// The bytes of a table of an open game, changed by `change`.
pub(crate) fn written_game(
    opened: &OpenedGame,
    plan: Plan,
    limits: &Limits<'_>,
    change: impl Fn(u64, Verdict, Option<Nimber>, u64) -> Option<(Verdict, Option<Nimber>, u64)>,
) -> Option<(Vec<u8>, Statistics)> {
    let game = opened.as_dyn();
    let start = if plan.from.is_empty() { game.start() } else { Some(game.parse(plan.from).unwrap()) };
    let extent = start.as_ref().map_or(Extent::All, Extent::From);
    let solved = SolvedGame::solve(opened, extent, plan.reduced, limits).ok()?;
    let built = solved.count(limits).unwrap();
    let texts = plan.texts;
    let header = Header {
        game: plan.game.to_owned(),
        play: game.play(),
        rules: rules_of(plan.game, opened).unwrap(),
        program: "a test".to_owned(),
        order: solved.order(),
        is_reduced: plan.reduced,
        has_texts: texts,
        is_dense: !texts && solved.is_dense(),
        has_weights: plan.reduced || !texts && solved.is_weighted(),
        has_stages: solved.has_stages(),
        has_infinite_values: solved.has_infinite_values(),
        start: built.start.as_ref().map(|(at, _)| game.to_text(at).unwrap()),
        opening: None,
    };
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    let (mut number, mut left_out) = (0, 0);
    solved
        .rows(!texts, limits, &mut |row| {
            let changed = change(number, row.verdict, row.grundy, row.weight);
            number += 1;
            let Some((verdict, grundy, weight)) = changed else {
                left_out += row.weight;
                return true;
            };
            left_out = left_out.wrapping_add(row.weight).wrapping_sub(weight);
            let index = if let RowId::Index(index) = row.id { index.0 } else { 0 };
            let at = solved.position(row);
            if writer.wants_first_key() {
                let mut key = Vec::new();
                solved.order().sort_key(game, &at, &mut key).unwrap();
                writer.push_first_key(&key);
            }
            let text = if texts { game.to_text(&at).unwrap() } else { String::new() };
            let (loopy, stage) = (solved.loopy(row), solved.stage(row));
            let loopy = loopy.as_deref();
            let new = NewRow { text: &text, number: index, verdict, grundy, loopy, stage, player: row.player, weight };
            writer.push(&new).unwrap();
            true
        })
        .unwrap();
    let (bytes, counts) = writer.finish(built.moves).unwrap();
    assert_eq!(counts.positions.total().wrapping_add(left_out), built.positions, "{plan:?}");
    Some((bytes, built))
}

pub(crate) fn file(bytes: &[u8]) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    file.flush().unwrap();
    file
}
