//! Tables from the outside: one program, so that it is linked once.

#[path = "../common/mod.rs"]
mod common;

mod catalogue;
mod crafted;
mod damage;
mod damaged_store;
mod front_door;
mod in_segments;
mod own_game;
mod round_trip;
mod rules;
