"""Searching codes, and scoring rankings of codes."""

from __future__ import annotations

import warnings
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from hashlab import _core
from hashlab._codes import Codes
from hashlab._core import Relevance as CoreRelevance
from hashlab._errors import InvalidArgument, MetricWarning
from hashlab._inputs import (
    Array,
    Matrix,
    Metrics,
    flat_lists,
    labels_of,
    names_of,
    threads_of,
    whole,
)

Positions = npt.NDArray[np.uint32]
Distances = npt.NDArray[np.uint16]


def _check_codes(queries: Any, database: Any) -> None:
    for name, codes in (("queries", queries), ("database", database)):
        if not isinstance(codes, Codes):
            raise InvalidArgument(
                f"{name} are {type(codes).__name__}, expected Codes: make them by Codes.from_bits"
            )
        codes._check_distances()
    if queries.widths != database.widths:
        raise InvalidArgument(
            f"queries are {queries.bits} bits in {len(queries.widths)} digits, the database "
            f"{database.bits} in {len(database.widths)}: encode both with one hasher"
        )


def search(
    queries: Codes, database: Codes, k: int, *, method: str = "auto", n_jobs: Optional[int] = None
) -> Tuple[Distances, Positions]:
    """The k nearest codes of each query, or all if there are fewer: distances and positions,
    queries x min(k, n).

    The search is exact. Codes at equal distance are in order of position. "scan" compares every
    code, "index" looks up parts of codes in hash tables, "auto" takes the faster.
    """
    _check_codes(queries, database)
    if method not in ("auto", "scan", "index"):
        raise InvalidArgument(f"method = {method!r}, expected 'auto', 'scan' or 'index'")
    return _core.search(
        queries._core, database._core, whole("k", k, 1, 2**32 - 1), method, threads_of(n_jobs)
    )


class Neighbours:
    """The codes found for each query: `found[q]` is (positions, distances), by distance, then
    position."""

    __slots__ = ("offsets", "positions", "distances")

    def __init__(self, offsets: Array, positions: Positions, distances: Distances) -> None:
        self.offsets = offsets
        """query q has the entries offsets[q] .. offsets[q + 1] - 1"""
        self.positions = positions
        self.distances = distances

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, q: int) -> Tuple[Positions, Distances]:
        if not -len(self) <= q < len(self):
            raise IndexError(f"query {q} of {len(self)}")
        q %= len(self)
        part = slice(int(self.offsets[q]), int(self.offsets[q + 1]))
        return self.positions[part], self.distances[part]

    def __repr__(self) -> str:
        return f"{len(self.positions)} neighbours of {len(self)} queries"


def within(
    queries: Codes, database: Codes, radius: int, *, n_jobs: Optional[int] = None
) -> Neighbours:
    """All codes within a distance of each query."""
    _check_codes(queries, database)
    return Neighbours(
        *_core.within(queries._core, database._core, whole("radius", radius, 0), threads_of(n_jobs))
    )


def nearest(
    Q: Any, X: Any, k: int, *, similarity: str = "euclidean", n_jobs: Optional[int] = None
) -> Positions:
    """Positions of the k rows of X nearest to each row of Q, nearest first: exact, queries x min(k,
    n).

    similarity: "euclidean", "cosine" or "inner-product". Rows at equal distance are in order of
    position.
    """
    queries, items = Matrix(Q, "Q"), Matrix(X, "X")
    if queries.d != items.d:
        raise InvalidArgument(f"Q has {queries.d} features, X {items.d}: expected equally many")
    found: Optional[_core.NearestSearch] = None

    def begin(_: int, block: Array) -> None:
        nonlocal found
        found = _core.NearestSearch(block, whole("k", k, 1), similarity, threads_of(n_jobs))

    whole_queries = queries.whole()
    queries.each(lambda first, block: begin(first, whole_queries) if first == 0 else None)
    assert found is not None
    search_of = found
    items.each(lambda first, block: search_of.add(block, first))
    return search_of.positions()


