"""Answers about positions: outcomes, values, moves."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .game import Game, Position
    from .limits import _Native

__all__ = ["Answer", "Move", "Outcome", "PositionValue"]


class Outcome(IntEnum):
    """The result of a position for the player to move, if both players play perfectly.

    An outcome is also a number, which arrays hold as int8. The negative is the outcome for the other player.

    >>> from grundy import Outcome
    >>> Outcome("win")
    WIN
    >>> -Outcome.WIN
    LOSS
    >>> str(Outcome.DRAW)
    'draw'
    """

    LOSS = -1
    DRAW = 0
    WIN = 1

    if TYPE_CHECKING:

        def __new__(cls, value: int | str) -> Outcome: ...

    @classmethod
    def _missing_(cls, value: object) -> Outcome | None:
        return _WORDS.get(value) if isinstance(value, str) else None

    def __neg__(self) -> Outcome:
        return _OUTCOMES[-int(self)]

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return self.name


_WORDS = {"loss": Outcome.LOSS, "draw": Outcome.DRAW, "win": Outcome.WIN}

# _OUTCOMES[number]: the loss is the last one, so that -1 finds it.
_OUTCOMES = (Outcome.DRAW, Outcome.WIN, Outcome.LOSS)


def _shown(grundy: int | None, loopy: tuple[int, ...] | None) -> str:
    """A Grundy value as the command line prints it."""
    return str(grundy) if loopy is None else f"∞({', '.join(map(str, loopy))})"


class PositionValue(NamedTuple):
    """The value of a position, for the player to move there."""

    value: Outcome
    #: Moves to the end, when the winner hurries and the loser delays. None: a draw, or not computed.
    remoteness: int | None
    #: The Grundy value, an int of any size. None: there is none, or it is infinite.
    grundy: int | None
    #: The numbers of K, ascending, if the Grundy value is the infinite value ∞(K) of a game with cycles. Otherwise None.
    loopy: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        return f"PositionValue(value={self.value!r}, remoteness={self.remoteness}, grundy={_shown(self.grundy, self.loopy)})"


def _value(value: int, remoteness: int | None, grundy: int | None, loopy: tuple[int, ...] | None) -> PositionValue:
    return PositionValue(_OUTCOMES[value], remoteness, grundy, loopy)


class Move(NamedTuple):
    """A move of a position that was solved."""

    #: The move as text, such as ``take 12 from 39``.
    text: str
    #: The outcome for the player who makes the move. None if it is not known, which only `Match.reply` gives.
    value: Outcome | Any
    #: Whether the move keeps the value by the quickest win or the longest defence.
    best: bool
    #: The position that the move leads to.
    after: Position
    #: The value of `after`, for the player who moves there. None if it is not known, which only `Match.reply` gives.
    facts: PositionValue | Any

    def __str__(self) -> str:
        return self.text


# outcome, remoteness, Grundy value, the numbers of K if that is ∞(K)
_RawValue = tuple[int, "int | None", "int | None", "tuple[int, ...] | None"]
# position, its value, method, notes
_Raw = tuple[str, _RawValue, str, tuple[str, ...]]

_EXACT = 2**53 - 1


def _integer(number: int | None) -> int | str | None:
    """A number for JSON: as text if a JSON parser might round it."""
    return number if number is None or number <= _EXACT else str(number)


def _nimber(grundy: int | None, loopy: tuple[int, ...] | None) -> dict[str, Any]:
    """A Grundy value for JSON."""
    value: dict[str, Any] = {"grundy": _integer(grundy)}
    if loopy is not None:
        value["loopy"] = [_integer(number) for number in loopy]
    return value


class Answer:
    """The value of a position and of its moves.

    An answer is immutable and can be hashed and pickled. Two answers are equal if they have the same game, position and value.

    >>> import grundy
    >>> answer = grundy.solve("nim", 14, 21, 39)
    >>> answer
    <nim 14 21 39: win in 63, grundy 60; best: take 12 from 39>
    >>> answer.value, answer.remoteness, answer.grundy
    (WIN, 63, 60)
    >>> answer.best[0].after
    <nim 14 21 27>
    >>> answer.best[0].after.solve().lost
    True

    In a notebook an answer is shown as a table of its moves.
    """

    __slots__ = (
        "_game",
        "_limits",
        "_listed",
        "_most",
        "_text",
        "_total",
        "grundy",
        "loopy",
        "method",
        "notes",
        "proved",
        "remoteness",
        "value",
    )

    #: The outcome for the player to move.
    value: Outcome
    #: Moves to the end; None: a draw, or not computed, and then `notes` say why.
    remoteness: int | None
    #: The Grundy value, an int of any size; None: there is none, or it is infinite.
    grundy: int | None
    #: The numbers of K, ascending, if the Grundy value is the infinite value ∞(K) of a game with cycles; otherwise None.
    loopy: tuple[int, ...] | None
    #: How the value was found, such as ``Nim sum of the heaps (Bouton 1901)``.
    method: str
    #: What is not known and why, one sentence each.
    notes: tuple[str, ...]
    #: Whether the value is proved: always true, since a position that was not solved raises LimitError.
    proved: bool
    _game: Game
    _limits: _Native | None
    _listed: tuple[Move, ...] | None
    _most: int
    _text: str
    _total: int

    def __init__(self, game: Game, raw: _Raw, most: int = 1000, limits: _Native | None = None) -> None:
        """Internal: call `Game.solve` or `Position.solve` instead."""
        put = object.__setattr__
        put(self, "_game", game)
        put(self, "_limits", limits)
        put(self, "_listed", None)
        put(self, "_most", most)
        text, (value, remoteness, nimber, loopy), method, notes = raw
        put(self, "_text", text)
        put(self, "value", _OUTCOMES[value])
        put(self, "remoteness", remoteness)
        put(self, "grundy", nimber)
        put(self, "loopy", loopy)
        put(self, "method", method)
        put(self, "notes", notes)
        put(self, "proved", True)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an answer is immutable, so `{name}` cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an answer is immutable, so `{name}` cannot be deleted")

    @property
    def position(self) -> Position:
        """The position."""
        from .game import _position

        return _position(self._game, self._text)

    @property
    def won(self) -> bool:
        """Whether the player to move wins."""
        return self.value == 1

    @property
    def lost(self) -> bool:
        """Whether the player to move loses."""
        return self.value == -1

    @property
    def drawn(self) -> bool:
        """Whether neither player can force a win."""
        return self.value == 0

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, best first: wins soonest, then draws, then losses latest; at most the number that was passed to `solve`."""
        if self._listed is None:
            from .game import _position

            game = self._game
            raw, total = game._native.moves(self._text, self._most, self._limits)
            listed = tuple(
                Move(text, _OUTCOMES[value], best, _position(game, after), _value(*facts)) for text, value, best, after, facts in raw
            )
            object.__setattr__(self, "_total", total)
            object.__setattr__(self, "_listed", listed)
        return self._listed or ()

    @property
    def moves_total(self) -> int:
        """The number of all moves; `moves` may list only the best of them."""
        self.moves  # noqa: B018
        total: int = self._total
        return total

    @property
    def best(self) -> tuple[Move, ...]:
        """The best ones of `moves`: they keep the value by the quickest win or the longest defence."""
        return tuple(move for move in self.moves if move.best)

    def why(self) -> str:
        """The reasons for the value in words, with the theorem that proves it.

        >>> import grundy
        >>> print(grundy.solve("nim", 3, 5).why().splitlines()[0])
        nim 3 5: the player to move wins in 7 moves if the winner hurries and the loser delays.
        """
        return self._game._native.explain(self._text, self._limits)

    def to_dict(self) -> dict[str, Any]:
        """The answer as a dict in the JSON schema `grundy/position/1`, which the command line and the HTTP server use too."""
        moves = [
            {
                "move": move.text,
                "best": move.best,
                "value": str(move.value),
                "after": {
                    "position": str(move.after),
                    "value": str(move.facts.value),
                    "remoteness": move.facts.remoteness,
                    **_nimber(move.facts.grundy, move.facts.loopy),
                },
            }
            for move in self.moves
        ]
        answer: dict[str, Any] = {
            "schema": "grundy/position/1",
            "game": self._game.name,
            "play": "misere" if self._game.misere else "normal",
            "position": self._text,
            "value": str(self.value),
            "remoteness": self.remoteness,
            **_nimber(self.grundy, self.loopy),
            "moves": moves,
        }
        if self.moves_total > len(moves):
            answer["moves_total"] = _integer(self.moves_total)
        answer["method"] = self.method
        answer["proved"] = self.proved
        if self.notes:
            answer["notes"] = list(self.notes)
        return answer

    def _key(self) -> tuple[object, ...]:
        return (self._game, self._text, self.value, self.remoteness, self.grundy, self.loopy)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Answer) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> Any:
        value = (int(self.value), self.remoteness, self.grundy, self.loopy)
        raw = (self._text, value, self.method, self.notes)
        return _restored, (self._game, raw, self._most, self.moves, self.moves_total)

    def __repr__(self) -> str:
        # The text of a position of a sum names the games.
        is_named = self._game.name == self._text or " + " in self._game.name
        name = "" if is_named else f"{self._game.name} "
        text = f"{name}{self._text}: {self.value}"
        if self.remoteness is not None:
            text += f" in {self.remoteness}"
        if self.grundy is not None or self.loopy is not None:
            text += f", grundy {_shown(self.grundy, self.loopy)}"
        best = self.best
        if best:
            text += f"; best: {best[0].text}"
            if len(best) == len(self.moves) < self.moves_total:
                text += " and maybe more"
            elif len(best) > 1:
                text += f" and {len(best) - 1} more"
        return f"<{text}>"

    def _repr_html_(self) -> str:
        from .html import answer

        return answer(self)


def _restored(game: Game, raw: _Raw, most: int, moves: tuple[Move, ...], total: int) -> Answer:
    answer = Answer(game, raw, most)
    object.__setattr__(answer, "_listed", moves)
    object.__setattr__(answer, "_total", total)
    return answer
