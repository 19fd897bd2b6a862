"""Codes, cells and tables are those of the program, to the bit."""

import subprocess

import numpy as np
import pytest

import hashlab
from hashlab import Hasher

PAIRS = [f"{name}+sbq" for name in hashlab.projections()]
PAIRS += [f"pca+{name}" for name in hashlab.quantisers() if name != "sbq"]
PAIRS += [f"haar+{name}" for name in hashlab.vector_quantisers()]
QUICK = ["lsh+sbq", "itq+sbq", "ksh+sbq", "sth+sbq", "pca+npq", "pca+vbq", "haar+rabitq"]


def program(*arguments):
    subprocess.run([hashlab.program(), *map(str, arguments)], check=True, capture_output=True)


@pytest.fixture(scope="module")
def files(data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("conformance")
    X, y = data
    hashlab.Dataset(X, y).write(folder / "array.h5")
    rows, learnable = np.arange(0, 600, 3), np.arange(1, 600, 3)
    np.savetxt(folder / "rows.txt", rows, "%d")
    np.savetxt(folder / "learnable.txt", learnable, "%d")
    return folder, rows, learnable


def check_codes(files, data, hasher, groundtruth):
    folder, rows, learnable = files
    bits = 104 if hasher.startswith("haar") else 12  # 8 for each feature without three scalars
    X, y = data
    program(
        "train",
        "--data",
        folder / "array.h5",
        "--hasher",
        hasher,
        "--bits",
        bits,
        "--groundtruth",
        groundtruth,
        "--seed",
        5,
        "--run",
        2,
        "--rows",
        folder / "rows.txt",
        "--learnable",
        folder / "learnable.txt",
        "--out",
        folder / "model.h5",
        "--force",
    )
    program(
        "encode",
        "--model",
        folder / "model.h5",
        "--data",
        folder / "array.h5",
        "--out",
        folder / "codes.h5",
        "--force",
    )
    fitted = Hasher(hasher, bits, groundtruth=groundtruth, random_state=5, run=2)
    fitted.fit(X, y, rows=rows, learnable=learnable)
    assert fitted.encode(X) == hashlab.read_codes(folder / "codes.h5")
    assert hashlab.load(folder / "model.h5").encode(X) == fitted.encode(X)


@pytest.mark.parametrize("groundtruth", ["class", "epsilon"])
@pytest.mark.parametrize("hasher", QUICK)
def test_codes_are_those_of_the_program(files, data, hasher, groundtruth):
    check_codes(files, data, hasher, groundtruth)


@pytest.mark.slow
@pytest.mark.parametrize("groundtruth", ["class", "epsilon"])
@pytest.mark.parametrize("hasher", [pair for pair in PAIRS if pair not in QUICK])
def test_codes_of_every_method_are_those_of_the_program(files, data, hasher, groundtruth):
    check_codes(files, data, hasher, groundtruth)


@pytest.mark.parametrize("hasher", ["cvh+sbq", "scm+sbq"])
def test_codes_of_two_views_are_those_of_the_program(data, hasher, tmp_path):
    h5py = pytest.importorskip("h5py")
    X, y = data
    Z = np.ascontiguousarray(X[:, ::-1][:, :9] ** 2)
    with h5py.File(tmp_path / "array.h5", "w") as file:
        file["first/features"], file["second/features"], file["labels"] = X, Z, y
    program(
        "train",
        "--data",
        tmp_path / "array.h5",
        "--views",
        "first,second",
        "--hasher",
        hasher,
        "--bits",
        8,
        "--groundtruth",
        "class",
        "--out",
        tmp_path / "model.h5",
    )
    pair = hashlab.PairHasher(hasher, 8).fit(X, Z, y)
    assert hashlab.load(tmp_path / "model.h5", "first").encode(X) == pair.encode_first(X)
    assert hashlab.load(tmp_path / "model.h5", "second").encode(Z) == pair.encode_second(Z)


def test_a_suites_cell_comes_out_to_the_last_digit(data, tmp_path):
    X, y = data
    dataset = hashlab.Dataset(X, y)
    sizes = {
        "test_queries": 60,
        "validation_queries": 40,
        "validation_database": 100,
        "training": 150,
    }
    results = hashlab.run(
        {
            "hasher": ["itq+npq:thresholds=3", "ksh+sbq"],
            "bits": [8, 12],
            "split": ["literature", "improved"],
            "runs": 2,
            "groundtruth": "class",
            "metric": ["map", "auprc"],
            "seed": 3,
            **sizes,
        },
        data=dataset,
        out=tmp_path / "out",
        jobs=1,
    )
    values = results.to_dict()
    cells = zip(*(values[name] for name in ("hasher", "bits", "split", "run", "metric", "value")))
    seen = 0
    for hasher, bits, strategy, run, metric, value in cells:
        run, bits = int(run), int(bits)
        split = hashlab.make_split(strategy, dataset, random_state=3, run=run, **sizes)
        fitted = Hasher(hasher, bits, groundtruth="class", random_state=3, run=run)
        fitted.fit(dataset, rows=split.training, learnable=split.learnable)
        codes = fitted.encode(dataset)
        q, d = split.test_queries, split.test_database
        assert hashlab.evaluate(codes[q], codes[d], (y[q], y[d]), metric)[metric] == value
        seen += 1
    assert seen == 2 * 2 * 2 * 2 * 2
