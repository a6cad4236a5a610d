//! Rules files from the outside: one program, so that it is linked once.

mod failing_rules;
mod games;
mod keys;
mod random;
