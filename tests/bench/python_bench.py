#!/usr/bin/python3
"""Measures the Python package beside the same loops in C++, and compares both with their limits.

    tests/bench/python_bench.py BUILD     a release build with -DHASHLAB_PYTHON=ON, of targets
                                          hashlab, hashlab_python and hashlab_python_bench

The C++ side is hashlab_python_bench, which does the same work on the same numbers.
Both alternate, each seven times. A figure is the least CPU time (user and system) of the seven.
Exit status 1 if a limit is exceeded.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

if len(sys.argv) != 2:
    sys.exit(__doc__)
build = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(build / "python"))
os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")

import numpy as np  # noqa: E402

import hashlab  # noqa: E402

ROUNDS = 7


class Cpp:
    """The C++ side: it runs what a line of standard input names, and prints its CPU time."""

    def __init__(self):
        self._child = subprocess.Popen(
            [build / "python" / "hashlab_python_bench"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, work):
        self._child.stdin.write(work + "\n")
        self._child.stdin.flush()
        return float(self._child.stdout.readline())


def cpu():
    return time.process_time()


def measured(work):
    begin = cpu()
    work()
    return cpu() - begin


def interleaved(cpp, name, work):
    """The least times of C++ and Python."""
    ours, theirs = [], []
    work()
    for _ in range(ROUNDS):
        theirs.append(cpp.seconds(name))
        ours.append(measured(work))
    return min(theirs), min(ours)


failed = []


def row(what, cpp, python, limit):
    within = python <= limit
    if not within:
        failed.append(what)
    base = f"{cpp:.3g}" if cpp is not None else "-"
    ratio = f"{python / cpp:5.2f}" if cpp else "     "
    mark = "" if within else "EXCEEDED"
    print(f"{what:52} {base:>9} {python:9.3g} {ratio} limit {limit:8.3g} {mark}")


def map_by_numpy(distances, relevant):
    """The loop that programs of this field have: a sort and a mean for each query."""
    values = []
    for q in range(len(distances)):
        hits = relevant[q][np.argsort(distances[q])]
        ranks = np.flatnonzero(hits) + 1
        values.append((np.arange(1, len(ranks) + 1) / ranks).mean() if len(ranks) else 0)
    return float(np.mean(values))


def many_cells(folder):
    """Results of 10,080 quick experiments, which take some minutes to run."""
    return hashlab.run(
        {
            "hasher": [p + "+" + q for p in ("lsh", "pca") for q in ("sbq", "dbq")]
            + ["sklsh+sbq", "sh+sbq", "itq+sbq"],
            "bits": [2, 4, 8],
            "split": ["literature", "improved"],
            "runs": 240,
            "groundtruth": "class",
            "metric": ["map"],
            "test_queries": 20,
            "validation_queries": 0,
            "validation_database": 0,
            "training": 60,
        },
        data=hashlab.make_synthetic(200, 16, classes=4, random_state=1),
        out=os.path.join(folder, "cells"),
        jobs=2,
    )


def main():
    cpp = Cpp()
    # The samples of hashlab_python_bench: a row is one of 1,000 synthetic ones, shifted a little.
    base, _ = hashlab.make_synthetic(1000, 128, classes=20, random_state=1)
    shift = (np.arange(1_000_000, dtype=np.float32) % 1009 / 1009)[:, None]
    X = np.tile(base, (1000, 1)) + shift
    hasher = hashlab.Hasher("itq+sbq", 64).fit(base)

    print(f"{'CPU seconds, least of ' + str(ROUNDS):52} {'C++':>9} {'Python':>9} ratio")
    encode_cpp, encode = interleaved(cpp, "encode", lambda: hasher.encode(X))
    row("encode 1,000,000 x 128 float32, itq+sbq 64 bits", encode_cpp, encode, 1.10 * encode_cpp)
    doubles = X.astype(np.float64)
    least = min(measured(lambda: hasher.encode(doubles)) for _ in range(ROUNDS))
    row("  the same of float64", encode_cpp, least, 1.6 * encode_cpp)
    del doubles
    least = min(measured(lambda: hasher.transform(X)) for _ in range(ROUNDS))
    row("  transform (digits)", encode_cpp, least, 1.4 * encode_cpp)

    codes = hasher.encode(X)
    queries = codes[:1000]
    search_cpp, search = interleaved(
        cpp, "search", lambda: hashlab.search(queries, codes, 10, method="scan")
    )
    row("10 nearest of 1,000 in 1,000,000, 64 bits", search_cpp, search, 1.10 * search_cpp + 1e-3)

    labels = np.arange(60_000) % 10
    q, d = codes[:1000], codes[1000:60_000]
    relevance = hashlab.Relevance.of_classes(labels[:1000], labels[1000:])
    map_cpp, value = interleaved(cpp, "map", lambda: hashlab.evaluate(q, d, relevance, "map"))
    row("evaluate map, 1,000 x 59,000", map_cpp, value, 1.10 * map_cpp + 2e-3)
    bits_q, bits_d = q.to_signs().astype(np.float32), d.to_signs().astype(np.float32)
    relevant = labels[:1000, None] == labels[None, 1000:]
    begin = cpu()
    map_by_numpy(0.5 * (64 - bits_q @ bits_d.T), relevant)
    numpy_time = cpu() - begin
    row("  100 times faster than NumPy's loop", numpy_time, value, numpy_time / 100)

    one = base[:1]
    repeats = 2000
    least = min(measured(lambda: [hasher.encode(one) for _ in range(repeats)]) for _ in range(3))
    row("one row encoded", None, least / repeats, 60e-6)

    def imported(what):
        begin = os.times()
        subprocess.run([sys.executable, "-c", f"import {what}"], check=True)
        end = os.times()
        return end.children_user + end.children_system - begin.children_user - begin.children_system

    os.environ["PYTHONPATH"] = str(build / "python")
    with_numpy = min(imported("numpy") for _ in range(ROUNDS))
    both = min(imported("numpy, hashlab") for _ in range(ROUNDS))
    row("import hashlab on top of NumPy", None, both - with_numpy, 0.10)

    with tempfile.TemporaryDirectory() as folder:
        path = many_cells(folder).path
        cells = len(hashlab.results(path).to_frame())
        # An object reads its folder once, so each round takes a new one.
        least = min(measured(lambda: hashlab.results(path).to_frame()) for _ in range(ROUNDS))
        row(f"{cells:,} cells to a frame", None, least, 1.5)
    if failed:
        sys.exit("over the limit: " + ", ".join(failed))


main()
