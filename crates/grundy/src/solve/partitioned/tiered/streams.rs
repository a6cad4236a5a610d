//! The streams of a tier in one partition.

/// Number of bytes of a block of a stream of words or values.
pub(super) const STREAM_BLOCK: usize = 1 << 14;

/// The name of the stream of a tier's words in one partition.
pub(super) fn words_name(tier: u32, partition: u32) -> String {
    format!("words-{tier}-{partition}")
}

/// The name of the stream of the outcomes of a tier's positions without moves.
pub(super) fn ends_name(tier: u32, partition: u32) -> String {
    format!("ends-{tier}-{partition}")
}

/// The name of the stream of a tier's values.
pub(super) fn values_name(tier: u32, partition: u32) -> String {
    format!("values-{tier}-{partition}")
}
