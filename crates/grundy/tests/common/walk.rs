//! A slow reference for the explorer, which walks a game in text breadth first, one position at a time.

use grundy::Outcome;
use grundy::game::{Game, Player};
use grundy::text::{DynGame, Key, NodeInfo};
use grundy::value::Undefined;
use rustc_hash::FxHashMap;

/// Every position that can be reached from some roots, with its options in the game's order. A game of its own.
pub(crate) struct Walk {
    /// The positions in the order in which they were found: the roots first.
    pub(crate) positions: Vec<Key>,
    /// The options of each position, repetitions included, and what else the rules say of it.
    pub(crate) rows: Vec<(Vec<u32>, NodeInfo)>,
    numbers: FxHashMap<Key, u32>,
    without_grundy: Option<Undefined>,
}

impl Walk {
    /// Walks from `roots`; with `by_class` these are canonical, and so are all other positions.
    pub(crate) fn new(game: &dyn DynGame, roots: impl IntoIterator<Item = Key>, by_class: bool) -> Self {
        let (positions, rows, numbers) = (Vec::new(), Vec::new(), FxHashMap::default());
        let mut walk = Self { positions, rows, numbers, without_grundy: game.info().without_grundy };
        for root in roots {
            walk.add(root);
        }
        while walk.rows.len() < walk.positions.len() {
            let at = walk.positions[walk.rows.len()].clone();
            let (options, node) = game.expand(&at, by_class).expect("rules that do not fail");
            let row = options.into_iter().map(|option| walk.add(option)).collect();
            walk.rows.push((row, node));
        }
        walk
    }

    fn add(&mut self, at: Key) -> u32 {
        *self.numbers.entry(at).or_insert_with_key(|at| {
            self.positions.push(at.clone());
            self.positions.len() as u32 - 1
        })
    }

    /// The number of a position that was found.
    pub(crate) fn number(&self, at: &Key) -> usize {
        self.numbers[at] as usize
    }

    fn row(&self, at: &Key) -> &(Vec<u32>, NodeInfo) {
        &self.rows[self.number(at)]
    }
}

impl Game for Walk {
    type Position = Key;
    type Move = u32;

    fn moves(&self, at: &Key, out: &mut Vec<u32>) {
        out.extend(&self.row(at).0);
    }

    fn play(&self, _at: &Key, &option: &u32) -> Key {
        self.positions[option as usize].clone()
    }

    fn terminal(&self, at: &Key) -> Outcome {
        self.row(at).1.terminal
    }

    fn player(&self, at: &Key) -> Option<Player> {
        self.row(at).1.player
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.without_grundy
    }
}

/// A [`Walk`] as a game whose positions are indices into [`Walk::positions`], which are faster to explore.
pub(crate) struct IndexedWalk(pub(crate) Walk);

impl Game for IndexedWalk {
    type Position = u32;
    type Move = u32;

    fn moves(&self, at: &u32, out: &mut Vec<u32>) {
        out.extend(&self.0.rows[*at as usize].0);
    }

    fn play(&self, _at: &u32, &option: &u32) -> u32 {
        option
    }

    fn terminal(&self, at: &u32) -> Outcome {
        self.0.rows[*at as usize].1.terminal
    }

    fn player(&self, at: &u32) -> Option<Player> {
        self.0.rows[*at as usize].1.player
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.0.without_grundy
    }
}
