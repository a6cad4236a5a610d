//! `grundy judge`: small random cases of each problem against brute force, and inputs of full size (`--random`) against the loops of a
//! textbook.

use crate::common::{grundy, grundy_reading};
use fastrand::Rng;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::Hash;

fn judge(problem: &str, input: impl Into<Vec<u8>>) -> crate::common::Ran {
    grundy_reading(&["judge", problem], input)
}

/// Whether the player to move wins, by trying every move; `stuck` is the answer for a position without moves.
fn wins<P: Eq + Hash + Clone>(
    at: &P,
    moves: &impl Fn(&P) -> Vec<P>,
    stuck: bool,
    known: &mut HashMap<P, bool>,
) -> bool {
    if let Some(&won) = known.get(at) {
        return won;
    }
    let options = moves(at);
    let won = if options.is_empty() { stuck } else { options.iter().any(|option| !wins(option, moves, stuck, known)) };
    known.insert(at.clone(), won);
    won
}

/// The positions after one heap is replaced by each of its options.
fn in_one(heaps: &[usize], become_: impl Fn(usize) -> Vec<usize>) -> Vec<Vec<usize>> {
    let mut options = Vec::new();
    for i in 0..heaps.len() {
        for left in become_(heaps[i]) {
            let mut after = heaps.to_vec();
            after[i] = left;
            after.sort_unstable();
            options.push(after);
        }
    }
    options
}

fn sorted(heaps: &[usize]) -> Vec<usize> {
    let mut heaps = heaps.to_vec();
    heaps.sort_unstable();
    heaps
}

