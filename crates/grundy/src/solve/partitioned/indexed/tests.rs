//! Random games in layers, in partitions against the same games in memory.

use super::{IndexedRows, solve};
use crate::checkpoint::Checkpointer;
use crate::game::{Game, Index, Indexed, Layer};
use crate::limits::Limits;
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::{Exchange, LocalExchange, Storage};
use crate::solve::retrograde_indexed;
use crate::text::WithoutText;
use crate::value::{Outcome, Verdict};

/// A random game in layers, in which moves lead to the same layer or to some of the earlier ones.
struct Random {
    layers: Vec<Layer>,
    options: Vec<Vec<u64>>,
    before: Vec<Vec<u64>>,
    ends: Vec<Outcome>,
}

impl Random {
    fn new(seed: u64, ends: &[Outcome]) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut layers: Vec<Layer> = Vec::new();
        let mut options: Vec<Vec<u64>> = Vec::new();
        let counts: Vec<u64> = (0..random.usize(1..6)).map(|_| [1, 30, 100, 500][random.usize(..4)]).collect();
        let firsts: Vec<u64> =
            counts.iter().scan(0, |next, count| Some(std::mem::replace(next, *next + count))).collect();
        // The layers are in any order. Moves lead to those of a lower rank.
        let mut ranks: Vec<usize> = (0..counts.len()).collect();
        if seed.is_multiple_of(2) {
            random.shuffle(&mut ranks);
        }
        for (number, (&first, &count)) in firsts.iter().zip(&counts).enumerate() {
            let lower = (0..counts.len()).filter(|other| ranks[*other] < ranks[number]);
            let leads_to: Vec<usize> = lower.filter(|_| random.u32(..3) > 0).collect();
            let has_moves_inside = random.u32(..3) > 0;
            let to_others: Vec<u64> = leads_to.iter().flat_map(|to| firsts[*to]..firsts[*to] + counts[*to]).collect();
            for _ in 0..count {
                let mut row = Vec::new();
                for _ in 0..random.usize(..6) {
                    match (has_moves_inside && random.u32(..3) > 0, random.choice(&to_others)) {
                        (true, _) => row.push(first + random.u64(..count)),
                        (false, Some(to)) => row.push(*to),
                        (false, None) => (),
                    }
                }
                row.sort_unstable();
                row.dedup();
                options.push(row);
            }
            layers.push(Layer { first: Index(first), leads_to, has_moves_inside, parts: Vec::new() });
        }
        let mut before = vec![Vec::new(); options.len()];
        for (from, row) in (0..).zip(&options) {
            row.iter().for_each(|to| before[*to as usize].push(from));
        }
        let ends = options.iter().map(|_| ends[random.usize(..ends.len())]).collect();
        Self { layers, options, before, ends }
    }
}

/// Every ninth index without moves has no position.
fn is_unused(game: &Random, at: u64) -> bool {
    at % 9 == 4 && game.options[at as usize].is_empty() && game.before[at as usize].is_empty()
}

impl Game for Random {
    type Position = u64;
    type Move = u64;
    fn moves(&self, &at: &u64, out: &mut Vec<u64>) {
        out.extend(&self.options[at as usize]);
    }
    fn play(&self, _: &u64, &to: &u64) -> u64 {
        to
    }
    fn terminal(&self, &at: &u64) -> Outcome {
        self.ends[at as usize]
    }
}

impl Indexed for Random {
    fn indices(&self) -> u64 {
        self.options.len() as u64
    }
    fn rank(&self, &at: &u64) -> Option<Index> {
        Some(Index(at))
    }
    fn unrank(&self, Index(at): Index) -> Option<u64> {
        (at < self.indices() && !is_unused(self, at)).then_some(at)
    }
    fn predecessors(&self, &at: &u64, out: &mut Vec<u64>) {
        out.extend(&self.before[at as usize]);
    }
    fn layers(&self) -> Vec<Layer> {
        self.layers.clone()
    }
}

fn solved(game: &Random, exchange: &mut dyn Exchange, root: Option<Index>) -> IndexedRows {
    let (mut run, from) = Run::new(exchange, &Limits::NONE, Checkpointer::none()).unwrap();
    solve(&WithoutText(game), root, &mut run, from).unwrap()
}

