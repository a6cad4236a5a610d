//! Walks the code of a crate and resolves every path in it.

use crate::modules::{Binds, ItemKind, Name, Sources, UsePath, attributes, is_for_tests, item_name, use_paths};
use crate::resolve::{Found, Target};
use crate::tokens::{Tokens, string};
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::{Attribute, Block, ImplItem, Item, ItemFn, ItemUse, Lit, Macro, PatIdent, Stmt, TraitItem, Visibility};

/// The macros of `std` that write to the terminal; code can name them without a path.
const PRELUDE_MACROS: [&str; 5] = ["dbg", "eprint", "eprintln", "print", "println"];

/// A resolved path in the code.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The path of the file below `src`.
    pub file: String,
    /// The module, beginning with the name of the crate.
    pub module: String,
    /// The path as it is written in the code.
    pub written: String,
    /// The full paths with the same meaning: first the name in the module that the code names, then the re-exports that it goes through,
    /// last the definition. Re-exports in the root of a crate are left out. A glob import ends in `::*`.
    pub steps: Vec<String>,
    /// Whether the name is only re-exported, by `pub use` of any visibility.
    pub is_reexport: bool,
    /// The file of the item, as an index of the sources' files; `None` for a module, or an item of a crate that was not read.
    pub(crate) item: Option<(usize, ItemKind)>,
}

/// The references and string literals in the code of a crate.
#[derive(Debug, Default)]
pub struct References {
    /// Every path that names something of a crate, except local names, type parameters and the prelude.
    pub paths: Vec<Reference>,
    /// Every string literal except documentation, with its file.
    pub strings: Vec<(String, String)>,
}

impl Sources {
    /// Collects the references of one crate.
    ///
    /// # Panics
    /// If the crate was not added.
    pub fn references(&self, crate_name: &str) -> References {
        assert!(self.roots.contains_key(crate_name), "the crate {crate_name} was not read");
        let mut out = References::default();
        for file in self.files.iter().filter(|file| file.crate_name == crate_name) {
            let mut walk =
                Walk { sources: self, module: file.module, scopes: Vec::new(), locals: Vec::new(), out: &mut out };
            for item in &file.items {
                walk.visit_item(item);
            }
        }
        out
    }
}

/// The names that the items of a block define.
#[derive(Default)]
struct Scope {
    names: HashMap<String, Option<UsePath>>,
}

struct Walk<'s> {
    sources: &'s Sources,
    module: usize,
    /// The enclosing blocks of the code, innermost last.
    scopes: Vec<Scope>,
    /// The variables of the enclosing functions.
    locals: Vec<HashSet<String>>,
    out: &'s mut References,
}

impl Walk<'_> {
    /// Resolves a path in the code and records its meaning.
    fn note(&mut self, segments: &[String], is_absolute: bool) {
        let [first, rest @ ..] = segments else { return };
        let is_alone = rest.is_empty();
        if is_alone && (is_absolute || self.locals.iter().any(|names| names.contains(first))) {
            return;
        }
        let mut path = UsePath { segments: segments.to_vec(), is_absolute, binds: Binds::Nothing };
        if !is_absolute && let Some(named) = self.scopes.iter().rev().find_map(|scope| scope.names.get(first)) {
            // An item of the function itself, or the meaning of a `use` in the function.
            let Some(named) = named else { return };
            path.is_absolute = named.is_absolute;
            path.segments.splice(0..1, named.segments.iter().cloned());
        }
        let found = self.sources.resolve(self.module, &path.segments, path.is_absolute);
        let written = segments.join("::");
        for one in found {
            // A single name with no meaning in the module: of the prelude, a type parameter, or a primitive type.
            if !(is_alone && path.segments.len() == 1 && one.target == Target::External) {
                self.push(one, &written, false);
            }
        }
    }

    fn note_import(&mut self, path: &UsePath, is_reexport: bool) {
        let mut written = path.segments.join("::");
        let is_glob = path.binds == Binds::Glob;
        if is_glob {
            written += "::*";
        }
        let mut all = self.sources.resolve(self.module, &path.segments, path.is_absolute);
        if is_glob && all.iter().any(|found| matches!(found.target, Target::Module(_))) {
            // A function with the same name has nothing below it.
            all.retain(|found| matches!(found.target, Target::Module(_)));
        }
        for mut found in all {
            if let (true, Some(last)) =
                (is_glob && !matches!(found.target, Target::Item { .. }), found.steps.last_mut())
            {
                *last += "::*";
            }
            self.push(found, &written, is_reexport);
        }
    }

    fn note_macro(&mut self, name: &str) {
        if PRELUDE_MACROS.contains(&name) {
            let found = Found { steps: vec![format!("std::{name}")], target: Target::External };
            self.push(found, &format!("{name}!"), false);
        } else {
            self.note(&[name.to_owned()], false);
        }
    }

    fn push(&mut self, found: Found, written: &str, is_reexport: bool) {
        let module = &self.sources.modules[self.module];
        let item = if let Target::Item { file, kind } = found.target { Some((file, kind)) } else { None };
        self.out.paths.push(Reference {
            file: self.sources.files[module.file].path.clone(),
            module: module.path.clone(),
            written: written.to_owned(),
            steps: found.steps,
            is_reexport,
            item,
        });
    }

    fn string(&mut self, text: String) {
        let file = &self.sources.files[self.sources.modules[self.module].file];
        self.out.strings.push((file.path.clone(), text));
    }

    /// Visits code with the variables of a function in scope.
    fn in_function(&mut self, names: Locals, visit: impl FnOnce(&mut Self)) {
        self.locals.push(names.0);
        visit(self);
        self.locals.pop();
    }
}

