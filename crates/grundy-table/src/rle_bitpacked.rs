//! Parquet's encoding of small numbers: runs (RLE), and groups of eight packed into as few bits as they need.
//!
//! After "Encodings" of the Parquet format, section RLE. A run is twice its length, then the number. Packed groups are twice their number
//! plus one, then the bits, the least significant first. A run is written where eight or more equal numbers begin at the border of a group.

/// Appends numbers below 2^`width`; the last group is filled with zeros.
pub(crate) fn encode(numbers: &[u16], width: u32, out: &mut Vec<u8>) {
    debug_assert!(width <= 16, "numbers have sixteen bits");
    let mut at = 0;
    while at < numbers.len() {
        let run = run(&numbers[at..]);
        if run >= 8 || at + run == numbers.len() {
            varint((run as u64) << 1, out);
            out.extend_from_slice(&numbers[at].to_le_bytes()[..width.div_ceil(8) as usize]);
            at += run;
            continue;
        }
        let from = at;
        while at < numbers.len() && numbers[at..].first_chunk::<8>().is_none_or(|group| *group != [group[0]; 8]) {
            at += 8;
        }
        let groups = (at - from) / 8;
        at = at.min(numbers.len());
        varint((groups as u64) << 1 | 1, out);
        for group in numbers[from..at].chunks(8) {
            let packed = group.iter().rev().fold(0_u128, |packed, &number| packed << width | u128::from(number));
            out.extend_from_slice(&packed.to_le_bytes()[..width as usize]);
        }
    }
}

/// Number of equal numbers at the beginning.
fn run(numbers: &[u16]) -> usize {
    let first = [numbers[0]; 8];
    let (groups, _) = numbers.as_chunks::<8>();
    let whole = 8 * groups.iter().take_while(|group| **group == first).count();
    whole + numbers[whole..].iter().take(8).take_while(|number| **number == first[0]).count()
}

/// The number at index `place`, and how many of those before it are equal to `counted`; `None` if the bytes end before it or are not in this
/// encoding.
pub(crate) fn decode_at(bytes: &[u8], width: u32, place: usize, counted: u16) -> Option<(u16, usize)> {
    let (mut at, mut seen, mut count) = (0, 0, 0);
    if width > 16 {
        return None;
    }
    let mask = (1_u32 << width) - 1;
    loop {
        let head = read_varint(bytes, &mut at)?;
        if head & 1 == 0 {
            let length = usize::try_from(head >> 1).ok()?;
            let number = match bytes.get(at..at + width.div_ceil(8) as usize)? {
                [] => 0,
                [low] => u16::from(*low),
                [low, high, ..] => u16::from_le_bytes([*low, *high]),
            };
            at += width.div_ceil(8) as usize;
            let here = length.min(place - seen);
            count += if number == counted { here } else { 0 };
            if length > here {
                return Some((number, count));
            }
            seen += length;
            continue;
        }
        let groups = usize::try_from(head >> 1).ok()?;
        let (length, size) = (groups.checked_mul(8)?, groups.checked_mul(width as usize)?);
        let packed = bytes.get(at..at.checked_add(size)?)?;
        let number = |i: usize| {
            let bit = i * width as usize;
            let byte = |k: usize| u32::from(packed.get(bit / 8 + k).copied().unwrap_or(0)) << (8 * k);
            (((byte(0) | byte(1) | byte(2)) >> (bit % 8)) & mask) as u16
        };
        let here = length.min(place - seen);
        if width == 1 && counted <= 1 {
            let ones: usize = packed[..here / 8].iter().map(|byte| byte.count_ones() as usize).sum();
            let ones = ones + (here / 8 * 8..here).filter(|&i| number(i) == 1).count();
            count += if counted == 1 { ones } else { here - ones };
        } else {
            count += (0..here).filter(|&i| number(i) == counted).count();
        }
        if length > here {
            return Some((number(here), count));
        }
        seen += length;
        at += size;
    }
}

/// Appends a number, seven bits a byte, the least significant first.
pub(crate) fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads what [`varint`] wrote.
pub(crate) fn read_varint(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        let mut random = fastrand::Rng::with_seed(0x2026_1121);
        for width in 0..=16 {
            for length in [1, 7, 8, 9, 16, 100, 1000] {
                let mut numbers = Vec::new();
                while numbers.len() < length {
                    let number = random.u32(..1 << width) as u16;
                    let run = [1, 1, 1, 5, 8, 40][random.usize(..6)];
                    numbers.extend((0..run).map(|_| number));
                }
                numbers.truncate(length);
                let mut bytes = Vec::new();
                encode(&numbers, width, &mut bytes);
                for at in 0..length {
                    for counted in [0, 1] {
                        let count = numbers[..at].iter().filter(|n| **n == counted).count();
                        assert_eq!(
                            decode_at(&bytes, width, at, counted),
                            Some((numbers[at], count)),
                            "{width} {length} {at}"
                        );
                    }
                }
                // Of a truncated page the result is `None`, or a number before the cut.
                let cut = decode_at(&bytes[..bytes.len() - 1], width, length - 1, 0);
                assert!(cut.is_none_or(|(number, _)| number == numbers[length - 1]) || width == 0);
            }
        }
    }

    /// Arbitrary bytes do not make the decoder panic.
    #[test]
    fn arbitrary_bytes() {
        let mut random = fastrand::Rng::with_seed(0x2026_1121);
        for length in (0..40).cycle().take(40_000) {
            let bytes: Vec<u8> = (0..length).map(|_| [random.u8(..), 0xff, 0][random.usize(..3)]).collect();
            let (width, place) = (random.u32(..20), random.usize(..300));
            for counted in [0, 1] {
                let found = decode_at(&bytes, width, place, counted);
                assert!(found.is_none_or(|(_, count)| count <= place), "{bytes:?}");
            }
        }
    }
}
