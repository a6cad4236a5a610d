//! The yardstick: each problem as a textbook or a good contest solution solves it, with tables of that size.

use std::io::{self, BufRead, BufReader, BufWriter, Lines, StdinLock, StdoutLock, Write};

/// A reader of the numbers of standard input, line by line.
struct Numbers {
    lines: Lines<BufReader<StdinLock<'static>>>,
    line: std::vec::IntoIter<u64>,
}

impl Numbers {
    fn next(&mut self) -> Option<u64> {
        loop {
            if let Some(n) = self.line.next() {
                return Some(n);
            }
            let line = self.lines.next()?.expect("input");
            let numbers: Vec<u64> = line.split_ascii_whitespace().map(|word| word.parse().expect("a number")).collect();
            self.line = numbers.into_iter();
        }
    }

    fn need(&mut self) -> usize {
        self.next().expect("a number") as usize
    }
}

type Out = BufWriter<StdoutLock<'static>>;

/// Answers standard input for a problem.
pub fn answer(problem: &str) {
    let mut input = Numbers { lines: BufReader::new(io::stdin().lock()).lines(), line: Vec::new().into_iter() };
    let mut out = BufWriter::new(io::stdout().lock());
    match problem {
        "uva10404" => stones(&mut input, &mut out),
        "la2321" => calendar(&mut input, &mut out),
        "hdu1846" => bash(&mut input, &mut out, ["first", "second"]),
        "hdu2188" => bash(&mut input, &mut out, ["Grass", "Rabbit"]),
        "hdu1847" => {
            while let Some(n) = input.next() {
                write_line(&mut out, if n % 3 != 0 { "Kiki" } else { "Cici" });
            }
        }
        "hdu1848" => fibonacci(&mut input, &mut out),
        "hdu1850" => nim(&mut input, &mut out),
        "hdu1907" => misere(&mut input, &mut out),
        "hdu2147" => loop {
            let (n, m) = (input.need(), input.need());
            if n == 0 && m == 0 {
                break;
            }
            write_line(&mut out, if n % 2 == 1 && m % 2 == 1 { "What a pity!" } else { "Wonderful!" });
        },
        "hdu2149" => bids(&mut input, &mut out),
        "poj1067" => {
            let golden = (1.0 + 5f64.sqrt()) / 2.0;
            while let Some(a) = input.next() {
                let b = input.need() as u64;
                let cold = (a.abs_diff(b) as f64 * golden) as u64 == a.min(b);
                write_line(&mut out, if cold { "0" } else { "1" });
            }
        }
        "poj2425" => chips(&mut input, &mut out),
        "zoj3529" => divisors(&mut input, &mut out),
        "game-of-stones-1" => {
            for _ in 0..input.need() {
                write_line(&mut out, if input.need() % 7 > 1 { "First" } else { "Second" });
            }
        }
        _ => panic!("no textbook for {problem}"),
    }
    out.flush().expect("output");
}

fn write_line(out: &mut Out, text: &str) {
    writeln!(out, "{text}").expect("output");
}

/// Bachet's game: a table of booleans, in time n times m.
fn stones(input: &mut Numbers, out: &mut Out) {
    while let Some(n) = input.next() {
        let n = n as usize;
        let allowed: Vec<usize> = (0..input.need()).map(|_| input.need()).collect();
        let mut won = vec![false; n + 1];
        for heap in 1..=n {
            for &take in &allowed {
                if take <= heap && !won[heap - take] {
                    won[heap] = true;
                    break;
                }
            }
        }
        write_line(out, if won[n] { "Stan wins" } else { "Ollie wins" });
    }
}

