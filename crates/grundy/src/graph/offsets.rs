//! Where the rows of a graph begin: 32 bits a row while the edges allow it, 64 bits beyond.

/// The most edges that offsets of 32 bits can tell apart.
pub(crate) const NARROW: usize = u32::MAX as usize;

/// The place in a vector of edges at which a row begins.
pub(crate) trait Offset: Copy + Send + Sync {
    /// The place of that number, which must fit.
    fn from_place(place: usize) -> Self;
    /// The place as an index.
    fn place(self) -> usize;
    /// The length of a row that begins here, of fewer than 2³² edges, when the next one begins at `next`.
    fn length_to(self, next: Self) -> u32;
    /// A vector of such offsets, whichever they are.
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

/// Row *v* stands at `first[v] .. first[v + 1]`; one entry more than there are rows.
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

    /// Where row `v` begins and ends.
    #[inline(always)]
    pub(crate) fn row(&self, v: usize) -> std::ops::Range<usize> {
        match self {
            Self::Narrow(first) => first[v].place()..first[v + 1].place(),
            Self::Wide(first) => first[v].place()..first[v + 1].place(),
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(first) => 4 * first.len() as u64,
            Self::Wide(first) => 8 * first.len() as u64,
        }
    }
}

/// Bytes of the offsets of so many rows with so many edges, when those of 32 bits reach up to `narrow`.
pub(crate) fn bytes(rows: usize, edges: usize, narrow: usize) -> u64 {
    let each = if edges <= narrow { size_of::<u32>() } else { size_of::<u64>() };
    each as u64 * (rows as u64 + 1)
}
