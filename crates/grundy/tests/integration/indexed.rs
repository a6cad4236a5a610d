//! Holds the numbers of board games to the rules: positions and numbers are the same, and what is overridden for speed says
//! what the defaults say.

use grundy::catalog::{Dao, Quixo, ThreeMensMorris};
use grundy::game::{Game, Index, Indexed, InitialState, Player};
use grundy::text::{DynGame, Key, TextGame, WithText};
use grundy::value::{Outcome, Undefined};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// A game with nothing overridden.
struct Plain<'a, G>(&'a G);

impl<G: Game> Game for Plain<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn moves(&self, at: &G::Position, out: &mut Vec<G::Move>) {
        self.0.moves(at, out);
    }

    fn play(&self, at: &G::Position, m: &G::Move) -> G::Position {
        self.0.play(at, m)
    }

    fn terminal(&self, at: &G::Position) -> Outcome {
        self.0.terminal(at)
    }

    fn player(&self, at: &G::Position) -> Option<Player> {
        self.0.player(at)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.0.without_grundy()
    }
}

impl<G: Indexed> Indexed for Plain<'_, G> {
    fn indices(&self) -> u64 {
        self.0.indices()
    }

    fn rank(&self, at: &G::Position) -> Option<Index> {
        self.0.rank(at)
    }

    fn unrank(&self, index: Index) -> Option<G::Position> {
        self.0.unrank(index)
    }

    fn predecessors(&self, at: &G::Position, out: &mut Vec<G::Position>) {
        self.0.predecessors(at, out);
    }
}

/// A game with its colours, as a number forgets them.
trait Colours: Indexed + TextGame<Position: Debug> {
    /// The text with X and O exchanged, the player to move included.
    fn exchanged(&self, at: &Self::Position) -> Option<Self::Position> {
        let exchange = |c| match c {
            'X' => 'O',
            'O' => 'X',
            c => c,
        };
        self.parse(&self.to_text(at).chars().map(exchange).collect::<String>()).ok()
    }
}

impl<G: Indexed + TextGame<Position: Debug>> Colours for G {}

/// Numbers to be asked for: every one, or a sample.
fn sample(game: &impl Indexed, step: usize) -> Vec<Index> {
    (0..game.indices()).step_by(step).map(Index).collect()
}

/// Positions, numbers, keys and texts are the same.
fn agrees_with_positions<G: Colours + Clone>(game: &G, step: usize) {
    assert!(Indexed::is_colour_symmetric(game));
    assert_eq!(game.unrank(Index(game.indices())), None);
    let text = WithText::new(game.clone());
    let any: &dyn DynGame = &text;
    let numbered = any.indexed().expect("a game with numbers");
    assert_eq!(numbered.count(), game.indices());
    for index in sample(game, step) {
        let at = game.unrank(index).expect("a position of every number");
        assert_eq!(game.rank(&at), Some(index), "{at:?}");
        let key: Key = numbered.position(index, None).unwrap();
        assert_eq!((numbered.index_of(&key), any.to_text(&key)), (Some(index), Ok(game.to_text(&at))));
        if let Some(other) = game.exchanged(&at) {
            assert_eq!(game.rank(&other), Some(index), "{other:?}");
        }
    }
}

/// `state` says of blocks of numbers what the rules say.
fn initial_states_agree_with_the_rules(game: &impl Indexed, step: usize) {
    fn block(game: &impl Indexed, first: Index) -> Vec<InitialState> {
        let mut states = vec![InitialState::Unused; 700.min((game.indices() - first.0) as usize)];
        game.initial_states(first, &mut states);
        states
    }
    for first in sample(game, step) {
        assert_eq!(block(game, first), block(&Plain(game), first), "{first:?}");
    }
}

/// The options are those of the rules, and counted as such.
fn leads_where_the_rules_say(game: &impl Indexed, step: usize) {
    fn options(game: &impl Indexed, of: Index) -> (u64, BTreeSet<Index>) {
        let mut numbers = vec![Index(7)];
        let count = game.options_by_index(&[of], &mut numbers);
        assert_eq!(numbers[0], Index(7));
        (count, numbers[1..].iter().copied().collect())
    }
    for index in sample(game, step) {
        let (count, numbers) = options(game, index);
        assert_eq!((count, &numbers), (numbers.len() as u64, &options(&Plain(game), index).1), "{index:?}");
    }
    let (mut together, mut apart) = (Vec::new(), Vec::new());
    let sample = sample(game, step);
    let count = game.options_by_index(&sample, &mut together);
    let sum: u64 = sample.iter().map(|&index| game.options_by_index(&[index], &mut apart)).sum();
    assert!(count == sum && together == apart);
}

