"""Searching, counting and scoring, compared with the definitions in NumPy."""

import numpy as np
import pytest
from conftest import distances_of

import hashlab
from hashlab import Relevance


@pytest.fixture(params=["codes", "wide"])
def some(request):
    """Queries and database, by either distance."""
    codes = request.getfixturevalue(request.param)
    return codes[:40], codes[40:]


def ranking(distances):
    """Positions by distance, then position."""
    return np.lexsort((np.arange(len(distances)), distances))


@pytest.mark.parametrize("method", ["auto", "scan", "index"])
@pytest.mark.parametrize("n_jobs", [None, 2, -1])
def test_search_finds_the_nearest_in_order(some, method, n_jobs):
    queries, database = some
    distances, positions = hashlab.search(queries, database, 7, method=method, n_jobs=n_jobs)
    assert distances.dtype == np.uint16 and positions.dtype == np.uint32
    every = distances_of(queries, database)
    for q in range(len(queries)):
        expected = ranking(every[q])[:7]
        assert (positions[q] == expected).all()
        assert (distances[q] == every[q][expected]).all()


def test_more_than_all_are_all(some):
    queries, database = some
    distances, positions = hashlab.search(queries, database[:5], 100)
    assert distances.shape == positions.shape == (40, 5)


def test_within_finds_all_in_a_radius(some):
    queries, database = some
    found = hashlab.within(queries, database, 5)
    every = distances_of(queries, database)
    assert len(found) == 40 and len(list(found)) == 40
    for q, (positions, distances) in enumerate(found):
        expected = [p for p in ranking(every[q]) if every[q][p] <= 5]
        assert positions.tolist() == expected
        assert distances.tolist() == every[q][expected].tolist()
    with pytest.raises(IndexError):
        found[40]


@pytest.mark.parametrize("similarity", ["euclidean", "cosine", "inner-product"])
def test_nearest_rows_are_exact(data, similarity):
    X = data[0].astype(np.float64)
    Q, items = X[:30], X[30:]
    if similarity == "euclidean":
        keys = ((Q[:, None] - items[None]) ** 2).sum(2)
    elif similarity == "cosine":
        keys = -(Q @ items.T) / np.linalg.norm(Q, axis=1)[:, None] / np.linalg.norm(items, axis=1)
    else:
        keys = -(Q @ items.T)
    found = hashlab.nearest(Q, items, 5, similarity=similarity)
    assert (found == np.argsort(keys, axis=1, kind="stable")[:, :5]).all()
    assert (
        hashlab.nearest(list(Q), items.astype(np.float16).astype(float), 5, n_jobs=2)
    ).shape == (30, 5)


def test_counts_are_those_of_the_definition(some, data):
    queries, database = some
    y = data[1]
    counts = hashlab.rank_counts(queries, database, (y[:40], y[40:]))
    every = distances_of(queries, database)
    relevant = y[:40, None] == y[None, 40:]
    for distance in range(queries.max_distance + 1):
        at = every == distance
        assert (counts.all[:, distance] == at.sum(1)).all()
        assert (counts.relevant[:, distance] == (at & relevant).sum(1)).all()
    assert not counts.all.flags.writeable
    assert counts.metric("map") == hashlab.evaluate(queries, database, (y[:40], y[40:]))["map"]


def mean_average_precision(distances, relevant):
    """NumPy's usual loop, right where no two items are at one distance."""
    values = []
    for q in range(len(distances)):
        hits = relevant[q][np.argsort(distances[q], kind="stable")]
        ranks = np.flatnonzero(hits) + 1
        if len(ranks):
            values.append((np.arange(1, len(ranks) + 1) / ranks).mean())
    return np.mean(values)


def test_map_without_ties_is_that_of_numpy():
    rng = np.random.default_rng(5)
    # Thermometer codes of different lengths: every item is at a distance of its own from the query.
    items = np.array([[1] * i + [0] * (64 - i) for i in range(1, 65)])[rng.permutation(64)]
    queries = np.zeros((3, 64), int)
    relevant = rng.integers(0, 2, (3, 64)).astype(bool)
    lists = [np.flatnonzero(row) for row in relevant]
    q, d = hashlab.Codes.from_bits(queries), hashlab.Codes.from_bits(items)
    value = hashlab.evaluate(q, d, Relevance.of_lists(lists, 64), "map")["map"]
    assert value == pytest.approx(mean_average_precision(distances_of(q, d), relevant), abs=1e-15)


def test_a_tie_is_the_mean_over_its_orders():
    codes = hashlab.Codes.from_bits([[0, 0]])
    database = hashlab.Codes.from_bits([[0, 1], [1, 0]])
    scores = hashlab.evaluate(
        codes, database, Relevance.of_lists([[0]], 2), ["map", "map-best", "map-worst"]
    )
    assert scores == {"map": 0.75, "map-best": 1.0, "map-worst": 0.5}


def test_relevance_by_classes_lists_and_ball_agree(data):
    X, y = data
    q, d = slice(0, 50), slice(50, 600)
    by_class = Relevance.of_classes(y[q], y[d])
    texts = np.array(["a", "b", "c", "d"])[y]
    by_text = Relevance.of_classes(texts[q], list(texts[d]))
    several = np.eye(4, dtype=int)[y]
    by_table = Relevance.of_classes(several[q], several[d])
    lists = Relevance.of_lists([np.flatnonzero(y[d] == c) for c in y[q]], 550)
    for relevance in (by_class, by_text, by_table, lists):
        assert relevance.n_queries == len(relevance) == 50 and relevance.n_database == 550
        assert all((relevance[i] == np.flatnonzero(y[d] == y[i])).all() for i in range(50))
    distances = np.sqrt(((X[q].astype(float)[:, None] - X[d].astype(float)[None]) ** 2).sum(2))
    radius = float(np.median(distances))
    ball = Relevance.of_ball(X[q], X[d], radius)
    assert all((ball[i] == np.flatnonzero(distances[i] <= radius)).all() for i in range(50))


