//! Holds the explorer to a plain walk, and what it finds on several threads to what it finds on one: graphs, limits, failed rules
//! and panics.

use crate::common::scatter::{Scatter, Scripted, on};
use crate::common::walk::Walk;
use crate::common::{at, open};
use grundy::game::Game;
use grundy::graph::{ExploreError, Explorer, Graph, explore};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::text::{DynGame, Key, WithText};
use grundy::{Play, Vertex};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Small and large, sparse and dense; from some hundred waiting positions on several threads work.
const SIZES: [(u32, u32); 8] = [(1, 0), (1, 3), (40, 2), (700, 4), (3000, 9), (3000, 60), (20_000, 2), (40_000, 4)];

/// A few roots of a game of so many positions.
fn roots(count: u32) -> Vec<u32> {
    let mut roots: Vec<u32> = (0..20).map(|i| (i * 7919) % count).collect();
    let mut seen = std::collections::HashSet::new();
    roots.retain(|&root| seen.insert(root));
    roots
}

#[test]
fn a_graph_under_misere_play_is_explored_as_such() {
    let edges = vec![(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2)), (Vertex(0), Vertex(2))];
    let graph = Graph::from_edges(3, edges, Play::Misere).unwrap();
    let explored = explore(&graph, [Vertex(0)], &Limits::NONE).unwrap();
    assert_eq!((explored.graph.play_kind(), Game::play_kind(&graph)), (Play::Misere, Play::Misere));
}

/// The graph is that of the rows and nodes of a walk over the same positions in the same order.
fn assert_same(graph: &Graph, walk: &Walk, case: &str) {
    assert_eq!(graph.vertices(), walk.rows.len(), "{case}");
    for (v, (options, node)) in graph.all().zip(&walk.rows) {
        let mut row: Vec<Vertex> = options.iter().map(|&option| Vertex(option)).collect();
        row.sort_unstable();
        row.dedup();
        assert_eq!(graph.row(v), row, "vertex {} of {case}", v.0);
        if row.is_empty() {
            assert_eq!(graph.terminal(&v), node.terminal, "vertex {} of {case}", v.0);
        }
        assert_eq!(graph.player(&v), node.player, "vertex {} of {case}", v.0);
    }
    assert_eq!(graph.without_grundy(), walk.without_grundy(), "{case}");
}

/// The graph is that of the walk, up to the order of its vertices: an explorer goes through options in the order in which it met
/// them first, which may have been from other roots.
fn assert_same_positions(keys: &[Key], graph: &Graph, walk: &Walk, case: &str) {
    assert_eq!(keys.len(), walk.positions.len(), "{case}");
    for (v, key) in graph.all().zip(keys) {
        let (options, node) = &walk.rows[walk.number(key)];
        let mut expected: Vec<&Key> = options.iter().map(|&option| &walk.positions[option as usize]).collect();
        expected.sort_unstable();
        expected.dedup();
        let mut row: Vec<&Key> = graph.row(v).iter().map(|option| &keys[option.index()]).collect();
        row.sort_unstable();
        assert_eq!(row, expected, "{key:?} of {case}");
        if row.is_empty() {
            assert_eq!(graph.terminal(&v), node.terminal, "{key:?} of {case}");
        }
        assert_eq!(graph.player(&v), node.player, "{key:?} of {case}");
    }
    assert_eq!(graph.without_grundy(), walk.without_grundy(), "{case}");
}

/// Explores from some positions, and gives them all with their graph.
fn reach(
    explorer: &mut Explorer<'_>,
    from: &[Key],
    moves: u64,
    limits: &Limits<'_>,
) -> Result<(Vec<Key>, Graph), ExploreError> {
    let vertices: Vec<Vertex> = from.iter().map(|root| explorer.vertex(root)).collect();
    let reachable = explorer.reach(&vertices, moves, limits)?;
    assert!(reachable.iter().take(vertices.len()).eq(vertices), "the roots first");
    let keys: Vec<Key> = reachable.iter().map(|v| explorer.key(v)).collect();
    assert_eq!((keys.len(), keys.is_empty()), (reachable.len(), reachable.is_empty()));
    for (v, key) in reachable.iter().zip(&keys) {
        assert_eq!(explorer.find(key), Some(v));
    }
    assert!(explorer.keys(reachable.iter()).iter().eq(keys.iter().map(|key| &key.0[..])));
    let graph = explorer.take_graph(&reachable);
    explorer.put_back(&reachable, graph.clone());
    Ok((keys, graph))
}

