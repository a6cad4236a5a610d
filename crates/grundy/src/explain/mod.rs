//! Explains answers in prose, in the words of the theory: one text for every front end.

mod loopy;
mod shorten;
mod steps;
mod sums;

use crate::answer::{Answer, PartialAnswer};
use crate::game::Play;
use crate::theory::{Evidence, Reason};
use crate::value::{Grundy, Outcome};
use dashu_int::UBig;
use shorten::shorten;
use std::fmt::Write as _;

/// The most moves that the advice lists.
const MAX_MOVES: usize = 8;
/// The most moves of a line of best play.
const MAX_LINE: usize = 40;

/// Explains an answer in prose: who wins, why, and by which moves.
///
/// [`Solver::evidence`](crate::solver::Solver::evidence) collects the evidence. The text has several lines and ends with a line feed.
///
/// ```
/// use grundy::{solver::Solver, catalog, explain::explain, limits::Limits, Play};
/// let game = catalog::open("bash:3", Play::Normal, &Limits::NONE)?;
/// let at = game.as_dyn().parse("21")?;
/// let mut solver = Solver::new(&game);
/// let answer = solver.solve(&at)?;
/// let text = explain(&answer, &solver.evidence(&at, &answer)?);
/// assert!(text.contains("21 mod 4 = 1"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(answer: &Answer, evidence: &Evidence) -> String {
    let mut text = verdict(answer);
    let why = match &evidence.reason {
        Some(Reason::Sum(components)) => sums::sum(answer, components, evidence),
        Some(Reason::Wythoff { heaps, pair }) => wythoff(answer, heaps, pair),
        Some(Reason::Moore { heaps, most }) => sums::moore(heaps, *most),
        Some(Reason::Loopy(parts)) => loopy::parts(answer, parts),
        Some(Reason::Rule(sentence)) => format!("{sentence}\n"),
        None => match &answer.value.grundy {
            Grundy::Infinite(_) => loopy::parts(answer, &[(answer.position.clone(), answer.value.grundy.clone())]),
            _ => explain_solved(answer, evidence),
        },
    };
    if !why.is_empty() {
        let _ = write!(text, "\n{why}");
    }
    let advice = advice(answer);
    if !advice.is_empty() {
        let _ = write!(text, "\n{advice}");
    }
    if evidence.line.len() > 1 {
        let more = if evidence.line.len() > MAX_LINE { ", ..." } else { "" };
        let shown: Vec<String> = evidence.line.iter().take(MAX_LINE).map(|m| shorten(m, 60)).collect();
        let _ = write!(text, "\nBest play to the end:\n  {}{more}\n", shown.join(", "));
    }
    text
}

/// States in prose what is proved of a position that was not solved within the limits: the outcome or a bound, and the moves that are proved to
/// be best.
pub fn explain_partial(answer: &PartialAnswer) -> String {
    let head = head(&answer.game, &answer.position, answer.play);
    let bounds = &answer.proved.bounds;
    let mut text = if bounds.is_informative() {
        format!("{head}: proved to be {bounds}, but not solved within the limits.\n")
    } else {
        format!("{head}: not solved within the limits, and nothing is proved of its value.\n")
    };
    let moves = answer.moves.iter().flat_map(|moves| &moves.listed).map(|m| (m, m.bounds()));
    let best: Vec<_> = moves.take_while(|(_, bounds)| bounds.at_least.outcome() != Outcome::Loss).collect();
    if !best.is_empty() {
        text.push_str("\nWhat is proved of the best moves, for the player who makes them:\n");
        for (m, bounds) in best.iter().take(MAX_MOVES) {
            let _ = writeln!(text, "  {}: {bounds}", shorten(&m.text, 120));
        }
    }
    text
}

/// The position, with its game and the kind of play.
fn head(game: &str, position: &str, play: Play) -> String {
    let misere = if play == Play::Misere { " under misère play (whoever cannot move wins)" } else { "" };
    let shown = shorten(position, 200);
    if game == position { format!("{shown}{misere}") } else { format!("{game} {shown}{misere}") }
}

