"""What users give, as the arrays that the module reads."""

from __future__ import annotations

import operator
import os
import sys
from typing import Any, Callable, Iterator, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from hashlab import _core
from hashlab._errors import InvalidArgument

Array = npt.NDArray[Any]
AT_ONCE = 65536  # rows of a block that is converted
# The types of numbers that the module reads, in the byte order of this machine.
_NATIVE = tuple(np.dtype(name).str for name in ("float32", "float64", "uint8"))


def whole(name: str, value: Any, least: int, most: Optional[int] = None) -> int:
    """`value` as a whole number in least .. most."""
    try:
        number = operator.index(value)
    except TypeError:
        raise InvalidArgument(f"{name} = {value!r}, expected a whole number") from None
    if isinstance(value, (bool, np.bool_)):
        raise InvalidArgument(f"{name} = {value!r}, expected a whole number")
    if number < least or (most is not None and number > most):
        until = "" if most is None else f" .. {most}"
        bound = f"at least {least}" if most is None else f"{least}{until}"
        raise InvalidArgument(f"{name} = {number}, expected {bound}")
    return number


def threads_of(n_jobs: Optional[int]) -> int:
    """The number of threads that n_jobs asks for: None is 1, -1 all cores that this process may
    use."""
    if n_jobs is None:
        return 1
    cores = len(os.sched_getaffinity(0))
    number = whole("n_jobs", n_jobs, -cores)
    if number == 0:
        raise InvalidArgument("n_jobs = 0, expected a number of threads, or -1 for all cores")
    return number if number > 0 else cores + 1 + number


