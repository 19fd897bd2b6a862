"""The package is annotated, and the annotations of the module are those of the module."""

import inspect
import pathlib
import re
import subprocess
import sys

import pytest

import hashlab
from hashlab import _core

PACKAGE = pathlib.Path(hashlab.__file__).parent


@pytest.mark.slow
def test_mypy_has_no_complaint(tmp_path):
    pytest.importorskip("mypy")
    for source in PACKAGE.iterdir():
        if source.suffix in (".py", ".pyi") or source.name == "py.typed":
            (tmp_path / "hashlab").mkdir(exist_ok=True)
            (tmp_path / "hashlab" / source.name).write_text(source.read_text())
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "hashlab"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout


def test_the_stub_names_what_the_module_has():
    stub = (PACKAGE / "_core.pyi").read_text()
    functions = set(re.findall(r"^def (\w+)", stub, re.M))
    classes = set(re.findall(r"^class (\w+)", stub, re.M))
    own = {name for name in dir(_core) if not name.startswith("_")}
    assert own == functions | classes
    for name in classes:
        body = re.search(rf"^class {name}:\n((?:    .*\n|\n)+)", stub, re.M).group(1)
        named = set(re.findall(r"def (\w+)", body)) - {"__init__"}
        members = {each for each in vars(getattr(_core, name)) if not each.startswith("_")}
        assert named == members, name


def test_everything_public_is_documented():
    for name in hashlab.__all__:
        value = getattr(hashlab, name)
        if name == "version":
            continue
        assert inspect.getdoc(value), name
        if not inspect.isclass(value) or issubclass(value, tuple):
            continue
        for member, what in vars(value).items():
            if member.startswith("_") or not callable(getattr(what, "__func__", what)):
                continue
            assert inspect.getdoc(getattr(value, member)), f"{name}.{member}"


def test_all_names_are_there():
    assert set(hashlab.__all__) <= set(dir(hashlab))
    assert hashlab.__version__ == hashlab.version()
