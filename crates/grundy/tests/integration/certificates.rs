//! Certificates of periods: made slowly from a table, read back from their text, checked by the referee, and tampered with.

#[path = "../common/certificate.rs"]
mod certificate;

use certificate::{Shape, by_windows, from_class, plain};
use grundy::heap::octal::{Certificate, CertificateError, Proof, WindowProof};
use grundy::verify::octal::{CertificateCheckError, CertificateFault, CheckOptions, Scope, Verified, verify};
use proptest::prelude::*;

/// Games with heaps that are enough for the theorem of Guy and Smith, and their period and preperiod
/// (`reference/octal-periods.tsv`).
const KNOWN: [(&str, usize, u64, u64); 9] = [
    ("octal:0.156", 7700, 349, 3479),
    ("octal:0.644", 7400, 442, 3256),
    ("octal:0.356", 15_000, 142, 7315),
    ("octal:4.356", 2200, 51, 998),
    ("octal:4.677", 400, 24, 143),
    ("octal:0.45", 1100, 20, 498),
    // The parity of heaps is in the class.
    ("octal:0.051", 200, 48, 48),
    ("octal:0.117", 200, 48, 47),
    ("octal:0.34", 60, 8, 7),
];

/// A certificate by windows of one of the games above.
fn known(name: &str) -> Certificate {
    let heaps = KNOWN.iter().find(|known| known.0 == name).unwrap().1;
    by_windows(name, &Shape::of(name).values(heaps), 250.min(heaps / 10)).unwrap()
}

fn window_proof(certificate: &mut Certificate) -> &mut WindowProof {
    match &mut certificate.proof {
        Proof::Windows(windows) => windows,
        Proof::Plain { .. } => panic!("a certificate by the plain method"),
    }
}

fn all(certificate: &Certificate) -> Result<Verified, CertificateCheckError> {
    verify(certificate, &CheckOptions::ALL)
}

fn some(certificate: &Certificate, scope: Scope, threads: usize) -> Result<Verified, CertificateCheckError> {
    verify(certificate, &CheckOptions { threads, scope: &scope, ..CheckOptions::ALL })
}

/// What is wrong with a certificate that is.
#[track_caller]
fn wrong(certificate: &Certificate) -> CertificateFault {
    match all(certificate) {
        Err(CertificateCheckError::Fault(wrong)) => wrong,
        other => panic!("{other:?}"),
    }
}

#[test]
fn windows_prove_known_periods() {
    for (name, _, period, preperiod) in KNOWN {
        let mut certificate = known(name);
        assert_eq!((certificate.period, certificate.preperiod), (period, preperiod), "{name}");
        assert_eq!(Certificate::parse(certificate.encode().as_bytes()).as_ref(), Ok(&certificate), "{name}");
        let verified = all(&certificate).unwrap_or_else(|error| panic!("{name}: {error}"));
        let end = window_proof(&mut certificate).start + period;
        assert!(verified.is_proof() && verified.segments > 0, "{name}: {verified:?}");
        assert_eq!((verified.heaps, verified.of, verified.largest), (end, end, certificate.max_value), "{name}");
        let parity = window_proof(&mut certificate).parity;
        assert_eq!(parity.is_some(), ["octal:0.051", "octal:0.117", "octal:0.34"].contains(&name), "{name}");
    }
}

/// Whatever the best class of a game is, and however small, the certificate made with it is right.
#[test]
fn every_octal_code_of_two_digits() {
    let mut proved = 0;
    for (first, code) in [0, 4].into_iter().flat_map(|first| (1..64).map(move |code| (first, code))) {
        let name = format!("octal:{first}.{:o}{:o}", code >> 3, code & 7).trim_end_matches('0').to_owned();
        let values = Shape::of(&name).values(1200);
        if let Some(certificate) = by_windows(&name, &values, 7) {
            let verified = all(&certificate).unwrap_or_else(|error| panic!("{name}: {error}\n{certificate:?}"));
            assert!(verified.is_proof(), "{name}");
            proved += 1;
        }
    }
    assert!(proved > 60, "{proved}");
}

