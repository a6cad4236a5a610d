//! The indices of men's morris beside the rules: classes, numbers of moves, the positions before a move, layers, and the solution of all
//! indices beside that of explored positions.

use grundy::catalog::{MensMorris, OpenedGame};
use grundy::game::{Game, Index, Indexed, InitialState, Player};
use grundy::graph::explore;
use grundy::limits::Limits;
use grundy::solve;
use grundy::solver::{Extent, solve_and_count};
use grundy::text::{TextGame, WithText};
use grundy::{Outcome, Solution, Verdict};
use std::collections::BTreeMap;

type Position = <MensMorris as Game>::Position;

/// The position with the colours exchanged, by its text; `None` if it cannot be one, because X begins.
fn exchanged(game: &MensMorris, at: &Position) -> Option<Position> {
    let text = game.to_text(at);
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for word in &mut words[..2] {
        *word = word
            .chars()
            .map(|c| {
                if c == 'X' {
                    'O'
                } else if c == 'O' {
                    'X'
                } else {
                    c
                }
            })
            .collect();
    }
    if words.len() == 4 {
        words.swap(2, 3);
    }
    game.parse(&words.join(" ")).ok()
}

/// The indices of the options, with the number of options that have each.
fn options(game: &MensMorris, of: Index) -> BTreeMap<Index, u32> {
    let mut options = Vec::new();
    game.options(&game.unrank(of).unwrap(), &mut options);
    count(options.iter().map(|option| game.rank(option).unwrap()))
}

fn before(game: &MensMorris, of: Index) -> BTreeMap<Index, u32> {
    let mut before = vec![Index(7)];
    game.predecessors_by_index(&[of], &mut before);
    count(before[1..].iter().copied())
}

fn count(indices: impl IntoIterator<Item = Index>) -> BTreeMap<Index, u32> {
    let mut counts = BTreeMap::new();
    indices.into_iter().for_each(|index| *counts.entry(index).or_default() += 1);
    counts
}

fn state(game: &MensMorris, of: Index) -> InitialState {
    let mut states = [InitialState::Unused];
    game.initial_states(of, &mut states);
    states[0]
}

/// An index, its positions and the number of their options are those of the rules.
fn agrees_with_the_rules(game: &MensMorris, index: Index) {
    let Some(at) = game.unrank(index) else {
        assert_eq!(state(game, index), InitialState::Unused);
        return;
    };
    assert_eq!((game.rank(&at), game.canonical(&at)), (Some(index), at));
    assert_eq!(game.parse(&game.to_text(&at)), Ok(at));
    let shared = exchanged(game, &at);
    assert_eq!(shared.is_some(), Indexed::is_shared(game, index), "{at:?}");
    if let Some(shared) = shared {
        assert_eq!(game.rank(&shared), Some(index));
        assert_eq!(game.player(&at), Some(Player::Left));
        assert_eq!(game.with_colours_exchanged(&at), game.canonical(&shared));
    }
    let mut found = Vec::new();
    game.options(&at, &mut found);
    let expected = match found.len() {
        0 => InitialState::Terminal(game.terminal(&at)),
        count => InitialState::Open(count as u32),
    };
    assert_eq!(state(game, index), expected, "{at:?}");
    assert_eq!(game.options_by_index(&[index], &mut Vec::new()), found.len() as u64);
}

/// Options of positions lead back to them.
fn goes_back(game: &MensMorris, index: Index) {
    for (option, count) in options(game, index) {
        assert_eq!(before(game, option).get(&index), Some(&count), "{:?} before {option:?}", game.unrank(index));
    }
    for (earlier, count) in before(game, index) {
        assert_eq!(options(game, earlier).get(&index), Some(&count), "{:?} after {earlier:?}", game.unrank(index));
    }
}

