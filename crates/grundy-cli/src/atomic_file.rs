//! Atomic writing of files: a file is written completely or not at all.
//!
//! A file is written under a temporary name, `NAME.RANDOM.tmp`, in the same folder, and renamed once all of it is on the disk. The writer
//! holds a lock on the temporary file. So a later run can distinguish the file of a killed run, which is not locked, from the file of a
//! run under way, in whatever container or on whatever host that runs.

use crate::interrupt;
use grundy::limits::Bytes;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The most symbolic links that are followed to a file that does not exist, as the system follows at most so many.
const MAX_LINKS: usize = 40;
/// The number of random characters in a temporary name.
const RANDOM: usize = 16;

/// Writes a file atomically. The previous file keeps its name until all bytes are on the disk. A path that is not a plain file, such as
/// `/dev/stdout`, is written to directly.
///
/// # Errors
/// If the file cannot be written; the temporary file is removed.
pub(crate) fn write(path: &str, bytes: &[u8]) -> io::Result<()> {
    write_by(path, |out| out.write_all(bytes))
}

/// Writes a file with a function, for contents that are too large for memory; otherwise like [`write`].
///
/// # Errors
/// If the file cannot be written, or the function fails; the temporary file is removed.
pub(crate) fn write_by<T>(path: &str, content: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<T>) -> io::Result<T> {
    match path {
        "/dev/stdout" => return content(&mut io::stdout()),
        "/dev/stderr" => return content(&mut io::stderr()),
        _ if is_special(path) => {
            // A pipe is opened once another process reads it.
            let open = || fs::OpenOptions::new().append(true).open(path);
            return content(&mut interrupt::while_reading(open)?);
        }
        _ => {}
    }
    let path = resolve(path)?;
    remove_stale_temporaries(&path);
    let mut temporary = create_beside(&path)?;
    if let Ok(previous) = fs::metadata(&path) {
        // Some file systems have no permissions of files.
        let _ = temporary.as_file().set_permissions(previous.permissions());
    }
    let done = content(temporary.as_file_mut())?;
    temporary.as_file().sync_all()?;
    temporary.persist(&path).map_err(|error| error.error)?;
    // Make the new name durable too, if the system can sync a folder.
    if let Ok(folder) = File::open(folder_of(&path)) {
        let _ = folder.sync_all();
    }
    Ok(done)
}

/// Whether a path names a device, a pipe, an open file, or another thing that must not be replaced by a plain file.
pub(crate) fn is_special(path: &str) -> bool {
    // The open files of a process, which may be plain files. Other paths below /dev may be plain files too, as in /dev/shm.
    let open_files = ["/dev/fd", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/proc"];
    open_files.iter().any(|open| Path::new(path).starts_with(open))
        || fs::metadata(path).is_ok_and(|meta| !meta.is_file())
}

/// Whether a file that is written is standard output. Then nothing else may be printed there.
pub(crate) fn is_stdout(path: Option<&str>) -> bool {
    path.is_some_and(|path| ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(&path))
}

/// Parses the path of a picture: that of an SVG file, or of a special file, such as `/dev/stdout`.
pub(crate) fn svg(path: &str) -> Result<String, String> {
    if path.to_lowercase().ends_with(".svg") || is_special(path) {
        return Ok(path.to_owned());
    }
    Err("the picture is SVG: write a name that ends in `.svg`, or `/dev/stdout`".to_owned())
}

/// Whether two paths name one plain file, which may not exist yet.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    if is_special(a) || is_special(b) {
        return false;
    }
    #[cfg(unix)]
    if let (Ok(a), Ok(b)) = (fs::metadata(a), fs::metadata(b)) {
        use std::os::unix::fs::MetadataExt;
        return (a.dev(), a.ino()) == (b.dev(), b.ino());
    }
    let resolved = |path: &str| {
        let path = resolve(path).ok()?;
        let folder = fs::canonicalize(folder_of(&path)).ok()?;
        Some(folder.join(path.file_name()?))
    };
    a == b || resolved(a).is_some_and(|a| Some(a) == resolved(b))
}

/// Whether a path names a pipe, which blocks a reader until another process writes to it.
pub(crate) fn is_pipe(path: &str) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        fs::metadata(path).is_ok_and(|meta| meta.file_type().is_fifo())
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// If the file cannot be read, or is larger.
pub(crate) fn read(path: &str, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A pipe may take its time.
    interrupt::while_reading(|| File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes))?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("is larger than {}", Bytes(most))));
    }
    Ok(bytes)
}

/// Checks that [`write`] can begin: creates the temporary file and removes it.
///
/// # Errors
/// If the temporary file cannot be created.
pub(crate) fn check_writable(path: &str) -> io::Result<()> {
    if path.ends_with(std::path::is_separator) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // To open a pipe waits for its reader, and to close it again ends what the reader reads.
    if is_pipe(path) {
        return Ok(());
    }
    if is_special(path) {
        return fs::OpenOptions::new().append(true).open(path).map(|_| ());
    }
    let path = resolve(path)?;
    remove_stale_temporaries(&path);
    create_beside(&path)?.close()
}

/// Removes the temporary files that killed runs left behind for this file.
pub(crate) fn remove_stale_temporaries(path: &Path) {
    for entry in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        if path.file_name().is_some() && target_of(&entry.file_name()) == path.file_name() {
            remove_if_stale(&entry.path());
        }
    }
}

