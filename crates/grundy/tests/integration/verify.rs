//! Puts right and wrong tables before the referee: it must accept the right one and no other.

use crate::common::naive::{self, Naive};
use crate::common::random::{Drawing, config, drawings, fixed};
use grundy::answer::StoreError;
use grundy::catalog::{Calendar, Date, TicTacToe};
use grundy::game::Game;
use grundy::graph::explore;
use grundy::limits::Limits;
use grundy::value::{Undefined, Unknown};
use grundy::verify::{PositionFault, ValueFault, check_position, check_table};
use grundy::{Grundy, Nimber, Outcome, Play, PositionValue, Remoteness, Solution, Vertex, solve};
use proptest::prelude::*;

const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Loss, Outcome::Draw];

/// A stored table of a drawing, an entry a vertex.
#[derive(Clone, Debug)]
struct Table(Vec<Option<PositionValue>>, Vec<Option<u32>>);

impl Solution<u32> for Table {
    fn get(&self, &at: &u32) -> Result<Option<PositionValue>, StoreError> {
        Ok(self.0.get(at as usize).cloned().flatten())
    }

    fn stage(&self, &at: &u32) -> Result<Option<u32>, StoreError> {
        Ok(self.1.get(at as usize).copied().flatten())
    }
}

impl Solution<Vertex> for Table {
    fn get(&self, at: &Vertex) -> Result<Option<PositionValue>, StoreError> {
        self.get(&at.0)
    }

    fn stage(&self, at: &Vertex) -> Result<Option<u32>, StoreError> {
        self.stage(&at.0)
    }
}

/// What is true of each vertex, by the definitions.
fn right(drawing: &Drawing) -> Table {
    let slow = naive::solve(drawing, 0..drawing.vertices);
    let stages = (0..drawing.vertices).map(|v| slow.stage(&v).unwrap());
    Table((0..drawing.vertices).map(|v| Some(slow.of(&v).clone())).collect(), stages.collect())
}

fn check(drawing: &Drawing, table: &Table) -> Result<(), PositionFault<u32>> {
    check_table(drawing, 0..drawing.vertices, table)
}

/// Every way tried here of being wrong in one value.
fn corruptions(position_value: &PositionValue) -> Vec<Option<PositionValue>> {
    let moves = position_value.remoteness.map(|r| r.0);
    let outcomes = OUTCOMES.map(|outcome| PositionValue { outcome, ..position_value.clone() });
    let remoteness = [
        None,
        Some(0),
        Some(u32::MAX),
        moves.map(|r| r + 1),
        moves.map(|r| r + 2),
        moves.map(|r| r.wrapping_sub(1)),
        moves.map(|r| r.wrapping_sub(2)),
    ];
    let remoteness = remoteness.map(|r| PositionValue { remoteness: r.map(Remoteness), ..position_value.clone() });
    // An outcome with the remoteness that it would have: as far from the truth as a table can be and still look like one.
    let verdicts = OUTCOMES.map(|outcome| PositionValue {
        outcome,
        remoteness: (outcome != Outcome::Draw).then_some(Remoteness(moves.unwrap_or(2) + 1)),
        grundy: position_value.grundy.clone(),
    });
    let value = position_value.grundy.finite().map_or(0, |value| value.0);
    let values = [
        Grundy::Finite(Nimber(value)),
        Grundy::Finite(Nimber(value + 1)),
        Grundy::Finite(Nimber(value.wrapping_sub(1))),
        Grundy::Undefined(Undefined::Misere),
        Grundy::Undefined(Undefined::Partizan),
        Grundy::Undefined(Undefined::EndValues),
        Grundy::Unknown(Unknown::CycleReachable),
        Grundy::Unknown(Unknown::TooLarge),
        Grundy::Infinite(Box::new([])),
        Grundy::Infinite(Box::new([Nimber(0)])),
        Grundy::Infinite(Box::new([Nimber(1)])),
    ];
    let values = values.map(|grundy| PositionValue { grundy, ..position_value.clone() });
    let wrong = outcomes
        .into_iter()
        .chain(remoteness)
        .chain(verdicts)
        .chain(values)
        .filter(|corrupt| corrupt != position_value);
    [None].into_iter().chain(wrong.map(Some)).collect()
}