#[test]
fn games_with_types_are_explored_as_they_are_walked() {
    for (seed, (count, degree)) in (0..).zip(SIZES.into_iter().chain(SIZES)) {
        let game = Scatter::new(seed / 3, count, degree);
        let roots = roots(count);
        let text = WithText::new(game.clone());
        let walk = Walk::new(&text, roots.iter().map(|root| text.key(root)), false);
        for threads in THREADS {
            // Roots may be named twice.
            let all_roots = roots.iter().chain(&roots).copied();
            let explored = explore(&game, all_roots, &on(threads)).unwrap();
            let case = format!("{game:?} on {threads} threads");
            assert!(explored.positions().iter().map(|at| text.key(at)).eq(walk.positions.iter().cloned()), "{case}");
            assert_same(&explored.graph, &walk, &case);
            for (v, at) in explored.graph.all().zip(explored.positions()) {
                assert_eq!(explored.vertex(at), Some(v), "{case}");
            }
            assert_eq!(explored.vertex(&count), None);
        }
    }
}

#[test]
fn games_in_text_are_explored_as_they_are_walked() {
    for (seed, (count, degree)) in (0..).zip(SIZES) {
        let game = Scatter::new(seed, count, degree);
        for (has_codec, most) in [(false, usize::MAX), (true, usize::MAX), (true, 1), (false, 5)] {
            let scripted = Scripted::new(game.clone(), has_codec, most, []);
            let roots: Vec<Key> = roots(count).iter().map(|root| scripted.text.key(root)).collect();
            let walk = Walk::new(&scripted, roots.iter().cloned(), false);
            for threads in THREADS {
                let mut explorer = Explorer::new(&scripted, false);
                let (keys, graph) = reach(&mut explorer, &roots, u64::MAX, &on(threads)).unwrap();
                let case = format!("{game:?}, codec {has_codec}, {most} at a time, on {threads} threads");
                assert!(keys == walk.positions, "{case}");
                assert_same(&graph, &walk, &case);
                assert_eq!(explorer.count(), keys.len() as u64);
            }
        }
    }
}

#[test]
fn games_of_the_catalogue_are_explored_as_they_are_walked() {
    for (name, position) in [
        ("nim", "20 21 22"),
        ("moore:2", "6 6 6 6"),
        ("kayles", "16 7"),
        ("wythoff", "50 60"),
        ("divisor", "720720 360"),
        ("king", "60 70"),
        ("chomp:6,6", ""),
        ("calendar", "1999-01-01"),
        ("tictactoe", ""),
        ("mnk:4,3,3", ""),
        ("connect4:4x4", ""),
        ("quixo:3", ""),
        ("three-mens-morris", ""),
        ("kalah:3,2", ""),
        ("chess:KQvK", "Kc3 Qb1 ke5 w"),
        ("nim 3 4 + kayles 7 + nim 3 4", "nim 3 4 + kayles 7 + nim 3 4"),
    ] {
        let opened = open(name, Play::Normal);
        let game = opened.as_dyn();
        let root = if position.is_empty() { game.start().unwrap() } else { at(&opened, position) };
        for by_class in [false, true] {
            let root = if by_class { game.canonical(&root).unwrap() } else { root.clone() };
            let walk = Walk::new(game, [root.clone()], by_class);
            for threads in [1, 3] {
                let mut explorer = Explorer::new(game, by_class);
                let (keys, graph) = reach(&mut explorer, std::slice::from_ref(&root), u64::MAX, &on(threads)).unwrap();
                let case = format!("{name}, classes {by_class}, on {threads} threads");
                assert!(keys == walk.positions, "{case}");
                assert_same(&graph, &walk, &case);
            }
        }
    }
}

