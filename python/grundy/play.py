"""Playing against the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Unpack

from . import _native
from .answer import _OUTCOMES, Move, Outcome, _value
from .game import Position, _position
from .limits import Limits, _limits, _number

if TYPE_CHECKING:
    from .game import Game

__all__ = ["Match"]


class Match:
    """A match against the computer. `push` makes a move, `reply` lets the computer make one.

    >>> from grundy.games import nim
    >>> match = nim(3, 4, 5).opponent(seed=1)
    >>> match.push("take 2 from 3")
    >>> match.reply().value
    LOSS
    >>> match.position
    <nim ...>
    >>> [text for text, before, after in match.record()][0]
    'take 2 from 3'
    """

    def __init__(self, position: Position, skill: float = 1.0, *, seed: int | None = None, **limits: Unpack[Limits]) -> None:
        if not 0 <= skill <= 1:
            raise ValueError(f"`skill` must be a number from 0 (random) to 1 (perfect), got {skill}")
        self._game: Game = position.game
        self._limits = _limits(limits)
        if seed is not None:
            seed = _number("seed", seed)
        self._native = _native.Match(position.game._native, str(position), skill, seed)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a match cannot be copied or pickled: begin another one at its position, or play its record again")

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def position(self) -> Position:
        """The current position."""
        return _position(self._game, self._native.position())

    @property
    def over(self) -> bool:
        """Whether the game has ended: there is no move."""
        return self._native.over()

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended for the player to move; None while it goes on."""
        ended = self._native.outcome()
        return None if ended is None else _OUTCOMES[ended]

    def legal_moves(self) -> list[str]:
        """The moves of the position, as text. LimitError if there are too many to list."""
        return self._native.legal_moves()

    def push(self, move: str | Move) -> None:
        """Makes a move. The text need not be exact; IllegalMove names the nearest legal move.

        The position is solved for the record, within the limits of the match. Ctrl-C meanwhile raises KeyboardInterrupt, and no move is
        made.
        """
        self._native.push(str(move), self._limits)

    def pop(self) -> str:
        """Takes the last move back and returns its text."""
        return self._native.pop()

    def reply(self) -> Move:
        """Lets the computer make a move and returns it. Raises ValueError if the game is over.

        A position that cannot be solved within the limits is no error: the computer plays by what is proved of each move, and `value` and
        `facts` of the move are None if its outcome is not proved.
        """
        text, value, best, after, facts = self._native.reply(self._limits)
        after_position = _position(self._game, after)
        return Move(text, None if value is None else _OUTCOMES[value], best, after_position, None if facts is None else _value(*facts))

    def record(self) -> list[tuple[str, Outcome | None, Outcome | None]]:
        """The moves of the match, each with the outcomes before and after it for the player who made it; None if they are not known."""

        def outcome(number: int | None) -> Outcome | None:
            return None if number is None else _OUTCOMES[number]

        return [(text, outcome(before), outcome(after)) for text, before, after in self._native.record()]

    def __repr__(self) -> str:
        over = ", over" if self.over else ""
        return f"<match of {self._game.name} at {self.position}{over}>"

    def _repr_html_(self) -> str:
        return self.position._repr_html_()