#[test]
fn right_tables_are_accepted_and_each_wrong_value_is_found() {
    let mut triples = 0;
    let all = fixed(drawings(5), 5000).chain(fixed(drawings(14), 5000)).chain(fixed(drawings(30), 300));
    for drawing in all {
        let table = right(&drawing);
        assert_eq!(check(&drawing, &table), Ok(()), "{drawing:?}");
        assert_eq!(check_table(&drawing.graph(), drawing.graph().all(), &table), Ok(()), "{drawing:?}");
        for v in 0..drawing.vertices {
            let position_value = table.0[v as usize].as_ref().unwrap();
            for wrong in corruptions(position_value) {
                triples += 1;
                let mut table = table.clone();
                table.0[v as usize] = wrong;
                let fault = check(&drawing, &table).expect_err("a wrong table");
                // A wrong value shows where it stands or at a position that leads there in one or two moves.
                let leads_to = |from: u32, to: u32| from == to || drawing.moves.contains(&(from, to));
                let near = (0..drawing.vertices).any(|between| leads_to(fault.at, between) && leads_to(between, v));
                assert!(near, "vertex {v} of {drawing:?} became {table:?}, found as {fault:?}");
                let missing = table.0[v as usize].is_none();
                assert_eq!(fault.fault == ValueFault::Missing, missing, "vertex {v} of {drawing:?} became {table:?}");
            }
        }
    }
    assert!(triples > 500_000, "{triples}");
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn several_wrong_values_do_not_hide_one_another(
        drawing in drawings(10),
        wrong in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 2..6),
    ) {
        let truth = right(&drawing);
        let mut table = truth.clone();
        for (v, which) in wrong {
            let v = v.index(drawing.vertices as usize);
            table.0[v] = which.get(&corruptions(truth.0[v].as_ref().unwrap())).clone();
        }
        prop_assert!(check(&drawing, &table).is_err());
    }
}

fn tiny(moves: u32) -> Drawing {
    let pairs = (0..3).flat_map(|from| (0..3).map(move |to| (from, to)));
    let moves = pairs.enumerate().filter(|&(i, _)| moves >> i & 1 == 1).map(|(_, pair)| pair).collect();
    Drawing { vertices: 3, moves, ends: Vec::new(), turns: None, play: Play::Normal }
}

/// Calls `visit` with each table that has one of `entries` at each of three vertices.
fn each_table(entries: &[PositionValue], mut visit: impl FnMut(&Table)) {
    let mut table = Table(vec![None; 3], vec![None; 3]);
    for a in entries {
        table.0[0] = Some(a.clone());
        for b in entries {
            table.0[1] = Some(b.clone());
            for c in entries {
                table.0[2] = Some(c.clone());
                visit(&table);
            }
        }
    }
}

/// The certificate is a proof: of all tables of a game the right one alone passes. Here they are all tried.
#[test]
fn of_all_tables_of_all_graphs_of_three_vertices_one_is_accepted() {
    let decided = (0..4).flat_map(|r| [(Outcome::Win, Some(Remoteness(r))), (Outcome::Loss, Some(Remoteness(r)))]);
    let verdicts: Vec<_> = decided.chain([(Outcome::Draw, None)]).collect();
    for moves in 0..1 << 9 {
        // Under misère play there are no Grundy values, and verdicts are checked alone.
        let drawing = Drawing { play: Play::Misere, ..tiny(moves) };
        let truth = right(&drawing);
        let entry = |&(outcome, remoteness): &(_, _)| PositionValue {
            outcome,
            remoteness,
            grundy: Grundy::Undefined(Undefined::Misere),
        };
        let mut accepted = 0;
        each_table(&verdicts.iter().map(entry).collect::<Vec<_>>(), |table| {
            if check(&drawing, table).is_ok() {
                accepted += 1;
                assert_eq!(table.0, truth.0, "{drawing:?}");
            }
        });
        assert_eq!(accepted, 1, "{drawing:?}");
    }
}