/// The winner, and the number of moves.
fn verdict(answer: &Answer) -> String {
    let head = head(&answer.game, &answer.position, answer.play);
    // Chess players count the moves of the winner.
    let is_chess = answer.game.starts_with("chess:");
    let mate = |moves: u32| if is_chess { format!(" (mate in {})", moves.div_ceil(2)) } else { String::new() };
    let moves = answer.value.remoteness.map(|r| match r.0 {
        0 => ", the game is over".to_owned(),
        1 => format!(" in one move{}", mate(1)),
        n => format!(" in {n} moves{} if the winner hurries and the loser delays", mate(n)),
    });
    let moves = moves.unwrap_or_default();
    let says = match answer.value.outcome {
        Outcome::Win => "the player to move wins",
        Outcome::Loss => "the player to move loses",
        Outcome::Draw => "a draw: neither player can force a win",
    };
    format!("{head}: {says}{moves}.\n")
}

fn wythoff(answer: &Answer, heaps: &(UBig, UBig), pair: &(UBig, UBig, UBig)) -> String {
    let (index, small, large) = pair;
    let (a, b) = heaps;
    let mut text = "The lost positions are the cold pairs: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10), ... The pair number k is \
         (floor(k * phi), floor(k * phi) + k), phi = 1.618... the golden ratio; every number from 1 on is in exactly one pair \
         (Wythoff 1907).\n".to_string();
    let short = |n: &UBig| shorten(&n.to_string(), 60);
    if answer.value.outcome == Outcome::Loss {
        let _ = writeln!(
            text,
            "({}, {}) is the cold pair number {}: every move leaves it.",
            short(a),
            short(b),
            short(index)
        );
    } else {
        let _ = writeln!(
            text,
            "The heaps differ by {}, and the cold pair with that difference is ({}, {}), so ({}, {}) is not cold: some move leads to a \
             cold pair.",
            short(index),
            short(small),
            short(large),
            short(a),
            short(b)
        );
    }
    text
}

/// The reason for the value of a position without theory, from its moves.
fn explain_solved(answer: &Answer, evidence: &Evidence) -> String {
    let Some(moves) = &answer.moves else { return String::new() };
    if moves.listed.is_empty() {
        return match answer.value.outcome {
            Outcome::Loss => "The game is over, and by its rules the player to move has lost.\n",
            Outcome::Win => "The game is over, and by its rules the player to move has won.\n",
            Outcome::Draw => "The game is over, and by its rules it is a draw.\n",
        }
        .to_owned();
    }
    let all = match answer.value.outcome {
        Outcome::Win => "Some move leads to a position that is lost for the other player",
        Outcome::Loss => "Every move leads to a position that the other player wins",
        Outcome::Draw => "No move wins. After the moves below the other player cannot force a win either",
    };
    let mut text = format!("{all}; found by {}.\n", answer.method);
    if let [step] = &evidence.steps[..]
        && let Some(sentence) = steps::sentence(step)
    {
        let _ = write!(text, "\n{}  {sentence}\n", steps::DEFINITION);
    }
    text
}

/// The moves to play.
fn advice(answer: &Answer) -> String {
    let Some(moves) = &answer.moves else { return String::new() };
    let best: Vec<_> = moves.listed.iter().filter(|m| m.outcome == answer.value.outcome).collect();
    let named = |count: usize| {
        let one = |m: &&crate::answer::MoveAnswer| {
            format!("  {}, which leaves {}", shorten(&m.text, 120), shorten(&m.after, 120))
        };
        best.iter().take(count).map(one).collect::<Vec<_>>().join("\n")
    };
    let more = if best.len() > MAX_MOVES { "\n  ... and others" } else { "" };
    match (answer.value.outcome, best.len()) {
        (_, 0) => String::new(),
        (Outcome::Win, 1) => format!("The winning move:\n{}\n", named(1)),
        (Outcome::Win, _) => {
            format!("Winning moves, the quickest first where that is known:\n{}{more}\n", named(MAX_MOVES))
        }
        (Outcome::Loss, _) if answer.value.remoteness.is_some() => {
            format!("Every move loses against good play. The longest defence:\n{}\n", named(1))
        }
        (Outcome::Loss, _) => "Every move loses against good play.\n".to_owned(),
        (Outcome::Draw, _) => format!("Moves that keep the draw:\n{}{more}\n", named(MAX_MOVES)),
    }
}
