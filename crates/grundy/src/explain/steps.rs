//! Shows how a Grundy value follows from those of the options.

use super::shorten::shorten;
use crate::theory::MexStep;
use crate::value::Grundy;

/// The definition, before the first step.
pub(super) const DEFINITION: &str = "The Grundy value of a position is the least number 0, 1, 2, ... that is not the value of a position \
                                     that a move leads to.\n";

/// The most options that are listed one by one.
const MAX_OPTIONS: usize = 12;
/// The most characters of options that are listed one by one.
const MAX_WIDTH: usize = 110;

/// The step in one sentence; `None` if the value is infinite, which another paragraph explains.
pub(super) fn sentence(step: &MexStep) -> Option<String> {
    let value = step.value.number()?;
    let part = shorten(&step.part, 60);
    if step.options.is_empty() {
        return Some(format!("{part} has no moves, so its value is 0."));
    }
    let mut text = listed(&part, step).unwrap_or_else(|| summarised(&part, step));
    text.push_str(&format!("; the least missing is {value}."));
    if step.options.iter().any(|(_, value)| matches!(value, Grundy::Infinite(_))) {
        text.push_str(&format!(
            " An infinite value is left out of account: a move leads back from it to the value {value} (Smith 1966)."
        ));
    }
    Some(text)
}

/// The options and their values, one by one, if they are few and short.
fn listed(part: &str, step: &MexStep) -> Option<String> {
    let texts: Vec<&str> = step.options.iter().map(|(text, _)| text.as_str()).collect();
    let values: Vec<String> = step.options.iter().map(|(_, value)| value.to_string()).collect();
    let (texts, values) = (texts.join(", "), values.join(", "));
    let is_short = step.options.len() <= MAX_OPTIONS && texts.chars().count() + values.chars().count() <= MAX_WIDTH;
    let plural = if step.options.len() == 1 { "" } else { "s" };
    is_short.then(|| format!("{part} -> {texts}, with value{plural} {values}"))
}

/// The number of options, and their values without repetition.
fn summarised(part: &str, step: &MexStep) -> String {
    let mut values: Vec<_> = step.options.iter().filter_map(|(_, value)| value.number()).collect();
    values.sort_unstable();
    values.dedup();
    // Consecutive values as ranges.
    let mut ranges: Vec<(_, _)> = Vec::new();
    for value in values {
        match ranges.last_mut() {
            Some((_, last)) if &*last + 1u8 == value => *last = value,
            _ => ranges.push((value.clone(), value)),
        }
    }
    let range = |(first, last): &(_, _)| if first == last { format!("{first}") } else { format!("{first} to {last}") };
    let mut words: Vec<String> = ranges.iter().map(range).collect();
    if step.options.iter().any(|(_, value)| value.number().is_none()) {
        words.push("∞".to_owned());
    }
    let words = match &words[..] {
        [start @ .., last] if !start.is_empty() => format!("{} and {last}", start.join(", ")),
        words => words.join(""),
    };
    format!("{part} -> {} positions, with the values {words}", step.options.len())
}
