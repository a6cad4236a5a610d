//! Examples of commands, which end the help of each verb and its manual page. A test runs them in this order.

use clap::Command;

/// What ends the help of the program.
const EXIT_STATUS: &str = "\
Exit status:
  0    the command ran; a lost position is not an error
  1    a check that was asked for failed
  2    bad input
  3    a limit was hit, or no period or no quotient for all heaps was found
  101  a bug in the program
  130  interrupted";

/// Verbs with their examples.
const EXAMPLES: [(&str, &[&str]); 20] = [
    ("games", &["grundy games", "grundy games wythoff"]),
    (
        "solve",
        &[
            "grundy solve nim 14 21 39",
            "grundy solve subtraction:1,3,4 20 7 --misere",
            "grundy solve 'nim 3 5 + kayles 7 + wythoff 3 4' --json",
            "grundy solve tictactoe X.O/.X./..O",
        ],
    ),
    (
        "build",
        &[
            "grundy build connect4:4x4",
            "grundy build tictactoe -o tictactoe.parquet",
            "grundy build chess:KRvK --reduced --json",
        ],
    ),
    ("probe", &["grundy probe tictactoe.parquet X.O/.X./..O"]),
    ("stats", &["grundy stats tictactoe.parquet"]),
    ("export", &["grundy export tictactoe.parquet"]),
    ("explain", &["grundy explain nim 3 4 5", "grundy explain subtraction:1,3,4 5"]),
    (
        "sequence",
        &[
            "grundy sequence subtraction:1,3,4 --to 30",
            "grundy sequence kayles --to 100 --format bfile",
            "grundy sequence kayles --to 100 --plot kayles.svg",
        ],
    ),
    ("heatmap", &["grundy heatmap wythoff --size 20", "grundy heatmap wythoff --size 100 --plot wythoff.svg"]),
    ("period", &["grundy period subtraction:2,5,9", "grundy period octal:0.137 --certificate 0.137.txt"]),
    ("misere", &["grundy misere octal:0.75", "grundy misere octal:0.75 --certificate quotient.txt"]),
    ("census", &["grundy census --heaps 100", "grundy census --heaps 100 --open --format csv"]),
    ("play", &["grundy play nim 3 4 5", "grundy play tictactoe --first computer"]),
    ("verify", &["grundy verify 0.137.txt", "grundy verify quotient.txt", "grundy verify tictactoe.parquet"]),
    ("check", &["grundy check games/tictactoe.star"]),
    ("convert", &["grundy convert game.graph game.rows", "grundy solve graph:game.rows a"]),
    ("serve", &["grundy serve", "grundy serve --port 8080"]),
    (
        "judge",
        &[
            "grundy judge --list",
            "grundy judge uva10404 --explain",
            "grundy judge uva10404 --random 5 > input.txt",
            "grundy judge uva10404 < input.txt",
        ],
    ),
    ("completions", &["grundy completions bash > grundy.bash"]),
    ("man", &["grundy man man1"]),
];

/// Adds the examples of each verb to its help, and the exit statuses to that of the program.
pub(crate) fn add(command: Command) -> Command {
    command.after_help(EXIT_STATUS).mut_subcommands(|verb| {
        let examples = EXAMPLES.iter().find(|(name, _)| *name == verb.get_name()).map_or(&[][..], |(_, lines)| lines);
        if examples.is_empty() { verb } else { verb.after_help(format!("Examples:\n  {}", examples.join("\n  "))) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_verb_has_examples() {
        let command = <crate::Cli as clap::CommandFactory>::command();
        let verbs: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        // The test that runs them takes the verbs in this order, so that a command finds the files of those before it.
        let with_examples = EXAMPLES.iter().map(|(name, _)| *name).filter(|name| verbs.contains(name));
        assert_eq!(verbs, with_examples.collect::<Vec<_>>());
    }
}
