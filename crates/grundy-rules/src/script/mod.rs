//! A rules file as a script: loaded once, frozen, and called in sessions that are bounded in steps and memory.

mod builtins;
mod callback;
mod declarations;
mod diagnostics;
mod hints;
mod names;
mod parameter;
mod session;
mod text;

pub(crate) use builtins::{SUM, sum_parts};
pub(crate) use callback::{CALLBACKS, Callback, SYMMETRIES};
pub(crate) use declarations::Declared;
pub(crate) use diagnostics::{CallError, CallFault};
pub(crate) use names::Names;
pub(crate) use session::{SESSION, Session};
pub(crate) use text::describe;

use crate::setting::Setting;
use crate::watchdog::Calls;
use crate::{nesting, position};
use declarations::Declarations;
use grundy::spelling::nearest;
use grundy::text::{RulesError, RulesErrorKind, SourceLocation};
use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension, Module};
use starlark::eval::{BeforeStmtFunc, Evaluator};
use starlark::syntax::{AstModule, Dialect};
use starlark::values::{OwnedFrozenValue, Value};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of calls and loop iterations in one session.
pub(crate) const MAX_STEPS: u64 = 20_000_000;
/// The maximum depth of a script's call stack; each call takes some of the native stack.
const MAX_CALL_DEPTH: usize = 100;
/// The maximum memory of one session in bytes, whatever the limits of the run.
const MAX_MEMORY: u64 = 1 << 30;

/// A rules file that is loaded into the interpreter.
pub(crate) struct Script {
    pub(crate) path: String,
    pub(crate) source: Arc<str>,
    pub(crate) declared: Declared,
    pub(crate) names: Names,
    /// The permutations of `symmetries`.
    pub(crate) symmetries: Vec<Vec<usize>>,
    functions: [Option<OwnedFrozenValue>; CALLBACKS.len()],
    pub(crate) settings: Vec<Setting>,
    /// The maximum memory of one session in bytes.
    memory: usize,
}

fn globals() -> Globals {
    GlobalsBuilder::extended_by(&[LibraryExtension::SetType]).with(builtins::builtins).build()
}

fn dialect() -> Dialect {
    Dialect {
        enable_load: false,
        enable_keyword_only_arguments: true,
        enable_top_level_stmt: true,
        enable_f_strings: true,
        ..Dialect::Standard
    }
}

impl Script {
    /// Parses and runs a source. A session may use `memory` bytes, but at most one gibibyte.
    pub(crate) fn load(path: &str, source: &str, settings: &[Setting], memory: u64) -> Result<Self, RulesError> {
        let mut script = Self {
            path: path.to_owned(),
            source: source.into(),
            declared: Declared::default(),
            names: Names::default(),
            symmetries: Vec::new(),
            functions: [const { None }; CALLBACKS.len()],
            settings: settings.to_vec(),
            memory: memory.min(MAX_MEMORY) as usize,
        };
        if let Some((at, message)) = nesting::find_excess(source) {
            return Err(script.wrong(message, Some(at)).with_help("write it in several steps, with a name for each"));
        }
        let mut declarations = Declarations::default();
        let mut names = Names::default();
        let frozen = Module::with_temp_heap(|module| {
            let ast = AstModule::parse(path, source.to_owned(), &dialect())?;
            names = Names::of(ast.statement());
            let mut eval = script.evaluator(&module)?;
            let calls = Calls::of_this_thread();
            calls.clear_position();
            let loaded;
            (loaded, declarations) = Declarations::during(settings, || calls.run(|| eval.eval_module(ast, &globals())));
            loaded?;
            drop(eval);
            module.freeze().map_err(|error| starlark::Error::new_other(std::io::Error::other(format!("{error:?}"))))
        });
        script.names = names;
        let frozen = frozen.map_err(|error| {
            let error = script.load_error(error);
            if declarations.has_wrong_setting { error.with_kind(RulesErrorKind::Parameter) } else { error }
        })?;
        script.declared = declarations.declared;
        for (callback, word) in CALLBACKS {
            let Ok(Some(value)) = frozen.get_option(word) else { continue };
            if value.value().get_type() != "function" {
                let kind = value.value().get_type();
                let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
                let message = format!("`{word}` is {article} {kind}, not a function");
                return Err(script.wrong(message, script.definition(word)));
            }
            script.functions[callback as usize] = Some(value);
        }
        if let Ok(Some(value)) = frozen.get_option(SYMMETRIES) {
            script.symmetries = permutations(value.value()).map_err(|wrong| {
                let help = "write each as a list of the numbers 0 to n - 1: the cell that comes to each place";
                script.wrong(wrong, script.definition(SYMMETRIES)).with_help(help)
            })?;
        }
        script.check_settings()?;
        script.check_names(frozen.names().map(|name| name.as_str().to_owned()).collect())?;
        Ok(script)
    }

    /// Whether the file defines a callback.
    pub(crate) fn defines(&self, callback: Callback) -> bool {
        self.functions[callback as usize].is_some()
    }

    /// Creates an error at these bytes of the source.
    pub(crate) fn wrong(&self, message: impl Into<String>, at: Option<Range<usize>>) -> RulesError {
        let error = RulesError::new(message);
        match at {
            Some(at) => error.with_location(self.location(at)),
            None => error,
        }
    }

