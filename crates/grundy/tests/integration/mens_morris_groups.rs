//! Positions of men's morris that are evaluated in groups, beside the rules.

use grundy::catalog::MensMorris;
use grundy::game::{EarlierLayers, Game, GroupedLayers, Index, Indexed, InitialState, Layer, OptionValue};
use grundy::text::TextGame;
use grundy::value::{Remoteness, Verdict};
use std::ops::Range;

/// The indices of a layer.
fn indices(game: &MensMorris, layers: &[Layer], number: usize) -> Range<u64> {
    layers[number].first.0..layers.get(number + 1).map_or(game.indices(), |next| next.first.0)
}

/// Random values for the positions of these indices: any, or few different ones.
fn random_values(game: &MensMorris, range: Range<u64>, random: &mut fastrand::Rng) -> Vec<OptionValue> {
    let mut states = vec![InitialState::Unused; (range.end - range.start) as usize];
    game.initial_states(Index(range.start), &mut states);
    let most = if random.bool() { 3 } else { 1000 };
    let mut value = || {
        let remoteness = Remoteness(random.u32(..most));
        [Verdict::Win(remoteness), Verdict::Loss(remoteness), Verdict::Draw][random.usize(..3)]
    };
    let value = |state| match state {
        InitialState::Unused => OptionValue::NONE,
        _ => OptionValue::new(value()).unwrap(),
    };
    states.into_iter().map(value).collect()
}

/// A layer with random values of the layers that its moves lead to.
struct Evaluated<'a> {
    game: &'a MensMorris,
    number: usize,
    values: Vec<(Range<u64>, Vec<OptionValue>)>,
    earlier: EarlierLayers,
}

impl<'a> Evaluated<'a> {
    fn new(game: &'a MensMorris, layers: &[Layer], number: usize, random: &mut fastrand::Rng) -> Self {
        let ranges = layers[number].leads_to.iter().map(|to| indices(game, layers, *to));
        let values: Vec<(Range<u64>, Vec<OptionValue>)> =
            ranges.map(|range| (range.clone(), random_values(game, range, random))).collect();
        let codes = |values: &[OptionValue]| values.iter().map(|value| value.to_code()).collect();
        let layers = values.iter().map(|(range, values)| (Index(range.start), codes(values))).collect();
        Self { game, number, values, earlier: EarlierLayers::new(layers) }
    }

    /// The value of an index by the rules, and the number of options of the positions of its class; `None` if no position has it.
    fn by_the_rules(&self, index: Index) -> Option<(OptionValue, u64)> {
        let at = self.game.unrank(index)?;
        let mut options = Vec::new();
        self.game.options(&at, &mut options);
        let value_of = |Index(index): Index| {
            let found = self.values.iter().find(|(range, _)| range.contains(&index));
            let (range, values) = found.expect("an option in a layer that moves lead to");
            values[(index - range.start) as usize]
        };
        let best = options.iter().map(|option| value_of(self.game.rank(option).unwrap())).max().unwrap();
        Some((best.of_position(), options.len() as u64 * self.game.class_size(&at).unwrap()))
    }

    /// The values of a group beside the rules. Returns the indices.
    fn group(&self, group: u64) -> Vec<Index> {
        let mut found = Vec::new();
        let moves = self.game.evaluate(self.number, group, &self.earlier, &mut found);
        let mut expected_moves = 0;
        for (index, value) in &found {
            let (expected, moves) = self.by_the_rules(*index).unwrap();
            assert_eq!(*value, expected, "{:?}", self.game.unrank(*index));
            expected_moves += moves;
        }
        assert_eq!(moves, expected_moves);
        found.into_iter().map(|(index, _)| index).collect()
    }
}

#[test]
fn groups_have_the_values_that_the_rules_give() {
    let mut random = fastrand::Rng::with_seed(26);
    for (game, most) in
        [(MensMorris::on_two_squares(3), 1 << 20), (MensMorris::five(), 1 << 14), (MensMorris::nine(), 1 << 13)]
    {
        let (mut evaluated, mut positions, layers) = (0, 0, game.layers());
        let len = |number: usize| indices(&game, &layers, number).end - layers[number].first.0;
        for (number, layer) in layers.iter().enumerate() {
            let Some(groups) = game.group_count(number) else {
                let in_hand = layer.parts.iter().any(|part| part.name.contains("in hand"));
                assert!(layer.has_moves_inside || layer.leads_to.is_empty() || !in_hand);
                continue;
            };
            if len(number) <= most && layer.leads_to.iter().all(|to| len(*to) <= 2 * most) {
                let layer = Evaluated::new(&game, &layers, number, &mut random);
                let mut found: Vec<Index> = (0..groups).flat_map(|group| layer.group(group)).collect();
                found.sort_unstable();
                let expected = indices(&game, &layers, number).map(Index).filter(|at| game.unrank(*at).is_some());
                assert!(found.iter().copied().eq(expected), "each position is in one group");
                positions += found.len();
                evaluated += 1;
            }
        }
        assert!(evaluated > 5 && positions > 3000, "{evaluated} layers with {positions} positions");
    }
}

#[test]
fn groups_of_men_in_mills_have_the_values_that_the_rules_give() {
    let mut random = fastrand::Rng::with_seed(27);
    let game = MensMorris::nine();
    let layers = game.layers();
    let number = layers.iter().position(|layer| layer.parts[0].name == "4-4, 3-3 in hand").unwrap();
    let layer = Evaluated::new(&game, &layers, number, &mut random);
    let groups = game.group_count(number).unwrap();
    for _ in 0..8 {
        assert!(layer.group(random.u64(..groups)).len() > 1000);
    }
}

#[test]
fn sizes_of_classes_are_those_of_the_positions() {
    let mut random = fastrand::Rng::with_seed(28);
    for game in [MensMorris::nine(), MensMorris::five(), MensMorris::on_two_squares(3)] {
        for layer in game.layers() {
            // Positions near the beginning of a layer are symmetric, and some layers end there.
            let first = layer.first.0 + random.u64(..1000);
            let mut sizes = vec![7; 300];
            assert!(Indexed::class_sizes(&game, Index(first), &mut sizes));
            for (index, size) in (first..).map(Index).zip(sizes) {
                let expected = game.unrank(index).map_or(0, |at| game.class_size(&at).unwrap());
                assert_eq!(size, expected, "{index:?}");
            }
        }
    }
}
