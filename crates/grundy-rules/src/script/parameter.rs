//! The values that a user sets for the parameters of a rules file: each has the type of the default.

use crate::literal;
use crate::position::{self, Item};
use starlark::values::{Heap, Value};

/// What a value of the type of the default looks like.
pub(super) fn expected(default: &Item) -> String {
    match default {
        Item::Text(_) => "a string".to_owned(),
        Item::Int(_) => "an integer from -2^63 to 2^63 - 1".to_owned(),
        Item::Bool(_) => "`yes` or `no`".to_owned(),
        Item::None => "a literal, such as 5 or \"x\"".to_owned(),
        Item::Tuple(items) if items.is_empty() => {
            "literals and words, separated by commas, with brackets and quotation marks that match".to_owned()
        }
        Item::Tuple(items) => {
            let kind = std::mem::discriminant::<Item>;
            let count = match items.first() {
                Some(first) if items.iter().any(|item| kind(item) != kind(first)) => items.len().to_string(),
                _ => "any number of".to_owned(),
            };
            format!("{count} items of the default's types, separated by commas")
        }
    }
}

/// Parses the value of a parameter; it has the type of the default.
pub(super) fn read(text: &str, default: &Item) -> Option<Item> {
    let text = text.trim();
    match default {
        // A string as it stands, or as a literal in quotes.
        Item::Text(_) if text.starts_with(['"', '\'']) => Some(
            literal::read(text)
                .ok()
                .filter(|item| matches!(item, Item::Text(_)))
                .unwrap_or_else(|| Item::Text(text.to_owned())),
        ),
        Item::Text(_) => Some(Item::Text(text.to_owned())),
        Item::Int(_) => text.parse().ok().map(Item::Int),
        Item::Bool(_) => match text {
            "true" | "True" | "1" | "yes" => Some(Item::Bool(true)),
            "false" | "False" | "0" | "no" => Some(Item::Bool(false)),
            _ => None,
        },
        Item::None => literal::read(text).ok(),
        Item::Tuple(defaults) => read_list(text, defaults).map(Item::Tuple),
    }
}

/// Parses the items of a list, each of the type of the default's items. If these have different types, there must be exactly as many items.
fn read_list(text: &str, defaults: &[Item]) -> Option<Vec<Item>> {
    let Some(first) = defaults.first() else {
        if let Ok(item) = literal::read(text) {
            return Some(if let Item::Tuple(items) = item { items } else { vec![item] });
        }
        // Words that are no literals are strings.
        let items = split_items(within_brackets(text).unwrap_or(text))?;
        let word = |item: &str| item.starts_with(char::is_alphabetic).then(|| Item::Text(item.to_owned()));
        return items.into_iter().map(|item| literal::read(item).ok().or_else(|| word(item))).collect();
    };
    let mut parts = split_items(text)?;
    // The list may be written in brackets, unless these are those of its only item.
    if let [only] = parts[..]
        && let Some(inner) = within_brackets(only)
    {
        let inner = split_items(inner)?;
        let has_lists = inner.first().is_none_or(|item| within_brackets(item).is_some());
        if has_lists || !matches!(first, Item::Tuple(_)) {
            parts = inner;
        }
    }
    let kind = std::mem::discriminant::<Item>;
    if defaults.iter().all(|item| kind(item) == kind(first)) {
        parts.into_iter().map(|part| read(part, first)).collect()
    } else if parts.len() == defaults.len() {
        parts.into_iter().zip(defaults).map(|(part, default)| read(part, default)).collect()
    } else {
        None
    }
}

/// The text in brackets that begin and end a text; `None` for other texts.
fn within_brackets(text: &str) -> Option<&str> {
    let inner = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    inner('[', ']').or_else(|| inner('(', ')'))
}

/// The items of a list, separated by the commas outside brackets and quotation marks; `None` if these do not close.
fn split_items(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_usize, None);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => drop(chars.next()),
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if text[start..at].trim().is_empty() || depth > 0 => quote = Some(c),
            (None, '[' | '(') => depth += 1,
            (None, ']' | ')') => depth = depth.checked_sub(1)?,
            (None, ',') if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            (None, _) => {}
        }
    }
    let last = text[start..].trim();
    // A comma may end the list.
    if !last.is_empty() {
        parts.push(last);
    }
    (depth == 0 && quote.is_none()).then_some(parts)
}

