//! `cargo fuzz run code`: see `grundy_fuzz::code`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::code(data));