def test_rows_filled_up_with_minus_one_are_shorter_lists():
    relevance = Relevance.of_lists(np.array([[3, 1, -1], [0, 2, 4]]), 5)
    assert [relevance[q].tolist() for q in (0, 1)] == [[1, 3], [0, 2, 4]]


def test_ignored_items_are_left_out(codes, data):
    y = data[1]
    with_self = hashlab.rank_counts(codes, codes, Relevance.of_classes(y, y))
    without = hashlab.rank_counts(codes, codes, Relevance.of_classes(y, y, ignored="self"))
    assert (with_self.all[:, 0] - without.all[:, 0] == 1).all()
    assert (with_self.all[:, 1:] == without.all[:, 1:]).all()
    by_lists = Relevance.of_classes(y, y, ignored=[[i] for i in range(600)])
    assert (hashlab.rank_counts(codes, codes, by_lists).all == without.all).all()


def test_graded_metrics_count_shared_labels(codes):
    labels = np.random.default_rng(1).integers(0, 2, (600, 5))
    q, d = codes[:30], codes[30:]
    scores = hashlab.evaluate(q, d, (labels[:30], labels[30:]), ["map", "graded-ndcg@100"])
    assert 0 < scores["graded-ndcg@100"] <= 1
    with pytest.raises(hashlab.InvalidArgument, match="of_classes"):
        hashlab.evaluate(q, d, Relevance.of_lists([[0]] * 30, 570), ["graded-ndcg@100"])


def test_every_listed_metric_has_a_definition_and_a_value(codes, data):
    y = data[1]
    table = np.eye(4, dtype=int)[y]
    table[:, 0] = 1
    definitions = hashlab.metrics()
    assert len(definitions) > 20 and all(definitions.values())
    plain = [name for name in definitions if not hashlab._core.metric_facts(name)["graded"]]
    scores = hashlab.evaluate(codes[:50], codes[50:], (y[:50], y[50:]), plain)
    assert list(scores) == plain
    graded = [name for name in definitions if name not in plain]
    assert hashlab.evaluate(codes[:50], codes[50:], (table[:50], table[50:]), graded)


def test_a_radius_that_finds_everything_warns(codes, data):
    y = data[1]
    with pytest.warns(hashlab.MetricWarning, match="recall-top@100"):
        hashlab.evaluate(codes[:5], codes[5:], (y[:5], y[5:]), ["recall@100"])


def test_the_curve_is_that_of_pooled_counts(codes, data):
    y = data[1]
    counts = hashlab.rank_counts(codes[:50], codes[50:], (y[:50], y[50:]))
    radius, precision, recall = hashlab.pr_curve(counts)
    found, hits = counts.all.sum(0).cumsum(), counts.relevant.sum(0).cumsum()
    at = radius.astype(int)
    assert np.allclose(precision, hits[at] / found[at], rtol=1e-15)
    assert np.allclose(recall, hits[at] / hits[-1], rtol=1e-15)


def test_curves_are_drawn(codes, data):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    y = data[1]
    counts = hashlab.rank_counts(codes[:50], codes[50:], (y[:50], y[50:]))
    ax = hashlab.plot_pr({"lsh": counts, "again": counts})
    assert ax.get_xlabel() == "recall" and len(ax.lines) == 2
    assert hashlab.plot_pr(counts, ax) is ax and len(ax.lines) == 3


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda c: hashlab.search(c, c, 0), "k = 0, expected 1 .. "),
        (lambda c: hashlab.search(c, c, 1.5), "k = 1.5, expected a whole number"),
        (lambda c: hashlab.search(c, c, 1, method="tree"), "method"),
        (lambda c: hashlab.search(c, c.to_bits(), 1), "database are ndarray, expected Codes"),
        (
            lambda c: hashlab.search(c, c[:, :1] if False else hashlab.Codes.from_bits([[0]]), 1),
            "one hasher",
        ),
        (lambda c: hashlab.search(c, c, 1, n_jobs=0), "n_jobs = 0"),
        (lambda c: hashlab.within(c, c, -1), "radius = -1"),
        (lambda c: hashlab.evaluate(c, c, ([0], [1])), "give those of the same rows"),
        (lambda c: hashlab.evaluate(c, c, [0, 1, 2]), "expected a Relevance"),
        (lambda c: hashlab.evaluate(c, c, (c, c), ["mapp"]), "did you mean 'map'"),
        (lambda c: Relevance.of_lists([[9]], 5), "position 9, expected less than 5"),
        (lambda c: Relevance.of_lists([[1, 1]], 5), "twice"),
        (lambda c: Relevance.of_lists([[0.5]], 5), "list of positions"),
        (lambda c: Relevance.of_classes([0, 1], [[0, 1]]), "different forms"),
        (lambda c: Relevance.of_classes([0], [0, 1], ignored="self"), "query i must be item i"),
        (lambda c: Relevance.of_classes([0], [0, 1], ignored=[[0], [1]]), "2 lists"),
        (lambda c: Relevance.of_ball(np.ones((2, 3)), np.ones((2, 4)), 1), "3 features, X 4"),
        (lambda c: Relevance.of_ball(np.ones((2, 3)), np.ones((2, 3)), np.nan), "radius"),
        (lambda c: hashlab.nearest(np.ones((2, 3)), np.ones((2, 3)), 1, similarity="l1"), "l1"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(codes, call, text):
    with pytest.raises(hashlab.InvalidArgument, match=text) as refusal:
        call(codes)
    assert "\n" not in str(refusal.value)
