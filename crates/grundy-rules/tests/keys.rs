//! Positions as integers and as bytes are the same positions, and any number of threads meets them in the same order.

use grundy::graph::{Graph, KeyExplorer, Vertex, explore};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::text::{DynAsGame, DynGame, Key, Keys};
use grundy::{Game, Play, catalog};
use std::num::NonZeroUsize;

/// Positions of one shape; positions of which later ones fit in no word made for the first; positions without a shape.
const FILES: [&str; 4] = [
    "N = 4000\ndef initial(): return (0, 'ab')\ndef turn(s): return s[0] % 3 == 0\n\
     def moves(s):\n    k = s[0]\n    return [(t, 'ab' if t % 2 == 0 else 'ba') for t in [k + 1, k + 7, k - 5] if 0 <= t and t <= N]\n",
    "def at(k): return (k, 'x') if k < 1500 else (k << 40, '?' * (k % 50)) if k < 3000 else (-k, 'xé')\n\
     def of(s): return -s[0] if s[0] < 0 else s[0] if s[0] < 1500 else s[0] >> 40\n\
     def initial(): return at(0)\n\
     def outcome(s): return DRAW if of(s) == 3500 else None\n\
     def moves(s): return [at(k) for k in [of(s) + 1, of(s) + 2, of(s) + 2, of(s) // 2] if k <= 4000]\n",
    "def initial(): return ()\ndef moves(s): return [s + (c,) for c in ['a', 7, None]] if len(s) < 7 else []\n",
    "symmetries = [[5, 4, 3, 2, 1, 0]]\ndef initial(): return ('.' * 6, 0)\n\
     def moves(s):\n    b, k = s\n    return [(b[:i] + c + b[i + 1:], (k + 1) % 3) for i in range(6) for c in 'xyz'.elems() if b[i] < c]\n",
];

fn opened(source: &str) -> catalog::Opened {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g.star");
    std::fs::write(&file, source).unwrap();
    grundy_rules::open(file.to_str().unwrap(), &[], Play::Normal, &Limits::NONE).unwrap()
}

fn limits(threads: usize) -> Limits<'static> {
    Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE }
}

fn drawn(game: &dyn DynGame, by_class: bool, threads: usize) -> (Vec<Key>, Graph) {
    let mut explorer = KeyExplorer::new(game, by_class);
    let root = explorer.number(&game.canonical(&game.start().unwrap()));
    let met = explorer.reach(&[root], u64::MAX, &limits(threads)).unwrap();
    let graph = explorer.take_graph(&met);
    let keys: Vec<Key> = met.iter().map(|v| explorer.key(v)).collect();
    for (v, key) in (0..).map(Vertex).zip(&keys) {
        assert_eq!(explorer.find(key), Some(v));
    }
    assert!(game.take_trouble().is_none());
    (keys, graph)
}

fn assert_equal(one: &Graph, other: &Graph) {
    assert_eq!((one.vertices(), one.edges()), (other.vertices(), other.edges()));
    for v in one.all() {
        assert_eq!(one.row(v), other.row(v), "{v:?}");
        assert_eq!(
            (Game::terminal(one, &v), Game::player(one, &v)),
            (Game::terminal(other, &v), Game::player(other, &v)),
            "{v:?}"
        );
    }
}

#[test]
fn words_and_bytes_and_any_number_of_threads_give_one_graph() {
    for (i, source) in FILES.iter().enumerate() {
        for by_class in [false, true] {
            let game = opened(source);
            let erased = if by_class { DynAsGame::canonical(game.any()) } else { DynAsGame::every(game.any()) };
            // One position at a time, all as bytes.
            let root = game.any().canonical(&game.any().start().unwrap());
            let slow = explore(&erased, [root], &Limits::NONE).unwrap();
            assert!(slow.positions().len() > 1200, "too few positions for a packing: {}", slow.positions().len());
            for threads in [1, 2, 3, 8] {
                let (keys, graph) = drawn(game.any(), by_class, threads);
                assert_eq!(keys, slow.positions(), "file {i}, {threads} threads");
                assert_equal(&graph, &slow.graph);
            }
            // The shape was chosen when the first thousand were met.
            let mut like = Keys::default();
            slow.positions().iter().take(10).for_each(|key| like.push(&key.0));
            assert_eq!(game.any().packing(&like).is_some(), i != 2, "file {i}");
        }
    }
}

#[test]
fn limits_and_failures_are_those_of_one_thread() {
    let source =
        "def initial(): return 0\ndef moves(s):\n    if s == 2500: return 5\n    return [s + 1, s + 2, s + 1700]\n";
    for threads in [1, 2, 3, 8] {
        let game = opened(source);
        let mut explorer = KeyExplorer::new(game.any(), false);
        let root = explorer.number(&game.any().start().unwrap());
        let hit = explorer.reach(&[root], 999, &limits(threads)).unwrap_err();
        assert_eq!(hit, RunError::Limit(LimitHit::Moves { limit: 999 }));
        assert!(game.any().take_trouble().is_none());
        assert!(matches!(explorer.reach(&[root], u64::MAX, &limits(threads)), Err(RunError::Interrupted { .. })));
        let trouble = game.any().take_trouble().unwrap();
        assert!(trouble.notes.iter().any(|note| note.contains("2500")), "{trouble}");
    }
}

#[test]
fn a_second_question_meets_what_the_first_left() {
    let game = opened(FILES[0]);
    let mut explorer = KeyExplorer::new(game.any(), false);
    let late = explorer.number(&game.any().parse("(3990, 'ab')").unwrap());
    assert!(matches!(explorer.reach(&[late], 100, &limits(1)), Err(RunError::Limit(LimitHit::Moves { .. }))));
    let met = explorer.reach(&[late], u64::MAX, &limits(1)).unwrap();
    let again = explorer.reach(&[late], u64::MAX, &limits(2)).unwrap();
    assert!(met.iter().eq(again.iter()) && met.len() == 4001);
    let (keys, graph) = (met.iter().map(|v| explorer.key(v)).collect::<Vec<_>>(), explorer.take_graph(&met));
    let slow =
        explore(&DynAsGame::every(game.any()), [game.any().parse("(3990, 'ab')").unwrap()], &Limits::NONE).unwrap();
    assert_eq!(keys, slow.positions());
    assert_equal(&graph, &slow.graph);
}
