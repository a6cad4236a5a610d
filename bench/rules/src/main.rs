//! Times rules files: exploring from the start, with every position kept once, against the same scripts called for one position at a
//! time, in one process; and a whole run of the program on a small file.

mod yardstick;

use grundy::Play;
use grundy::graph::Explorer;
use grundy::limits::Limits;
use grundy_rules::Setting;
use meter::{Cost, Counting, measure};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const USAGE: &str = "usage: bench-rules [--runs N] [--threads N] [--only NAME,...] [--yardstick yes|no]";

/// A game to time: its file or source, its parameters, and smaller parameters for the yardstick, which is too slow for all of it.
struct Case {
    name: &'static str,
    source: String,
    set: &'static [(&'static str, &'static str)],
    small: &'static [(&'static str, &'static str)],
    by_class: bool,
}

const TAKE: &str = "n = param(\"n\", 1000000)\ntake = param(\"take\", [1, 2, 3])\ndef initial(): return n\n\
                    def moves(s): return [s - k for k in take if k <= s]\n";
/// A board of 3 by 4 by the same rules, because a board of three squares a side has too few positions to time.
const LARGER: &str = "W = 4\nH = 3\nN = W * H\n\
LINES = [tuple([(y + i * dy) * W + x + i * dx for i in range(3)]) for y in range(H) for x in range(W)\n\
         for dx, dy in [(1, 0), (0, 1), (1, 1), (-1, 1)]\n\
         if x + 2 * dx < W and x + 2 * dx >= 0 and y + 2 * dy < H]\n\
def initial(): return \".\" * N\n\
def turn(s): return \"X\" if s.count(\"X\") == s.count(\"O\") else \"O\"\n\
def outcome(s):\n    q = \"O\" if turn(s) == \"X\" else \"X\"\n    for a, b, c in LINES:\n        if s[a] == q and s[b] == q and s[c] == q:\n            return LOSS\n    return DRAW if \".\" not in s else None\n\
def moves(s):\n    p = turn(s)\n    return [s[:i] + p + s[i+1:] for i in range(N) if s[i] == \".\"]\n";

/// Connect four, 5 by 4. A position is the list of the player to move and the cells; the lines are computed once.
const LISTS: &str = "W = param(\"width\", 5)\nH = param(\"height\", 4)\n\
LINES = [tuple([1 + (y + i * dy) * W + x + i * dx for i in range(4)]) for y in range(H) for x in range(W)\n\
         for dx, dy in [(1, 0), (0, 1), (1, 1), (-1, 1)]\n\
         if x + 3 * dx < W and x + 3 * dx >= 0 and y + 3 * dy < H]\n\
COLUMNS = [[1 + y * W + x for y in range(H)] for x in range(W)]\n\
def initial(): return [1] + [0] * (W * H)\n\
def turn(s): return s[0]\n\
def outcome(s):\n    q = 3 - s[0]\n    for a, b, c, d in LINES:\n        if s[a] == q and s[b] == q and s[c] == q and s[d] == q:\n            return LOSS\n    return None if 0 in s else DRAW\n\
def moves(s):\n    p = s[0]\n    out = []\n    for column in COLUMNS:\n        for i in column:\n            if s[i] == 0:\n                t = list(s)\n                t[i] = p\n                t[0] = 3 - p\n                out.append(t)\n                break\n    return out\n\
symmetries = [[0] + [1 + y * W + W - 1 - x for y in range(H) for x in range(W)]]\n";
/// Connect four with two masks and the player to move; a column has one bit more than it has cells.
const MASKS: &str = "W = param(\"width\", 5)\nH = param(\"height\", 4)\nH1 = H + 1\n\
TOP = [1 << (x * H1 + H - 1) for x in range(W)]\nLOW = [1 << (x * H1) for x in range(W)]\n\
COLUMN = [((1 << H) - 1) << (x * H1) for x in range(W)]\nALL = ((1 << (W * H1)) - 1) // ((1 << H1) - 1) * ((1 << H) - 1)\n\
def initial(): return (0, 0, 0)\n\
def turn(s): return s[2]\n\
def outcome(s):\n    b = s[1]\n    m = b & (b >> 1)\n    if m & (m >> 2): return LOSS\n    m = b & (b >> H1)\n    if m & (m >> (2 * H1)): return LOSS\n    m = b & (b >> H)\n    if m & (m >> (2 * H)): return LOSS\n    m = b & (b >> (H + 2))\n    if m & (m >> (2 * H + 4)): return LOSS\n    return DRAW if s[0] | b == ALL else None\n\
def moves(s):\n    mine, theirs, p = s\n    full = mine | theirs\n    return [(theirs, mine | ((full + LOW[x]) & COLUMN[x] & ~full), 1 - p) for x in range(W) if not full & TOP[x]]\n";

