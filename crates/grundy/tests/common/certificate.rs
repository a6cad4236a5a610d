//! Makes certificates of periods slowly, from a table by the plain method: every class, every split is tried.

// The tests of the library and of the program use a part of this each.
#![allow(dead_code)]

use grundy::heap::octal::{Certificate, Code, Game, Proof, Table, Window, WindowProof, prove_period};

/// The digits of a game that may be taken with a split, its last index, and whether parts must differ.
pub(crate) struct Shape {
    pub(crate) game: Game,
    pub(crate) last: usize,
    take: Vec<usize>,
    split: Vec<usize>,
}

impl Shape {
    /// Of `octal:0.137` or `grundys-game`.
    pub(crate) fn of(name: &str) -> Self {
        let Some(code) = name.strip_prefix("octal:") else {
            return Self { game: Game::Grundy, last: 0, take: vec![], split: vec![0] };
        };
        let code = Code::parse(code).unwrap();
        let with = |bit: u8| (0..=code.last()).filter(|&i| code.digit(i) & bit != 0).collect();
        Self { last: code.last(), take: with(2), split: with(4), game: Game::Code(code) }
    }

    pub(crate) fn values(&self, heaps: usize) -> Vec<u16> {
        let mut table = Table::new(self.game.clone());
        table.grow(heaps).unwrap();
        table.values().to_vec()
    }

    /// Whether a value is that of an option by taking.
    fn taken(&self, values: &[u16], heap: usize, value: u16) -> bool {
        let whole = matches!(&self.game, Game::Code(code) if code.digit(heap) & 1 != 0);
        (value == 0 && whole) || self.take.iter().any(|&i| i < heap && values[heap - i] == value)
    }

    /// The least smaller part of a split with this value.
    fn least_part(&self, values: &[u16], heap: usize, value: u16) -> Option<usize> {
        (1..=heap / 2).find(|&a| {
            self.split.iter().filter(|&&i| heap >= i + 2 * a).any(|&i| {
                let b = heap - i - a;
                !(a == b && matches!(self.game, Game::Grundy)) && values[a] ^ values[b] == value
            })
        })
    }
}

/// The class of a heap: 0 rare, 1 common.
pub(crate) fn class(mask: u64, parity: Option<u8>, heap: usize, value: u16) -> u32 {
    ((u64::from(value) & mask).count_ones() + parity.map_or(0, |t| heap as u32 + u32::from(t))) % 2
}

/// The class with the fewest rare heaps among these values: mask and parity.
pub(crate) fn best_class(shape: &Shape, values: &[u16], period: u64) -> (u64, Option<u8>) {
    let bits = values.iter().max().unwrap() + 1;
    let mut parities = vec![None];
    for t in 0..2u8 {
        if period.is_multiple_of(2) && shape.split.iter().all(|i| i % 2 == usize::from(t)) {
            parities.push(Some(t));
        }
    }
    let all =
        parities.iter().flat_map(|&parity| (0..u64::from(bits).next_power_of_two()).map(move |mask| (mask, parity)));
    let rare = |&(mask, parity): &(u64, Option<u8>)| {
        values.iter().enumerate().skip(1).filter(|&(x, &v)| class(mask, parity, x, v) == 0).count()
    };
    all.min_by_key(rare).unwrap()
}

/// A certificate by windows of a game with these values, which must be enough; `None` if they are not. Beside the windows that
/// must be there it has one every so many heaps.
pub(crate) fn by_windows(name: &str, values: &[u16], every: usize) -> Option<Certificate> {
    let shape = Shape::of(name);
    let found = prove_period(&shape.game, values)?;
    let (mask, parity) = best_class(&shape, values, found.period());
    from_class(name, values, (found.preperiod() as usize, found.period() as usize), every, mask, parity)
}

/// The same for a class and a claim that need not be right.
pub(crate) fn from_class(
    name: &str,
    values: &[u16],
    (preperiod, period): (usize, usize),
    every: usize,
    mask: u64,
    parity: Option<u8>,
) -> Option<Certificate> {
    let shape = Shape::of(name);
    let is_rare = |heap: usize, value: u16| class(mask, parity, heap, value) == 0;
    let rare: Vec<usize> = (1..values.len()).filter(|&x| is_rare(x, values[x])).collect();
    let last = rare.last().copied().unwrap_or(0);
    // The part needed depends on where the splits are restricted, and that on the window.
    let mut part = 0;
    let (window, start) = loop {
        let window = last.max(part) + shape.last;
        let start = preperiod.max(1) + window;
        let end = start + period;
        if end > values.len() {
            return None;
        }
        let from = start.min(2 * (window + shape.last + 1));
        let needed = (from..end)
            .flat_map(|x| (0..values[x]).filter(move |&u| is_rare(x, u)).map(move |u| (x, u)))
            .filter(|&(x, u)| !shape.taken(values, x, u))
            .map(|(x, u)| shape.least_part(values, x, u).unwrap())
            .max();
        match needed {
            Some(needed) if needed > part => part = needed,
            _ => break (window, start),
        }
    };
    let end = start + period;
    let mut heaps: Vec<usize> = (window..end).step_by(every).chain([start, end]).collect();
    heaps.sort_unstable();
    heaps.dedup();
    let window_before = |&heap: &usize| Window { heap: heap as u64, values: values[heap - window..heap].to_vec() };
    let proof = WindowProof {
        mask,
        parity,
        rare: rare.iter().map(|&x| (x as u64, values[x].into())).collect(),
        part: part as u64,
        start: start as u64,
        windows: heaps.iter().map(window_before).collect(),
        probes: probes(values, preperiod, period),
    };
    Some(Certificate {
        game: name.to_owned(),
        preperiod: preperiod as u64,
        period: period as u64,
        max_value: values[..end].iter().copied().max().unwrap().into(),
        proof: Proof::Windows(proof),
    })
}

/// Heaps that show that the preperiod and the period are the least.
pub(crate) fn probes(values: &[u16], preperiod: usize, period: usize) -> Vec<(u64, u64)> {
    let before = preperiod.saturating_sub(1);
    let mut heaps = vec![before, before + period];
    for prime in (2..=period).filter(|q| period.is_multiple_of(*q) && (2..*q).all(|d| q % d != 0)) {
        let apart = period / prime;
        if let Some(heap) = (preperiod..preperiod + period).find(|&y| values[y] != values[y + apart]) {
            heaps.extend([heap, heap + apart]);
        }
    }
    heaps.sort_unstable();
    heaps.dedup();
    heaps.iter().map(|&heap| (heap as u64, values[heap].into())).collect()
}

/// A certificate by the plain method.
pub(crate) fn plain(name: &str, heaps: usize) -> Certificate {
    let shape = Shape::of(name);
    let values = shape.values(heaps);
    let found = prove_period(&shape.game, &values).unwrap();
    let values = &values[..found.heaps() as usize];
    Certificate {
        game: name.to_owned(),
        preperiod: found.preperiod(),
        period: found.period(),
        max_value: values.iter().copied().max().unwrap().into(),
        proof: Proof::Plain { theorem: found.theorem().unwrap().to_owned(), checked_to: found.heaps() },
    }
}
