//! The README's commands, run as they stand there, and their output held against what stands below them.
//!
//! A block fenced as `sh` holds commands, one a line; lines that begin with `#` are comments. A block fenced as `console`
//! holds `$ command` lines, each followed by its output up to the next one or the end of the block; where none is shown,
//! none is compared. What builds, tests or fetches (`cargo`, `./check`, `git`) is left to those who do that.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

/// A command of the README.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    /// The line of the README, from 1.
    line: usize,
    command: String,
    /// What stands below it, if anything does.
    output: Option<String>,
}

/// The commands that are to be run.
fn commands(readme: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut block = None;
    // Whether the line continues a command that ended with a backslash.
    let mut continued = false;
    for (i, line) in readme.lines().enumerate() {
        match (block, line.trim_end().strip_prefix("```")) {
            (None, Some(language)) => {
                block = Some(language.trim());
                continued = false;
                // Output belongs to a command of its own block.
                found.push(Shown { line: i + 1, command: String::new(), output: None });
            }
            (Some(_), Some("")) => block = None,
            (Some(language @ ("sh" | "console")), _) => {
                let start = if language == "sh" {
                    Some(line.strip_prefix("$ ").unwrap_or(line))
                        .filter(|line| !line.is_empty() && !line.starts_with('#'))
                } else {
                    line.strip_prefix("$ ")
                };
                if continued {
                    let last = found.last_mut().expect("a command that goes on");
                    last.command.push('\n');
                    last.command.push_str(line);
                } else if let Some(command) = start {
                    found.push(Shown { line: i + 1, command: command.to_owned(), output: None });
                } else if language == "console" {
                    let output = &mut found.last_mut().expect("the block's beginning").output;
                    let output = output.get_or_insert_default();
                    output.push_str(line);
                    output.push('\n');
                    continue;
                }
                continued = line.ends_with('\\');
            }
            _ => {}
        }
    }
    for shown in &found {
        assert!(
            !shown.command.is_empty() || shown.output.is_none(),
            "README.md:{}: output without a command",
            shown.line
        );
    }
    found.retain(|shown| !shown.command.is_empty());
    found
}

const CARGO: &str = "cargo run --release -- ";

/// Commands that are not run.
const LEFT_OUT: [&str; 4] = ["cargo", "./check", "git", "cd"];

impl Shown {
    /// The command with the program's name in place of the build, unless it is one that is not to be run.
    fn script(&self) -> Option<String> {
        let script = self.command.replace(CARGO, "grundy ");
        let first = script.split_whitespace().next()?;
        (!LEFT_OUT.contains(&first)).then_some(script)
    }
}

/// Runs the commands in `folder`. Gives how many runs there were of the program itself, and what went wrong.
fn run(readme: &str, folder: &Path) -> (usize, Vec<String>) {
    let program = Path::new(common::PROGRAM).parent().expect("a folder of the program");
    let mut paths = vec![program.to_owned()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let paths = std::env::join_paths(paths).expect("a PATH");
    let (mut count, mut wrong) = (0, Vec::new());
    for shown in commands(readme) {
        let Some(script) = shown.script() else { continue };
        count += usize::from(script.contains("grundy "));
        let mut shell = Command::new("sh");
        // On a terminal both streams are one.
        shell.args(["-c", &format!("exec 2>&1\n{script}")]).env("PATH", &paths).current_dir(folder);
        for name in common::SURROUNDINGS {
            shell.env_remove(name);
        }
        let ran = shell.stdin(std::process::Stdio::null()).output().expect("a shell");
        let output = String::from_utf8_lossy(&ran.stdout);
        let place = format!("README.md:{}: $ {}", shown.line, shown.command);
        if !ran.status.success() {
            wrong.push(format!("{place}\n{}\n{output}", ran.status));
        } else if shown.output.as_deref().is_some_and(|expected| expected != output) {
            wrong.push(format!("{place}\nshown:\n{}\nprinted:\n{output}", shown.output.unwrap_or_default()));
        }
    }
    (count, wrong)
}

#[test]
fn the_commands_of_the_readme_do_what_it_says() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let readme = root.join("README.md");
    let readme = std::fs::read_to_string(&readme).unwrap_or_else(|error| panic!("{}: {error}", readme.display()));
    let (count, wrong) = run(&readme, &root);
    assert!(count > 0, "the README shows no command");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_readme_that_is_right_is_found_right() {
    let readme = r#"
Text. `grundy nonsense`

```sh
# nonsense
cargo build --release
grundy --version
cargo run --release -- solve nim 3 5 \
    --json
$ grundy solve nim 0
./check
```

```
grundy nonsense
```

```console
$ grundy solve nim 7 --no-moves
nim 7, normal play
win for the player to move; Grundy value 7
found by: Nim sum of the heaps (Bouton 1901)
$ printf '3 5\n1\n' | cargo run --release -- solve nim --no-moves --batch - | wc -l
2
$ grundy solve nim 0
nim 0, normal play
loss for the player to move, in 0 moves; Grundy value 0
found by: Nim sum of the heaps (Bouton 1901)

no moves: the game is over
$ echo unchecked
```
"#;
    let folder = common::folder();
    assert_eq!(run(readme, folder.path()), (6, Vec::new()));
    let second = &commands(readme)[2];
    assert_eq!((second.line, second.command.contains("--json"), &second.output), (8, true, &None));
}

#[test]
fn a_readme_that_is_wrong_is_found_wrong() {
    let folder = common::folder();
    for (line, block) in [
        (2, "```sh\ngrundy nonsense\n```"),
        (3, "```sh\ngrundy --version\ncargo run --release -- solve nim x\n```"),
        (2, "```console\n$ grundy solve nim 7 --no-moves\nnim 7, normal play\n```"),
        (2, "```console\n$ grundy --version\ngrundy 9.9.9\n```"),
        (2, "```console\n$ echo '1 '\n1\n```"),
        (2, "```console\n$ echo 1\n1\n\n```"),
        (2, "```console\n$ printf 1\n1\n```"),
        (4, "```console\n$ echo 1\n1\n$ echo 1\n2\n```"),
        (2, "```console\n$ exit 3\n```"),
    ] {
        let (_, wrong) = run(block, folder.path());
        assert_eq!(wrong.len(), 1, "{block}");
        assert!(wrong[0].starts_with(&format!("README.md:{line}: ")), "{wrong:?}");
    }
    assert_eq!(run("grundy --version\n```\ngrundy --version\n```\n", folder.path()).0, 0, "no block of commands");
}
