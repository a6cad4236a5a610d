//! Solves small boards of Kalah: against published results, against the rules written anew, before the referee.

use crate::common::{naive, text_is_unambiguous};
use grundy::catalog::{Kalah, RemainingSeeds};
use grundy::game::{Game, Tiered};
use grundy::graph::explore;
use grundy::limits::Limits;
use grundy::text::{DynGame, TextGame, WithText};
use grundy::verify::check_table;
use grundy::{Outcome, Solution, solve};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The published results of a kind: of each number of pits, a row of outcomes for one seed in a pit and more.
fn published(quantity: &str) -> BTreeMap<u64, Vec<&'static str>> {
    include_str!("../golden/solved-boards.tsv")
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|row| row[0] == "kalah" && row[2] == quantity)
        .map(|row| (row[1].parse().unwrap(), row[3].split(' ').collect()))
        .collect()
}

/// The value of the start for South.
fn start(game: &Kalah) -> Outcome {
    let start = game.start().unwrap();
    let explored = explore(game, [start], &Limits::NONE).unwrap();
    let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
    solved.verdict(explored.vertex(&start).unwrap()).outcome()
}

#[test]
fn small_boards_have_their_published_results() {
    let results = published("first player, pits by seeds from 1");
    assert_eq!(results.len(), 4);
    for (pits, row) in results {
        for (seeds, result) in (1..).zip(row) {
            let (game, other) =
                [true, false].map(|empty| Kalah::new(pits, seeds, RemainingSeeds::Owner, empty).unwrap()).into();
            let outcome = start(&game);
            assert_eq!(&outcome.as_str()[..1], result.to_lowercase(), "{pits} pits, {seeds} seeds");
            // On boards so small it does not matter whether a last seed is captured alone.
            assert_eq!(start(&other), outcome, "{pits} pits, {seeds} seeds");
        }
    }
}

/// The results of single boards, by pits and seeds.
fn boards() -> Vec<(u64, u64, &'static str)> {
    let rows = include_str!("../golden/solved-boards.tsv").lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let rows = rows.filter(|row| row[0] == "kalah" && row[2] == "first player");
    rows.map(|row| {
        let (pits, seeds) = row[1].split_once(',').unwrap();
        (pits.parse().unwrap(), seeds.parse().unwrap(), row[3])
    })
    .collect()
}

/// In how many ways the seeds of a board can lie.
fn configurations(pits: u64, seeds: u64) -> u64 {
    let (bars, all) = (2 * pits + 1, 2 * pits * seeds);
    (1..=bars).fold(1, |ways, bar| ways * (all + bar) / bar)
}

/// Checks the boards with at most [`MAX_CONFIGURATIONS`] configurations, or those with more.
fn boards_have_their_results(is_large: bool) {
    let boards: Vec<_> = boards()
        .into_iter()
        .filter(|(pits, seeds, _)| (configurations(*pits, *seeds) > MAX_CONFIGURATIONS) == is_large)
        .collect();
    assert!(boards.len() >= 3);
    for (pits, seeds, result) in boards {
        let game = WithText::new(Kalah::new(pits, seeds, RemainingSeeds::Owner, true).unwrap());
        let (game, start) = (&game as &dyn DynGame, (&game as &dyn DynGame).start().unwrap());
        let tiered = game.tiered().unwrap();
        let (word, tier) = (tiered.word(&start), tiered.tier(&start));
        let solved = solve::solve_tiered(tiered, word, tier, &Limits::NONE).unwrap();
        let outcome = solved.verdict(tier, word).unwrap().outcome();
        assert_eq!(&outcome.as_str()[..1], result.to_lowercase(), "{pits} pits, {seeds} seeds");
    }
}

/// The most configurations of the boards that are solved in every run.
const MAX_CONFIGURATIONS: u64 = 12_000_000;

#[test]
fn boards_have_the_results_of_irvings_program() {
    boards_have_their_results(false);
}

#[test]
#[ignore = "some minutes"]
fn larger_boards_have_the_results_of_irvings_program() {
    boards_have_their_results(true);
}

#[test]
fn as_many_positions_are_reached_as_published() {
    let game = Kalah::new(4, 3, RemainingSeeds::Owner, true).unwrap();
    let start = game.start().unwrap();
    let (mut reached, mut next, mut options) = (HashSet::from([game.pack(&start)]), vec![start], Vec::new());
    while let Some(at) = next.pop() {
        options.clear();
        game.options(&at, &mut options);
        next.extend(options.iter().filter(|option| reached.insert(game.pack(option))));
    }
    assert_eq!(vec![reached.len().to_string()], published("reachable positions").remove(&4).unwrap());
}

/// Every way to lay the seeds of the game, and who moves, is a word, and none is left over.
#[test]
fn words_are_as_many_as_published() {
    let game = Kalah::new(4, 3, RemainingSeeds::Owner, true).unwrap();
    let last = game.parse("24 0 0 0 +0 / 0 0 0 0 +0 N").unwrap();
    assert_eq!(vec![(game.pack(&last) + 1).to_string()], published("configurations").remove(&4).unwrap());
}