#[test]
fn the_plain_method_proves_known_periods() {
    for (name, heaps, period, preperiod) in [
        ("octal:0.77", 200, 12, 71),
        ("octal:0.07", 200, 34, 53),
        ("octal:0.137", 200, 34, 52),
        ("octal:0.3", 20, 2, 0),
        ("octal:0.1", 20, 1, 2),
        ("octal:0.3303", 60, 3, 0),
        ("octal:4.0", 20, 2, 1),
        ("octal:0.a", 20, 2, 1),
        ("octal:0.33f", 40, 4, 0),
        ("octal:4.c", 300, 34, 54),
        ("octal:0.165", 13_500, 1550, 5181),
    ] {
        let certificate = plain(name, heaps);
        let verified = all(&certificate).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(verified.is_proof() && verified.heaps == verified.of, "{name}");
        assert_eq!((certificate.period, certificate.preperiod), (period, preperiod), "{name}");
        assert_eq!(Certificate::parse(certificate.encode().as_bytes()).as_ref(), Ok(&certificate));
        let changed = |change: &dyn Fn(&mut Certificate)| {
            let mut certificate = certificate.clone();
            change(&mut certificate);
            all(&certificate)
        };
        let checked_to = |certificate: &mut Certificate, by: u64| {
            if let Proof::Plain { checked_to, .. } = &mut certificate.proof {
                *checked_to += by;
            }
        };
        assert!(changed(&|c| checked_to(c, 1)).is_err());
        assert!(changed(&|c| c.max_value += 1).is_err() && changed(&|c| c.max_value -= 1).is_err(), "{name}");
        // With the bound that belongs to the changed numbers.
        let parts = match name {
            "octal:0.3" | "octal:0.1" | "octal:0.3303" => 1,
            "octal:0.a" | "octal:0.33f" | "octal:4.c" => 3,
            _ => 2,
        };
        assert!(
            changed(&|c| {
                c.preperiod += 1;
                checked_to(c, parts);
            })
            .is_err(),
            "{name}: a later preperiod"
        );
        assert!(
            changed(&|c| {
                c.period *= 2;
                checked_to(c, parts * period);
            })
            .is_err(),
            "{name}: a multiple"
        );
    }
}

/// These have periods that begin later by far; with one that is made up, all segments but the last are right.
#[test]
fn segments_with_a_made_up_period() {
    for (name, heaps, period) in [("octal:0.104", 6000, 600), ("octal:0.106", 12_000, 600), ("octal:0.454", 6000, 601)]
    {
        let values = Shape::of(name).values(heaps);
        let (mask, parity) = certificate::best_class(&Shape::of(name), &values, period as u64);
        let from = 2000;
        let start = (from..).find(|&n| values[n - 1] != values[n - 1 + period]).unwrap();
        let mut certificate = from_class(name, &values, (start, period), 250, mask, parity).unwrap();
        assert!(matches!(wrong(&certificate), CertificateFault::Recurrence { .. }), "{name}");
        let claimed = window_proof(&mut certificate);
        let at = claimed.start;
        let first = claimed.windows.iter().find(|c| c.heap == at).unwrap().values.clone();
        claimed.windows.last_mut().unwrap().values = first;
        let checked = claimed.windows.last().unwrap().heap;
        let wrong = wrong(&certificate);
        assert!(
            matches!(wrong, CertificateFault::Value { window: Some(heap), .. } if heap == checked),
            "{name}: {wrong}"
        );
        let Err(CertificateCheckError::Segments { segments }) = some(&certificate, Scope::Segments(0..=0), 1) else {
            panic!()
        };
        assert!(segments > 3, "{name} {segments}");
        let verified = some(&certificate, Scope::Segments(1..=segments - 1), 2).unwrap();
        assert!(!verified.is_proof() && verified.heaps < verified.of, "{name}");
        assert_eq!(verified.checked, (1..segments).collect::<Vec<_>>());
    }
}

/// The certificate of 0.106 in the documentation is in the form in which certificates are written. The documentation checks a segment.
#[test]
fn the_certificate_of_0_106_has_the_form_of_all_others() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/certificates/octal-0.106.txt");
    let text = std::fs::read(path).unwrap();
    let certificate = Certificate::parse(&text).unwrap();
    assert!(certificate.encode().as_bytes() == text);
    let Certificate { preperiod, period, max_value, .. } = certificate;
    assert_eq!((preperiod, period, max_value), (465_384_263_797, 328_226_140_474, 31));
}

