//! Random games in layers, in partitions against the same games in memory.

use super::{IndexedRows, solve};
use crate::checkpoint::Checkpointer;
use crate::game::{EarlierLayers, Game, GroupedLayers, Index, Indexed, Layer, OptionValue};
use crate::limits::{Limits, Progress, RunError};
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::{Exchange, ExchangeError, LocalExchange, Storage};
use crate::solve::{IndexedSolution, retrograde_indexed};
use crate::text::WithoutText;
use crate::value::{Outcome, Remoteness, Verdict};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// A random game in layers, in which moves lead to the same layer or to some of the earlier ones.
struct Random {
    layers: Vec<Layer>,
    options: Vec<Vec<u64>>,
    before: Vec<Vec<u64>>,
    ends: Vec<Outcome>,
    /// Whether layers without moves inside are evaluated in groups, and how many groups were evaluated.
    has_groups: bool,
    groups_evaluated: AtomicU32,
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
        let ends_of: Vec<Outcome> = options.iter().map(|_| ends[random.usize(..ends.len())]).collect();
        let mut before = vec![Vec::new(); options.len()];
        for (from, row) in (0..).zip(&options) {
            row.iter().for_each(|to| before[*to as usize].push(from));
        }
        // Positions that are over may be among the predecessors, if they are no draws.
        let is_drawn_end = |at: usize| options[at].is_empty() && ends_of[at] == Outcome::Draw;
        for row in &mut before {
            let over = random.usize(..options.len());
            if random.u32(..10) == 0 && options[over].is_empty() && !is_drawn_end(over) && over % 9 != 4 {
                row.push(over as u64);
            }
        }
        Self {
            layers,
            options,
            before,
            ends: ends_of,
            has_groups: !seed.is_multiple_of(3),
            groups_evaluated: AtomicU32::new(0),
        }
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
    fn grouped_layers(&self) -> Option<&dyn GroupedLayers> {
        self.has_groups.then_some(self)
    }
}

/// Every third position of a layer belongs to the same group.
impl GroupedLayers for Random {
    fn group_count(&self, layer: usize) -> Option<u64> {
        // Those of layers with moves inside are not used.
        (layer < self.layers.len()).then_some(3)
    }
    fn evaluate(&self, layer: usize, group: u64, earlier: &EarlierLayers, out: &mut Vec<(Index, OptionValue)>) -> u64 {
        self.groups_evaluated.fetch_add(1, Ordering::Relaxed);
        let end = self.layers.get(layer + 1).map_or(self.indices(), |next| next.first.0);
        let mut moves = 0;
        for at in (self.layers[layer].first.0 + group..end).step_by(3).filter(|at| !is_unused(self, *at)) {
            let options = &self.options[at as usize];
            moves += options.len() as u64;
            let best = options.iter().map(|option| earlier.values(Index(*option), 1).next().unwrap()).max();
            let terminal = || match self.ends[at as usize] {
                Outcome::Win => Verdict::Win(Remoteness(0)),
                Outcome::Loss => Verdict::Loss(Remoteness(0)),
                Outcome::Draw => Verdict::Draw,
            };
            let value = best.map_or_else(|| OptionValue::new(terminal()).unwrap(), OptionValue::of_position);
            out.push((Index(at), value));
        }
        moves
    }
}

fn solved(game: &Random, exchange: &mut dyn Exchange, root: Option<Index>) -> IndexedRows {
    solved_within(game, exchange, root, &Limits::NONE)
}