/// The rules written anew: places in a ring from South's first pit, seeds sown one after another.
fn rules(text: &str, pits: usize, left: RemainingSeeds, empty_capture: bool) -> Result<BTreeSet<String>, Outcome> {
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "/").collect();
    let places = 2 * pits + 2;
    let ring: Vec<u32> = words[..places].iter().map(|word| word.trim_start_matches('+').parse().unwrap()).collect();
    let north = words[places] == "N";
    let (first, store, others) = if north { (pits + 1, places - 1, pits) } else { (0, pits, places - 1) };
    let row = |ring: &[u32], from: usize| ring[from..from + pits].iter().sum::<u32>();
    let (south_row, north_row) = (row(&ring, 0), row(&ring, pits + 1));
    let all: u32 = ring.iter().sum();
    if south_row == 0 || north_row == 0 || ring[pits] > all / 2 || ring[places - 1] > all / 2 {
        let (mut south, mut north_has) = (ring[pits], ring[places - 1]);
        match left {
            RemainingSeeds::Owner => (south, north_has) = (south + south_row, north_has + north_row),
            RemainingSeeds::Emptier => (south, north_has) = (south + north_row, north_has + south_row),
            RemainingSeeds::Neither => {}
        }
        let (own, other) = if north { (north_has, south) } else { (south, north_has) };
        return Err(if own > other {
            Outcome::Win
        } else if own < other {
            Outcome::Loss
        } else {
            Outcome::Draw
        });
    }
    let mut options = BTreeSet::new();
    for pit in (first..first + pits).filter(|&pit| ring[pit] > 0) {
        let mut next = ring.clone();
        next[pit] = 0;
        let (mut hand, mut place) = (ring[pit], pit);
        while hand > 0 {
            place = (place + 1) % places;
            if place != others {
                next[place] += 1;
                hand -= 1;
            }
        }
        // Opposite pits and the ends of the board add up to the same.
        let opposite = (2 * pits).wrapping_sub(place);
        let own = (first..first + pits).contains(&place);
        if own && next[place] == 1 && (next[opposite] > 0 || empty_capture) {
            next[store] += next[place] + next[opposite];
            (next[place], next[opposite]) = (0, 0);
        }
        let moves_again = place == store;
        let words: Vec<String> = next
            .iter()
            .enumerate()
            .map(|(i, seeds)| match i {
                _ if i == pits => format!("+{seeds} /"),
                _ if i == places - 1 => format!("+{seeds}"),
                _ => seeds.to_string(),
            })
            .collect();
        options.insert(format!("{} {}", words.join(" "), if moves_again == north { "N" } else { "S" }));
    }
    Ok(options)
}

#[test]
fn seeds_are_sown_by_the_rules() {
    for left in [RemainingSeeds::Owner, RemainingSeeds::Emptier, RemainingSeeds::Neither] {
        for empty_capture in [false, true] {
            for (pits, seeds) in [(1, 3), (2, 2), (2, 5), (3, 2), (3, 4), (4, 1)] {
                let game = Kalah::new(pits, seeds, left, empty_capture).unwrap();
                let explored = explore(&game, game.start(), &Limits::NONE).unwrap();
                for at in explored.positions().iter().step_by(1 + explored.positions().len() / 5000) {
                    let mut options = Vec::new();
                    game.options(at, &mut options);
                    let found = match options.len() {
                        0 => Err(game.terminal(at)),
                        _ => Ok(options.iter().map(|option| game.to_text(option)).collect()),
                    };
                    let text = game.to_text(at);
                    assert_eq!(found, rules(&text, pits as usize, left, empty_capture), "{} {text}", game.name());
                    assert!(options.iter().all(|option| game.tier(option) > game.tier(at)), "{text}");
                    assert_eq!(game.unpack(game.pack(at)), *at);
                }
            }
        }
    }
}

#[test]
fn the_referee_passes_what_is_solved() {
    for (left, empty_capture) in
        [(RemainingSeeds::Owner, false), (RemainingSeeds::Emptier, true), (RemainingSeeds::Neither, false)]
    {
        let game = Kalah::new(3, 2, left, empty_capture).unwrap();
        let explored = explore(&game, game.start(), &Limits::NONE).unwrap();
        let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
        let solution = explored.by_position(&solved);
        check_table(&game, explored.positions().iter().cloned(), &solution).unwrap();
        let game = Kalah::new(2, 2, left, empty_capture).unwrap();
        text_is_unambiguous(&game, game.start().unwrap());
        let explored = explore(&game, game.start(), &Limits::NONE).unwrap();
        let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
        let slow = naive::solve(&game, game.start());
        assert!(
            slow.all()
                .all(|(at, position_value)| explored.by_position(&solved).get(at).unwrap().unwrap() == *position_value)
        );
    }
}
