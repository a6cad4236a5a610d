//! Graph files in both forms: read twice or once, text or binary, the same graph; and nothing that was damaged.

use crate::common::random::{drawings, fixed};
use grundy::graph::{self, FileError, FileErrorKind, GraphFile, read_path};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::{Game, Play, Solution, Vertex, solve};
use std::fmt::Write as _;
use std::io::Write as _;
use tempfile::NamedTempFile;

fn file(contents: &[u8]) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(contents).unwrap();
    file
}

fn read(file: &NamedTempFile) -> Result<GraphFile, FileError> {
    read_path(file.path().to_str().unwrap(), &Limits::NONE)
}

fn streamed(bytes: &[u8]) -> Result<GraphFile, FileError> {
    graph::read(bytes, "stream", &Limits::NONE)
}

fn binary(file: &GraphFile) -> Vec<u8> {
    let mut bytes = Vec::new();
    let count = file.write_binary(&mut bytes).unwrap();
    assert_eq!(count, bytes.len() as u64);
    bytes
}

/// Names, rows, ends, players, start, and every answer.
#[track_caller]
fn same(one: &GraphFile, other: &GraphFile) {
    assert_eq!((one.start, one.names.count()), (other.start, other.names.count()));
    assert_eq!(one.graph.edges(), other.graph.edges());
    for play in [Play::Normal, Play::Misere] {
        let graphs = [one, other].map(|file| file.graph.clone().with_play(play));
        let solved = graphs.each_ref().map(|graph| solve::solve_with_grundy(graph, &Limits::NONE).unwrap());
        for v in one.graph.all() {
            let name = one.names.name(v);
            assert_eq!(name, other.names.name(v));
            assert_eq!(other.names.vertex(&name), Some(v));
            assert_eq!(graphs[0].row(v), graphs[1].row(v), "{name}");
            assert_eq!(
                (graphs[0].terminal(&v), graphs[0].player(&v)),
                (graphs[1].terminal(&v), graphs[1].player(&v)),
                "{name}"
            );
            assert_eq!(solved[0].get(&v), solved[1].get(&v), "{name}");
        }
    }
}

#[test]
fn text_and_binary_are_the_same_graph() {
    let written = file(b"");
    for (i, drawing) in fixed(drawings(10), 1000).enumerate() {
        let header = i % 2 == 0;
        let mut text = drawing.text(header);
        if i % 3 == 0 {
            let _ = writeln!(text, "> {}", drawing.name(drawing.vertices - 1, header));
        }
        let file = streamed(text.as_bytes()).unwrap();
        assert_eq!(file.start.is_some(), i % 3 == 0);
        let bytes = binary(&file);
        let back = streamed(&bytes).unwrap_or_else(|error| panic!("{error}\n{text}"));
        same(&file, &back);
        assert_eq!(binary(&back), bytes);
        for contents in [text.as_bytes(), &bytes] {
            std::fs::write(&written, contents).unwrap();
            same(&file, &read(&written).unwrap());
        }
    }
}

/// Lines of every kind that a reader at speed could take for another.
fn untidy(n: u32) -> String {
    let mut text = format!("\u{feff}# first\r\n\nvertices {n}\r\n> 3\n");
    let mut random = fastrand::Rng::with_seed(1);
    for i in 0..60_000u32 {
        // The last vertices are ends.
        let (from, to) = (random.u32(..n - 10), random.u32(..n));
        let end = if i % 7 == 0 { "\r\n" } else { "\n" };
        let _ = match i % 50 {
            0 => write!(text, "# {from} {to}{end}"),
            1 => write!(text, "\t{from}  \t{to} {end}"),
            2 => write!(text, "! {} {}{end}", n - 1 - i % 5, ["win", "loss", "draw", "win", "loss"][(i % 5) as usize]),
            3 => write!(text, "{end}"),
            4 => write!(text, "{from} {from}{end}{from} {to}{end}{from} {to}{end}"),
            _ => write!(text, "{from} {to}{end}"),
        };
    }
    text.push_str("0 1");
    text
}

#[test]
fn a_file_read_twice_is_the_stream_read_once() {
    for n in [30, 1000, 70_000, 150_000] {
        let text = untidy(n);
        let file = read(&file(text.as_bytes())).unwrap();
        let whole = streamed(text.as_bytes()).unwrap();
        same(&whole, &file);
        // A pipe gives a few bytes at a time, and any line may be cut by it.
        for piece in [1, 7, 61] {
            let pieces = std::io::BufReader::with_capacity(piece, text.as_bytes());
            same(&whole, &graph::read(pieces, "pieces", &Limits::NONE).unwrap());
        }
        // By the definition, line by line.
        let mut rows = vec![Vec::new(); n as usize];
        for line in text.lines().skip(4) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let [from, to] = words[..]
                && let (Ok(from), Ok(to)) = (from.parse::<usize>(), to.parse())
            {
                rows[from].push(Vertex(to));
            }
        }
        for (v, row) in (0..).map(Vertex).zip(&mut rows) {
            row.sort_unstable();
            row.dedup();
            assert_eq!(file.graph.row(v), *row, "vertex {}", v.0);
        }
    }
}

