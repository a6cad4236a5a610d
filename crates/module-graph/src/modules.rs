//! The module trees of crates: the file of each module, and the meaning of each name in it.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use syn::punctuated::Punctuated;
use syn::{Attribute, Item, ItemUse, Meta, Token, UseTree};

/// The source files of several crates.
#[derive(Default)]
pub struct Sources {
    /// The root module of each crate, by the name of the crate in code.
    pub(crate) roots: HashMap<String, usize>,
    pub(crate) files: Vec<File>,
    pub(crate) modules: Vec<Module>,
    pub(crate) imports: Vec<Import>,
}

/// A source file.
pub(crate) struct File {
    /// The path of the file below the folder `src`, with `/`.
    pub(crate) path: String,
    pub(crate) crate_name: String,
    pub(crate) module: usize,
    pub(crate) items: Vec<Item>,
}

/// A module, in a file of its own or inline.
pub(crate) struct Module {
    pub(crate) file: usize,
    pub(crate) root: usize,
    pub(crate) parent: Option<usize>,
    /// The path of the module, beginning with the name of the crate.
    pub(crate) path: String,
    pub(crate) names: HashMap<String, Vec<Name>>,
    /// Glob imports, as indices of `Sources::imports`.
    pub(crate) globs: Vec<usize>,
}

/// The meaning of a name in a module. A name may have several meanings, one in each namespace.
#[derive(Clone, Copy)]
pub(crate) enum Name {
    Item(ItemKind),
    Module(usize),
    /// An index of `Sources::imports`.
    Import(usize),
}

/// The kind of an item, as far as the detection of cycles needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Function,
    /// A type, trait, constant or macro.
    Other,
}

/// An import of a module: a leaf of one of its `use` trees.
pub(crate) struct Import {
    pub(crate) module: usize,
    pub(crate) path: UsePath,
}

/// A leaf of a `use` tree.
#[derive(Clone)]
pub(crate) struct UsePath {
    /// The path, without the `*` of a glob and the `self` of a group.
    pub(crate) segments: Vec<String>,
    /// Whether the path begins with `::`.
    pub(crate) is_absolute: bool,
    pub(crate) binds: Binds,
}

/// The name that a leaf of a `use` tree binds.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Binds {
    Name(String),
    Glob,
    /// `as _`
    Nothing,
}

impl Sources {
    /// Creates an empty set of crates.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads packages of a workspace, whose folders are in `crates`. The crate of the package `a-b` has the name `a_b`.
    ///
    /// # Panics
    /// If a file cannot be read or parsed.
    pub fn of_packages(crates: &Path, packages: &[&str]) -> Self {
        let mut sources = Self::new();
        for package in packages {
            sources.read(&package.replace('-', "_"), &crates.join(package).join("src"));
        }
        sources
    }