/// Of all values, sets and stages of all graphs, those of the reference alone are accepted. Without a cycle stages may be absent.
#[test]
fn of_all_grundy_values_of_all_graphs_of_three_vertices_one_choice_is_accepted() {
    let finite = |value| Grundy::Finite(Nimber(value));
    let infinite = |set: &[u64]| Grundy::Infinite(set.iter().map(|&value| Nimber(value)).collect());
    let without_stage = (0..3).map(|value| (finite(value), None));
    let staged = (0..3).flat_map(|value| (1..3).map(move |stage| (finite(value), Some(stage))));
    let sets: [&[u64]; 5] = [&[], &[0], &[1], &[0, 1], &[2]];
    let unknown = (Grundy::Unknown(Unknown::CycleReachable), None);
    let choices: Vec<(Grundy, Option<u32>)> =
        without_stage.chain(staged).chain(sets.map(|set| (infinite(set), None))).chain([unknown]).collect();
    for moves in 0..1 << 9 {
        let drawing = tiny(moves);
        let truth = right(&drawing);
        let (mut with_stages, mut without) = (0, 0);
        for i in 0..choices.len().pow(3) {
            let choice = |v: u32| &choices[i / choices.len().pow(v) % choices.len()];
            let mut table = truth.clone();
            for v in 0..3 {
                let (grundy, stage) = choice(v).clone();
                table.0[v as usize].as_mut().unwrap().grundy = grundy;
                table.1[v as usize] = stage;
            }
            if check(&drawing, &table).is_ok() {
                assert_eq!(table.0, truth.0, "{drawing:?}");
                let is_staged = (0..3).all(|v| table.1[v].is_some() || choice(v as u32).0.finite().is_none());
                with_stages += u32::from(is_staged);
                without += u32::from(table.1 == [None; 3]);
                assert!(!drawing.has_cycle() || table.1 == truth.1, "{drawing:?} {:?}", table.1);
            }
        }
        let all_infinite = truth.0.iter().all(|value| value.as_ref().unwrap().grundy.finite().is_none());
        assert_eq!(with_stages, 1, "{drawing:?}");
        assert_eq!(without, u32::from(!drawing.has_cycle() || all_infinite), "{drawing:?}");
    }
}

#[test]
fn each_wrong_stage_is_found() {
    let mut wrong = 0;
    for drawing in fixed(drawings(5), 5000).chain(fixed(drawings(20), 2000)) {
        let table = right(&drawing);
        for v in 0..drawing.vertices as usize {
            let stage = table.1[v];
            for other in [None, Some(0), Some(1), stage.map(|s| s + 1), stage.map(|s| s - 1), Some(u32::MAX)] {
                // A finite value without a stage is right if all that it leads to has none.
                if other == stage || table.1.iter().all(Option::is_none) {
                    continue;
                }
                let mut table = table.clone();
                table.1[v] = other;
                assert!(check(&drawing, &table).is_err(), "vertex {v} of {drawing:?}: {other:?}");
                wrong += 1;
            }
        }
    }
    assert!(wrong > 10_000, "{wrong}");
}

/// What a position rests on, looked at from that position alone.
#[test]
fn an_option_without_a_remoteness_supports_nothing() {
    let mut supported = [0; 2];
    for drawing in fixed(drawings(10), 3000) {
        let truth = right(&drawing);
        for v in 0..drawing.vertices {
            let mut table = truth.clone();
            let option = table.0[v as usize].as_mut().unwrap();
            if option.remoteness.take().is_none() {
                continue;
            }
            for from in (0..drawing.vertices).filter(|&from| from != v && drawing.moves.contains(&(from, v))) {
                let moves_again = drawing.turns.as_ref().is_some_and(|turns| turns[from as usize] == turns[v as usize]);
                let mover_wins = (truth.0[v as usize].as_ref().unwrap().outcome == Outcome::Win) == moves_again;
                let rests_on_it = match truth.0[from as usize].as_ref().unwrap().outcome {
                    Outcome::Win => mover_wins,
                    Outcome::Loss => true,
                    Outcome::Draw => false,
                };
                supported[usize::from(rests_on_it)] += 1;
                let expected = if rests_on_it { Err(ValueFault::Remoteness) } else { Ok(()) };
                assert_eq!(check_position(&drawing, &from, &table), expected, "{from} to {v} of {drawing:?}");
            }
        }
    }
    assert!(supported.iter().all(|&count| count > 1000), "{supported:?}");
}

#[test]
fn a_value_is_zero_where_the_position_is_lost_and_nowhere_else() {
    // From 0 only to 1, which wins by moving to 2. Stored with value 0, it lends 0 the value 1, though 0 is lost.
    let moves = vec![(0, 1), (1, 2)];
    let drawing = Drawing { vertices: 3, moves, ends: Vec::new(), turns: None, play: Play::Normal };
    let mut table = right(&drawing);
    for (v, value) in [(0, 1), (1, 0)] {
        table.0[v].as_mut().unwrap().grundy = Grundy::Finite(Nimber(value));
    }
    assert_eq!(check_position(&drawing, &0, &table), Err(ValueFault::Grundy));
}

