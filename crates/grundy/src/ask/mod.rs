//! The desk where all faces put their one question: the value of a position and of its moves, from a store, from theory,
//! else by solving.

mod build;
mod error;
mod forecast;
mod heatmap;
mod histogram;
mod memory;
mod period;
mod sum;

pub use build::{BuildError, Built, Extent, Row, Spot, Whole, build};
pub use error::AskError;
pub use forecast::{Forecast, forecast};
pub use heatmap::{Heatmap, HeatmapError, LARGEST_HEAP, Pair, heatmap, two_heaps};
pub use histogram::Histogram;
pub use period::{PERIOD_HEAPS, PERIOD_MEMORY, PeriodError, PeriodSearch, period};

use crate::answer::{Answer, Facts, MoveAnswer, Moves, Solution};
use crate::any::{AnyGame, Key, MoveList};
use crate::catalog::{Chips, Opened};
use crate::graph::Vertex;
use crate::limits::{LimitHit, Limits};
use crate::solve::{NumberVerdicts, Solved, Tiered, by_number, solve, tiered};
use crate::theory::{Reason, Silent};
use crate::value::{Grundy, Nimber, Outcome, Remoteness, Unknown};
use dashu_int::UBig;
use memory::Memory;
use std::cmp::Reverse;
use std::fmt;

/// The remoteness of a position that theory answers is computed where the game expanded from it has at most so many moves.
pub const MOVES_EXPANDED: u64 = 1_000_000;

/// Positions explored at most unless the limits say how many: some 500 megabytes, and a minute where each has many moves.
pub const POSITIONS_EXPLORED: u64 = 3_000_000;

/// The same where positions are words that are kept in tables: some 2 gigabytes, and half a minute.
pub const POSITIONS_IN_TIERS: u64 = 200_000_000;

/// Moves listed unless told otherwise.
pub const MAX_MOVES: usize = 1000;

/// Answers questions about one game, and remembers what it solved for the next one.
pub struct Desk<'a> {
    game: &'a Opened,
    store: Option<&'a (dyn Solution<Key> + 'a)>,
    limits: Limits<'a>,
    max_moves: usize,
    with_moves: bool,
    memory: Memory<'a>,
    /// Positions expanded beside theory, within [`MOVES_EXPANDED`]; apart from the others, so that an answer does not
    /// depend on the questions before.
    beside: Memory<'a>,
    /// The solution of a game drawn in full.
    drawn: Option<Solved>,
    /// The solution of a game by the numbers of its positions.
    numbers: Option<NumberVerdicts>,
    /// What can be reached from a position of a game that is solved tier by tier.
    tiers: Option<Tiered>,
    /// A desk for each summand of a sum, and where its values came from last.
    summands: Vec<Desk<'a>>,
    summand_ways: Vec<Way>,
    /// Why the position asked for last was not expanded.
    unexpanded: Option<LimitHit>,
}

/// Where the facts of a position and of its options come from.
#[derive(Clone, Copy)]
enum Way {
    Store,
    /// One chip on a solved graph.
    Drawn,
    /// A game that is solved by the numbers of its positions.
    Numbers,
    /// A game that is solved tier by tier.
    Tiers,
    /// Several chips whose Grundy values are known; with the remoteness from the memory where it was computed.
    Chips {
        remoteness: bool,
    },
    /// Theory, likewise; what it does not know is then in the memory too.
    Theory {
        remoteness: bool,
    },
    /// A sum across games, likewise.
    Sum {
        remoteness: bool,
    },
    Memory,
}

impl<'a> Desk<'a> {
    /// A desk for one game.
    pub fn new(game: &'a Opened, limits: Limits<'a>) -> Self {
        Self {
            game,
            store: None,
            limits,
            max_moves: MAX_MOVES,
            with_moves: true,
            memory: Memory::new(game.any()),
            beside: Memory::new(game.any()),
            drawn: None,
            numbers: None,
            tiers: None,
            summands: match game {
                Opened::Sum(sum) => sum.games().map(|game| Desk::new(game, limits).without_moves()).collect(),
                _ => Vec::new(),
            },
            summand_ways: Vec::new(),
            unexpanded: None,
        }
    }

