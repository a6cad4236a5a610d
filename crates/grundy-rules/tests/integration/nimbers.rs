//! Holds a search over the components of a rules file to the values that the rules' theory finds by solving them all.

use grundy::Play;
use grundy::catalog::OpenedGame;
use grundy::graph::ExploreError;
use grundy::limits::Limits;
use grundy::solve::NimberSearch;
use grundy::text::Key;

fn open(source: &str) -> OpenedGame {
    grundy_rules::open_script("game.star", source, &[], Play::Normal, &Limits::NONE)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// A random octal game on pairs of heaps; `canonical` sorts each pair.
fn random_rules(random: &mut fastrand::Rng) -> String {
    let digits: Vec<u8> = (0..random.usize(2..4)).map(|_| random.u8(1..8)).collect();
    format!(
        "DIGITS = {digits:?}\ndef initial(): return (5, 9)\n\
         def canonical(s): return s if s[0] <= s[1] else (s[1], s[0])\n\
         def heap(n):\n    out = []\n    for i, d in enumerate(DIGITS):\n        left = n - i - 1\n\
         \x20       if left == 0 and d % 2 == 1: out.append([])\n        if left > 0 and d // 2 % 2 == 1: out.append([left])\n\
         \x20       if left > 1 and d // 4 == 1: out += [[a, left - a] for a in range(1, left // 2 + 1)]\n    return out\n\
         def moves(s):\n    a, b = s\n\
         \x20   return [Sum(*([(k, b) for k in left[:1]] + [(0, k) for k in left[1:]])) for left in heap(a)] + \
         [Sum(*([(k, a) for k in left[:1]] + [(0, k) for k in left[1:]])) for left in heap(b)]\n"
    )
}

#[test]
fn searched_values_are_those_of_all_components() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut checked = 0;
    for _ in 0..40 {
        let source = random_rules(&mut random);
        let game = open(&source);
        let (any, components) = (game.as_dyn(), game.as_dyn().components().expect("a file with sums"));
        for bytes in [0, 1 << 20] {
            let search = NimberSearch::with_table(components, bytes);
            for _ in 0..4 {
                let mut heap = || (random.u8(0..12), random.u8(0..12));
                let ((a, b), (c, d)) = (heap(), heap());
                let at: Key = any.parse(&format!("({a}, {b}) + ({c}, {d})")).unwrap();
                let expected = any.theory().unwrap().claim(&at).unwrap().grundy;
                assert_eq!(Some(search.value(&at, &Limits::NONE).unwrap()), expected.finite(), "{source}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 320);
}

#[test]
fn saved_components_are_read_by_a_game_that_was_opened_again() {
    let source = "def initial(): return 60\n\
        def moves(k): return [Sum(i, k - 2 - i) for i in range(k // 2)] if k >= 2 else []\n";
    let (first, second) = (open(source), open(source));
    let at = first.as_dyn().parse("60 + 61 + 58").unwrap();
    let search = NimberSearch::new(first.as_dyn().components().unwrap(), &Limits::NONE);
    let value = search.value(&at, &Limits::NONE).unwrap();
    let mut state = Vec::new();
    search.save(&mut state).unwrap();
    // The words of components depend on the order in which they are met.
    let mut again = NimberSearch::new(second.as_dyn().components().unwrap(), &Limits::NONE);
    assert!(again.load(&mut &state[..]).unwrap() > 3);
    assert_eq!((again.value(&at, &Limits::NONE).unwrap(), again.expanded()), (value, 0));
}

#[test]
fn a_position_whose_components_exceed_a_limit_is_searched() {
    let rules = "def initial(): return (30, 31, 32)\n\
        def canonical(s): return tuple(sorted(s))\n\
        def moves(s): return [Sum(s[:i] + (k,) + s[i + 1:]) for i in range(3) for k in range(s[i])]\n";
    // Fewer positions, or less memory, than the components need.
    for limits in [Limits { positions: Some(10), ..Limits::NONE }, Limits { memory: Some(1_000_000), ..Limits::NONE }] {
        let game = grundy_rules::open_script("game.star", rules, &[], Play::Normal, &limits)
            .unwrap_or_else(|error| panic!("{error}"));
        let start = game.as_dyn().start().unwrap();
        let components = game.as_dyn().components().unwrap();
        assert!(!components.is_enumerable(&start, &Limits::NONE).unwrap());
        // A component that is solved quickly is still solved, also after one that was too large.
        let small: Key = game.as_dyn().parse("(0, 0, 2)").unwrap();
        assert!(components.is_enumerable(&small, &Limits::NONE).unwrap());
        assert!(!components.is_enumerable(&start, &Limits::NONE).unwrap());
    }
}

#[test]
fn a_component_that_comes_back_is_an_error() {
    let game = open("def initial(): return 1\ndef moves(k): return [Sum(3 - k)]\n");
    let search = NimberSearch::new(game.as_dyn().components().unwrap(), &Limits::NONE);
    let Err(ExploreError::Rules(error)) = search.value(&game.as_dyn().start().unwrap(), &Limits::NONE) else {
        panic!("an error")
    };
    assert!(error.message.contains("play can come back to a component"), "{error}");
}
