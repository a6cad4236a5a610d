//! Games whose positions have indices, so that an array over the indices is the cheapest way to store them.

use super::{Game, GroupedLayers, Index, Player, sort_and_dedup_tail};
use crate::value::Outcome;

/// A part of a game with indices that play can leave, but not come back to: the positions with the same men, where men are taken, placed or
/// promoted. Its indices are those from the first on to the next layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The first index.
    pub first: Index,
    /// The layers that a move may lead to, by their numbers, ascending and without the layer itself. From these, no moves lead back.
    pub leads_to: Vec<usize>,
    /// Whether a move may lead from the layer to itself.
    pub has_moves_inside: bool,
    /// The parts of the layer that reports count apart, in the order of their indices; the first one begins with the layer. There are none
    /// unless indices stand for classes ([`Indexed::is_by_class`]).
    pub parts: Vec<LayerPart>,
}

/// A part of a [`Layer`], which ends where the next one begins.
///
/// Either all its indices are shared by two positions ([`Indexed::is_shared`]), or none is, and then the same player moves at all its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerPart {
    /// The first index.
    pub first: Index,
    /// What the part is called in reports, such as the men of its positions.
    pub name: String,
}

impl Layer {
    /// Returns the numbers of layers in an order in which each comes after those that its moves lead to.
    ///
    /// # Panics
    /// If moves lead from a layer to others and back.
    pub fn order(layers: &[Self]) -> Vec<usize> {
        let (mut order, mut is_placed) = (Vec::with_capacity(layers.len()), vec![false; layers.len()]);
        while order.len() < layers.len() {
            let begin = order.len();
            for (number, layer) in layers.iter().enumerate() {
                if !is_placed[number] && layer.leads_to.iter().all(|to| is_placed[*to]) {
                    is_placed[number] = true;
                    order.push(number);
                }
            }
            assert!(order.len() > begin, "moves lead from a layer to others and back");
        }
        order
    }

    /// Returns the only layer of a game without others.
    pub fn single() -> Self {
        Self { first: Index(0), leads_to: Vec::new(), has_moves_inside: true, parts: Vec::new() }
    }
}

/// The initial state of an index: unused, terminal, or open with a number of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitialState {
    /// No position has this index.
    Unused,
    /// The position has no moves; this is its value.
    Terminal(Outcome),
    /// The position has this many different options, at least one. Options without an index are counted too, and options of the same class
    /// are different ones.
    Open(u32),
}

/// A game whose positions have indices.
///
/// The player to move changes with every move. An index stands for one position, or for two that differ only in the
/// colours ([`Indexed::is_colour_symmetric`], [`Indexed::is_shared`]). Options without an index are draws, such as those with
/// too few men to win.
///
/// Where symmetries make positions equivalent, an index may stand for their class ([`Indexed::is_by_class`]).
///
/// ```
/// use grundy::{Game, game::{InitialState, Index, Indexed}};
///
/// /// Take one to three of at most 20 stones.
/// struct Bachet;
///
/// impl Game for Bachet {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, &stones: &u64, out: &mut Vec<u64>) {
///         out.extend(1..=stones.min(3));
///     }
///     fn play(&self, &stones: &u64, &take: &u64) -> u64 {
///         stones - take
///     }
/// }
///
/// impl Indexed for Bachet {
///     fn indices(&self) -> u64 {
///         21
///     }
///     fn rank(&self, &stones: &u64) -> Option<Index> {
///         Some(Index(stones))
///     }
///     fn unrank(&self, Index(stones): Index) -> Option<u64> {
///         Some(stones)
///     }
///     fn predecessors(&self, &stones: &u64, out: &mut Vec<u64>) {
///         out.extend(stones + 1..=20.min(stones + 3));
///     }
/// }
///
/// let mut states = [InitialState::Unused; 3];
/// Bachet.initial_states(Index(0), &mut states);
/// assert_eq!(states[1..], [InitialState::Open(1), InitialState::Open(2)]);
/// ```
pub trait Indexed: Game {
    /// Returns the number of indices: every index is less than this.
    fn indices(&self) -> u64;

    /// Returns the index of a position; `None` for a drawn position without an index.
    fn rank(&self, at: &Self::Position) -> Option<Index>;

    /// Returns the position with this index; `None` if no position has it. If two positions share the index, returns
    /// the one in which [`super::Player::Left`] moves.
    fn unrank(&self, index: Index) -> Option<Self::Position>;

    /// Appends the positions with an index from which a move leads to `at`. Some may appear twice.
    fn predecessors(&self, at: &Self::Position, out: &mut Vec<Self::Position>);