class Relevance:
    """Which items of a database are relevant to which queries."""

    __slots__ = ("_core",)
    _core: CoreRelevance

    def __init__(self) -> None:
        raise TypeError("a Relevance is made by of_classes, of_lists or of_ball")

    @classmethod
    def _of(cls, core: CoreRelevance, ignored: Any) -> "Relevance":
        relevance = cls.__new__(cls)
        relevance._core = core
        n = core.n_queries
        if ignored is None:
            return relevance
        if isinstance(ignored, str):
            if ignored != "self":
                raise InvalidArgument(
                    f"ignored = {ignored!r}, expected None, 'self' or a list for each query"
                )
            if n != core.n_database:
                raise InvalidArgument(
                    f"ignored = 'self' with {n} queries and {core.n_database} items: query i must "
                    "be item i"
                )
            offsets, items = np.arange(n + 1).astype(np.uint64), np.arange(n).astype(np.uint32)
        else:
            offsets, items = flat_lists(ignored, "ignored items")
        if len(offsets) != n + 1:
            raise InvalidArgument(
                f"ignored has {len(offsets) - 1} lists, expected one for each of {n} queries"
            )
        core.ignore(offsets, items)
        return relevance

    @classmethod
    def of_classes(cls, q: Any, d: Any, *, ignored: Any = None) -> "Relevance":
        """Items that share a class with the query. q and d: a class for each, or a column of 0 and
        1 for each class.

        `ignored`: items left out of the ranking: None, "self" (query i is item i), or a list for
        each query.
        """
        return cls._of(_core.Relevance.of_classes(*_paired_labels(q, d)), ignored)

    @classmethod
    def of_lists(cls, lists: Any, n: int, *, ignored: Any = None) -> "Relevance":
        """The positions of the relevant items of each query among n: lists, or an array a row a
        query.

        -1 at the end of a row fills up a shorter list.
        """
        return cls._of(
            _core.Relevance.of_lists(*flat_lists(lists, "lists"), whole("n", n, 0)), ignored
        )

    @classmethod
    def of_ball(
        cls, Q: Any, X: Any, radius: float, *, inclusive: bool = True, ignored: Any = None
    ) -> "Relevance":
        """The rows of X within a Euclidean distance of each row of Q; decided exactly."""
        queries, items = Matrix(Q, "Q"), Matrix(X, "X")
        if queries.d != items.d:
            raise InvalidArgument(f"Q has {queries.d} features, X {items.d}: expected equally many")
        if not (float(radius) >= 0):
            raise InvalidArgument(f"radius = {radius!r}, expected a number of at least 0")
        core = _core.Relevance.of_ball(
            queries.whole(), items.whole(), float(radius), bool(inclusive)
        )
        return cls._of(core, ignored)

    @property
    def n_queries(self) -> int:
        return self._core.n_queries

    @property
    def n_database(self) -> int:
        return self._core.n_database

    def __len__(self) -> int:
        return self.n_queries

    def __getitem__(self, q: int) -> Positions:
        """The positions of the items relevant to query q, ascending."""
        if not -len(self) <= q < len(self):
            raise IndexError(f"query {q} of {len(self)}")
        return self._core.list(q % len(self))

    def __repr__(self) -> str:
        return f"relevance of {self.n_database} items to {self.n_queries} queries"


def _paired_labels(q: Any, d: Any) -> Tuple[Array, Array]:
    """Labels of queries and database in one numbering of classes."""
    n_q, n_d = _length("q", q), _length("d", d)
    queries, q_classes = labels_of(q, n_q, "labels of queries")
    database, d_classes = labels_of(d, n_d, "labels of the database")
    if queries is None or database is None:
        raise InvalidArgument("labels are None, expected those of queries and of the database")
    if queries.ndim != database.ndim:
        raise InvalidArgument(
            "labels of queries and of the database have different forms: classes, or columns of 0 "
            "and 1"
        )
    if q_classes is None and d_classes is None:
        return queries, database
    both = np.concatenate([np.asarray(q).ravel(), np.asarray(d).ravel()])
    numbers = np.unique(both, return_inverse=True)[1].astype(np.int32)
    return numbers[:n_q], numbers[n_q:]


def _length(name: str, labels: Any) -> int:
    try:
        return int(labels.shape[0]) if hasattr(labels, "shape") else len(labels)
    except (TypeError, IndexError):
        raise InvalidArgument(
            f"labels {name} are {type(labels).__name__}, expected a class for each sample"
        ) from None


