"""
Writes the files that are generated: `src/thumbturn/wire.py`, types of requests and responses from the OpenAPI files of
the contract, and `src/thumbturn/_sync`, the blocking client from the one for asyncio. `--check` only compares them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sync_files import generate_sync
from wire_types import generate_wire

package = Path(__file__).parent.parent / "src" / "thumbturn"


def main() -> int:
    """Writes or compares the files. Returns the exit status."""
    files = {package / "wire.py": generate_wire(), **generate_sync(package)}
    outdated = [path for path, content in files.items() if not path.exists() or path.read_text("utf-8") != content]
    if "--check" not in sys.argv:
        for path in outdated:
            path.write_text(files[path], "utf-8")
        return 0
    for path in outdated:
        print(f"{path} is outdated: run python tools/generate.py", file=sys.stderr)
    return 1 if outdated else 0


if __name__ == "__main__":
    raise SystemExit(main())
