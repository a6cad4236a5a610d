//! Packs Starlark values into integers and unpacks them without an intermediate encoding as bytes, which makes exploring fastest.

use super::{BitWord, Layout, Packing};
use crate::position;
use starlark::values::tuple::AllocTuple;
use starlark::values::{Heap, UnpackValue, Value};

impl Packing {
    /// The integer of a value; `None` if the value does not fit the layout or is not a position.
    pub(crate) fn word_of(&self, value: Value<'_>) -> Option<u64> {
        let mut word = BitWord { bits: 0, used: 0 };
        self.0.pack_value(value, &mut word)?;
        Some(word.bits)
    }

    /// Allocates the value that the integer `word` encodes; lists come back as tuples.
    pub(crate) fn value<'v>(&self, word: u64, heap: Heap<'v>) -> Value<'v> {
        self.0.value(&mut BitWord { bits: word, used: 0 }, heap)
    }
}

impl Layout {
    fn pack_value(&self, value: Value<'_>, word: &mut BitWord) -> Option<()> {
        match self {
            Self::None => value.is_none().then_some(()),
            Self::Bool => word.put(value.unpack_bool()?.into(), 1),
            Self::Int { least, bits } => {
                let n = match value.unpack_i32() {
                    Some(n) => n.into(),
                    None => (value.get_type() == "int").then(|| i64::unpack_value(value).ok().flatten())??,
                };
                if n < *least {
                    return None;
                }
                word.put(n.abs_diff(*least), *bits)
            }
            Self::Text { fixed, length_bits, letters, bits } => {
                let text = value.unpack_str()?.as_bytes();
                // A string over one letter takes no bits for its letters, so any length could fit: the limit on positions applies here
                // too.
                if text.len() > position::MAX_BYTES {
                    return None;
                }
                match fixed {
                    Some(length) if *length == text.len() => {}
                    Some(_) => return None,
                    None => word.put(text.len() as u64, *length_bits)?,
                }
                text.iter().try_for_each(|&letter| match letters.numbers[usize::from(letter)] {
                    255 => None,
                    n => word.put(n.into(), *bits),
                })
            }
            Self::Tuple(parts) => {
                let items = position::items(value)?;
                if items.len() != parts.len() {
                    return None;
                }
                parts.iter().zip(items).try_for_each(|(part, item)| part.pack_value(*item, word))
            }
        }
    }

    fn value<'v>(&self, word: &mut BitWord, heap: Heap<'v>) -> Value<'v> {
        match self {
            Self::None => Value::new_none(),
            Self::Bool => Value::new_bool(word.get(1) == 1),
            Self::Int { least, bits } => heap.alloc(least.wrapping_add_unsigned(word.get(*bits))),
            Self::Text { fixed, length_bits, letters, bits } => {
                let length = fixed.unwrap_or_else(|| word.get(*length_bits) as usize);
                // A string over one letter may have any length; over two or more letters, the length is at most the number of bits.
                let (mut few, mut many) = ([0; 64], Vec::new());
                let text = if length <= few.len() {
                    &mut few[..length]
                } else {
                    many.resize(length, 0);
                    &mut many[..]
                };
                text.iter_mut().for_each(|letter| *letter = letters.list[word.get(*bits) as usize]);
                heap.alloc(std::str::from_utf8(text).unwrap_or_default())
            }
            Self::Tuple(parts) => {
                // Allocate the items before the tuple: they may be tuples themselves.
                let items: Vec<Value<'v>> = parts.iter().map(|part| part.value(word, heap)).collect();
                heap.alloc(AllocTuple(items))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Item;
    use grundy::text::Keys;
    use proptest::prelude::*;
    use starlark::environment::Module;

    fn bytes(item: &Item) -> Vec<u8> {
        let mut bytes = Vec::new();
        position::write(item, &mut bytes);
        bytes
    }

    /// Items of every kind, with small and extreme integers.
    fn item() -> impl Strategy<Value = Item> {
        let number = prop_oneof![-3..70_i64, Just(1 << 31), Just(-(1 << 31) - 1), Just(i64::MAX), Just(i64::MIN)];
        let leaf = prop_oneof![
            Just(Item::None),
            any::<bool>().prop_map(Item::Bool),
            number.prop_map(Item::Int),
            "[xoé.]{0,5}".prop_map(Item::Text),
        ];
        leaf.prop_recursive(2, 12, 4, |item| proptest::collection::vec(item, 0..4).prop_map(Item::Tuple))
    }

    fn like() -> impl Strategy<Value = (Vec<Item>, Vec<Item>)> {
        let cells = |length: usize| proptest::collection::vec(0..3_i64, length);
        let row = (0..3_i64, cells(4), "[xo.]{3}", any::<bool>()).prop_map(|(n, cells, text, is_true)| {
            let cells = Item::Tuple(cells.into_iter().map(Item::Int).collect());
            Item::Tuple(vec![Item::Int(n), cells, Item::Text(text), Item::Bool(is_true), Item::None])
        });
        let rows = proptest::collection::vec(row, 1..9);
        let sample = prop_oneof![rows.clone(), proptest::collection::vec(item(), 1..4)];
        (sample, rows, proptest::collection::vec(item(), 0..4)).prop_map(|(sample, mut rows, others)| {
            rows.extend(others);
            (sample, rows)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn the_word_of_a_value_is_that_of_its_bytes((sample, others) in like()) {
            let mut keys = Keys::default();
            sample.iter().for_each(|item| keys.push(&bytes(item)));
            let Some(packing) = Packing::of(&keys) else { return Ok(()) };
            Module::with_temp_heap(|module| {
                for item in sample.iter().chain(&others) {
                    let bytes = bytes(item);
                    let value = position::decode(&mut &bytes[..], module.heap());
                    let word = packing.pack(&bytes);
                    prop_assert_eq!(packing.word_of(value), word, "{:?}", item);
                    let Some(word) = word else { continue };
                    let mut back = Vec::new();
                    prop_assert!(position::encode(packing.value(word, module.heap()), &mut back).is_ok());
                    prop_assert_eq!(&back, &bytes, "{:?}", item);
                }
                Ok(())
            })?;
        }
    }
}
