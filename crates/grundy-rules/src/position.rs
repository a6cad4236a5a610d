//! The encoding of a script's positions as bytes: injective, and each item is self-delimiting.
//!
//! An item is a tag and its content: 0 None, 1 False, 2 True, 3 an integer (zigzag, seven bits per byte, lowest bits first), 4 a string
//! (its length, its bytes), 5 a tuple (its length, its items), 6 a sum (its length, its components in order).

use starlark::values::list::ListRef;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, UnpackValue, Value};

/// The maximum nesting depth of a position.
pub(crate) const MAX_DEPTH: usize = 64;
/// The maximum number of bytes of a position.
pub(crate) const MAX_BYTES: usize = 1 << 16;

const NONE: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const INT: u8 = 3;
const TEXT: u8 = 4;
const TUPLE: u8 = 5;
const SUM: u8 = 6;

/// A position as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    None,
    Bool(bool),
    Int(i64),
    Text(String),
    Tuple(Vec<Item>),
}

/// The error for a value that is not a position: what is wrong, and what to do.
#[derive(Debug)]
pub(crate) struct PositionError {
    pub(crate) message: String,
    pub(crate) help: &'static str,
}

const KINDS: &str = "a position is an int, a string, None, True, False, or a tuple or list of positions";

fn position_error(message: impl Into<String>) -> PositionError {
    PositionError { message: message.into(), help: KINDS }
}

fn write_number(mut n: u64, out: &mut Vec<u8>) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn read_number(bytes: &mut &[u8]) -> u64 {
    let (mut n, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        n |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 || shift > 63 {
            break;
        }
    }
    n
}

/// Appends an integer.
pub(crate) fn write_int(n: i64, out: &mut Vec<u8>) {
    out.push(INT);
    write_number(((n << 1) ^ (n >> 63)) as u64, out);
}

pub(crate) fn write_none(out: &mut Vec<u8>) {
    out.push(NONE);
}

pub(crate) fn write_bool(is_true: bool, out: &mut Vec<u8>) {
    out.push(if is_true { TRUE } else { FALSE });
}

/// Appends the tag and the length of a string; its bytes follow.
pub(crate) fn write_text_head(length: usize, out: &mut Vec<u8>) {
    out.push(TEXT);
    write_number(length as u64, out);
}

/// Appends the tag and the length of a tuple; its items follow.
pub(crate) fn write_tuple_head(length: usize, out: &mut Vec<u8>) {
    out.push(TUPLE);
    write_number(length as u64, out);
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    write_text_head(text.len(), out);
    out.extend_from_slice(text.as_bytes());
}

/// Appends the bytes of a Starlark value.
pub(crate) fn encode(value: Value<'_>, out: &mut Vec<u8>) -> Result<(), PositionError> {
    let start = out.len();
    encode_at(value, out, start, 0)
}

fn encode_at(value: Value<'_>, out: &mut Vec<u8>, start: usize, depth: usize) -> Result<(), PositionError> {
    if depth > MAX_DEPTH {
        return Err(position_error(format!("a position is nested more than {MAX_DEPTH} deep")));
    }
    if out.len() - start > MAX_BYTES {
        return Err(position_error(format!("a position takes more than {MAX_BYTES} bytes")));
    }
    if let Some(n) = value.unpack_i32() {
        write_int(n.into(), out);
    } else if let Some(text) = value.unpack_str() {
        if text.len() > MAX_BYTES {
            return Err(position_error(format!("a position takes more than {MAX_BYTES} bytes")));
        }
        write_text(text, out);
    } else if let Some(items) = items(value) {
        out.push(TUPLE);
        write_number(items.len() as u64, out);
        for item in items {
            encode_at(*item, out, start, depth + 1)?;
        }
    } else if value.is_none() {
        out.push(NONE);
    } else if let Some(is_true) = value.unpack_bool() {
        out.push(if is_true { TRUE } else { FALSE });
    } else if value.get_type() == "int" {
        let n = i64::unpack_value(value).ok().flatten();
        write_int(n.ok_or_else(|| position_error("an integer of a position is beyond 2^63"))?, out);
    } else {
        let kind = value.get_type();
        if kind == "struct" {
            let help = "a sum is an item of the list that `moves` returns, and its components are positions; on the command line, \
                        several components are written `3 + 4`";
            return Err(PositionError { message: "`Sum(…)` is not a position".to_owned(), help });
        }
        return Err(position_error(format!("a value of type {kind} is not a position")));
    }
    Ok(())
}

