//! Rules files with `Sum` in which play can come back to a component: values are held against those of the same rules without `Sum`, whose
//! positions are solved as one graph.

use grundy::answer::Answer;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::Solver;
use grundy::{Grundy, Outcome, Play, Remoteness};

fn open(source: &str, limits: &Limits<'_>) -> OpenedGame {
    grundy_rules::open_script("game.star", source, &[], Play::Normal, limits).unwrap_or_else(|error| panic!("{error}"))
}

/// The options of each component, as lists of components. An option is one component, of the same part of the list or an earlier one, or
/// two components of earlier parts. So the number of components in a sum is bounded.
fn random_table(random: &mut fastrand::Rng) -> Vec<Vec<Vec<usize>>> {
    let part = random.usize(2..4);
    let option = |n: usize, random: &mut fastrand::Rng| {
        let start = n / part * part;
        match random.u8(0..4) {
            0 => vec![],
            1 if start > 0 => (0..2).map(|_| random.usize(0..start)).collect(),
            _ => vec![random.usize(0..start + part)],
        }
    };
    (0..3 * part).map(|n| (0..random.usize(0..4)).map(|_| option(n, random)).collect()).collect()
}

#[test]
fn values_are_those_of_whole_positions() {
    let mut random = fastrand::Rng::with_seed(20);
    let (mut infinite, mut finite, mut draws) = (0, 0, 0);
    for _ in 0..300 {
        let table = random_table(&mut random);
        let sums =
            format!("T = {table:?}\ndef initial(): return 0\ndef moves(c): return [Sum(*parts) for parts in T[c]]\n");
        let whole = format!(
            "T = {table:?}\ndef initial(): return (0,)\n\
             def moves(s): return [tuple(sorted(s[:i] + s[i + 1:] + tuple(parts))) for i in range(len(s)) for parts in T[s[i]]]\n"
        );
        let [sums, whole] = [sums, whole].map(|source| open(&source, &Limits::NONE));
        let (mut of_sums, mut of_whole) = (Solver::new(&sums), Solver::new(&whole));
        for _ in 0..8 {
            let mut parts: Vec<usize> = (0..random.usize(1..4)).map(|_| random.usize(0..table.len())).collect();
            parts.sort_unstable();
            let text: Vec<String> = parts.iter().map(usize::to_string).collect();
            let at = sums.as_dyn().parse(&text.join(" + ")).unwrap();
            let expected = whole.as_dyn().parse(&format!("({},)", text.join(", "))).unwrap();
            let (found, expected) = (of_sums.solve(&at).unwrap(), of_whole.solve(&expected).unwrap());
            assert_eq!(found.value.outcome, expected.value.outcome, "{parts:?} of {table:?}");
            assert_eq!(found.value.grundy, expected.value.grundy, "{parts:?} of {table:?}");
            let outcomes = |answer: &Answer| -> Vec<Outcome> {
                answer
                    .moves
                    .iter()
                    .flat_map(|moves| &moves.listed)
                    .filter(|m| m.is_best)
                    .map(|m| m.outcome)
                    .take(1)
                    .collect()
            };
            assert_eq!(outcomes(&found), outcomes(&expected), "{parts:?} of {table:?}");
            match found.value.grundy {
                Grundy::Infinite(_) => infinite += 1,
                _ => finite += 1,
            }
            draws += usize::from(found.value.outcome == Outcome::Draw);
        }
    }
    assert!(infinite > 300 && finite > 1000 && draws > 200, "{infinite} {finite} {draws}");
}

/// Whether play can come back to a component that `start` leads to, with another one beside it.
fn grows(table: &[Vec<Vec<usize>>], start: usize) -> bool {
    // The components that moves lead to from (component, whether another one was left beside it on the way).
    let reached = |from: usize| {
        let mut reached = vec![(from, false)];
        let mut i = 0;
        while let Some(&(at, is_beside)) = reached.get(i) {
            for option in &table[at] {
                for &part in option {
                    let next = (part, is_beside || option.len() > 1);
                    if !reached.contains(&next) {
                        reached.push(next);
                    }
                }
            }
            i += 1;
        }
        reached
    };
    reached(start).iter().any(|&(at, _)| reached(at).contains(&(at, true)))
}

/// Random options of a few components: each is any sum of up to two of them.
fn random_sums(random: &mut fastrand::Rng) -> Vec<Vec<Vec<usize>>> {
    let count = random.usize(2..5);
    let option = |random: &mut fastrand::Rng| (0..random.usize(0..3)).map(|_| random.usize(0..count)).collect();
    let row = |random: &mut fastrand::Rng| (0..random.usize(0..3)).map(|_| option(random)).collect();
    (0..count).map(|_| row(random)).collect()
}

