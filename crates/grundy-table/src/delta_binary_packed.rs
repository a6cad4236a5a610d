//! Search in Parquet's delta encoding of ascending numbers.
//!
//! After "Delta encoding" of the Parquet format. The header holds the size of a block, the number of miniblocks in a block, the count of
//! numbers and the first number. Each block holds its least difference, the bit widths of its miniblocks, and the bit-packed differences,
//! each reduced by the least one.

use crate::rle_bitpacked::read_varint;

/// The index of `wanted` among `count` encoded numbers, which ascend. `Some(None)` if it is not among them; `None` if the bytes are not
/// an encoding of `count` numbers.
pub(crate) fn find_ascending(bytes: &[u8], count: usize, wanted: u32) -> Option<Option<u64>> {
    let (mut index, mut found) = (0, None);
    each(bytes, count, |number| {
        found = (number == wanted).then_some(index);
        index += 1;
        number < wanted
    })?;
    Some(found)
}

/// Decodes `count` numbers; `None` if the bytes are not an encoding of `count` numbers.
pub(crate) fn decode(bytes: &[u8], count: usize) -> Option<Vec<u32>> {
    let mut numbers = Vec::with_capacity(count);
    each(bytes, count, |number| {
        numbers.push(number);
        true
    })?;
    Some(numbers)
}

/// Calls `visit` with the decoded numbers until it returns `false`; `None` if the bytes are not an encoding of `count` numbers.
fn each(bytes: &[u8], count: usize, mut visit: impl FnMut(u32) -> bool) -> Option<()> {
    let mut at = 0;
    let unfolded = |number: u64| (number >> 1) as i64 ^ -((number & 1) as i64);
    let (block, parts) = (read_varint(bytes, &mut at)?, read_varint(bytes, &mut at)?);
    let (all, first) = (read_varint(bytes, &mut at)?, unfolded(read_varint(bytes, &mut at)?));
    let part = block.checked_div(parts).filter(|part| *part > 0 && part % 8 == 0 && block <= 1 << 16)? as usize;
    if all != count as u64 {
        return None;
    }
    let (mut number, mut left) = ((first as i32).cast_unsigned(), count);
    if left == 0 || !visit(number) {
        return Some(());
    }
    left -= 1;
    while left > 0 {
        let least = unfolded(read_varint(bytes, &mut at)?);
        let widths = bytes.get(at..at + parts as usize)?;
        at += parts as usize;
        for &width in widths {
            if left == 0 {
                break;
            }
            if width > 64 {
                return None;
            }
            let packed = bytes.get(at..at + usize::from(width) * part / 8)?;
            at += packed.len();
            let (mut bits, mut have, mut rest) = (0_u128, 0, packed.iter());
            for _ in 0..part.min(left) {
                while have < u32::from(width) {
                    bits |= u128::from(*rest.next()?) << have;
                    have += 8;
                }
                let more = (bits & ((1 << width) - 1)) as i64;
                bits >>= width;
                have -= u32::from(width);
                number = number.wrapping_add(least.wrapping_add(more) as u32);
                if !visit(number) {
                    return Some(());
                }
                left -= 1;
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rle_bitpacked::varint;
    use bytes::Bytes;
    use parquet::data_type::Int32Type;
    use parquet::file::properties::WriterProperties;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::file::writer::SerializedFileWriter;
    use std::sync::Arc;

    /// The delta encoding of numbers, as the Parquet writer makes it.
    fn differences(numbers: &[i32]) -> Vec<u8> {
        let schema = parquet::schema::parser::parse_message_type("message t { required int32 n; }").unwrap();
        let properties = WriterProperties::builder()
            .set_dictionary_enabled(false)
            .set_encoding(parquet::basic::Encoding::DELTA_BINARY_PACKED)
            .build();
        let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties)).unwrap();
        let mut group = file.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<Int32Type>().write_batch(numbers, None, None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
        let file = SerializedFileReader::new(Bytes::from(file.into_inner().unwrap())).unwrap();
        let page = file.get_row_group(0).unwrap().get_column_page_reader(0).unwrap().next().unwrap().unwrap();
        page.buffer().to_vec()
    }

    #[test]
    fn a_number_among_ascending_ones() {
        for (count, step) in [(1_u32, 1_u32), (2, 5), (33, 3), (128, 1), (129, 1000), (1000, 70_000), (700, 6_000_000)]
        {
            let numbers: Vec<u32> = (0..count).map(|i| 7 + i * step + (i * i) % step).collect();
            let bytes = differences(&numbers.iter().map(|n| n.cast_signed()).collect::<Vec<_>>());
            for (at, &number) in numbers.iter().enumerate() {
                assert_eq!(find_ascending(&bytes, count as usize, number), Some(Some(at as u64)), "{count} {step}");
                if numbers.get(at + 1) != Some(&(number + 1)) {
                    assert_eq!(find_ascending(&bytes, count as usize, number + 1), Some(None), "{count} {step}");
                }
            }
            assert_eq!(find_ascending(&bytes, count as usize, 3), Some(None));
            assert_eq!(decode(&bytes, count as usize), Some(numbers));
            assert_eq!((decode(&bytes, count as usize + 1), find_ascending(&bytes, 0, 3)), (None, None));
        }
    }

    /// Arbitrary bytes do not make the decoders panic, and both decode the same numbers from them.
    #[test]
    fn arbitrary_bytes() {
        let (mut random, mut decoded) = (fastrand::Rng::with_seed(0x2026_1121), 0);
        for length in (0..300_usize).cycle().take(30_000) {
            // The header of a page of `count` differences in blocks of 8 with small widths, or arbitrary bytes.
            let count = [1, 2, 9, 33, 129][length / 2 % 5];
            let is_page = length % 2 == 0;
            let mut bytes = Vec::new();
            if is_page {
                [8, 1, count as u64, 6].into_iter().for_each(|number| varint(number, &mut bytes));
            }
            let (first, last) = if is_page { (32, 3) } else { (256, 0xff) };
            bytes.extend((0..length).map(|_| [random.usize(..first) as u8, random.u8(..16), last][random.usize(..3)]));
            let Some(all) = decode(&bytes, count) else { continue };
            decoded += 1;
            let wanted = all[random.usize(..count)];
            let found = all.iter().position(|number| *number >= wanted).filter(|at| all[*at] == wanted);
            assert_eq!(find_ascending(&bytes, count, wanted), Some(found.map(|at| at as u64)), "{bytes:?}");
        }
        assert!(decoded > 1000, "{decoded}");
    }
}