/// The items of a list or a tuple.
pub(crate) fn items<'v>(value: Value<'v>) -> Option<&'v [Value<'v>]> {
    TupleRef::from_value(value).map(|t| t.content()).or_else(|| ListRef::from_value(value).map(|l| l.content()))
}

/// Decodes bytes into a value on `heap`; lists come back as tuples.
pub(crate) fn decode<'v>(bytes: &mut &[u8], heap: Heap<'v>) -> Value<'v> {
    decode_at(bytes, heap, 0)
}

fn decode_at<'v>(bytes: &mut &[u8], heap: Heap<'v>, depth: usize) -> Value<'v> {
    match next_at(bytes, depth) {
        Next::None => Value::new_none(),
        Next::Bool(is_true) => Value::new_bool(is_true),
        Next::Int(n) => heap.alloc(n),
        Next::Text(text) => heap.alloc(text),
        Next::Tuple(length) => {
            let items: Vec<Value<'v>> = (0..length).map(|_| decode_at(bytes, heap, depth + 1)).collect();
            heap.alloc(AllocTuple(items))
        }
    }
}

/// Decodes the bytes of one item as plain data.
pub(crate) fn read(bytes: &mut &[u8]) -> Item {
    read_at(bytes, 0)
}

fn read_at(bytes: &mut &[u8], depth: usize) -> Item {
    match next_at(bytes, depth) {
        Next::None => Item::None,
        Next::Bool(is_true) => Item::Bool(is_true),
        Next::Int(n) => Item::Int(n),
        Next::Text(text) => Item::Text(text.to_owned()),
        Next::Tuple(length) => Item::Tuple((0..length).map(|_| read_at(bytes, depth + 1)).collect()),
    }
}

/// Appends the bytes of plain data.
pub(crate) fn write(item: &Item, out: &mut Vec<u8>) {
    match item {
        Item::None => out.push(NONE),
        Item::Bool(is_true) => out.push(if *is_true { TRUE } else { FALSE }),
        Item::Int(n) => write_int(*n, out),
        Item::Text(text) => write_text(text, out),
        Item::Tuple(items) => {
            out.push(TUPLE);
            write_number(items.len() as u64, out);
            items.iter().for_each(|item| write(item, out));
        }
    }
}

/// The bytes of a sum; its components are sorted.
pub(crate) fn sum(mut components: Vec<Box<[u8]>>) -> Box<[u8]> {
    if components.len() == 1 {
        return components.remove(0);
    }
    components.sort_unstable();
    let mut out = vec![SUM];
    write_number(components.len() as u64, &mut out);
    components.iter().for_each(|component| out.extend_from_slice(component));
    out.into()
}

/// The components of a position: those of a sum, or else the position itself.
pub(crate) fn components(bytes: &[u8]) -> Vec<Box<[u8]>> {
    if bytes.first() != Some(&SUM) {
        return vec![bytes.into()];
    }
    let mut rest = &bytes[1..];
    let length = read_number(&mut rest).min(rest.len() as u64);
    (0..length)
        .map(|_| {
            let before = rest;
            skip(&mut rest);
            before[..before.len() - rest.len()].into()
        })
        .collect()
}

/// The items of a position that is a tuple, or the characters of one that is a string, each as the bytes of a position.
pub(crate) fn items_of(bytes: &[u8]) -> Option<Vec<Box<[u8]>>> {
    let mut rest = bytes;
    match next(&mut rest) {
        Next::Tuple(length) => Some(
            (0..length)
                .map(|_| {
                    let before = rest;
                    skip(&mut rest);
                    before[..before.len() - rest.len()].into()
                })
                .collect(),
        ),
        Next::Text(text) => {
            let mut buffer = [0; 4];
            let mut one = |c: char| {
                let mut out = Vec::new();
                write_text(c.encode_utf8(&mut buffer), &mut out);
                out.into()
            };
            Some(text.chars().map(&mut one).collect())
        }
        _ => None,
    }
}

