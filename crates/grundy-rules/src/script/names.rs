//! The names of a file, read from its syntax tree: where each one is defined, and which names each function uses.

use super::CALLBACKS;
use starlark_syntax::codemap::Span;
use starlark_syntax::syntax::ast::{AssignIdent, AstExpr, AstStmt, Clause, Expr, ForClause, Parameter, Stmt};
use starlark_syntax::syntax::uniplate::Visit;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The key of statements outside functions.
const TOP: &str = "";

/// The definitions and uses of names in a file.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// The byte range of the first definition of each global, and of the call of `game`.
    defined: BTreeMap<String, Range<usize>>,
    /// The globals and builtins that each global function uses.
    uses: BTreeMap<String, BTreeSet<String>>,
    /// The functions that a later statement defines again, with the byte range of each later name.
    redefined: Vec<(String, Range<usize>)>,
}

impl Names {
    /// Collects the names from the syntax tree of a file.
    pub(super) fn of(tree: &AstStmt) -> Self {
        let mut names = Self::default();
        names.read(tree);
        // One branch of `if` may define what another one defines too.
        if let Stmt::Statements(statements) = &tree.node {
            let mut seen = BTreeSet::new();
            for statement in statements {
                if let Stmt::Def(def) = &statement.node
                    && !seen.insert(&def.name.node.ident)
                {
                    names.redefined.push((def.name.node.ident.clone(), bytes(def.name.span)));
                }
            }
        }
        names
    }

    /// The functions that are defined again, with the byte range of each later name.
    pub(crate) fn redefined(&self) -> &[(String, Range<usize>)] {
        &self.redefined
    }

    /// The byte range where a global is defined.
    pub(crate) fn definition(&self, name: &str) -> Option<Range<usize>> {
        self.defined.get(name).cloned()
    }

    /// Whether the file calls a builtin: the file does not redefine the name, and a function that is called uses it.
    pub(crate) fn uses_builtin(&self, name: &str) -> bool {
        let is_used = |function: &str| self.uses.get(function).is_some_and(|used| used.contains(name));
        !self.defined.contains_key(name) && self.reachable_functions().into_iter().any(is_used)
    }

    /// The functions that cannot be reached from a callback or from a statement outside functions.
    pub(crate) fn unused_functions(&self) -> impl Iterator<Item = &str> {
        let called = self.reachable_functions();
        self.uses.keys().map(String::as_str).filter(move |name| !called.contains(name))
    }

    /// The values at the top of the file that no function that can be called uses, and no statement outside functions.
    pub(crate) fn unused_values(&self) -> impl Iterator<Item = &str> {
        let mut used: BTreeSet<&str> =
            CALLBACKS.iter().map(|(_, name)| *name).chain(["game", super::SYMMETRIES]).collect();
        for function in self.reachable_functions() {
            used.extend(self.uses.get(function).into_iter().flatten().map(String::as_str));
        }
        let is_value = |name: &&str| !self.uses.contains_key(*name);
        self.defined.keys().map(String::as_str).filter(is_value).filter(move |name| !used.contains(name))
    }

    /// The functions that can be called, and [`TOP`].
    fn reachable_functions(&self) -> BTreeSet<&str> {
        let mut called: BTreeSet<&str> = CALLBACKS.iter().map(|(_, name)| *name).chain([TOP]).collect();
        let mut waiting: Vec<&str> = called.iter().copied().collect();
        while let Some(function) = waiting.pop() {
            for name in self.uses.get(function).into_iter().flatten() {
                if self.uses.contains_key(name) && called.insert(name) {
                    waiting.push(name);
                }
            }
        }
        called
    }

    /// Collects the names of a statement outside functions.
    fn read(&mut self, statement: &AstStmt) {
        match &statement.node {
            Stmt::Def(def) => {
                self.define(&def.name.node, def.name.span);
                let used = Scope::of(statement);
                self.uses.entry(def.name.node.ident.clone()).or_default().extend(used);
                return;
            }
            Stmt::Assign(assign) => assign.lhs.visit_lvalue(|name| self.define(&name.node, name.span)),
            Stmt::AssignModify(target, _, _) => target.visit_lvalue(|name| self.define(&name.node, name.span)),
            Stmt::For(block) => block.var.visit_lvalue(|name| self.define(&name.node, name.span)),
            Stmt::Expression(expression) => {
                if let Expr::Call(function, _) = &expression.node
                    && let Expr::Identifier(name) = &function.node
                    && name.node.ident == "game"
                {
                    self.defined.entry("game".to_owned()).or_insert_with(|| bytes(name.span));
                }
            }
            _ => {}
        }
        statement.visit_children(|child| match child {
            Visit::Stmt(child) => self.read(child),
            Visit::Expr(child) => {
                let mut scope = Scope::default();
                scope.expression(child);
                self.uses.entry(TOP.to_owned()).or_default().extend(scope.free());
            }
        });
    }

    fn define(&mut self, name: &AssignIdent, span: Span) {
        self.defined.entry(name.ident.clone()).or_insert_with(|| bytes(span));
    }
}

fn bytes(span: Span) -> Range<usize> {
    span.begin().get() as usize..span.end().get() as usize
}

/// The names of one function. A name that is bound anywhere in the function, even in a comprehension, counts as local throughout.
#[derive(Default)]
struct Scope {
    used: BTreeSet<String>,
    local: BTreeSet<String>,
}

impl Scope {
    /// The names that a definition uses and does not bind.
    fn of(definition: &AstStmt) -> impl Iterator<Item = String> {
        let mut scope = Self::default();
        if let Stmt::Def(def) = &definition.node {
            def.params.iter().for_each(|parameter| scope.parameter(&parameter.node));
        }
        scope.children(definition);
        scope.free()
    }

