"""Whatever holds numbers is taken, with the same codes; what does not is refused."""

import numpy as np
import pytest

import hashlab
from hashlab import Hasher, InvalidArgument


@pytest.fixture(scope="module")
def small():
    """Samples whose numbers are whole and small, so that every type of number holds them."""
    return np.random.default_rng(0).integers(0, 100, (300, 12))


@pytest.fixture(scope="module")
def fitted(small):
    return Hasher("itq+sbq", 8).fit(small.astype(np.float32))


KINDS = [
    "f2",
    "f4",
    "f8",
    "g",
    ">f4",
    ">f8",
    "i1",
    "i2",
    "i4",
    "i8",
    ">i4",
    "u1",
    "u2",
    "u4",
    "u8",
    "O",
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_type_of_number_is_taken(small, fitted, kind):
    X = small.astype(kind)
    expected = fitted.encode(small.astype(np.float32))
    assert fitted.encode(X) == expected
    assert Hasher("itq+sbq", 8).fit(X).encode(X) == expected


def test_booleans_are_zero_and_one():
    X = np.random.default_rng(0).integers(0, 2, (100, 12)).astype(bool)
    assert Hasher("pca+sbq", 8).fit(X).encode(X) == Hasher("pca+sbq", 8).fit(X * 1.0).encode(
        X * 1.0
    )


STRIDES = {
    "columns first": lambda X: np.asfortranarray(X),
    "transposed": lambda X: np.ascontiguousarray(X.T).T,
    "every second row": lambda X: np.repeat(X, 2, axis=0)[::2],
    "every second column": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "backwards twice": lambda X: np.ascontiguousarray(X[::-1, ::-1])[::-1, ::-1],
    "part of a wider array": lambda X: np.hstack([X, X])[:, : X.shape[1]],
    "not aligned": lambda X: unaligned(X),
    "read-only": lambda X: frozen(X),
    "list of lists": lambda X: X.tolist(),
    "list of rows": lambda X: list(X),
    "tuple of tuples": lambda X: tuple(map(tuple, X.tolist())),
    "masked": lambda X: np.ma.masked_array(X),
}


def unaligned(X):
    raw = bytearray(X.nbytes + 1)
    moved = np.frombuffer(memoryview(raw)[1:], X.dtype).reshape(X.shape)
    moved[:] = X
    return moved


def frozen(X):
    X = X.copy()
    X.flags.writeable = False
    return X


@pytest.mark.parametrize("kind", ["f4", "f8", "u1"])
@pytest.mark.parametrize("strides", STRIDES)
def test_any_strides_are_taken(small, fitted, kind, strides):
    X = STRIDES[strides](small.astype(kind))
    expected = fitted.encode(small.astype(np.float32))
    assert fitted.encode(X) == expected
    assert Hasher("itq+sbq", 8).fit(X).encode(X) == expected


def test_a_row_repeated_by_a_stride_of_zero(small, fitted):
    row = small[:1].astype(np.float32)
    assert fitted.encode(np.broadcast_to(row, (5, 12))) == fitted.encode(np.repeat(row, 5, axis=0))


def test_inputs_are_left_as_they_were(small):
    X = small.astype(np.float32)
    before = X.copy()
    Hasher("itq+sbq", 8).fit(X).encode(X)
    assert (X == before).all() and X.flags.writeable


def test_files_are_read_in_blocks(small, fitted, tmp_path, monkeypatch):
    monkeypatch.setattr("hashlab._inputs.AT_ONCE", 128)
    expected = fitted.encode(small.astype(np.float32))
    np.save(tmp_path / "x.npy", small.astype(np.float64))
    assert fitted.encode(np.load(tmp_path / "x.npy", mmap_mode="r")) == expected
    assert fitted.encode(small) == expected  # whole numbers: three blocks
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "x.h5", "w") as file:
        file["x"] = small.astype(">f8")
    with h5py.File(tmp_path / "x.h5") as file:
        assert fitted.encode(file["x"]) == expected
        assert Hasher("itq+sbq", 8).fit(file["x"]).encode(file["x"]) == expected


def test_blocks_join_codes_of_wide_digits_of_any_widths(monkeypatch):
    monkeypatch.setattr("hashlab._inputs.AT_ONCE", 100)
    X = np.random.default_rng(1).integers(-100, 100, (350, 12))
    for method in ("pca+npq", "pca+vbq"):
        hasher = Hasher(method, 8).fit(X)
        assert hasher.encode(X) == hasher.encode(X.astype(np.float32))


def test_frames_are_taken(small, fitted):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(small)
    assert fitted.encode(frame) == fitted.encode(small.astype(np.float32))
    mixed = frame.astype({0: "float32", 1: "int8", 2: "bool"})
    assert len(fitted.encode(mixed)) == 300
    with pytest.raises(TypeError, match="column names"):
        fitted.encode(pandas.DataFrame(small, columns=["a"] + list(range(11))))
    y = pandas.Series(small[:, 0] % 3, index=range(1000, 1300))
    assert Hasher("ksh+sbq", 4).fit(small, y).encode(small) == Hasher("ksh+sbq", 4).fit(
        small, y.values
    ).encode(small)


def test_tensors_are_taken(small, fitted):
    torch = pytest.importorskip("torch")
    X = torch.from_numpy(small.astype(np.float32)).requires_grad_()
    expected = fitted.encode(small.astype(np.float32))
    assert fitted.encode(X) == expected
    assert fitted.encode(X.half()) == expected
    assert fitted.encode(list(X)) == expected
    assert hashlab.Codes.from_signs(X - 50) == hashlab.Codes.from_signs(small - 50)
    with pytest.raises(InvalidArgument, match=r"use \.float\(\)"):
        fitted.encode(X.bfloat16())