    /// The game that it answers for.
    pub fn game(&self) -> &'a Opened {
        self.game
    }

    /// Asks `store` first.
    #[must_use]
    pub fn with_store(mut self, store: &'a (dyn Solution<Key> + 'a)) -> Self {
        self.store = Some(store);
        self
    }

    /// Lists at most so many moves, the best ones.
    #[must_use]
    pub fn max_moves(mut self, moves: usize) -> Self {
        self.max_moves = moves;
        self
    }

    /// Leaves moves and remoteness out, for speed.
    #[must_use]
    pub fn without_moves(mut self) -> Self {
        self.with_moves = false;
        self
    }

    /// The value of a position and of its moves.
    ///
    /// # Errors
    /// If the position is out of reach of theory and too large to be solved within the limits.
    pub fn ask(&mut self, at: &Key) -> Result<Answer, AskError> {
        let answer = self.answer(at);
        self.unless_trouble(answer)
    }

    /// What was found, unless the rules of the game failed on the way; then nothing is kept of it.
    fn unless_trouble<T>(&mut self, found: Result<T, AskError>) -> Result<T, AskError> {
        let Some(trouble) = self.game.any().take_trouble() else { return found };
        self.memory = Memory::new(self.game.any());
        self.beside = Memory::new(self.game.any());
        Err(AskError::Rules(Box::new(trouble)))
    }

    fn answer(&mut self, at: &Key) -> Result<Answer, AskError> {
        let game = self.game.any();
        let way = self.way(at)?;
        let facts = self.facts(way, at)?;
        let moves = if self.with_moves { Some(self.moves(way, at, &facts)?) } else { None };
        let mut notes: Vec<String> = facts.grundy.reason().map(str::to_owned).into_iter().collect();
        if moves.is_some() && facts.remoteness.is_none() && facts.outcome != Outcome::Draw {
            notes.push(match &self.unexpanded {
                None | Some(LimitHit::Moves { .. }) => {
                    format!("remoteness not computed: the game expanded from here has more than {MOVES_EXPANDED} moves")
                }
                Some(hit) => format!("remoteness not computed: {hit}"),
            });
        }
        Ok(Answer {
            game: game.name().to_owned(),
            play: game.play_kind(),
            position: game.show(at),
            facts,
            moves,
            method: self.method(way, at),
            proved: true,
            notes,
        })
    }

    /// At most `want` winning moves as text, without listing the others where theory can.
    ///
    /// # Errors
    /// As [`Desk::ask`].
    pub fn winning_moves(&mut self, at: &Key, want: usize) -> Result<Vec<String>, AskError> {
        let moves = self.some_winning_moves(at, want);
        self.unless_trouble(moves)
    }

    fn some_winning_moves(&mut self, at: &Key, want: usize) -> Result<Vec<String>, AskError> {
        let way = self.way(at)?;
        let game = self.game.any();
        if matches!(way, Way::Theory { .. })
            && let Some(moves) = game.moves_to(at, &UBig::ZERO, want)
        {
            return Ok(moves.into_iter().map(|(text, _)| text).collect());
        }
        let mut winning = Vec::new();
        for (text, option) in game.moves(at, usize::MAX).moves {
            if winning.len() == want {
                break;
            }
            let after = self.facts(way, &option)?.outcome;
            let value = if again(game, at, &option) { after } else { after.turned() };
            if value == Outcome::Win {
                winning.push(text);
            }
        }
        Ok(winning)
    }

    /// Why a position has its value, where theory can say it.
    ///
    /// # Errors
    /// As [`Desk::ask`].
    pub fn reason(&mut self, at: &Key) -> Result<Option<Reason>, AskError> {
        if let Opened::Sum(sum) = self.game {
            self.way(at)?;
            return Ok(Some(Reason::Sum(self.components(sum, at)?)));
        }
        let reason = self.game.any().reason(at);
        self.unless_trouble(Ok(reason))
    }

    /// The limits of an exploration.
    fn exploring(&self) -> Limits<'a> {
        self.no_more_than(POSITIONS_EXPLORED)
    }

    /// The limits, with so many positions unless they say how many.
    fn no_more_than(&self, positions: u64) -> Limits<'a> {
        let unbounded = self.limits.positions == Limits::NONE.positions;
        Limits { positions: if unbounded { positions } else { self.limits.positions }, ..self.limits }
    }

    /// Solves canonical positions of which there is no theory, all in one pass; [`Way::Memory`] has their facts.
    fn know(&mut self, all: &[Key]) -> Result<(), AskError> {
        Ok(self.memory.solve_all(all, &self.exploring())?)
    }

    /// Chooses where the facts come from, and solves what has to be solved.
    fn way(&mut self, at: &Key) -> Result<Way, AskError> {
        let way = self.choose_way(at);
        self.unless_trouble(way)
    }

    fn choose_way(&mut self, at: &Key) -> Result<Way, AskError> {
        self.unexpanded = None;
        let game = self.game.any();
        let canonical = game.canonical(at);
        if self.stored(at, &canonical).is_some() {
            return Ok(Way::Store);
        }
        if let Opened::Drawn(chips) = self.game {
            return self.way_of_chips(chips, &canonical);
        }
        if let Opened::Sum(sum) = self.game {
            return self.way_of_sum(sum, at);
        }
        match game.claim(at) {
            Ok(claim) => {
                // A summand's options are looked at for their values, even where moves are not.
                let wanted =
                    self.with_moves || claim.grundy == Grundy::Unknown(Unknown::TooLarge) || !game.claims_values();
                let remoteness = wanted && self.expand_a_little(&canonical)?;
                Ok(Way::Theory { remoteness })
            }
            Err(Silent::TooFar(how_far)) => Err(AskError::TooFar(how_far)),
            Err(Silent::NoTheory) if build::by_number(self.game).is_some() && !is_over(game, at) => {
                self.way_of_numbers()
            }
            Err(Silent::NoTheory) if build::by_word(self.game).is_some() => self.way_of_tiers(at),
            Err(Silent::NoTheory) => {
                self.memory.solve(&canonical, u64::MAX, &self.exploring())?;
                Ok(Way::Memory)
            }
        }
    }

    /// What the store knows of a position as it is, else of the one that stands for its class.
    fn stored(&self, at: &Key, canonical: &Key) -> Option<Facts> {
        let store = self.store?;
        store.facts(at).or_else(|| if at == canonical { None } else { store.facts(canonical) })
    }

    fn way_of_numbers(&mut self) -> Result<Way, AskError> {
        if self.numbers.is_none() {
            let numbers = build::by_number(self.game).expect("asked before");
            self.numbers = Some(by_number(numbers, &self.limits)?);
        }
        Ok(Way::Numbers)
    }

    /// What was met from an earlier position serves, where the new one is among it.
    fn way_of_tiers(&mut self, at: &Key) -> Result<Way, AskError> {
        let words = build::by_word(self.game).expect("asked before");
        let (word, tier) = (words.word(at), words.tier(at));
        if self.tiers.as_ref().is_none_or(|solved| solved.verdict(tier, word).is_none()) {
            self.tiers = None;
            self.tiers = Some(tiered(words, word, tier, &self.no_more_than(POSITIONS_IN_TIERS))?);
        }
        Ok(Way::Tiers)
    }

    fn way_of_chips(&mut self, chips: &Chips, canonical: &Key) -> Result<Way, AskError> {
        let solved = match self.drawn.take() {
            Some(solved) => solved,
            None => solve(chips.graph(), &self.limits)?,
        };
        let solved = self.drawn.insert(solved);
        let vertices = chips.vertices(canonical);
        if vertices.len() == 1 {
            return Ok(Way::Drawn);
        }
        if vertices.iter().all(|&v| solved.grundy(v).finite().is_some()) {
            let remoteness = self.with_moves && self.expand_a_little(canonical)?;
            return Ok(Way::Chips { remoteness });
        }
        let (least, most) = chips.product_size(&vertices);
        let too_large = |hit| AskError::Product { least, most, hit };
        let limits = self.exploring();
        if least > u128::from(limits.positions) {
            let needed = u64::try_from(least).unwrap_or(u64::MAX);
            return Err(too_large(LimitHit::Positions { limit: limits.positions, needed }));
        }
        self.memory.solve(canonical, u64::MAX, &limits).map(|()| Way::Memory).map_err(too_large)
    }

    /// Solves the game expanded from a position if it is small; tells whether it is.
    fn expand_a_little(&mut self, canonical: &Key) -> Result<bool, AskError> {
        match self.beside.solve(canonical, MOVES_EXPANDED, &self.exploring()) {
            Ok(_) => Ok(true),
            Err(hit @ LimitHit::Stopped { .. }) => Err(hit.into()),
            Err(hit) => {
                self.unexpanded = Some(hit);
                Ok(false)
            }
        }
    }

    fn facts(&self, way: Way, at: &Key) -> Result<Facts, AskError> {
        let game = self.game.any();
        let canonical = game.canonical(at);
        let expanded = |known: bool| if known { self.beside.facts(&canonical) } else { None };
        match (way, self.game) {
            (Way::Store, _) => self.stored(at, &canonical).ok_or(AskError::StoreIncomplete),
            (Way::Theory { remoteness: known }, _) => match game.claim(at) {
                Ok(claim) => {
                    let known = expanded(known);
                    let remoteness = known.as_ref().and_then(|facts| facts.remoteness);
                    let grundy = match (claim.grundy, known) {
                        (Grundy::Unknown(_), Some(facts)) => facts.grundy,
                        (grundy, _) => grundy,
                    };
                    Ok(Facts { outcome: claim.outcome, remoteness, grundy })
                }
                Err(Silent::TooFar(how_far)) => Err(AskError::TooFar(how_far)),
                Err(Silent::NoTheory) => unreachable!("theory speaks of every position of a game or of none"),
            },
            (Way::Drawn, Opened::Drawn(chips)) => Ok(self.on_graph(chips.vertices(at)[0])),
            (Way::Chips { remoteness: known }, Opened::Drawn(chips)) => {
                let values = chips.vertices(at).into_iter().map(|v| self.on_graph(v).grundy.finite());
                let sum: Nimber = values.map(|v| v.expect("values of options of positions that have one")).sum();
                let outcome = if sum == Nimber::ZERO { Outcome::Loss } else { Outcome::Win };
                let remoteness = expanded(known).and_then(|facts| facts.remoteness);
                Ok(Facts { outcome, remoteness, grundy: Grundy::Finite(sum) })
            }
            (Way::Sum { remoteness: known }, Opened::Sum(sum)) => {
                let remoteness = expanded(known).and_then(|facts| facts.remoteness);
                Ok(Facts { remoteness, ..self.facts_of_sum(sum, at)? })
            }
            (Way::Numbers, game) => {
                let (numbers, solved) = build::by_number(game).zip(self.numbers.as_ref()).expect("solved before");
                Ok(build::facts_by_number(game, numbers, solved, at))
            }
            (Way::Tiers, game) => {
                let (words, solved) = build::by_word(game).zip(self.tiers.as_ref()).expect("solved before");
                Ok(build::facts_by_word(game, words, solved, at).expect("an option of a position that was met"))
            }
            (Way::Memory, _) => Ok(self.memory.facts(&canonical).expect("a position that was solved")),
            (Way::Drawn | Way::Chips { .. } | Way::Sum { .. }, _) => unreachable!("ways of graphs and sums"),
        }
    }

    fn on_graph(&self, v: Vertex) -> Facts {
        self.drawn.as_ref().and_then(|solved| solved.facts(&v)).expect("a vertex of the solved graph")
    }

    fn moves(&self, way: Way, at: &Key, facts: &Facts) -> Result<Moves, AskError> {
        let game = self.game.any();
        // Where remoteness is known the position was expanded, and its moves are few enough to be sorted by it; those of
        // chips are no more than the graph has edges.
        let all = match way {
            Way::Theory { remoteness } | Way::Sum { remoteness } => remoteness,
            Way::Store | Way::Drawn | Way::Numbers | Way::Tiers | Way::Chips { .. } | Way::Memory => true,
        };
        let list = match self.game {
            Opened::Sum(sum) if !all && game.count_moves(at) > UBig::from(self.max_moves) => {
                MoveList { moves: self.best_moves_of_sum(sum, at, self.max_moves)?, total: game.count_moves(at) }
            }
            _ => game.moves(at, if all { usize::MAX } else { self.max_moves }),
        };
        let mut listed = Vec::with_capacity(list.moves.len());
        for (text, option) in list.moves {
            let after = self.facts(way, &option)?;
            let again = again(game, at, &option);
            let value = if again { after.outcome } else { after.outcome.turned() };
            listed.push(MoveAnswer {
                text,
                best: best(facts, value, &after),
                value,
                after: game.show(&option),
                facts: after,
            });
        }
        listed.sort_by_key(|m| preference(m.value, m.facts.remoteness));
        listed.truncate(self.max_moves);
        Ok(Moves { listed, total: list.total })
    }

    fn method(&self, way: Way, at: &Key) -> String {
        let graph = || match (self.game, &self.drawn) {
            (Opened::Drawn(chips), Some(solved)) => {
                let (v, e) = (chips.graph().vertices(), chips.graph().edges());
                format!("{} over the graph, {v} vertices and {e} edges", solved.method().words())
            }
            _ => unreachable!("ways of graphs"),
        };
        match way {
            Way::Store => "stored table".to_owned(),
            Way::Theory { .. } => self.game.any().claim_method(at),
            Way::Drawn => graph(),
            Way::Chips { .. } => format!("Nim sum of the chips' Grundy values; {}", graph()),
            Way::Sum { .. } => "Nim sum of the summands' Grundy values (Sprague 1935, Grundy 1939)".to_owned(),
            Way::Numbers => "retrograde analysis of every position of the game".to_owned(),
            Way::Tiers | Way::Memory => "solving every position that can be reached".to_owned(),
        }
    }
}