/// The indices are in layers, which the moves keep to.
fn layers_are_kept(game: &MensMorris, indices: &[Index]) {
    let layers = game.layers();
    let layer_of = |index: Index| layers.partition_point(|layer| layer.first <= index) - 1;
    for &index in indices.iter().filter(|index| game.unrank(**index).is_some()) {
        let layer = layer_of(index);
        for option in options(game, index).into_keys() {
            let to = layer_of(option);
            let is_inside = to == layer && layers[layer].has_moves_inside;
            assert!(is_inside || layers[layer].leads_to.contains(&to), "from {layer} to {to}");
        }
        let all = before(game, index);
        let mut parts = BTreeMap::new();
        for layer in 0..layers.len() {
            let mut found = Vec::new();
            game.predecessors_within(&[index], layer, &mut found);
            assert!(found.iter().all(|earlier| layer_of(*earlier) == layer));
            parts.extend(count(found));
        }
        assert_eq!(parts, all);
    }
}

#[test]
fn every_index_of_three_men_agrees_with_the_rules() {
    let game = MensMorris::on_two_squares(3);
    let mut earlier: BTreeMap<Index, BTreeMap<Index, u32>> = BTreeMap::new();
    let all: Vec<Index> = (0..game.indices()).map(Index).collect();
    for &index in &all {
        agrees_with_the_rules(&game, index);
        if game.unrank(index).is_some() {
            options(&game, index).into_iter().for_each(|(option, count)| {
                earlier.entry(option).or_default().insert(index, count);
            });
        }
    }
    for &index in &all {
        assert_eq!(before(&game, index), earlier.remove(&index).unwrap_or_default(), "{index:?}");
    }
    layers_are_kept(&game, &all);
    assert_eq!(game.unrank(Index(game.indices())), None);
}

#[test]
fn indices_of_large_boards_agree_with_the_rules() {
    let mut random = fastrand::Rng::with_seed(22);
    for game in [MensMorris::nine(), MensMorris::six(), MensMorris::on_two_squares(7)] {
        // Anywhere, which is mostly in the largest sectors, and near the beginning of some layer, where positions are symmetric.
        let layers = game.layers();
        let mut indices: Vec<Index> = (0..1000).map(|_| Index(random.u64(..game.indices()))).collect();
        for _ in 0..1000 {
            let layer = random.usize(..layers.len());
            let end = layers.get(layer + 1).map_or(game.indices(), |next| next.first.0);
            let first = layers[layer].first.0;
            let most = 1 << random.u32(..12);
            indices.push(Index(first + random.u64(..(end - first).min(most))));
        }
        for &index in &indices {
            agrees_with_the_rules(&game, index);
            if game.unrank(index).is_some() {
                goes_back(&game, index);
            }
        }
        layers_are_kept(&game, &indices[980..1080]);
        let mut states = vec![InitialState::Unused; 5000];
        for first in indices.iter().step_by(100).filter(|first| first.0 + 5000 <= game.indices()) {
            game.initial_states(*first, &mut states);
            for (at, found) in (first.0..).map(Index).zip(&states) {
                assert_eq!(*found, state(&game, at));
            }
        }
    }
}

#[test]
fn every_position_has_the_index_of_its_class() {
    let mut random = fastrand::Rng::with_seed(23);
    for game in [MensMorris::nine(), MensMorris::five()] {
        for _ in 0..40 {
            let mut at = game.start().unwrap();
            loop {
                let index = game.rank(&at).unwrap();
                // X moves at the position that stands for both colours.
                let exchanged = exchanged(&game, &at).filter(|_| game.player(&at) == Some(Player::Right));
                assert_eq!(game.unrank(index), Some(game.canonical(&exchanged.unwrap_or(at))));
                let mut options = Vec::new();
                game.options(&at, &mut options);
                let Some(next) = random.choice(&options).filter(|_| random.u32(..200) > 0) else { break };
                at = *next;
            }
        }
    }
}

/// The published counts of a sector of nine men's morris: wins, losses, draws, the longest win and the longest loss.
fn published(name: &str) -> Option<[u64; 5]> {
    let rows = include_str!("../golden/nine-mens-morris.tsv").lines().skip(2);
    let mut rows = rows.map(|row| row.split('\t').collect::<Vec<_>>());
    let row = rows.find(|row| format!("{}-{}", row[0], row[1]) == name)?;
    let number = |column: usize| row[column].parse().unwrap();
    assert_eq!(number(2) + number(3) + number(4), number(5), "{name}");
    Some([2, 3, 4, 6, 7].map(number))
}

