//! `grundy games`: lists the catalogue, or shows the rules of one game.

use crate::fail::{Failure, TextLocation};
use crate::render;
use crate::suggested::Suggested;
use crate::text_output;
use grundy::Play;
use grundy::catalog::{self, ENTRIES, Entry, GameSpec, entry, nearest_name};
use grundy::limits::Limits;
use serde_json::{Value, json};
use std::io::Write;

/// Arguments of `games`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game to show; without it all are listed
    #[arg(value_parser = Suggested::new(|| ENTRIES.iter().map(|entry| entry.name).collect()), hide_possible_values = true)]
    name: Option<String>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `grundy games`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = text_output::stdout();
    match &args.name {
        None if args.json => {
            writeln!(std::io::stdout(), "{}", json!({"schema": "grundy/games/1", "games": ENTRIES}))?;
        }
        None => {
            let width = ENTRIES.iter().map(|entry| entry.form.len()).max().unwrap_or(0);
            for entry in ENTRIES {
                let first =
                    entry.rules.split(". ").next().unwrap_or(entry.rules).split(": ").next().unwrap_or(entry.rules);
                writeln!(out, "{:width$}  {}", entry.form, first.trim_end_matches('.'))?;
            }
            writeln!(out, "\n`grundy games NAME` shows a game's rules and how its positions and moves are written.")?;
            writeln!(out, "A rules file is a game too: `PATH.star`.")?;
        }
        Some(name) => {
            let plain = name.split(':').next().unwrap_or(name);
            if GameSpec::is_rules_file(name) {
                return Err(Failure::input(
                    format!("{name}: a rules file is not in the catalogue"),
                    format!(
                        "it begins with its rules in prose; `grundy check {name}` says what the program sees in it"
                    ),
                ));
            }
            let Some(entry) = entry(plain) else {
                let near = nearest_name(plain).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
                return Err(Failure::Input {
                    message: format!("there is no game called `{plain}`"),
                    location: TextLocation::in_typed_line(name, 0..plain.len()),
                    help: format!("{near}`grundy games` lists all"),
                });
            };
            // A graph is a file, which is not read for this.
            if name != plain && plain != "graph" {
                catalog::open(name, Play::Normal, &Limits::NONE).map_err(|error| Failure::open(error, name))?;
            }
            if args.json {
                let mut game = json!({"schema": "grundy/game/1"});
                if let (Some(to), Value::Object(fields)) = (game.as_object_mut(), json!(entry)) {
                    to.extend(fields);
                }
                writeln!(std::io::stdout(), "{game}")?;
            } else {
                show(entry, name, &mut out)?;
            }
        }
    }
    Ok(())
}

fn show(entry: &Entry, name: &str, out: &mut impl Write) -> std::io::Result<()> {
    match name.contains(':') {
        true => writeln!(out, "{name}, one of {}", entry.form)?,
        false => writeln!(out, "{}", entry.form)?,
    }
    writeln!(out)?;
    writeln!(out, "{}", render::wrap(&entry.rules_of(name), 92, "  ", "  "))?;
    writeln!(out)?;
    let aliases = entry.aliases.join(", ");
    let misere = if entry.can_be_misere { "--misere: whoever cannot move wins" } else { "no: the game ends otherwise" };
    let rows = [
        ("also", aliases.as_str()),
        ("position", entry.position),
        ("move", entry.moves),
        ("start", entry.start.unwrap_or("none; give a position")),
        ("misère play", misere),
        ("source", entry.source),
    ];
    for (name, text) in rows.into_iter().filter(|row| !row.1.is_empty()) {
        writeln!(out, "  {name:<12} {text}")?;
    }
    Ok(())
}
