"""The program hashlab as a child process."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Callable, List, Optional, Sequence

from hashlab._errors import EngineMissing, Error, InvalidArgument, NotFound, WriteError


def program(name: str = "hashlab") -> str:
    """The path of the program that run() starts: that of the package, else the first one in
    PATH."""
    from hashlab import _core

    # In a wheel it is inside of the package; in a build tree the package is in its folder python.
    package = Path(_core.__file__).parent
    for path in (package / "_bin" / name, package.parent.parent / name):
        if path.is_file() and os.access(path, os.X_OK):
            return str(path)
    found = shutil.which(name)
    if found is None:
        kind: Any = EngineMissing if name == "hashlab-torch" else NotFound
        raise kind(
            f"the program {name} is not in PATH: install Debian's package hashlab, or build it"
        )
    return found


def run_program(
    arguments: Sequence[str],
    *,
    name: str = "hashlab",
    progress: Optional[Callable[[str], None]] = None,
) -> str:
    """What the program prints. `progress` gets what it writes to standard error, a line at a time.

    Ctrl-C is handed on: the program ends its experiments soundly, and KeyboardInterrupt is raised.
    """
    # A session of its own, so that a terminal's Ctrl-C reaches the program once, from here.
    child = subprocess.Popen(
        [program(name), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    lines: List[str] = []
    printed: List[str] = []

    def follow() -> None:
        assert child.stderr is not None
        for line in child.stderr:
            for part in line.rstrip("\n").split("\r"):
                if part.strip():
                    lines.append(part)
                    if progress is not None:
                        progress(part)

    def gather() -> None:
        assert child.stdout is not None
        printed.append(child.stdout.read())

    threads = [threading.Thread(target=each, daemon=True) for each in (follow, gather)]
    for thread in threads:
        thread.start()
    try:
        while child.poll() is None:
            try:
                child.wait(0.1)
            except subprocess.TimeoutExpired:
                pass
    except BaseException:
        _stop(child)
        raise
    for thread in threads:
        thread.join()
    if child.returncode != 0:
        _fail(child.returncode, lines)
    return "".join(printed)


def _stop(child: "subprocess.Popen[str]") -> None:
    """Ends the program as a signal of the terminal does; without mercy if it takes longer than a
    second."""
    if child.poll() is not None:
        return
    child.send_signal(signal.SIGINT)
    try:
        child.wait(0.8)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _fail(status: int, lines: Sequence[str]) -> None:
    text = lines[-1] if lines else f"hashlab ended with status {status}"
    for prefix in ("hashlab: error: ", "error: ", "hashlab: "):
        if text.startswith(prefix):
            text = text[len(prefix) :]
    if status < 0:
        raise Error(f"hashlab was ended by signal {-status}")
    raise (InvalidArgument if status == 2 else WriteError)(text)


def to_stderr(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