def is_tensor(value: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def from_tensor(value: Any) -> Array:
    """A tensor, of whichever device, as an array of the same numbers."""
    value = value.detach()
    if str(value.dtype) == "torch.bfloat16":
        raise InvalidArgument("a tensor of bfloat16, which NumPy does not have: use .float()")
    return np.asarray(value.cpu().numpy())


def is_sparse(value: Any) -> bool:
    return type(value).__module__.startswith("scipy.sparse") and hasattr(value, "toarray")


def column_names(X: Any) -> Optional[Array]:
    """The names of the columns of a data frame if all are text, else None."""
    columns = getattr(X, "columns", None)
    if columns is None or not hasattr(X, "iloc"):
        return None
    names = np.asarray(columns, dtype=object)
    texts = [isinstance(name, str) for name in names]
    if all(texts) and len(texts) > 0:
        return names
    if any(texts):
        raise TypeError("column names are texts and others: use only texts, or none")
    return None


def _reads_by_slices(X: Any) -> bool:
    return (
        not isinstance(X, np.ndarray)
        and hasattr(X, "shape")
        and hasattr(X, "dtype")
        and hasattr(X, "__getitem__")
        and not hasattr(X, "iloc")
    )


def _numbers(block: Any, what: str) -> Array:
    """A block as an array of one of the three types that the module reads."""
    array = np.asarray(block)
    if array.dtype.str in _NATIVE:
        return array
    kind = array.dtype.kind
    if kind == "c":
        raise InvalidArgument(
            f"Complex data not supported: {what} is {array.dtype}, expected real numbers"
        )
    if kind in "OV":
        try:
            return array.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise _refused(error, f"{what}: {error}, expected numbers") from None
    if kind not in "fiub":
        raise InvalidArgument(f"{what} is {array.dtype}, expected numbers")
    exact = np.float64 if kind == "f" and array.dtype.itemsize > 4 else np.float32
    with np.errstate(over="ignore"):
        return array.astype(exact)


class Matrix:
    """n samples of d numbers, read in blocks where they have to be converted."""

    def __init__(self, X: Any, what: str = "X") -> None:
        self.what = what
        self.names = column_names(X)
        if is_sparse(X):
            raise InvalidArgument(f"{what} is sparse, expected a dense array: use .toarray()")
        if is_tensor(X):
            X = from_tensor(X)
        if not _reads_by_slices(X):
            X = self._whole(X)
        self._X: Any = X
        shape = tuple(X.shape)
        if len(shape) != 2:
            self._refuse_axes(shape)
        self.n, self.d = int(shape[0]), int(shape[1])
        if self.n == 0:
            raise InvalidArgument(
                f"{what}: Found array with 0 sample(s) (shape={shape}) while a minimum of 1 is "
                "required."
            )
        if self.d == 0:
            raise InvalidArgument(
                f"{what}: Found array with 0 feature(s) (shape={shape}) while a minimum of 1 is "
                "required."
            )

    def _whole(self, X: Any) -> Array:
        if isinstance(X, str) or X is None:
            raise InvalidArgument(f"{self.what} = {X!r}, expected n samples of d numbers")
        if isinstance(X, (list, tuple)) and len(X) > 0 and is_tensor(X[0]):
            X = [from_tensor(row) if is_tensor(row) else row for row in X]
        try:
            array = np.asarray(X)
        except ValueError as error:
            raise InvalidArgument(
                f"{self.what}: {error}, expected n samples of d numbers"
            ) from None
        if array.dtype.kind == "O" and array.ndim == 0:
            raise InvalidArgument(
                f"{self.what} is {type(X).__name__}, expected n samples of d numbers"
            )
        return array

    def _refuse_axes(self, shape: Tuple[int, ...]) -> None:
        if len(shape) == 1:
            raise InvalidArgument(
                f"{self.what}: Expected 2D array, got 1D array instead. Reshape your data: one "
                "row a sample, "
                f"by {self.what}.reshape(1, -1) for one sample, {self.what}.reshape(-1, 1) for "
                "one feature"
            )
        raise InvalidArgument(
            f"{self.what} has shape {shape}, expected two axes: samples, features"
        )

    @property
    def sizes(self) -> str:
        return f"(n_samples = {self.n}, n_features = {self.d})"

    def blocks(self) -> Iterator[Tuple[int, Array]]:
        """The first row and the numbers of each block; an array that needs no conversion is one
        block."""
        X = self._X
        if isinstance(X, np.ndarray) and X.dtype.str in _NATIVE:
            yield 0, X
            return
        for first in range(0, self.n, AT_ONCE):
            yield first, _numbers(X[first : min(first + AT_ONCE, self.n)], self.what)

    def each(self, take: Callable[[int, Array], None]) -> None:
        """Calls take(first, block) for all blocks."""
        for first, block in self.blocks():
            try:
                take(first, block)
            except InvalidArgument as error:
                after = f" after row {first}" if first else ""
                raise InvalidArgument(
                    f"{self.what}{after}: {error} (no NaN, no infinity)"
                ) from None

    def whole(self) -> Array:
        """All numbers as one array that the module reads."""
        parts = [block for _, block in self.blocks()]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _refused(error: Exception, text: str) -> Exception:
    """TypeErrors stay TypeErrors, as scikit-learn has them."""
    return TypeError(text) if isinstance(error, TypeError) else InvalidArgument(text)


def labels_of(y: Any, n: int, what: str = "y") -> Tuple[Optional[Array], Optional[Array]]:
    """Labels as the module reads them, and the classes that class numbers 0, 1, ... stand for.

    Whole numbers >= 0 are class numbers as they are, and classes are then None. A table of 0 and 1,
    dense or sparse, has a column for each class.
    """
    if y is None:
        return None, None
    if is_sparse(y):
        y = y.toarray()
    if is_tensor(y):
        y = from_tensor(y)
    array = np.asarray(y)
    if array.ndim == 2 and array.shape[1] == 1:
        _warn_of_column(what)
        array = array[:, 0]
    if array.ndim not in (1, 2):
        raise InvalidArgument(
            f"{what} has shape {array.shape}, expected a class for each of the {n} samples"
        )
    if array.shape[0] != n:
        raise InvalidArgument(
            f"{what} has {array.shape[0]} labels, expected {n}, one for each sample"
        )
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise InvalidArgument(f"{what} contains NaN or infinity, expected classes")
    if array.dtype.kind == "c":
        raise InvalidArgument(f"Complex data not supported: {what} is {array.dtype}")
    if array.ndim == 2:
        return _several_classes(array, what), None
    return _class_numbers(array, what)


def _warn_of_column(what: str) -> None:
    import warnings

    exceptions: Any = sys.modules.get("sklearn.exceptions")
    category: Any = UserWarning if exceptions is None else exceptions.DataConversionWarning
    warnings.warn(
        f"A column-vector {what} was passed when a 1d array was expected: change its shape to "
        "(n_samples,), "
        "for example by ravel()",
        category,
        stacklevel=5,
    )


def _several_classes(array: Array, what: str) -> Array:
    table: Array = array.astype(np.uint8)
    if not ((table == array) & (table <= 1)).all():
        raise InvalidArgument(f"{what} has {array.shape[1]} columns, expected only 0 and 1 in them")
    return np.ascontiguousarray(table)


def _class_numbers(array: Array, what: str) -> Tuple[Array, Optional[Array]]:
    kind = array.dtype.kind
    if kind in "iu" and (array.size == 0 or (array.min() >= 0 and array.max() < 2**31)):
        return array.astype(np.int32), None
    try:
        classes, numbers = np.unique(array, return_inverse=True)
    except TypeError:
        raise InvalidArgument(
            f"{what} has classes of several types, expected numbers or texts"
        ) from None
    return numbers.astype(np.int32), classes


def rows_of(name: str, rows: Any, n: int) -> Array:
    """Row numbers below n, ascending and without repeats, from numbers or from a mask."""
    if isinstance(rows, slice):
        rows = np.arange(n)[rows]
    array = from_tensor(rows) if is_tensor(rows) else np.asarray(rows)
    if array.ndim != 1:
        raise InvalidArgument(f"{name} has shape {array.shape}, expected a list of rows")
    if array.dtype.kind == "b":
        if array.size != n:
            raise InvalidArgument(f"{name} is a mask of {array.size}, expected {n}")
        array = np.flatnonzero(array)
    if array.size == 0:
        return np.zeros(0, np.uint32)
    if array.dtype.kind not in "iu":
        raise InvalidArgument(f"{name} is {array.dtype}, expected row numbers")
    least, most = int(array.min()), int(array.max())
    if least < 0 or most >= n:
        raise InvalidArgument(
            f"{name} has row {least if least < 0 else most}, expected 0 .. {n - 1}"
        )
    rows_found: Array = np.unique(array).astype(np.uint32)
    return rows_found


def positions_of(name: str, index: Any, n: int) -> Array:
    """Positions below n in the order given; negative ones count from the end."""
    array = from_tensor(index) if is_tensor(index) else np.asarray(index)
    if array.dtype.kind == "b":
        if array.shape != (n,):
            raise IndexError(f"{name}: a mask of shape {array.shape} for {n} codes")
        return np.flatnonzero(array).astype(np.uint32)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise IndexError(f"{name}: expected a position, a slice, positions or a mask")
    numbers = array.astype(np.int64)
    numbers = np.where(numbers < 0, numbers + n, numbers)
    if numbers.size and (numbers.min() < 0 or numbers.max() >= n):
        raise IndexError(f"{name}: a position is outside of 0 .. {n - 1}")
    return numbers.astype(np.uint32)


def flat_lists(lists: Any, name: str) -> Tuple[Array, Array]:
    """Lists of positions as offsets and items. -1 at the end of a row fills up a shorter list."""
    if is_tensor(lists):
        lists = from_tensor(lists)
    if isinstance(lists, np.ndarray) and lists.ndim == 2:
        if lists.dtype.kind not in "iu":
            raise InvalidArgument(f"{name} are {lists.dtype}, expected positions")
        keep = lists >= 0
        offsets = np.concatenate([[0], np.cumsum(keep.sum(1))]).astype(np.uint64)
        return offsets, lists[keep].astype(np.uint32)
    parts = [np.asarray(part) for part in lists]
    for part in parts:
        if part.ndim != 1 or (part.size and part.dtype.kind not in "iu"):
            raise InvalidArgument(f"{name}: expected a list of positions for each query")
        if part.size and int(part.min()) < 0:
            raise InvalidArgument(f"{name}: position {part.min()}, expected 0 or more")
    offsets = np.concatenate([[0], np.cumsum([part.size for part in parts])]).astype(np.uint64)
    items = np.concatenate(parts) if parts else np.zeros(0)
    return offsets, items.astype(np.uint32)


def option_text(name: str, value: Any) -> str:
    """An option of a method as its text in an experiment file."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        number = float(value)
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
    raise InvalidArgument(f"{name} = {value!r}, expected a number, a word, True or False")


def option_value(text: str) -> Union[bool, int, float, str]:
    """The value that a text of option_text() stands for."""
    if text in ("yes", "no"):
        return text == "yes"
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def dataset_of(
    X: Any, y: Any = None, *, name: str = "array"
) -> Tuple[_core.Dataset, Matrix, Optional[Array]]:
    """A data set of the module with copies of X and y; and the classes that its numbers stand
    for."""
    matrix = Matrix(X)
    labels, classes = labels_of(y, matrix.n)
    data = _core.Dataset(name, matrix.n, matrix.d, labels, [])
    matrix.each(lambda first, block: data.put(first, 0, block))
    return data, matrix, classes


Metrics = Union[str, Sequence[str]]


def names_of(metrics: Metrics) -> Sequence[str]:
    return [metrics] if isinstance(metrics, str) else list(metrics)