    fn location(&self, at: Range<usize>) -> SourceLocation {
        SourceLocation { path: self.path.clone(), source: self.source.clone(), at }
    }

    /// The byte range where a name of the file is defined.
    pub(crate) fn definition(&self, name: &str) -> Option<Range<usize>> {
        self.names.definition(name)
    }

    fn check_settings(&self) -> Result<(), RulesError> {
        for (i, setting) in self.settings.iter().enumerate() {
            if self.settings[..i].iter().any(|earlier| earlier.name == setting.name) {
                let error = self.wrong(format!("{}: the parameter `{}` is set twice", self.path, setting.name), None);
                return Err(error.with_help("set it once").with_kind(RulesErrorKind::Parameter));
            }
        }
        let names = || self.declared.parameters.keys().map(String::as_str);
        let Some(unknown) = self.settings.iter().find(|setting| !names().any(|name| name == setting.name)) else {
            return Ok(());
        };
        let near = nearest(&unknown.name, names()).map(|near| format!("did you mean `{near}`? "));
        let all = match names().next() {
            None => "the file has none".to_owned(),
            Some(_) => format!("the file has {}", names().collect::<Vec<_>>().join(", ")),
        };
        let error = self.wrong(format!("{}: there is no parameter `{}`", self.path, unknown.name), None);
        Err(error.with_help(format!("{}{all}", near.unwrap_or_default())).with_kind(RulesErrorKind::Parameter))
    }

    fn check_names(&self, defined: Vec<String>) -> Result<(), RulesError> {
        let lacks = |word: &str, message: String, help: &str| {
            let near = nearest(word, defined.iter().map(String::as_str).filter(|name| *name != word));
            let help =
                near.map_or_else(|| help.to_owned(), |near| format!("did you mean `{word}` where it says `{near}`?"));
            let at = near.and_then(|near| self.definition(near));
            let origin = if at.is_some() { String::new() } else { format!("{}: ", self.path) };
            Err(self.wrong(format!("{origin}{message}"), at).with_help(help))
        };
        if !self.defines(Callback::Initial) && !self.defines(Callback::Starts) {
            return lacks(
                "initial",
                "the file has no function `initial`".into(),
                "write `def initial(): return …`, where the game begins",
            );
        }
        if !self.defines(Callback::Moves) {
            return lacks(
                "moves",
                "the file has no function `moves`".into(),
                "write `def moves(s): return […]`, the positions that the moves lead to",
            );
        }
        if self.defines(Callback::Text) != self.defines(Callback::Parse) {
            let (one, other) = if self.defines(Callback::Text) { ("text", "parse") } else { ("parse", "text") };
            let message = format!("the file has a function `{one}` and no `{other}`");
            let error = self.wrong(message, self.definition(one));
            return Err(error.with_help("write both or neither: what one writes the other reads"));
        }
        Ok(())
    }

    fn evaluator<'v, 'a, 'e>(&self, module: &'a Module<'v>) -> starlark::Result<Evaluator<'v, 'a, 'e>>
    where
        'e: 'a,
    {
        let mut eval = Evaluator::new(module);
        let bounds = eval
            .set_max_callstack_size(MAX_CALL_DEPTH)
            .and_then(|()| eval.set_max_heap_size(self.memory.max(1)))
            .and_then(|()| eval.set_max_tick_count(MAX_STEPS));
        bounds.map_err(starlark::Error::new_other)?;
        Ok(eval)
    }

    /// The statement that was executing when a callback failed. Runs the file again and records each statement.
    fn last_statement(&self, callback: Callback, arguments: &[Box<[u8]>]) -> Option<Range<usize>> {
        let last = RefCell::new(None);
        let watch = |span: starlark::codemap::FileSpanRef<'_>, _: bool, eval: &mut Evaluator<'_, '_, '_>| {
            if eval.call_stack_count() == 2 {
                last.replace(Some(span.span.begin().get() as usize..span.span.end().get() as usize));
            }
        };
        Module::with_temp_heap(|module| {
            let ast = AstModule::parse(&self.path, self.source.to_string(), &dialect()).ok()?;
            let mut eval = self.evaluator(&module).ok()?;
            eval.before_stmt_for_dap(BeforeStmtFunc::Fn(&watch));
            Declarations::during(&self.settings, || eval.eval_module(ast, &globals()).map(|_| ())).0.ok()?;
            last.replace(None);
            let function = module.get(callback.as_str())?;
            let arguments: Vec<Value<'_>> =
                arguments.iter().map(|bytes| position::decode(&mut &**bytes, module.heap())).collect();
            let _ = eval.eval_function(function, &arguments, &[]);
            Some(())
        })?;
        last.take()
    }
}

fn permutations(value: Value<'_>) -> Result<Vec<Vec<usize>>, String> {
    let permutation = |value: Value<'_>| -> Option<Vec<usize>> {
        let cells: Option<Vec<usize>> =
            position::items(value)?.iter().map(|n| usize::try_from(n.unpack_i32()?).ok()).collect();
        let cells = cells?;
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        sorted.iter().copied().eq(0..cells.len()).then_some(cells)
    };
    let items = position::items(value).ok_or("`symmetries` is not a list of permutations")?;
    let numbered = items.iter().enumerate();
    numbered
        .map(|(i, value)| permutation(*value).ok_or_else(|| format!("`symmetries[{i}]` is not a permutation")))
        .collect()
}
