//! A codec between the keys of a game and integers.

use std::fmt;

type PackFn = dyn Fn(&[u8]) -> Option<u64> + Send + Sync;
type UnpackFn = dyn Fn(u64, &mut Vec<u8>) + Send + Sync;

/// A bijection between most keys of a game and integers below 2⁶³, so that positions are stored in 8 bytes.
pub struct KeyCodec {
    pack: Box<PackFn>,
    unpack: Box<UnpackFn>,
}

impl KeyCodec {
    /// Creates a codec from two functions: `pack` gives the integer of a key, below 2⁶³, or `None` if the key has none; `unpack`
    /// appends the key of an integer.
    pub fn new(
        pack: impl Fn(&[u8]) -> Option<u64> + Send + Sync + 'static,
        unpack: impl Fn(u64, &mut Vec<u8>) + Send + Sync + 'static,
    ) -> Self {
        Self { pack: Box::new(pack), unpack: Box::new(unpack) }
    }

    /// Returns the integer of a key, below 2⁶³; different keys have different integers.
    pub fn pack(&self, key: &[u8]) -> Option<u64> {
        (self.pack)(key)
    }

    /// Appends the key of an integer.
    pub fn unpack(&self, integer: u64, key: &mut Vec<u8>) {
        (self.unpack)(integer, key);
    }
}

impl fmt::Debug for KeyCodec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyCodec").finish_non_exhaustive()
    }
}
