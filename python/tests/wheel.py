"""Makes a wheel of the package with a native module that cargo has built: wheel.py MODULE FOLDER.

It has the metadata that maturin makes from `pyproject.toml`. maturin itself would build the module anew, because it cannot select the
packages whose features the tests share. `scripts/wheels` has maturin build the wheels that are published.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "grundy"


def main(module: str, folder: str) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        command = ["maturin", "pep517", "write-dist-info", "--metadata-directory", temporary, "--interpreter", sys.executable]
        subprocess.run(command, cwd=PACKAGE.parent.parent, check=True, stdout=subprocess.DEVNULL)
        (info,) = Path(temporary).iterdir()
        files = {f"grundy/{path.name}": path.read_bytes() for path in sorted(PACKAGE.iterdir()) if path.is_file()}
        files["grundy/_native.abi3.so"] = Path(module).read_bytes()
        files |= {f"{info.name}/{path.relative_to(info)}": path.read_bytes() for path in sorted(info.rglob("*")) if path.is_file()}
    record = f"{info.name}/RECORD"
    files[record] = "".join([*(record_line(name, data) for name, data in files.items()), f"{record},,\n"]).encode()
    (tag,) = [line.removeprefix("Tag: ") for line in files[f"{info.name}/WHEEL"].decode().splitlines() if line.startswith("Tag: ")]
    Path(folder).mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(Path(folder, f"{info.name.removesuffix('.dist-info')}-{tag}.whl"), "w") as wheel:
        for name, data in files.items():
            wheel.writestr(name, data)


def record_line(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


if __name__ == "__main__":
    main(*sys.argv[1:])