class Tensor:
    """Stands for torch.Tensor where PyTorch is not installed: what _inputs asks of one."""

    def __init__(self, array, dtype="torch.float32", on_gpu=True):
        self._array, self.dtype, self._on_gpu = array, dtype, on_gpu

    def detach(self):
        return self

    def cpu(self):
        return Tensor(self._array, self.dtype, False)

    def numpy(self):
        assert not self._on_gpu
        return self._array


def test_tensors_of_another_device_are_fetched(small, fitted, monkeypatch):
    import sys
    from types import SimpleNamespace

    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(Tensor=Tensor))
    X = small.astype(np.float32)
    assert fitted.encode(Tensor(X)) == fitted.encode(X)
    assert hashlab.Codes.from_signs(Tensor(X - 50)) == hashlab.Codes.from_signs(X - 50)
    with pytest.raises(InvalidArgument, match=r"use \.float\(\)"):
        fitted.encode(Tensor(X, "torch.bfloat16"))


def with_number(value, kind="f4"):
    X = np.ones((300, 12), kind)
    X[7, 3] = value
    return X


def sparse(X):
    return pytest.importorskip("scipy.sparse").csr_matrix(X)


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda X: with_number(np.nan), "feature 3 of sample 7 .* nan.*NaN"),
        (lambda X: with_number(np.inf), "feature 3 of sample 7 .* inf"),
        (lambda X: with_number(-np.inf, "f8"), "feature 3 of sample 7"),
        (lambda X: with_number(1e39, "f8"), "single precision"),
        (lambda X: with_number(np.nan, "f2"), "sample 7"),
        (lambda X: with_number(None, "O"), "NaN|NoneType"),
        (lambda X: X + 1j, "Complex data not supported"),
        (lambda X: X.astype(str), "expected numbers"),
        (lambda X: X.astype("M8[s]"), "expected numbers"),
        (lambda X: sparse(X), "use .toarray()"),
        (lambda X: X[:0], "0 sample"),
        (lambda X: X[:, :0], r"0 feature\(s\)"),
        (lambda X: X[0], "Reshape your data"),
        (lambda X: X[None], "two axes"),
        (lambda X: X[:, :5], "X has 5 features, but Hasher is expecting 12 features"),
        (lambda X: "samples", "samples of d numbers"),
        (lambda X: None, "samples of d numbers"),
        (lambda X: [[1.0] * 12, [2.0]], "samples of d numbers"),
        (lambda X: [["a"] * 12], "expected numbers"),
    ],
)
def test_what_holds_no_numbers_is_refused_in_one_line(small, fitted, make, text):
    with pytest.raises((InvalidArgument, TypeError), match=text) as refusal:
        fitted.encode(make(small.astype(np.float32)))
    assert "\n" not in str(refusal.value)


def test_a_bad_number_in_a_later_block_is_found(fitted, monkeypatch):
    monkeypatch.setattr("hashlab._inputs.AT_ONCE", 100)
    with pytest.raises(InvalidArgument, match="after row 200.*feature 0 of sample 5"):
        X = np.ones((300, 12), "f2")
        X[205, 0] = np.nan
        fitted.encode(X)


LABELS = {
    "whole numbers": lambda y: y,
    "of a type": lambda y: y.astype(np.uint8),
    "list": lambda y: y.tolist(),
    "reals": lambda y: y + 0.5,
    "negative": lambda y: y - 2,
    "texts": lambda y: np.array(["a", "b", "c"])[y],
    "objects": lambda y: np.array(["a", "b", "c"], object)[y],
    "large": lambda y: y.astype(np.int64) * 2**40,
    "several": lambda y: np.eye(3, dtype=int)[y],
    "several reals": lambda y: np.eye(3)[y],
    "several booleans": lambda y: np.eye(3, dtype=bool)[y],
    "several sparse": lambda y: sparse(np.eye(3)[y]),
}


@pytest.mark.parametrize("form", LABELS)
def test_classes_in_every_form_train_alike(small, form):
    X, y = small.astype(np.float32), small[:, 0] % 3
    rows = np.arange(300)
    hasher = Hasher("ksh+sbq", 4).fit(X, LABELS[form](y))
    assert len(hasher.encode(X)) == 300
    numbers = np.unique(LABELS[form](y), return_inverse=True)[1] if "several" not in form else y
    if "several" in form:
        return
    same = Hasher("ksh+sbq", 4).fit(X, numbers, rows=rows)
    if form in ("whole numbers", "of a type", "list"):
        assert not hasattr(hasher, "classes_")
    else:
        assert len(hasher.classes_) == 3
    assert hasher.encode(X) == same.encode(X)


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda y: y[:5], "5 labels, expected 300"),
        (lambda y: np.where(y == 0, np.nan, y), "NaN"),
        (lambda y: np.array([y, y]).T, "only 0 and 1"),
        (lambda y: y + 1j, "Complex data"),
        (lambda y: np.array([1, "a"] * 150, object), "several types"),
        (lambda y: y[:, None, None], "expected a class"),
    ],
)
def test_what_is_no_class_is_refused(small, make, text):
    with pytest.raises(InvalidArgument, match=text):
        Hasher("ksh+sbq", 4).fit(small, make(small[:, 0] % 3))
