//! Explains answers in prose, in the words of the theory: one text for every front end.

use crate::answer::Answer;
use crate::game::Play;
use crate::theory::{Component, Period, Reason, ValueSource};
use crate::value::Outcome;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use std::fmt::Write as _;

/// Components beyond this number are not drawn as a table.
const ROWS: usize = 16;
/// Numbers with more binary digits than this are not drawn in binary.
const BITS: usize = 80;
/// Moves named at the end.
const MOVES: usize = 8;

/// Explains an answer in prose: who wins, why, and by which moves.
///
/// `reason` is the reason that theory gives, if it gives one. The text has several lines and ends with a line feed.
///
/// ```
/// use grundy::{solver::Solver, catalog, explain::explain, limits::Limits, Play};
/// let game = catalog::open("bash:3", Play::Normal, &Limits::NONE)?;
/// let at = game.as_dyn().parse("21")?;
/// let mut solver = Solver::new(&game);
/// let (answer, reason) = (solver.solve(&at)?, solver.reason(&at)?);
/// let text = explain(&answer, reason.as_ref());
/// assert!(text.contains("21 mod 4 = 1"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(answer: &Answer, reason: Option<&Reason>) -> String {
    let mut text = verdict(answer);
    let why = match reason {
        Some(Reason::Sum(components)) => sum(answer, components),
        Some(Reason::Wythoff { heaps, pair }) => wythoff(answer, heaps, pair),
        Some(Reason::Moore { heaps, most }) => moore(heaps, *most),
        Some(Reason::Rule(sentence)) => format!("{sentence}\n"),
        None => solved(answer),
    };
    if !why.is_empty() {
        let _ = write!(text, "\n{why}");
    }
    let advice = advice(answer);
    if !advice.is_empty() {
        let _ = write!(text, "\n{advice}");
    }
    text
}

/// Who wins, in how many moves.
fn verdict(answer: &Answer) -> String {
    let misere = if answer.play == Play::Misere { " under misère play (whoever cannot move wins)" } else { "" };
    let position = shortened(&answer.position, 200);
    let head = if answer.game == answer.position { position } else { format!("{} {position}", answer.game) };
    let moves = answer.value.remoteness.map(|r| match r.0 {
        0 => ", the game is over".to_owned(),
        1 => " in one move".to_owned(),
        n => format!(" in {n} moves if the winner hurries and the loser delays"),
    });
    let moves = moves.unwrap_or_default();
    let says = match answer.value.outcome {
        Outcome::Win => "the player to move wins",
        Outcome::Loss => "the player to move loses",
        Outcome::Draw => "a draw: neither player can force a win",
    };
    format!("{head}{misere}: {says}{moves}.\n")
}

/// A sum of components, by its Grundy values.
fn sum(answer: &Answer, components: &[Component]) -> String {
    let values: Vec<UBig> = components.iter().map(|c| c.value.clone()).collect();
    let total = crate::heap::nim_sum(&values);
    let nim = components.iter().all(|c| c.source == ValueSource::Size);
    let mut text = String::new();
    if !nim {
        text.push_str(&sources(components));
    }
    if components.is_empty() {
        text.push_str("Nothing is left to move in.\n");
    } else if answer.play == Play::Misere {
        text.push_str(&misere(&values, nim));
    } else if components.len() == 1 {
        let (of, value) = (&components[0].text, &values[0]);
        text.push_str(&if nim {
            "A single heap is taken whole.\n".to_owned()
        } else if value.is_zero() {
            format!("The value 0 says that {of} is lost for the player to move: no move leads to value 0 again.\n")
        } else {
            "A value other than 0 says that some move leads to value 0, which is lost for the other player.\n"
                .to_string()
        });
    } else {
        text.push_str(&cancelled(components));
        text.push_str(&table(components, &total, nim));
        text.push_str(if total.is_zero() {
            "It is 0: every move changes one number and so makes the Nim sum something else, and the other player can make it \
             0 again. So the player to move loses.\n"
        } else {
            "It is not 0, so the player to move can make it 0, and the other player cannot keep it there.\n"
        });
    }
    text
}