    fn free(self) -> impl Iterator<Item = String> {
        self.used.into_iter().filter(move |name| !self.local.contains(name))
    }

    fn children(&mut self, statement: &AstStmt) {
        statement.visit_children(|child| match child {
            Visit::Stmt(child) => self.statement(child),
            Visit::Expr(child) => self.expression(child),
        });
    }

    fn statement(&mut self, statement: &AstStmt) {
        match &statement.node {
            Stmt::Def(def) => {
                self.bind(&def.name.node);
                def.params.iter().for_each(|parameter| self.parameter(&parameter.node));
            }
            Stmt::Assign(assign) => assign.lhs.visit_lvalue(|name| self.bind(&name.node)),
            Stmt::AssignModify(target, _, _) => target.visit_lvalue(|name| self.bind(&name.node)),
            Stmt::For(block) => block.var.visit_lvalue(|name| self.bind(&name.node)),
            _ => {}
        }
        self.children(statement);
    }

    fn expression(&mut self, expression: &AstExpr) {
        match &expression.node {
            Expr::Identifier(name) => {
                self.used.insert(name.node.ident.clone());
            }
            Expr::Lambda(lambda) => lambda.params.iter().for_each(|parameter| self.parameter(&parameter.node)),
            Expr::ListComprehension(_, first, rest) | Expr::DictComprehension(_, first, rest) => {
                self.clause(first);
                for clause in rest {
                    if let Clause::For(clause) = clause {
                        self.clause(clause);
                    }
                }
            }
            _ => {}
        }
        expression.visit_expr(|child| self.expression(child));
    }

    fn clause(&mut self, clause: &ForClause) {
        clause.var.visit_lvalue(|name| self.bind(&name.node));
    }

    fn parameter(&mut self, parameter: &Parameter) {
        if let Some(name) = parameter.ident() {
            self.bind(&name.node);
        }
    }

    fn bind(&mut self, name: &AssignIdent) {
        self.local.insert(name.ident.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use starlark_syntax::syntax::{AstModule, Dialect};

    fn names(source: &str) -> Names {
        let dialect = Dialect { enable_top_level_stmt: true, enable_f_strings: true, ..Dialect::Standard };
        Names::of(AstModule::parse("x.star", source.to_owned(), &dialect).unwrap().statement())
    }

    #[test]
    fn a_builtin_is_used_where_the_name_is_neither_defined_nor_local() {
        for (source, is_used) in [
            ("def moves(s): return [Sum(s, 1)]", true),
            ("def split(s): return Sum(s)\ndef moves(s): return [split(s)]", true),
            ("def moves(s): return [f(1, 2) for f in [Sum]]", true),
            ("pair = Sum\ndef moves(s): return [pair(s, 1)]", true),
            ("def moves(s): return [f\"{Sum(1)}\"]", true),
            ("def moves(s): return []\n# Sum\nTEXT = \"Sum(1, 2)\"", false),
            ("def Sum(s): return 0\ndef moves(s): return [Sum(s)]", false),
            ("Sum = len\ndef moves(s): return [Sum(s)]", false),
            ("def moves(Sum): return [Sum - 1]", false),
            ("def moves(s):\n  Sum = s - 1\n  return [Sum]", false),
            ("def moves(s): return [Sum for Sum in [1]]", false),
            ("def moves(s): return [s.Sum]", false),
            ("def unused(s): return Sum(s)\ndef moves(s): return []", false),
        ] {
            assert_eq!(names(source).uses_builtin("Sum"), is_used, "{source}");
        }
    }

    #[test]
    fn definitions_are_found_where_they_are() {
        let source = "\"\"\"\ndef moves(s): text\n\"\"\"\ngame(misere = True)\nif True:\n  n = 3\ndef moves(s):\n  initial = 1\n  return []\n";
        let names = names(source);
        let text = |name: &str| names.definition(name).map(|at| (at.start, &source[at]));
        assert_eq!(text("moves"), source.rfind("moves").map(|at| (at, "moves")));
        assert_eq!((text("n").map(|(_, name)| name), text("game").map(|(_, name)| name)), (Some("n"), Some("game")));
        assert_eq!(text("initial"), None);
    }

    #[test]
    fn functions_that_nothing_calls_are_unused() {
        let source = "def a(): return b()\ndef b(): return a()\ndef c(): return 1\nN = c()\ndef moves(s): return d()\ndef d():\n  a = 1\n  return a\n";
        assert_eq!(names(source).unused_functions().collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn functions_that_are_defined_again() {
        let source =
            "def a(): return 1\nif True:\n  def b(): return 1\nelse:\n  def b(): return 2\ndef a(): return 2\n";
        let names = names(source);
        let [(name, at)] = names.redefined() else { panic!("{:?}", names.redefined()) };
        assert_eq!((name.as_str(), at.start), ("a", source.rfind("a()").unwrap()));
    }

    #[test]
    fn values_that_nothing_uses_are_unused() {
        let source = "game(name = \"x\")\nA = 1\nB = A + 1\nC, D = 1, 2\nsymmetries = []\nfor i in range(C): E = i\ndef moves(s): return []\ndef idle(s): return B\n";
        assert_eq!(names(source).unused_values().collect::<Vec<_>>(), ["B", "D", "E"]);
        assert_eq!(names("initial = lambda: 3\nmoves = lambda s: []\ncanonical = sorted\n").unused_values().count(), 0);
    }
}
