//! Resolves paths: finds the item or module that a path names, through imports and re-exports.

use crate::modules::{ItemKind, Module, Name, Sources};

/// Primitive types that have associated items.
const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16", "u32", "u64", "u128",
    "usize",
];

/// The meaning that was found for a path.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The full paths with the same meaning, the path as written first, the definition last. Imports of the module with the path and of
    /// the root of a crate are left out.
    pub(crate) steps: Vec<String>,
    pub(crate) target: Target,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Item {
        file: usize,
        kind: ItemKind,
    },
    Module(usize),
    /// A path into a crate that was not read.
    External,
}

/// A path that is being resolved, with the imports followed so far, so that a cycle of re-exports ends.
struct Query<'s> {
    sources: &'s Sources,
    asking: usize,
    followed: Vec<usize>,
}

impl Sources {
    /// Finds the meanings of a path in `module`, in every namespace.
    pub(crate) fn resolve(&self, module: usize, segments: &[String], is_absolute: bool) -> Vec<Found> {
        Query { sources: self, asking: module, followed: Vec::new() }.path(module, segments, is_absolute)
    }
}

impl Query<'_> {
    fn module(&self, module: usize) -> &Module {
        &self.sources.modules[module]
    }

    fn path(&mut self, module: usize, segments: &[String], is_absolute: bool) -> Vec<Found> {
        let [first, rest @ ..] = segments else { return Vec::new() };
        let found = match first.as_str() {
            _ if is_absolute => self.external(first),
            "crate" => vec![self.of_module(self.module(module).root)],
            "self" => vec![self.of_module(module)],
            "super" => self.module(module).parent.map(|parent| self.of_module(parent)).into_iter().collect(),
            "Self" => return Vec::new(),
            name => {
                let found = self.name(module, name);
                if found.is_empty() { self.external(first) } else { found }
            }
        };
        self.walk(found, rest)
    }

    fn of_module(&self, module: usize) -> Found {
        Found { steps: vec![self.module(module).path.clone()], target: Target::Module(module) }
    }

    fn external(&self, name: &str) -> Vec<Found> {
        match self.sources.roots.get(name) {
            Some(&root) => vec![self.of_module(root)],
            // A type of the prelude, a type parameter, or a primitive type.
            None if name.starts_with(char::is_uppercase) || PRIMITIVES.contains(&name) => Vec::new(),
            None => vec![Found { steps: vec![name.to_owned()], target: Target::External }],
        }
    }

    /// Resolves the rest of a path from the meanings of its first part.
    fn walk(&mut self, found: Vec<Found>, rest: &[String]) -> Vec<Found> {
        let [next, rest @ ..] = rest else { return found };
        // If one of the meanings is a module, only that one can have something below it.
        let has_module = found.iter().any(|one| matches!(one.target, Target::Module(_)));
        let mut out = Vec::new();
        for mut one in found {
            match one.target {
                // A variant or an associated item counts as its type.
                Target::Item { .. } if !has_module => out.push(one),
                Target::Item { .. } => {}
                Target::External => {
                    let mut path = one.steps.pop().unwrap_or_default();
                    for segment in std::iter::once(next).chain(rest).filter(|segment| *segment != "self") {
                        path = format!("{path}::{segment}");
                    }
                    one.steps.push(path);
                    out.push(one);
                }
                Target::Module(module) => {
                    let below = if next == "super" {
                        self.module(module).parent.map(|parent| self.of_module(parent)).into_iter().collect()
                    } else if next == "self" {
                        vec![one]
                    } else {
                        // The steps so far name the module, and the step of the name includes it again.
                        one.steps.pop();
                        let mut below = self.name(module, next);
                        if below.is_empty() {
                            // The module does not define this name: take the rest of the path as it is.
                            let path = format!("{}::{next}", self.module(module).path);
                            let path = rest.iter().fold(path, |path, segment| format!("{path}::{segment}"));
                            let target = Target::Item { file: self.module(module).file, kind: ItemKind::Other };
                            below.push(Found { steps: vec![path], target });
                        }
                        for below in &mut below {
                            below.steps.splice(0..0, one.steps.iter().cloned());
                        }
                        below
                    };
                    out.extend(self.walk(below, rest));
                }
            }
        }
        out
    }

    /// The meanings of a name in a module; empty if the module has no such name.
    fn name(&mut self, module: usize, name: &str) -> Vec<Found> {
        let mut out = Vec::new();
        let path = format!("{}::{name}", self.module(module).path);
        for meaning in self.module(module).names.get(name).cloned().unwrap_or_default() {
            match meaning {
                Name::Item(kind) => {
                    let target = Target::Item { file: self.module(module).file, kind };
                    out.push(Found { steps: vec![path.clone()], target });
                }
                Name::Module(child) => out.push(self.of_module(child)),
                Name::Import(import) => {
                    for mut found in self.import(import) {
                        let is_root = self.module(module).parent.is_none();
                        if module != self.asking && !is_root && found.steps.first() != Some(&path) {
                            found.steps.insert(0, path.clone());
                        }
                        out.push(found);
                    }
                }
            }
        }
        if out.is_empty() {
            for import in self.module(module).globs.clone() {
                for found in self.import(import) {
                    if let Target::Module(inner) = found.target {
                        out.extend(self.name(inner, name));
                    }
                }
            }
        }
        out
    }

    fn import(&mut self, import: usize) -> Vec<Found> {
        if self.followed.contains(&import) {
            return Vec::new();
        }
        self.followed.push(import);
        let sources = self.sources;
        let import = &sources.imports[import];
        let found = self.path(import.module, &import.path.segments, import.path.is_absolute);
        self.followed.pop();
        found
    }
}