/// What is reached from some roots does not depend on what was explored before, nor on where that was ended.
#[test]
fn an_explorer_grows_from_root_to_root() {
    for (seed, (count, degree)) in (0..).zip([(60, 1), (700, 2), (5000, 1), (20_000, 2)]) {
        let game = Scatter::new(seed, count, degree);
        for has_codec in [false, true] {
            let scripted = Scripted::new(game.clone(), has_codec, 3, []);
            let mut explorer = Explorer::new(&scripted, false);
            for step in 0..12 {
                let from: Vec<Key> =
                    (0..=step % 3).map(|i| scripted.text.key(&((step * 101 + i * 37) % count))).collect();
                let threads = 1 + step as usize % 3;
                if step % 4 == 0 {
                    // A few moves, and the rest is explored later.
                    let few = reach(&mut explorer, &from, u64::from(step), &on(threads));
                    assert!(few.is_ok() || few.as_ref().is_err_and(|error| *error == moves(step.into())));
                }
                let walk = Walk::new(&scripted, from.iter().cloned(), false);
                let (keys, graph) = reach(&mut explorer, &from, u64::MAX, &on(threads)).unwrap();
                let case = format!("step {step} in {game:?}, codec {has_codec}");
                assert_same_positions(&keys, &graph, &walk, &case);
            }
            let walked = Walk::new(&scripted, [scripted.text.key(&0)], false);
            let (keys, graph) = reach(&mut explorer, &[scripted.text.key(&0)], u64::MAX, &on(1)).unwrap();
            assert_same_positions(&keys, &graph, &walked, "the first root again");
        }
    }
}

/// An exploration that hit a limit goes on where it ended, and finds what one without a limit finds.
#[test]
fn an_exploration_that_hit_a_limit_goes_on() {
    for (seed, has_codec) in [(4, false), (5, true)] {
        let game = Scatter::new(seed, 20_000, 9);
        let scripted = Scripted::new(game.clone(), has_codec, usize::MAX, []);
        let root = [scripted.text.key(&game_root(&game))];
        let walk = Walk::new(&scripted, root.iter().cloned(), false);
        for threads in THREADS {
            let mut explorer = Explorer::new(&scripted, false);
            for positions in [100, 5000, 15_000] {
                let limits = Limits { positions: Some(positions), ..on(threads) };
                let error = reach(&mut explorer, &root, u64::MAX, &limits).unwrap_err();
                assert!(matches!(error, ExploreError::Run(RunError::Limit(LimitHit::Positions { .. }))), "{error}");
            }
            for _ in 0..2 {
                let (keys, graph) = reach(&mut explorer, &root, u64::MAX, &on(threads)).unwrap();
                let case = format!("{game:?} on {threads} threads");
                assert!(keys == walk.positions, "{case}");
                assert_same(&graph, &walk, &case);
            }
        }
    }
}

fn moves(limit: u64) -> ExploreError {
    ExploreError::Run(RunError::Limit(LimitHit::Moves { limit }))
}

/// How an exploration of a game in text ends on so many threads.
fn ends(game: &dyn DynGame, root: &Key, moves: u64, limits: &Limits<'_>) -> Result<usize, ExploreError> {
    reach(&mut Explorer::new(game, false), std::slice::from_ref(root), moves, limits).map(|(keys, _)| keys.len())
}

