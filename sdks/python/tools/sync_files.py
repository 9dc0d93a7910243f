"""Derives the blocking client from the one for asyncio."""

from __future__ import annotations

import re
from pathlib import Path

_HEADER = "# Written by tools/generate.py from {source}; change that file instead.\n"

_REPLACEMENTS = {
    r"\basync (?=def|with|for)": "",
    r"\bawait ": "",
    r"\b__aenter__\b": "__enter__",
    r"\b__aexit__\b": "__exit__",
    r"\baclose\b": "close",
    r"\baiter_bytes\b": "iter_bytes",
    r"\bimport anyio\b": "import threading",
    r"\banyio\.Lock\b": "threading.Lock",
    r"\b_async\b": "_sync",
    r"\bAsync(?=[A-Z])": "",
}


def generate_sync(package: Path) -> dict[Path, str]:
    """The content of each file of `_sync`."""
    sources = sorted((package / "_async").glob("*.py"))
    return {package / "_sync" / source.name: _to_sync(source) for source in sources}


def _to_sync(source: Path) -> str:
    text = source.read_text("utf-8")
    for pattern, replacement in _REPLACEMENTS.items():
        text = re.sub(pattern, replacement, text)
    return _HEADER.format(source=f"_async/{source.name}") + text
