"""Remembers what the service said about each token, by its ID."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from .errors import ThumbturnError

_MOST_KNOWN = 50_000
"""Some 10 MB; beyond that, what was asked for least recently is asked for again."""
_PAUSE_S = 5
"""After a failure, requests don't wait for the service for this long."""


@dataclass(frozen=True)
class ActiveState:
    """A response of the service; `at` in seconds since 1970."""

    at: float
    is_active: bool


class ActiveStates:
    """The last responses, and the last failure. Safe for several threads."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._known: dict[str, ActiveState] = {}
        self._failed: tuple[ThumbturnError, float] | None = None

    def find(self, token_id: str) -> ActiveState | None:
        """The last response, however old."""
        return self._known.get(token_id)

    def require_no_pause(self) -> None:
        """Raises the error of the last question if that failed moments ago."""
        failed = self._failed
        # In both directions, so that a clock that is set back doesn't prolong the pause.
        if failed and abs(self._now() - failed[1]) < _PAUSE_S:
            raise failed[0].copy() from failed[0]

    def remember(self, token_id: str, state: ActiveState) -> None:
        with self._lock:
            self._failed = None
            self._known.pop(token_id, None)
            self._known[token_id] = state
            if len(self._known) > _MOST_KNOWN:
                del self._known[next(iter(self._known))]

    def fail(self, error: ThumbturnError) -> None:
        self._failed = (error, self._now())
