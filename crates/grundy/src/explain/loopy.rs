//! Explains infinite Grundy values, and sums with them.

use super::shorten::shorten;
use crate::answer::Answer;
use crate::value::{Grundy, Outcome};
use std::fmt::Write as _;

/// The most parts that are listed with their values.
const MAX_ROWS: usize = 16;

/// Explains the outcome of a position from the values of its parts, at least one of which is infinite.
pub(super) fn parts(answer: &Answer, parts: &[(String, Grundy)]) -> String {
    let mut text = String::new();
    let infinite: Vec<&(String, Grundy)> =
        parts.iter().filter(|(_, value)| matches!(value, Grundy::Infinite(_))).collect();
    for (part, value) in parts.iter().take(MAX_ROWS) {
        let _ = writeln!(text, "  {} has value {}", shorten(part, 60), shorten(&value.to_string(), 60));
    }
    if parts.len() > MAX_ROWS {
        text.push_str("  ... and so for the others.\n");
    }
    if let [(part, value @ Grundy::Infinite(set))] = infinite.as_slice() {
        let (part, shown) = (shorten(part, 60), shorten(&value.to_string(), 60));
        text.push_str(&meaning(&shown, &set.iter().map(ToString::to_string).collect::<Vec<_>>()));
        let others = parts.iter().filter(|(_, value)| !matches!(value, Grundy::Infinite(_)));
        let rest = Grundy::of_sum(others.map(|(_, value)| value.clone()));
        let rest = rest.map_or_else(|_| "unknown".to_owned(), |value| shorten(&value.to_string(), 60));
        let (subject, number) = match parts.len() {
            1 => ("Nothing stands beside it, which counts as 0".to_owned(), "0".to_owned()),
            _ => (format!("The Nim sum of the other values is {rest}"), rest),
        };
        let _ = match answer.value.outcome {
            Outcome::Win => writeln!(
                text,
                "{subject}, one of these numbers: the player to move wins by moving {part} to a position of value {number}, which makes \
                 the Nim sum 0."
            ),
            _ => writeln!(
                text,
                "{subject}, none of these numbers: no move wins, and neither player has to leave the cycles of {part}. So it is a draw."
            ),
        };
    } else {
        let _ = writeln!(
            text,
            "{} values are infinite. A move changes one of them only, and neither player has to leave the cycles of the others: with \
             two infinite values or more a sum is a draw (Smith 1966).",
            infinite.len()
        );
    }
    text
}

/// The meaning of ∞(K), given as text with the numbers of K.
fn meaning(value: &str, numbers: &[String]) -> String {
    let numbers = match numbers {
        [] => {
            return format!(
                "{value} is an infinite Grundy value (Smith 1966): beside any position with a number as its value, and alone, it is a draw.\n"
            );
        }
        [number] => number.clone(),
        [start @ .., last] => format!("{} or {last}", start.join(", ")),
    };
    format!(
        "{value} is an infinite Grundy value (Smith 1966): the player to move wins it together with positions whose values have the Nim \
         sum {numbers}, and together with any others it is a draw.\n"
    )
}
