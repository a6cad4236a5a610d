//! Adds advice in terms of command-line flags to errors of the library, which names no flags.

use crate::interrupt;
use crate::progress::group_digits;
use grundy::Answer;
use grundy::answer::Note;
use grundy::catalog::{GameSpec, NameHint, OpenedGame, UnknownGame, entry};
use grundy::limits::{LimitHit, RunError};
use grundy::solver::{SolveError, Solver};
use grundy::text::{RulesError, RulesErrorKind};
use std::path::Path;

/// A number of positions that no flag makes room for.
const TOO_MANY: u64 = 1_000_000_000_000;

/// The flag that raises a limit, as an addition to the limit's message; empty if there is none.
fn flag_advice(hit: &LimitHit) -> &'static str {
    match hit {
        LimitHit::Positions { .. } => "; a larger --max-positions may help",
        LimitHit::Memory { .. } => "; a larger --memory may help",
        _ => "",
    }
}

/// The flag that raises a limit, or the advice to take a smaller game where no machine has room for what is needed; an addition to the limit's message.
fn limit_advice(hit: &LimitHit) -> &'static str {
    match hit {
        LimitHit::Positions { needed: TOO_MANY.., .. } => "; that is too much for one machine, take a smaller game",
        _ => flag_advice(hit),
    }
}

/// The message for an exceeded limit.
pub(crate) fn limit(hit: &LimitHit) -> String {
    format!("{hit}{}", limit_advice(hit))
}

/// The message for a game whose start cannot be solved on one machine, if that is known; the user named it `name`.
pub(crate) fn too_large(game: &OpenedGame, name: &str) -> Option<String> {
    let least = game.as_dyn().info().least_positions?;
    let smaller = name.split(':').next().and_then(entry).and_then(|entry| entry.example());
    let smaller = smaller.map(|smaller| format!("; a smaller game is `{smaller}`")).unwrap_or_default();
    Some(format!("{name}: at least {} positions, too many for a table of all positions{smaller}", group_digits(least)))
}

/// The message for a run whose time was up after `positions` positions. A run that Ctrl-C stopped has another message.
pub(crate) fn time_up(positions: u64) -> String {
    let after = if positions == 0 { String::new() } else { format!(" after {positions} positions") };
    format!("the time was up{after}; a larger --time may help")
}

/// The message for a run that ended early.
pub(crate) fn run(error: &RunError) -> String {
    match error {
        RunError::Limit(hit) => limit(hit),
        RunError::Interrupted { positions } => time_up(*positions),
        other => other.to_string(),
    }
}

/// The message for a position that cannot be solved.
pub(crate) fn solve(error: &SolveError) -> String {
    match error {
        SolveError::Run(RunError::Limit(hit)) => format!("{error}{}", limit_advice(hit)),
        SolveError::Product { hit, .. } => format!("{error}{}", flag_advice(hit)),
        SolveError::Run(RunError::Interrupted { positions }) => {
            format!("the position was not solved within the limits: {}", time_up(*positions))
        }
        SolveError::Undecided(_) | SolveError::NoGrundy { .. } => {
            let (proved, stopped) = error.unproved().expect("a search that was stopped");
            format!("{proved}{}", stopped.map(|error| format!(": {}", run(error))).unwrap_or_default())
        }
        SolveError::NoOptionValues { .. } => format!("{error}; --no-moves gives the value alone"),
        SolveError::Rules(error) => rules((**error).clone()).to_string(),
        other => other.to_string(),
    }
}

/// The note that the position cannot be solved by search, if the solver found that out.
pub(crate) fn recurring(solver: &Solver<'_>) -> Option<String> {
    let position = solver.recurring_position()?;
    Some(format!(
        "`{position}` can recur, so the position cannot be solved by search; all positions must be enumerated"
    ))
}

/// The note that more positions can be reached than are enumerated by default, if the solver found that out.
pub(crate) fn exceeded(solver: &Solver<'_>) -> Option<String> {
    let most = solver.exceeded_default_limit()?;
    Some(format!(
        "more than {most} positions can be reached, so the position was searched; --max-positions N solves all of them, if N is large enough"
    ))
}