/// The numbers before some, as sets without those of positions that are over; each must stand once.
fn before(game: &impl Indexed, of: Index) -> BTreeSet<Index> {
    let mut numbers = Vec::new();
    game.predecessors_by_index(&[of], &mut numbers);
    let set: BTreeSet<Index> = numbers.iter().copied().collect();
    assert_eq!(set.len(), numbers.len(), "a number before {of:?} is named twice: {numbers:?}");
    let over = |index: &Index| {
        let mut state = [InitialState::Unused];
        game.initial_states(*index, &mut state);
        assert_ne!(state[0], InitialState::Unused);
        matches!(state[0], InitialState::Terminal(_))
    };
    set.into_iter().filter(|index| !over(index)).collect()
}

/// What is before a number is what it is an option of, number by number, with overrides and without.
fn goes_back_everywhere(game: &impl Indexed) {
    let mut truth = vec![BTreeSet::new(); game.indices() as usize];
    let mut options = Vec::new();
    for index in sample(game, 1) {
        options.clear();
        game.options_by_index(&[index], &mut options);
        for option in &options {
            truth[option.0 as usize].insert(index);
        }
    }
    for (index, truth) in sample(game, 1).into_iter().zip(&truth) {
        assert_eq!(&before(game, index), truth, "{:?}", index);
        assert_eq!(&before(&Plain(game), index), truth, "{:?}", index);
    }
    goes_back_in_batches(game, 1 + game.indices() as usize / 1000);
}

/// What is before a sample is what is before it without overrides; and what its options are before it.
fn goes_back(game: &impl Indexed, step: usize) {
    let mut options = Vec::new();
    for index in sample(game, step) {
        let numbers = before(game, index);
        assert_eq!(numbers, before(&Plain(game), index), "{index:?}");
        for number in numbers {
            options.clear();
            game.options_by_index(&[number], &mut options);
            assert!(options.contains(&index), "{number:?} before {index:?}");
        }
        options.clear();
        game.options_by_index(&[index], &mut options);
        for option in &options {
            assert!(before(game, *option).contains(&index), "{index:?} before {option:?}");
        }
    }
    goes_back_in_batches(game, step);
}

/// Many numbers at once give what each gives, behind what was there.
fn goes_back_in_batches(game: &impl Indexed, step: usize) {
    let sample = sample(game, step);
    let (mut together, mut apart) = (vec![Index(7)], vec![Index(7)]);
    game.predecessors_by_index(&sample, &mut together);
    for index in &sample {
        game.predecessors_by_index(&[*index], &mut apart);
    }
    assert_eq!(together, apart);
}

#[test]
fn quixo_has_indices_to_base_three() {
    for side in [2, 3] {
        let game = Quixo::new(side).unwrap();
        assert_eq!(game.indices(), 3u64.pow((side * side) as u32));
        agrees_with_positions(&game, 1);
        initial_states_agree_with_the_rules(&game, 97);
        leads_where_the_rules_say(&game, 1);
        goes_back_everywhere(&game);
    }
    let game = Quixo::new(4).unwrap();
    assert_eq!(game.indices(), 43_046_721);
    agrees_with_positions(&game, 10_007);
    initial_states_agree_with_the_rules(&game, 1_000_003);
    leads_where_the_rules_say(&game, 5003);
    goes_back(&game, 20_011);
    let game = Quixo::new(5).unwrap();
    assert!(TextGame::indexed(&game).is_none(), "3^25 positions are too many");
    let start = TextGame::start(&game).unwrap();
    assert_eq!((game.indices(), game.rank(&start), game.unrank(Index(0))), (0, None, None));
}

#[test]
fn dao_has_an_index_for_every_placement() {
    assert_eq!(Dao.indices(), 900_900);
    agrees_with_positions(&Dao, 7);
    initial_states_agree_with_the_rules(&Dao, 5003);
    leads_where_the_rules_say(&Dao, 11);
    goes_back(&Dao, 53);
}

#[test]
fn three_mens_morris_has_indices_phase_by_phase() {
    assert_eq!(ThreeMensMorris.indices(), 1 + 9 + 72 + 252 + 756 + 1260 + 1680);
    agrees_with_positions(&ThreeMensMorris, 1);
    initial_states_agree_with_the_rules(&ThreeMensMorris, 97);
    goes_back_everywhere(&ThreeMensMorris);
    // A number is a text that can be read again, and the start has one.
    for index in sample(&ThreeMensMorris, 1) {
        let at = ThreeMensMorris.unrank(index).unwrap();
        let text = TextGame::to_text(&ThreeMensMorris, &at);
        match TextGame::parse(&ThreeMensMorris, &text) {
            Ok(read) => assert_eq!(read, at),
            Err(error) => assert!(error.message.contains("over before"), "{text}: {error}"),
        }
    }
    assert_eq!(ThreeMensMorris.rank(&ThreeMensMorris::EMPTY), Some(Index(0)));
}