/// Where the values of the components come from.
fn sources(components: &[Component]) -> String {
    let mut text = String::from(
        "The Grundy value of a position is the least number 0, 1, 2, ... that is not the value of a position that a move \
         leads to.\n",
    );
    let mut told: Vec<&Component> = Vec::new();
    for c in components.iter().take(ROWS) {
        if told.iter().any(|t| t.text == c.text) {
            continue;
        }
        told.push(c);
        let (n, value) = (shortened(&c.text, 60), shortened(&c.value.to_string(), 60));
        let line = match &c.source {
            ValueSource::Size => format!("{n} has value {value}: a heap of Nim has its size as value."),
            ValueSource::Residue { modulus, source } => {
                format!("{n} has value {n} mod {modulus} = {value} ({source}).")
            }
            ValueSource::Period(period) => periodic(&c.text, &value, period),
            ValueSource::Table { .. } => format!("{n} has value {value}, from the table of all smaller heaps."),
            ValueSource::Primes(factors) => primes(&n, &value, factors),
            ValueSource::Text(words) => format!("{n} has value {value}, by: {words}."),
        };
        let _ = writeln!(text, "  {line}");
    }
    if components.len() > ROWS {
        let _ = writeln!(text, "  ... and so for the others.");
    }
    text
}

fn periodic(heap: &str, value: &str, period: &Period) -> String {
    let n: UBig = heap.parse().unwrap_or_default();
    let (from, length) = (UBig::from(period.preperiod()), UBig::from(period.period()));
    let shown = shortened(heap, 60);
    let proved = if period.is_proved() { "this is proved" } else { "as far as computed" };
    let saltus = match period.saltus() {
        0 => String::new(),
        s => format!(", {s} more each time"),
    };
    if n < &from + &length {
        return format!(
            "{shown} has value {value}; from heap {from} on the values repeat every {length} heaps{saltus} ({proved})."
        );
    }
    let residue = (&n - &from) % &length + &from;
    format!(
        "{shown} has value {value}: from heap {from} on the values repeat every {length} heaps{saltus} ({proved}), and {shown} \
         stands where {residue} does."
    )
}

fn primes(n: &str, value: &str, factors: &[(u64, u32)]) -> String {
    if factors.is_empty() {
        return format!("{n} has no prime factor, so its value is 0.");
    }
    let factor = |&(p, e): &(u64, u32)| if e == 1 { p.to_string() } else { format!("{p}^{e}") };
    let product = factors.iter().map(factor).collect::<Vec<_>>().join(" * ");
    format!("{n} = {product} has {value} prime factors, counted with multiplicity: that is its value.")
}

/// Equal components, which cancel.
fn cancelled(components: &[Component]) -> String {
    let mut different: Vec<(&Component, usize)> = Vec::new();
    for c in components {
        match different.iter_mut().find(|(d, _)| d.text == c.text) {
            Some((_, count)) => *count += 1,
            None => different.push((c, 1)),
        }
    }
    let equal: Vec<String> =
        different.iter().filter(|(_, n)| *n > 1).map(|(c, n)| format!("{} (there are {n})", c.text)).collect();
    if equal.is_empty() || equal.len() > 4 {
        return String::new();
    }
    format!(
        "Equal parts cancel in pairs, since a move in one can be answered by the same move in the other: {}.\n",
        equal.join(", ")
    )
}

/// The values in binary, one under the other, with what each would have to become.
fn table(components: &[Component], total: &UBig, nim: bool) -> String {
    let digits = components.iter().map(|c| c.value.bit_len()).max().unwrap_or(0).max(1);
    let what = if nim { "heaps" } else { "values" };
    if components.len() > ROWS || digits > BITS {
        return format!(
            "The Nim sum of the {what}, their sum in binary without carries, is {}.\n",
            shortened(&total.to_string(), 80)
        );
    }
    let mut text = format!("Write the {what} in binary and add them without carries:\n\n");
    let part = |c: &Component| if nim { c.text.clone() } else { format!("{} has {}", c.text, c.value) };
    let width =
        components.iter().map(|c| part(c).chars().count()).max().unwrap_or(0).max(total.to_string().len()).max(7);
    for c in components {
        let goal = &c.value ^ total;
        let goal = if total.is_zero() {
            String::new()
        } else if goal < c.value {
            format!("   {goal} would make the sum 0, and is less: a move gets there")
        } else {
            format!("   {goal} would make the sum 0, but is more")
        };
        let _ = writeln!(text, "  {:>width$}   {:0>digits$}{goal}", part(c), format!("{:b}", c.value));
    }
    let _ = writeln!(text, "  {:>width$}   {}", "", "-".repeat(digits));
    let _ = writeln!(text, "  {:>width$}   {:0>digits$}\n", total.to_string(), format!("{total:b}"));
    let _ = writeln!(
        text,
        "A column with an odd number of ones has a 1 below. The result, {total}, is called the Nim sum."
    );
    text
}