/// The variables that patterns bind: names in lower case, because others may be constants.
#[derive(Default)]
struct Locals(HashSet<String>);

impl<'ast> Visit<'ast> for Locals {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        let name = pattern.ident.to_string();
        if name.starts_with(|c: char| c.is_lowercase() || c == '_') {
            self.0.insert(name);
        }
        visit::visit_pat_ident(self, pattern);
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_for_tests(attributes(item)) {
            return;
        }
        match item {
            Item::Mod(inner) => {
                let Some((_, items)) = &inner.content else { return };
                let names = &self.sources.modules[self.module].names;
                let child = names.get(&inner.ident.to_string()).into_iter().flatten().find_map(|name| match name {
                    Name::Module(child) => Some(*child),
                    _ => None,
                });
                let outside = self.module;
                self.module = child.expect("inline modules outside functions are in the tree");
                for item in items {
                    self.visit_item(item);
                }
                self.module = outside;
            }
            item => visit::visit_item(self, item),
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        for path in use_paths(item) {
            self.note_import(&path, !matches!(item.vis, Visibility::Inherited));
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        let mut names = Locals::default();
        names.visit_item_fn(item);
        self.in_function(names, |walk| visit::visit_item_fn(walk, item));
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes = match item {
            ImplItem::Const(item) => &item.attrs,
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            ImplItem::Macro(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if !is_for_tests(attributes) {
            let mut names = Locals::default();
            names.visit_impl_item(item);
            self.in_function(names, |walk| visit::visit_impl_item(walk, item));
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let mut names = Locals::default();
        names.visit_trait_item(item);
        self.in_function(names, |walk| visit::visit_trait_item(walk, item));
    }

    fn visit_block(&mut self, block: &'ast Block) {
        let mut scope = Scope::default();
        for statement in &block.stmts {
            let Stmt::Item(item) = statement else { continue };
            if let Item::Use(item) = item {
                for path in use_paths(item) {
                    if let Binds::Name(name) = path.binds.clone() {
                        scope.names.insert(name, Some(path));
                    }
                }
            } else if let Some(name) = item_name(item) {
                scope.names.insert(name, None);
            }
        }
        self.scopes.push(scope);
        visit::visit_block(self, block);
        self.scopes.pop();
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.note(&segments, path.leading_colon.is_some());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        if let Some(name) = mac.path.get_ident().map(ToString::to_string) {
            self.note_macro(&name);
        } else {
            self.visit_path(&mac.path);
        }
        let tokens = Tokens::of(mac);
        for item in &tokens.uses {
            self.visit_item_use(item);
        }
        for path in &tokens.paths {
            match &path.segments[..] {
                [name] if path.is_macro => self.note_macro(name),
                // A single name in lower case may be a field or a variable of the macro, unless it is called.
                [name] if !path.is_called && name.starts_with(|c: char| c.is_lowercase()) => {}
                segments => self.note(segments, path.is_absolute),
            }
        }
        for text in tokens.strings {
            self.string(text);
        }
    }

    fn visit_lit(&mut self, literal: &'ast Lit) {
        if let Some(text) = string(literal) {
            self.string(text);
        }
    }

    // Skip derives, lints and documentation.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}
