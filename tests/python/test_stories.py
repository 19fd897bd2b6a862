"""The stories of examples/ and README's tour, as a user runs them."""

import json
import os
import pathlib
import re
import runpy
import shutil
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
NEEDS = {"story1": ["faiss"], "story2": ["pandas", "jinja2"], "story3": ["torch"]}


@pytest.mark.slow
@pytest.mark.parametrize("story", sorted(NEEDS))
def test_a_story_runs(story, tmp_path):
    for package in NEEDS[story]:
        pytest.importorskip(package)
    run = subprocess.run(
        [sys.executable, HERE / "examples" / f"{story}.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip()


def tour():
    """The lines of README's tour."""
    text = (ROOT / "README.md").read_text()
    return re.search(r"```python\n(import hashlab\n.*?)```", text, re.S).group(1)


def test_the_tour_is_short_and_runs(tmp_path):
    code = tour()
    assert len(code.splitlines()) <= 25
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "MPLBACKEND": "Agg"},
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.slow
def test_the_guide_runs_from_top_to_bottom(tmp_path):
    text = (ROOT / "docs" / "how-to" / "python.md").read_text()
    parts = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(parts) > 5
    outputs = (
        "import numpy as np\ninputs, net = np.random.default_rng(1).normal(size=(9, 32)), abs\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", outputs + "".join(parts)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "MPLBACKEND": "Agg"},
    )
    assert run.returncode == 0, run.stderr


def test_notebooks_are_the_stories():
    folder = ROOT / "python" / "notebooks"
    make = runpy.run_path(str(ROOT / "scripts" / "notebooks"))["notebook_of"]
    for story in NEEDS:
        made = make(HERE / "examples" / f"{story}.py")
        assert (folder / f"{story}.ipynb").read_text() == made, "run scripts/notebooks"
        assert len(json.loads(made)["cells"]) > 4


@pytest.mark.slow
@pytest.mark.parametrize("story", sorted(NEEDS))
def test_a_notebook_runs_in_jupyter(story, tmp_path):
    pytest.importorskip("nbconvert")
    for package in [*NEEDS[story], "ipykernel"]:
        pytest.importorskip(package)
    notebook = shutil.copy(ROOT / "python" / "notebooks" / f"{story}.ipynb", tmp_path)
    done = tmp_path / "done"  # what a cell writes is beside the notebook
    arguments = ["--execute", "--to", "notebook", "--output-dir", done, notebook]
    subprocess.run([sys.executable, "-m", "nbconvert", *arguments], check=True, capture_output=True)
    cells = json.loads((done / f"{story}.ipynb").read_text())["cells"]
    assert any(cell.get("outputs") for cell in cells)