/// The calendar game: a table of all dates, from the last date backwards.
fn calendar(input: &mut Numbers, out: &mut Out) {
    let days = |year: usize, month: usize| match month {
        2 if year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let mut won = vec![[[false; 32]; 13]; 102];
    let last = (2001, 11, 4);
    for year in (1900..=2001).rev() {
        for month in (1..=12).rev() {
            for day in (1..=days(year, month)).rev() {
                if (year, month, day) >= last {
                    continue;
                }
                let (y, m) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
                let (ny, nm, nd) = if day < days(year, month) { (year, month, day + 1) } else { (y, m, 1) };
                won[year - 1900][month][day] =
                    !won[ny - 1900][nm][nd] || day <= days(y, m) && (y, m, day) <= last && !won[y - 1900][m][day];
            }
        }
    }
    for _ in 0..input.need() {
        let (year, month, day) = (input.need(), input.need(), input.need());
        write_line(out, if won[year - 1900][month][day] { "YES" } else { "NO" });
    }
}

fn bash(input: &mut Numbers, out: &mut Out, names: [&str; 2]) {
    for _ in 0..input.need() {
        let (n, m) = (input.need(), input.need());
        write_line(out, names[usize::from(n % (m + 1) == 0)]);
    }
}

fn fibonacci(input: &mut Numbers, out: &mut Out) {
    let mut numbers = vec![1usize, 2];
    while numbers[numbers.len() - 1] <= 1000 {
        numbers.push(numbers[numbers.len() - 1] + numbers[numbers.len() - 2]);
    }
    let mut values = [0usize; 1001];
    for n in 1..=1000 {
        let mut seen = [false; 32];
        for &f in numbers.iter().take_while(|&&f| f <= n) {
            seen[values[n - f]] = true;
        }
        values[n] = (0..32).find(|&v| !seen[v]).expect("a value");
    }
    loop {
        let heaps = [input.need(), input.need(), input.need()];
        if heaps == [0; 3] {
            break;
        }
        let sum = values[heaps[0]] ^ values[heaps[1]] ^ values[heaps[2]];
        write_line(out, if sum != 0 { "Fibo" } else { "Nacci" });
    }
}

fn nim(input: &mut Numbers, out: &mut Out) {
    loop {
        let heaps: Vec<usize> = (0..input.need()).map(|_| input.need()).collect();
        if heaps.is_empty() {
            break;
        }
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        writeln!(out, "{}", heaps.iter().filter(|&&heap| heap ^ sum < heap).count()).expect("output");
    }
}

fn misere(input: &mut Numbers, out: &mut Out) {
    for _ in 0..input.need() {
        let (mut sum, mut large) = (0, false);
        for _ in 0..input.need() {
            let heap = input.need();
            sum ^= heap;
            large |= heap > 1;
        }
        write_line(out, if (sum != 0) == large { "John" } else { "Brother" });
    }
}

fn bids(input: &mut Numbers, out: &mut Out) {
    while let Some(price) = input.next() {
        let (price, most) = (price as usize, input.need());
        if price <= most {
            write!(out, "{price}").expect("output");
            for bid in price + 1..=most {
                write!(out, " {bid}").expect("output");
            }
            write_line(out, "");
        } else if price % (most + 1) == 0 {
            write_line(out, "none");
        } else {
            writeln!(out, "{}", price % (most + 1)).expect("output");
        }
    }
}

/// The game of chips: the mex by a depth-first search with memoization.
fn chips(input: &mut Numbers, out: &mut Out) {
    fn value(at: usize, rows: &[Vec<usize>], values: &mut [Option<u32>]) -> u32 {
        if let Some(value) = values[at] {
            return value;
        }
        let mut seen = vec![false; rows[at].len() + 1];
        for &to in &rows[at] {
            if let Some(seen) = seen.get_mut(value(to, rows, values) as usize) {
                *seen = true;
            }
        }
        let value = seen.iter().position(|&seen| !seen).expect("a value") as u32;
        values[at] = Some(value);
        value
    }
    while let Some(n) = input.next() {
        let rows: Vec<Vec<usize>> = (0..n).map(|_| (0..input.need()).map(|_| input.need()).collect()).collect();
        let mut values = vec![None; n as usize];
        loop {
            let chips = input.need();
            if chips == 0 {
                break;
            }
            let sum = (0..chips).fold(0, |sum, _| sum ^ value(input.need(), &rows, &mut values));
            write_line(out, if sum != 0 { "WIN" } else { "LOSE" });
        }
    }
}

/// The divisor game: a linear sieve in long integers, with least prime factors, their number, and the primes.
fn divisors(input: &mut Numbers, out: &mut Out) {
    const MAX_NUMBER: usize = 5_000_000;
    let mut composite = vec![0i64; MAX_NUMBER + 1];
    let mut omega = vec![0i64; MAX_NUMBER + 1];
    let mut primes = vec![0i64; MAX_NUMBER + 1];
    let mut count = 0;
    for n in 2..=MAX_NUMBER {
        if composite[n] == 0 {
            primes[count] = n as i64;
            omega[n] = 1;
            count += 1;
        }
        for &p in &primes[..count] {
            let multiple = n * p as usize;
            if multiple > MAX_NUMBER {
                break;
            }
            composite[multiple] = 1;
            omega[multiple] = omega[n] + 1;
            if n % p as usize == 0 {
                break;
            }
        }
    }
    let mut test = 0;
    while let Some(n) = input.next() {
        let values: Vec<i64> = (0..n).map(|_| omega[input.need()]).collect();
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        test += 1;
        match values.iter().position(|value| value ^ sum < *value) {
            Some(place) => writeln!(out, "Test #{test}: Alice {}", place + 1),
            None => writeln!(out, "Test #{test}: Bob"),
        }
        .expect("output");
    }
}
