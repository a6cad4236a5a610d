//! Holds the values of sums, of chips on a graph and of heaps, to the game of the sum drawn in full.

use crate::common::random::{Drawing, acyclic, config, fixed, shared};
use crate::common::taking::{Numbers, Taking, many_sets, sorted};
use crate::common::{at, graph, naive, open};
use dashu_int::UBig;
use grundy::game::Game;
use grundy::heap::Heaps;
use grundy::limits::{LimitHit, Limits};
use grundy::solver::{DEFAULT_MAX_POSITIONS, SolveError, Solver};
use grundy::text::Key;
use grundy::value::Undefined;
use grundy::{Answer, Grundy, Nimber, Outcome, Play, PositionValue, solve};
use proptest::prelude::*;

/// Several chips on one drawing, in order: a move moves one of them. The product of the drawing with itself.
struct GraphGame<'a>(&'a Drawing);

impl Game for GraphGame<'_> {
    type Position = Vec<u32>;
    type Move = Vec<u32>;

    fn moves(&self, at: &Vec<u32>, out: &mut Vec<Vec<u32>>) {
        for (i, chip) in at.iter().enumerate() {
            for (_, to) in self.0.moves.iter().filter(|(from, _)| from == chip) {
                let mut after = at.clone();
                after[i] = *to;
                out.push(after);
            }
        }
    }

    fn play(&self, _at: &Vec<u32>, after: &Vec<u32>) -> Vec<u32> {
        after.clone()
    }

    fn terminal(&self, _at: &Vec<u32>) -> Outcome {
        self.0.default_end()
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.0.without_grundy()
    }
}

/// All places of so many chips.
fn places(vertices: u32, chips: u32) -> Vec<Vec<u32>> {
    (0..chips).fold(vec![Vec::new()], |places, _| {
        places.iter().flat_map(|place| (0..vertices).map(move |v| [&place[..], &[v]].concat())).collect()
    })
}

fn xor_of_chips(drawing: &Drawing, chips: u32) {
    let solved = solve::solve_with_grundy(&drawing.graph(), &Limits::NONE).unwrap();
    let product = naive::solve(&GraphGame(drawing), places(drawing.vertices, chips));
    for (place, position_value) in product.all() {
        let sum: Nimber = place.iter().map(|&v| solved.grundy(grundy::Vertex(v)).finite().unwrap()).sum();
        assert_eq!(position_value.grundy, Grundy::Finite(sum), "{place:?} on {drawing:?}");
        assert_eq!(position_value.outcome == Outcome::Loss, sum == Nimber::ZERO, "{place:?} on {drawing:?}");
    }
}

#[test]
fn chips_without_cycles_add_by_xor() {
    fixed(acyclic(8), 2000).for_each(|drawing| xor_of_chips(&drawing, 2));
    fixed(acyclic(5), 2000).for_each(|drawing| xor_of_chips(&drawing, 3));
    fixed(acyclic(3), 500).for_each(|drawing| xor_of_chips(&drawing, 4));
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn chips_on_any_drawing_without_cycles_add_by_xor(drawing in acyclic(6)) {
        xor_of_chips(&drawing, 2);
    }
}

