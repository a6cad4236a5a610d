"""The errors of grundy: ordinary exceptions with attributes.

Each is a :class:`GrundyError`, and also an instance of the built-in exception that fits: a wrong name is a ``ValueError``, a missing
position a ``KeyError``, a reached limit a ``RuntimeError``.

>>> import grundy
>>> try:
...     grundy.game("kyales")
... except grundy.GameError as error:
...     print(error)
there is no game called `kyales`; did you mean `kayles`?
"""

from __future__ import annotations

__all__ = [
    "GameError",
    "GraphError",
    "GrundyError",
    "IllegalMove",
    "InternalError",
    "LimitError",
    "MissingPackage",
    "MissingPosition",
    "PositionError",
    "RulesError",
    "TableError",
    "WrongTable",
    "WrongValue",
]


class GrundyError(Exception):
    """Base class of all errors of grundy."""

    #: The next step, as a sentence without a full stop; may be empty.
    help: str

    def __init__(self, message: str = "", *, help: str = "") -> None:
        super().__init__(message)
        self.help = help

    @property
    def message(self) -> str:
        """What is wrong, without the next step."""
        return str(self.args[0]) if self.args else ""

    def __str__(self) -> str:
        return f"{self.message}; {self.help}" if self.help else self.message


class GameError(GrundyError, ValueError):
    """The text does not name a game, or its parameters are wrong. `span` is the part of the text that is wrong."""

    def __init__(self, message: str = "", *, help: str = "", span: tuple[int, int] | None = None) -> None:
        super().__init__(message, help=help)
        #: Index of the first wrong character, and of the one after the last; None if no single part of the text is wrong.
        self.span = span


class PositionError(GrundyError, ValueError):
    """The text is not a position of the game."""

    def __init__(self, message: str = "", *, text: str = "", span: tuple[int, int] = (0, 0), help: str = "") -> None:
        super().__init__(message, help=help)
        #: The text.
        self.text = text
        #: Index of the first wrong character of `text`, and of the one after the last.
        self.span = span

    def __str__(self) -> str:
        where = f"`{self.text}`: " if self.text else ""
        return where + super().__str__()


class IllegalMove(GrundyError, ValueError):
    """The text of the move fits no move of the position, or several."""

    def __init__(self, message: str = "", *, help: str = "", move: str = "", candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message, help=help)
        #: The text of the move.
        self.move = move
        #: The legal moves that the text fits, if there are several.
        self.candidates = candidates


class GraphError(GrundyError, ValueError):
    """A graph or a graph file is invalid. For a file, `path`, `line` and `column` give the place; lines and columns count from 1."""

    def __init__(
        self,
        message: str = "",
        *,
        help: str = "",
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
    ) -> None:
        super().__init__(message, help=help)
        self.path = path
        self.line = line
        self.column = column
        #: The line that is wrong, where it is short enough to be shown.
        self.text = text

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)
        return f"{place}: {super().__str__()}" if place else super().__str__()


class RulesError(GrundyError, ValueError):
    """A rules file is wrong, or failed at a position. The message shows the line, as that of a `SyntaxError` does."""

    def __init__(
        self,
        message: str = "",
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
        span: tuple[int, int] | None = None,
        notes: tuple[str, ...] = (),
        help: str = "",
    ) -> None:
        super().__init__(message, help=help)
        self.path = path
        #: The line of `source`, from 1.
        self.line = line
        #: The character of the line, from 1.
        self.column = column
        #: The text of the rules.
        self.source = source
        #: Index of the first wrong character of `source`, and of the one after the last.
        self.span = span
        #: Further facts, such as the position at which the rules failed.
        self.notes = notes

    def __str__(self) -> str:
        lines = [super().__str__()]
        if self.path is not None and self.line is not None:
            lines[0] = f"{self.path}:{self.line}:{self.column}: {lines[0]}"
            source = (self.source or "").splitlines()
            if 1 <= self.line <= len(source):
                text = source[self.line - 1]
                column = max((self.column or 1) - 1, 0)
                width = 1
                if self.span is not None:
                    width = max(1, min(self.span[1] - self.span[0], len(text) - column))
                lines += [f"    {text}", "    " + " " * column + "^" * width]
        lines += [f"  {note}" for note in self.notes]
        return "\n".join(lines)


class LimitError(GrundyError, RuntimeError):
    """A limit was reached, or is known beforehand to be too small."""

    def __init__(self, message: str = "", *, help: str = "", limit: str = "", needed: int | None = None) -> None:
        super().__init__(message, help=help)
        #: The name of the limit, as the keyword argument is called: ``"memory"``, ``"time"``, ``"max_positions"``, …
        self.limit = limit
        #: The least that is needed, in bytes or positions; None if that is not known.
        self.needed = needed


class MissingPosition(GrundyError, KeyError):
    """The table or the solution does not hold the position."""

    def __init__(self, message: str = "", *, position: object = None, help: str = "") -> None:
        super().__init__(message, help=help)
        #: The position that was looked up.
        self.position = position


class TableError(GrundyError, OSError):
    """A table cannot be read: it is damaged, it belongs to another game, or the file is not a table."""

    def __init__(self, message: str = "", *, help: str = "", path: str | None = None) -> None:
        super().__init__(message, help=help)
        self.path = path


class WrongTable(GrundyError, AssertionError):
    """A table or a certificate has a claim that does not follow from the rules."""

    def __init__(self, message: str = "", *, path: str | None = None, help: str = "") -> None:
        super().__init__(message, help=help)
        self.path = path


class WrongValue(GrundyError, AssertionError):
    """A value of a solution does not follow from the values of the position's options."""

    def __init__(self, message: str = "", *, position: object = None, help: str = "") -> None:
        super().__init__(message, help=help)
        #: The position whose value is wrong.
        self.position = position


class InternalError(GrundyError, RuntimeError):
    """grundy itself failed, which is a bug; please report it. The interpreter and other objects stay usable."""


class MissingPackage(GrundyError, ImportError):
    """A call needs an optional package that is not installed. The message says how to install it."""
