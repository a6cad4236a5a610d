//! The job of a process as bytes: the number of bytes after it (u32), then for each field the lengths of its name and value (u32 each) and
//! both as UTF-8.

use crate::error::{ClusterError, Difference};

/// The most bytes of a job, without their number.
pub(crate) const MAX_BYTES: usize = 1 << 16;
/// The most characters of a value that a message shows.
const MAX_SHOWN: usize = 200;

/// Checks that a job is short enough.
pub(crate) fn check(job: &[(String, String)]) -> Result<(), ClusterError> {
    if encode(job).len() - 4 > MAX_BYTES {
        return Err(ClusterError::Config(format!("the description of the job has more than {MAX_BYTES} bytes")));
    }
    Ok(())
}

/// Encodes a job.
pub(crate) fn encode(job: &[(String, String)]) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    for (name, value) in job {
        bytes.extend((name.len() as u32).to_le_bytes());
        bytes.extend((value.len() as u32).to_le_bytes());
        bytes.extend(name.bytes().chain(value.bytes()));
    }
    let length = bytes.len() as u32 - 4;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// Decodes the bytes of a job after their number; `None` if they are not a job.
pub(crate) fn decode(mut bytes: &[u8]) -> Option<Vec<(String, String)>> {
    let mut job = Vec::new();
    while !bytes.is_empty() {
        let name = u32::from_le_bytes(*take(&mut bytes, 4)?.first_chunk()?);
        let value = u32::from_le_bytes(*take(&mut bytes, 4)?.first_chunk()?);
        let name = std::str::from_utf8(take(&mut bytes, name as usize)?).ok()?;
        let value = std::str::from_utf8(take(&mut bytes, value as usize)?).ok()?;
        job.push((name.to_owned(), value.to_owned()));
    }
    Some(job)
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

/// The fields in which two jobs differ: those of this process in their order, then those that it does not have.
pub(crate) fn differences(theirs: &[(String, String)], ours: &[(String, String)]) -> Vec<Difference> {
    let value = |job: &[(String, String)], name: &str| {
        job.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone())
    };
    let mut names: Vec<&str> = ours.iter().chain(theirs).map(|(name, _)| name.as_str()).collect();
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(*name));
    let pairs = names.into_iter().map(|name| (name, value(theirs, name), value(ours, name)));
    pairs
        .filter(|(_, theirs, ours)| theirs != ours)
        .map(|(name, theirs, ours)| Difference {
            name: shown(name),
            theirs: theirs.map(|value| shown(&value)),
            ours: ours.map(|value| shown(&value)),
        })
        .collect()
}

/// A text of another process for a message: without control characters, and not too long.
pub(crate) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(fields: &[(&str, &str)]) -> Vec<(String, String)> {
        fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_job_comes_back() {
        for job in [job(&[]), job(&[("game", "nim"), ("options", "")])] {
            let bytes = encode(&job);
            assert_eq!(bytes.len() - 4, u32::from_le_bytes(*bytes.first_chunk().unwrap()) as usize);
            assert_eq!(decode(&bytes[4..]), Some(job));
        }
    }

    #[test]
    fn no_bytes_are_believed() {
        let bytes = encode(&job(&[("game", "nim"), ("options", "-")]));
        for end in 5..bytes.len() {
            let is_whole = end == 4 + 8 + 7;
            assert_eq!(decode(&bytes[4..end]).is_some(), is_whole, "{end} bytes");
        }
        let mut random = fastrand::Rng::with_seed(22);
        for _ in 0..10_000 {
            let mut changed = bytes[4..].to_vec();
            let at = random.usize(..changed.len());
            changed[at] = random.u8(..);
            let _ = decode(&changed);
        }
        assert!(check(&job(&[("game", &"x".repeat(MAX_BYTES - 12))])).is_ok());
        assert!(check(&job(&[("game", &"x".repeat(MAX_BYTES - 11))])).is_err());
    }

    #[test]
    fn differences_name_both_values() {
        let (theirs, ours) =
            (job(&[("a", "1"), ("b", "2"), ("c", "3")]), job(&[("b", "2"), ("a", "\x1b7"), ("d", "")]));
        let texts: Vec<String> = differences(&theirs, &ours).iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["a `1`, here ` 7`", "d none, here ``", "c `3`, here none"]);
        assert_eq!(differences(&ours, &ours), []);
        assert_eq!(shown(&"x".repeat(1000)).chars().count(), MAX_SHOWN + 1);
    }
}
