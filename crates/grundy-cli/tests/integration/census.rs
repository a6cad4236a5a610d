//! `grundy census`: its text, JSON and CSV agree with one another, and bad input is rejected.

use crate::common::{grundy, says};
use serde_json::{Value, json as object};
use std::collections::HashMap;

/// The rows of a CSV file, by code.
fn rows(text: &str) -> HashMap<&str, Vec<&str>> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("code,period,preperiod,max_value,class,shift,standard_form,like"));
    lines.map(|line| line.split(',').collect::<Vec<_>>()).map(|row| (row[0], row)).collect()
}

#[test]
fn the_text_begins_with_the_counts_and_has_a_row_a_class() {
    let text = grundy(&["census"]).ok();
    says(&text, &["1023 codes: 675 with a period, proved; 348 open, no period found in 4800 heaps\n"]);
    says(&text, &["174 classes of equal games, proved: 84 with a period, 90 open; no two of them equal\n"]);
    says(&text, &["\n0.07       34         53          9  0.071 0.072 0.073 @-1 0.137 @+1 0.4 0.401"]);
    says(
        &text,
        &["\n0.007    open                   167  [searched to 1417216 heaps: this program]  @+1 0.04 0.042\n"],
    );
    says(&text, &["\n0.167    open                    49  [searched to 1099511627776 heaps: Rogalski]"]);
    says(&text, &["  [period 149459 from heap 105351 on: Gangolli and Plambeck 1989]"]);
    assert_eq!(text.lines().count(), 4 + 174);
    assert!(text.lines().all(|line| line.trim_end() == line));

    let open = grundy(&["census", "--open", "--threads", "1"]).ok();
    assert_eq!(open.lines().count(), 4 + 90);
    assert!(open.lines().skip(4).all(|line| line.contains("  open  ") && text.contains(line)));
}

#[test]
fn csv_has_a_row_a_code() {
    let text = grundy(&["census", "--format", "csv"]).ok();
    let rows = rows(&text);
    assert_eq!(rows.len(), 1023);
    assert_eq!(rows["0.77"][..4], ["0.77", "12", "71", "8"]);
    assert_eq!(rows["0.07"], ["0.07", "34", "53", "9", "0.07", "0", "0.137", ""]);
    assert_eq!(rows["0.137"], ["0.137", "34", "52", "9", "0.07", "-1", "0.137", ""]);
    assert_eq!(rows["0.04"], ["0.04", "", "", "167", "0.007", "1", "0.11337", ""]);
    assert_eq!(rows.values().filter(|row| row[1].is_empty()).count(), 348);

    let open = grundy(&["census", "--format", "csv", "--open"]).ok();
    assert_eq!(open.lines().count(), 1 + 348);
}

#[test]
fn json_says_the_same_as_csv() {
    let answer = grundy(&["census", "--json"]).json();
    let head = |key: &str| answer[key].clone();
    assert_eq!(head("schema"), "grundy/census/1");
    let counts = ["heaps", "codes", "periods", "open", "equal_games", "equal_games_open"].map(head);
    assert_eq!(object!(counts), object!([4800, 1023, 675, 348, 174, 90]));
    assert_eq!(grundy(&["census", "--format", "json"]).json(), answer);

    let csv = grundy(&["census", "--format", "csv"]).ok();
    let rows = rows(&csv);
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let cell = |value: &Value| if value.is_null() { String::new() } else { plain(value) };
    let mut members = 0;
    for class in answer["classes"].as_array().unwrap() {
        assert_eq!(class["proved"] == true, class["theorem"].is_string());
        assert_eq!(class["proved"] == true, class["searched"].is_null());
        for member in class["members"].as_array().unwrap() {
            let row = [
                &member["code"],
                &class["period"],
                &member["preperiod"],
                &class["max_value"],
                &class["code"],
                &member["shift"],
                &member["standard_form"],
                &class["like"],
            ];
            assert_eq!(row.map(cell)[..], rows[member["code"].as_str().unwrap()]);
            members += 1;
        }
    }
    assert_eq!(members, 1023);
    let searched = |code: &str| {
        let class = answer["classes"].as_array().unwrap().iter().find(|class| class["code"] == code);
        class.unwrap()["searched"].clone()
    };
    let by_us = object!({"code": "0.007", "heaps": 1_417_216, "period": null, "preperiod": null, "by": "this program"});
    assert_eq!(searched("0.007"), by_us);
    // The search was one of another member of the class.
    let officers = searched("0.37");
    assert_eq!((&officers["code"], &officers["heaps"]), (&object!("0.6"), &object!(140_000_000_000_000u64)));
    assert_eq!(searched("0.106")["period"], 328_226_140_474u64);
    let open = grundy(&["census", "--json", "--open"]).json();
    let classes = open["classes"].as_array().unwrap();
    assert!(classes.len() == 90 && classes.iter().all(|class| class["period"].is_null()));
    assert_eq!(open["codes"], 1023);
}

#[test]
fn a_period_is_the_one_that_the_verb_for_it_finds() {
    let csv = grundy(&["census", "--format", "csv"]).ok();
    for code in ["0.055", "0.074", "0.4", "4.0", "0.142", "0.007"] {
        let ran = grundy(&["period", &format!("octal:{code}"), "--limit", "4800", "--json"]);
        let answer = crate::common::json(&ran.stdout);
        let text = |key: &str| if answer[key].is_null() { String::new() } else { answer[key].to_string() };
        assert_eq!(rows(&csv)[code][1..4], ["period", "preperiod", "max_value"].map(text), "{code}");
    }
}

#[test]
fn few_heaps_leave_games_that_are_not_told_apart() {
    let text = grundy(&["census", "--heaps", "20"]).ok();
    says(&text, &["no period found in 20 heaps", "not told apart from others", "  [so far as 0."]);
    let csv = grundy(&["census", "--heaps", "20", "--format", "csv"]).ok();
    assert!(rows(&csv).values().any(|row| row[7].starts_with("0.")));
}

#[test]
fn limits_end_it_and_bad_input_is_refused() {
    let late = grundy(&["census", "--heaps", "100000", "--time", "0.01"]).limited();
    says(&late, &["the time was up", "--time"]);
    says(&grundy(&["census", "--memory", "1M"]).limited(), &["MiB", "--memory"]);
    says(&grundy(&["census", "--heaps", "0"]).refused(), &["0", "--heaps"]);
    says(&grundy(&["census", "--heaps", "many"]).refused(), &["many", "--heaps"]);
    says(&grundy(&["census", "--threads", "0"]).refused(), &["0", "--threads"]);
    says(&grundy(&["census", "--format", "xml"]).refused(), &["xml", "csv"]);
    says(&grundy(&["census", "--json", "--format", "csv"]).refused(), &["--json", "--format"]);
    says(&grundy(&["census", "0.77"]).refused(), &["0.77"]);
}
