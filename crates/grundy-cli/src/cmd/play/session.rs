//! A game from its first position to its end: turns, typed lines and their answers.

mod person;

use super::input::Input;
use super::record::Record;
use super::{Args, First, messages};
use crate::bounds::TurnClock;
use crate::clock_seed::clock_seed;
use crate::fail::Failure;
#[cfg(feature = "table")]
use crate::tables;
use crate::text_output;
use crate::{advice, interrupt, progress, render};
use grundy::answer::Searched;
use grundy::catalog::OpenedGame;
use grundy::limits::RunError;
use grundy::play::{Choices, GameRecord, Reply, Rng, Side, Skill, picture, reply};
use grundy::solver::{SolveError, Solver};
use grundy::text::Key;
use grundy::{Answer, Outcome};
use std::io::Write;

/// The maximum width of a line of text.
const WIDTH: usize = 96;

/// A game in progress.
pub(super) struct PlaySession<'a> {
    args: &'a Args,
    game: &'a OpenedGame,
    solver: Solver<'a>,
    game_record: GameRecord,
    me: Side,
    rng: Rng,
    seed: u64,
    input: Input,
    record: Option<Record<'a>>,
    turn: &'a TurnClock,
    /// The skill of the computer until the person's next turn, and the number of moves that were made when it last became perfect.
    skill: Skill,
    perfect_from: usize,
    /// The number of moves that the person took back.
    taken_back: u32,
    /// The number of lines read; `is_wrong` says whether one of them was wrong.
    lines: u64,
    is_wrong: bool,
    /// Whether the note that values are unknown was shown.
    has_noted_unknown: bool,
}

impl<'a> PlaySession<'a> {
    pub(super) fn new(
        args: &'a Args,
        game: &'a OpenedGame,
        solver: Solver<'a>,
        at: Key,
        turn: &'a TurnClock,
    ) -> Result<Self, Failure> {
        let input = Input::new()?;
        let seed = args.seed.unwrap_or_else(|| if input.is_script() { 1 } else { clock_seed() });
        let me = if args.first == First::Me { Side::First } else { Side::Second };
        let record = args.record.as_deref().map(|path| Record {
            path,
            game: &args.position_args.game,
            me,
            skill: args.skill.get(),
            seed,
        });
        Ok(Self {
            args,
            game,
            solver,
            game_record: GameRecord::new(at),
            me,
            rng: Rng::new(seed),
            seed,
            input,
            record,
            turn,
            skill: args.skill,
            perfect_from: 0,
            taken_back: 0,
            lines: 0,
            is_wrong: false,
            has_noted_unknown: false,
        })
    }

    /// Plays until the game is over, the person leaves it, or the input ends.
    pub(super) fn play(mut self) -> Result<(), Failure> {
        // Report a file that cannot be written before the game, not after it.
        self.write_record(None)?;
        let dyn_game = self.game.as_dyn();
        let mut choices = self.choices()?;
        self.introduce(&choices)?;
        let result = loop {
            if choices.is_empty() {
                // The terminal value gives the outcome for the player to move.
                let outcome = dyn_game.terminal(self.game_record.position())?;
                break Some(if self.game_record.mover() == self.me { outcome } else { outcome.for_opponent() });
            }
            let is_left = if self.game_record.mover() == self.me {
                self.skill = self.args.skill;
                !self.play_persons_turn(&choices)?
            } else {
                self.reply()?
            };
            if is_left {
                break None;
            }
            self.write_record(None)?;
            if self.has_come_back_alone() && self.skill != Skill::PERFECT {
                // It may have missed a win.
                (self.skill, self.perfect_from) = (Skill::PERFECT, self.game_record.moves().len());
            } else if self.has_come_back_alone() {
                self.print_prose("The computer can repeat these moves for ever without your turn coming.")?;
                break Some(Outcome::Draw);
            }
            choices = self.choices()?;
            if choices.is_empty() || self.game_record.mover() == self.me {
                self.show()?;
            }
        };
        self.end(result)
    }

    /// Whether the computer has come back to a position without a move of the person, and moves again.
    fn has_come_back_alone(&self) -> bool {
        if self.game_record.mover() == self.me {
            return false;
        }
        let here = self.game_record.position();
        let moves = self.game_record.moves().iter().skip(self.perfect_from);
        let last = moves.rev().take_while(|played| played.by != self.me);
        last.map(|played| &played.at).any(|at| at == here)
    }

    fn print(&self, text: &str) -> Result<(), Failure> {
        progress::erase();
        let mut out = text_output::stdout();
        writeln!(out, "{text}")?;
        Ok(out.flush()?)
    }

    /// Prints prose, wrapped to the width of the terminal.
    fn print_prose(&self, text: &str) -> Result<(), Failure> {
        // The output of a script must not depend on the terminal.
        let terminal = if self.input.is_script() { None } else { terminal_size::terminal_size() };
        let width = terminal.map_or(WIDTH, |(width, _)| WIDTH.min(usize::from(width.0).saturating_sub(1).max(20)));
        self.print(render::wrap_paragraphs(text, width).trim_end_matches('\n'))
    }

    fn write_record(&self, result: Option<Outcome>) -> Result<(), Failure> {
        self.record.as_ref().map_or(Ok(()), |record| record.write(self.game.as_dyn(), &self.game_record, result))
    }

