"""The HTML that notebooks show."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from .answer import _shown

if TYPE_CHECKING:
    from .answer import Answer, PositionValue
    from .game import Position
    from .graph import Solution
    from .table import Table

_COLOURS = {1: "#2171b5", 0: "#777777", -1: "#d95f02"}

#: The most moves in a table.
_MOST = 30


def _outcome(value: int, text: str | None = None) -> str:
    word = {1: "win", 0: "draw", -1: "loss"}[int(value)] if text is None else text
    return f'<span style="color:{_COLOURS[int(value)]};font-weight:bold">{word}</span>'


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _nimber(value: Answer | PositionValue) -> str:
    return "" if value.grundy is None and value.loopy is None else _shown(value.grundy, value.loopy)


def _table(head: list[str], rows: list[list[str]]) -> str:
    cells = "".join(f'<th style="text-align:left">{cell}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def _pre(text: str) -> str:
    return f'<pre style="line-height:1.15">{escape(text)}</pre>'


def _title(name: str, text: str) -> str:
    return f"<b>{escape(name)}</b>" + ("" if name == text else f" {escape(text)}")


def position(shown: Position) -> str:
    """A position: its picture under its text."""
    return f"<div>{_title(shown.game.name, str(shown))}{_pre(shown.picture)}</div>"


def answer(shown: Answer) -> str:
    """An answer: the moves with the best marked, beside a picture of the position."""
    line = _outcome(shown.value)
    if shown.remoteness is not None:
        line += f" in {shown.remoteness}"
    nimber = _nimber(shown)
    if nimber:
        line += f", Grundy value {nimber}"
    rows = []
    for move in shown.moves[:_MOST]:
        text = escape(move.text)
        rows.append(
            [
                "★" if move.best else "",
                f"<b>{text}</b>" if move.best else text,
                _outcome(move.value),
                _number(move.facts.remoteness),
                _nimber(move.facts),
            ]
        )
    moves = _table(["", "move", "value", "then moves to the end", "Grundy value after it"], rows) if rows else "<p>The game is over.</p>"
    more = shown.moves_total - len(rows)
    dots = f"<p>and {more} more moves</p>" if more else ""
    notes = "".join(f"<p>{escape(note)}</p>" for note in shown.notes)
    picture = _pre(shown.position.picture)
    return (
        f"<div>{_title(shown.position.game.name, str(shown.position))}: {line}<br><small>{escape(shown.method)}</small>"
        f'<div style="display:flex;gap:2em;align-items:flex-start"><div>{picture}</div><div>{moves}{dots}</div></div>{notes}</div>'
    )


def _values(pairs: list[tuple[Any, PositionValue]]) -> str:
    rows = [[escape(str(name)), _outcome(value.value), _number(value.remoteness), _nimber(value)] for name, value in pairs]
    return _table(["position", "value", "remoteness", "Grundy value"], rows)


def solution(shown: Solution[Any]) -> str:
    """A solution: its counts, and its first positions."""
    positions = shown.positions
    first = [(positions[i], shown._at(i)) for i in range(min(10, len(shown)))]
    more = f"<p>and {len(shown) - 10:,} more positions</p>" if len(shown) > 10 else ""
    return f"<div>{escape(repr(shown)[1:-1])}{_values(first)}{more}</div>"


def table(shown: Table) -> str:
    """A table: its counts."""
    if shown._native is None:
        return escape(repr(shown))
    return f"<div>{escape(repr(shown)[1:-1])}<br>{escape(repr(shown.histogram())[1:-1])}</div>"


def catalog(shown: Mapping[str, str]) -> str:
    """The catalogue."""
    return _table(["game", "rules"], [[f"<code>{escape(name)}</code>", escape(rules)] for name, rules in shown.items()])
