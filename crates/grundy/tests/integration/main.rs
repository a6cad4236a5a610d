//! The library from the outside: one program, so that it is linked once.

#[path = "../common/mod.rs"]
mod common;

mod boards;
mod built;
mod catalog;
mod census;
mod certificates;
mod checkpoint;
mod chess;
mod constructors;
mod divisor;
mod examples;
mod explorer;
mod game_spec;
mod graph_files;
mod grundy_values;
mod heaps;
mod indexed;
mod kalah;
mod loopy;
mod moore;
mod octal;
mod play;
mod search;
mod solved_game;
mod solver_search;
mod solvers;
mod sparse;
mod squares;
mod sums;
mod symmetry;
mod teeko;
mod text;
mod theory_facets;
mod threads;
mod tiered;
mod values;
mod verified;
mod verify;
mod window_theorem;
mod without_text;
mod wythoff;
