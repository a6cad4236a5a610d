//! The texts of `play`: the rules, values, hints, comments of the coach, and the summary at the end.

use crate::text_output::visible;
use crate::{advice, render};
use grundy::answer::{MoveAnswer, Moves, PartialAnswer, Searched};
use grundy::catalog::{OpenedGame, entry};
use grundy::play::{GameRecord, PlayedMove, Reply, Side};
use grundy::solver::SolveError;
use grundy::{Answer, Outcome, Play};
use std::fmt::Write as _;

/// The number of moves that the command `v` lists.
const MAX_LISTED: usize = 40;

/// The reply to `v` if nothing is proved of any move.
const NO_VALUES: &str = "The values are not known here.\n";

/// The help text for the commands.
const HELP: &str = "\
Type a move as `v` lists it. Case, spaces and words such as `from` do not matter, and the first
letters of a move are enough if no other move begins with them.
  h  a hint: the best move
  v  the values of all moves
  w  why the position has its value
  u  take your last move back
  q  leave the game
  ?  this page
If a letter is also a move of the game, it is read as the move; `:h` is always the command.
";

/// The commands, and the form of moves.
pub(super) fn help(game: &OpenedGame) -> String {
    let is_of_heaps = game.as_dyn().theory().is_some_and(|theory| theory.least_heap().is_some());
    let heaps =
        if is_of_heaps { "A heap may be named by its size or its place (`3 4`: four stones of heap 3).\n" } else { "" };
    format!("{HELP}{heaps}")
}

/// The rules of a game of the catalogue in a few sentences.
pub(super) fn rules(game: &OpenedGame) -> String {
    let named = game.as_dyn();
    let plain = named.name().split(':').next().unwrap_or_default();
    let mut text = format!("{}, {}.", render::titled(named.name(), named), named.play());
    if let (OpenedGame::Game(_), Some(entry)) = (game, entry(plain)) {
        let _ = write!(text, " {}", entry.rules_of(named.name()));
        if named.play() == Play::Misere {
            text.push_str(" This is misère play: whoever cannot move wins.");
        }
    }
    text
}

/// Formats a count, as in `5 moves` or `one move`.
pub(super) fn count(n: u32, what: &str) -> String {
    if n == 1 { format!("one {what}") } else { format!("{n} {what}s") }
}

/// The outcome of a move for the player who makes it, with the number of moves to the end, including this one.
fn outcome_text(m: &MoveAnswer) -> String {
    match m.after_value.remoteness {
        Some(r) => format!("{} in {}", m.outcome, r.next()),
        None => m.outcome.to_string(),
    }
}

/// The values of all moves, best first.
pub(super) fn values(moves: &Moves) -> String {
    let shown = &moves.listed[..moves.listed.len().min(MAX_LISTED)];
    let texts: Vec<_> = shown.iter().map(|m| visible(&m.text)).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (m, name) in shown.iter().zip(&texts) {
        let _ = writeln!(
            text,
            "{} {name}{}  {}",
            if m.is_best { "*" } else { " " },
            " ".repeat(width - name.chars().count()),
            outcome_text(m)
        );
    }
    if moves.total > shown.len().into() {
        let _ = writeln!(text, "  ... {} moves in all", moves.total);
    }
    text.push_str("* best: keeps the value, by the quickest win or the longest defence where that is known\n");
    text
}

/// The hint for an advised move.
pub(super) fn hint(answer: &Answer, advised: &str) -> String {
    let moves = answer.value.remoteness.map(|r| count(r.0, "move"));
    match (answer.value.outcome, moves) {
        (Outcome::Win, Some(n)) => format!("Hint: {advised} wins, in {n}."),
        (Outcome::Win, None) => format!("Hint: {advised} wins."),
        (Outcome::Draw, _) => format!("Hint: {advised} keeps the draw."),
        (Outcome::Loss, Some(n)) => {
            format!("Hint: every move loses against good play; {advised} holds out longest, {n}.")
        }
        (Outcome::Loss, None) => format!("Hint: every move loses against good play; {advised} leaves much to play."),
    }
}

/// The hint for a move in a position whose value is not known: what is proved of the move.
pub(super) fn hint_by_proof(reply: &Reply) -> String {
    let text = &reply.chosen.text;
    match reply.bounds().filter(Searched::is_informative) {
        Some(bounds) if reply.is_best && bounds.verdict().is_some() => {
            format!("Hint: {text} is proved to be {bounds}, and no move is better.")
        }
        Some(bounds) if reply.is_best => {
            format!("Hint: {text} is proved to be {bounds}, and no move has a better outcome.")
        }
        Some(bounds) => format!("Hint: the position is not solved; {text} is the best by what is proved: {bounds}."),
        None => format!(
            "Hint: nothing is proved of the moves here; {text} is a guess. A larger --max-positions or --time proves more, and \
             --table looks positions up in a table that `grundy build` wrote."
        ),
    }
}

