"""The cases that every backend SDK runs: sdks/vectors/README.md describes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

vectors: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors" / "vectors.json").read_text("utf-8"))
application: dict[str, Any] = vectors["application"]


def cases(part: str) -> pytest.MarkDecorator:
    """Runs a test with each case of a part."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in vectors[part]])


def serve_keys(request: httpx.Request) -> httpx.Response:
    """A service that has the keys of the vectors."""
    assert str(request.url) == application["keySetUrl"]
    return httpx.Response(200, json=application["keys"])


def is_part(expected: object, actual: object) -> bool:
    """Whether every expected field is there; others are allowed."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return all(name in actual and is_part(value, actual[name]) for name, value in expected.items())
    return expected == actual
