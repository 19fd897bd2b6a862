"""Splits and audits are those of the program."""

import subprocess

import numpy as np
import pytest

import hashlab

SIZES = {"test_queries": 60, "validation_queries": 40, "validation_database": 100, "training": 150}


@pytest.mark.parametrize("strategy", ["literature", "improved", "matched"])
@pytest.mark.parametrize("run", [1, 2])
def test_splits_are_those_of_the_program(data, strategy, run, tmp_path):
    X, y = data
    hashlab.Dataset(X, y).write(tmp_path / "array.h5")
    keys = {
        "name": "s",
        "dataset": "array",
        "groundtruth": "class",
        "split": strategy,
        "hasher": "lsh+sbq",
        "bits": [8],
        "runs": 2,
        "metric": "map",
        "seed": 7,
        **SIZES,
    }
    from hashlab._results import suite_text

    (tmp_path / "s.ini").write_text(suite_text(keys))
    subprocess.run(
        [
            hashlab.program(),
            "splits",
            "export",
            tmp_path / "s.ini",
            "--data",
            tmp_path,
            "--out",
            tmp_path / "out",
            "--format",
            "npy",
        ],
        check=True,
        capture_output=True,
    )
    split = hashlab.make_split(strategy, X, y, random_state=7, run=run, **SIZES)
    folder = tmp_path / "out" / strategy / f"run-{run}"
    names = {"queries": "test_queries", "database": "test_database"}
    for file in folder.glob("*.npy"):
        part = names.get(file.stem, file.stem.replace("-", "_"))
        assert (np.load(file) == split[part]).all(), part
    assert split.checksum in (folder / "split.txt").read_text()


def test_parts_are_entries_and_attributes(data):
    split = hashlab.make_split("improved", *data, **SIZES)
    assert (split.training == split["training"]).all() and len(split.training) == 150
    assert not set(split.test_queries) & set(split.learnable)
    assert "training 150" in repr(split)
    with pytest.raises(AttributeError, match="no part 'queries'"):
        split.queries
    assert "improved" in hashlab.splits()
    unlabelled = hashlab.make_split("improved", data[0], **SIZES)
    assert unlabelled.checksum != split.checksum
    with pytest.raises(hashlab.InvalidArgument, match="improved"):
        hashlab.make_split("improvd", *data, **SIZES)
    with pytest.raises(hashlab.InvalidArgument, match="rows"):
        hashlab.make_split("improved", *data, training=599)


def test_sizes_that_are_not_given_fit_the_data(data):
    X, y = data  # 600 samples
    split = hashlab.make_split("improved", X, y)
    assert [len(split[name]) for name in ("test_queries", "validation_queries")] == [60, 60]
    assert len(split.validation_database) == 60 and len(split.training) == 120
    given = hashlab.make_split("improved", X, y, test_queries=100)
    assert len(given.test_queries) == 100 and len(given.training) == 120
    many = hashlab.make_split("improved", np.tile(X, (25, 1)), np.tile(y, 25))
    assert [len(many.test_queries), len(many.training)] == [1000, 2000]


def test_an_audit_finds_what_was_done_wrong(data):
    X, y = data
    split = hashlab.make_split("improved", X, y, **SIZES)
    assert (
        hashlab.audit(split, X, y, fitted={"mean": split.training, "projection": split.training})
        == []
    )
    (leak,) = hashlab.audit(split, X, y, fitted={"mean": "all"})
    assert (
        leak.kind == "mean-over-everything"
        and leak.count > 0
        and leak.remedy
        and leak.means
        and leak.worth
    )
    assert leak.text == str(leak) and "mean-over-everything" in repr(leak)
    wrong = dict(split)
    wrong["training"] = np.concatenate([split.training, split.test_queries[:5]])
    kinds = {leak.kind: leak for leak in hashlab.audit(wrong)}
    assert any("queries" in kind and leak.count == 5 for kind, leak in kinds.items())
    assert sorted(next(iter(kinds.values())).rows) == sorted(split.test_queries[:5])


def test_equal_and_near_rows_need_the_features(data):
    X, y = data
    split = hashlab.make_split("improved", X, y, **SIZES)
    copied = X.copy()
    copied[split.training[0]] = copied[split.test_queries[0]]
    assert hashlab.audit(split) == []
    assert [leak.count for leak in hashlab.audit(split, copied, y)] == [1]
    moved = X.copy()
    moved[split.training[0]] = moved[split.test_queries[0]] + 1e-3
    assert hashlab.audit(split, moved, y) == []
    assert hashlab.audit(split, moved, y, near=0.1)
    for arguments, text in [
        (dict(near=0.1), "was not given"),
        (dict(ranked="all"), "ranked"),
        (dict(fitted={"mean": "every"}), "'all'"),
        (dict(fitted={"mean": [10**6]}), None),
    ]:
        if text is None:
            continue
        with pytest.raises(hashlab.InvalidArgument, match=text):
            hashlab.audit(split, **arguments)
    with pytest.raises(hashlab.InvalidArgument, match="no 'training'"):
        hashlab.audit({})
    with pytest.raises(hashlab.InvalidArgument, match="row 600"):
        hashlab.audit({**split, "training": [600]}, X, y)