    fn choices(&self) -> Result<Choices, Failure> {
        Ok(Choices::new(self.game.as_dyn(), self.game_record.position())?)
    }

    fn introduce(&self, choices: &Choices) -> Result<(), Failure> {
        let dyn_game = self.game.as_dyn();
        self.print_prose(&messages::rules(self.game))?;
        if self.args.position_args.position.is_empty() && dyn_game.start().is_none() {
            let at = dyn_game.to_text(self.game_record.position())?;
            self.print_prose(&format!("It has no start of its own, so this game begins at {at}."))?;
        }
        let turn = dyn_game.player(self.game_record.position())?;
        let [first, second] = dyn_game.info().players;
        let name = turn.map(|player| {
            let is_first = (player == grundy::Player::Left) == (self.me == Side::First);
            if is_first { first } else { second }
        });
        // A rules file gives the players no names.
        let name = name.filter(|_| dyn_game.info().rules.is_none());
        let role = name.map(|name| format!("You play {name}. ")).unwrap_or_default();
        let who = if self.me == Side::First { "You begin." } else { "The computer begins." };
        let form = choices.moves().first().map_or(String::new(), |m| format!(" Type a move, such as `{}`;", m.text));
        self.print_prose(&format!("{role}{who}{form} `h` gives a hint, `?` all commands."))?;
        if self.args.seed.is_none() && !self.input.is_script() {
            let seed = self.seed;
            self.print_prose(&format!("Random seed: {seed}; --seed {seed} gives the same random choices again."))?;
        }
        self.show()
    }

    /// Draws the position.
    fn show(&self) -> Result<(), Failure> {
        let picture = picture(self.game, self.game_record.position())?;
        self.print(&format!("\n{picture}"))?;
        if self.game_record.earlier_occurrences() > 0 {
            self.print("(this position was here before)")?;
        }
        Ok(())
    }

    /// Solves a position; `None` if it is out of reach.
    fn solve(&mut self, at: &Key) -> Result<Option<Answer>, Failure> {
        self.turn.start();
        let answer = self.solver.solve(at);
        self.check_interrupt()?;
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(
                error @ (SolveError::Rules(_)
                | SolveError::Store(_)
                | SolveError::StoreIncomplete
                | SolveError::Run(RunError::WorkerPanicked { .. })),
            ) => Err(self.failure(&error)),
            Err(error) => {
                if !std::mem::replace(&mut self.has_noted_unknown, true) {
                    self.print_prose(&messages::unknown_values_note(&error))?;
                }
                Ok(None)
            }
        }
    }

    /// Fails if Ctrl-C was pressed.
    fn check_interrupt(&self) -> Result<(), Failure> {
        progress::erase();
        if interrupt::is_pressed() { Err(Failure::interrupted()) } else { Ok(()) }
    }

    /// The failure for a position that cannot be solved.
    fn failure(&self, error: &SolveError) -> Failure {
        #[cfg(feature = "table")]
        if let (SolveError::Store(error), Some(path)) = (error, &self.args.table) {
            return tables::read_failure(path, error);
        }
        Failure::solve(error)
    }

    fn choose_reply(&mut self, skill: Skill, rng: &mut Rng) -> Result<Option<Reply>, Failure> {
        let at = self.game_record.position().clone();
        self.turn.start();
        let reply = reply(&mut self.solver, &at, skill, rng);
        self.check_interrupt()?;
        reply.map_err(|error| self.failure(&error))
    }

    /// Makes the computer's move. Always returns `false`: the computer never leaves the game.
    fn reply(&mut self) -> Result<bool, Failure> {
        let mut rng = self.rng.clone();
        let chosen = self.choose_reply(self.skill, &mut rng)?;
        self.rng = rng;
        // There is always a move here.
        let Some(reply) = chosen else { return Ok(false) };
        self.game_record.play_reply(&reply);
        self.print(&format!("Computer: {}", reply.chosen.text))?;
        if reply.known.is_none() && reply.is_best {
            for note in &reply.notes {
                self.print_prose(&format!("Note: {note}."))?;
            }
        } else if reply.known.is_none() {
            let already_noted = std::mem::replace(&mut self.has_noted_unknown, true);
            for note in reply.notes.iter().map(|note| note.describe(advice::solve)).filter(|_| !already_noted) {
                self.print_prose(&format!("Note: {note}."))?;
            }
            if let (true, Some(bounds)) = (already_noted, reply.bounds().filter(Searched::is_informative)) {
                self.print_prose(&format!("The computer's move is proved to be {bounds}."))?;
            }
        }
        if self.args.coach
            && let Some(text) = self.game_record.moves().last().and_then(messages::coach_of_computer)
        {
            self.print(text)?;
        }
        Ok(false)
    }

    /// Ends the game and prints the summary.
    fn end(mut self, result: Option<Outcome>) -> Result<(), Failure> {
        self.write_record(result)?;
        if let Some(outcome) = result {
            self.print(messages::result(outcome))?;
        }
        let first = self.game_record.mistakes_by(self.me).next().map(|(_, played)| played.at.clone());
        let answer = match first {
            Some(at) => self.solve(&at)?,
            None => None,
        };
        self.print_prose(&messages::summary(&self.game_record, self.me, self.taken_back, answer.as_ref()))?;
        if self.is_wrong { Err(Failure::AlreadyReported { status: 2 }) } else { Ok(()) }
    }
}
