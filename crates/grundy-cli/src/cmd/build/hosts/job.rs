//! What all processes of a run must have in common.

use super::Args;
use crate::fail::Failure;
use grundy::catalog::GameSpec;
use grundy::solve::partitioned::FORMAT;
use grundy_table::digest_of_text;

/// Describes the run: the program, the game with its rules, and the options that change the result or the work. Files may have other paths on
/// other hosts, but not other contents.
pub(super) fn describe(args: &Args) -> Result<Vec<(String, String)>, Failure> {
    let game = &args.position_args.game;
    let is_rules = GameSpec::is_rules_file(game);
    let path = if is_rules { Some(game.as_str()) } else { game.strip_prefix("graph:") };
    let rules = path.map(|path| {
        let text = std::fs::read(path).map_err(|error| Failure::file(path, &error, ""))?;
        Ok::<_, Failure>(format!("SHA-256 {}", digest_of_text(&String::from_utf8_lossy(&text))))
    });
    let kind = if is_rules { "a rules file" } else { "a graph file" };
    let name = if path.is_some() { kind } else { game };
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let fields = [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("format of messages", FORMAT.to_string()),
        ("game", name.to_owned()),
        ("rules", rules.transpose()?.unwrap_or_else(|| "of the program".to_owned())),
        ("parameters", args.position_args.settings.to_string()),
        ("position", args.position_args.position.join(" ")),
        ("--misere", yes(args.position_args.misere)),
        ("--all", yes(args.all)),
        ("--reduced", yes(args.reduced)),
        ("--scratch", yes(args.scratch.is_some())),
    ];
    Ok(fields.map(|(name, value)| (name.to_owned(), value)).to_vec())
}