/// Skips one item.
#[inline]
pub(crate) fn skip(bytes: &mut &[u8]) {
    skip_at(bytes, 0);
}

fn skip_at(bytes: &mut &[u8], depth: usize) {
    if let [INT, 0..0x80, rest @ ..] = *bytes {
        *bytes = rest;
    } else if let Next::Tuple(length) = next_at(bytes, depth) {
        (0..length).for_each(|_| skip_at(bytes, depth + 1));
    }
}

/// Reads one item at this depth. Damaged bytes may be nested deeper than any position: an item that is too deep is read as an empty
/// tuple.
#[inline]
fn next_at<'a>(bytes: &mut &'a [u8], depth: usize) -> Next<'a> {
    match next(bytes) {
        Next::Tuple(_) if depth > MAX_DEPTH => Next::Tuple(0),
        item => item,
    }
}

/// An item as [`next`] reads it.
pub(crate) enum Next<'a> {
    None,
    Bool(bool),
    Int(i64),
    Text(&'a str),
    Tuple(u64),
}

/// Reads one item; of a tuple, only its length.
#[inline]
pub(crate) fn next<'a>(bytes: &mut &'a [u8]) -> Next<'a> {
    let Some((&tag, rest)) = bytes.split_first() else { return Next::None };
    *bytes = rest;
    match tag {
        FALSE => Next::Bool(false),
        TRUE => Next::Bool(true),
        INT => {
            let n = read_number(bytes);
            Next::Int((n >> 1) as i64 ^ -((n & 1) as i64))
        }
        TEXT => {
            let length = (read_number(bytes) as usize).min(bytes.len());
            let (text, rest) = bytes.split_at(length);
            *bytes = rest;
            Next::Text(std::str::from_utf8(text).unwrap_or_default())
        }
        // Every item takes at least one byte.
        TUPLE => Next::Tuple(read_number(bytes).min(bytes.len() as u64)),
        _ => Next::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_back() {
        let numbers = [0, 1, -1, 63, 64, -64, -65, i64::MAX, i64::MIN, 1 << 40];
        let mut all: Vec<Item> = numbers.into_iter().map(Item::Int).collect();
        all.extend([Item::None, Item::Bool(true), Item::Bool(false), Item::Text("é\n\"".into()), Item::Tuple(vec![])]);
        let nested = Item::Tuple(vec![Item::Tuple(all.clone()), Item::Text("x".repeat(300))]);
        for item in all.iter().chain([&nested]) {
            let mut bytes = Vec::new();
            write(item, &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!((&read(&mut rest), rest.len()), (item, 0));
        }
    }

    /// Bytes from a damaged file are read to an end, without exhausting the stack or the memory.
    #[test]
    fn any_bytes_are_read() {
        let deep: Vec<u8> = std::iter::repeat_n([TUPLE, 1], 1 << 19).flatten().collect();
        let wide = [&[TUPLE][..], &[0xff; 8], &[1], &[NONE; 5]].concat();
        let sum = [&[SUM][..], &[0xff; 8], &[1], &[NONE; 5]].concat();
        for bytes in [&deep[..], &wide, &sum] {
            read(&mut &*bytes);
            skip(&mut &*bytes);
            assert!(components(bytes).len() <= bytes.len());
            Heap::temp(|heap| {
                decode(&mut &*bytes, heap);
            });
        }
        assert_eq!(read(&mut &wide[..]), Item::Tuple(vec![Item::None; 5]));
    }

    #[test]
    fn a_sum_has_its_components_in_order() {
        let one = |n| {
            let mut bytes = Vec::new();
            write(&Item::Int(n), &mut bytes);
            bytes.into_boxed_slice()
        };
        assert_eq!(sum(vec![one(5), one(300)]), sum(vec![one(300), one(5)]));
        assert_eq!(components(&sum(vec![one(5), one(2), one(5)])), [one(2), one(5), one(5)]);
        assert_eq!(components(&one(7)), [one(7)]);
        assert_eq!(components(&sum(vec![])).len(), 0);
    }
}
