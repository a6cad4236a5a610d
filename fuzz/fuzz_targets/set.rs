//! `cargo fuzz run set`: see `grundy_fuzz::set`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::set(data));
