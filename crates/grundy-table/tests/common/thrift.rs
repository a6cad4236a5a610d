//! Finds the fields of structures in Thrift's compact protocol, so that tests can change them.

#![allow(dead_code, reason = "every test file is a crate of its own and uses a part of this")]

use std::ops::Range;

/// The kind of a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An integer, as a varint.
    Integer,
    /// Bytes after their length.
    Binary,
    /// A list, including its header.
    List,
}

/// A field, or an element of a list.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) kind: Kind,
    pub(crate) range: Range<usize>,
}

/// The integers, binaries and lists of the structure that begins at `at`, including those of inner structures, and the end of the
/// structure. `None` if the bytes are not a structure.
pub(crate) fn fields(bytes: &[u8], at: usize) -> Option<(Vec<Field>, usize)> {
    let mut reader = Reader { bytes, at, fields: Vec::new() };
    reader.structure(0)?;
    Some((reader.fields, reader.at))
}

/// The fields of consecutive structures up to the end of the bytes, separately for each structure.
pub(crate) fn structures(bytes: &[u8], mut at: usize) -> Vec<Vec<Field>> {
    let mut all = Vec::new();
    while let Some((fields, end)) = (at < bytes.len()).then(|| fields(bytes, at)).flatten() {
        all.push(fields);
        at = end;
    }
    all
}

/// The number that the varint of an integer field encodes.
pub(crate) fn integer(varint: &[u8]) -> i64 {
    let number = varint.iter().rev().fold(0_u64, |number, byte| number << 7 | u64::from(byte & 0x7f));
    (number >> 1).cast_signed() ^ -((number & 1).cast_signed())
}

/// The varint of an integer field.
pub(crate) fn varint(number: i64) -> Vec<u8> {
    let mut rest = (number << 1 ^ number >> 63).cast_unsigned();
    let mut bytes = Vec::new();
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
    bytes
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    fields: Vec<Field>,
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        self.at += 1;
        self.bytes.get(self.at - 1).copied()
    }

    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn structure(&mut self, depth: u32) -> Option<()> {
        loop {
            match self.byte()? {
                0 => return Some(()),
                head => {
                    if head >> 4 == 0 {
                        self.number()?;
                    }
                    self.value(head & 15, false, depth + 1)?;
                }
            }
        }
    }

    fn value(&mut self, kind: u8, is_element: bool, depth: u32) -> Option<()> {
        let from = self.at;
        let found = match kind {
            1 | 2 => {
                self.at += usize::from(is_element);
                return Some(());
            }
            3..=6 => {
                self.number()?;
                Kind::Integer
            }
            8 => {
                self.at = self.number()?.checked_add(self.at)?;
                Kind::Binary
            }
            9 if depth < 16 => {
                let head = self.byte()?;
                let length = if head >> 4 == 15 { self.number()? } else { usize::from(head >> 4) };
                for _ in 0..length {
                    self.value(head & 15, true, depth + 1)?;
                }
                Kind::List
            }
            12 if depth < 16 => return self.structure(depth),
            _ => return None,
        };
        self.fields.push(Field { kind: found, range: from..self.at });
        (self.at <= self.bytes.len()).then_some(())
    }
}