impl Game for &Random {
    type Position = u64;
    type Move = u64;
    fn moves(&self, at: &u64, out: &mut Vec<u64>) {
        Game::moves(*self, at, out);
    }
    fn play(&self, at: &u64, m: &u64) -> u64 {
        Game::play(*self, at, m)
    }
    fn terminal(&self, at: &u64) -> Outcome {
        Game::terminal(*self, at)
    }
}

impl Indexed for &Random {
    fn indices(&self) -> u64 {
        Indexed::indices(*self)
    }
    fn rank(&self, at: &u64) -> Option<Index> {
        Indexed::rank(*self, at)
    }
    fn unrank(&self, index: Index) -> Option<u64> {
        Indexed::unrank(*self, index)
    }
    fn predecessors(&self, at: &u64, out: &mut Vec<u64>) {
        Indexed::predecessors(*self, at, out);
    }
    fn layers(&self) -> Vec<Layer> {
        Indexed::layers(*self)
    }
}

/// All positions that are reachable from `root`.
fn reachable(game: &Random, root: u64) -> Vec<bool> {
    let mut found = vec![false; game.options.len()];
    let mut waiting = vec![root];
    while let Some(at) = waiting.pop() {
        if !std::mem::replace(&mut found[at as usize], true) {
            waiting.extend(&game.options[at as usize]);
        }
    }
    found
}

#[test]
fn layers_are_solved_as_the_whole_game_in_memory() {
    let (mut exits, mut draws, mut long) = (0, 0, 0);
    for seed in 0..150 {
        use Outcome::{Draw, Loss, Win};
        let ends = [&[Loss][..], &[Loss, Win], &[Win], &[Loss, Draw]][seed as usize % 4];
        let game = Random::new(seed, ends);
        let expected = retrograde_indexed(&WithoutText(&game), &Limits::NONE).unwrap();
        let root = (seed % 3 == 0).then(|| game.options.len() as u64 - 1);
        let is_reached = root.map(|root| reachable(&game, root));
        for (partitions, threads, block_bytes) in [(1, 1, 1 << 12), (3, 2, 50), (64, 2, 1)] {
            let mut exchange = LocalExchange::new(Storage::in_memory(), partitions, threads, block_bytes);
            let rows = solved(&game, &mut exchange, root.map(Index));
            let mut next = 0;
            for (layer, partition) in (0..rows.layers()).flat_map(|layer| (0..partitions).map(move |p| (layer, p))) {
                rows.rows::<crate::solve::partitioned::ExchangeError>(layer, partition, |index, verdict, sides| {
                    while is_reached.as_ref().is_some_and(|is_reached| !is_reached[next])
                        || expected.get(Index(next as u64)).is_none()
                    {
                        next += 1;
                    }
                    assert_eq!(index, Index(next as u64), "seed {seed}");
                    assert_eq!(Some(verdict), expected.get(index), "seed {seed}, {index:?}");
                    assert_eq!(sides.map(|[same, _]| same), is_reached.as_ref().map(|_| true));
                    assert_eq!(rows.verdict(partition, index).unwrap(), Some(verdict));
                    draws += u32::from(verdict == Verdict::Draw);
                    long += u32::from(verdict.remoteness().is_some_and(|moves| moves.0 > 8));
                    next += 1;
                    Ok(())
                })
                .unwrap();
            }
            let is_more = |at: &usize| {
                expected.get(Index(*at as u64)).is_some() && is_reached.as_ref().is_none_or(|reached| reached[*at])
            };
            assert_eq!((next..game.options.len()).find(is_more), None, "seed {seed}");
            let moves: usize = match &is_reached {
                None => game.options.iter().map(Vec::len).sum(),
                Some(reached) => {
                    game.options.iter().zip(reached).map(|(row, reached)| row.len() * usize::from(*reached)).sum()
                }
            };
            assert_eq!(rows.moves(), moves as u64);
            // Nothing is left of what layers needed while they were solved.
            for layer in 0..game.layers.len() {
                exits += u32::from(!game.layers[layer].leads_to.is_empty());
            }
            for round in 0..exchange.next_round() {
                for partition in 0..partitions {
                    for name in ["exits", "inbox"].map(|kind| format!("{kind}-{round}-{partition}")) {
                        assert!(!exchange.storage().contains(&name).unwrap(), "{name}");
                    }
                }
            }
        }
    }
    assert!(exits > 300 && draws > 1000 && long > 1000, "{exits} {draws} {long}");
}