/// The solver's answers for chips on a drawing, held to the product.
fn answers_of_solver(drawing: &Drawing, chips: u32) {
    let opened = graph(&drawing.text(false), drawing.play);
    let mut solver = Solver::new(&opened);
    let product = naive::solve(&GraphGame(drawing), places(drawing.vertices, chips));
    let show = |place: &[u32]| place.iter().map(|&v| drawing.name(v, false)).collect::<Vec<_>>().join(" ");
    for (place, position_value) in product.all() {
        let case = || format!("{} on {drawing:?}", show(place));
        let answer = solver.solve(&at(&opened, &show(place))).unwrap_or_else(|error| panic!("{error}: {}", case()));
        assert_eq!((&answer.position, &answer.value), (&show(place), position_value), "{}", case());
        let mut expected: Vec<(String, String, PositionValue)> = Vec::new();
        for (i, &from) in place.iter().enumerate() {
            for &(_, to) in drawing.moves.iter().filter(|m| m.0 == from) {
                let mut after = place.clone();
                // Chips on one vertex are alike; the solver moves the first.
                after[place.iter().position(|&v| v == from).unwrap_or(i)] = to;
                let (from, to) = (drawing.name(from, false), drawing.name(to, false));
                let text = if chips > 1 { format!("{from} to {to}") } else { format!("to {to}") };
                expected.push((text, show(&after), product.of(&after).clone()));
            }
        }
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        expected.dedup();
        let moves = answer.moves.unwrap();
        assert_eq!(moves.total, UBig::from(expected.len()), "{}", case());
        let mut listed: Vec<_> = moves.listed.into_iter().map(|m| (m.text, m.after, m.after_value)).collect();
        listed.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(listed, expected, "{}", case());
    }
}

#[test]
fn chips_are_solved_as_the_product() {
    fixed(shared(7), 1000).for_each(|drawing| answers_of_solver(&drawing, 1));
    fixed(shared(5), 1500).for_each(|drawing| answers_of_solver(&drawing, 2));
    fixed(shared(3), 1000).for_each(|drawing| answers_of_solver(&drawing, 3));
}

fn ask(text: &str, play: Play, place: &str) -> Answer {
    let opened = graph(text, play);
    Solver::new(&opened).solve(&at(&opened, place)).unwrap()
}

#[test]
fn a_chip_on_a_cycle_adds_its_infinite_value() {
    // From `c` a player may stay for ever; `2` is Nim's heap of two.
    let text = "2 1\n2 0\n1 0\nc c\nc 0\nd d\n";
    let sum = ask(text, Play::Normal, "2 1");
    assert_eq!(sum.value.grundy, Grundy::Finite(Nimber(3)));
    assert!(sum.method.contains("Nim sum"), "{}", sum.method);
    let infinite = |set: &[u64]| Grundy::Infinite(set.iter().map(|&value| Nimber(value)).collect());
    for (place, outcome, grundy) in [
        ("c", Outcome::Win, infinite(&[0])),
        ("2 c", Outcome::Draw, infinite(&[2])),
        ("1 1 c", Outcome::Win, infinite(&[0])),
        ("c c", Outcome::Draw, infinite(&[])),
        ("2 d", Outcome::Draw, infinite(&[])),
    ] {
        let answer = ask(text, Play::Normal, place);
        assert_eq!((answer.value.outcome, answer.value.grundy), (outcome, grundy), "{place}");
        assert!(!answer.method.contains("Nim sum"), "{}", answer.method);
        assert!(answer.notes.is_empty(), "{:?}", answer.notes);
    }
    // Under misère play 1 + 1 is won, as 0 is, though both are the sum of equal chips.
    assert_eq!(ask(text, Play::Misere, "1 1").value.outcome, Outcome::Win);
    assert_eq!(ask(text, Play::Misere, "2 2").value.outcome, Outcome::Loss);
    assert_eq!(ask(text, Play::Misere, "2 2").value.grundy, Grundy::Undefined(Undefined::Misere));
}

/// A term of a sum ends before the white space that separates it from the next one.
#[test]
fn every_game_may_be_any_summand() {
    for other in ["cram:2x2 ../..", "node-kayles:1x3 ...", "chomp:2,3 3 3", "calendar 2001-11-02", "kayles 5"] {
        for text in [format!("{other} + nim 3"), format!("nim 3 + {other}"), format!("{other}   +  {other}\t+ nim 3")] {
            let game = grundy::catalog::open(&text, Play::Normal, &Limits::NONE).unwrap();
            let start = game.as_dyn().start().unwrap();
            assert_eq!(game.as_dyn().parse(&text), Ok(start.clone()), "{text}");
            assert_eq!(game.as_dyn().parse(&game.as_dyn().to_text(&start).unwrap()), Ok(start), "{text}");
        }
    }
    // The place of an error.
    let game = grundy::catalog::open("cram:2x2 ../.. + nim 3", Play::Normal, &Limits::NONE).unwrap();
    let wrong = game.as_dyn().parse("cram:2x2 ../.x   + nim 3").unwrap_err();
    assert_eq!(wrong.at, 13..14, "{wrong}");
}

