//! Integration tests of tables, in one test binary, so that it is linked only once.

#[path = "../common/mod.rs"]
mod common;

mod catalogue;
mod crafted;
mod damage;
mod damaged_store;
mod in_segments;
mod loopy;
mod openings;
mod own_game;
mod public_api;
mod round_trip;
mod rules;