#[test]
fn a_file_and_a_stream_have_the_same_errors() {
    let good = "vertices 30\n0 1\n1 2\n".to_owned() + &"2 3\n".repeat(100_000);
    let ends = "! 9 win\n@ 1 left\n";
    for (text, line, column) in [
        (format!("{good}3 30\n"), 100_004, 3),
        (format!("{good}3 4 5\n{good}"), 100_004, 5),
        (format!("{good}3 04\n"), 100_004, 3),
        (format!("{good}\n3\n"), 100_005, 1),
        (format!("{good}! 4 won\n"), 100_004, 5),
        (format!("{good}! 4 winx\n"), 100_004, 5),
        (format!("{good}! 1 win\n"), 100_004, 0),
        (format!("{good}{ends}! 9 loss\n"), 100_006, 0),
        (format!("{good}{ends}"), 100_005, 0),
        (format!("{good}# \u{e9}\n3 4\u{a0}\n"), 100_005, 3),
    ] {
        let [file, stream] = [read(&file(text.as_bytes())), streamed(text.as_bytes())].map(Result::unwrap_err);
        assert_eq!((file.line, file.column), (line, column), "{file}");
        assert_eq!((stream.line, stream.column), (line, column), "{stream}");
        let after = |error: &FileError| error.to_string().split_once(": ").unwrap().1.to_owned();
        assert_eq!(after(&file), after(&stream));
    }
}

#[test]
fn more_memory_than_allowed_is_not_taken() {
    let written = file(b"vertices 4000000000\n0 1\n");
    let path = written.path().to_str().unwrap();
    let tight = Limits { memory: Some(1 << 20), ..Limits::NONE };
    let hit = |error: FileError| matches!(error.kind, FileErrorKind::Limit(RunError::Limit(LimitHit::Memory { .. })));
    assert!(hit(read_path(path, &tight).unwrap_err()));
    let few = Limits { positions: Some(10), ..Limits::NONE };
    let bytes = binary(&streamed(untidy(1000).as_bytes()).unwrap());
    let refused = graph::read(&bytes[..], "binary", &few).unwrap_err();
    assert!(
        matches!(refused.kind, FileErrorKind::Limit(RunError::Limit(LimitHit::Positions { limit: 10, .. }))),
        "{refused}"
    );
    let stopped = Limits { stop: &|| true, ..Limits::NONE };
    assert!(graph::read(&bytes[..], "binary", &stopped).is_err());
}

#[track_caller]
fn damaged(bytes: &[u8], what: &str) {
    let error = streamed(bytes).expect_err(what);
    // A first byte that is another one makes it a text, and that in a wrong line.
    let text = bytes.first() != Some(&0x89);
    assert!(text || matches!(error.kind, FileErrorKind::Damaged { .. } | FileErrorKind::Limit(_)), "{what}: {error}");
}

#[test]
fn a_file_with_any_byte_changed_is_refused() {
    let named =
        "a b\nb c\nc a\n\u{436} a\n! d draw\n> \u{436}\n@ a left\n@ b right\n@ c left\n@ d left\n@ \u{436} right\n";
    for text in [named, "vertices 5\n0 1\n1 2\n2 0\n! 3 win\n! 4 loss\n> 2\n"] {
        let bytes = binary(&streamed(text.as_bytes()).unwrap());
        for at in 0..bytes.len() {
            for change in [1, 2, 0x10, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                damaged(&changed, &format!("byte {at} changed by {change:#x}"));
            }
            damaged(&bytes[..at], &format!("{at} bytes of it"));
            damaged(&[&bytes[..at], &bytes[at + 1..]].concat(), &format!("without byte {at}"));
            damaged(&[&bytes[..at], &[0], &bytes[at..]].concat(), &format!("a byte more at {at}"));
        }
        damaged(&[&bytes[..], &[0]].concat(), "a byte more");
        damaged(&bytes.repeat(2), "twice");
        // As a file its length is known beforehand.
        for length in [0, 8, 47, 48, bytes.len() - 1] {
            assert!(read(&file(&bytes[..length])).is_err());
        }
    }
}

#[test]
fn a_crafted_file_is_refused() {
    use sha2::{Digest, Sha256};
    for text in [
        "a bb\nbb c\nc a\n! d draw\n> c\n",
        "vertices 5\n0 1\n1 2\n2 0\n2 1\n@ 0 left\n@ 1 left\n@ 2 left\n@ 3 left\n@ 4 left\n",
    ] {
        let bytes = binary(&streamed(text.as_bytes()).unwrap());
        let body = bytes.len() - 32;
        for at in 0..body {
            for change in [1, 2, 3, 4, 8, 0x20, 0x80, 0xff] {
                let mut changed = bytes[..body].to_vec();
                changed[at] ^= change;
                changed.extend(Sha256::digest(&changed));
                // Another graph, perhaps; but a graph, or an error.
                if let Ok(file) = streamed(&changed) {
                    for v in file.graph.all() {
                        assert_eq!(file.names.vertex(&file.names.name(v)), Some(v));
                    }
                    assert!(solve::solve_with_grundy(&file.graph, &Limits::NONE).is_ok());
                    same(&file, &streamed(&binary(&file)).unwrap());
                }
            }
        }
    }
}