#[test]
fn a_product_beyond_the_limits_is_refused() {
    let cycle = |n: u32| (0..n).map(|v| format!("{v} {}\n", (v + 1) % n)).collect::<String>();
    let product = |n: u32, chips: usize, positions: u64| {
        let opened = graph(&cycle(n), Play::Misere);
        let limits = Limits { positions: Some(positions), ..Limits::NONE };
        Solver::new(&opened).limits(limits).solve(&at(&opened, &vec!["0"; chips].join(" ")))
    };
    // 1000^8 places, at most 8! of which are one: no need to begin.
    let Err(SolveError::Product { least, most, hit }) = product(1000, 8, DEFAULT_MAX_POSITIONS) else {
        panic!("8 chips on 1000 vertices were solved");
    };
    assert_eq!((least, most), (1000u128.pow(8).div_ceil(40320), 1000u128.pow(8)));
    assert_eq!(hit, LimitHit::Positions { limit: DEFAULT_MAX_POSITIONS, needed: u64::MAX });
    // Two chips on 20 vertices have 210 places; the bound that is known beforehand says 200.
    for limit in [150, 199, 200, 209] {
        let refused = product(20, 2, limit);
        let needed = if limit < 200 { 200 } else { 210 };
        let expected = SolveError::Product { least: 200, most: 400, hit: LimitHit::Positions { limit, needed } };
        assert_eq!(refused.unwrap_err(), expected);
    }
    assert_eq!(product(20, 2, 210).unwrap().value.outcome, Outcome::Draw);
}

/// Theory's claims for heaps, held to the game of the same heaps written anew.
fn heaps_add(numbers: &Numbers, play: Play, roots: &[&[u64]]) {
    let game = Heaps::new(numbers.rules(), play);
    let slow = naive::solve(&Taking { numbers, play }, roots.iter().map(|root| sorted(root.to_vec())));
    for (heaps, position_value) in slow.all() {
        let claim = game.claim(&heaps.iter().map(|&heap| heap.into()).collect::<Vec<_>>()).unwrap();
        let case = || format!("{} {heaps:?} {play}", numbers.name());
        assert_eq!(
            (claim.outcome, claim.grundy),
            (position_value.outcome, position_value.grundy.clone()),
            "{}",
            case()
        );
    }
}

#[test]
fn heaps_add_by_their_values() {
    for numbers in many_sets() {
        for play in [Play::Normal, Play::Misere] {
            heaps_add(&numbers, play, &[&[40], &[13, 11], &[7, 6, 5], &[4, 4, 3, 3]]);
        }
    }
}

#[test]
fn heaps_are_solved_as_the_product() {
    for numbers in many_sets().iter() {
        for play in [Play::Normal, Play::Misere] {
            let opened = open(&numbers.name(), play);
            let mut solver = Solver::new(&opened);
            let slow = naive::solve(&Taking { numbers, play }, [vec![9, 9], vec![5, 6, 7]]);
            for (heaps, position_value) in slow.all().filter(|(heaps, _)| !heaps.is_empty()) {
                let text = heaps.iter().rev().map(u64::to_string).collect::<Vec<_>>().join(" ");
                let at: Key = at(&opened, &text);
                let case = || format!("{} {text} {play}", numbers.name());
                let answer = solver.solve(&at).unwrap();
                assert_eq!(&answer.value, position_value, "{}", case());
                for m in answer.moves.unwrap().listed {
                    let after = m.after.split(' ').map(|heap| heap.parse().unwrap()).collect();
                    assert_eq!(&m.after_value, slow.of(&sorted(after)), "{} of {}", m.text, case());
                }
            }
        }
    }
}
