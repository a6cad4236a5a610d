//! The yardsticks: the loops as in the textbooks.

use grundy::heap::octal::{Game, Method};

/// Every split of every heap: marks values with the number of the heap, then takes the first unmarked value.
pub fn plain(digits: &[u8], heaps: usize) -> Vec<u16> {
    let mut values = vec![0u16; heaps];
    let mut marks = vec![0u32; 1 << 16];
    for n in 1..heaps {
        for (i, digit) in digits.iter().enumerate().take(n + 1) {
            let m = n - i;
            if digit & 1 != 0 && m == 0 {
                marks[0] = n as u32;
            }
            if digit & 2 != 0 && m > 0 {
                marks[usize::from(values[m])] = n as u32;
            }
            if digit & 4 != 0 {
                for a in 1..=m / 2 {
                    marks[usize::from(values[a] ^ values[m - a])] = n as u32;
                }
            }
        }
        values[n] = marks.iter().position(|&mark| mark != n as u32).expect("few values") as u16;
    }
    values
}

/// The sparse space heap by heap, after *Winning Ways*: marks the values that the rare heaps give, then looks for a split for each rare
/// value below the candidate, first part 1, then 2, and so on. The space and the values of the first heaps are given.
pub fn sparse(game: &Game, mut values: Vec<u16>, method: &Method, heaps: usize) -> Vec<u16> {
    let &Method::Sparse { mask, parity, .. } = method else { panic!("{game} is not sparse") };
    let text = game.to_string();
    let digits: Vec<u8> = match text.strip_prefix("octal:") {
        Some(code) => code.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect(),
        None => vec![4],
    };
    let unequal = matches!(game, Game::Grundy);
    let with = |bit: u8| (0..digits.len()).filter(|&i| digits[i] & bit != 0).collect::<Vec<_>>();
    let (takes, breaks) = (with(2), with(4));
    let t = breaks[0] % 2;
    let common =
        |value: u16, x: usize| (value & mask).count_ones() as usize % 2 == if parity { (x + t + 1) % 2 } else { 1 };
    let mut rare: Vec<usize> = (1..values.len()).filter(|&x| !common(values[x], x)).collect();
    let mut marks = vec![0u32; 1 << 16];
    for x in values.len()..heaps {
        let stamp = x as u32;
        for &i in &takes {
            marks[usize::from(values[x - i])] = stamp;
        }
        for &i in &breaks {
            for &r in rare.iter().take_while(|&&r| r + i < x) {
                if !(unequal && 2 * r == x) {
                    marks[usize::from(values[r] ^ values[x - i - r])] = stamp;
                }
            }
        }
        let candidate = (0..).find(|&v| common(v, x) && marks[usize::from(v)] != stamp).expect("few values");
        let has_split = |v: u16| {
            (1..x).any(|a| {
                breaks.iter().any(|&i| a + i < x && !(unequal && 2 * a == x) && values[a] ^ values[x - i - a] == v)
            })
        };
        let open = (0..candidate).find(|&v| !common(v, x) && marks[usize::from(v)] != stamp && !has_split(v));
        values.push(open.unwrap_or(candidate));
        rare.extend(open.map(|_| x));
    }
    values
}
