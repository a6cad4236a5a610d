//! `cargo fuzz run graph`: see `grundy_fuzz::graph`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::graph(data));