#[test]
fn limits_are_hit_at_the_same_place_on_any_number_of_threads() {
    let game = Scatter::new(4, 40_000, 4);
    let root = game_root(&game);
    for has_codec in [false, true] {
        let scripted = Scripted::new(game.clone(), has_codec, usize::MAX, []);
        let root = scripted.text.key(&root);
        let walk = Walk::new(&scripted, [root.clone()], false);
        let positions = walk.positions.len() as u64;
        let edges: usize =
            walk.rows.iter().map(|(row, _)| row.iter().collect::<std::collections::HashSet<_>>().len()).sum();
        let edges = edges as u64;
        let bytes = AtomicU64::new(0);
        let on_progress = |progress: grundy::limits::Progress| {
            bytes.fetch_max(progress.bytes, Ordering::Relaxed);
        };
        assert_eq!(
            ends(&scripted, &root, edges, &Limits { on_progress: &on_progress, ..on(1) }),
            Ok(positions as usize)
        );
        let bytes = bytes.into_inner();
        assert!(positions > 20_000 && bytes > 8 * positions, "{positions} positions in {bytes} bytes");
        for limit in [0, 1, 100, 5000, positions / 2, positions - 1] {
            let by = |threads| ends(&scripted, &root, u64::MAX, &Limits { positions: Some(limit), ..on(threads) });
            let one = by(1);
            let hit =
                |hit: &LimitHit| matches!(hit, LimitHit::Positions { limit: l, needed } if *l == limit && needed > l);
            assert!(matches!(&one, Err(ExploreError::Run(RunError::Limit(error))) if hit(error)), "{limit}: {one:?}");
            assert!([2, 3, 8].into_iter().all(|threads| by(threads) == one), "{limit} positions");
        }
        for limit in [0, 1000, bytes / 10, bytes / 2, bytes - 1] {
            let by = |threads| ends(&scripted, &root, u64::MAX, &Limits { memory: Some(limit), ..on(threads) });
            let one = by(1);
            let hit =
                |hit: &LimitHit| matches!(hit, LimitHit::Memory { limit: l, needed } if *l == limit && needed > l);
            assert!(matches!(&one, Err(ExploreError::Run(RunError::Limit(error))) if hit(error)), "{limit}: {one:?}");
            assert!([2, 3, 8].into_iter().all(|threads| by(threads) == one), "{limit} bytes");
        }
        for limit in [0, 1, 5000, edges / 2, edges - 1] {
            for threads in THREADS {
                assert_eq!(ends(&scripted, &root, limit, &on(threads)), Err(moves(limit)), "{threads} threads");
            }
        }
        for threads in THREADS {
            let enough = Limits { positions: Some(positions), ..on(threads) };
            assert_eq!(ends(&scripted, &root, edges, &enough), Ok(positions as usize));
        }
        for calls_before_stop in [0, 1, 3, 10] {
            let by = |threads| {
                let count = AtomicU64::new(0);
                let stop = || count.fetch_add(1, Ordering::Relaxed) >= calls_before_stop;
                ends(&scripted, &root, u64::MAX, &Limits { stop: &stop, ..on(threads) })
            };
            let one = by(1);
            assert!(matches!(one, Err(ExploreError::Run(RunError::Interrupted { .. }))), "{one:?}");
            assert!(
                [2, 3, 8].into_iter().all(|threads| by(threads) == one),
                "stopped when asked {calls_before_stop} times"
            );
        }
    }
}

/// The memory that would exceed the limit is not allocated: the process may be ended at that moment.
#[test]
fn the_memory_of_an_explorer_stays_below_its_limit() {
    let game = Scatter::new(4, 40_000, 4);
    let root = game_root(&game);
    for has_codec in [false, true] {
        let scripted = Scripted::new(game.clone(), has_codec, usize::MAX, []);
        let root = scripted.text.key(&root);
        let explore = |limits: &Limits<'_>| {
            let mut explorer = Explorer::new(&scripted, false);
            let reached = reach(&mut explorer, std::slice::from_ref(&root), u64::MAX, limits);
            (reached.is_ok(), explorer.bytes())
        };
        let (_, needed) = explore(&on(1));
        let mut ended = 0;
        for part in 1..60 {
            let limit = needed * part / 50;
            for threads in [1, 3] {
                let (is_ok, bytes) = explore(&Limits { memory: Some(limit), ..on(threads) });
                assert!(bytes <= limit, "{bytes} bytes of at most {limit}");
                ended += u32::from(!is_ok);
            }
        }
        assert!(ended > 20, "{ended} runs ended early");
    }
}

#[test]
fn limits_of_games_with_types_are_hit_at_the_same_place_too() {
    let game = Scatter::new(4, 40_000, 4);
    let root = game_root(&game);
    let bytes = AtomicU64::new(0);
    let on_progress = |progress: grundy::limits::Progress| {
        bytes.fetch_max(progress.bytes, Ordering::Relaxed);
    };
    let positions =
        explore(&game, [root], &Limits { on_progress: &on_progress, ..on(1) }).unwrap().positions().len() as u64;
    let bytes = bytes.into_inner();
    assert!(positions > 20_000 && bytes > 8 * positions, "{positions} positions in {bytes} bytes");
    let all_equal = |by: &dyn Fn(usize) -> Result<usize, RunError>, case: &str| {
        let one = by(1);
        for threads in [2, 3, 8] {
            assert_eq!(by(threads), one, "{case}, {threads} threads");
        }
        one
    };
    let count = |limits: &Limits<'_>| explore(&game, [root], limits).map(|explored| explored.positions().len());
    for limit in [0, 1, 100, 5000, positions / 2, positions - 1, positions] {
        let by = |threads| count(&Limits { positions: Some(limit), ..on(threads) });
        assert_eq!(all_equal(&by, &format!("{limit} positions")).is_ok(), limit == positions);
    }
    for limit in [0, 1000, bytes / 10, bytes / 2, bytes - 1, 2 * bytes] {
        let by = |threads| count(&Limits { memory: Some(limit), ..on(threads) });
        assert_eq!(all_equal(&by, &format!("{limit} bytes")).is_ok(), limit == 2 * bytes);
    }
    for calls_before_stop in [0, 1, 3, 10] {
        let by = |threads| {
            let calls = AtomicU64::new(0);
            let stop = || calls.fetch_add(1, Ordering::Relaxed) >= calls_before_stop;
            count(&Limits { stop: &stop, ..on(threads) })
        };
        assert!(matches!(all_equal(&by, "stopped"), Err(RunError::Interrupted { .. })), "{calls_before_stop}");
    }
}

