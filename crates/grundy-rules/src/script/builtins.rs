//! The builtins of a rules file beyond those of Starlark: `param`, `game`, `Sum`, `WIN`, `LOSS`, `DRAW`.

use super::declarations::Declarations;
use super::parameter;
use crate::position;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::structs::{AllocStruct, StructRef};
use starlark::values::tuple::{AllocTuple, UnpackTuple};

/// The name of the builtin that makes sums.
pub(crate) const SUM: &str = "Sum";

/// The components of a value that `Sum` made.
pub(crate) fn sum_parts<'v>(value: Value<'v>) -> Option<&'v [Value<'v>]> {
    let (_, parts) = StructRef::from_value(value)?.iter().next()?;
    position::items(parts)
}

#[starlark_module]
#[allow(non_snake_case, reason = "the names of a rules file are spelled as it spells them")]
pub(super) fn builtins(builder: &mut GlobalsBuilder) {
    const WIN: &str = "win";
    const LOSS: &str = "loss";
    const DRAW: &str = "draw";

    /// A parameter that the user can set; the default gives its type.
    fn param<'v>(name: &str, default: Value<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
        let declared = Declarations::with(|declarations| {
            if declarations.declared.parameters.contains_key(name) {
                return Err(format!("`{name}` is a parameter already; give each one a name of its own"));
            }
            let mut bytes = Vec::new();
            position::encode(default, &mut bytes)
                .map_err(|error| format!("the default of `{name}`: {}", error.message))?;
            declarations.declare_parameter(name, &position::read(&mut &bytes[..]))
        });
        match declared {
            None => wrong("`param` is called at the top of the file, not in a function"),
            Some(Err(message)) => wrong(message),
            Some(Ok(None)) => Ok(default),
            Some(Ok(Some(set))) => Ok(parameter::value(&set, eval.heap())),
        }
    }

    /// Independent components, of which a move changes one.
    fn Sum<'v>(
        #[starlark(args)] parts: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let parts = eval.heap().alloc(AllocTuple(parts.items));
        Ok(eval.heap().alloc(AllocStruct([(SUM, parts)])))
    }

    /// Declares what the game is called, how it ends, where its rules come from.
    fn game(
        #[starlark(require = named, default = NoneOr::None)] name: NoneOr<&str>,
        #[starlark(require = named, default = false)] misere: bool,
        #[starlark(require = named, default = NoneOr::None)] source: NoneOr<&str>,
    ) -> starlark::Result<NoneType> {
        let declared = Declarations::with(|declarations| {
            declarations.declare_game(name.into_option(), source.into_option(), misere)
        });
        match declared {
            None => wrong("`game` is called at the top of the file, not in a function"),
            Some(Err(message)) => wrong(message),
            Some(Ok(())) => Ok(NoneType),
        }
    }
}

fn wrong<T>(message: impl Into<String>) -> starlark::Result<T> {
    Err(starlark::Error::new_other(std::io::Error::other(message.into())))
}