/// The note that the game of a rules file may be infinite, if a limit ended the run.
pub(crate) fn infinite_game(game: &str, error: &SolveError) -> Option<String> {
    let is_limit = matches!(error, SolveError::Run(_) | SolveError::Undecided(_)) && !crate::interrupt::is_pressed();
    (is_limit && GameSpec::is_rules_file(game))
        .then(|| format!("the game may be infinite: `grundy check {game}` shows positions that moves reach"))
}

/// Adds advice to an error of the rules: if a limit of the run was exceeded, the message or its help names the flag.
pub(crate) fn rules(mut error: RulesError) -> RulesError {
    if let Some(advice) = error.limit().map(flag_advice) {
        let text = if error.help.is_empty() { &mut error.message } else { &mut error.help };
        text.push_str(advice);
    }
    if error.kind == RulesErrorKind::Classes {
        error.help = format!("run `grundy check`, which looks at more; {}", error.help);
    }
    error
}

/// Adds advice to the notes of an answer: if a limit is the cause, the note names the flag.
pub(crate) fn answer(answer: Answer) -> Answer {
    let cause = |error: &RunError| match error {
        RunError::Limit(hit) => format!("{hit}{}", flag_advice(hit)),
        _ if interrupt::is_pressed() => "interrupted".to_owned(),
        error => run(error),
    };
    let notes = answer.notes.iter().map(|note| Note::new(note.describe(cause))).collect();
    Answer { notes, ..answer }
}

/// The advice for a name that no game has; the user typed it in `game`.
pub(crate) fn unknown_game(unknown: &UnknownGame, game: &str) -> String {
    let rules = format!("{}.star", unknown.name);
    match &unknown.hint {
        NameHint::PositionFollows(game) => {
            format!("write the position apart from the game: `{game}`, then the rest outside the quotation marks")
        }
        _ if is_code(&unknown.name) => format!("write a take-and-break game as `octal:{}`", unknown.name),
        _ if unknown.name.ends_with(".parquet") => {
            format!("look a position up in a table by `grundy probe {} POSITION`", unknown.name)
        }
        _ if Path::new(&rules).is_file() => format!("did you mean `{rules}`?"),
        NameHint::GraphFile if Path::new(&unknown.name).extension().is_some_and(|end| end != "txt") => format!(
            "a game is a name of the catalogue, a rules file, which ends in `.star`, or a graph file, as in `graph:{}`",
            unknown.name
        ),
        NameHint::GraphFile => format!("a graph file is opened by `graph:{}`", unknown.name),
        NameHint::Nearest(near) => {
            // Keep the parameters, up to the next space.
            let rest = game.get(unknown.at.end..).filter(|rest| rest.starts_with(':')).unwrap_or_default();
            let parameters = rest.split_whitespace().next().unwrap_or_default();
            format!("did you mean `{near}{parameters}`? `grundy games` lists all")
        }
        _ => "`grundy games` lists all".to_owned(),
    }
}

/// Whether a name is the code of a take-and-break game, such as `0.137`.
fn is_code(name: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    name.split_once('.').is_some_and(|(before, after)| is_digits(before) && is_digits(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_flag_that_raises_the_limit() {
        let memory = LimitHit::Memory { limit: 1 << 20, needed: 1 << 30 };
        let needed = "at least 1.0 GiB are needed and 1.0 MiB allowed";
        assert_eq!(limit(&memory), format!("{needed}; a larger --memory may help"));
        let positions = LimitHit::Positions { limit: 100, needed: 102 };
        assert_eq!(
            solve(&positions.into()),
            "the position cannot be solved within the limits: at least 102 positions are needed and 100 allowed; \
             a larger --max-positions may help"
        );
        assert_eq!(
            run(&RunError::Interrupted { positions: 7 }),
            "the time was up after 7 positions; a larger --time may help"
        );
        let error =
            |help: &str| RulesError::new(needed).with_help(help).with_kind(RulesErrorKind::Limit(Some(memory.clone())));
        assert_eq!(rules(error("")).message, format!("{needed}; a larger --memory may help"));
        let helped = rules(error("look for a long list"));
        assert_eq!(
            (helped.message.as_str(), helped.help.as_str()),
            (needed, "look for a long list; a larger --memory may help")
        );
    }
}
