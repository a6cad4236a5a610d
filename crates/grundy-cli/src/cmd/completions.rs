//! `grundy completions`: prints a completion script, generated from the definition of the command line.

use crate::fail::Failure;
use clap_complete::Shell;
use std::io::Write;

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell to complete for
    shell: Shell,
}

/// Adds the values of arguments without an option, which the generator leaves out for fish.
fn write_fish_arguments(command: &clap::Command, script: &mut Vec<u8>) -> std::io::Result<()> {
    for verb in command.get_subcommands() {
        for argument in verb.get_positionals() {
            let values = argument.get_value_parser().possible_values().into_iter().flatten();
            let values: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
            if !values.is_empty() {
                let (verb, values) = (verb.get_name(), values.join(" "));
                let place = "test (count (commandline -opc)) -eq 2";
                writeln!(
                    script,
                    "complete -c grundy -n \"__fish_seen_subcommand_from {verb}; and {place}\" -a \"{values}\""
                )?;
            }
        }
    }
    Ok(())
}

/// Prints the script for a command line.
pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<(), Failure> {
    if args.shell == Shell::Zsh {
        // Where zsh has values for an argument, it offers no files, and a game may be one.
        command = command.mut_subcommands(|verb| {
            verb.mut_args(|argument| match argument.get_id().as_str() {
                "game" => argument.value_parser(clap::value_parser!(String)),
                _ => argument,
            })
        });
    }
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "grundy", &mut script);
    if args.shell == Shell::Fish {
        write_fish_arguments(&command, &mut script)?;
    }
    Ok(std::io::stdout().write_all(&script)?)
}
