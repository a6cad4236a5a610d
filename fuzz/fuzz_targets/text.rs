//! `cargo fuzz run text`: see `grundy_fuzz::text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::text(data));