    /// Adds the crate whose source files are in `folder`.
    ///
    /// # Panics
    /// If a file cannot be read or parsed.
    pub fn read(&mut self, crate_name: &str, folder: &Path) {
        let (mut folders, mut texts) = (vec![folder.to_owned()], BTreeMap::new());
        while let Some(next) = folders.pop() {
            for entry in std::fs::read_dir(&next).unwrap_or_else(|error| panic!("{}: {error}", next.display())) {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let below = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                    texts.insert(below, std::fs::read_to_string(&path).unwrap());
                }
            }
        }
        self.add(crate_name, &texts);
    }

    /// Adds a crate from the texts of its files; the keys are paths below `src`. The root is `lib.rs` or `main.rs`.
    ///
    /// # Panics
    /// If a file is missing or cannot be parsed.
    pub fn add(&mut self, crate_name: &str, texts: &BTreeMap<String, String>) {
        let root = if texts.contains_key("lib.rs") { "lib.rs" } else { "main.rs" };
        let module = self.add_file(crate_name, texts, root, "", None, crate_name);
        self.roots.insert(crate_name.to_owned(), module);
    }

    /// Adds a file and the modules below it, whose files are in the folder `below`, which is empty or ends with `/`.
    fn add_file(
        &mut self,
        crate_name: &str,
        texts: &BTreeMap<String, String>,
        path: &str,
        below: &str,
        parent: Option<usize>,
        module_path: &str,
    ) -> usize {
        let text = texts.get(path).unwrap_or_else(|| panic!("{crate_name}: there is no file {path}"));
        let items = syn::parse_file(text).unwrap_or_else(|error| panic!("{crate_name}/{path}: {error}")).items;
        let file = self.files.len();
        let module = self.modules.len();
        let (path, crate_name) = (path.to_owned(), crate_name.to_owned());
        self.files.push(File { path, crate_name: crate_name.clone(), module, items: Vec::new() });
        self.add_module(&crate_name, texts, &items, file, below, parent, module_path);
        self.files[file].items = items;
        module
    }

    #[expect(clippy::too_many_arguments, reason = "the place of a module has this many parts")]
    fn add_module(
        &mut self,
        crate_name: &str,
        texts: &BTreeMap<String, String>,
        items: &[Item],
        file: usize,
        below: &str,
        parent: Option<usize>,
        module_path: &str,
    ) -> usize {
        let module = self.modules.len();
        let root = parent.map_or(module, |parent| self.modules[parent].root);
        let path = module_path.to_owned();
        self.modules.push(Module { file, root, parent, path, names: HashMap::new(), globs: Vec::new() });
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            match item {
                Item::Mod(inner) => {
                    assert!(
                        !inner.attrs.iter().any(|attribute| attribute.path().is_ident("path")),
                        "{crate_name}: `#[path]` is not supported"
                    );
                    let name = inner.ident.to_string();
                    let (path, folder) = (format!("{module_path}::{name}"), format!("{below}{name}/"));
                    let child = if let Some((_, items)) = &inner.content {
                        self.add_module(crate_name, texts, items, file, &folder, Some(module), &path)
                    } else {
                        let beside = format!("{below}{name}.rs");
                        let beside = if texts.contains_key(&beside) { beside } else { format!("{folder}mod.rs") };
                        self.add_file(crate_name, texts, &beside, &folder, Some(module), &path)
                    };
                    self.bind(module, name, Name::Module(child));
                }
                Item::Use(item) => {
                    for path in use_paths(item) {
                        self.add_import(module, path);
                    }
                }
                Item::ExternCrate(item) => {
                    let path = UsePath {
                        segments: vec![item.ident.to_string()],
                        is_absolute: true,
                        binds: Binds::Name(
                            item.rename.as_ref().map_or_else(|| item.ident.to_string(), |(_, name)| name.to_string()),
                        ),
                    };
                    self.add_import(module, path);
                }
                item => {
                    if let Some(name) = item_name(item) {
                        let kind = if matches!(item, Item::Fn(_)) { ItemKind::Function } else { ItemKind::Other };
                        self.bind(module, name, Name::Item(kind));
                    }
                }
            }
        }
        module
    }

    fn add_import(&mut self, module: usize, path: UsePath) {
        let import = self.imports.len();
        match &path.binds {
            Binds::Name(name) => self.bind(module, name.clone(), Name::Import(import)),
            Binds::Glob => self.modules[module].globs.push(import),
            Binds::Nothing => {}
        }
        self.imports.push(Import { module, path });
    }

    fn bind(&mut self, module: usize, name: String, to: Name) {
        self.modules[module].names.entry(name).or_default().push(to);
    }
}

/// The leaves of a `use` tree.
pub(crate) fn use_paths(item: &ItemUse) -> Vec<UsePath> {
    fn walk(tree: &UseTree, before: &mut Vec<String>, is_absolute: bool, out: &mut Vec<UsePath>) {
        let leaf = |name: &str, binds: Option<String>| {
            // A final `self` stays: it names only a module or a type, not a function with the same name.
            let mut segments = before.clone();
            segments.push(name.to_owned());
            let named = if name == "self" { before.last().cloned() } else { segments.last().cloned() };
            let binds = binds.or(named).map_or(Binds::Nothing, Binds::Name);
            UsePath { segments, is_absolute, binds }
        };
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                walk(&path.tree, before, is_absolute, out);
                before.pop();
            }
            UseTree::Name(name) => out.push(leaf(&name.ident.to_string(), None)),
            UseTree::Rename(name) => {
                let to = name.rename.to_string();
                let mut leaf = leaf(&name.ident.to_string(), Some(to.clone()));
                if to == "_" {
                    leaf.binds = Binds::Nothing;
                }
                out.push(leaf);
            }
            UseTree::Glob(_) => out.push(UsePath { segments: before.clone(), is_absolute, binds: Binds::Glob }),
            UseTree::Group(group) => {
                for tree in &group.items {
                    walk(tree, before, is_absolute, out);
                }
            }
        }
    }
    let mut out = Vec::new();
    walk(&item.tree, &mut Vec::new(), item.leading_colon.is_some(), &mut out);
    out
}

/// The name that an item defines in its module, for items other than modules and imports.
pub(crate) fn item_name(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::TraitAlias(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => return None,
    })
}

/// The attributes of an item.
pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether the attributes exclude an item from every build except that of tests.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    fn needs_test(meta: &Meta) -> bool {
        let Meta::List(list) = meta else { return meta.path().is_ident("test") };
        let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap_or_default();
        (list.path.is_ident("all") && parts.iter().any(needs_test))
            || (list.path.is_ident("any") && !parts.is_empty() && parts.iter().all(needs_test))
    }
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg") && attribute.parse_args::<Meta>().is_ok_and(|meta| needs_test(&meta))
    })
}
