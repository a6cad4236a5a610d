"""Limits of a run, and its progress."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from operator import index
from typing import Any, Literal, NamedTuple, SupportsFloat, SupportsIndex, TypedDict, cast

__all__ = ["Limits", "Stage"]


class Stage(NamedTuple):
    """The progress of a run: the argument of the function `progress`."""

    #: ``"explore"`` finds the positions, ``"count"`` counts their options, ``"solve"`` computes the values.
    phase: Literal["explore", "count", "solve"]
    #: The remoteness or the tier that the run has reached.
    level: int
    #: Number of positions that this phase has done.
    done: int
    #: Number of positions in this phase; None if it is not known.
    of: int | None
    #: Memory in use, in bytes.
    bytes: int


class _RunLimits(TypedDict, total=False):
    """The limits of a run, except the number of positions."""

    #: Bytes, or a text such as ``"8 GB"`` (powers of 1000) or ``"8 GiB"`` (powers of 1024). By default 8 GB.
    memory: int | str | None
    #: The most threads; by default as many as the machine runs at once.
    threads: int | None
    #: The most seconds.
    time: float | None
    #: True shows a progress bar (by tqdm, if it is installed, else as a line); a function is called with a :class:`Stage`.
    progress: bool | Callable[[Stage], object]


class Limits(_RunLimits, total=False):
    """The limits of a run. Every function that may take long has them as keyword arguments.

    >>> import grundy
    >>> grundy.game("connect4:5x4").solve(max_positions=1000)
    Traceback (most recent call last):
    ...
    grundy.errors.LimitError: the position cannot be solved within the limits: at least 1001 positions are needed and 1000 allowed; ...
    """

    #: The most positions that are stored.
    max_positions: int | None


#: The largest number that the native module takes.
_LARGEST = 2**63 - 1

#: The longest time, in seconds.
_LONGEST = 1e18

_UNITS = {"": 1, "b": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


def _memory(size: int | str | None) -> int | None:
    """The number of bytes of a size such as ``"8 GB"``."""
    if size is None:
        return None
    if not isinstance(size, str):
        try:
            given = _integer("memory", size)
        except TypeError:
            raise TypeError(f"`memory` must be a number of bytes or a text such as '8 GB', got {size!r}") from None
        if given < 1:
            raise ValueError(f"`memory` must be a positive number of bytes, got {given}")
        return min(given, _LARGEST)
    text = size.strip().lower().removesuffix("b")
    binary = text.endswith("i")
    text = text.removesuffix("i")
    unit = text[-1:] if text[-1:].isalpha() else ""
    try:
        factor = _UNITS[unit]
        number = float(text.removesuffix(unit))
    except (KeyError, ValueError):
        raise ValueError(f"`memory` must be a size such as '8 GB' or '500 MiB', got {size!r}") from None
    if binary:
        factor = 1 << {"k": 10, "m": 20, "g": 30, "t": 40}.get(unit, 0)
    if not 0 <= number < 1e18 or number * factor < 1:
        raise ValueError(f"`memory` must be a size such as '8 GB' or '500 MiB', got {size!r}")
    return min(int(number * factor), _LARGEST)


def _integer(name: str, number: object) -> int:
    """The number as an `int`. Any integer type is accepted, also numpy's, but not `bool`."""
    if not isinstance(number, bool):
        try:
            return index(cast(SupportsIndex, number))
        except TypeError:
            pass
    raise TypeError(f"`{name}` must be an integer, got {number!r}")


def _number(name: str, number: object, least: int = 0) -> int:
    """A number of things, which the native module can take."""
    given = _integer(name, number)
    if not least <= given <= _LARGEST:
        raise ValueError(f"`{name}` must be an integer from {least} to 2^63 - 1, got {given}")
    return given


def _limit(name: str, number: object, least: int) -> int | None:
    """A limit on a count; None is no limit. One above the largest native integer is reduced to it."""
    if number is None:
        return None
    given = _integer(name, number)
    if given < least:
        raise ValueError(f"`{name}` must be at least {least}, got {given}")
    return min(given, _LARGEST)


def _seconds(time: object) -> float | None:
    """The longest time, in seconds; None is no limit."""
    if time is None:
        return None
    seconds = None
    if not isinstance(time, (bool, str, bytes)):
        try:
            seconds = float(cast(SupportsFloat, time))
        except OverflowError:
            seconds = inf if cast(int, time) > 0 else -inf
        except (TypeError, ValueError):
            pass
    if seconds is None:
        raise TypeError(f"`time` must be a number of seconds, got {time!r}")
    if not seconds >= 0:
        raise ValueError(f"`time` must be a number of seconds that is not negative, got {time}")
    return min(seconds, _LONGEST)


_Native = tuple[int | None, int | None, float | None, int | None, Callable[..., object] | None]
_NAMES = frozenset(Limits.__optional_keys__)


def _limits(limits: Any, max_positions: int | None = None) -> _Native | None:
    """The limits as the native module takes them; None if there are none."""
    if not limits and max_positions is None:
        return None
    unknown = limits.keys() - _NAMES
    if unknown:
        name = sorted(unknown)[0]
        raise TypeError(f"unexpected keyword argument {name!r}; the limits are {', '.join(sorted(_NAMES))}")
    threads = _limit("threads", limits.get("threads"), 1)
    time = _seconds(limits.get("time"))
    positions = _limit("max_positions", limits.get("max_positions", max_positions), 0)
    progress = limits.get("progress")
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise TypeError(f"`progress` must be True, False or a function, got {progress!r}")
    watch: Callable[..., object] | None = None
    if progress is True:
        from ._progress import Bar

        watch = Bar()
    elif progress:
        call = progress
        # The native module calls it once more without a stage, when the run has ended.
        watch = lambda *stage: call(Stage(*stage)) if stage else None  # noqa: E731
    memory = _memory(limits.get("memory"))
    return (memory, threads, time, positions, watch)