/// What is proved of the moves of a position whose value is not known, best first.
pub(super) fn proved_values(partial: &PartialAnswer) -> String {
    let Some(moves) = &partial.moves else { return NO_VALUES.to_owned() };
    let mut lines = render::proved_move_lines(moves);
    if lines.is_empty() {
        return NO_VALUES.to_owned();
    }
    lines.truncate(MAX_LISTED);
    let more = match moves.proved - lines.len() {
        0 => String::new(),
        more => format!(" of these and of {more} others"),
    };
    lines.push(format!("this is proved{more}; there are {} moves in all\n", moves.total));
    lines.join("\n")
}

/// Names a few of the moves that would have kept the value.
fn moves_that_keep_value(answer: &Answer) -> Option<String> {
    let listed = &answer.moves.as_ref()?.listed;
    let best: Vec<&str> =
        listed.iter().filter(|m| m.outcome == answer.value.outcome).map(|m| m.text.as_str()).collect();
    match best[..] {
        [] => None,
        [one] => Some(one.to_owned()),
        [one, other] => Some(format!("{one} or {other}")),
        [one, other, ..] => Some(format!("{one}, {other} or another")),
    }
}

/// The coach's comment on the move that was just played from the position of `answer`.
pub(super) fn coach(played: &PlayedMove, answer: &Answer) -> Option<String> {
    let alternative = moves_that_keep_value(answer).unwrap_or_else(|| "another move".to_owned());
    Some(match (played.mistake(), played.outcome?) {
        (Some((Outcome::Win, Outcome::Loss)), _) => {
            format!("Coach: that throws the win away, and the computer can win now; {alternative} would have kept it.")
        }
        (Some((Outcome::Win, _)), _) => {
            format!("Coach: that throws the win away for a draw; {alternative} would have kept it.")
        }
        (Some(_), _) => format!("Coach: that throws the draw away; {alternative} would have kept it."),
        (None, Outcome::Win) if played.is_best == Some(false) => {
            let quick = answer.moves.as_ref()?.listed.first()?;
            format!("Coach: that keeps the win; {} wins sooner.", quick.text)
        }
        (None, Outcome::Win) => "Coach: that keeps the win.".to_owned(),
        (None, Outcome::Draw) => "Coach: that keeps the draw.".to_owned(),
        (None, Outcome::Loss) => return None,
    })
}

/// The coach's comment on the computer's move, if it lost value.
pub(super) fn coach_of_computer(played: &PlayedMove) -> Option<&'static str> {
    match played.mistake()?.1 {
        Outcome::Loss => Some("Coach: that was a mistake; you can win now."),
        _ => Some("Coach: that was a mistake; you can hold the draw now."),
    }
}

/// The summary of one side's moves; `answer` is for the position of the first move that lost value.
pub(super) fn summary(game_record: &GameRecord, me: Side, taken_back: u32, answer: Option<&Answer>) -> String {
    let made = game_record.moves_by(me).count() as u32;
    let mistakes = game_record.mistakes_by(me).count() as u32;
    let mut text = match (made, mistakes) {
        (0, _) => "You made no move.".to_owned(),
        (1, 0) if !game_record.is_known(me) => "You made one move; it is not known whether it lost value.".to_owned(),
        (_, 0) if !game_record.is_known(me) => {
            format!("You made {}; none of them is known to have lost value.", count(made, "move"))
        }
        (1, 0) => "You made one move; it lost no value.".to_owned(),
        (1, _) => lost_first(game_record, me, answer, "You made one move; it lost value."),
        (_, 0) => format!("You made {}; none of them lost value.", count(made, "move")),
        (_, 1) => {
            lost_first(game_record, me, answer, &format!("You made {}; one of them lost value.", count(made, "move")))
        }
        (_, mistakes) => {
            let text_before = format!("You made {}; {mistakes} of them lost value.", count(made, "move"));
            lost_first(game_record, me, answer, &text_before)
        }
    };
    if !game_record.is_known(me) {
        text.push_str(" The values of some positions are not known, so moves in them are not counted.");
    }
    if taken_back > 0 {
        let _ = write!(text, " You took {} back.", count(taken_back, "move"));
    }
    text
}

/// Appends the first move that lost value to `summary`.
fn lost_first(game_record: &GameRecord, me: Side, answer: Option<&Answer>, summary: &str) -> String {
    let mut text = summary.to_owned();
    if let Some((number, played)) = game_record.mistakes_by(me).next()
        && let Some((before, after)) = played.mistake()
    {
        let _ = write!(text, " The first was your move {number}, {}: a {before} became a {after}", played.text);
        if let Some(kept) = answer.and_then(moves_that_keep_value) {
            let _ = write!(text, "; {kept} would have kept it");
        }
        text.push('.');
    }
    text
}

/// The sentence that states the result, for the person.
pub(super) fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "The game is over: you win.",
        Outcome::Loss => "The game is over: the computer wins.",
        Outcome::Draw => "The game is over: a draw.",
    }
}

/// The note that says why values are not shown.
pub(super) fn unknown_values_note(error: &SolveError) -> String {
    let why = advice::solve(error);
    let is_outcome_proved = match error {
        SolveError::Undecided(searched) => searched.verdict().is_some(),
        SolveError::NoGrundy { outcome, .. } => outcome.is_some(),
        _ => false,
    };
    if is_outcome_proved {
        format!("Note: {why}.")
    } else {
        format!("Note: the value of this position is not known: {why}.")
    }
}
