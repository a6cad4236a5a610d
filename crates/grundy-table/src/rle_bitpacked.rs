//! Parquet's hybrid encoding of small numbers: runs (RLE), and bit-packed groups of eight.
//!
//! After "Encodings" of the Parquet format, section RLE. A run is encoded as twice its length, then the number. Bit-packed groups are
//! encoded as twice the number of groups plus one, then the bits, least significant first. The encoder writes a run where eight or more
//! equal numbers begin at the start of a group. [`decode_at`] reads one number and [`decode`] the first `count` numbers; both use
//! [`Runs`].

/// Appends the encoding of numbers below 2^`width`; the last group is padded with zeros.
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

/// The number of equal numbers at the beginning.
fn run(numbers: &[u16]) -> usize {
    let first = [numbers[0]; 8];
    let (groups, _) = numbers.as_chunks::<8>();
    let all_in_groups = 8 * groups.iter().take_while(|group| **group == first).count();
    all_in_groups + numbers[all_in_groups..].iter().take(8).take_while(|number| **number == first[0]).count()
}

/// A run of encoded numbers.
enum Run<'a> {
    /// One number, repeated `length` times.
    Equal { length: usize, number: u32 },
    /// Bit-packed groups of eight numbers.
    Packed { length: usize, bytes: &'a [u8] },
}

/// A reader of the runs of encoded numbers, in order.
struct Runs<'a> {
    bytes: &'a [u8],
    at: usize,
    width: u32,
}

impl<'a> Runs<'a> {
    /// Creates a reader; `None` if numbers would have more than 32 bits.
    fn new(bytes: &'a [u8], width: u32) -> Option<Self> {
        (width <= 32).then_some(Self { bytes, at: 0, width })
    }

    /// The next run; `None` if the bytes end before it, or a number in it has too many bits.
    fn next(&mut self) -> Option<Run<'a>> {
        let head = read_varint(self.bytes, &mut self.at)?;
        let length = usize::try_from(head >> 1).ok()?;
        let is_packed = head & 1 == 1;
        let size = if is_packed { length.checked_mul(self.width as usize)? } else { self.width.div_ceil(8) as usize };
        let bytes = self.bytes.get(self.at..self.at.checked_add(size)?)?;
        self.at += size;
        if is_packed {
            return Some(Run::Packed { length: length.checked_mul(8)?, bytes });
        }
        let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
        (u64::from(number) < 1 << self.width).then_some(Run::Equal { length, number })
    }

    /// The number at index `i` of a bit-packed run.
    fn packed_number(&self, bytes: &[u8], i: usize) -> u32 {
        let bit = i * self.width as usize;
        let mut eight = [0; 8];
        let bytes = &bytes[bit / 8..];
        let there = bytes.len().min(8);
        eight[..there].copy_from_slice(&bytes[..there]);
        // A number has at most 32 bits and begins within the first byte.
        ((u64::from_le_bytes(eight) >> (bit % 8)) & ((1 << self.width) - 1)) as u32
    }
}

/// The number at index `place`, and how many of the numbers before it are equal to `counted_number`. `None` if the bytes end before it or are
/// not in this encoding.
pub(crate) fn decode_at(bytes: &[u8], width: u32, place: usize, counted_number: u32) -> Option<(u32, usize)> {
    let (mut runs, mut seen, mut count) = (Runs::new(bytes, width)?, 0, 0);
    loop {
        let length = match runs.next()? {
            Run::Equal { length, number } => {
                let here = length.min(place - seen);
                count += if number == counted_number { here } else { 0 };
                if length > here {
                    return Some((number, count));
                }
                length
            }
            Run::Packed { length, bytes } => {
                let here = length.min(place - seen);
                if width == 1 && counted_number <= 1 {
                    let ones: usize = bytes[..here / 8].iter().map(|byte| byte.count_ones() as usize).sum();
                    let ones = ones + (here / 8 * 8..here).filter(|&i| runs.packed_number(bytes, i) == 1).count();
                    count += if counted_number == 1 { ones } else { here - ones };
                } else {
                    count += (0..here).filter(|&i| runs.packed_number(bytes, i) == counted_number).count();
                }
                if length > here {
                    return Some((runs.packed_number(bytes, here), count));
                }
                length
            }
        };
        seen += length;
    }
}

/// Decodes the first `count` numbers; `None` if the bytes end before the last of them or are not in this encoding.
pub(crate) fn decode(bytes: &[u8], width: u32, count: usize) -> Option<Vec<u32>> {
    let (mut runs, mut numbers) = (Runs::new(bytes, width)?, Vec::with_capacity(count));
    while numbers.len() < count {
        let left = count - numbers.len();
        match runs.next()? {
            Run::Equal { length, number } => numbers.resize(numbers.len() + length.min(left), number),
            Run::Packed { length, bytes } => {
                numbers.extend((0..length.min(left)).map(|i| runs.packed_number(bytes, i)))
            }
        }
    }
    Some(numbers)
}

/// Appends a number in LEB128: seven bits per byte, least significant first.
pub(crate) fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number that [`varint`] wrote.
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
                    for counted_number in [0, 1] {
                        let count = numbers[..at].iter().filter(|n| u32::from(**n) == counted_number).count();
                        assert_eq!(
                            decode_at(&bytes, width, at, counted_number),
                            Some((u32::from(numbers[at]), count)),
                            "{width} {length} {at}"
                        );
                    }
                }
                let all: Vec<u32> = numbers.iter().copied().map(u32::from).collect();
                assert_eq!(decode(&bytes, width, length), Some(all), "{width} {length}");
                // A truncated page gives `None`, or a number before the cut.
                let cut = decode_at(&bytes[..bytes.len() - 1], width, length - 1, 0);
                assert!(cut.is_none_or(|(number, _)| number == u32::from(numbers[length - 1])) || width == 0);
            }
        }
    }

    /// Arbitrary bytes do not make the decoders panic, and both decode the same numbers from them.
    #[test]
    fn arbitrary_bytes() {
        let mut random = fastrand::Rng::with_seed(0x2026_1121);
        for length in (0..40).cycle().take(40_000) {
            let bytes: Vec<u8> = (0..length).map(|_| [random.u8(..), 0xff, 0][random.usize(..3)]).collect();
            let (width, place) = (random.u32(..35), random.usize(..300));
            let all = decode(&bytes, width, place + 1);
            for counted_number in [0, 1] {
                let expected = all
                    .as_ref()
                    .map(|all| (all[place], all[..place].iter().filter(|number| **number == counted_number).count()));
                assert_eq!(decode_at(&bytes, width, place, counted_number), expected, "{bytes:?} {width} {place}");
            }
        }
    }
}