fn solved_within(game: &Random, exchange: &mut dyn Exchange, root: Option<Index>, limits: &Limits<'_>) -> IndexedRows {
    let (mut run, from) = Run::new(exchange, limits, Checkpointer::none()).unwrap();
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
    fn grouped_layers(&self) -> Option<&dyn GroupedLayers> {
        Indexed::grouped_layers(*self)
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

/// Nothing is left of what layers needed while they were solved.
fn nothing_is_left(game: &Random, exchange: &LocalExchange) {
    for (round, partition) in
        (0..exchange.next_round()).flat_map(|round| (0..exchange.partitions()).map(move |p| (round, p)))
    {
        let mut names = vec![format!("inbox-{round}-{partition}")];
        for layer in 0..game.layers.len() {
            names.push(format!("exits-{layer}-{round}-{partition}"));
            names.extend((0..100).map(|wave| format!("wave-{layer}-{round}-{wave}-{partition}")));
        }
        if game.layers.len() > 1 {
            names.push(format!("cells-{round}-{partition}"));
        }
        names.iter().for_each(|name| assert!(!exchange.storage().contains(name).unwrap(), "{name}"));
    }
}

/// The number of positions whose value comes from an option in another layer alone.
fn decided_by_exits(game: &Random, solved: &IndexedSolution) -> u32 {
    let layer_of = |at: u64| game.layers.partition_point(|layer| layer.first.0 <= at);
    let is_best = |at: u64, option: u64| {
        let [at, option] = [at, option].map(|at| solved.get(Index(at)).and_then(|verdict| verdict.remoteness()));
        at.is_some() && at.map(|moves| moves.0) == option.map(|moves| moves.0 + 1)
    };
    let comes_from_exits = |&(at, row): &(u64, &Vec<u64>)| {
        let mut best = row.iter().filter(|option| is_best(at, **option)).peekable();
        best.peek().is_some() && best.all(|option| layer_of(*option) != layer_of(at))
    };
    (0..).zip(&game.options).filter(comes_from_exits).count() as u32
}

/// Saves the state of a run at every boundary, and ends it after some of them, until it is done.
#[test]
fn a_run_over_layers_continues_from_every_boundary() {
    let mut interruptions = 0;
    for seed in (0..60).filter(|seed| Random::new(*seed, &[Outcome::Loss]).layers.len() > 1) {
        let game = Random::new(seed, &[Outcome::Loss]);
        let mut exchange = LocalExchange::new(Storage::in_memory(), 3, 2, 50);
        let whole = solved(&game, &mut exchange, None);
        let mut exchange = LocalExchange::new(Storage::in_memory(), 3, 2, 50);
        let state = Mutex::new(Vec::new());
        let mut runs = 0;
        let rows = loop {
            let boundaries = AtomicU32::new(0);
            // Every run saves one boundary more than it continued from, at least.
            let most = 2 + runs % 3;
            let is_over = || boundaries.load(Ordering::Relaxed) > most;
            // Some runs have no room for layers in one pass.
            let memory = (runs % 2 == seed as u32 % 2).then_some(20_000);
            let limits = Limits { stop: &is_over, memory, ..Limits::NONE };
            let previous = state.lock().unwrap().clone();
            let checkpointer = Checkpointer::new(
                // Some save at every second boundary: then cells that changed since the last save are lost.
                || boundaries.fetch_add(1, Ordering::Relaxed) % (1 + seed as u32 % 2) == seed as u32 % 2,
                |write| {
                    let mut bytes = Vec::new();
                    write(&mut bytes)?;
                    *state.lock().unwrap() = bytes;
                    Ok(())
                },
            );
            let checkpointer =
                if previous.is_empty() { checkpointer } else { checkpointer.with_previous(&previous[..]) };
            let (mut run, from) = Run::new(&mut exchange, &limits, checkpointer).unwrap();
            match solve(&WithoutText(&game), None, &mut run, from) {
                Ok(rows) => break rows,
                Err(ExchangeError::Run(RunError::Interrupted { .. })) => runs += 1,
                Err(error) => panic!("seed {seed}: {error}"),
            }
            assert!(runs < 1000, "seed {seed}: it makes no progress");
        };
        interruptions += runs;
        assert_eq!(rows.moves(), whole.moves(), "seed {seed}");
        // In one pass it is the largest remoteness, and by messages a number that none exceeds.
        assert!(rows.max_remoteness() == whole.max_remoteness() || game.has_groups, "seed {seed}");
        for (layer, partition) in (0..rows.layers()).flat_map(|layer| (0..3).map(move |p| (layer, p))) {
            let all = |rows: &IndexedRows| {
                let mut all = Vec::new();
                let each = |index, verdict, _| {
                    all.push((index, verdict));
                    Ok::<(), ExchangeError>(())
                };
                rows.rows(layer, partition, each).unwrap();
                all
            };
            assert_eq!(all(&rows), all(&whole), "seed {seed}");
        }
    }
    assert!(interruptions > 200, "{interruptions}");
}

/// With little memory, the cells of large layers are written in each wave, those of small layers stay in memory, and of others some are written.
#[test]
fn cells_without_room_in_memory_are_written() {
    let (mut with_groups, mut without) = (0, 0);
    let mut random = fastrand::Rng::with_seed(5);
    for seed in 0..60 {
        let game = Random::new(seed, &[Outcome::Loss, Outcome::Win]);
        let expected = retrograde_indexed(&WithoutText(&game), &Limits::NONE).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut exchange = LocalExchange::new(Storage::in_folder(folder.path()), 3, 1, 50);
        // At least 10 bytes for each cell of a partition, and more than 32 for some.
        let is_layered = game.layers.len() > 1;
        let on_progress = |progress: Progress| {
            assert!(!is_layered || progress.of == Some(game.indices()) && progress.done <= game.indices());
        };
        let memory = Some(random.u64(2000..7000));
        let limits = Limits { memory, threads: NonZeroUsize::new(1), on_progress: &on_progress, ..Limits::NONE };
        let rows = solved_within(&game, &mut exchange, None, &limits);
        let mut found = 0;
        for (layer, partition) in (0..rows.layers()).flat_map(|layer| (0..3).map(move |p| (layer, p))) {
            let each = |index, verdict, _| {
                found += 1;
                assert_eq!(Some(verdict), expected.get(index), "seed {seed}, {index:?}");
                Ok::<(), ExchangeError>(())
            };
            rows.rows(layer, partition, each).unwrap();
        }
        assert_eq!(found, (0..game.indices()).filter(|at| expected.get(Index(*at)).is_some()).count());
        nothing_is_left(&game, &exchange);
        let evaluated = game.groups_evaluated.load(Ordering::Relaxed);
        with_groups += u32::from(evaluated > 0);
        without += u32::from(evaluated < 3 * layers_with_groups(&game));
    }
    assert!(with_groups > 10 && without > 5, "{with_groups} {without}");
}

/// The number of layers that can be evaluated in groups.
fn layers_with_groups(game: &Random) -> u32 {
    if game.has_groups { game.layers.iter().filter(|layer| !layer.has_moves_inside).count() as u32 } else { 0 }
}

#[test]
fn layers_are_solved_as_the_whole_game_in_memory() {
    let (mut exits, mut draws, mut long) = (0, 0, 0);
    for seed in 0..24 {
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
                rows.rows::<ExchangeError>(layer, partition, |index, verdict, sides| {
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
            nothing_is_left(&game, &exchange);
            assert_eq!(game.groups_evaluated.swap(0, Ordering::Relaxed), 3 * layers_with_groups(&game));
        }
        exits += decided_by_exits(&game, &expected);
    }
    assert!(exits > 1000 && draws > 1000 && long > 1000, "{exits} {draws} {long}");
}
