//! What a rules file declares by its calls of `game` and `param`.

use super::parameter;
use crate::literal;
use crate::position::Item;
use crate::setting::Setting;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The declarations of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    pub(crate) name: Option<String>,
    pub(crate) source: Option<String>,
    pub(crate) misere: bool,
    /// The value of each parameter as a literal.
    pub(crate) parameters: BTreeMap<String, String>,
}

/// The declarations while a file is loaded, and the parameters that are set.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    settings: Vec<Setting>,
    pub(super) declared: Declared,
    /// Whether the file has called `game`.
    calls_game: bool,
    /// Whether a value that is set is not of the type of its default.
    pub(super) has_wrong_setting: bool,
}

thread_local! {
    /// The file that this thread loads. The interpreter passes only types of its own or of the standard library to builtins.
    static LOADING: RefCell<Option<Declarations>> = const { RefCell::new(None) };
}

impl Declarations {
    /// Runs `load`, which loads a file on this thread, and returns what the file declares.
    pub(super) fn during<T>(settings: &[Setting], load: impl FnOnce() -> T) -> (T, Self) {
        /// Ends the loading also if it panics.
        struct Loading;
        impl Drop for Loading {
            fn drop(&mut self) {
                LOADING.set(None);
            }
        }
        LOADING.set(Some(Self { settings: settings.to_vec(), ..Self::default() }));
        let _loading = Loading;
        let loaded = load();
        (loaded, LOADING.take().unwrap_or_default())
    }

    /// Calls `declare` with the declarations of the file that this thread loads; `None` if it loads none.
    pub(super) fn with<T>(declare: impl FnOnce(&mut Self) -> T) -> Option<T> {
        LOADING.with_borrow_mut(|loading| loading.as_mut().map(declare))
    }

    /// Declares a parameter with its default. Returns the value that is set for it; the error is a message.
    pub(super) fn declare_parameter(&mut self, name: &str, default: &Item) -> Result<Option<Item>, String> {
        let set = match self.settings.iter().find(|setting| setting.name == name) {
            None => None,
            Some(Setting { value, .. }) => Some(parameter::read(value, default).ok_or_else(|| {
                self.has_wrong_setting = true;
                let (default, expected) = (literal::text(default), parameter::expected(default));
                format!("`{name}={value}` is not of the type of the default, {default}: write {expected}")
            })?),
        };
        self.declared.parameters.insert(name.to_owned(), literal::text(set.as_ref().unwrap_or(default)));
        Ok(set)
    }

    /// Declares the name of the game, the source of its rules, and its play. The error is a message.
    pub(super) fn declare_game(
        &mut self,
        name: Option<&str>,
        source: Option<&str>,
        misere: bool,
    ) -> Result<(), String> {
        if std::mem::replace(&mut self.calls_game, true) {
            return Err("`game` is called already; give one call all that it declares".to_owned());
        }
        for (argument, text) in [("name", name), ("source", source)] {
            if text.is_some_and(|text| text.contains('\n')) {
                return Err(format!("the `{argument}` of `game` is one line of text"));
            }
        }
        self.declared.name = name.map(str::to_owned);
        self.declared.source = source.map(str::to_owned);
        self.declared.misere = misere;
        Ok(())
    }
}
