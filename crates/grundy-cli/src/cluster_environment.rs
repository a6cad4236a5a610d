//! The environment variables of a process that solves a game together with others.

use crate::fail::Failure;
use grundy_cluster::Secret;

/// The variable with the secret of the processes.
pub(crate) const SECRET: &str = "GRUNDY_CLUSTER_SECRET";
/// The variable of a process that another one started: the parent's process ID, its own number, and the addresses.
pub(crate) const CHILD: &str = "GRUNDY_CLUSTER_CHILD";

/// The secret of a file, or of the environment; `None` if there is none or it is empty.
pub(crate) fn secret(file: Option<&str>) -> Result<Option<Secret>, Failure> {
    let text = match file {
        Some(path) => {
            let help = "--secret-file takes the path of a file with the secret";
            Some(std::fs::read(path).map_err(|error| Failure::file(path, &error, help))?)
        }
        None => std::env::var_os(SECRET).map(|text| text.to_string_lossy().into_owned().into_bytes()),
    };
    Ok(text.map(|text| text.trim_ascii().to_vec()).filter(|text| !text.is_empty()).map(Secret::new))
}
