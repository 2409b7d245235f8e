"""Playing at once, while another process compiles: everybody plays uncompiled until it is done.

``Warming`` starts that process and follows it in a thread. When everything lies in the cache, the
thread loads it, and from then on this process calls compiled code, in the middle of whatever it is
doing: see ``engine/cold``. If that fails, it goes on uncompiled, and ``why`` says what happened.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

from ..engine import cold, jit
from ..engine.warm import compile_everything
from .compiling import Estimate, Progress

PARTS = ("engine", "bots", "search")
COMPILING, READY, FAILED, STOPPED = "compiling", "ready", "failed", "stopped"
_COMMAND = (sys.executable, "-m", "mirabilia", "warm", "--quiet")
_LONGEST = 3600.0  # seconds; on the slowest machine it takes minutes
_POLITE = 10  # who plays comes first
_GRACE = 5.0


def is_compiled() -> bool:
    """Whether all that a game with bots needs lies in the cache, or need not."""
    return all(jit.is_warm(part) for part in PARTS)


def is_cold() -> bool:
    """Whether games run uncompiled until there is code: what takes long is left out then."""
    return cold.lasts()


def run_cold() -> None:
    """For a process that lives only until there is code."""
    cold.begin()


class Warming:
    """Another process compiles; ``state`` says what has come of it. ``load`` calls what is to be
    there when it is ``READY``.
    """

    def __init__(
        self, load: Callable[[], None] = compile_everything, command: Sequence[str] = _COMMAND
    ) -> None:
        self.state, self.why = COMPILING, ""
        self._load, self._command = load, command
        self._process: subprocess.Popen[bytes] | None = None
        self._estimate = Estimate()
        self._lock = threading.Lock()

    def begin(self) -> None:
        """From now on everything runs uncompiled, until it is ready."""
        cold.begin()

    def start(self) -> None:
        """Start the other process."""
        try:
            self._process = _start(self._command)
        except OSError as error:
            self.state, self.why = FAILED, str(error)
            return
        threading.Thread(target=self._follow, args=(self._process,), daemon=True).start()

    def progress(self) -> Progress:
        return self._estimate.look()

    def _follow(self, process: subprocess.Popen[bytes]) -> None:
        try:
            code = process.wait(_LONGEST)
            if code == 0 and is_compiled():
                with cold.compiled_here():
                    self._load()
                self._end(READY)
            else:
                self._end(FAILED, f"it ended with {code}")
        except Exception as error:
            self._end(FAILED, str(error) or type(error).__name__)
        finally:
            _kill(process)

    def _end(self, state: str, why: str = "") -> None:
        """What has come first stays."""
        with self._lock:
            if self.state == COMPILING:
                if state == READY:
                    cold.end()
                self.state, self.why = state, why

    def stop(self) -> None:
        """Nobody waits for it any more; what is still to be done is done uncompiled."""
        self._end(STOPPED)
        if self._process and self._process.poll() is None:
            _kill(self._process)


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    nothing = subprocess.DEVNULL
    if sys.platform == "win32":
        flags = subprocess.BELOW_NORMAL_PRIORITY_CLASS
        return subprocess.Popen(command, stdin=nothing, stdout=nothing, creationflags=flags)
    # In a session of its own: it has helpers, and ends with them when we say so.
    process = subprocess.Popen(command, stdin=nothing, stdout=nothing, start_new_session=True)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, _POLITE)
    return process


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process with its helpers, whatever it is doing."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.terminate()
        else:
            os.killpg(process.pid, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)
