//! `cargo fuzz run table`: see `src/table.rs`.
#![no_main]

#[path = "../../crates/grundy-table/tests/common/mod.rs"]
mod common;
#[path = "../src/table.rs"]
mod table;

libfuzzer_sys::fuzz_target!(init: {
    // The reader catches panics of the Parquet decoders, but the fuzzer's hook would end the run at them. An uncaught panic still ends
    // it.
    drop(std::panic::take_hook());
}, |data: &[u8]| table::table(data));
