//! Numbers in messages and streams: LEB128, seven bits per byte, the lowest first.

use super::exchange::{ExchangeError, invalid};

/// Appends a number in LEB128: seven bits per byte, the lowest first; the last byte is less than 128.
#[inline]
pub(super) fn write_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number in LEB128; `None` if the bytes end, or it has more than 64 bits.
#[inline]
pub(super) fn read_number(rest: &mut &[u8]) -> Option<u64> {
    let (&first, after) = rest.split_first()?;
    if first < 128 {
        *rest = after;
        return Some(first.into());
    }
    let length = rest.iter().position(|byte| *byte < 128)? + 1;
    let (bytes, after) = rest.split_at(length);
    *rest = after;
    if length > 10 || length == 10 && bytes[9] > 1 {
        return None;
    }
    Some(bytes.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 127)))
}

/// Writes a number in LEB128 at the beginning of `message`, and returns its number of bytes, at most ten.
#[inline]
pub(super) fn put_number(message: &mut [u8], mut number: u64) -> usize {
    let mut length = 0;
    while number >= 128 {
        message[length] = number as u8 | 128;
        number >>= 7;
        length += 1;
    }
    message[length] = number as u8;
    length + 1
}

/// Reads a number of at most 32 bits.
#[inline]
pub(super) fn read_u32(rest: &mut &[u8]) -> Result<u32, ExchangeError> {
    read_number(rest).and_then(|number| u32::try_from(number).ok()).ok_or_else(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 1 << 32, u64::MAX - 1, u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|number| write_number(&mut bytes, *number));
        let mut rest = &bytes[..];
        numbers.iter().for_each(|number| assert_eq!(read_number(&mut rest), Some(*number)));
        assert_eq!(read_number(&mut rest), None);
        assert_eq!(read_number(&mut &[255; 9][..]), None);
        assert_eq!(read_number(&mut &[[255; 9].as_slice(), &[2]].concat()[..]), None, "65 bits");
    }

    #[test]
    fn a_number_has_one_form() {
        for number in [0, 127, 128, 16_383, 16_384, u64::MAX] {
            let (mut bytes, mut message) = (Vec::new(), [0; 10]);
            write_number(&mut bytes, number);
            let length = put_number(&mut message, number);
            assert_eq!(message[..length], bytes);
            assert_eq!(read_u32(&mut &bytes[..]).ok(), u32::try_from(number).ok());
        }
    }
}
