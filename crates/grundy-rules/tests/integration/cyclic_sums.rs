//! Rules files with `Sum` in which play can come back to a component: values are held against those of the same rules without `Sum`, whose
//! positions are solved as one graph.

use grundy::answer::Answer;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::Solver;
use grundy::{Grundy, Outcome, Play};

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

#[test]
fn sums_that_grow_without_end_stop_at_the_limit() {
    let source = "def initial(): return 1\ndef moves(k): return [Sum(1, 1), Sum(0)] if k else []\n";
    for limits in
        [Limits { positions: Some(1000), ..Limits::NONE }, Limits { memory: Some(10_000_000), ..Limits::NONE }]
    {
        let game = open(source, &limits);
        let error = Solver::new(&game).limits(limits).solve(&game.as_dyn().start().unwrap()).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("components are needed") || message.contains("can come back"), "{message}");
    }
}
