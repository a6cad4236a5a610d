//! Runs what the fuzz targets run, on inputs from a fixed seed.

// Public for the fuzz targets, a crate apart.
#[expect(unreachable_pub)]
#[path = "../../../fuzz/src/lib.rs"]
mod fuzz;

mod common;

use common::random::config;
use proptest::prelude::*;

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn graphs(lines in prop::collection::vec("([!@>#] ?)?[a-e]{0,2}[ \t]?([a-e]|win|loss|draw|left|right)?( x)?\r?", 0..14)) {
        fuzz::graph(lines.join("\n").as_bytes());
    }

    #[test]
    fn bytes_as_graphs(data in prop::collection::vec(any::<u8>(), 0..60)) {
        fuzz::graph(&data);
    }

    #[test]
    fn sets(data in prop::collection::vec(any::<u8>(), 0..12)) {
        fuzz::set(&data);
    }

    #[test]
    fn texts(
        game in "(nim|moore:[0-9]|bash:[0-9]{1,3}|bachet:3|subtraction:(all-but:)?[0-9,. a-z]{0,9}|octal:[0-9a-f.]{0,6}|kayles|wythoff|divisor|king|calendar|tictactoe|mnk:[0-9],[0-9],[0-9]|connect4:[0-9]x[0-9]|dots-and-boxes:[0-9]x[0-9]|hex:[0-9]|domineering:[0-9]x[0-9]|othello:[0-9]|three-mens-morris|dao|teeko|teeko-movement|quixo:[0-9]|chomp:[0-9],[0-9]{1,2}|chess:K[QRPB]vK|nim 3 \\+ kayles 7|[a-z: +]{0,12})",
        position in "([0-9]{0,3} ?){0,4}|[XO./]{0,11}|([XO.]{3}/?){3}( [XO])?|([XO.]{4}/?){4}( [XOVH])?|([hv.]{1,3}/){2,4}[h.]{1,2} [0-2]:[0-2] [AB]|([XO.]{5}/?){5}( [XO])?|(19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]|([KQRBNPk][a-h][1-8] ){2,3}[wb]|([1-8KQRBNPk]{1,8}/?){8} [wb]|\\PC{0,6}",
    ) {
        fuzz::text(format!("{game}\n{position}").as_bytes());
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn codes(data in prop::collection::vec(any::<u8>(), 0..16)) {
        fuzz::code(&data);
    }
}
