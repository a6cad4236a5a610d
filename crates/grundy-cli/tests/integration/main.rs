//! Integration tests of the program, in one test binary, so that it is linked only once.

#[path = "../common/mod.rs"]
mod common;

mod batch;
mod boards;
mod build;
mod census;
mod certificates;
mod check;
mod checkpoints;
mod convert;
mod docs;
mod explain;
mod graph_files;
mod heaps;
mod hosts;
mod hosts_changed;
mod judge;
mod judge_check;
mod judge_played;
mod killed;
mod limits;
mod misere;
mod mistakes;
mod openings;
mod period;
mod pictures;
mod play;
mod rules;
mod rules_messages;
mod rules_tables;
mod rules_tables_dao;
mod sandbox;
mod scratch;
mod search_cache;
mod sequence;
mod signals;
mod solve;
mod solve_rejected;
mod sums;
mod tables;
mod tables_catalogue;
mod undecided;
mod verbs;
mod whole_games;
