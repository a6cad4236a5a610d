//! The numbers of positions that indices stand for.

use crate::game::{Index, Layer};
use crate::text::DynIndexed;

/// The numbers of positions that the indices of a layer stand for: the sizes of classes, and two positions that share an index.
pub(super) struct Weights<'a> {
    game: &'a dyn DynIndexed,
    layer: &'a Layer,
    sizes: Vec<u64>,
    /// The part of the layer in which an index was found last, and whether two positions share it.
    part: Option<(usize, bool)>,
}

impl<'a> Weights<'a> {
    pub(super) fn new(game: &'a dyn DynIndexed, layer: &'a Layer) -> Self {
        Self { game, layer, sizes: Vec::new(), part: None }
    }

    /// Returns the numbers of `count` successive indices from `first` on, 0 where the game does not know the class. The number of an index without a
    /// position is unspecified.
    pub(super) fn of(&mut self, first: Index, count: usize) -> &[u64] {
        self.sizes.clear();
        self.sizes.resize(count, 1);
        if self.game.is_by_class() {
            self.game.class_sizes(first, &mut self.sizes);
        }
        if self.game.is_colour_symmetric() {
            let mut from = first.0;
            let end = first.0 + count as u64;
            while from < end {
                let (is_shared, to) = self.shared(Index(from), end);
                if is_shared {
                    self.sizes[(from - first.0) as usize..(to - first.0) as usize]
                        .iter_mut()
                        .for_each(|size| *size *= 2);
                }
                from = to;
            }
        }
        &self.sizes
    }

    /// Returns whether two positions share an index, and the end of the indices of which the same is known.
    fn shared(&mut self, index: Index, end: u64) -> (bool, u64) {
        if self.layer.parts.is_empty() {
            return (self.game.is_shared(index), index.0 + 1);
        }
        let part = self.layer.parts.partition_point(|part| part.first <= index).saturating_sub(1);
        let next = self.layer.parts.get(part + 1).map_or(end, |next| next.first.0.min(end));
        match self.part {
            Some((last, is_shared)) if last == part => (is_shared, next),
            _ => {
                let is_shared = self.game.is_shared(index);
                self.part = Some((part, is_shared));
                (is_shared, next)
            }
        }
    }
}
