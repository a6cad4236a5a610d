//! Why a sum of heaps has its value: the values of its components, column by column in binary.

use super::shorten::shorten;
use super::steps;
use crate::answer::Answer;
use crate::game::Play;
use crate::theory::{Component, Evidence, Period, ValueSource};
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// The most components that are shown as a table.
const MAX_ROWS: usize = 16;
/// The most binary digits of a number that is shown in binary.
const MAX_BITS: usize = 80;
/// The explanation of a sum of components, from its Grundy values.
pub(super) fn sum(answer: &Answer, components: &[Component], evidence: &Evidence) -> String {
    let values: Vec<UBig> = components.iter().map(|c| c.value.clone()).collect();
    let total = crate::heap::nim_sum(&values);
    let nim = components.iter().all(|c| c.source == ValueSource::Size);
    let mut text = String::new();
    if !nim {
        text.push_str(&sources(components, evidence));
    }
    if components.is_empty() {
        text.push_str("Nothing is left to move in.\n");
    } else if answer.play == Play::Misere {
        text.push_str(&misere(components, &values, nim));
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
        text.push_str(&explain_cancelled(components));
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

/// The source of each component's value.
fn sources(components: &[Component], evidence: &Evidence) -> String {
    let mut text = String::from(steps::DEFINITION);
    let mut explained: Vec<&Component> = Vec::new();
    for c in components.iter().take(MAX_ROWS) {
        if explained.iter().any(|t| t.text == c.text) {
            continue;
        }
        explained.push(c);
        let (n, value) = (shorten(&c.text, 60), shorten(&c.value.to_string(), 60));
        let line = match &c.source {
            ValueSource::Size => format!("{n} has value {value}: a heap of Nim has its size as value."),
            ValueSource::Residue { modulus, source } => {
                format!("{n} has value {n} mod {modulus} = {value} ({source}).")
            }
            ValueSource::Period(period) => periodic(&c.text, &value, period),
            ValueSource::Table { .. } => format!("{n} has value {value}, from the table of all smaller heaps."),
            ValueSource::Primes(factors) => primes(&n, &value, factors),
            ValueSource::Options => format!("{n} has value {value}."),
            ValueSource::Text(words) => format!("{n} has value {value}, by: {words}."),
        };
        let step = evidence.steps.iter().find(|step| step.part == c.text).and_then(steps::sentence);
        // The step alone says the value of a chip, and more.
        let line = if c.source == ValueSource::Options && step.is_some() { None } else { Some(line) };
        for line in line.into_iter().chain(step) {
            let _ = writeln!(text, "  {line}");
        }
    }
    if components.len() > MAX_ROWS {
        let _ = writeln!(text, "  ... and so for the others.");
    }
    if let Some(lost) = &evidence.lost_heaps {
        let _ = writeln!(text, "A single heap n is lost exactly when {lost}.");
    }
    text
}

fn periodic(heap: &str, value: &str, period: &Period) -> String {
    let n: UBig = heap.parse().unwrap_or_default();
    let (from, length) = (UBig::from(period.preperiod()), UBig::from(period.period()));
    let shown = shorten(heap, 60);
    let proved = if period.is_proved() { "this is proved" } else { "as far as computed" };
    let saltus = match period.saltus() {
        0 => String::new(),
        s => format!(", {s} more each time"),
    };
    if period.period() == 1 && period.saltus() > 0 {
        return format!(
            "{shown} has value {value}: from heap {from} on each heap is worth {} more than the one before ({proved}).",
            period.saltus()
        );
    }
    let every = if period.period() == 1 { "do not change".to_owned() } else { format!("repeat every {length} heaps") };
    if n < &from + &length {
        return format!("{shown} has value {value}; from heap {from} on the values {every}{saltus} ({proved}).");
    }
    let residue = (&n - &from) % &length + &from;
    format!(
        "{shown} has value {value}: from heap {from} on the values {every}{saltus} ({proved}), and {shown} \
         stands where {residue} does."
    )
}

fn primes(n: &str, value: &str, factors: &[(u64, u32)]) -> String {
    if factors.is_empty() {
        return format!("{n} has no prime factor, so its value is 0.");
    }
    let factor = |&(p, e): &(u64, u32)| if e == 1 { p.to_string() } else { format!("{p}^{e}") };
    let product = factors.iter().map(factor).collect::<Vec<_>>().join(" * ");
    let factors = if value == "1" { "factor" } else { "factors" };
    if product == n {
        return format!("{n} is a prime: it has 1 prime factor, and that is its value.");
    }
    format!("{n} = {product} has {value} prime {factors}, counted with multiplicity: that is its value.")
}

/// The equal components, which cancel in pairs.
fn explain_cancelled(components: &[Component]) -> String {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    components.iter().for_each(|c| *counts.entry(&c.text).or_default() += 1);
    let mut seen = FxHashSet::default();
    let repeated = components.iter().filter(|c| counts[c.text.as_str()] > 1 && seen.insert(&c.text));
    let equal: Vec<String> = repeated.map(|c| format!("{} (there are {})", c.text, counts[c.text.as_str()])).collect();
    if equal.is_empty() || equal.len() > 4 {
        return String::new();
    }
    format!(
        "Equal parts cancel in pairs, since a move in one can be answered by the same move in the other: {}.\n",
        equal.join(", ")
    )
}

/// The values in binary, one under the other, and for each the value that would make the sum 0.
fn table(components: &[Component], total: &UBig, nim: bool) -> String {
    let digits = components.iter().map(|c| c.value.bit_len()).max().unwrap_or(0).max(1);
    let what = if nim { "heaps" } else { "values" };
    if components.len() > MAX_ROWS || digits > MAX_BITS {
        return format!(
            "The Nim sum of the {what}, their sum in binary without carries, is {}.\n",
            shorten(&total.to_string(), 80)
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

/// The explanation of misère play, as misère Nim on the values.
fn misere(components: &[Component], values: &[UBig], nim: bool) -> String {
    let what = if nim { "heap" } else { "value" };
    // A number of the divisor game has the options of a Nim heap of its value.
    let is_nim_on_values = components.iter().all(|component| matches!(component.source, ValueSource::Primes(_)));
    let because = if nim || is_nim_on_values {
        "(Bouton 1901)"
    } else {
        "(Ferguson 1974: subtraction games are played as misère Nim on their values)"
    };
    if values.iter().any(|v| *v > UBig::ONE) {
        let total = crate::heap::nim_sum(values);
        format!(
            "Some {what} is larger than 1, so the rule is that of normal play: the player to move loses exactly when the Nim sum, the \
             sum in binary without carries, is 0 {because}. It is {}. Play so until a move would leave only ones and zeros; then leave \
             an odd number of ones.\n",
            shorten(&total.to_string(), 80)
        )
    } else {
        let ones = values.iter().filter(|v| v.is_one()).count();
        format!(
            "Every {what} is 0 or 1. Then the player to move loses exactly when the number of ones is odd {because}. It is {ones}.\n"
        )
    }
}

pub(super) fn moore(heaps: &[UBig], most: usize) -> String {
    let digits = heaps.iter().map(UBig::bit_len).max().unwrap_or(0).max(1);
    let modulus = most + 1;
    let noun = if most == 1 { "heap" } else { "heaps" };
    let mut text = format!(
        "Write the heaps in binary and count the ones in each column. The player to move loses exactly when every count is a \
         multiple of {modulus}, one more than the {most} {noun} that a move may change (Moore 1910).\n"
    );
    if heaps.len() > MAX_ROWS || digits > MAX_BITS {
        return text;
    }
    let width = heaps.iter().map(|h| h.to_string().len()).max().unwrap_or(0).max(5);
    text.push('\n');
    for heap in heaps {
        let _ = writeln!(text, "  {:>width$}   {:0>digits$}", heap.to_string(), format!("{heap:b}"));
    }
    let count = |bit: usize| heaps.iter().filter(|h| h.bit(bit)).count() % modulus;
    // Counts of ten and more are letters, as in numbers to a base above 10.
    let counts: Vec<u32> = (0..digits).rev().map(|bit| count(bit) as u32).collect();
    let row: String = counts.iter().map(|&count| char::from_digit(count, 36).unwrap_or('?')).collect();
    let letters = if counts.iter().any(|&count| count > 9) { ", where a is 10, b is 11, and so on" } else { "" };
    let _ = writeln!(text, "  {:>width$}   {}", "", "-".repeat(digits));
    let _ = writeln!(text, "  {:>width$}   {row}   the counts, modulo {modulus}{letters}", "");
    text
}
