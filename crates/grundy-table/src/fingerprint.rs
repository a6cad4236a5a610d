//! Texts that tell a game and its build from others: a checkpoint is continued only where its text is the same.

use crate::{digest_of_text, rules_of};
use grundy::catalog::OpenedGame;
use std::io;

/// Returns the rules of a game on one line: for a rules file, the digest of its text and parameters; for other games, the result of [`rules_of`].
/// `name` is the game as it was opened.
///
/// # Errors
/// If `name` is a graph file that cannot be read.
pub fn one_line_rules(name: &str, game: &OpenedGame) -> io::Result<String> {
    match &game.as_dyn().info().rules {
        Some(text) => Ok(format!("rules file, SHA-256 {} with its parameters", digest_of_text(text))),
        None => rules_of(name, game),
    }
}

/// Returns a text that identifies a build: the version of the program, the game with its rules, the start (or all positions), and `options`, which
/// is empty or begins with `, `. A build is continued only if this text is equal. It has no limits, and not the path of a file, which may differ from
/// host to host.
///
/// # Errors
/// If `name` is a graph file that cannot be read.
pub fn build_fingerprint(name: &str, game: &OpenedGame, start: Option<&str>, options: &str) -> io::Result<String> {
    let rules = one_line_rules(name, game)?;
    let is_file = game.as_dyn().info().rules.is_some() || name.starts_with("graph:");
    let game_text = if is_file { format!("a {rules}") } else { format!("{name} ({rules})") };
    let positions = start.map_or_else(|| "all positions".to_owned(), |start| format!("from {start}"));
    let (play, version) = (game.as_dyn().play().as_str(), env!("CARGO_PKG_VERSION"));
    Ok(format!("build of {game_text}, {play} play, {positions}{options}, by grundy {version}"))
}
