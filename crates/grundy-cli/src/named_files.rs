//! The files that a command line names: an output must not replace an input, and a sandboxed command can open no others.

use crate::atomic_file;
use crate::fail::Failure;
use grundy::catalog::GameSpec;
#[cfg(feature = "rules")]
use grundy_sandbox::Files;
#[cfg(feature = "rules")]
use std::fs;
#[cfg(feature = "rules")]
use std::path::{Path, PathBuf};

/// The files that a command line names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NamedFiles<'a> {
    /// Files to read.
    inputs: Vec<&'a str>,
    /// Files to write; each is first written under a temporary name in the same folder.
    outputs: Vec<&'a str>,
    /// Folders whose files are read and written.
    folders: Vec<&'a str>,
}

impl<'a> NamedFiles<'a> {
    /// Adds files to read; an option that is absent adds none.
    pub(crate) fn with_inputs(mut self, paths: impl IntoIterator<Item = &'a String>) -> Self {
        self.inputs.extend(paths.into_iter().map(String::as_str));
        self
    }

    /// Adds the files of games that are files; an option that is absent adds none.
    pub(crate) fn with_games(mut self, games: impl IntoIterator<Item = &'a String>) -> Self {
        let file_of = |game: &'a String| match game.strip_prefix("graph:") {
            None if !GameSpec::is_rules_file(game) => None,
            path => Some(path.unwrap_or(game)),
        };
        self.inputs.extend(games.into_iter().filter_map(file_of));
        self
    }

    /// Adds files to write; an option that is absent adds none.
    pub(crate) fn with_outputs(mut self, paths: impl IntoIterator<Item = &'a String>) -> Self {
        self.outputs.extend(paths.into_iter().map(String::as_str));
        self
    }

    /// Adds folders whose files are read and written; an option that is absent adds none.
    #[cfg(feature = "table")]
    pub(crate) fn with_folders(mut self, paths: impl IntoIterator<Item = &'a String>) -> Self {
        self.folders.extend(paths.into_iter().map(String::as_str));
        self
    }

    /// Checks that no output is an input under any name, which would replace it. A file that the command reads and writes by one option is
    /// both.
    pub(crate) fn check_outputs(&self) -> Result<(), Failure> {
        for output in &self.outputs {
            if self.inputs.iter().any(|input| !std::ptr::eq(*input, *output) && atomic_file::is_same(input, output)) {
                let message = format!("{output}: is the file that this command reads, and would be replaced");
                return Err(Failure::input(message, "name another file to write"));
            }
        }
        Ok(())
    }

    /// The files and folders to allow. Creates a folder that does not exist yet, because only existing folders can be allowed.
    #[cfg(feature = "rules")]
    pub(crate) fn to_files(&self) -> Files {
        let mut write: Vec<PathBuf> = self.outputs.iter().map(|path| writable(path)).collect();
        for folder in &self.folders {
            // If the folder cannot be created, the command reports why.
            let _ = fs::create_dir_all(folder);
            write.push(folder.into());
        }
        Files::of_command(self.inputs.iter().map(PathBuf::from).collect(), write)
    }
}

/// The path that must be writable for an output: its folder, or the output itself if it is a device or a pipe.
#[cfg(feature = "rules")]
fn writable(path: &str) -> PathBuf {
    if atomic_file::is_special(path) {
        return path.into();
    }
    let path = atomic_file::resolve(path).unwrap_or_else(|_| path.into());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

#[cfg(all(test, feature = "rules"))]
mod tests {
    use super::*;

    #[test]
    fn an_output_needs_its_folder_and_a_device_itself() {
        assert_eq!(writable("new.parquet"), Path::new("."));
        assert_eq!(writable("/no/such/new.svg"), Path::new("/no/such"));
        assert_eq!(writable("/dev/null"), Path::new("/dev/null"));
    }

    #[test]
    fn all_named_files_are_allowed() {
        let (game, table, plot) = ("graph:a.star".to_owned(), "t.parquet".to_owned(), "p.svg".to_owned());
        let named = NamedFiles::default()
            .with_games([&game])
            .with_inputs(Some(&table))
            .with_inputs(None)
            .with_outputs(Some(&plot));
        let files = named.to_files();
        assert_eq!(files.read, [Path::new("a.star"), Path::new("t.parquet")]);
        assert_eq!(files.write, [Path::new(".")]);
    }
}
