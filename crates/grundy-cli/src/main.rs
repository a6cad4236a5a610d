//! The program `grundy`: parses a command line, calls the library, renders the answer.

mod advice;
mod atomic_file;
mod bounds;
mod clock_seed;
#[cfg(feature = "cluster")]
mod cluster_environment;
mod cmd;
#[cfg(feature = "web")]
mod descriptors;
mod diagnostic;
mod examples;
mod fail;
mod interrupt;
mod machine;
mod named_files;
mod panics;
mod position_args;
mod progress;
mod render;
mod rules;
mod run_progress;
#[cfg(feature = "rules")]
mod sandbox;
mod save_timer;
#[cfg(feature = "table")]
mod search_cache;
mod suggested;
#[cfg(feature = "table")]
mod tables;
mod text_output;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use text_output::visible_line;

/// Solves games: who wins, by which move, in how many moves, and why.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, arg_required_else_help = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    /// Colour the text that people read
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: clap::ColorChoice,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List the games of the catalogue, or show one game's rules
    Games(cmd::games::Args),
    /// Solve a position: its value, remoteness, Grundy value and every move
    Solve(cmd::solve::Args),
    /// Solve a whole game: every position that can be reached, counted by value
    Build(cmd::build::Args),
    /// Look a position up in a table
    #[cfg(feature = "table")]
    Probe(cmd::probe::Args),
    /// Show the statistics of a table: positions by value and remoteness, the longest wins
    #[cfg(feature = "table")]
    Stats(cmd::stats::Args),
    /// Write the rows of a table as text, or its game as a picture
    #[cfg(feature = "table")]
    Export(cmd::export::Args),
    /// Explain a position in words, with the theorem that decides it
    Explain(cmd::explain::Args),
    /// List single heaps: won or lost, Grundy value, winning moves
    Sequence(cmd::sequence::Args),
    /// Show two heaps of every size as a square: P-positions and Grundy values
    Heatmap(cmd::heatmap::Args),
    /// Find the period of a heap game and prove it
    Period(cmd::period::Args),
    /// Compute the misère quotient of a take-and-break game: the outcomes of all sums of heaps under misère play
    Misere(cmd::misere::Args),
    /// Classify every octal code of up to three digits: periods, equal games, and those that are open
    Census(cmd::census::Args),
    /// Play a game against the program, which knows the best move
    Play(cmd::play::Args),
    /// Verify a table or a certificate, by code that is independent of the code that wrote it
    Verify(cmd::verify::Args),
    /// Explore a rules file and report what is wrong or odd about it
    #[cfg(feature = "rules")]
    Check(cmd::check::Args),
    /// Turn a graph file into binary rows with a checksum, which `graph:` reads faster than text
    Convert(cmd::convert::Args),
    /// Serve the page and the HTTP interface
    #[cfg(feature = "web")]
    Serve(cmd::serve::Args),
    /// Answer an online judge's problem: standard input to standard output, in the problem's format
    Judge(cmd::judge::Args),
    /// Print a completion script for a shell
    Completions(cmd::completions::Args),
    /// Write the manual pages into a folder
    Man(cmd::man::Args),
}

impl Verb {
    fn is_server(&self) -> bool {
        #[cfg(feature = "web")]
        if let Self::Serve(_) = self {
            return true;
        }
        false
    }