fn words(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn one_heap_is_as_if_played_out() {
    // Bash's game, under two names.
    for (problem, names) in [("hdu1846", ["first", "second"]), ("hdu2188", ["Grass", "Rabbit"])] {
        let (mut input, mut answers) = (String::from("900\n"), String::new());
        for (n, m) in (0..30).flat_map(|n| (1..=30).map(move |m| (n, m))) {
            let won = wins(&n, &|&n: &usize| (1..=m.min(n)).map(|take| n - take).collect(), false, &mut HashMap::new());
            let _ = writeln!(input, "{n} {m}");
            let _ = writeln!(answers, "{}", names[usize::from(!won)]);
        }
        assert_eq!(judge(problem, input).ok(), answers, "{problem}");
    }
    let powers = |&n: &usize| (0..12).map(|e| 1 << e).filter(|&take| take <= n).map(|take| n - take).collect();
    let few = |&n: &usize| [2, 3, 5].into_iter().filter(|&take| take <= n).map(|take| n - take).collect();
    let mut known = (HashMap::new(), HashMap::new());
    let (mut input, mut kiki, mut first) = (String::new(), String::new(), String::new());
    for n in 0..1001 {
        let _ = writeln!(input, "{n}");
        kiki.push_str(if wins(&n, &powers, false, &mut known.0) { "Kiki\n" } else { "Cici\n" });
        first.push_str(if wins(&n, &few, false, &mut known.1) { "First\n" } else { "Second\n" });
    }
    assert_eq!(judge("hdu1847", input.as_str()).ok(), kiki);
    assert_eq!(judge("game-of-stones-1", format!("1001\n{input}")).ok(), first);
}

#[test]
fn bids_are_as_if_played_out() {
    let (mut input, mut answers) = (String::new(), String::new());
    for (price, most) in (1..40).flat_map(|price| (1..40).map(move |most| (price, most))) {
        // A player wins by raising to the price, or to a bid from which the other player loses.
        let mut won = vec![false; price + most + 1];
        for bid in (0..price).rev() {
            won[bid] = (1..=most).any(|raise| bid + raise >= price || !won[bid + raise]);
        }
        let winning: Vec<usize> = (1..=most).filter(|&bid| bid >= price || !won[bid]).collect();
        let _ = writeln!(input, "{price} {most}");
        let _ = writeln!(answers, "{}", if winning.is_empty() { "none".to_owned() } else { words(&winning) });
    }
    assert_eq!(judge("hdu2149", input).ok(), answers);
}

#[test]
fn dates_are_as_if_played_out() {
    fn days(year: usize, month: usize) -> usize {
        let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
    let all: Vec<[usize; 3]> = (1900..=2001)
        .flat_map(|year| (1..=12).map(move |month| (year, month)))
        .flat_map(|(year, month)| (1..=days(year, month)).map(move |day| [year, month, day]))
        .take_while(|&date| date <= [2001, 11, 4])
        .collect();
    let number: HashMap<[usize; 3], usize> = all.iter().enumerate().map(|(i, &date)| (date, i)).collect();
    assert_eq!(all.len(), 37_198);
    let mut won = vec![false; all.len()];
    for (i, &[year, month, day]) in all.iter().enumerate().rev() {
        let month_on = if month == 12 { [year + 1, 1, day] } else { [year, month + 1, day] };
        won[i] = i + 1 < all.len() && !won[i + 1] || number.get(&month_on).is_some_and(|&j| !won[j]);
    }
    let mut input = format!("{}\n", all.len());
    for date in &all {
        let _ = writeln!(input, "{}", words(date));
    }
    let answers: String = won.iter().map(|&won| if won { "YES\n" } else { "NO\n" }).collect();
    assert_eq!(judge("la2321", input).ok(), answers);
}

#[test]
fn kings_and_two_heaps_are_as_if_played_out() {
    let (mut input, mut king, mut wythoff) = (String::new(), String::new(), String::new());
    let mut known = (HashMap::new(), HashMap::new());
    let steps = |&(row, column): &(usize, usize)| {
        let to = [(1, 0), (0, 1), (1, 1)];
        to.into_iter().filter(|&(r, c)| row > r && column > c).map(|(r, c)| (row - r, column - c)).collect()
    };
    let takes = |&(a, b): &(usize, usize)| {
        let mut options: Vec<(usize, usize)> =
            (0..a).map(|left| (left, b)).chain((0..b).map(|left| (a, left))).collect();
        options.extend((1..=a.min(b)).map(|take| (a - take, b - take)));
        options
    };
    for at in (1..40).flat_map(|a| (1..40).map(move |b| (a, b))) {
        let _ = writeln!(input, "{} {}", at.0, at.1);
        king.push_str(if wins(&at, &steps, false, &mut known.0) { "Wonderful!\n" } else { "What a pity!\n" });
        wythoff.push_str(if wins(&at, &takes, false, &mut known.1) { "1\n" } else { "0\n" });
    }
    assert_eq!(judge("poj1067", input.as_str()).ok(), wythoff);
    assert_eq!(judge("hdu2147", format!("{input}0 0\n")).ok(), king);
}

#[test]
fn several_heaps_are_as_if_played_out() {
    let mut random = Rng::with_seed(1848);
    let fibonacci = |n: usize| [1, 2, 3, 5, 8, 13, 21].into_iter().filter(|&f| f <= n).map(|f| n - f).collect();
    let any = |n: usize| (0..n).collect::<Vec<_>>();
    let mut known = [(); 3].map(|()| HashMap::new());
    let (mut fibo, mut fibo_answers) = (String::new(), String::new());
    let (mut nim, mut nim_answers) = (String::new(), String::new());
    let (mut misere, mut misere_answers) = (String::from("600\n"), String::new());
    for _ in 0..600 {
        let three = [(); 3].map(|()| random.usize(1..=25));
        let won = wins(&sorted(&three), &|at: &Vec<usize>| in_one(at, fibonacci), false, &mut known[0]);
        let _ = writeln!(fibo, "{}", words(&three));
        fibo_answers.push_str(if won { "Fibo\n" } else { "Nacci\n" });

        let few = random.usize(1..=8);
        let heaps: Vec<usize> = (0..random.u8(1..=5)).map(|_| random.usize(..=few)).collect();
        let moves = |at: &Vec<usize>| in_one(at, any);
        // A heap has at most one winning move.
        let mut lower = |i: usize| {
            let mut after = heaps.clone();
            (0..heaps[i]).any(|left| {
                after[i] = left;
                !wins(&sorted(&after), &moves, false, &mut known[1])
            })
        };
        let count = (0..heaps.len()).filter(|&i| lower(i)).count();
        let _ = writeln!(nim, "{}\n{}", heaps.len(), words(&heaps));
        let _ = writeln!(nim_answers, "{count}");

        let won = wins(&sorted(&heaps), &moves, true, &mut known[2]);
        let _ = writeln!(misere, "{}\n{}", heaps.len(), words(&heaps));
        misere_answers.push_str(if won { "John\n" } else { "Brother\n" });
    }
    for (answers, kinds) in
        [(&fibo_answers, ["Fibo", "Nacci"]), (&misere_answers, ["John", "Brother"]), (&nim_answers, ["0", "3"])]
    {
        assert!(kinds.iter().all(|kind| answers.lines().filter(|line| line == kind).count() > 20), "{answers}");
    }
    assert_eq!(judge("hdu1848", fibo + "0 0 0\n").ok(), fibo_answers);
    assert_eq!(judge("hdu1850", nim + "0\n").ok(), nim_answers);
    assert_eq!(judge("hdu1907", misere).ok(), misere_answers);
}

#[test]
fn divisors_are_as_if_played_out() {
    let mut random = Rng::with_seed(3529);
    let proper = |n: usize| (1..n).filter(|&d| n.is_multiple_of(d)).collect();
    let moves = |at: &Vec<usize>| in_one(at, proper);
    let mut known = HashMap::new();
    let (mut input, mut answers) = (String::new(), String::new());
    for test in 1..=400 {
        let largest = random.usize(1..=64);
        let numbers: Vec<usize> = (0..random.u8(1..=4)).map(|_| random.usize(1..=largest)).collect();
        let first = (0..numbers.len()).find(|&i| {
            proper(numbers[i]).into_iter().any(|divisor: usize| {
                let mut after = numbers.clone();
                after[i] = divisor;
                !wins(&sorted(&after), &moves, false, &mut known)
            })
        });
        let _ = writeln!(input, "{}\n{}", numbers.len(), words(&numbers));
        let _ = match first {
            Some(i) => writeln!(answers, "Test #{test}: Alice {}", i + 1),
            None => writeln!(answers, "Test #{test}: Bob"),
        };
    }
    assert!(answers.matches("Bob").count() > 40 && answers.matches("Alice 2").count() > 20);
    assert_eq!(judge("zoj3529", input).ok(), answers);
}

#[test]
fn stones_are_as_if_played_out() {
    let mut random = Rng::with_seed(10404);
    let (mut input, mut answers) = (String::new(), String::new());
    for _ in 0..400 {
        let stones = random.usize(..120);
        let mut takes: Vec<usize> = (0..random.u8(1..=6)).map(|_| random.usize(1..=25)).collect();
        if random.u8(..4) > 0 {
            // The problem says that 1 is among the numbers. Without it a heap may allow no move, which is a loss as well.
            takes.push(1);
        }
        random.shuffle(&mut takes);
        let mut won = vec![false; stones + 1];
        for n in 1..=stones {
            won[n] = takes.iter().any(|&take| take <= n && !won[n - take]);
        }
        let takes_text: Vec<String> = takes.iter().map(usize::to_string).collect();
        let _ = writeln!(input, "{stones} {} {}", takes.len(), takes_text.join(" "));
        answers.push_str(if won[stones] { "Stan wins\n" } else { "Ollie wins\n" });
    }
    for winner in ["Stan wins", "Ollie wins"] {
        assert!(answers.matches(winner).count() > 100, "cases of both kinds");
    }
    assert_eq!(judge("uva10404", input).ok(), answers);
}

/// Whether the player to move wins with chips on these positions, by trying every move.
fn chips_win(rows: &[Vec<usize>], chips: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    let mut sorted = chips.to_vec();
    sorted.sort_unstable();
    if let Some(&won) = known.get(&sorted) {
        return won;
    }
    let mut won = false;
    for (i, &at) in sorted.iter().enumerate() {
        for &to in &rows[at] {
            let mut after = sorted.clone();
            after[i] = to;
            won |= !chips_win(rows, &after, known);
        }
    }
    known.insert(sorted, won);
    won
}

#[test]
fn chips_are_as_if_played_out() {
    let mut random = Rng::with_seed(2425);
    let (mut input, mut answers) = (String::new(), String::new());
    for _ in 0..150 {
        let n = random.usize(1..=7);
        // Moves go down in a random order of the positions, so that there is no cycle.
        let mut order: Vec<usize> = (0..n).collect();
        random.shuffle(&mut order);
        let mut rows = vec![Vec::new(); n];
        for high in 0..n {
            for low in 0..high {
                if random.bool() {
                    rows[order[high]].push(order[low]);
                }
            }
        }
        let _ = writeln!(input, "{n}");
        for row in &rows {
            let row: Vec<String> = [row.len()].iter().chain(row).map(usize::to_string).collect();
            let _ = writeln!(input, "{}", row.join(" "));
        }
        let mut known = HashMap::new();
        for _ in 0..random.usize(..8) {
            let chips: Vec<usize> = (0..random.u8(1..=3)).map(|_| random.usize(..n)).collect();
            answers.push_str(if chips_win(&rows, &chips, &mut known) { "WIN\n" } else { "LOSE\n" });
            let query: Vec<String> = [chips.len()].iter().chain(&chips).map(usize::to_string).collect();
            let _ = writeln!(input, "{}", query.join(" "));
        }
        let _ = writeln!(input, "0");
    }
    for result in ["WIN", "LOSE"] {
        assert!(answers.matches(result).count() > 80, "queries of both kinds");
    }
    assert_eq!(judge("poj2425", input).ok(), answers);
}

/// The numbers of an input of full size, and the library's answers to it.
fn full_size(problem: &str, cases: &str, seed: &str) -> (Vec<usize>, String) {
    let input = grundy(&["judge", problem, "--random", cases, "--seed", seed]).ok();
    let numbers = input.split_whitespace().map(|n| n.parse().unwrap()).collect();
    (numbers, judge(problem, input).ok())
}

#[test]
fn inputs_of_full_size_are_answered_as_by_a_textbook() {
    for seed in ["1", "2"] {
        let (numbers, answers) = full_size("uva10404", "60", seed);
        let mut rest = &numbers[..];
        let mut expected = String::new();
        while let [n, m, more @ ..] = rest {
            let (takes, after) = more.split_at(*m);
            let mut won = vec![false; n + 1];
            for heap in 1..=*n {
                won[heap] = takes.iter().any(|&take| take <= heap && !won[heap - take]);
            }
            expected.push_str(if won[*n] { "Stan wins\n" } else { "Ollie wins\n" });
            rest = after;
        }
        assert_eq!(answers, expected);

        let (numbers, answers) = full_size("zoj3529", "30", seed);
        let mut least: Vec<usize> = (0..=5_000_000).collect();
        for p in (2..2237).filter(|&p| (2..p).all(|d| p % d != 0)) {
            (p * p..=5_000_000).step_by(p).for_each(|multiple| least[multiple] = least[multiple].min(p));
        }
        let omega = |mut n: usize| {
            let mut count = 0;
            while n > 1 {
                n /= least[n];
                count += 1;
            }
            count
        };
        let mut rest = &numbers[..];
        let mut expected = String::new();
        for test in 1..=30 {
            let (case, after) = rest[1..].split_at(rest[0]);
            let values: Vec<usize> = case.iter().map(|&n| omega(n)).collect();
            let sum = values.iter().fold(0, |sum, value| sum ^ value);
            let _ = match values.iter().position(|value| value ^ sum < *value) {
                Some(i) => writeln!(expected, "Test #{test}: Alice {}", i + 1),
                None => writeln!(expected, "Test #{test}: Bob"),
            };
            rest = after;
        }
        assert!(rest.is_empty() && answers == expected);

        let (numbers, answers) = full_size("hdu1848", "2000", seed);
        let mut values = vec![0usize; 1001];
        for n in 1..=1000 {
            let (mut a, mut b, mut seen) = (1, 2, [false; 32]);
            while a <= n {
                seen[values[n - a]] = true;
                (a, b) = (b, a + b);
            }
            values[n] = seen.iter().position(|seen| !seen).unwrap();
        }
        let lost = |heaps: &[usize]| heaps.iter().fold(0, |sum, &heap| sum ^ values[heap]) == 0;
        let (cases, end) = numbers.split_at(numbers.len() - 3);
        let expected: String = cases.chunks(3).map(|heaps| if lost(heaps) { "Nacci\n" } else { "Fibo\n" }).collect();
        assert_eq!((answers, end), (expected, &[0, 0, 0][..]));

        let (numbers, answers) = full_size("poj1067", "3000", seed);
        let cold = |a: usize, b: usize| {
            let (k, a) = (a.abs_diff(b) as u128, a.min(b) as u128);
            // a ≤ kφ < a + 1, that is, (2a − k)² ≤ 5k² and 5k² < (2a + 2 − k)².
            (2 * a < k || (2 * a - k).pow(2) <= 5 * k * k) && 2 * a + 2 > k && 5 * k * k < (2 * a + 2 - k).pow(2)
        };
        let expected: String = numbers.chunks(2).map(|h| if cold(h[0], h[1]) { "0\n" } else { "1\n" }).collect();
        assert_eq!(answers, expected);
        assert!(expected.matches('0').count() > 100);

        let (numbers, answers) = full_size("poj2425", "12", seed);
        assert_eq!(answers, chess(&numbers));
    }
}

/// The textbook's answers to an input of poj2425.
fn chess(numbers: &[usize]) -> String {
    fn value(at: usize, rows: &[Vec<usize>], known: &mut [Option<usize>]) -> usize {
        if let Some(value) = known[at] {
            return value;
        }
        let options: Vec<usize> = rows[at].iter().map(|&to| value(to, rows, known)).collect();
        let value = (0..).find(|n| !options.contains(n)).unwrap();
        known[at] = Some(value);
        value
    }
    let mut answers = String::new();
    let mut next = numbers.iter().copied();
    while let Some(n) = next.next() {
        let rows: Vec<Vec<usize>> = (0..n)
            .map(|_| {
                let k = next.next().unwrap();
                next.by_ref().take(k).collect()
            })
            .collect();
        let mut known = vec![None; n];
        loop {
            let chips = next.next().unwrap();
            if chips == 0 {
                break;
            }
            let sum = next.by_ref().take(chips).fold(0, |sum, at| sum ^ value(at, &rows, &mut known));
            answers.push_str(if sum == 0 { "LOSE\n" } else { "WIN\n" });
        }
    }
    answers
}
