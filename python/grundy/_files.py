"""Files that are written completely or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from os import PathLike, fsdecode
from typing import Self


class NewFile:
    """A file that gets its name when all of it is written: until `commit`, the name stays with the previous file, if there is one.

    The temporary file is created at once, so that a folder that is missing or cannot be written is found before the work. A path that is
    a device or a pipe is written directly.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        #: The path as it was given.
        self.path = fsdecode(path)
        # A link stays, and its target is replaced.
        self._target = os.path.realpath(self.path)
        if os.path.isdir(self._target):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), self.path)
        self._is_special = os.path.exists(self.path) and not os.path.isfile(self.path)
        #: The path to write to.
        self.temporary = self.path if self._is_special else f"{self._target}.{secrets.token_hex(8)}.tmp"

    def __enter__(self) -> Self:
        if not self._is_special:
            try:
                with open(self.temporary, "xb"):
                    pass
            except OSError as error:
                error.filename = self.path
                raise
        return self

    def commit(self) -> None:
        """Gives the file its name."""
        if not self._is_special:
            os.replace(self.temporary, self._target)

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if self._is_special:
            return
        if isinstance(error, OSError) and error.filename == self.temporary:
            error.filename = self.path
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.temporary)
