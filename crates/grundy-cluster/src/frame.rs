//! What processes send each other in a run: frames of a header of 24 bytes and at most 1 MiB after it.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | kind |
//! | 3 | 0 |
//! | 4 | `to`: the partition that a block or a stream is for |
//! | 4 | `from`: the partition that sent a block; the source of a block of a stream; a flag of other kinds |
//! | 4 | number of bytes after the header |
//! | 8 | the round of a block, of its end or of an agreement |
//!
//! Numbers are little-endian. There is no checksum: TCP has one, and each number is checked against the state of the run.

use grundy::solve::partitioned::MAX_BLOCK;

pub(crate) const HEADER_LENGTH: usize = 24;
/// The most bytes of the reason for which a process ends the run.
pub(crate) const MAX_REASON: usize = 4096;

/// The value of the field `from` of an abort whose reason names another process already; it is 0 otherwise. The field `to` is the number of the
/// lost process plus 1, and 0 if none was lost.
pub(crate) const REASON_NAMES_PEER: u32 = 1;
/// The most counts of a sum.
pub(crate) const MAX_COUNTS: usize = MAX_BLOCK / 8;

/// The kind of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A sign of life.
    Heartbeat = 0,
    /// Messages of partition `from` to partition `to`.
    Block = 1,
    /// The process has sent all blocks of the round.
    End = 2,
    /// The counts that the process contributes to a sum, eight bytes each.
    Counts = 3,
    /// The process begins with this round.
    Agree = 4,
    /// Process 0 asks for the streams of all partitions of the receiver.
    Collect = 5,
    /// A block of the stream of partition `to`.
    Stream = 6,
    /// The end of the stream of partition `to`; `from` is 1 if there is such a stream.
    StreamEnd = 7,
    /// The process has finished the run. No frame follows.
    Goodbye = 8,
    /// The process ends the run, for the reason after the header. `from` is 1 if the reason names another process. No frame follows.
    Abort = 9,
}

const KINDS: [Kind; 10] = [
    Kind::Heartbeat,
    Kind::Block,
    Kind::End,
    Kind::Counts,
    Kind::Agree,
    Kind::Collect,
    Kind::Stream,
    Kind::StreamEnd,
    Kind::Goodbye,
    Kind::Abort,
];

/// The header of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    pub(crate) to: u32,
    pub(crate) from: u32,
    pub(crate) length: usize,
    pub(crate) round: u64,
}

impl Header {
    /// The header of a frame without bytes after it.
    pub(crate) fn new(kind: Kind) -> Self {
        Self { kind, to: 0, from: 0, length: 0, round: 0 }
    }

    /// The header of a frame of a round.
    pub(crate) fn of_round(kind: Kind, round: u64) -> Self {
        Self { round, ..Self::new(kind) }
    }

    /// The frame with these bytes after the header.
    pub(crate) fn with(self, bytes: &[u8]) -> Vec<u8> {
        let mut frame = Vec::with_capacity(HEADER_LENGTH + bytes.len());
        frame.extend([self.kind as u8, 0, 0, 0]);
        frame.extend(self.to.to_le_bytes());
        frame.extend(self.from.to_le_bytes());
        frame.extend((bytes.len() as u32).to_le_bytes());
        frame.extend(self.round.to_le_bytes());
        frame.extend_from_slice(bytes);
        frame
    }

    /// The frame without bytes after the header.
    pub(crate) fn alone(self) -> Vec<u8> {
        self.with(&[])
    }

    /// Reads a header; `None` if no process writes such a one.
    pub(crate) fn read(bytes: &[u8; HEADER_LENGTH]) -> Option<Self> {
        let field = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let kind = *KINDS.get(usize::from(bytes[0]))?;
        let length = field(12) as usize;
        let is_length_valid = match kind {
            Kind::Block | Kind::Stream => (1..=MAX_BLOCK).contains(&length),
            Kind::Counts => length.is_multiple_of(8) && length / 8 <= MAX_COUNTS,
            Kind::Abort => length <= MAX_REASON,
            _ => length == 0,
        };
        (is_length_valid && bytes[1..4] == [0; 3]).then(|| Self {
            kind,
            to: field(4),
            from: field(8),
            length,
            round: u64::from_le_bytes(bytes[16..].try_into().expect("eight bytes")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_comes_back() {
        for (number, kind) in KINDS.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
            let bytes: &[u8] = match kind {
                Kind::Block | Kind::Stream | Kind::Abort => b"bytes",
                Kind::Counts => &[7; 16],
                _ => &[],
            };
            let header = Header { kind, to: 3, from: u32::MAX, length: bytes.len(), round: 1 << 60 };
            let frame = header.with(bytes);
            assert_eq!(Header::read(frame.first_chunk().unwrap()), Some(header));
            assert_eq!(&frame[HEADER_LENGTH..], bytes);
        }
    }

    #[test]
    fn lengths_are_bounded() {
        let read = |kind: Kind, length: usize| {
            let mut frame = Header::new(kind).alone();
            frame[12..16].copy_from_slice(&(length as u32).to_le_bytes());
            Header::read(frame.first_chunk().unwrap()).is_some()
        };
        assert!(read(Kind::Block, MAX_BLOCK) && !read(Kind::Block, MAX_BLOCK + 1) && !read(Kind::Block, 0));
        assert!(read(Kind::Counts, 8) && !read(Kind::Counts, 9) && !read(Kind::Counts, 8 * MAX_COUNTS + 8));
        assert!(!read(Kind::End, 1) && !read(Kind::Abort, MAX_REASON + 1));
        for at in 0..4 {
            let mut frame = Header::new(Kind::End).alone();
            frame[at] = 10;
            assert_eq!(Header::read(frame.first_chunk().unwrap()), None, "byte {at}");
        }
    }
}
