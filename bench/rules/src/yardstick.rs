//! The yardstick: the same script, called for one position at a time, with positions as boxed keys in a hash map of the standard library.

use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension, Module};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::syntax::{AstModule, Dialect};
use starlark::values::list::ListRef;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, Value};
use std::collections::{HashMap, VecDeque};

/// A position in the form that a textbook would use.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Item {
    Int(i64),
    Text(String),
    Tuple(Vec<Item>),
}

fn item(value: Value<'_>) -> Item {
    if let Some(text) = value.unpack_str() {
        return Item::Text(text.to_owned());
    }
    if let Some(n) = value.unpack_i32() {
        return Item::Int(n.into());
    }
    let items = TupleRef::from_value(value)
        .map(|tuple| tuple.content())
        .or_else(|| ListRef::from_value(value).map(|list| list.content()))
        .expect("a position of ints, strings, tuples and lists");
    Item::Tuple(items.iter().map(|value| item(*value)).collect())
}

fn value<'v>(item: &Item, heap: Heap<'v>) -> Value<'v> {
    match item {
        Item::Int(n) => heap.alloc(*n),
        Item::Text(text) => heap.alloc(text.as_str()),
        Item::Tuple(items) => {
            let items: Vec<Value<'v>> = items.iter().map(|item| value(item, heap)).collect();
            heap.alloc(AllocTuple(items))
        }
    }
}

#[starlark_module]
#[allow(non_snake_case)]
fn words(builder: &mut GlobalsBuilder) {
    const WIN: &str = "win";
    const LOSS: &str = "loss";
    const DRAW: &str = "draw";

    fn param<'v>(name: &str, default: Value<'v>) -> anyhow::Result<Value<'v>> {
        let _ = name;
        Ok(default)
    }
}

/// Explores a source from its start; returns the numbers of positions and of distinct moves.
pub fn explore(source: &str) -> (u64, u64) {
    let globals: Globals = GlobalsBuilder::extended_by(&[LibraryExtension::SetType]).with(words).build();
    let dialect = Dialect { enable_top_level_stmt: true, enable_f_strings: true, ..Dialect::Standard };
    let frozen = Module::with_temp_heap(|module| {
        let ast = AstModule::parse("rules.star", source.to_owned(), &dialect).expect("rules that are right");
        Evaluator::new(&module).eval_module(ast, &globals).expect("rules that are right");
        module.freeze()
    });
    let Ok(frozen) = frozen else { panic!("rules that are right") };
    let function = |name: &str| frozen.get_option(name).expect("a module");
    let [initial, turn, outcome, moves] = ["initial", "turn", "outcome", "moves"].map(function);
    let start = Module::with_temp_heap(|module| {
        let mut eval = Evaluator::new(&module);
        let initial = eval.heap().access_owned_frozen_value(initial.as_ref().expect("a start"));
        item(eval.eval_function(initial, &[], &[]).expect("a start"))
    });
    let mut numbers: HashMap<Box<Item>, usize> = HashMap::from([(Box::new(start.clone()), 0)]);
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut queue = VecDeque::from([start]);
    let mut edges = 0;
    while let Some(at) = queue.pop_front() {
        let options: Vec<Item> = Module::with_temp_heap(|module| {
            let mut eval = Evaluator::new(&module);
            let at = value(&at, eval.heap());
            let mut call = |function: &starlark::values::OwnedFrozenValue| {
                let function = eval.heap().access_owned_frozen_value(function);
                eval.eval_function(function, &[at], &[]).expect("rules that are right")
            };
            if let Some(turn) = &turn {
                call(turn);
            }
            if outcome.as_ref().is_some_and(|outcome| !call(outcome).is_none()) {
                return Vec::new();
            }
            let moves = call(moves.as_ref().expect("moves"));
            ListRef::from_value(moves).expect("a list").content().iter().map(|option| item(*option)).collect()
        });
        let mut row = Vec::new();
        for option in options {
            let next = numbers.len();
            let n = *numbers.entry(Box::new(option.clone())).or_insert(next);
            if n == next {
                queue.push_back(option);
            }
            row.push(n);
        }
        row.sort_unstable();
        row.dedup();
        edges += row.len() as u64;
        rows.push(row);
    }
    (rows.len() as u64, edges)
}