    /// The files that the command line names.
    fn files(&self) -> named_files::NamedFiles<'_> {
        match self {
            Self::Solve(args) => args.files(),
            Self::Build(args) => args.files(),
            Self::Explain(args) => args.files(),
            Self::Sequence(args) => args.files(),
            Self::Heatmap(args) => args.files(),
            Self::Period(args) => args.files(),
            Self::Play(args) => args.files(),
            #[cfg(feature = "rules")]
            Self::Check(args) => args.files(),
            Self::Convert(args) => args.files(),
            #[cfg(feature = "table")]
            Self::Probe(args) => args.files(),
            #[cfg(feature = "table")]
            Self::Stats(args) => args.files(),
            #[cfg(feature = "table")]
            Self::Export(args) => args.files(),
            Self::Verify(args) => args.files(),
            _ => named_files::NamedFiles::default(),
        }
    }

    /// The limits of a command if it must run in a sandbox: it runs a rules file, or, in a child, may open a table of one.
    #[cfg(feature = "rules")]
    fn rules_sandbox(&self, is_child: bool) -> Option<&bounds::Bounds> {
        #[cfg(feature = "table")]
        match self {
            Self::Probe(args) => return is_child.then_some(&args.bounds),
            Self::Stats(args) => return is_child.then_some(&args.bounds),
            Self::Export(args) => return is_child.then_some(&args.bounds),
            Self::Verify(args) => return is_child.then_some(&args.bounds),
            _ => {}
        }
        let (game, bounds) = match self {
            Self::Solve(args) => args.game(),
            Self::Build(args) => args.game(),
            Self::Explain(args) => args.game(),
            Self::Sequence(args) => args.game(),
            Self::Heatmap(args) => args.game(),
            Self::Period(args) => args.game(),
            Self::Play(args) => args.game(),
            Self::Check(args) => args.game(),
            _ => return None,
        };
        (is_child || grundy::catalog::GameSpec::is_rules_file(game)).then_some(bounds)
    }
}

/// Parses the command line; also returns whether this process is a sandboxed child.
fn parse() -> (Cli, bool) {
    #[cfg(feature = "rules")]
    if std::env::args_os().nth(1).is_some_and(|verb| verb == sandbox::VERB) {
        let mut arguments: Vec<_> = std::env::args_os().collect();
        arguments.remove(1);
        return (parse_arguments(&arguments), true);
    }
    (parse_arguments(&std::env::args_os().collect::<Vec<_>>()), false)
}

/// Parses these arguments. If they are wrong, it prints an error and ends the process.
fn parse_arguments(arguments: &[OsString]) -> Cli {
    let parsed = command().try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    let error = match parsed {
        Ok(cli) => return cli,
        Err(error) => with_our_tips(error, arguments),
    };
    // The parser quotes arguments as they are. A line feed could begin what looks like another message.
    let shown = arguments.iter().map(|argument| visible_line(&argument.to_string_lossy()).into());
    let shown: Vec<OsString> = shown.collect();
    let has_control =
        arguments.iter().zip(&shown).any(|(argument, shown)| argument.to_string_lossy() != shown.to_string_lossy());
    if !error.use_stderr() {
        // Help or a version.
        let failure = error.print().and_then(|()| std::io::stdout().flush()).err().map(fail::Failure::from);
        if let Some(failure) = &failure {
            failure.print();
        }
        std::process::exit(failure.map_or(0, |failure| failure.exit_status().into()));
    }
    if !has_control {
        error.exit();
    }
    // The parser's own styles could not be told from those of an argument.
    let plain = command().styles(clap::builder::Styles::plain()).try_get_matches_from(&shown);
    let error = plain.map_or_else(|error| with_our_tips(error, arguments), |_| error);
    let _ = write!(text_output::stderr(), "{}", error.render().ansi());
    std::process::exit(error.exit_code())
}

/// Replaces the tip to write an unknown option after `--`, which would make it a part of the position.
fn with_our_tips(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if option.starts_with("--") => option.clone(),
        _ => return error,
    };
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let mut tips = match error.remove(ContextKind::Suggested) {
        Some(ContextValue::StyledStrs(tips)) => tips,
        _ => Vec::new(),
    };
    tips.retain(|tip| !tip.to_string().contains("as a value, use"));
    if option == "--misere" && arguments.iter().any(|argument| argument == "period") {
        let tip = "period has no --misere: it proves periods of Grundy values, which belong to normal play";
        tips.push(tip.to_owned().into());
    }
    if !tips.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

