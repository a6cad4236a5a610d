//! The offsets of the rows of a graph: 32 bits for each row if the number of edges allows it, otherwise 64 bits.

/// The most edges for which offsets of 32 bits are sufficient.
pub(crate) const NARROW: usize = u32::MAX as usize;

/// An offset: the place in a vector of edges at which a row begins.
pub(crate) trait Offset: Copy + Send + Sync {
    /// The offset with this value, which must fit.
    fn from_place(place: usize) -> Self;
    /// The offset as an index.
    fn place(self) -> usize;
    /// The length of the row that begins here, if the next one begins at `next`; it must have fewer than 2³² edges.
    fn length_to(self, next: Self) -> u32;
    /// A vector of offsets of this type as [`Offsets`].
    fn offsets(all: Vec<Self>) -> Offsets;
}

impl Offset for u32 {
    #[inline(always)]
    fn from_place(place: usize) -> Self {
        debug_assert!(place <= NARROW, "a place that 32 bits can hold");
        place as u32
    }

    #[inline(always)]
    fn place(self) -> usize {
        self as usize
    }

    #[inline(always)]
    fn length_to(self, next: Self) -> u32 {
        next - self
    }

    fn offsets(all: Vec<Self>) -> Offsets {
        Offsets::Narrow(all)
    }
}

impl Offset for u64 {
    #[inline(always)]
    fn from_place(place: usize) -> Self {
        place as u64
    }

    #[inline(always)]
    fn place(self) -> usize {
        self as usize
    }

    #[inline(always)]
    fn length_to(self, next: Self) -> u32 {
        (next - self) as u32
    }

    fn offsets(all: Vec<Self>) -> Offsets {
        Offsets::Wide(all)
    }
}

/// The offsets of rows: row *v* is at `first[v] .. first[v + 1]`, so there is one entry more than there are rows.
#[derive(Clone, Debug)]
pub(crate) enum Offsets {
    /// At most [`NARROW`] edges.
    Narrow(Vec<u32>),
    /// Any number of edges.
    Wide(Vec<u64>),
}

impl Offsets {
    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        match self {
            Self::Narrow(first) => first.len() - 1,
            Self::Wide(first) => first.len() - 1,
        }
    }

    /// The place of row `v`.
    #[inline(always)]
    pub(crate) fn row(&self, v: usize) -> std::ops::Range<usize> {
        match self {
            Self::Narrow(first) => first[v].place()..first[v + 1].place(),
            Self::Wide(first) => first[v].place()..first[v + 1].place(),
        }
    }

    /// Number of bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(first) => 4 * first.len() as u64,
            Self::Wide(first) => 8 * first.len() as u64,
        }
    }
}

/// Number of bytes of the offsets of `rows` rows with `edges` edges, if 32-bit offsets are used up to `narrow` edges.
pub(crate) fn bytes(rows: usize, edges: usize, narrow: usize) -> u64 {
    let each = if edges <= narrow { size_of::<u32>() } else { size_of::<u64>() };
    each as u64 * (rows as u64 + 1)
}
