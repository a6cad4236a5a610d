//! Reads the source of crates with `syn` and reports which modules and files use each other. For use in tests: it panics on bad input.
//!
//! [`Sources`] holds the module trees of several crates. For one crate, [`Sources::references`] resolves every name of every `use` tree
//! (groups, renames, globs, re-exports, `use` inside functions) and every other path in expressions, types, bounds, patterns and the
//! tokens of macros. It follows a name through `use` and `pub use` to the item that defines it. Code under `#[cfg(test)]` is left out;
//! `#[path]` is not supported.
//!
//! Some references are not found: the file of a method that is called (`x.f()`), names that a macro composes, code that a build script
//! writes, and a re-exported function that is called without a path where a variable has the same name. A path into a module that does
//! not define that name itself (a macro defines it) counts as an item of the module's file.
//!
//! [`forbid`] and [`allow`] check references against lists; [`FileGraph`] finds cycles of files. Lists of exceptions can only get
//! shorter: an exception that is not needed is an error.

mod file_graph;
mod lists;
mod modules;
mod references;
mod resolve;
mod tokens;

pub use file_graph::{Arrow, FileGraph};
pub use lists::{allow, exceptions, forbid, is_below};
pub use modules::Sources;
pub use references::{Reference, References};
