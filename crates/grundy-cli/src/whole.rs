//! Files that are there whole or not at all.

use grundy::limits::Bytes;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Writes a file under a temporary name beside its own, and renames it when all of it is on the disk. What stood under the name
/// stays until then. A name that is no plain file, such as `/dev/stdout`, is written to as it is.
///
/// # Errors
/// If it cannot be written; then the temporary file is gone again.
pub(crate) fn write(path: &str, bytes: &[u8]) -> io::Result<()> {
    write_by(path, |out| out.write_all(bytes))
}

/// The same, for what is too large to be made before it is written: `content` writes it, in pieces of any size that suits it.
///
/// # Errors
/// If it cannot be written, or `content` says so; then the temporary file is gone again.
pub(crate) fn write_by<T>(path: &str, content: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<T>) -> io::Result<T> {
    if path == "/dev/stdout" {
        return content(&mut io::stdout());
    }
    if path == "/dev/stderr" {
        return content(&mut io::stderr());
    }
    // To rename a file to what these lead to would take it from under the program.
    if is_special(path) || path.starts_with("/dev/") || path.starts_with("/proc/") {
        return content(&mut fs::OpenOptions::new().append(true).open(path)?);
    }
    // A link stays one: the file that it leads to is written.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    sweep(&path);
    let temporary = beside(&path)?;
    let written = (|| {
        let mut file = File::create(&temporary)?;
        let done = content(&mut file)?;
        file.sync_all()?;
        fs::rename(&temporary, &path)?;
        Ok(done)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return written;
    }
    // The new name is on the disk too, where the system can say so of a folder.
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    written
}

/// Whether something has the name that is no plain file, such as a pipe.
pub(crate) fn is_special(path: &str) -> bool {
    fs::metadata(path).is_ok_and(|meta| !meta.is_file())
}

/// Reads a file of at most so many bytes.
///
/// # Errors
/// If it cannot be read, or is larger.
pub(crate) fn read(path: &str, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("is larger than {}", Bytes(most))));
    }
    Ok(bytes)
}

/// Whether [`write`] could begin: the temporary file is made, and is gone again.
///
/// # Errors
/// If it cannot be made.
pub(crate) fn probe(path: &str) -> io::Result<()> {
    let path = Path::new(path);
    if path.starts_with("/dev") || path.starts_with("/proc") || fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return fs::OpenOptions::new().append(true).open(path).map(|_| ());
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // What others left is gone before anything is added to it, so that it does not pile up.
    sweep(&path);
    let temporary = beside(&path)?;
    File::create(&temporary)?;
    fs::remove_file(temporary)
}

/// Removes the temporary files of runs that were killed while they wrote the same file: those of processes that are no more.
pub(crate) fn sweep(path: &Path) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Only where the system lists its processes can be known which are no more.
    if !Path::new("/proc/self/status").exists() {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let found = entry.file_name();
        let process = found.to_str().and_then(|found| {
            let process = found.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(".tmp")?;
            process.parse::<u32>().ok()
        });
        // One that has died and was not yet waited for has no program any more.
        let program = process.map(|process| fs::read_link(format!("/proc/{process}/exe")));
        if program.is_some_and(|program| program.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn beside(path: &Path) -> io::Result<PathBuf> {
    let name =
        path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "is not the name of a file"))?;
    let mut temporary = name.to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(temporary))
}
