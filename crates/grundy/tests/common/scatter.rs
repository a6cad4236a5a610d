//! Large random games by arithmetic, and the same in text with everything that such a game may do to its explorer.

use grundy::Outcome;
use grundy::game::{Game, Play, Player};
use grundy::limits::Limits;
use grundy::text::{
    DynGame, DynIndexed, DynTiered, Expand, Expansions, GameInfo, Key, KeyCodec, Keys, MoveList, NodeInfo, ParseError,
    PositionBatch, RulesError, Symmetry, TextGame, Theory, WithText,
};
use grundy::value::Undefined;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

/// A game whose options are drawn from a hash, repetitions and cycles among them.
#[derive(Clone, Debug)]
pub(crate) struct Scatter {
    pub(crate) seed: u64,
    /// Number of positions, some of which cannot be reached.
    pub(crate) count: u32,
    /// The most options of a position.
    pub(crate) degree: u32,
    pub(crate) has_players: bool,
    /// A position at which the code of the game is at fault.
    pub(crate) panics_at: Option<u32>,
}

impl Scatter {
    pub(crate) fn new(seed: u64, count: u32, degree: u32) -> Self {
        Self { seed, count, degree, has_players: seed.is_multiple_of(2), panics_at: None }
    }

    fn draw(&self, at: u32, which: u32, below: u32) -> u32 {
        let seed = (self.seed << 40) ^ (u64::from(at) << 8) ^ u64::from(which);
        fastrand::Rng::with_seed(seed).u32(..below)
    }
}

impl Game for Scatter {
    type Position = u32;
    type Move = u32;

    fn moves(&self, &at: &u32, out: &mut Vec<u32>) {
        assert_ne!(Some(at), self.panics_at, "a defect of the game");
        let many = self.draw(at, 0, self.degree + 1);
        out.extend((1..=many).map(|which| self.draw(at, which, self.count)));
    }

    fn play(&self, _at: &u32, &to: &u32) -> u32 {
        to
    }

    fn terminal(&self, &at: &u32) -> Outcome {
        [Outcome::Win, Outcome::Loss, Outcome::Draw][self.draw(at, 254, 3) as usize]
    }

    fn player(&self, &at: &u32) -> Option<Player> {
        self.has_players.then(|| [Player::Left, Player::Right][self.draw(at, 255, 2) as usize])
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(if self.has_players { Undefined::Partizan } else { Undefined::EndValues })
    }
}

/// A position is its number, in text and in bytes.
impl TextGame for Scatter {
    fn name(&self) -> &str {
        "scatter"
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        let number = text.parse().ok().filter(|&number: &u32| number < self.count);
        number.ok_or(ParseError { at: 0..text.len(), message: "no position".into(), help: "write a number".into() })
    }

    fn to_text(&self, at: &u32) -> String {
        at.to_string()
    }

    fn move_text(&self, _at: &u32, to: &u32) -> String {
        format!("to {to}")
    }

    fn encode(&self, at: &u32, out: &mut Vec<u8>) {
        out.extend(at.to_string().bytes());
    }

    fn decode(&self, bytes: &[u8]) -> u32 {
        std::str::from_utf8(bytes).expect("digits").parse().expect("a number")
    }
}

/// The same game as one whose rules are data.
pub(crate) struct Scripted {
    pub(crate) text: WithText<Scatter>,
    /// Integers for the keys of some positions.
    codec: Option<KeyCodec>,
    /// At most so many positions of a batch are answered.
    most: usize,
    /// Positions at which the rules fail.
    fails_at: BTreeSet<u32>,
}

impl Scripted {
    pub(crate) fn new(game: Scatter, has_codec: bool, most: usize, fails_at: impl IntoIterator<Item = u32>) -> Self {
        let pack = |key: &[u8]| {
            let number: u64 = std::str::from_utf8(key).ok()?.parse().ok()?;
            (!number.is_multiple_of(7)).then_some(number)
        };
        let unpack = |number: u64, key: &mut Vec<u8>| key.extend(number.to_string().bytes());
        let codec = has_codec.then(|| KeyCodec::new(pack, unpack));
        Self { text: WithText::new(game), codec, most, fails_at: fails_at.into_iter().collect() }
    }

    /// The error of the rules at a position, if they fail there.
    pub(crate) fn check(&self, at: u32) -> Result<(), RulesError> {
        if self.fails_at.contains(&at) { Err(RulesError::new(format!("the rules fail at {at}"))) } else { Ok(()) }
    }

    fn expand(&self, batch: &PositionBatch, out: &mut Expansions) -> Result<(), RulesError> {
        let codec = self.codec.as_ref();
        let mut options = Vec::new();
        for at in batch.iter().take(self.most) {
            let at = self.text.position(&at.to_key(codec).expect("a codec for integers"));
            self.check(at)?;
            options.clear();
            Game::options(self.text.game(), &at, &mut options);
            for option in &options {
                let key = self.text.key(option);
                // Half of the integers are left to the explorer.
                match codec.filter(|_| out.wants_packed() && option % 2 == 0).and_then(|codec| codec.pack(&key.0)) {
                    Some(integer) => out.options_mut().push_packed(integer),
                    None => out.options_mut().push(&key.0),
                }
            }
            out.close(NodeInfo { terminal: self.text.game().terminal(&at), player: self.text.game().player(&at) });
        }
        Ok(())
    }
}

impl DynGame for Scripted {
    fn name(&self) -> &str {
        DynGame::name(&self.text)
    }

    fn play(&self) -> Play {
        DynGame::play(&self.text)
    }

    fn info(&self) -> &GameInfo {
        self.text.info()
    }

    fn starts(&self) -> &[Key] {
        &[]
    }

    fn opening(&self) -> Option<Key> {
        None
    }

    fn parse(&self, text: &str) -> Result<Key, ParseError> {
        DynGame::parse(&self.text, text)
    }

    fn to_text(&self, at: &Key) -> Result<String, RulesError> {
        DynGame::to_text(&self.text, at)
    }

    fn picture(&self, _at: &Key) -> Result<Option<String>, RulesError> {
        Ok(None)
    }

    fn moves(&self, at: &Key, at_most: usize) -> Result<MoveList, RulesError> {
        self.check(self.text.position(at))?;
        DynGame::moves(&self.text, at, at_most)
    }

    fn with_expander(&self, _by_class: bool, work: &mut dyn FnMut(&mut Expand<'_>) -> bool) {
        while work(&mut |batch, out| self.expand(batch, out)) {}
    }

    fn codec(&self, _sample: &Keys) -> Option<&KeyCodec> {
        self.codec.as_ref()
    }

    fn symmetry(&self) -> Option<&dyn Symmetry> {
        None
    }

    fn theory(&self) -> Option<&dyn Theory> {
        None
    }

    fn indexed(&self) -> Option<&dyn DynIndexed> {
        None
    }

    fn tiered(&self) -> Option<&dyn DynTiered> {
        None
    }
}

/// No limits but so many threads.
pub(crate) fn on(threads: usize) -> Limits<'static> {
    Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE }
}
