//! Runs the commands of the README and of `docs/` as written, and compares their output with the pages; also checks the links of these
//! pages.
//!
//! A block fenced as `sh` holds commands, one per line; lines that begin with `#` are comments. A block fenced as `console` holds `$
//! command` lines, each followed by its output up to the next command or the end of the block. If no output is shown, none is compared.
//! Commands that build, test or fetch (`cargo`, `./check`, `git`) are not run.
#![cfg(unix)]

use crate::common::{grundy, says};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command of a page.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    /// The line of the page, from 1.
    line: usize,
    command: String,
    /// The output shown below the command, if there is any.
    output: Option<String>,
}

/// The commands to run.
fn commands(name: &str, page: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut block = None;
    // Whether the line continues a command that ended with a backslash.
    let mut continued = false;
    for (i, line) in page.lines().enumerate() {
        match (block, line.trim_end().strip_prefix("```")) {
            (None, Some(language)) => {
                block = Some(language.trim());
                continued = false;
                // Output belongs to a command in the same block.
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
        assert!(!shown.command.is_empty() || shown.output.is_none(), "{name}:{}: output without a command", shown.line);
    }
    found.retain(|shown| !shown.command.is_empty());
    found
}

const CARGO: &str = "cargo run --release -- ";

/// Commands that are not run.
const LEFT_OUT: [&str; 4] = ["cargo", "./check", "git", "cd"];

impl Shown {
    /// The command with the name of the program replaced by the build; `None` if the command is not to be run.
    fn script(&self) -> Option<String> {
        let script = self.command.replace(CARGO, "grundy ");
        let first = script.split_whitespace().next()?;
        (!LEFT_OUT.contains(&first)).then_some(script)
    }
}

/// Runs the commands in `folder`. Returns the number of runs of the program itself, and the errors.
fn run(name: &str, page: &str, folder: &Path) -> (usize, Vec<String>) {
    let program = Path::new(crate::common::PROGRAM).parent().expect("a folder of the program");
    let mut paths = vec![program.to_owned()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let paths = std::env::join_paths(paths).expect("a PATH");
    let (mut count, mut wrong) = (0, Vec::new());
    for shown in commands(name, page) {
        let Some(script) = shown.script() else { continue };
        count += usize::from(script.contains("grundy "));
        let mut shell = Command::new("sh");
        // On a terminal both streams are the same.
        shell.args(["-c", &format!("exec 2>&1\n{script}")]).env("PATH", &paths).current_dir(folder);
        for name in crate::common::SURROUNDINGS {
            shell.env_remove(name);
        }
        let ran = shell.stdin(std::process::Stdio::null()).output().expect("a shell");
        let output = String::from_utf8_lossy(&ran.stdout);
        let place = format!("{name}:{}: $ {}", shown.line, shown.command);
        if !ran.status.success() {
            wrong.push(format!("{place}\n{}\n{output}", ran.status));
        } else if shown.output.as_deref().is_some_and(|expected| expected != output) {
            wrong.push(format!("{place}\nshown:\n{}\nprinted:\n{output}", shown.output.unwrap_or_default()));
        }
    }
    (count, wrong)
}

/// The repository's root.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The pages of a folder, by their paths from the root, in order.
fn pages_of(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| format!("{folder}/{}", name.into_string().unwrap())).collect();
    names.retain(|name| name.ends_with(".md"));
    names.sort_unstable();
    assert!(names.len() > 5, "{names:?}");
    names
}

fn read(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// A new folder that has the repository's `games/` and `docs/`.
fn folder() -> tempfile::TempDir {
    let folder = crate::common::folder();
    for name in ["games", "docs"] {
        std::os::unix::fs::symlink(root().join(name).canonicalize().unwrap(), folder.path().join(name)).unwrap();
    }
    folder
}

/// Runs the commands of some pages, at least `least` of them.
fn run_pages(pages: &[String], least: usize) {
    let folder = folder();
    let (mut count, mut wrong) = (0, Vec::new());
    for page in pages {
        let (commands, failures) = run(page, &read(page), folder.path());
        count += commands;
        wrong.extend(failures);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= least, "{count} commands");
}

#[test]
fn the_commands_of_the_readme_do_what_it_says() {
    run_pages(&["README.md".to_owned()], 5);
}

#[test]
fn the_commands_of_the_guide_do_what_it_says() {
    run_pages(&pages_of("docs"), 100);
}

#[test]
fn the_commands_of_the_theory_do_what_it_says() {
    run_pages(&pages_of("docs/theory"), 50);
}

#[test]
fn the_examples_of_the_help_run() {
    let folder = folder();
    std::fs::write(folder.path().join("game.graph"), "a b\nb a\nb c\n").unwrap();
    let help = grundy(&["--help"]).ok();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Descriptions go on in lines that are indented further.
    let verbs = listed.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let verbs: Vec<&str> = verbs.filter_map(|line| line.split(' ').next()).filter(|verb| *verb != "help").collect();
    assert!(verbs.len() > 15, "{help}");
    for verb in verbs {
        let help = grundy(&[verb, "--help"]).ok();
        let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{help}"));
        assert!(examples.contains(&format!("grundy {verb}")), "{examples}");
        // A server waits for a signal.
        if verb != "serve" {
            let (_, wrong) = run(verb, &format!("```sh\n{examples}\n```"), folder.path());
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        }
    }
    let page = |name: &str| std::fs::read_to_string(folder.path().join("man1").join(name)).unwrap();
    says(&page("grundy.1"), &["Exit status"]);
    says(&page("grundy-solve.1"), &["Examples", "grundy solve nim 14 21 39"]);
}

/// The anchor of a heading, as GitHub and mdbook generate it.
fn anchor(heading: &str) -> String {
    let plain = heading.trim_start_matches('#').trim().to_lowercase();
    let letters = plain.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    letters.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The lines of a page outside code blocks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The targets of the links of a page.
fn links(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in prose(page) {
        // Code in a line contains no links.
        for part in line.split('`').step_by(2) {
            found.extend(part.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target));
        }
        // A link whose text is code.
        found.extend(line.split("`](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target));
    }
    found
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let mut pages = vec!["README.md".to_owned(), "ARCHITECTURE.md".to_owned(), "CONTRIBUTING.md".to_owned()];
    pages.extend(pages_of("docs"));
    pages.extend(pages_of("docs/theory"));
    let (mut count, mut broken) = (0, BTreeSet::new());
    for page in &pages {
        let text = read(page);
        for target in links(&text).into_iter().filter(|target| !target.contains("://")) {
            count += 1;
            let (path, heading) =
                target.split_once('#').map_or((target, None), |(path, heading)| (path, Some(heading)));
            let folder = Path::new(page).parent().unwrap();
            let file = if path.is_empty() { PathBuf::from(page) } else { folder.join(path) };
            let is_there = root().join(&file).exists();
            let has_heading = heading.is_none_or(|heading| {
                std::fs::read_to_string(root().join(&file))
                    .is_ok_and(|text| prose(&text).any(|line| line.starts_with('#') && anchor(line) == heading))
            });
            if !is_there || !has_heading {
                broken.insert(format!("{page}: {target}"));
            }
        }
    }
    assert!(count > 100 && broken.is_empty(), "{count} links; broken: {broken:#?}");
}

#[test]
fn every_page_is_in_the_contents() {
    let contents = read("docs/SUMMARY.md");
    let listed = links(&contents);
    for page in pages_of("docs").into_iter().chain(pages_of("docs/theory")) {
        let path = page.strip_prefix("docs/").unwrap();
        assert!(path == "SUMMARY.md" || listed.contains(&path), "{page} is not in docs/SUMMARY.md");
    }
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
    let folder = crate::common::folder();
    assert_eq!(run("README.md", readme, folder.path()), (6, Vec::new()));
    let second = &commands("README.md", readme)[2];
    assert_eq!((second.line, second.command.contains("--json"), &second.output), (8, true, &None));
}

#[test]
fn a_readme_that_is_wrong_is_found_wrong() {
    let folder = crate::common::folder();
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
        let (_, wrong) = run("README.md", block, folder.path());
        assert_eq!(wrong.len(), 1, "{block}");
        assert!(wrong[0].starts_with(&format!("README.md:{line}: ")), "{wrong:?}");
    }
    assert_eq!(
        run("README.md", "grundy --version\n```\ngrundy --version\n```\n", folder.path()).0,
        0,
        "no block of commands"
    );
}
