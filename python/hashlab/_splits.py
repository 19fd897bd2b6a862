"""Splits of data sets, and audits of splits."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

import numpy as np
import numpy.typing as npt

from hashlab import _core
from hashlab._data import Dataset, as_dataset
from hashlab._errors import InvalidArgument
from hashlab._inputs import rows_of, whole

PARTS = (
    "test_queries",
    "test_database",
    "validation_queries",
    "validation_database",
    "training",
    "learnable",
)


class Split(Dict[str, Any]):
    """The rows of each part, ascending: test_queries, test_database, validation_queries,
    validation_database, training, learnable (all rows available for training), and the checksum of
    all of them.

    Parts are entries and attributes.
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(
                f"a split has no part {name!r}: it has {', '.join(self)}"
            ) from None

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} {len(self[name])}" for name in PARTS if name in self)
        return f"Split({sizes})"


def make_split(
    strategy: str,
    X: Any,
    y: Any = None,
    *,
    test_queries: Optional[int] = None,
    validation_queries: Optional[int] = None,
    validation_database: Optional[int] = None,
    training: Optional[int] = None,
    random_state: int = 1,
    run: int = 1,
) -> Split:
    """The split of a run, as the experiments draw it: splits() lists the protocols. X may be a
    Dataset.

    Sizes that are not given are those of experiment files: 1,000 test queries, 1,000 validation
    queries, 10,000 validation items and 2,000 training samples. If these leave nothing to rank,
    each is at most a tenth of the samples, and training at most a fifth.

    With labels, parts have as many samples of each class if classes suffice, as with groundtruth =
    class.
    """
    data = as_dataset(X, y)
    given = {
        "test_queries": test_queries,
        "validation_queries": validation_queries,
        "validation_database": validation_database,
        "training": training,
    }
    sizes = [None if size is None else whole(name, size, 0) for name, size in given.items()]
    data.checksum  # the draws depend on it
    parts = _core.make_split(
        data._core,
        str(strategy),
        sizes,
        whole("random_state", random_state, 0, 2**64 - 1),
        whole("run", run, 1),
    )
    return Split(parts)


class Leak:
    """A use of held-out rows before the test."""

    __slots__ = ("kind", "count", "of", "rows", "text", "means", "worth", "remedy")

    kind: str
    """such as "mean-fitted-on-queries" """
    count: int
    """rows concerned"""
    of: int
    """of how many"""
    rows: npt.NDArray[np.uint32]
    text: str
    """the leak in one line"""
    means: str
    """what happened"""
    worth: str
    """what it can be worth"""
    remedy: str
    """what to do"""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        for name in self.__slots__:
            setattr(self, name, fields[name])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Leak({self.text!r})"


def audit(
    split: Mapping[str, Any],
    X: Any = None,
    y: Any = None,
    *,
    fitted: Optional[Mapping[str, Any]] = None,
    ranked: str = "held-out",
    near: Optional[float] = None,
) -> List[Leak]:
    """The leaks of a split: rows in two parts, with X also equal rows, with `near` rows within that
    distance.

    split: the rows of each part by name; the training, test_queries and test_database are needed.
    fitted: what was fitted, and on which rows ("all" or rows), such as {"mean": "all"}.
    ranked: "held-out" if the ranked database must not be trained on, "any" if it may.
    """
    if ranked not in ("held-out", "any"):
        raise InvalidArgument(f"ranked = {ranked!r}, expected 'held-out' or 'any'")
    for name in ("training", "test_queries", "test_database"):
        if name not in split:
            raise InvalidArgument(f"the split has no '{name}', expected its rows")
    data: Optional[Dataset] = None if X is None else as_dataset(X, y)
    if near is not None and data is None:
        raise InvalidArgument("near: looks for near rows in X, which was not given")
    n = len(data) if data is not None else _rows_named(split, fitted)
    parts = {name: rows_of(name, split[name], n) for name in PARTS if name in split}
    of = {name: _fitted_rows(name, rows, n) for name, rows in (fitted or {}).items()}
    found = _core.audit(parts, None if data is None else data._core, of, ranked == "held-out", near)
    return [Leak(fields) for fields in found]


def _rows_named(split: Mapping[str, Any], fitted: Optional[Mapping[str, Any]]) -> int:
    lists = [split[name] for name in PARTS if name in split]
    lists += [rows for rows in (fitted or {}).values() if not isinstance(rows, str)]
    return max((int(np.max(rows)) + 1 for rows in lists if len(rows)), default=0)


def _fitted_rows(name: str, rows: Any, n: int) -> npt.NDArray[Any]:
    if isinstance(rows, str):
        if rows != "all":
            raise InvalidArgument(f"fitted: {name} = {rows!r}, expected rows or 'all'")
        return np.arange(n).astype(np.uint32)
    return rows_of(f"fitted: {name}", rows, n)


def splits() -> List[str]:
    """The names of the splitting protocols."""
    return _core.splits()
