"""Every class of errors, by what brings it about."""

import pickle

import numpy as np
import pytest

import hashlab
from hashlab import Hasher


def test_classes_are_those_of_python_too():
    for name, base in [
        ("InvalidArgument", ValueError),
        ("NotFound", FileNotFoundError),
        ("CorruptFile", ValueError),
        ("Unreadable", OSError),
        ("WriteError", OSError),
        ("NumericalError", ArithmeticError),
        ("EngineMissing", RuntimeError),
    ]:
        error = getattr(hashlab, name)
        assert issubclass(error, base) and issubclass(error, hashlab.Error)
        assert str(pickle.loads(pickle.dumps(error("one line")))) == "one line"


def test_a_file_that_is_missing():
    with pytest.raises(hashlab.NotFound, match="missing.h5"):
        hashlab.load("/nowhere/missing.h5")
    with pytest.raises(FileNotFoundError):
        hashlab.read_codes("missing.h5")
    with pytest.raises(hashlab.NotFound):
        hashlab.read_dataset("missing.h5")
    with pytest.raises(hashlab.NotFound):
        hashlab.results("missing")


def test_a_file_that_is_damaged(data, tmp_path):
    path = tmp_path / "model.h5"
    Hasher("itq+sbq", 8).fit(data[0]).save(path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(hashlab.CorruptFile, match="model.h5"):
        hashlab.load(path)
    with pytest.raises(hashlab.CorruptFile):
        hashlab.read_dataset(__file__)


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(hashlab.Unreadable):
        hashlab.read_dataset(tmp_path)


def test_a_file_that_cannot_be_written(data, codes):
    with pytest.raises(hashlab.WriteError):
        codes.write("/proc/codes.h5")
    with pytest.raises(hashlab.WriteError):
        Hasher("itq+sbq", 8).fit(data[0]).save("/nowhere/at/all/model.h5")


def test_messages_name_parameters_and_not_options_of_the_program(data, tmp_path):
    X, y = data
    pair = hashlab.PairHasher("cvh+sbq", 4).fit(X, X[:, :8], y)
    pair.save(tmp_path / "pair.h5")
    with pytest.raises(hashlab.InvalidArgument, match="choose one by 'view = first'"):
        hashlab.load(tmp_path / "pair.h5")
    assert hashlab.load(tmp_path / "pair.h5", view="second").encode(X[:, :8]) == (
        pair.encode_second(X[:, :8])
    )
    hashlab.Dataset(X, y).write(tmp_path / "data.h5")
    with pytest.raises(hashlab.Error, match="nor any other: leave 'view' out") as caught:
        hashlab.read_dataset(tmp_path / "data.h5", "left")
    assert "--" not in str(caught.value)


def test_numbers_without_an_answer():
    # Two numbers whose squares are infinite in single precision.
    X = np.full((50, 4), 3e38, np.float32)
    X[::2] *= -1
    with pytest.raises(hashlab.NumericalError):
        Hasher("itq+sbq", 4).fit(X)


def test_memory_that_does_not_suffice():
    with pytest.raises((MemoryError, hashlab.Error, RuntimeError)):
        hashlab._core.Dataset("huge", 2**40, 2**20, None, [])


def test_codes_that_are_compared_with_real_values_alone():
    X = np.random.default_rng(0).normal(size=(50, 8)).astype(np.float32)
    codes = Hasher("haar+rabitq", 16).fit(X).encode(X)
    with pytest.raises(hashlab.InvalidArgument, match="have no distances to each other"):
        hashlab.search(codes, codes, 3)


def test_a_name_that_does_not_exist():
    with pytest.raises(AttributeError, match="no attribute 'Hashers'"):
        hashlab.Hashers
    assert "Hasher" in dir(hashlab)
