//! Measurements of the machine: free memory, processors, and the peak memory of this process.
//!
//! A sandboxed process cannot open the files that this needs, so [`measure`] opens and reads them beforehand.

use std::fs::{self, File};
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The free memory to assume if the system does not report it.
const UNKNOWN: u64 = 4 << 30;

/// Nine tenths of the memory that was free at the first use.
static FREE: LazyLock<u64> = LazyLock::new(|| free(Path::new("/")).unwrap_or(UNKNOWN) / 10 * 9);
/// The number of threads that the machine can run at once; `None` if unknown.
static PARALLELISM: LazyLock<Option<NonZeroUsize>> = LazyLock::new(|| std::thread::available_parallelism().ok());
/// An open `/proc/self/status`. Linux generates its contents again for each read from the start.
static STATUS: LazyLock<Option<Mutex<File>>> = LazyLock::new(|| File::open("/proc/self/status").ok().map(Mutex::new));

/// Reads and opens in advance everything that the functions of this module need.
#[cfg(feature = "rules")]
pub(crate) fn measure() {
    LazyLock::force(&FREE);
    LazyLock::force(&PARALLELISM);
    LazyLock::force(&STATUS);
}

/// The default of `--memory`: nine tenths of the free memory, of the machine, of the process's control groups, or of its address space.
pub(crate) fn free_memory() -> u64 {
    *FREE
}

/// The number of threads that the machine can run at once; `None` if unknown.
pub(crate) fn parallelism() -> Option<NonZeroUsize> {
    *PARALLELISM
}

/// The peak resident memory of this process, if the system reports it.
pub(crate) fn peak_memory() -> Option<u64> {
    use std::io::Seek;
    let mut file = STATUS.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
    let mut status = String::new();
    file.rewind().ok()?;
    file.read_to_string(&mut status).ok()?;
    kibibytes(&status, "VmHWM:")
}

/// The value in bytes of a line `NAME  1234 kB`.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The free memory of a Linux system whose files are below `root`: the available memory of the machine, or the memory that a control
/// group or the limit of the address space of this process has left, if that is less.
fn free(root: &Path) -> Option<u64> {
    let machine = fs::read_to_string(root.join("proc/meminfo")).ok().and_then(|text| kibibytes(&text, "MemAvailable:"));
    machine.into_iter().chain(free_in_groups(root)).chain(free_address_space(root)).min()
}

/// The address space that this process may still take; `None` if it has no limit, as by `ulimit -v`.
fn free_address_space(root: &Path) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(root.join("proc/self").join(name)).ok();
    let limits = read("limits")?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(kibibytes(&read("status")?, "VmSize:")?))
}

/// The smallest free memory among the control groups of this process.
///
/// The limit of a group applies to all groups below it, so the group of the process and all its ancestors are read. In a container the
/// path of the group may be one of the host's, which does not exist there: then the root of the hierarchy is the container's group.
fn free_in_groups(root: &Path) -> Option<u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let free_of_line = |line: &str| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next()?, fields.next()?);
        let path = Path::new(path.trim_start_matches('/'));
        let (mount, files) = match controllers {
            "" => (root.join("sys/fs/cgroup"), V2),
            _ if controllers.split(',').any(|name| name == "memory") => (root.join("sys/fs/cgroup/memory"), V1),
            _ => return None,
        };
        path.ancestors().filter_map(|group| free_in_group(&mount.join(group), &files)).min()
    };
    groups.lines().filter_map(free_of_line).min()
}

/// The names of a control group's files.
struct GroupFiles {
    limit: &'static str,
    usage: &'static str,
    /// The entry of `memory.stat` for cached pages of files, which the kernel drops when memory runs short.
    cache: &'static str,
}

const V1: GroupFiles =
    GroupFiles { limit: "memory.limit_in_bytes", usage: "memory.usage_in_bytes", cache: "total_inactive_file " };
const V2: GroupFiles = GroupFiles { limit: "memory.max", usage: "memory.current", cache: "inactive_file " };

/// The free memory of one control group; `None` if it has no limit.
fn free_in_group(group: &Path, files: &GroupFiles) -> Option<u64> {
    let number = |name: &str| fs::read_to_string(group.join(name)).ok()?.trim().parse::<u64>().ok();
    // For no limit, version 2 writes `max`, and version 1 a number larger than any machine's memory.
    let limit = number(files.limit).filter(|&limit| limit < 1 << 62)?;
    let stat = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let cache = stat.lines().find_map(|line| line.strip_prefix(files.cache)?.trim().parse::<u64>().ok());
    let used = number(files.usage).unwrap_or(0).saturating_sub(cache.unwrap_or(0));
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates the file tree of a system with these files.
    fn system(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    const MACHINE: (&str, &str) = ("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:    8000 kB\n");

    #[test]
    fn without_groups_the_machine_decides() {
        assert_eq!(free(system(&[MACHINE]).path()), Some(8000 << 10));
        assert_eq!(free(system(&[]).path()), None);
    }

    #[test]
    fn a_limit_of_the_address_space_decides() {
        let status = ("proc/self/status", "Name: grundy\nVmSize:      100 kB\n");
        let limits = |soft: &str| {
            format!(
                "Limit  Soft Limit  Hard Limit  Units\nMax address space         {soft}         unlimited   bytes\n"
            )
        };
        let (limited, unlimited) = (limits("1102400"), limits("unlimited"));
        assert_eq!(free(system(&[MACHINE, status, ("proc/self/limits", &limited)]).path()), Some(1_000_000));
        assert_eq!(free(system(&[MACHINE, status, ("proc/self/limits", &unlimited)]).path()), Some(8000 << 10));
    }

    #[test]
    fn the_tightest_group_above_decides() {
        let root = system(&[
            MACHINE,
            ("proc/self/cgroup", "0::/slice/unit\n"),
            ("sys/fs/cgroup/slice/memory.max", "3000000\n"),
            ("sys/fs/cgroup/slice/memory.current", "1000000\n"),
            ("sys/fs/cgroup/slice/memory.stat", "anon 5\ninactive_file 400000\n"),
            ("sys/fs/cgroup/slice/unit/memory.max", "max\n"),
            ("sys/fs/cgroup/slice/unit/memory.current", "900000\n"),
        ]);
        assert_eq!(free(root.path()), Some(2_400_000));
    }

    #[test]
    fn version_1_and_containers() {
        let limit = |name, text| (name, text);
        let root = system(&[
            MACHINE,
            ("proc/self/cgroup", "5:cpu,cpuacct:/\n4:memory:/docker/0123\n0::/\n"),
            // The path of the host's group does not exist in the container's file system.
            limit("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n"),
            limit("sys/fs/cgroup/memory/memory.usage_in_bytes", "500000\n"),
            limit("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 100000\n"),
        ]);
        assert_eq!(free(root.path()), Some(1_600_000));
        let unlimited = system(&[
            MACHINE,
            ("proc/self/cgroup", "4:memory:/\n"),
            limit("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
        ]);
        assert_eq!(free(unlimited.path()), Some(8000 << 10));
    }
}