#[test]
fn values_on_a_cycle_do_not_ground_one_another() {
    // Both vertices of the cycle can leave it for an end: they are won. With values 1 and 2 each is the mex of its options.
    let drawing = Drawing {
        vertices: 3,
        moves: vec![(0, 1), (1, 0), (0, 2), (1, 2)],
        ends: Vec::new(),
        turns: None,
        play: Play::Normal,
    };
    let mut table = right(&drawing);
    assert_eq!(check(&drawing, &table), Ok(()));
    for (v, value) in [(0, 1), (1, 2)] {
        table.0[v].as_mut().unwrap().grundy = Grundy::Finite(Nimber(value));
    }
    // Without stages each position alone looks right.
    table.1 = vec![None; 3];
    for v in 0..3 {
        assert_eq!(check_position(&drawing, &v, &table), Ok(()));
    }
    assert_eq!(check(&drawing, &table), Err(PositionFault { at: 0, fault: ValueFault::Grundy }));
    // With stages one of the two rests on the other, which needs none.
    for stages in [[1, 1], [1, 2], [2, 1], [2, 2]] {
        table.1 = [stages[0], stages[1], 1].map(Some).to_vec();
        assert!(check(&drawing, &table).is_err());
    }
}

#[test]
fn draws_that_could_be_forced_out_are_no_draws() {
    // From 0 one may go on for ever with 1, or win by moving to 2.
    let drawing =
        Drawing { vertices: 3, moves: vec![(0, 1), (1, 0), (0, 2)], ends: Vec::new(), turns: None, play: Play::Misere };
    // Under misère play moving to the end loses, so that both stay.
    let mut table = right(&drawing);
    assert_eq!(check(&drawing, &table), Ok(()));
    let draw = PositionValue { outcome: Outcome::Draw, remoteness: None, grundy: Grundy::Undefined(Undefined::Misere) };
    assert_eq!(table.0[..2], [Some(draw.clone()), Some(draw.clone())]);
    // Wins and losses that lead round in a circle have no falling remoteness.
    let decided = |outcome, r| Some(PositionValue { outcome, remoteness: Some(Remoteness(r)), ..draw.clone() });
    table.0[0] = decided(Outcome::Win, 2);
    table.0[1] = decided(Outcome::Loss, 3);
    assert!(check(&drawing, &table).is_err());
    // Under normal play 0 wins at once, and a table of draws is refused.
    let normal = Drawing { play: Play::Normal, ..drawing };
    let mut table = right(&normal);
    for v in 0..2 {
        let position_value = table.0[v].as_mut().unwrap();
        (position_value.outcome, position_value.remoteness) = (Outcome::Draw, None);
    }
    assert_eq!(check(&normal, &table), Err(PositionFault { at: 0, fault: ValueFault::Outcome }));
}

/// A right table with one entry exchanged.
struct Exchanged<'a, P>(&'a Naive<P>, P, Option<PositionValue>);

impl<P: Clone + Ord> Solution<P> for Exchanged<'_, P> {
    fn get(&self, at: &P) -> Result<Option<PositionValue>, StoreError> {
        if *at == self.1 { Ok(self.2.clone()) } else { self.0.get(at) }
    }

    fn stage(&self, at: &P) -> Result<Option<u32>, StoreError> {
        self.0.stage(at)
    }
}

/// Verifies a game of the catalogue, solved by the library and by the slow reference.
fn of_the_catalogue<G: Game<Position: Copy + std::fmt::Debug>>(game: &G, root: G::Position, step: usize) {
    let explored = explore(game, [root], &Limits::NONE).unwrap();
    let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
    let positions = explored.positions().iter().copied();
    assert_eq!(check_table(game, positions.clone(), &explored.by_position(&solved)), Ok(()));
    let slow = naive::solve(game, [root]);
    assert_eq!(check_table(game, positions.clone(), &slow), Ok(()));
    for at in positions.clone().step_by(step) {
        for wrong in corruptions(slow.of(&at)) {
            let table = Exchanged(&slow, at, wrong);
            assert!(check_table(game, positions.clone(), &table).is_err(), "{at:?} became {:?}", table.2);
        }
    }
}

#[test]
fn games_of_the_catalogue_are_refereed() {
    of_the_catalogue(&TicTacToe, TicTacToe::EMPTY, 150);
    for play in [Play::Normal, Play::Misere] {
        of_the_catalogue(&Calendar { play }, Date::new(2001, 1, 1).unwrap(), 7);
    }
}

#[test]
fn the_whole_calendar_is_refereed() {
    let game = Calendar::default();
    let explored = explore(&game, [Date::FIRST], &Limits::NONE).unwrap();
    for solved in
        [solve::solve_with_grundy, solve::solve_reference].map(|run| run(&explored.graph, &Limits::NONE).unwrap())
    {
        let positions = explored.positions().iter().copied();
        assert_eq!(check_table(&game, positions, &explored.by_position(&solved)), Ok(()));
    }
}