/// In Grundy's game parts must differ. No period of it is known, so one is made up, just after a rare heap; the list of rare
/// heaps and all values are right then, and only the last window is not.
#[test]
fn the_first_heaps_of_grundys_game() {
    let shape = Shape::of("grundys-game");
    let mut values = shape.values(3000);
    let (mask, parity) = certificate::best_class(&shape, &values, 1);
    let is_rare = |heap: usize| certificate::class(mask, parity, heap, values[heap]) == 0;
    let last = (2000..).find(|&heap| is_rare(heap) && !is_rare(heap + 1)).unwrap();
    values.truncate(last + 2);
    let mut right = from_class("grundys-game", &values, (0, 1), 250, mask, parity).unwrap();
    let claimed = window_proof(&mut right);
    assert!(claimed.rare.len() > 100, "{}", claimed.rare.len());
    claimed.windows.last_mut().unwrap().values = values[1..=last].to_vec();
    let end = last as u64 + 2;
    assert!(
        matches!(wrong(&right), CertificateFault::Value { window: Some(at), .. } if at == end),
        "{}",
        wrong(&right)
    );
    for i in 1..100 {
        let mut changed = right.clone();
        let (heap, _) = window_proof(&mut changed).rare.remove(i);
        let found = wrong(&changed);
        assert!(matches!(found, CertificateFault::Open { heap: at, .. } if at == heap), "without {heap}: {found}");
        let mut changed = right.clone();
        let heap = window_proof(&mut changed).rare[i].0;
        window_proof(&mut changed).rare[i].1 ^= 1;
        let found = wrong(&changed);
        assert!(
            matches!(found, CertificateFault::Open { heap: at, .. } | CertificateFault::Rare { heap: at, .. } if at == heap),
            "{heap}: {found}"
        );
    }
}

#[test]
fn segments_checked_separately_prove_the_same() {
    for name in ["octal:0.156", "octal:0.356", "octal:0.051", "octal:4.356"] {
        let certificate = known(name);
        let whole = all(&certificate).unwrap();
        for threads in [1, 2, 3, 100] {
            assert_eq!(some(&certificate, Scope::All, threads).as_ref(), Ok(&whole), "{name}");
        }
        let mut largest = 0;
        for i in 1..=whole.segments {
            let one =
                some(&certificate, Scope::Segments(i..=i), 3).unwrap_or_else(|error| panic!("{name}, {i}: {error}"));
            assert_eq!((one.checked.as_slice(), one.is_proof()), ([i].as_slice(), whole.segments == 1));
            largest = largest.max(one.largest);
        }
        assert_eq!(largest, certificate.max_value, "{name}");
        for range in [0..=1, 1..=whole.segments + 1, whole.segments + 1..=u64::MAX, 0..=u64::MAX] {
            let none = Err(CertificateCheckError::Segments { segments: whole.segments });
            assert_eq!(some(&certificate, Scope::Segments(range), 1), none);
        }
        #[allow(clippy::reversed_empty_ranges, reason = "what a user may ask for")]
        let reversed = some(&certificate, Scope::Segments(2..=1), 1);
        assert!(reversed.is_err());
    }
}

#[test]
fn a_quick_check_takes_one_period_and_a_sample() {
    let certificate = known("octal:0.356");
    let whole = all(&certificate).unwrap();
    let samples: Vec<Verified> = (0..8).map(|seed| some(&certificate, Scope::Quick { seed }, 2).unwrap()).collect();
    for sample in &samples {
        assert!(!sample.is_proof() && sample.heaps < whole.heaps);
        assert!(sample.checked.ends_with(&[whole.segments]) && sample.checked.len() > 2, "{sample:?}");
    }
    assert!(samples.iter().any(|sample| sample.checked != samples[0].checked));
    assert_eq!(some(&certificate, Scope::Quick { seed: 3 }, 1).as_ref(), Ok(&samples[3]));
}

#[test]
fn the_first_wrong_segment_is_reported() {
    let mut certificate = known("octal:0.356");
    let count = all(&certificate).unwrap().segments as usize;
    let windows = &mut window_proof(&mut certificate).windows;
    let first = windows.len() - count;
    for segment in [4, 3] {
        windows[first + segment].values[17] ^= 1;
    }
    let heap = windows[first + 3].heap;
    let errors: Vec<_> = (1..5).map(|threads| some(&certificate, Scope::All, threads).unwrap_err()).collect();
    assert!(errors.iter().all(|error| *error == errors[0]), "{errors:?}");
    assert!(
        matches!(errors[0], CertificateCheckError::Fault(CertificateFault::Value { window: Some(at), .. }) if at == heap),
        "{errors:?}"
    );
}