/// Misère Nim on the values.
fn misere(values: &[UBig], nim: bool) -> String {
    let what = if nim { "heap" } else { "value" };
    let because = if nim || values.is_empty() {
        "(Bouton 1901)"
    } else {
        "(Ferguson 1974: subtraction games are played as misère Nim on their values)"
    };
    if values.iter().any(|v| *v > UBig::ONE) {
        let total = crate::heap::nim_sum(values);
        format!(
            "Some {what} is larger than 1, so the rule is that of normal play: the player to move loses just when the Nim sum, the \
             sum in binary without carries, is 0 {because}. It is {}. Play so until a move would leave only ones and zeros; then leave \
             an odd number of ones.\n",
            shortened(&total.to_string(), 80)
        )
    } else {
        let ones = values.iter().filter(|v| v.is_one()).count();
        format!(
            "Every {what} is 0 or 1. Then the player to move loses just when the number of ones is odd {because}. It is {ones}.\n"
        )
    }
}

fn wythoff(answer: &Answer, heaps: &(UBig, UBig), pair: &(UBig, UBig, UBig)) -> String {
    let (index, small, large) = pair;
    let (a, b) = heaps;
    let mut text = "The lost positions are the cold pairs: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10), ... The pair number k is \
         (floor(k * phi), floor(k * phi) + k), phi = 1.618... the golden ratio; every number from 1 on is in exactly one pair \
         (Wythoff 1907).\n".to_string();
    let short = |n: &UBig| shortened(&n.to_string(), 60);
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

fn moore(heaps: &[UBig], most: usize) -> String {
    let digits = heaps.iter().map(UBig::bit_len).max().unwrap_or(0).max(1);
    let modulus = most + 1;
    let mut text = format!(
        "Write the heaps in binary and count the ones in each column. The player to move loses just when every count is a \
         multiple of {modulus}, one more than the {most} heaps that a move may change (Moore 1910).\n"
    );
    if heaps.len() > ROWS || digits > BITS {
        return text;
    }
    let width = heaps.iter().map(|h| h.to_string().len()).max().unwrap_or(0).max(5);
    text.push('\n');
    for heap in heaps {
        let _ = writeln!(text, "  {:>width$}   {:0>digits$}", heap.to_string(), format!("{heap:b}"));
    }
    let count = |bit: usize| heaps.iter().filter(|h| h.bit(bit)).count() % modulus;
    let row: String =
        (0..digits).rev().map(|bit| char::from_digit(count(bit) as u32 % 36, 36).unwrap_or('?')).collect();
    let _ = writeln!(text, "  {:>width$}   {}", "", "-".repeat(digits));
    let _ = writeln!(text, "  {:>width$}   {row}   the counts, modulo {modulus}", "");
    text
}

/// A position without theory: what its moves show.
fn solved(answer: &Answer) -> String {
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
        Outcome::Draw => "No move wins, and some move keeps the other player from winning, for ever or to a drawn end",
    };
    format!("{all}; found by {}.\n", answer.method)
}

/// What to do.
fn advice(answer: &Answer) -> String {
    let Some(moves) = &answer.moves else { return String::new() };
    let best: Vec<_> = moves.listed.iter().filter(|m| m.outcome == answer.value.outcome).collect();
    let named = |count: usize| {
        let one = |m: &&crate::answer::MoveAnswer| {
            format!("  {}, which leaves {}", shortened(&m.text, 120), shortened(&m.after, 120))
        };
        best.iter().take(count).map(one).collect::<Vec<_>>().join("\n")
    };
    let more = if best.len() > MOVES { "\n  ... and others" } else { "" };
    match (answer.value.outcome, best.len()) {
        (_, 0) => String::new(),
        (Outcome::Win, 1) => format!("The winning move:\n{}\n", named(1)),
        (Outcome::Win, _) => {
            format!("Winning moves, the quickest first where that is known:\n{}{more}\n", named(MOVES))
        }
        (Outcome::Loss, _) if answer.value.remoteness.is_some() => {
            format!("Every move loses against good play. The longest defence:\n{}\n", named(1))
        }
        (Outcome::Loss, _) => "Every move loses against good play.\n".to_owned(),
        (Outcome::Draw, _) => format!("Moves that keep the draw:\n{}{more}\n", named(MOVES)),
    }
}

/// A text, with its middle left out where it is long.
fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most / 2).collect();
    let tail: String = text.chars().skip(count - most / 2).collect();
    format!("{head}...{tail}")
}
