//! Tables as the verbs use them: written from what was solved, opened with the game that they are of.

use crate::fail::Failure;
#[cfg(feature = "rules")]
use crate::fence;
use crate::question::{self, Question};
#[cfg(feature = "rules")]
use crate::rules::{self, Settings};
use crate::whole;
use grundy::Play;
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy::solver::{BuildError, Row, RowId, SolvedGame, Statistics};
use grundy::text::{DynGame, Order};
use grundy_table::{Counts, Header, NewRow, Table, TableError, Writer, digest_of, digest_of_text};
use std::io::{self, Write};

/// The version of the rules of the catalogue's games; a change of any of them makes it greater.
const CATALOGUE: u32 = 1;

/// A table that is to be written.
pub(crate) struct Making<'a> {
    pub(crate) question: &'a Question,
    pub(crate) game: &'a Opened,
    pub(crate) reduced: bool,
    pub(crate) texts: bool,
}

/// Why a table was not written.
pub(crate) enum Unwritten {
    File(io::Error),
    Build(BuildError),
    Nothing,
}

impl Making<'_> {
    /// Writes all rows, under a temporary name until all are on the disk.
    pub(crate) fn write(
        &self,
        path: &str,
        solved: &SolvedGame<'_>,
        built: &Statistics,
        limits: &Limits<'_>,
    ) -> Result<Counts, Unwritten> {
        let header = self.header(solved, built).map_err(Unwritten::File)?;
        let mut why = None;
        let written = whole::write_by(path, |out| {
            let mut writer = Writer::new(out, header)?;
            let mut failed = Ok(());
            let walked = solved.rows(!self.texts, limits, &mut |row| {
                failed = self.push(&mut writer, solved, row);
                failed.is_ok()
            });
            failed?;
            if let Err(error) = walked {
                why = Some(Unwritten::Build(error));
                return Err(io::Error::other("the rows end early"));
            }
            let (_, counts) = writer.finish(built.moves)?;
            if counts.stored == 0 {
                why = Some(Unwritten::Nothing);
                return Err(io::Error::other("there are no rows"));
            }
            Ok(counts)
        });
        written.map_err(|error| why.unwrap_or(Unwritten::File(error)))
    }

    fn header(&self, solved: &SolvedGame<'_>, built: &Statistics) -> io::Result<Header> {
        let any = self.game.any();
        Ok(Header {
            game: self.question.game.clone(),
            play: any.play_kind().as_str().to_owned(),
            rules: rules_of(&self.question.game, any)?,
            program: concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned(),
            order: solved.order(),
            reduced: self.reduced,
            texts: self.texts,
            dense: !self.texts && solved.is_dense(),
            weights: self.reduced || !self.texts && solved.is_weighted(),
            start: built.start.as_ref().map(|(at, _)| any.to_text(at)),
        })
    }

    fn push<W: Write + Send>(&self, writer: &mut Writer<W>, solved: &SolvedGame<'_>, row: &Row) -> io::Result<()> {
        let number = if let RowId::Number(index) = row.spot { index.0 } else { 0 };
        let any = self.game.any();
        if writer.wants_fence() {
            if self.texts {
                let mut place = Vec::new();
                let placed = solved.order().place(any, &solved.position(row), &mut place);
                placed.ok_or_else(|| io::Error::other("a position without a place"))?;
                writer.fence(&place);
            } else {
                writer.fence(&number.to_be_bytes());
            }
        }
        let text = if self.texts { solved.text(any, row) } else { String::new() };
        let Row { verdict, grundy, turn, weight, .. } = *row;
        writer.push(&NewRow { text: &text, number, verdict, grundy, turn, weight })
    }
}

/// Whether the positions of a game may be known by their numbers alone.
pub(crate) fn has_numbers(game: &Opened) -> bool {
    let any = game.any();
    any.without_grundy().is_some() && any.indexed().is_some()
}

/// What the rules of a game are: a version, the hash of a graph file, or the whole text of a rules file.
fn rules_of(game: &str, any: &dyn DynGame) -> io::Result<String> {
    if let Some(text) = any.rules() {
        return Ok(text);
    }
    match game.strip_prefix("graph:") {
        Some(path) => Ok(format!("graph file, SHA-256 {}", digest_of(path)?)),
        None => Ok(format!("catalogue {CATALOGUE}")),
    }
}

/// The same in a line: of a rules file and its parameters, the hash.
pub(crate) fn rules_in_a_line(game: &str, any: &dyn DynGame) -> io::Result<String> {
    match any.rules() {
        Some(text) => Ok(format!("rules file, SHA-256 {} with its parameters", digest_of_text(&text))),
        None => rules_of(game, any),
    }
}