#[test]
fn a_check_that_is_stopped_says_how_far_it_came() {
    for certificate in [known("octal:0.356"), plain("octal:0.137", 200)] {
        let stopped = verify(&certificate, &CheckOptions { stop: &|| true, ..CheckOptions::ALL });
        assert!(matches!(stopped, Err(CertificateCheckError::Stopped { heaps, of }) if heaps < of), "{stopped:?}");
        let seen = std::sync::Mutex::new(Vec::new());
        let progress = |done, of| seen.lock().unwrap().push((done, of));
        let verified = verify(&certificate, &CheckOptions { progress: &progress, ..CheckOptions::ALL }).unwrap();
        let seen = seen.into_inner().unwrap();
        assert!(seen.is_sorted() && seen.last() == Some(&(verified.heaps, verified.heaps)), "{seen:?}");
    }
}

/// Every byte changed, and every end cut off.
#[test]
fn a_changed_text_is_no_certificate() {
    let small = by_windows("octal:0.34", &Shape::of("octal:0.34").values(60), 9).unwrap();
    for certificate in [small, plain("octal:0.77", 200)] {
        let text = certificate.encode().into_bytes();
        let refused = |text: &[u8]| Certificate::parse(text).is_err();
        for at in 0..text.len() {
            for byte in [text[at] ^ 1, text[at] ^ 0x20, text[at] ^ 0x80, b'0', b'\n', b' ', 0] {
                let mut changed = text.clone();
                changed[at] = byte;
                assert!(byte == text[at] || refused(&changed), "byte {at} is {byte}");
            }
            let without = [&text[..at], &text[at + 1..]].concat();
            assert!(refused(&without), "without byte {at}");
            assert!(refused(&text[..at]), "cut off at {at}");
            let twice = [&text[..=at], &text[at..]].concat();
            assert!(refused(&twice), "byte {at} twice");
        }
    }
}

/// The text with a checksum that fits.
fn sealed(body: impl AsRef<[u8]>) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let body = body.as_ref();
    let sum: String = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
    [body, format!("sha256 {sum}\n").as_bytes()].concat()
}

fn body(certificate: &Certificate) -> String {
    let text = certificate.encode();
    text[..text.rfind("sha256 ").unwrap()].to_owned()
}

#[test]
fn a_certificate_has_one_text() {
    let small = by_windows("octal:0.34", &Shape::of("octal:0.34").values(60), 9).unwrap();
    let body = body(&small);
    assert_eq!(sealed(&body), small.encode().into_bytes());
    let line = |body: &str, from: &str, to: &str| {
        let changed = body.replacen(from, to, 1);
        assert_ne!(changed, body, "`{from}` is not there");
        match Certificate::parse(&sealed(&changed)) {
            Err(CertificateError::Line { line, .. }) => line,
            other => panic!("`{from}` as `{to}`: {other:?}"),
        }
    };
    for (from, to, number) in [
        ("game octal:0.34", "game octal:0.34 ", 2),
        ("game octal:0.34", "game ", 2),
        ("preperiod 7", "preperiod 07", 3),
        ("preperiod 7", "preperiod +7", 3),
        ("preperiod 7", "preperiod  7", 3),
        ("preperiod 7", "preperiod 18446744073709551616", 3),
        ("preperiod 7", "Preperiod 7", 3),
        ("period 8\n", "period 8\r\n", 4),
        ("period 8\n", "", 4),
        ("proof windows", "proof window", 6),
        ("parity 0", "parity 2", 8),
        ("width 2", "width 3", 11),
        ("width 2", "width 1", 11),
        ("rare ", "rare  ", 12),
        ("window ", "windows ", 16),
    ] {
        let at = line(&body, from, to);
        assert!(at == number || from == "window " || to == "width 3", "`{to}`: line {at}");
    }
    let plain = body_of_plain();
    for (from, to) in
        [("theorem ", "theorem  "), ("theorem ", "theorem \t"), ("checked-to 168\n", "checked-to 168\n\n")]
    {
        line(&plain, from, to);
    }
    // Wider digits than the values need, and a short line within a window.
    let wide = body.replace("width 2", "width 3");
    assert!(Certificate::parse(&sealed(&wide)).is_err());
    let long = known("octal:4.356");
    let text = self::body(&long);
    let window = text.find("window ").unwrap();
    let first = window + text[window..].find('\n').unwrap() + 1;
    let short = format!("{}\n{}", &text[..first + 62], &text[first + 62..]);
    assert!(matches!(Certificate::parse(&sealed(&short)), Err(CertificateError::Line { .. })));

    for (text, means) in [
        (&b""[..], "not a certificate"),
        (b"graph\n", "not a certificate"),
        (b"grundy-certificate 2\n", "version 2"),
        (b"grundy-certificate 1\n", "damaged"),
        (b"grundy-certificate 1", "damaged"),
    ] {
        let error = Certificate::parse(text).unwrap_err();
        assert!(error.to_string().contains(means), "{error}");
    }
}