class RankCounts:
    """A ranking as counts: for each query and distance the items there, and the relevant ones among
    them.

    They are exact integers, and every metric is computed from them.
    """

    __slots__ = ("_core", "_max_distance")

    def __init__(self, core: _core.RankCounts, max_distance: int) -> None:
        self._core = core
        self._max_distance = max_distance

    @property
    def all(self) -> npt.NDArray[np.uint32]:
        """queries x distances (0 .. max_distance), read-only"""
        return self._core.all()

    @property
    def relevant(self) -> npt.NDArray[np.uint32]:
        """queries x distances, read-only; at most `all`"""
        return self._core.relevant()

    def metric(self, name: str) -> float:
        """The value of a metric, such as "map"; NaN if it is a mean over no query."""
        _warn_of_radius(name, self._max_distance)
        return self._core.metric(name)

    def __repr__(self) -> str:
        return f"counts of {self._core.n_queries} queries at {self._core.n_distances} distances"


Judgement = Union[Relevance, Tuple[Any, Any]]


def relevance_of(relevance: Judgement) -> Relevance:
    if isinstance(relevance, Relevance):
        return relevance
    if isinstance(relevance, tuple) and len(relevance) == 2:
        return Relevance.of_classes(*relevance)
    raise InvalidArgument(
        "relevance: expected a Relevance, or (labels of queries, labels of the database)"
    )


def rank_counts(
    queries: Codes, database: Codes, relevance: Judgement, *, n_jobs: Optional[int] = None
) -> RankCounts:
    """The counts of the database ranked for each query. relevance: a Relevance, or labels of
    queries and database."""
    return _counts(queries, database, relevance, False, n_jobs)


def _counts(
    queries: Codes, database: Codes, relevance: Judgement, graded: bool, n_jobs: Optional[int]
) -> RankCounts:
    _check_codes(queries, database)
    judged = relevance_of(relevance)
    core = _core.rank_counts(
        queries._core, database._core, judged._core, graded, threads_of(n_jobs)
    )
    return RankCounts(core, queries.max_distance)


def _warn_of_radius(name: str, max_distance: int) -> None:
    facts = _core.metric_facts(name)
    radius = facts["radius"]
    if radius is None or radius < max_distance:
        return
    instead = f": {facts['by_rank']} counts ranks" if facts["by_rank"] else ""
    warnings.warn(
        f"{facts['name']} counts items within distance {radius}, but no distance is above "
        f"{max_distance}{instead}",
        MetricWarning,
        stacklevel=3,
    )


def evaluate(
    queries: Codes,
    database: Codes,
    relevance: Judgement,
    metrics: Metrics = ("map", "auprc"),
    *,
    n_jobs: Optional[int] = None,
) -> Dict[str, float]:
    """Values of metrics of the ranking of the database for each query; metrics() lists them.

    Ties are treated exactly: a value is the mean over all orders of codes at equal distance.
    """
    names = names_of(metrics)
    facts = [_core.metric_facts(name) for name in names]
    counts = _counts(queries, database, relevance, any(fact["graded"] for fact in facts), n_jobs)
    for name in names:
        _warn_of_radius(name, queries.max_distance)
    return {name: counts._core.metric(name) for name in names}


def metrics() -> Dict[str, str]:
    """The metrics and their definitions. Of those with a number in their name there is one of
    each kind."""
    return {name: _core.metric_facts(name)["definition"] for name in _core.metric_names()}


Curve = Tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]


def pr_curve(counts: RankCounts) -> Curve:
    """Radius, precision and recall at each distance that retrieves something, of all queries
    pooled."""
    return counts._core.curve()


def plot_pr(
    counts: Union[RankCounts, Dict[str, RankCounts], Sequence[RankCounts]], ax: Any = None
) -> Any:
    """Draws precision against recall, a line for each of the counts (a dict names them); returns
    the axes."""
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plot_pr needs Matplotlib: install Debian's python3-matplotlib") from None
    if isinstance(counts, RankCounts):
        counts = [counts]
    named: List[Tuple[Optional[str], RankCounts]]
    named = list(counts.items()) if isinstance(counts, dict) else [(None, each) for each in counts]
    if ax is None:
        ax = pyplot.subplots()[1]
    for name, each in named:
        _, precision, recall = pr_curve(each)
        ax.plot(recall, precision, marker=".", label=name)
    ax.set(xlabel="recall", ylabel="precision", xlim=(0, 1), ylim=(0, 1))
    if any(name is not None for name, _ in named):
        ax.legend()
    return ax
