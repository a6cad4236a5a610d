//! The window theorem of `docs/theory/sparse-space.md`, read literally, on every code of three digits: no counter-example, and
//! some where a hypothesis is weakened.

use grundy::heap::octal::{Code, Game, Table};

/// Heaps computed: enough for a period that is claimed too early to fail.
const HEAPS: usize = 160;
/// The largest n.
const LAST: usize = 44;
/// The largest p.
const PERIOD: usize = 12;

/// A game with its values and a classing of them.
struct Case {
    takes: Vec<usize>,
    wholes: Vec<usize>,
    breaks: Vec<usize>,
    k: usize,
    values: Vec<u16>,
    mask: u16,
    parity: Option<usize>,
}

impl Case {
    /// Whether a value is common, as that of heap x or of an option of x.
    fn common(&self, value: u16, x: usize) -> bool {
        let turned = self.parity.map_or(0, |t| (x + t) & 1);
        ((value & self.mask).count_ones() as usize + turned) % 2 == 1
    }

    fn is_rare(&self, x: usize) -> bool {
        !self.common(self.values[x], x)
    }

    /// The splits of heap x: the smaller part, and the value.
    fn splits(&self, x: usize) -> impl Iterator<Item = (usize, u16)> + '_ {
        let totals = self.breaks.iter().filter(move |&&i| i < x).map(move |&i| x - i);
        totals.flat_map(move |m| (1..=m / 2).map(move |a| (a, self.values[a] ^ self.values[m - a])))
    }

    /// The least A for which each rare value below the least common value that is no option of x is an option of x by taking or
    /// by a split with a part up to A; `None` if there is none.
    fn part(&self, x: usize) -> Option<usize> {
        let mut taken: Vec<u16> = self.takes.iter().filter(|&&i| i < x).map(|&i| self.values[x - i]).collect();
        taken.extend(self.wholes.contains(&x).then_some(0));
        let splits: Vec<(usize, u16)> = self.splits(x).collect();
        let is_option = |v: u16| taken.contains(&v) || splits.iter().any(|&(_, w)| w == v);
        let least = (0..).find(|&v| self.common(v, x) && !is_option(v)).unwrap();
        (0..least)
            .filter(|&v| !self.common(v, x) && !taken.contains(&v))
            .try_fold(0, |part, v| splits.iter().filter(|&&(_, w)| w == v).map(|&(a, _)| a).min().map(|a| part.max(a)))
    }
}

/// How often the hypotheses hold, and how often the conclusion then does not.
#[derive(Debug, Default)]
struct Count {
    held: u64,
    failed: u64,
}

/// Tries all n and p with windows of W − `shorter` values and n ≥ W + `beyond`.
fn try_all(case: &Case, shorter: usize, beyond: usize, count: &mut Count) {
    let g = &case.values;
    // parts[x]: what (3) needs at x.
    let parts: Vec<Option<usize>> = (0..LAST + PERIOD).map(|x| if x > 0 { case.part(x) } else { None }).collect();
    for p in 1..=PERIOD {
        if case.parity.is_some() && p % 2 == 1 {
            continue;
        }
        for n in case.k.max(1)..=LAST {
            let rare = (1..n + p).rev().find(|&x| case.is_rare(x)).unwrap_or(0);
            let Some(part) = parts[n..n + p].iter().try_fold(0, |most, part| part.map(|part| most.max(part))) else {
                continue;
            };
            let window = rare.max(part) + case.k;
            if n < window + beyond || window < shorter {
                continue;
            }
            let from = n - (window - shorter);
            if (from..n).all(|y| g[y] == g[y + p]) {
                count.held += 1;
                count.failed += u64::from((from..HEAPS - p).any(|y| g[y] != g[y + p]));
            }
        }
    }
}

/// Calls `visit` with a code and every mask up to 15, with and without heap parity where that may be.
fn each_case(name: &str, visit: &mut dyn FnMut(&Case)) {
    let code = Code::parse(name).unwrap();
    let with = |bit: u8| (0..=code.last()).filter(|&i| code.digit(i) & bit != 0).collect::<Vec<_>>();
    let (takes, wholes, breaks, k) = (with(2), with(1), with(4), code.last());
    let mut table = Table::new(Game::Code(code));
    table.grow(HEAPS).unwrap();
    let mut case = Case { takes, wholes, breaks, k, values: table.values().to_vec(), mask: 0, parity: None };
    let t = case.breaks.first().map_or(0, |i| i % 2);
    let same = case.breaks.iter().all(|i| i % 2 == t);
    for mask in 1..16 {
        case.mask = mask;
        for parity in [None, Some(t)].into_iter().take(1 + usize::from(same)) {
            case.parity = parity;
            visit(&case);
        }
    }
}

#[test]
fn the_theorem_holds_for_every_code_of_three_digits() {
    let (mut theorem, mut shorter) = (Count::default(), Count::default());
    let names = (1..1024).map(|digits| format!("{}.{:03o}", if digits >= 512 { 4 } else { 0 }, digits % 512));
    for name in names.filter(|name| Code::parse(name).is_ok()) {
        each_case(&name, &mut |case| {
            try_all(case, 0, 1, &mut theorem);
            try_all(case, 1, 1, &mut shorter);
        });
    }
    println!("theorem {theorem:?}, windows of W − 1 {shorter:?}");
    assert!(theorem.held > 400_000, "{theorem:?}");
    assert_eq!(theorem.failed, 0, "{theorem:?}");
    // With windows of one value less it is no theorem.
    assert!(shorter.failed > 0, "{shorter:?}");
}

#[test]
fn n_must_exceed_the_window() {
    let (mut theorem, mut earlier) = (Count::default(), Count::default());
    each_case("0.3061", &mut |case| {
        try_all(case, 0, 1, &mut theorem);
        try_all(case, 0, 0, &mut earlier);
    });
    println!("theorem {theorem:?}, n = W {earlier:?}");
    assert!(theorem.held > 0 && theorem.failed == 0, "{theorem:?}");
    assert!(earlier.failed > 0, "{earlier:?}");
}