/// Opens a table and the game that it is of; `moved` is where the file of the rules is now.
pub(crate) fn open(path: &str, moved: Option<&str>, limits: &Limits<'_>) -> Result<(Table, Opened), Failure> {
    let table = Table::open(path).map_err(|error| failure(path, &error))?;
    let header = table.header();
    let play = if header.play == Play::Misere.as_str() { Play::Misere } else { Play::Normal };
    #[cfg(feature = "rules")]
    if let Some(game) = kept(&table, play, limits) {
        let game = game?;
        // The table has its rules in itself; a file that is named is one to be compared with them.
        if let Some(file) = moved {
            check(path, &table, file, &rules::open(file, &Settings::NONE, play, limits)?)?;
        }
        return Ok((table, game));
    }
    let text = match moved {
        Some(file) if header.game.starts_with("graph:") && !file.starts_with("graph:") => format!("graph:{file}"),
        Some(game) => game.to_owned(),
        None => header.game.clone(),
    };
    let game =
        question::open(&text, play, limits).map_err(|error| match (error, header.game.strip_prefix("graph:")) {
            (Failure::Input { message, place, .. }, Some(_)) if moved.is_none() => Failure::Input {
                message,
                place,
                help: format!("{path} is a table of that file; where it has moved, say so by --game FILE"),
            },
            (error, _) => error,
        })?;
    check(path, &table, &text, &game)?;
    Ok((table, game))
}

/// Whether the rules of a table are a script, which it keeps.
pub(crate) fn is_script(table: &Table) -> bool {
    table.header().rules.starts_with("rules file\n")
}

/// The game of a table that keeps its rules: a script, which runs in a process of its own alone.
#[cfg(feature = "rules")]
fn kept(table: &Table, play: Play, limits: &Limits<'_>) -> Option<Result<Opened, Failure>> {
    let header = table.header();
    if is_script(table) && !fence::is_inside() {
        let done = fence::outside();
        return Some(Err(done.map_or_else(|failure| failure, |status| Failure::Answered { status })));
    }
    let opened = grundy_rules::open_kept(&header.game, &header.rules, play, limits)?;
    Some(opened.map_err(|error| rules::failure(error, &header.game)))
}

/// Opens a table of a game that was opened.
pub(crate) fn open_for(path: &str, text: &str, game: &Opened) -> Result<Table, Failure> {
    let table = Table::open(path).map_err(|error| failure(path, &error))?;
    check(path, &table, text, game)?;
    Ok(table)
}

/// Sees that a table is of this game and of its rules.
fn check(path: &str, table: &Table, text: &str, game: &Opened) -> Result<(), Failure> {
    let header = table.header();
    let any = game.any();
    let is_graph = text.starts_with("graph:") && header.game.starts_with("graph:");
    // A file of rules may have been moved.
    let is_file = is_graph || any.rules().is_some();
    let rules = rules_of(text, any).map_err(|error| Failure::file(text, &error, ""))?;
    let whole = |game: &str, play: &str, rules: &str| format!("`{game}`, {play} play ({})", in_short(rules));
    let fits = match header.order {
        Order::Number => has_numbers(game),
        Order::Word => any.without_grundy().is_some() && any.tiered().is_some(),
        Order::Key => true,
    };
    if (is_file || header.game == text) && header.play == any.play_kind().as_str() && header.rules == rules && fits {
        return Ok(());
    }
    let error = TableError::OtherGame {
        table: whole(&header.game, &header.play, &header.rules),
        asked: whole(text, any.play_kind().as_str(), &rules),
    };
    Err(failure(path, &error))
}

/// The rules of a table for a message: of a rules file what its parameters are set to, and how long it is.
fn in_short(rules: &str) -> String {
    let Some(rest) = rules.strip_prefix("rules file\n") else { return rules.to_owned() };
    let (set, source) = match rest.strip_prefix('\n') {
        Some(source) => ("", source),
        None => rest.split_once("\n\n").unwrap_or((rest, "")),
    };
    let set: String = set.lines().map(|line| format!(" with {line}")).collect();
    format!("a rules file of {} bytes{set}", source.len())
}

/// A table that gives no answer, with what to do next.
pub(crate) fn failure(path: &str, error: &TableError) -> Failure {
    let help = match error {
        TableError::Io(io) => {
            return Failure::file(path, io, "name a table; `grundy build GAME -o TABLE` writes one");
        }
        TableError::NotATable(_) => "name a table; `grundy build GAME -o TABLE` writes one",
        TableError::Newer { .. } => "read it with the program that wrote it, or a later one",
        TableError::Damaged { .. } => "restore it from a copy, or build it again",
        TableError::OtherGame { .. } => "name the table of that game, or build it again",
    };
    Failure::input(format!("{path}: {error}"), help)
}