fn main() -> ExitCode {
    #[cfg(feature = "web")]
    if let Some(work) = cmd::serve::worker_args() {
        return report(cmd::serve::run_worker(work));
    }
    interrupt::handle_file_size_limit();
    let (cli, _is_child) = parse();
    text_output::set_color(cli.color);
    // A server reports each panic where it happens, and continues.
    if !cli.verb.is_server() {
        panics::silence();
    }
    if let Err(failure) = cli.verb.files().check_outputs() {
        return report(Err(failure));
    }
    #[cfg(feature = "rules")]
    if let Some(bounds) = cli.verb.rules_sandbox(_is_child) {
        if !_is_child {
            return sandbox::run_in_child().map_or_else(|failure| report(Err(failure)), ExitCode::from);
        }
        sandbox::bind_to_parent();
        #[cfg(feature = "cluster")]
        if let Verb::Build(args) = &cli.verb
            && let Err(failure) = cmd::build::hosts::connect_early(args)
        {
            return report(Err(failure));
        }
        let (memory, time) = bounds.memory_and_time();
        // In `play` the time applies to each turn of the computer, and a person may think for any time.
        let time = if matches!(cli.verb, Verb::Play(_)) { None } else { time };
        sandbox::apply_limits(memory, time, &cli.verb.files());
    }
    let done = panics::catch(|| run(cli.verb)).unwrap_or_else(|message| Err(fail::Failure::Defect(message)));
    report(done.map_err(fail::Failure::with_limits_of_interpreter))
}

fn run(verb: Verb) -> Result<(), fail::Failure> {
    match verb {
        Verb::Games(args) => cmd::games::run(&args),
        Verb::Solve(args) => cmd::solve::run(&args),
        Verb::Build(args) => cmd::build::run(&args),
        #[cfg(feature = "table")]
        Verb::Probe(args) => cmd::probe::run(&args),
        #[cfg(feature = "table")]
        Verb::Stats(args) => cmd::stats::run(&args),
        #[cfg(feature = "table")]
        Verb::Export(args) => cmd::export::run(&args),
        Verb::Explain(args) => cmd::explain::run(&args),
        Verb::Sequence(args) => cmd::sequence::run(&args),
        Verb::Heatmap(args) => cmd::heatmap::run(&args),
        Verb::Period(args) => cmd::period::run(&args),
        Verb::Misere(args) => cmd::misere::run(&args),
        Verb::Census(args) => cmd::census::run(&args),
        Verb::Play(args) => cmd::play::run(&args),
        Verb::Verify(args) => cmd::verify::run(&args),
        #[cfg(feature = "rules")]
        Verb::Check(args) => cmd::check::run(&args),
        Verb::Convert(args) => cmd::convert::run(&args),
        #[cfg(feature = "web")]
        Verb::Serve(args) => cmd::serve::run(&args),
        Verb::Judge(args) => cmd::judge::run(&args),
        Verb::Completions(args) => cmd::completions::run(&args, command()),
        Verb::Man(args) => cmd::man::run(&args, command()),
    }
}

/// Reports a failure and returns the exit status. A panic meanwhile is reported, too.
fn report(done: Result<(), fail::Failure>) -> ExitCode {
    let reported = panics::catch(|| try_report(done));
    reported.unwrap_or_else(|message| try_report(Err(fail::Failure::Defect(message))))
}

fn try_report(done: Result<(), fail::Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fail::Failure::Stopped(_)) if interrupt::is_pressed() => {
            let _ = std::io::stdout().flush();
            text_output::eprintln(format_args!("interrupted"));
            ExitCode::from(interrupt::STATUS)
        }
        Err(failure) => {
            let _ = std::io::stdout().flush();
            failure.print();
            ExitCode::from(failure.exit_status())
        }
    }
}

/// The definition of the command line, from which completions and manual pages are generated.
fn command() -> clap::Command {
    examples::add(Cli::command())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::command().debug_assert();
    }
}
