//! Positions encoded as integers and as bytes are the same positions, and any number of threads finds them in the same order.

use grundy::graph::{ExploreError, Explorer, Graph, GraphBuilder, Vertex};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::text::{DynGame, Key, Keys};
use grundy::{Game, Play, catalog};
use std::collections::HashMap;
use std::num::NonZeroUsize;

/// Files whose positions have one layout; files whose later positions do not fit the layout of the first; files without a layout.
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

fn opened(source: &str) -> catalog::OpenedGame {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g.star");
    std::fs::write(&file, source).unwrap();
    grundy_rules::open(file.to_str().unwrap(), &[], Play::Normal, &Limits::NONE).unwrap()
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_rules() {
    let source = "def initial(): return 3\ndef moves(s): return [s - 1] if s else []\n";
    let (with, without) = (opened(&format!("\u{feff}{source}")), opened(source));
    assert_eq!(with.as_dyn().info().rules, without.as_dyn().info().rules);
    assert!(with.as_dyn().info().rules.as_ref().is_some_and(|rules| !rules.contains('\u{feff}')));
    let text = format!("\u{feff}{source}");
    let script = grundy_rules::open_script("g.star", &text, &[], Play::Normal, &Limits::NONE).unwrap();
    assert_eq!(script.as_dyn().info().rules, without.as_dyn().info().rules);
}

fn limits(threads: usize) -> Limits<'static> {
    Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE }
}

fn explored(game: &dyn DynGame, by_class: bool, threads: usize) -> (Vec<Key>, Graph) {
    let mut explorer = Explorer::new(game, by_class);
    let root = explorer.vertex(&game.canonical(&game.start().unwrap()).unwrap());
    let reachable = explorer.reach(&[root], u64::MAX, &limits(threads)).unwrap();
    let graph = explorer.take_graph(&reachable);
    let keys: Vec<Key> = reachable.iter().map(|v| explorer.key(v)).collect();
    for (v, key) in (0..).map(Vertex).zip(&keys) {
        assert_eq!(explorer.find(key), Some(v));
    }
    (keys, graph)
}

/// The reference explorer: breadth first, one position at a time, with positions as bytes.
fn reference(game: &dyn DynGame, by_class: bool, root: Key) -> (Vec<Key>, Graph) {
    let mut vertices = HashMap::from([(root.clone(), Vertex(0))]);
    let mut keys = vec![root];
    let mut builder = GraphBuilder::default();
    builder.vertex();
    let mut next = 0;
    while let Some(at) = keys.get(next) {
        let v = Vertex(next as u32);
        let (options, node) = game.expand(at, by_class).unwrap();
        next += 1;
        if options.is_empty() {
            builder.terminal(v, node.terminal);
        }
        if let Some(player) = node.player {
            builder.player(v, player);
        }
        for option in options {
            let option = *vertices.entry(option).or_insert_with_key(|option| {
                keys.push(option.clone());
                builder.vertex()
            });
            builder.edge(v, option);
        }
    }
    (keys, builder.build(Play::Normal).unwrap())
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
fn integers_and_bytes_and_any_number_of_threads_give_one_graph() {
    for (i, source) in FILES.iter().enumerate() {
        for by_class in [false, true] {
            let game = opened(source);
            let root = game.as_dyn().canonical(&game.as_dyn().start().unwrap()).unwrap();
            let (slow, expected) = reference(game.as_dyn(), by_class, root);
            assert!(slow.len() > 1200, "too few positions for a packing: {}", slow.len());
            for threads in [1, 2, 3, 8] {
                let (keys, graph) = explored(game.as_dyn(), by_class, threads);
                assert_eq!(keys, slow, "file {i}, {threads} threads");
                assert_equal(&graph, &expected);
            }
            // The codec was chosen after the first thousand positions.
            let mut sample = Keys::default();
            slow.iter().take(10).for_each(|key| sample.push(&key.0));
            assert_eq!(game.as_dyn().codec(&sample).is_some(), i != 2, "file {i}");
        }
    }
}

#[test]
fn limits_and_failures_are_those_of_one_thread() {
    let source =
        "def initial(): return 0\ndef moves(s):\n    if s == 2500: return 5\n    return [s + 1, s + 2, s + 1700]\n";
    for threads in [1, 2, 3, 8] {
        let game = opened(source);
        let mut explorer = Explorer::new(game.as_dyn(), false);
        let root = explorer.vertex(&game.as_dyn().start().unwrap());
        let hit = explorer.reach(&[root], 999, &limits(threads)).unwrap_err();
        assert_eq!(hit, ExploreError::Run(RunError::Limit(LimitHit::Moves { limit: 999 })));
        match explorer.reach(&[root], u64::MAX, &limits(threads)) {
            Err(ExploreError::Rules(error)) => {
                assert!(error.notes.iter().any(|note| note.contains("2500")), "{error}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_second_question_finds_what_the_first_left() {
    let game = opened(FILES[0]);
    let mut explorer = Explorer::new(game.as_dyn(), false);
    let root = game.as_dyn().parse("(3990, 'ab')").unwrap();
    let late = explorer.vertex(&root);
    assert!(matches!(
        explorer.reach(&[late], 100, &limits(1)),
        Err(ExploreError::Run(RunError::Limit(LimitHit::Moves { .. })))
    ));
    let found = explorer.reach(&[late], u64::MAX, &limits(1)).unwrap();
    let second = explorer.reach(&[late], u64::MAX, &limits(2)).unwrap();
    assert!(found.iter().eq(second.iter()) && found.len() == 4001);
    let (keys, graph) = (found.iter().map(|v| explorer.key(v)).collect::<Vec<_>>(), explorer.take_graph(&found));
    let (slow, expected) = reference(game.as_dyn(), false, root);
    assert_eq!(keys, slow);
    assert_equal(&graph, &expected);
}
