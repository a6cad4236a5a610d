//! Sessions: calls of a script that share an evaluator, its limits and its heap.

use super::{CALLBACKS, CallError, CallFault, Callback, Script};
use crate::position;
use crate::watchdog::Calls;
use starlark::environment::Module;
use starlark::eval::Evaluator;
use starlark::values::{Heap, OwnedFrozenValue, Value};

/// The number of positions that one session serves. Memory that a call allocates stays on the session's heap until the session ends.
pub(crate) const SESSION: usize = 64;

/// Calls of a script that share an evaluator.
pub(crate) struct Session<'v, 'a> {
    eval: Evaluator<'v, 'a, 'a>,
    functions: [Option<Value<'v>>; CALLBACKS.len()],
    calls: Calls,
}

impl Script {
    /// Runs calls in one evaluator. They share its limits.
    pub(crate) fn session<R>(&self, run: impl for<'v, 'a> FnOnce(&mut Session<'v, 'a>) -> R) -> R {
        Module::with_temp_heap(|module| {
            let eval = self.evaluator(&module).expect("limits above 0, set once");
            let heap = eval.heap();
            let function =
                |function: &Option<OwnedFrozenValue>| Some(heap.access_owned_frozen_value(function.as_ref()?));
            let functions = self.functions.each_ref().map(function);
            run(&mut Session { eval, functions, calls: Calls::of_this_thread() })
        })
    }

    /// Calls `call` for every item in order, with up to [`SESSION`] items in a session. The items of a session share its limits. So an
    /// item that fails after others is tried again in a session of its own, and only that error counts.
    pub(crate) fn for_each<T>(
        &self,
        items: &[T],
        mut call: impl FnMut(&mut Session<'_, '_>, &T) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let mut next = 0;
        while next < items.len() {
            let first = next;
            self.session(|session| {
                while next < items.len() && next < first + SESSION {
                    match call(session, &items[next]) {
                        Ok(()) => next += 1,
                        Err(_) if next > first => break,
                        Err(error) => return Err(error),
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

impl<'v> Session<'v, '_> {
    pub(crate) fn heap(&self) -> Heap<'v> {
        self.eval.heap()
    }

    /// The state of the calls that the watchdog reads.
    pub(crate) fn calls(&self) -> &Calls {
        &self.calls
    }

    /// Allocates the value of a position's bytes, and records it as the position of the following calls.
    pub(crate) fn decode(&self, bytes: &[u8]) -> Value<'v> {
        self.calls.at_bytes(bytes);
        position::decode(&mut &*bytes, self.heap())
    }

    /// Calls a function of the file.
    pub(crate) fn call(&mut self, callback: Callback, arguments: &[Value<'v>]) -> Result<Value<'v>, CallFault> {
        let Some(function) = self.functions[callback as usize] else {
            return Err(CallFault::wrong_return("it is not defined", "define it"));
        };
        self.calls.run(|| self.eval.eval_function(function, arguments, &[])).map_err(CallFault::Starlark)
    }
}
