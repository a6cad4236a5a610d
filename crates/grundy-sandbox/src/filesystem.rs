//! Restricts which files may be opened by path: a Landlock domain.

use crate::{Files, SandboxError};
use landlock::{
    ABI, Access, AccessFs, AccessNet, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, make_bitflags,
};
use std::path::Path;

/// The newest Landlock interface that this crate uses. On an older kernel, what that kernel lacks is left out.
const NEWEST: ABI = ABI::V6;

/// Restricts this thread, and the threads that it starts later, to `files`. TCP and abstract Unix sockets are denied too.
pub(crate) fn restrict(files: &Files) -> Result<(), SandboxError> {
    let error = |error: RulesetError| SandboxError::Filesystem(error.to_string());
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(NEWEST)))
        .and_then(|rules| rules.scope(Scope::AbstractUnixSocket))
        .and_then(Ruleset::create)
        .map_err(error)?;
    if files.is_interactive {
        let (read, write) =
            (make_bitflags!(AccessFs::{ReadFile}), make_bitflags!(AccessFs::{ReadFile | WriteFile | Truncate}));
        let folder = write | make_bitflags!(AccessFs::{ReadDir | MakeReg | MakeDir | RemoveFile | RemoveDir | Refer});
        for path in &files.read {
            rules = allow(rules, path, read, read | AccessFs::ReadDir).map_err(error)?;
        }
        for path in &files.write {
            rules = allow(rules, path, write, folder).map_err(error)?;
        }
    }
    match rules.restrict_self().map_err(error)?.ruleset {
        RulesetStatus::NotEnforced => Err(SandboxError::Filesystem("Landlock is missing or disabled".to_owned())),
        _ => Ok(()),
    }
}

/// Allows `of_file` at a path, or `of_folder` if the path is a folder. A path that does not exist needs no rule.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    of_file: landlock::BitFlags<AccessFs>,
    of_folder: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(descriptor) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { of_folder } else { of_file };
    rules.add_rule(PathBeneath::new(descriptor, access))
}