fn source(table: &[Vec<Vec<usize>>], start: usize) -> String {
    format!("T = {table:?}\ndef initial(): return {start}\ndef moves(c): return [Sum(*parts) for parts in T[c]]\n")
}

#[test]
fn sums_without_end_are_refused_by_name_or_not_expanded() {
    let mut random = fastrand::Rng::with_seed(21);
    let (mut refused, mut not_expanded, mut finite) = (0, 0, 0);
    for _ in 0..400 {
        let table = random_sums(&mut random);
        let game = open(&source(&table, 0), &Limits::NONE);
        match Solver::new(&game).solve(&game.as_dyn().start().unwrap()) {
            Ok(answer) if grows(&table, 0) => {
                not_expanded += 1;
                let moves = answer.moves.unwrap().listed;
                assert!(answer.value.remoteness.is_none(), "{table:?}");
                // Only of a finished game it is known.
                let is_over = |remoteness| remoteness == Remoteness(0);
                assert!(moves.iter().all(|m| m.after_value.remoteness.is_none_or(is_over)), "{table:?}");
            }
            Ok(answer) => {
                finite += 1;
                let has_end = answer.value.outcome != Outcome::Draw;
                assert_eq!(answer.value.remoteness.is_some(), has_end, "{table:?}");
            }
            Err(error) => {
                refused += 1;
                assert!(grows(&table, 0), "{table:?}");
                let message = error.to_string();
                assert!(message.contains("play can come back to this component beside `"), "{message}");
            }
        }
    }
    assert!(refused > 20 && not_expanded > 20 && finite > 100, "{refused} {not_expanded} {finite}");
}

#[test]
fn values_do_not_depend_on_earlier_questions() {
    let mut random = fastrand::Rng::with_seed(22);
    let (mut solved, mut refused) = (0, 0);
    for _ in 0..300 {
        let table = random_sums(&mut random);
        let game = open(&source(&table, 0), &Limits::NONE);
        let mut solver = Solver::new(&game).without_moves();
        for start in (0..table.len()).rev() {
            let alone = open(&source(&table, start), &Limits::NONE);
            let alone = Solver::new(&alone).without_moves().solve(&alone.as_dyn().start().unwrap());
            let after_others = solver.solve(&game.as_dyn().parse(&start.to_string()).unwrap());
            match (alone, after_others) {
                (Ok(alone), Ok(after_others)) => {
                    solved += 1;
                    assert_eq!(alone.value.grundy, after_others.value.grundy, "{start} of {table:?}");
                }
                (Err(_), Err(_)) => refused += 1,
                // A search may use what an earlier one has proved.
                (Err(_), Ok(_)) => {}
                (Ok(_), Err(error)) => panic!("{start} of {table:?}: {error}"),
            }
        }
    }
    assert!(solved > 500 && refused > 20, "{solved} {refused}");
}

#[test]
fn a_finite_value_beside_a_component_is_found_first() {
    // From `a` play comes back to `a` beside `b`, whose value is 0: its option `d` leads back to it by the move to 0.
    let source = "T = {\"a\": [[\"0\"], [\"a\", \"b\"]], \"b\": [[\"d\"]], \"d\": [[\"0\"], [\"d\"]], \"0\": []}\n\
                  def initial(): return \"a\"\ndef moves(c): return [Sum(*parts) for parts in T[c]]\n";
    let game = open(source, &Limits::NONE);
    let answer = Solver::new(&game).solve(&game.as_dyn().start().unwrap()).unwrap();
    assert_eq!(answer.value.grundy.to_string(), "∞(0)");
    // The sums of `d` have no end, but neither value needs one: the search finds that `c` is lost, and `s` won.
    let source = "T = {\"s\": [[\"c\"]], \"c\": [[\"d\"]], \"d\": [[\"0\"], [\"d\", \"d\"]], \"0\": []}\n\
                  def initial(): return \"s\"\ndef moves(c): return [Sum(*parts) for parts in T[c]]\n";
    let game = open(source, &Limits::NONE);
    let answer = Solver::new(&game).solve(&game.as_dyn().start().unwrap()).unwrap();
    assert_eq!((answer.value.outcome, answer.value.grundy.to_string()), (Outcome::Win, "1".to_owned()));
    let error = Solver::new(&game).solve(&game.as_dyn().parse("\"d\"").unwrap()).unwrap_err().to_string();
    assert!(error.contains("beside `\"d\"`; the same moves can be made again"), "{error}");
}
