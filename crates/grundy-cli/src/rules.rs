//! Rules files on the command line: the parameters from `--set`, and opening games.

use crate::fail::Failure;
use crate::interrupt;
use grundy::Play;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
#[cfg(feature = "rules")]
use grundy::text::{CountUnit, ParseError, RulesError};
#[cfg(feature = "rules")]
use grundy_rules::{OpenError, ParseSettingError};

/// Parameters of a rules file.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Settings {
    /// Set a parameter of a rules file, as in `n=30` or `take=1,3,4`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Settings {
    /// No settings.
    pub(crate) const NONE: Self = Self { set: Vec::new() };
}

#[cfg(feature = "cluster")]
impl std::fmt::Display for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.set.join(" "))
    }
}

/// Opens a game by its text.
#[cfg(feature = "rules")]
pub(crate) fn open(game: &str, settings: &Settings, play: Play, limits: &Limits<'_>) -> Result<OpenedGame, Failure> {
    let set = read(settings)?;
    // A pipe may take its time.
    interrupt::while_reading(|| {
        grundy_rules::open(game, &set, play, limits).map_err(|error| match error {
            OpenError::Rules(error) if play == Play::Misere => {
                let normal = grundy_rules::open(game, &set, Play::Normal, limits);
                failure(OpenError::Rules(misere_error(error, normal.ok().as_ref())), game, settings)
            }
            other => failure(other, game, settings),
        })
    })
}

/// The error for a file that is rejected under misère play. It advises leaving `--misere` out if the same file opens as `normal`; a file
/// with `Sum` has advice of its own.
#[cfg(feature = "rules")]
fn misere_error(mut error: Box<RulesError>, normal: Option<&OpenedGame>) -> Box<RulesError> {
    if normal.is_some_and(|game| game.as_dyn().info().count_unit != CountUnit::Components) {
        error.help = "leave out --misere".to_owned();
    }
    error
}

/// Parses the settings, each into a name and a value.
#[cfg(feature = "rules")]
pub(crate) fn read(settings: &Settings) -> Result<Vec<grundy_rules::Setting>, Failure> {
    let setting = |text: &String| {
        text.parse().map_err(|error: ParseSettingError| Failure::input(format!("`--set {text}`"), error.to_string()))
    };
    settings.set.iter().map(setting).collect()
}

/// The failure for a rules file, or another game, that cannot be opened.
#[cfg(feature = "rules")]
pub(crate) fn failure(error: OpenError, game: &str, settings: &Settings) -> Failure {
    match error {
        OpenError::Catalog(error) => Failure::open(error, game),
        OpenError::Rules(mut error) => {
            // Quote a setting as the user typed it.
            if let Some(set) = settings.set.iter().find(|set| error.message.starts_with(&format!("`{set}`"))) {
                error.message.replace_range(..=set.len(), &format!("`--set {set}"));
            }
            Failure::Rules(error)
        }
        OpenError::File { path, error } => {
            let help = match path.starts_with("games/") && error.kind() == std::io::ErrorKind::NotFound {
                true => "the examples are in `games/` of the repository: go there, or name the whole path",
                false => "a name that ends in `.star` is the path of a rules file",
            };
            Failure::file(&path, &error, help)
        }
        OpenError::Setting(error) => {
            let help =
                "--set is for files that end in `.star`; games of the catalogue have their parameters after a colon";
            Failure::text(ParseError { help: help.to_owned(), ..error }, game)
        }
        OpenError::Run { path, error } => Failure::run(&error).with_origin(&path),
        other => Failure::input(other.to_string(), ""),
    }
}

/// Opens a game by its text, in a program that was built without rules files.
#[cfg(not(feature = "rules"))]
pub(crate) fn open(game: &str, settings: &Settings, play: Play, limits: &Limits<'_>) -> Result<OpenedGame, Failure> {
    if grundy::catalog::GameSpec::is_rules_file(game) || !settings.set.is_empty() {
        return Err(Failure::input(
            format!("{game}: this program was built without rules files"),
            "build it with its feature `rules`",
        ));
    }
    let opened = interrupt::while_reading(|| grundy::catalog::open(game, play, limits));
    opened.map_err(|error| Failure::open(error, game))
}