/// Allocates the value of a parameter; tuples become lists.
pub(super) fn value<'v>(item: &Item, heap: Heap<'v>) -> Value<'v> {
    if let Item::Tuple(items) = item {
        let items: Vec<Value<'v>> = items.iter().map(|item| value(item, heap)).collect();
        return heap.alloc(items);
    }
    let mut bytes = Vec::new();
    position::write(item, &mut bytes);
    position::decode(&mut &bytes[..], heap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_of_the_type_of_its_default() {
        let list = |numbers: &[i64]| Item::Tuple(numbers.iter().copied().map(Item::Int).collect());
        let default = list(&[1]);
        for text in ["3,4,7", "[3,4,7]", "3, 4, 7", "(3,4,7)"] {
            assert_eq!(read(text, &default), Some(list(&[3, 4, 7])), "{text}");
        }
        assert_eq!(read("3", &default), Some(list(&[3])));
        assert_eq!(read("", &default), Some(list(&[])));
        let text = |text: &str| Item::Text(text.to_owned());
        let texts = |texts: &[&str]| Some(Item::Tuple(texts.iter().copied().map(text).collect()));
        for (written, meant) in [
            ("a,b", &["a", "b"][..]),
            ("3,4", &["3", "4"]),
            ("\"a,b\", c", &["a,b", "c"]),
            ("['a', \"b\"]", &["a", "b"]),
            ("f(1,2),g", &["f(1,2)", "g"]),
            ("[]", &[]),
        ] {
            assert_eq!(read(written, &Item::Tuple(vec![text("x")])), texts(meant), "{written}");
        }
        let mixed = Item::Tuple(vec![Item::Int(1), text("x")]);
        for written in ["2,y", "(2, y)", "[2,'y']"] {
            assert_eq!(read(written, &mixed), Some(Item::Tuple(vec![Item::Int(2), text("y")])), "{written}");
        }
        for wrong in ["2", "y,2", "2,y,3", "(2,y", "2,'y"] {
            assert_eq!(read(wrong, &mixed), None, "{wrong}");
        }
        let pairs = Item::Tuple(vec![list(&[0, 0])]);
        assert_eq!(read("(1,2)", &pairs), Some(Item::Tuple(vec![list(&[1, 2])])));
        for written in ["(1,2),(3,4)", "[(1,2),(3,4)]", "((1, 2), (3, 4),)"] {
            assert_eq!(read(written, &pairs), Some(Item::Tuple(vec![list(&[1, 2]), list(&[3, 4])])), "{written}");
        }
        assert_eq!((read("x", &Item::Int(1)), read("5", &Item::Int(1))), (None, Some(Item::Int(5))));
        assert_eq!(
            (read("5", &Item::Text("".into())), read("yes", &Item::Bool(false))),
            (Some(Item::Text("5".into())), Some(Item::Bool(true)))
        );
        assert_eq!(read("3,x", &default), None);
        let open = Item::Tuple(Vec::new());
        for (written, meant) in [
            ("a,b", texts(&["a", "b"])),
            ("[a, b]", texts(&["a", "b"])),
            ("\"a\",b", texts(&["a", "b"])),
            ("3,4", Some(list(&[3, 4]))),
            ("3", Some(list(&[3]))),
            ("", Some(list(&[]))),
            ("true,x", Some(Item::Tuple(vec![text("true"), text("x")]))),
            ("f(1", None),
            ("1,2x", None),
            ("1,,2", None),
        ] {
            assert_eq!(read(written, &open), meant, "{written}");
        }
        for (written, meant) in [("F", "F"), ("\"F\"", "F"), ("'F'", "F"), ("\"F", "\"F"), ("\"", "\""), ("5", "5")] {
            assert_eq!(read(written, &Item::Text("T".into())), Some(Item::Text(meant.into())), "{written}");
        }
    }
}
