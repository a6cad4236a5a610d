//! Texts that tell a game and its build from others: a checkpoint is continued only where its text is the same.

use crate::{digest_of_text, rules_of};
use grundy::catalog::OpenedGame;
use std::io;

/// Returns the rules of a game as one line: of a rules file, the digest of its text and parameters; else as [`rules_of`]. `name` is the game
/// as it was opened.
///
/// # Errors
/// If `name` is a graph file that cannot be read.
pub fn one_line_rules(name: &str, game: &OpenedGame) -> io::Result<String> {
    match &game.as_dyn().info().rules {
        Some(text) => Ok(format!("rules file, SHA-256 {} with its parameters", digest_of_text(text))),
        None => rules_of(name, game),
    }
}

/// Returns a text that differs if anything differs that must be equal for a build to be continued: the program, the game with its rules, the
/// positions from `start` on or all of them, and `options`, which begins with `, ` or is empty. Limits may differ, and so may the path of a file:
/// it may be moved, or differ from host to host.
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