/// The counts of a sector in the record of the whole game: wins, losses, draws, the longest win and the longest loss.
fn recorded(name: &str) -> Option<[u64; 5]> {
    let mut rows = include_str!("../golden/nine-mens-morris-all.tsv").lines().skip(2);
    let row = rows.find(|row| row.split('\t').next() == Some(name))?;
    let numbers: Vec<u64> = row.split('\t').skip(1).map(|number| number.parse().unwrap_or(0)).collect();
    numbers.try_into().ok()
}

/// The record of the whole game has the published counts of all sectors without men in hand.
#[test]
fn the_record_of_nine_men_has_the_published_counts() {
    let rows = include_str!("../golden/nine-mens-morris.tsv").lines().skip(2);
    let mut compared = 0;
    for row in rows {
        let men: Vec<&str> = row.split('\t').take(2).collect();
        let name = format!("{}-{}", men[0], men[1]);
        assert_eq!(recorded(&name), published(&name), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 49);
    // The start is a draw, and nothing else has all men in hand.
    assert_eq!(recorded("0-0, 9-9 in hand"), Some([0, 0, 1, 0, 0]));
}

/// With fewer men, the sectors are some of those of nine men's morris: those of the movement are published, and those with men in hand are in the
/// record of the whole game, which was solved on disk by layers.
#[test]
fn small_sectors_of_nine_men_have_the_published_and_recorded_counts() {
    let game = OpenedGame::from(WithText::new(MensMorris::on_three_squares(4)));
    let built = solve_and_count(&game, Extent::All, true, &Limits::NONE).unwrap();
    let (mut compared, mut in_hand) = (Vec::new(), 0);
    for part in &built.parts {
        let counts = &part.histogram;
        let longest = |column: &[u64]| column.len().saturating_sub(1) as u64;
        let found = [counts.won(), counts.lost(), counts.draws, longest(&counts.wins), longest(&counts.losses)];
        if let Some(expected) = published(&part.name) {
            assert_eq!(found, expected, "{}", part.name);
            compared.push(part.name.as_str());
        }
        if let Some(expected) = recorded(&part.name) {
            assert_eq!(found, expected, "{}", part.name);
            in_hand += u64::from(part.name.contains("in hand"));
        }
    }
    assert_eq!(compared, ["3-3", "3-4", "4-3", "4-4"]);
    assert!(in_hand >= 20, "{in_hand}");
}

#[test]
fn six_men_reach_the_published_number_of_positions() {
    let game = OpenedGame::from(WithText::new(MensMorris::six()));
    let start = game.as_dyn().start().unwrap();
    let built = solve_and_count(&game, Extent::From(&start), true, &Limits::NONE).unwrap();
    // The release "tablebase-v1" of brianhliou/game-solver, with flying.
    assert_eq!((built.positions, built.start.unwrap().1.outcome), (42_383_945, Outcome::Draw));
    let game = OpenedGame::from(WithText::new(MensMorris::five()));
    let start = game.as_dyn().start().unwrap();
    let built = solve_and_count(&game, Extent::From(&start), true, &Limits::NONE).unwrap();
    assert_eq!((built.positions, built.start.unwrap().1.outcome), (17_846_785, Outcome::Draw));
}

#[test]
fn all_indices_have_the_values_of_explored_positions() {
    let game = MensMorris::on_two_squares(3);
    let explored = explore(&game, game.start(), &Limits::NONE).unwrap();
    let solved = solve::solve(&explored.graph, &Limits::NONE).unwrap();
    let solution = explored.by_position(&solved);
    let by_index = solve::retrograde_indexed(&game, &Limits::NONE).unwrap();
    let mut draws = 0;
    for at in explored.positions() {
        let value = solution.get(at).unwrap().unwrap();
        let verdict: Verdict = by_index.get(game.rank(at).unwrap()).unwrap();
        assert_eq!((verdict.outcome(), verdict.remoteness()), (value.outcome, value.remoteness), "{at:?}");
        draws += u32::from(verdict == Verdict::Draw);
    }
    assert!(draws > 100);
}
