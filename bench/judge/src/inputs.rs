//! The inputs: some are generated here at full size, the others by `grundy judge --random`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

type Out = BufWriter<File>;

/// An input for a problem.
pub struct Input {
    pub problem: &'static str,
    pub what: &'static str,
    make: Make,
}

enum Make {
    /// By the program, with this number of cases.
    Random(u64),
    /// By a function of this module.
    Here(fn(&mut Random, &mut Out)),
}

/// All inputs, in the order in which they are run.
pub fn all() -> Vec<Input> {
    use Make::{Here, Random};
    let input = |problem, what, make| Input { problem, what, make };
    vec![
        input("uva10404", "300 of n near 10^6, m = 10, x <= 100", Here(|r, out| stones(r, 100, out))),
        input("uva10404", "the same, x <= 1000", Here(|r, out| stones(r, 1000, out))),
        input("uva10404", "the same, x <= 10^5", Here(|r, out| stones(r, 100_000, out))),
        input("uva10404", "the same, x <= n", Here(|r, out| stones(r, 999_000, out))),
        input("uva10404", "300 of n near 10^6, x = 1 to 10", Here(ten)),
        input("zoj3529", "10 of 10^5 numbers <= 5*10^6", Here(numbers)),
        input("zoj3529", "1 of 10^5 numbers <= 5*10^6", Here(case)),
        input("poj2425", "300 graphs, sizes <= 1000", Random(300)),
        input("poj2425", "3 graphs of 1000, 10^5 queries each", Here(chips)),
        input("hdu1848", "10^6 cases", Random(1_000_000)),
        input("hdu1848", "10^5 cases", Random(100_000)),
        input("la2321", "10^6 cases", Random(1_000_000)),
        input("la2321", "10^5 cases", Random(100_000)),
        input("hdu1846", "10^6 cases", Random(1_000_000)),
        input("hdu1847", "10^6 cases", Random(1_000_000)),
        input("hdu1850", "10^5 cases", Random(100_000)),
        input("hdu2147", "10^6 cases", Random(1_000_000)),
        input("hdu2149", "10^5 cases", Random(100_000)),
        input("hdu2188", "10^6 cases", Random(1_000_000)),
        input("poj1067", "10^6 cases", Random(1_000_000)),
        input("hdu1907", "10^5 cases", Random(100_000)),
        input("game-of-stones-1", "10^6 cases", Random(1_000_000)),
    ]
}

impl Input {
    /// Writes the input into a file.
    pub fn write(&self, grundy: &Path, file: &Path) {
        let file = File::create(file).expect("room for the input");
        match self.make {
            Make::Here(make) => {
                let mut out = BufWriter::new(file);
                make(&mut Random(7), &mut out);
                out.flush().expect("room for the input");
            }
            Make::Random(cases) => {
                let mut command = Command::new(grundy);
                command.args(["judge", self.problem, "--random", &cases.to_string(), "--seed", "7"]);
                assert!(
                    command.stdout(Stdio::from(file)).status().expect("the program starts").success(),
                    "{command:?}"
                );
            }
        }
    }
}

/// Random numbers: SplitMix64.
struct Random(u64);

impl Random {
    /// A random number from `least` to `most`.
    fn among(&mut self, least: u64, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        least + (z ^ (z >> 31)) % (most - least + 1)
    }
}

macro_rules! put {
    ($out:expr, $($text:tt)*) => { write!($out, $($text)*).expect("room for the input") };
}

fn stones(random: &mut Random, most: u64, out: &mut Out) {
    for _ in 0..300 {
        put!(out, "{} 10 1", random.among(999_000, 1_000_000));
        for _ in 0..9 {
            put!(out, " {}", random.among(2, most));
        }
        put!(out, "\n");
    }
}

fn ten(random: &mut Random, out: &mut Out) {
    for _ in 0..300 {
        put!(out, "{} 10 1 2 3 4 5 6 7 8 9 10\n", random.among(999_000, 1_000_000));
    }
}

fn case(random: &mut Random, out: &mut Out) {
    put!(out, "100000\n");
    for _ in 0..100_000 {
        put!(out, "{} ", random.among(1, 5_000_000));
    }
    put!(out, "\n");
}

fn numbers(random: &mut Random, out: &mut Out) {
    (0..10).for_each(|_| case(random, out));
}

fn chips(random: &mut Random, out: &mut Out) {
    for _ in 0..3 {
        put!(out, "1000\n");
        for from in 0..1000u64 {
            let moves = random.among(0, 20.min(999 - from));
            put!(out, "{moves}");
            for _ in 0..moves {
                put!(out, " {}", random.among(from + 1, 999));
            }
            put!(out, "\n");
        }
        for _ in 0..100_000 {
            let chips = random.among(1, 10);
            put!(out, "{chips}");
            for _ in 0..chips {
                put!(out, " {}", random.among(0, 999));
            }
            put!(out, "\n");
        }
        put!(out, "0\n");
    }
}
