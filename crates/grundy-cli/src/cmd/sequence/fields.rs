//! The fields of a row.

use crate::fail::Failure;
use grundy::Grundy;
use grundy::value::Unknown;

/// Appends the digits of a number.
pub(super) fn push_number(number: u64, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Appends the text of a Grundy value; returns `false` if there is none.
pub(super) fn push_value(value: &Grundy, out: &mut String) -> bool {
    if let Some(value) = value.finite() {
        push_number(value.0, out);
        return true;
    }
    value.value_text().map(|text| out.push_str(&text)).is_some()
}

/// Appends texts, separated by semicolons.
pub(super) fn push_joined<'t>(texts: impl Iterator<Item = &'t str>, out: &mut String) {
    for (i, text) in texts.enumerate() {
        out.push_str(if i > 0 { "; " } else { "" });
        out.push_str(text);
    }
}

/// Appends a field of a CSV file, in quotes if it has a comma.
pub(super) fn push_field(out: &mut String, write: impl FnOnce(&mut String)) {
    let start = out.len();
    write(out);
    if out[start..].contains(',') {
        out.insert(start, '"');
        out.push('"');
    }
}

/// The failure for a heap whose value a format cannot hold.
pub(super) fn no_value(heap: u64, value: &Grundy) -> Failure {
    let message = match value.reason() {
        Some(why) => format!("heap {heap}: {why}"),
        None => format!("heap {heap}: its Grundy value is {value}, not a number"),
    };
    match value {
        // Larger limits could help.
        Grundy::Unknown(Unknown::TooLarge) => {
            Failure::Limit(format!("{message}; larger limits may help, or another --format"))
        }
        _ => Failure::input(message, "choose another --format"),
    }
}

/// Converts a number for a picture, where approximate precision is enough.
pub(super) fn float(n: &impl ToString) -> f64 {
    n.to_string().parse().unwrap_or(0.0)
}