/// The name of the file that a temporary file will become.
fn target_of(temporary: &std::ffi::OsStr) -> Option<&std::ffi::OsStr> {
    let (target, random) = temporary.to_str()?.strip_suffix(".tmp")?.rsplit_once('.')?;
    let is_random = random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_random.then_some(target.as_ref())
}

fn remove_if_stale(temporary: &Path) {
    // A link or a pipe with such a name is not from this program, and opening a pipe could block forever.
    if !fs::symlink_metadata(temporary).is_ok_and(|meta| meta.is_file()) {
        return;
    }
    let Ok(file) = fs::OpenOptions::new().write(true).open(temporary) else { return };
    if file.try_lock().is_ok() {
        let _ = fs::remove_file(temporary);
    }
}

/// Creates a temporary file beside a path, and locks it.
fn create_beside(path: &Path) -> io::Result<NamedTempFile> {
    let name =
        path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "is not the name of a file"))?;
    let mut prefix = name.to_owned();
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".tmp").rand_bytes(RANDOM);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder_of(path))?;
        match file.as_file().try_lock() {
            // Another run may have taken the file for a stale one and removed it before it was locked.
            Ok(()) if file.path().exists() => return Ok(file),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            // Without locks, no run can lock the file, so no run removes it.
            Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
}

/// The file behind a path: a symbolic link stays, and its target is written, which may not exist yet.
///
/// # Errors
/// If links lead to one another.
pub(crate) fn resolve(path: &str) -> io::Result<PathBuf> {
    let mut path = PathBuf::from(path);
    for _ in 0..MAX_LINKS {
        if let Ok(file) = fs::canonicalize(&path) {
            return Ok(file);
        }
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = folder_of(&path).join(target);
    }
    Err(io::Error::other("too many symbolic links"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_nobody_locks_are_stale() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("t.parquet");
        let under_way = create_beside(&table).unwrap();
        let stale = folder.path().join("t.parquet.0123456789abcdEF.tmp");
        let others =
            ["t.parquet.tmp", "t.parquet.123.tmp", "u.parquet.0123456789abcdEF.tmp", "t.parquet.0123456789abcd_F.tmp"];
        let others = others.map(|name| folder.path().join(name));
        others.iter().chain([&stale]).for_each(|path| fs::write(path, "left").unwrap());
        remove_stale_temporaries(&table);
        assert!(!stale.exists() && under_way.path().exists() && others.iter().all(|path| path.exists()));
        drop(under_way);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), others.len());
    }

    #[test]
    fn names_cannot_be_predicted_and_are_new() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("t.parquet");
        let names = [(); 2].map(|()| create_beside(&table).unwrap().path().to_owned());
        assert!(names[0] != names[1] && names.iter().all(|name| target_of(name.file_name().unwrap()).is_some()));
    }

    #[test]
    fn one_file_has_many_paths() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| format!("{}/{name}", folder.path().to_str().unwrap());
        assert!(is_same(&path("new"), &path("./new")) && !is_same(&path("new"), &path("other")));
        fs::write(path("a"), "").unwrap();
        fs::write(path("b"), "").unwrap();
        assert!(
            is_same(&path("a"), &path("./a")) && !is_same(&path("a"), &path("b")) && !is_same(&path("a"), &path("new"))
        );
        fs::hard_link(path("a"), path("link")).unwrap();
        assert!(cfg!(not(unix)) || is_same(&path("a"), &path("link")));
        assert!(!is_same("/dev/null", "/dev/null"));
        #[cfg(unix)]
        {
            // A link to a file that does not exist yet.
            std::os::unix::fs::symlink("target", path("dangling")).unwrap();
            assert!(is_same(&path("dangling"), &path("target")) && !is_same(&path("dangling"), &path("new")));
        }
    }

    #[test]
    fn a_failed_write_leaves_the_previous_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t");
        let text = path.to_str().unwrap();
        write(text, b"before").unwrap();
        let failed: io::Result<()> = write_by(text, |out| {
            out.write_all(b"after")?;
            Err(io::Error::other("stop"))
        });
        assert!(failed.is_err() && fs::read(&path).unwrap() == b"before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_a_file_keeps_its_rights() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        symlink("target", path("link")).unwrap();
        symlink("link", path("link2")).unwrap();
        write(path("link2").to_str().unwrap(), b"1").unwrap();
        assert_eq!(fs::read(path("target")).unwrap(), b"1");
        fs::set_permissions(path("target"), PermissionsExt::from_mode(0o600)).unwrap();
        write(path("link").to_str().unwrap(), b"2").unwrap();
        assert!(["link", "link2"].iter().all(|link| fs::symlink_metadata(path(link)).unwrap().is_symlink()));
        assert_eq!(fs::read(path("target")).unwrap(), b"2");
        assert_eq!(fs::metadata(path("target")).unwrap().permissions().mode() & 0o777, 0o600);
        // A link to itself is an error.
        symlink("loop", path("loop")).unwrap();
        assert!(write(path("loop").to_str().unwrap(), b"").is_err());
    }

    #[test]
    fn only_devices_pipes_and_open_files_are_special() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        fs::write(path("plain"), "").unwrap();
        assert!(!is_special(&path("plain")) && !is_special(&path("new")) && !is_special("/dev/shm/new"));
        if cfg!(unix) {
            assert!(["/dev/null", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].into_iter().all(is_special));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_the_rights_that_any_new_file_has() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
        write(ours.to_str().unwrap(), b"").unwrap();
        fs::write(&plain, b"").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
    }
}