fn body_of_plain() -> String {
    body(&plain("octal:0.77", 200))
}

type Change = fn(&mut Certificate);

/// Each change makes a claim that is not true, or that is not proved.
#[test]
fn a_changed_claim_is_found() {
    let changes: [(&str, Change); 26] = [
        ("preperiod later", |c| c.preperiod += 1),
        ("preperiod earlier", |c| c.preperiod -= 1),
        ("period doubled", |c| c.period *= 2),
        ("period later", |c| c.period += 2),
        ("a larger value", |c| c.max_value += 1),
        ("a smaller value", |c| c.max_value -= 1),
        ("another game", |c| c.game = "octal:0.77".to_owned()),
        ("a game that differs little", |c| c.game.push('1')),
        ("a game not in normal form", |c| c.game.push('0')),
        ("three heaps", |c| c.game.push('8')),
        ("mask", |c| window_proof(c).mask ^= 1),
        ("no mask", |c| window_proof(c).mask = 0),
        ("parity", |c| window_proof(c).parity = window_proof(c).parity.map_or(Some(1), |_| None)),
        ("a parity of 2", |c| window_proof(c).parity = Some(2)),
        ("a smaller part", |c| window_proof(c).part -= 1),
        ("start", |c| window_proof(c).start += 1),
        ("a rare heap less", |c| _ = window_proof(c).rare.remove(0)),
        ("the last rare heap less", |c| _ = window_proof(c).rare.pop()),
        ("a rare heap more", |c| {
            let rare = &mut window_proof(c).rare;
            let free = (1..).find(|heap| rare.iter().all(|r| r.0 != *heap)).unwrap();
            rare.push((free, 0));
            rare.sort_unstable();
        }),
        ("another rare value", |c| window_proof(c).rare[1].1 ^= 1),
        ("a value in every window", |c| window_proof(c).windows.iter_mut().for_each(|window| window.values[5] ^= 1)),
        ("no window at the start", |c| {
            let start = window_proof(c).start;
            window_proof(c).windows.retain(|window| window.heap != start);
        }),
        ("a short window", |c| _ = window_proof(c).windows[0].values.pop()),
        ("no windows", |c| window_proof(c).windows.clear()),
        ("a probe's value", |c| window_proof(c).probes[1].1 ^= 1),
        ("no probes", |c| window_proof(c).probes.clear()),
    ];
    for name in ["octal:0.156", "octal:0.051", "octal:4.356", "octal:0.45"] {
        let certificate = known(name);
        for (what, change) in &changes {
            let mut changed = certificate.clone();
            change(&mut changed);
            let text = changed.encode();
            // It reads well, unless the format has no word for it; it is wrong.
            let reads = Certificate::parse(text.as_bytes()).is_ok_and(|read| read == changed);
            assert_eq!(reads, *what != "a parity of 2", "{name}, {what}");
            let wrong = wrong(&changed);
            assert!(!wrong.to_string().is_empty(), "{name}, {what}");
        }
        for i in 0..known_probes(&certificate) {
            let mut changed = certificate.clone();
            window_proof(&mut changed).probes.remove(i);
            assert!(matches!(wrong(&changed), CertificateFault::NotLeast { .. }), "{name}: without probe {i}");
        }
    }
}

fn known_probes(certificate: &Certificate) -> usize {
    window_proof(&mut certificate.clone()).probes.len()
}

/// Larger claims that come with all that belongs to them.
#[test]
fn a_claim_that_is_not_the_least_is_found() {
    for (name, ..) in KNOWN.iter().filter(|known| known.1 < 3000) {
        let values = Shape::of(name).values(4000);
        let right = by_windows(name, &values, 50).unwrap();
        let (mask, parity) = (window_proof(&mut right.clone()).mask, window_proof(&mut right.clone()).parity);
        let (preperiod, period) = (right.preperiod as usize, right.period as usize);
        for claim in
            [(preperiod + 1, period), (preperiod, 2 * period), (preperiod, 3 * period), (preperiod + 7, 6 * period)]
        {
            let certificate = from_class(name, &values, claim, 50, mask, parity).unwrap();
            assert!(matches!(wrong(&certificate), CertificateFault::NotLeast { .. }), "{name}: {claim:?}");
        }
        for claim in [(preperiod - 1, period), (preperiod, period + 2), (preperiod + 1, 2 * period - 2)] {
            let certificate = from_class(name, &values, claim, 50, mask, parity).unwrap();
            wrong(&certificate);
        }
    }
}