/// A root from which most positions can be reached.
fn game_root(game: &Scatter) -> u32 {
    (0..).find(|&root| explore(game, [root], &on(1)).unwrap().positions().len() > game.count as usize / 2).unwrap()
}

/// Of several positions at which the rules fail the first one is named, in the order of a walk on one thread; a limit that is hit
/// before it is named in its stead.
#[test]
fn failed_rules_are_errors_on_any_number_of_threads() {
    let game = Scatter::new(4, 40_000, 4);
    let root = game_root(&game);
    let text = WithText::new(game.clone());
    let walk = Walk::new(&text, [text.key(&root)], false);
    for (first, step) in [(0, 1), (1, 10), (300, 1), (700, 5000), (9000, 3), (walk.positions.len() - 1, 1)] {
        let failing: Vec<u32> = walk.positions[first..].iter().step_by(step).map(|at| text.position(at)).collect();
        for (has_codec, most) in [(false, usize::MAX), (true, 2), (true, usize::MAX)] {
            let scripted = Scripted::new(game.clone(), has_codec, most, failing.iter().copied());
            let expected = ExploreError::from(scripted.check(failing[0]).unwrap_err());
            for threads in THREADS {
                let ended = ends(&scripted, &text.key(&root), u64::MAX, &on(threads));
                assert_eq!(ended.as_ref(), Err(&expected), "{first} on {threads} threads");
                if first > 1 {
                    assert_eq!(ends(&scripted, &text.key(&root), 1, &on(threads)), Err(moves(1)));
                }
            }
        }
    }
    // What was explored before the failure can be used, from roots that do not lead to it.
    let failing = text.position(&walk.positions[700]);
    let scripted = Scripted::new(game, true, usize::MAX, [failing]);
    let mut explorer = Explorer::new(&scripted, false);
    assert!(reach(&mut explorer, &[text.key(&root)], u64::MAX, &on(3)).is_err());
    let ends: Vec<&Key> = walk.positions.iter().zip(&walk.rows).filter(|at| at.1.0.is_empty()).map(|at| at.0).collect();
    for end in ends.into_iter().step_by(97).filter(|end| text.position(end) != failing) {
        let (keys, graph) = reach(&mut explorer, std::slice::from_ref(end), u64::MAX, &on(1)).unwrap();
        assert_eq!((keys.as_slice(), graph.edges()), (std::slice::from_ref(end), 0));
    }
}

/// A panic of the game's code, on any thread, ends the exploration with an error; the others do not wait for it for ever.
#[test]
fn a_panic_is_an_error_on_any_number_of_threads() {
    let game = Scatter::new(4, 40_000, 4);
    let root = game_root(&game);
    let positions = explore(&game, [root], &on(1)).unwrap().positions().to_vec();
    let is_told = |error: &RunError| matches!(error, RunError::WorkerPanicked { message } if message.contains("a defect of the game"));
    for place in [0, 1, 600, 5000, positions.len() / 2, positions.len() - 1] {
        let game = Scatter { panics_at: Some(positions[place]), ..game.clone() };
        for threads in THREADS {
            let error = explore(&game, [root], &on(threads)).unwrap_err();
            assert!(is_told(&error), "{place} on {threads} threads: {error:?}");
            for has_codec in [false, true] {
                let scripted = Scripted::new(game.clone(), has_codec, 3, []);
                let ended = ends(&scripted, &scripted.text.key(&root), u64::MAX, &on(threads));
                assert!(
                    matches!(&ended, Err(ExploreError::Run(error)) if is_told(error)),
                    "{place} on {threads} threads: {ended:?}"
                );
            }
        }
    }
}