impl fmt::Debug for Desk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("game", self.game).finish_non_exhaustive()
    }
}

/// Whether a position has no moves: then nothing has to be solved.
fn is_over(game: &dyn AnyGame, at: &Key) -> bool {
    game.count_moves(at) == UBig::ZERO
}

/// Whether the player who moves from `at` to `option` moves there again.
pub(crate) fn again(game: &dyn AnyGame, at: &Key, option: &Key) -> bool {
    let turn = game.turn(at);
    turn.is_some() && turn == game.turn(option)
}

/// Whether a move keeps the position's value and, where known, its remoteness.
fn best(position: &Facts, value: Outcome, after: &Facts) -> bool {
    let quick = match (position.remoteness, after.remoteness) {
        (Some(r), Some(next)) => r == next.next(),
        _ => true,
    };
    value == position.outcome && quick
}

/// The order of moves: wins by smallest remoteness, then draws, then losses by largest; what is not known comes last.
fn preference(value: Outcome, after: Option<Remoteness>) -> (u8, bool, u32, Reverse<u32>) {
    let r = after.map_or(0, |r| r.0);
    match value {
        Outcome::Win => (0, after.is_none(), r, Reverse(0)),
        Outcome::Draw => (1, false, 0, Reverse(0)),
        Outcome::Loss => (2, after.is_none(), 0, Reverse(r)),
    }
}