#[test]
fn hostile_numbers_are_refused() {
    const MANY: [u64; 7] = [1 << 30, 1 << 32, 1 << 53, (1 << 53) + 1, 1 << 60, 1 << 63, u64::MAX];
    let certificate = known("octal:4.356");
    let refused = |change: &dyn Fn(&mut Certificate, u64)| {
        for n in MANY {
            let mut changed = certificate.clone();
            change(&mut changed, n);
            assert!(matches!(all(&changed), Err(CertificateCheckError::Fault(_))), "{n}");
        }
    };
    refused(&|c, n| c.period = n);
    refused(&|c, n| c.preperiod = n);
    refused(&|c, n| c.max_value = n);
    refused(&|c, n| window_proof(c).part = n);
    refused(&|c, n| window_proof(c).start = n);
    refused(&|c, n| (window_proof(c).mask, window_proof(c).part) = (n, n));
    refused(&|c, n| window_proof(c).rare.push((n, 0)));
    refused(&|c, n| window_proof(c).rare[0].1 = n);
    refused(&|c, n| window_proof(c).probes.push((n, 0)));
    refused(&|c, n| window_proof(c).windows.last_mut().unwrap().heap = n);
    refused(&|c, n| window_proof(c).windows[0].heap = n);
    refused(&|c, n| (c.preperiod, c.period, window_proof(c).start, window_proof(c).part) = (n, n, n, n));
    let changed = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        wrong(&changed);
    };
    changed(&|c| c.period = 0);
    changed(&|c| window_proof(c).rare.reverse());
    changed(&|c| window_proof(c).probes.reverse());
    changed(&|c| window_proof(c).windows.reverse());
    changed(&|c| window_proof(c).rare.insert(0, (0, 0)));
    changed(&|c| window_proof(c).rare.clear());
    changed(&|c| window_proof(c).windows.iter_mut().for_each(|window| window.values.clear()));
    changed(&|c| window_proof(c).windows[0].values[0] = u16::MAX);
    for checked_to in MANY {
        let proof = Proof::Plain { theorem: "any".to_owned(), checked_to };
        for (preperiod, period) in [(71, 12), (checked_to, 1), (0, checked_to), (checked_to / 3, checked_to / 4)] {
            let game = "octal:0.77".to_owned();
            wrong(&Certificate { game, preperiod, period, max_value: 8, proof: proof.clone() });
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        numbers in prop::array::uniform6(any::<u64>()),
        parity in prop::option::of(0u8..2),
        rare in prop::collection::vec(any::<(u64, u64)>(), 0..4),
        probes in prop::collection::vec(any::<(u64, u64)>(), 0..4),
        windows in prop::collection::vec((any::<u64>(), prop::collection::vec(0u16..300, 0..100)), 0..4),
    ) {
        let [preperiod, period, max_value, mask, part, start] = numbers;
        let windows = windows.into_iter().map(|(heap, values)| grundy::heap::octal::Window { heap, values }).collect();
        let proof = Proof::Windows(WindowProof { mask, parity, rare, part, start, windows, probes });
        let certificate = Certificate { game: "octal:0.7".to_owned(), preperiod, period, max_value, proof };
        let read = Certificate::parse(certificate.encode().as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&certificate));
        prop_assert!(all(&certificate).is_err());
    }

    /// Whatever is changed in a body and sealed again: what reads is written the same, and what is verified is true.
    #[test]
    fn whatever_is_changed_is_refused_or_true(at in any::<prop::sample::Index>(), byte in any::<u8>(), which in 0usize..3) {
        let name = ["octal:0.051", "octal:0.34", "octal:0.117"][which];
        let right = known(name);
        let mut bytes = body(&right).into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let text = sealed(&bytes);
        if let Ok(read) = Certificate::parse(&text) {
            prop_assert_eq!(read.encode().into_bytes(), text);
            // Claims that take long to refuse are stopped.
            let calls = std::sync::atomic::AtomicU64::new(0);
            let stop = || calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 100;
            if verify(&read, &CheckOptions { stop: &stop, ..CheckOptions::ALL }).is_ok_and(|verified| verified.is_proof()) {
                let claim = |c: &Certificate| (c.preperiod, c.period, c.max_value);
                prop_assert!(claim(&read) == claim(&right) || read.game != right.game, "{:?}", read);
            }
        }
    }
}
