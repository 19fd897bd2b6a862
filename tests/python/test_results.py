"""Experiments run from Python, and their tables."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import hashlab

SUITE = {
    "hasher": ["lsh+sbq", "itq+sbq"],
    "bits": [8, 16],
    "split": ["literature", "improved"],
    "runs": 3,
    "groundtruth": "class",
    "metric": ["map", "auprc"],
    "test_queries": 60,
    "validation_queries": 40,
    "validation_database": 100,
    "training": 150,
}


@pytest.fixture(scope="module")
def done(data, tmp_path_factory):
    out = tmp_path_factory.mktemp("results") / "study"
    return hashlab.run(SUITE, data=data, out=out, jobs=2)


def test_values_are_columns(done):
    columns = done.to_dict()
    assert len(done) == len(columns["value"]) == 2 * 2 * 2 * 3 * 2
    assert set(columns["hasher"]) == {"lsh+sbq", "itq+sbq"} and set(columns["dataset"]) == {"array"}
    assert np.isfinite(columns["value"]).all()


def test_values_are_a_frame(done):
    pandas = pytest.importorskip("pandas")
    frame = done.to_frame()
    assert list(frame.columns) == ["dataset", "split", "hasher", "bits", "run", "metric", "value"]
    assert isinstance(frame.hasher.dtype, pandas.CategoricalDtype)
    assert list(frame.hasher.cat.categories) == ["lsh+sbq", "itq+sbq"]
    means = frame[frame.metric == "map"].groupby(["hasher", "split", "bits"]).value.mean()
    assert len(means) == 8
    shown = done.table("map", format="csv").splitlines()
    line = next(line.split(",") for line in shown if line.startswith("map,itq+sbq,8,improved,"))
    assert float(line[5]) == pytest.approx(means["itq+sbq", "improved", 8], rel=1e-12)


def test_tables_are_those_of_the_program(done):
    for form in ("text", "md", "csv", "tex"):
        printed = subprocess.run(
            [hashlab.program(), "table", done.path, "--format", form, "--metric", "map"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert done.table("map", format=form) == printed
    assert "itq" in str(done) and done._repr_html_().startswith("<pre>")
    assert done.notes and all("\n" not in note for note in done.notes)
    assert "24 values" in repr(done) or "48 values" in repr(done)


def test_comparisons_and_the_report_are_written(done, tmp_path):
    assert "literature" in done.compare("split", "map")
    assert "itq" in done.compare("hasher", "map", baseline="lsh+sbq", format="csv")
    done.report(tmp_path / "report.html", title="A study")
    done.report(tmp_path / "report.html")
    assert "<html" in (tmp_path / "report.html").read_text()[:2000]


def test_results_are_read_again_by_any_metric(done):
    again = hashlab.results(done.path, ["map@10", "auprc"])
    assert set(again.to_dict()["metric"]) == {"map@10", "auprc"}
    with pytest.raises(hashlab.InvalidArgument, match="map"):
        hashlab.results(done.path, "mapp")
    with pytest.raises(hashlab.InvalidArgument):
        done.table("map", format="pdf")


def test_a_run_goes_on_where_it_stopped(done, data):
    begin = time.monotonic()
    again = hashlab.run({**SUITE, "name": "study"}, data=data, out=done.path)
    assert (again.to_dict()["value"] == done.to_dict()["value"]).all()
    assert time.monotonic() - begin < 20


def test_a_file_is_a_suite_too(data, tmp_path):
    from hashlab._results import suite_text

    (tmp_path / "mine.ini").write_text(
        suite_text({**SUITE, "name": "mine", "dataset": "other", "runs": 1})
    )
    lines = []
    results = hashlab.run(
        tmp_path / "mine.ini",
        data=hashlab.Dataset(*data, name="mine"),
        out=tmp_path / "out",
        progress=lines.append,
    )
    assert len(results) == 2 * 2 * 2 * 2
    assert results.to_dict()["dataset"][0] == "mine" and lines


def test_what_the_program_refuses_is_an_error(data, tmp_path):
    with pytest.raises(hashlab.InvalidArgument, match="unknown key 'hashers'") as refusal:
        hashlab.run({**SUITE, "hashers": "lsh"}, data=data, out=tmp_path / "out")
    assert not str(refusal.value).startswith("hashlab")
    with pytest.raises(hashlab.InvalidArgument, match="a folder"):
        hashlab.run(SUITE, data=data[0], out=tmp_path / "out")
    with pytest.raises(hashlab.InvalidArgument, match="named 'array'"):
        hashlab.run({**SUITE, "dataset": "other"}, data=data, out=tmp_path / "out")
    with pytest.raises(hashlab.InvalidArgument, match="jobs"):
        hashlab.run(SUITE, data=data, out=tmp_path / "out", jobs=0)


def test_control_c_ends_the_program_and_keeps_what_is_done(tmp_path):
    code = f"""
import hashlab, sys
suite = {SUITE!r}
suite.update(runs=200, hasher=["itq+npq", "itq+sbq"])
data = hashlab.make_synthetic(600, 16, classes=4, random_state=3)
print("begins", flush=True)
hashlab.run(suite, data=data, out={str(tmp_path / 'out')!r}, jobs=1,
            progress=lambda line: print("line", flush=True))
"""
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout.readline() == "begins\n"
    assert child.stdout.readline() == "line\n"
    time.sleep(0.5)
    os.killpg(child.pid, signal.SIGINT)
    begin = time.monotonic()
    _, errors = child.communicate(timeout=30)
    assert time.monotonic() - begin < 5
    assert "KeyboardInterrupt" in errors
    assert list((tmp_path / "out").rglob("*.h5"))
