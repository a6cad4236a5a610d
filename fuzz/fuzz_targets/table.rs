//! `cargo fuzz run table`: see `src/table.rs`.
#![no_main]

#[path = "../../crates/grundy-table/tests/common/mod.rs"]
mod common;
#[path = "../src/table.rs"]
mod table;

libfuzzer_sys::fuzz_target!(init: {
    // The reader catches panics of the Parquet decoders; the fuzzer's hook would end the run at them. One that is not caught ends it still.
    drop(std::panic::take_hook());
}, |data: &[u8]| table::table(data));