fn cases() -> Vec<Case> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let file = |name: &str| std::fs::read_to_string(games.join(name)).expect("a file of games/");
    let case = |name, source, set, small| Case { name, source, set, small, by_class: false };
    let five: &[_] = &[("width", "5"), ("height", "4")];
    let four: &[_] = &[("width", "4"), ("height", "4")];
    vec![
        case("take-away", TAKE.to_owned(), &[], &[("n", "200000")]),
        case("tictactoe", file("tictactoe.star"), &[], &[]),
        case("tictactoe 4x3", LARGER.to_owned(), &[], &[]),
        case("connect4 lists", LISTS.to_owned(), five, four),
        case("connect4 masks", MASKS.to_owned(), five, four),
        Case { by_class: true, ..case("connect4 symmetries", LISTS.to_owned(), five, four) },
    ]
}

struct Plan {
    runs: usize,
    threads: usize,
    only: Option<Vec<String>>,
    yardstick: bool,
}

fn main() -> ExitCode {
    match options() {
        Ok(plan) => {
            run(&plan);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("bench-rules: {why}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Plan, String> {
    let mut plan = Plan { runs: 3, threads: 2, only: None, yardstick: true };
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let text = arguments.next().ok_or_else(|| format!("{option} wants a value"))?;
        let number = || text.parse().ok().filter(|&n| n > 0).ok_or_else(|| format!("{option} wants a number above 0"));
        match option.as_str() {
            "--runs" => plan.runs = number()?,
            "--threads" => plan.threads = number()?,
            "--only" => plan.only = Some(text.split(',').map(str::to_owned).collect()),
            "--yardstick" => plan.yardstick = text == "yes",
            _ => return Err(format!("unknown option {option}")),
        }
    }
    Ok(plan)
}

/// The result of exploring: positions, distinct moves, and the bytes in use at the end.
type Found = (u64, u64, u64);

fn explore(path: &Path, case: &Case, set: &[(&str, &str)], threads: usize) -> Found {
    let set: Vec<Setting> =
        set.iter().map(|(name, value)| Setting { name: (*name).to_owned(), value: (*value).to_owned() }).collect();
    let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
    let game = grundy_rules::open(path.to_str().expect("a path"), &set, Play::Normal, &limits).expect("a rules file");
    let game = game.as_dyn();
    let mut explorer = Explorer::new(game, case.by_class);
    let root = explorer.vertex(&game.canonical(&game.start().expect("a start")).expect("rules that do not fail"));
    let reachable = explorer.reach(&[root], u64::MAX, &limits).expect("there are no limits");
    let bytes = explorer.bytes();
    let graph = explorer.take_graph(&reachable);
    (graph.vertices() as u64, graph.edges() as u64, bytes)
}

fn run(plan: &Plan) {
    let folder = std::env::temp_dir().join(format!("bench-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for rules files");
    println!(
        "{:<34} {:>9} {:>10} {:>7} {:>7} {:>9} {:>8} {:>8} {:>9}",
        "game, who, threads", "positions", "edges", "CPU s", "wall s", "10^6 e/s", "B/pos", "peak/pos", "VmHWM MB"
    );
    for case in cases() {
        if plan.only.as_ref().is_some_and(|only| !only.iter().any(|name| case.name.contains(name.as_str()))) {
            continue;
        }
        let path = folder.join("rules.star");
        std::fs::write(&path, &case.source).expect("a rules file");
        let turns =
            |set, threads| (0..plan.runs).map(|_| measure(|| explore(&path, &case, set, threads))).collect::<Vec<_>>();
        let one = turns(case.set, 1);
        line(case.name, "library", 1, &one);
        if plan.threads > 1 {
            let several = turns(case.set, plan.threads);
            line(case.name, "library", plan.threads, &several);
            println!(
                "    one thread / {}, wall time: {:.2}",
                plan.threads,
                ratio(&one, &several, |cost| cost.wall.as_secs_f64())
            );
        }
        if plan.yardstick && !case.by_class {
            let source = case.small.iter().fold(case.source.clone(), |source, (name, value)| set(&source, name, value));
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            for _ in 0..plan.runs {
                ours.push(measure(|| explore(&path, &case, case.small, 1)));
                theirs.push(measure(|| {
                    let (positions, edges) = yardstick::explore(&source);
                    (positions, edges, 0)
                }));
                let (a, b) = (ours[0].0, theirs[0].0);
                assert_eq!((a.0, a.1), (b.0, b.1), "library and yardstick");
            }
            line(case.name, "library, small", 1, &ours);
            line(case.name, "one at a time", 1, &theirs);
            println!(
                "    one at a time / library, CPU time: {:.2}, bytes: {:.2}",
                ratio(&theirs, &ours, |cost| cost.cpu.as_secs_f64()),
                ratio(&theirs, &ours, |cost| cost.bytes as f64)
            );
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    program(plan.runs);
    println!(
        "Median of {} turns by CPU time. B/pos: bytes in use at the end by position, an edge being 4 of them;",
        plan.runs
    );
    println!("peak/pos: the most bytes allocated at one time; VmHWM: peak resident memory.");
}

/// The source with another default for a parameter.
fn set(source: &str, name: &str, value: &str) -> String {
    let start = source.find(&format!("param(\"{name}\", ")).expect("a parameter") + name.len() + 10;
    let end = start + source[start..].find(')').expect("an end");
    format!("{}{value}{}", &source[..start], &source[end..])
}

fn ratio(a: &[(Found, Cost)], b: &[(Found, Cost)], of: fn(&Cost) -> f64) -> f64 {
    let mut ratios: Vec<f64> = a.iter().zip(b).map(|(a, b)| of(&a.1) / of(&b.1)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn line(game: &str, who: &str, threads: usize, turns: &[(Found, Cost)]) {
    let mut order: Vec<_> = turns.iter().collect();
    order.sort_by_key(|(_, cost)| cost.cpu);
    let ((positions, edges, bytes), cost) = order[order.len() / 2];
    let cpu = cost.cpu.as_secs_f64();
    let each = |bytes: f64| (bytes - 4.0 * *edges as f64) / *positions as f64;
    println!(
        "{:<34} {positions:>9} {edges:>10} {cpu:>7.3} {:>7.3} {:>9.2} {:>8.1} {:>8.1} {:>9.1}",
        format!("{game} {who} {threads}"),
        cost.wall.as_secs_f64(),
        *edges as f64 / cpu / 1e6,
        each(*bytes as f64),
        each(cost.bytes as f64),
        cost.resident as f64 / 1e6
    );
}

/// Times a whole run of the program on tic-tac-toe.
fn program(runs: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let grundy = std::env::var_os("GRUNDY").map_or_else(|| root.join("target/release/grundy"), PathBuf::from);
    if !grundy.exists() {
        println!("no program at {}: build it, or set GRUNDY", grundy.display());
        return;
    }
    let mut times: Vec<f64> = (0..4 * runs + 1)
        .map(|_| {
            let begun = Instant::now();
            let status = Command::new(&grundy)
                .args(["solve", "games/tictactoe.star"])
                .current_dir(&root)
                .stdout(Stdio::null())
                .status()
                .expect("the program runs");
            assert!(status.success());
            begun.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("grundy solve games/tictactoe.star: {:.0} ms of wall time, least {:.0}", times[times.len() / 2], times[0]);
}