    /// Returns whether an index may stand for two positions that differ only in the colours: [`super::Player::Left`]
    /// moves in one of them, and the other player in the other.
    fn is_colour_symmetric(&self) -> bool {
        false
    }

    /// Returns whether this index stands for two positions, not only for the one that [`Indexed::unrank`] returns.
    ///
    /// While men are dropped, an index may stand for only one. A move from an index that stands for one position to an
    /// index that stands for two leads to the position that [`Indexed::unrank`] returns; there are no moves back.
    fn is_shared(&self, _index: Index) -> bool {
        self.is_colour_symmetric()
    }

    /// Returns whether an index stands for all positions of a symmetry class. Then [`Indexed::unrank`] returns the canonical one.
    ///
    /// Such a game must override [`Indexed::predecessors_by_index`], to append an index once for each option of its position in the class: the
    /// default appends each index once.
    fn is_by_class(&self) -> bool {
        false
    }

    /// Returns the player who moves at the position that [`Indexed::unrank`] returns.
    fn mover(&self, index: Index) -> Option<Player> {
        self.unrank(index).and_then(|at| self.player(&at))
    }

    /// Writes the numbers of positions in the classes of `first` and the indices after it, 0 where no position has the index. Returns `false` and
    /// writes nothing if the game has no faster way than through the positions.
    fn class_sizes(&self, _first: Index, _out: &mut [u64]) -> bool {
        false
    }

    /// Returns the layers of the game, in ascending order; the first one begins with index 0. By default, the game is one layer.
    fn layers(&self) -> Vec<Layer> {
        vec![Layer::single()]
    }

    /// Returns the evaluation of layers in groups, if the game has it.
    fn grouped_layers(&self) -> Option<&dyn GroupedLayers> {
        None
    }

    /// Returns the position with the colours exchanged, which has the same index. It is called only if [`Indexed::is_colour_symmetric`].
    fn with_colours_exchanged(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }

    /// Writes the initial states of `first` and the indices after it.
    ///
    /// An implementation may override this method and those below, but only for speed.
    fn initial_states(&self, first: Index, out: &mut [InitialState]) {
        let mut positions = Vec::new();
        for (index, begin) in (first.0..).map(Index).zip(out) {
            *begin = match self.unrank(index) {
                None => InitialState::Unused,
                Some(at) => {
                    positions.clear();
                    self.options(&at, &mut positions);
                    positions.sort_unstable();
                    positions.dedup();
                    match positions.len() {
                        0 => InitialState::Terminal(self.terminal(&at)),
                        count => InitialState::Open(count as u32),
                    }
                }
            };
        }
    }

    /// Appends the indices of the options of these positions, in any order; some may appear twice. Returns the number
    /// of different options, summed over the positions; options without an index are counted too.
    fn options_by_index(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
        let mut positions = Vec::new();
        let mut count = 0;
        for at in of.iter().filter_map(|&index| self.unrank(index)) {
            positions.clear();
            self.options(&at, &mut positions);
            positions.sort_unstable();
            positions.dedup();
            count += positions.len() as u64;
            out.extend(positions.iter().filter_map(|option| self.rank(option)));
        }
        count
    }

    /// For each index of `of` in turn, appends the indices from which a move leads to it, each once for that index. The
    /// result may include indices of positions that are over, unless these are draws.
    fn predecessors_by_index(&self, of: &[Index], out: &mut Vec<Index>) {
        let mut positions = Vec::new();
        for at in of.iter().filter_map(|&index| self.unrank(index)) {
            positions.clear();
            self.predecessors(&at, &mut positions);
            append_once(positions.iter().filter_map(|before| self.rank(before)), out);
        }
    }

    /// Appends what [`Indexed::predecessors_by_index`] does, but only the indices in one of the [`Indexed::layers`]. A solver calls it for
    /// games with several layers.
    fn predecessors_within(&self, of: &[Index], layer: usize, out: &mut Vec<Index>) {
        let layers = self.layers();
        let end = layers.get(layer + 1).map_or(self.indices(), |next| next.first.0);
        let begin = out.len();
        self.predecessors_by_index(of, out);
        let indices = layers[layer].first.0..end;
        let mut kept = begin;
        for at in begin..out.len() {
            if indices.contains(&out[at].0) {
                out.swap(kept, at);
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

/// Appends the indices, each once.
fn append_once(indices: impl Iterator<Item = Index>, out: &mut Vec<Index>) {
    let start = out.len();
    out.extend(indices);
    sort_and_dedup_tail(out, start);
}
