//! Reads the source of crates with `syn` and says which modules and files use which. A tool for tests: it panics on bad input.
//!
//! [`Sources`] holds the module trees of some crates. [`Sources::references`] resolves, for one crate, every name of every
//! `use` tree (groups, renames, globs, re-exports, `use` inside functions) and every other path in expressions, types, bounds,
//! patterns and the tokens of macros. A name is followed through `use` and `pub use` to the item that defines it.
//! Code under `#[cfg(test)]` is left out; `#[path]` is not supported.
//!
//! Not seen are the file of a method that is called (`x.f()`), names that a macro makes out of parts, code that a build script
//! writes, and a re-exported function that is called without a path where a variable has its name. A path into a module that the module does not define by name (a macro defines it) counts as an
//! item of that module's file.
//!
//! [`forbid`] and [`allow`] hold references to lists; [`FileGraph`] finds the circles of files. Their lists of exceptions can only
//! get shorter: an exception that is not needed is a complaint.

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
