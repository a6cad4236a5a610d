"""A progress bar: by tqdm if it is installed, else a line on standard error."""

from __future__ import annotations

import sys
from typing import Any

_WORDS = {"explore": "exploring", "count": "counting", "solve": "solving"}


class Bar:
    """Shows the progress of a run. It is called with the fields of each stage, and once without arguments when the run has ended."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._phase = ""
        self._width = 0
        try:
            from tqdm.auto import tqdm

            self._tqdm: Any = tqdm
        except ImportError:
            self._tqdm = None

    def __call__(self, phase: str = "", level: int = 0, done: int = 0, of: int | None = None, bytes: int = 0) -> None:
        if not phase:
            self._close()
        elif self._tqdm is not None:
            if phase != self._phase:
                self._close()
                self._bar = self._tqdm(total=of, desc=_WORDS[phase], unit=" positions", unit_scale=True, leave=False)
                self._phase = phase
            self._bar.total = of
            self._bar.n = done
            self._bar.refresh()
        else:
            share = f" of {of:,}" if of else ""
            line = f"{_WORDS[phase]}: {done:,}{share} positions, {bytes / 1e6:,.0f} MB"
            sys.stderr.write("\r" + line.ljust(self._width))
            sys.stderr.flush()
            self._width = len(line)

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
        elif self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
            self._width = 0
        self._phase = ""
