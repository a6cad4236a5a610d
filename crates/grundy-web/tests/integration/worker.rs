//! A worker over its pipe: messages in, answers out.

use grundy_web::{WorkerProcess, serve_pipe};
use serde_json::{Value, json};

const RULES: &str = "def initial(): return 3\ndef moves(s): return [s - 1] if s else []\n";

/// A message to a worker.
fn message(question: Value, game: &str, rules: Option<&str>) -> String {
    let request = json!({"game": {"game": game, "misere": false, "set": []}, "question": question});
    let (time, memory) = (10_000, 64 << 20);
    let message = json!({
        "request": request, "rules": rules, "digest": null, "time": time, "memory": memory, "is_final_attempt": true
    });
    format!("{message}\n")
}

/// The statuses of a worker's answers.
fn statuses(isolation: Result<(), String>, messages: &str) -> Vec<u16> {
    let process = WorkerProcess { table: None, statistics: |_, _| Err(String::new()), isolation };
    let mut output = Vec::new();
    serve_pipe(process, messages.as_bytes(), &mut output).unwrap();
    let (mut statuses, mut rest) = (Vec::new(), output.as_slice());
    // An answer is a line with its status and the length of its body, and the body.
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let words: Vec<&str> = std::str::from_utf8(&rest[..end]).unwrap().split(' ').collect();
        statuses.push(words[0].parse().unwrap());
        rest = &rest[end + 1 + words[2].parse::<usize>().unwrap()..];
    }
    statuses
}

#[test]
fn posted_rules_are_refused_where_the_process_is_not_isolated() {
    let solve = json!({"Solve": [{"position": "3"}, {"moves": false}]});
    let messages = [
        message(json!("Check"), "", Some(RULES)),
        message(solve.clone(), "rules:x", Some(RULES)),
        message(solve, "kayles", None),
    ]
    .concat();
    assert_eq!(statuses(Ok(()), &messages), [200; 3]);
    assert_eq!(statuses(Err("no seccomp".to_owned()), &messages), [503, 503, 200]);
}
