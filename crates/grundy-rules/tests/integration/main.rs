//! Integration tests of rules files, in one test binary, so that it is linked only once.

mod cyclic_sums;
mod failing_rules;
mod games;
mod keys;
mod nimbers;
mod random;