/// A game that answers nothing is told of, rather than asked for ever.
#[test]
fn a_game_that_answers_nothing_is_an_error() {
    for threads in THREADS {
        let scripted = Scripted::new(Scatter::new(4, 3000, 4), false, 0, []);
        let ended = ends(&scripted, &scripted.text.key(&0), u64::MAX, &on(threads));
        assert!(matches!(ended, Err(ExploreError::Run(RunError::WorkerPanicked { .. }))), "{ended:?}");
    }
}

/// The limits are told how far the exploration is: never backwards, and the same on any number of threads.
#[test]
fn progress_is_the_same_on_any_number_of_threads() {
    let game = Scatter::new(6, 40_000, 4);
    let scripted = Scripted::new(game.clone(), false, usize::MAX, []);
    let root = scripted.text.key(&game_root(&game));
    let mut reports_by_threads: HashMap<usize, Vec<grundy::limits::Progress>> = HashMap::new();
    for threads in THREADS {
        let reports = Mutex::new(Vec::new());
        let on_progress = |progress| reports.lock().unwrap().push(progress);
        ends(&scripted, &root, u64::MAX, &Limits { on_progress: &on_progress, ..on(threads) }).unwrap();
        reports_by_threads.insert(threads, reports.into_inner().unwrap());
    }
    assert!(reports_by_threads[&1].len() > 10 && reports_by_threads[&1].is_sorted_by_key(|progress| progress.done));
    assert!(reports_by_threads.values().all(|reports| *reports == reports_by_threads[&1]));
}

/// Counts down to 0; names the player at even numbers only, if `names_some`.
struct CountDown {
    names_some: bool,
    play: Play,
}

impl Game for CountDown {
    type Position = u32;
    type Move = u32;

    fn moves(&self, &at: &u32, out: &mut Vec<u32>) {
        out.extend((1..=at.min(2)).map(|take| at - take));
    }

    fn play(&self, _: &u32, &option: &u32) -> u32 {
        option
    }

    fn play_kind(&self) -> Play {
        self.play
    }

    fn player(&self, &at: &u32) -> Option<grundy::Player> {
        (self.names_some && at.is_multiple_of(2)).then_some(grundy::Player::Left)
    }
}

#[test]
fn a_player_at_some_positions_only_is_an_error() {
    let game = CountDown { names_some: true, play: Play::Normal };
    for (root, threads) in [(1, 1), (2, 1), (9, 1), (5000, 3)] {
        let error = explore(&game, [root], &on(threads)).unwrap_err();
        let RunError::WorkerPanicked { message } = error else { panic!("{error}") };
        assert_eq!(message, "the game gave the player to move at some positions only");
    }
    assert!(explore(&game, [0], &on(1)).is_ok());
}

#[test]
fn the_graph_has_the_kind_of_play_and_keeps_why_there_are_no_values() {
    for play in [Play::Normal, Play::Misere] {
        let graph = explore(&CountDown { names_some: false, play }, [9], &on(1)).unwrap().graph;
        assert_eq!(graph.play_kind(), play);
        let expected = (play == Play::Misere).then_some(grundy::value::Undefined::Misere);
        assert_eq!(graph.without_grundy(), expected);
        let ends: Vec<_> = graph.terminals().collect();
        let again = graph.with_terminals(ends).unwrap().with_play(Play::Normal);
        assert_eq!(again.without_grundy(), expected, "of the rules that were explored");
    }
}

/// A root that is added after the exploration has no moves yet, and is not in the graph.
#[test]
fn a_later_root_is_not_in_the_graph() {
    let text = WithText::new(grundy::catalog::TicTacToe);
    let mut explorer = Explorer::new(&text, false);
    let start = explorer.vertex(&text.parse("XOXOXO...").unwrap());
    let reachable = explorer.reach(&[start], u64::MAX, &on(1)).unwrap();
    explorer.vertex(&text.parse(".........").unwrap());
    let graph = explorer.take_graph(&reachable);
    assert_eq!(graph.vertices(), reachable.len());
    assert!(graph.all().all(|v| graph.row(v).iter().all(|option| option.index() < reachable.len())));
}
