"""Builds the wheel and the source archive twice, and fails if they differ. `python tools/build.py <folder>`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

sdk = Path(__file__).parent.parent


def build(folder: Path) -> dict[str, bytes]:
    """The content of both packages, by name. Uses the tools of requirements.txt."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(sdk)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name.startswith("thumbturn-")}


def main() -> int:
    """Builds into the folder. Returns the exit status."""
    packages = build(Path(sys.argv[1]))
    with tempfile.TemporaryDirectory() as again:
        if build(Path(again)) == packages:
            print("\n".join(packages))
            return 0
    print("Two builds differ", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
