"""Packages that are imported when they are first needed."""

from __future__ import annotations

import importlib
from typing import Any

from . import _native
from .errors import MissingPackage

_MODULES: dict[str, Any] = {}


def need(name: str, purpose: str) -> Any:
    """Returns the module `name`. Raises `MissingPackage`, which says what to install, if there is none."""
    module = _MODULES.get(name)
    if module is None:
        try:
            module = importlib.import_module(name)
        except ImportError as error:
            package = name.split(".", maxsplit=1)[0]
            raise MissingPackage(f"{purpose} needs {package}, which is not installed", help=f"run `pip install {package}`") from error
        if name == "numpy":
            _native.load_numpy()
        _MODULES[name] = module
    return module


def numpy(purpose: str = "this") -> Any:
    """Returns numpy. Raises `MissingPackage` if it is not installed."""
    return need("numpy", purpose)
