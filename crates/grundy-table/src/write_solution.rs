//! Writes the table of a solved game.

use crate::header::{Counts, Header};
use crate::rules_of;
use crate::write::{NewRow, Writer};
use crate::write_error::WriteError;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::{Row, RowId, SolvedGame, Statistics};
use grundy::text::RulesError;
use std::io::{self, Write};

/// The number of rows of a rules file whose texts are checked by reading them again.
const MAX_READ_AGAIN: u32 = 10_000;

/// Options of [`write_solution`].
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions<'a> {
    /// The text by which the game can be opened again; `None`: [`DynGame::name`](grundy::text::DynGame::name).
    pub game: Option<&'a str>,
    /// The program that writes the table, and its version.
    pub program: &'a str,
    /// Whether rows have the text of their positions. A game without indices requires it.
    pub has_texts: bool,
    /// The statistics of the solved game, if they were computed before; if `None`, [`write_solution`] computes them.
    pub statistics: Option<&'a Statistics>,
    /// The limits of the run, with interruption and progress.
    pub limits: Limits<'a>,
}

impl Default for WriteOptions<'_> {
    fn default() -> Self {
        Self {
            game: None,
            program: concat!("grundy-table ", env!("CARGO_PKG_VERSION")),
            has_texts: true,
            statistics: None,
            limits: Limits::NONE,
        }
    }
}

/// Writes the table of a solved game, and returns the output and the counts of the table.
///
/// `solved` must be a solution of `game`.
///
/// ```
/// use grundy::{limits::Limits, solver::{Extent, SolvedGame}};
/// use grundy_table::{Table, WriteOptions, write_solution};
/// let game = grundy::open("tictactoe")?;
/// let start = game.as_dyn().start().expect("tic-tac-toe has a start");
/// let solved = SolvedGame::solve(&game, Extent::From(&start), true, &Limits::NONE)?;
/// let path = std::env::temp_dir().join(format!("grundy-example-{}.parquet", std::process::id()));
/// let (_, counts) = write_solution(&game, &solved, std::fs::File::create(&path)?, &WriteOptions::default())?;
/// assert_eq!((counts.stored, counts.positions.total()), (765, 5478));
/// let table = Table::open(&path)?;
/// assert_eq!(table.get("XO..X....")?.expect("a position of the game").outcome, grundy::Outcome::Loss);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the output cannot be written, a limit is hit, the rules fail, there are no rows, or `has_texts` is false and positions have no indices.
pub fn write_solution<W: Write + Send>(
    game: &OpenedGame,
    solved: &SolvedGame<'_>,
    out: W,
    options: &WriteOptions<'_>,
) -> Result<(W, Counts), WriteError> {
    let counted;
    let statistics = match options.statistics {
        Some(statistics) => statistics,
        None => {
            counted = solved.count(&options.limits)?;
            &counted
        }
    };
    let mut writer = Writer::new(out, header(game, solved, statistics, options)?)?;
    let mut key = Vec::new();
    let mut pushed = Ok(());
    let mut read_again = if options.has_texts && game.as_dyn().info().rules.is_some() { MAX_READ_AGAIN } else { 0 };
    solved.rows(!options.has_texts, &options.limits, &mut |row| {
        if read_again > 0 {
            read_again -= 1;
            pushed = check_text(game, solved, row);
        }
        if pushed.is_ok() {
            pushed = push(&mut writer, game, solved, row, options.has_texts, &mut key);
        }
        pushed.is_ok()
    })?;
    pushed?;
    let (out, counts) = writer.finish(statistics.moves)?;
    if counts.stored == 0 { Err(WriteError::NoRows) } else { Ok((out, counts)) }
}

fn header(
    opened: &OpenedGame,
    solved: &SolvedGame<'_>,
    statistics: &Statistics,
    options: &WriteOptions<'_>,
) -> Result<Header, WriteError> {
    let game = opened.as_dyn();
    let name = options.game.unwrap_or_else(|| game.name());
    Ok(Header {
        game: name.to_owned(),
        play: game.play(),
        rules: rules_of(name, opened)?,
        program: options.program.to_owned(),
        order: solved.order(),
        is_reduced: solved.is_reduced(),
        has_texts: options.has_texts,
        is_dense: !options.has_texts && solved.is_dense(),
        // In a table with texts, the two positions of an index are two rows.
        has_weights: solved.is_reduced() || !options.has_texts && solved.is_weighted(),
        has_stages: solved.has_stages(),
        has_infinite_values: solved.has_infinite_values(),
        start: statistics.start.as_ref().map(|(at, _)| game.to_text(at)).transpose()?,
        opening: solved.opening_tier(),
    })
}

/// Fails if `parse` of the text of a position does not give that position. Such a row could not be looked up in the table.
fn check_text(opened: &OpenedGame, solved: &SolvedGame<'_>, row: &Row) -> Result<(), WriteError> {
    let (game, at) = (opened.as_dyn(), solved.position(row));
    let text = solved.text(game, row)?;
    let mut notes = vec![format!("the text is `{text}`")];
    match game.parse(&text) {
        Ok(read) if read == at => return Ok(()),
        // A reduced table is searched for the representative.
        Ok(read) if solved.is_reduced() && game.canonical(&read)? == at => return Ok(()),
        Ok(_) => {}
        Err(error) => notes.push(error.message),
    }
    let error = RulesError::new("`parse` of the text of a position does not give that position")
        .with_notes(notes)
        .with_help("let `text` write different positions differently, and `parse` read what it writes");
    Err(WriteError::Rules(Box::new(error)))
}

/// Writes a row; `key` is a reusable buffer for sort keys.
fn push<W: Write + Send>(
    writer: &mut Writer<W>,
    opened: &OpenedGame,
    solved: &SolvedGame<'_>,
    row: &Row,
    texts: bool,
    key: &mut Vec<u8>,
) -> Result<(), WriteError> {
    let game = opened.as_dyn();
    if writer.wants_first_key() {
        let sorted = solved.order().sort_key(game, &solved.position(row), key);
        sorted.ok_or_else(|| io::Error::other("a position without a sort key"))?;
        writer.push_first_key(key);
    }
    let number = if let RowId::Index(index) = row.id { index.0 } else { 0 };
    let text = if texts { solved.text(game, row)? } else { String::new() };
    let Row { verdict, grundy, player, weight, .. } = *row;
    let (loopy, stage) = (solved.loopy(row), solved.stage(row));
    writer.push(&NewRow { text: &text, number, verdict, grundy, loopy: loopy.as_deref(), stage, player, weight })
}
