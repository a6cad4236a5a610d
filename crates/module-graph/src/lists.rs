//! Checks references against lists of allowed and forbidden names.

use crate::references::Reference;
use std::collections::{BTreeMap, BTreeSet};

/// Whether `path` is `prefix` or lies below it.
pub fn is_below(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Reports each path that names something at or below one of `prefixes`. A glob import names everything in its module.
pub fn forbid(paths: &[Reference], prefixes: &[&str]) -> Vec<String> {
    let names = |step: &str, prefix: &str| {
        is_below(step, prefix) || step.strip_suffix("::*").is_some_and(|module| is_below(prefix, module))
    };
    let wrong = paths.iter().filter_map(|path| {
        let prefix = prefixes.iter().find(|prefix| path.steps.iter().any(|step| names(step, prefix)))?;
        Some(format!("{}: `{}` names {prefix}, which is forbidden here", path.file, path.written))
    });
    wrong.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Reports each path that names something of the crate `of` outside `prefixes`, which are paths in that crate, and each prefix that no
/// path uses.
pub fn allow(paths: &[Reference], of: &str, prefixes: &[&str]) -> Vec<String> {
    let mut unused: BTreeSet<&str> = prefixes.iter().copied().collect();
    let mut out = BTreeSet::new();
    for path in paths {
        for step in path.steps.iter().filter(|step| is_below(step, of)) {
            let inside = step[of.len()..].trim_start_matches("::");
            match prefixes.iter().find(|prefix| is_below(inside, prefix)) {
                Some(prefix) => _ = unused.remove(prefix),
                None => {
                    out.insert(format!("{}: `{}` names {step}, which is not on the list", path.file, path.written));
                }
            }
        }
    }
    out.extend(unused.into_iter().map(|prefix| format!("nothing names {of}::{prefix}: remove it from the list")));
    out.into_iter().collect()
}

/// Reports each wrong item that is not in `known`, and each item of `known` that is no longer wrong.
pub fn exceptions(wrong: &BTreeMap<String, String>, known: &[&str]) -> Vec<String> {
    let new = wrong
        .iter()
        .filter(|(thing, _)| !known.contains(&thing.as_str()))
        .map(|(thing, why)| format!("{thing}: {why}"));
    let gone = known.iter().filter(|thing| !wrong.contains_key(**thing));
    new.chain(gone.map(|thing| format!("{thing} is not wrong any more: remove it from the list"))).collect()
}
