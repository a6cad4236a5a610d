//! The person's turn: reads lines, and plays a move or answers a command.

use super::super::input::Line;
use super::super::messages;
use super::PlaySession;
use crate::fail::Failure;
use crate::text_output::visible;
use crate::{advice, interrupt};
use grundy::explain::explain;
use grundy::play::{Choices, Reply, Skill};
use grundy::text::ListedMove;

/// The maximum number of moves among which a line is completed; if there are more, those that theory puts first.
const MAX_COMPLETED_MOVES: usize = 10_000;

/// A move or a command that a person typed.
enum Command {
    Move(ListedMove),
    Hint,
    Undo,
    Values,
    Why,
    Help,
    Quit,
}

impl PlaySession<'_> {
    /// Reads lines until one is a move or changes whose turn it is. Returns `false` if the person leaves the game.
    pub(super) fn play_persons_turn(&mut self, choices: &Choices) -> Result<bool, Failure> {
        loop {
            let moves =
                || choices.moves().iter().take(MAX_COMPLETED_MOVES).map(|m| visible(&m.text).into_owned()).collect();
            self.lines += 1;
            let text = match self.input.read("> ", moves)? {
                Line::Text(text) => text,
                Line::Interrupted => {
                    interrupt::record_press();
                    return Err(Failure::interrupted());
                }
                Line::End => {
                    self.print("The input ends here, before the game does.")?;
                    return Ok(false);
                }
            };
            // Allow empty lines and comments, which make a script easier to read.
            if text.trim().is_empty() || self.input.is_script() && text.trim_start().starts_with("# ") {
                continue;
            }
            match parse_command(&text, choices) {
                Ok(Command::Move(chosen)) => {
                    self.play_persons_move(&chosen)?;
                    return Ok(true);
                }
                Ok(Command::Undo) => {
                    if self.undo() {
                        self.print("Your last move is taken back.")?;
                        return Ok(true);
                    }
                    self.print("There is no move of yours to take back.")?;
                }
                Ok(Command::Quit) => {
                    self.print("You leave the game.")?;
                    return Ok(false);
                }
                Ok(Command::Help) => self.print(messages::help(self.game).trim_end())?,
                Ok(Command::Hint) => self.hint()?,
                Ok(Command::Values) => {
                    let at = self.game_record.position().clone();
                    match self.solve(&at)?.and_then(|answer| answer.moves) {
                        Some(moves) => self.print(messages::values(&moves).trim_end())?,
                        None => {
                            let partial =
                                self.solver.answer_without_solving(&at).map_err(|error| self.failure(&error))?;
                            self.print(messages::proved_values(&partial).trim_end())?;
                        }
                    }
                }
                Ok(Command::Why) => self.why()?,
                Err(error) => self.wrong(&error)?,
            }
        }
    }

    fn play_persons_move(&mut self, chosen: &ListedMove) -> Result<(), Failure> {
        let at = self.game_record.position().clone();
        self.print(&format!("You: {}", chosen.text))?;
        let answer = self.solve(&at)?;
        self.game_record.play(chosen, answer.as_ref());
        if let (true, Some(answer), Some(played)) = (self.args.coach, &answer, self.game_record.moves().last())
            && let Some(words) = messages::coach(played, answer)
        {
            self.print_prose(&words)?;
        }
        Ok(())
    }

    /// Takes back all moves from the person's last one on. Returns `false` if the person has made none.
    fn undo(&mut self) -> bool {
        if self.game_record.moves_by(self.me).next().is_none() {
            return false;
        }
        while self.game_record.undo().is_some_and(|played| played.by != self.me) {}
        self.taken_back += 1;
        true
    }

    fn hint(&mut self) -> Result<(), Failure> {
        // A hint must not advance the computer's random numbers.
        let mut rng = self.rng.clone();
        match self.choose_reply(Skill::PERFECT, &mut rng)? {
            Some(Reply { chosen, known: Some(answer), .. }) => self.print_prose(&messages::hint(&answer, &chosen.text)),
            Some(reply) => self.print_prose(&messages::hint_by_proof(&reply)),
            None => Ok(()),
        }
    }

    fn why(&mut self) -> Result<(), Failure> {
        let at = self.game_record.position().clone();
        let Some(answer) = self.solve(&at)? else { return self.print("The value is not known here, nor why.") };
        let evidence = self.solver.evidence(&at, &answer);
        self.check_interrupt()?;
        let evidence = evidence.map_err(|error| self.failure(&error))?;
        self.print_prose(&explain(&advice::answer(answer), &evidence))
    }

    /// Reports that a line is not a move; for a script, on standard error with the number of the line.
    fn wrong(&mut self, error: &impl std::fmt::Display) -> Result<(), Failure> {
        if !self.input.is_script() {
            return self.print_prose(&error.to_string());
        }
        self.is_wrong = true;
        let message = format!("line {}: {error}", self.lines);
        Failure::input(message, "").print();
        Ok(())
    }
}

/// Parses a typed line as a move or a command.
fn parse_command(line: &str, choices: &Choices) -> Result<Command, grundy::play::ParseMoveError> {
    let typed = line.trim();
    // A move with control characters can be typed as it is shown.
    if let Some(exact) = choices.exact(typed).or_else(|| choices.moves().iter().find(|m| visible(&m.text) == typed)) {
        return Ok(Command::Move(exact.clone()));
    }
    match typed.strip_prefix(':').unwrap_or(typed).to_lowercase().as_str() {
        "h" | "hint" => Ok(Command::Hint),
        "u" | "undo" => Ok(Command::Undo),
        "v" | "values" => Ok(Command::Values),
        "w" | "why" => Ok(Command::Why),
        "q" | "quit" | "exit" => Ok(Command::Quit),
        "?" | "help" => Ok(Command::Help),
        _ => choices.parse(typed).map(|chosen| Command::Move(chosen.clone())),
    }
}
