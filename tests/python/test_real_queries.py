"""Codes compared with real values of queries, and codes of whole vectors."""

import json
import pickle
import subprocess

import numpy as np
import pytest

import hashlab
from hashlab import Hasher, InvalidArgument

METHODS = [("itq+npq", 24), ("lsh+sbq", 24), ("lsh+vbq", 24), ("haar+rabitq", 64)]
METHODS += [("pca+poured", 64), ("raw+pq", 64), ("raw+osq", 104)]


def program(*arguments):
    done = subprocess.run([hashlab.program(), *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def vectors(data):
    """A hasher of whole vectors that has an error bound, and its codes."""
    hasher = Hasher("haar+rabitq", 64).fit(data[0])
    return hasher, hasher.encode(data[0])


@pytest.mark.parametrize("method, bits", METHODS)
def test_what_is_found_is_what_the_program_finds(data, method, bits, tmp_path):
    X, y = data
    hasher = Hasher(method, bits).fit(X[50:])
    database = hasher.encode(X[50:])
    distances, positions = hasher.search(X[:50], database, 7)
    assert distances.shape == positions.shape == (50, 7)
    assert distances.dtype == np.float64

    hasher.save(tmp_path / "model.h5")
    database.write(tmp_path / "codes.h5")
    assert hashlab.read_codes(tmp_path / "codes.h5") == database
    np.save(tmp_path / "queries.npy", X[:50])
    asked = ["--database", tmp_path / "codes.h5", "--query", tmp_path / "queries.npy"]
    asked += ["--model", tmp_path / "model.h5"]
    lines = [
        json.loads(line)
        for line in program("search", *asked, "--k", 7, "--format", "json").splitlines()
    ]
    assert [line["ids"] for line in lines] == positions.tolist()
    assert [line["distances"] for line in lines] == distances.tolist()

    np.save(tmp_path / "labels.npy", y[50:])
    np.save(tmp_path / "asked.npy", y[:50])
    text = program(
        "evaluate",
        *asked,
        "--database-labels",
        tmp_path / "labels.npy",
        "--query-labels",
        tmp_path / "asked.npy",
        "--metric",
        "map",
        "--format",
        "json",
    )
    value = hasher.evaluate(X[:50], database, (y[:50], y[50:]), "map")["map"]
    assert f"{value:.12g}"[:10] in text


def test_real_queries_find_more_than_their_codes(data):
    X, _ = data
    hasher = Hasher("itq+npq", 32, thresholds=3).fit(X[100:])
    database = hasher.encode(X[100:])
    truth = hashlab.nearest(X[:100], X[100:], 10)
    real = hasher.search(X[:100], database, 10)[1]
    coded = hashlab.search(hasher.encode(X[:100]), database, 10)[1]
    hits = [sum(len(set(a) & set(b)) for a, b in zip(truth, found)) for found in (real, coded)]
    assert hits[0] > hits[1]


@pytest.mark.parametrize("by", ["euclidean", "cosine", "inner-product"])
def test_a_shortlist_is_ordered_by_features(vectors, data, by):
    X, _ = data
    hasher, codes = vectors
    shortlists = hasher.search(X[:20], codes, 30)[1]
    distances, positions, exact = hasher.search(
        X[:20], codes, 5, rerank=30, features=X, by=by, return_exact=True
    )
    assert exact.tolist() == [30] * 20
    double = X.astype(np.float64)
    for q, shortlist in enumerate(shortlists):
        items = double[shortlist]
        if by == "euclidean":
            expected = ((items - double[q]) ** 2).sum(1)
        else:
            expected = -items @ double[q]
        if by == "cosine":
            expected /= np.linalg.norm(items, axis=1) * np.linalg.norm(double[q])
        assert np.allclose(distances[q], np.sort(expected)[:5], rtol=1e-9, atol=1e-9)
        assert set(positions[q]) == set(shortlist[np.argsort(expected, kind="stable")[:5]])


def test_the_error_bound_finds_the_nearest_with_few_exact_distances(vectors, data):
    X, _ = data
    hasher, codes = vectors
    distances, positions, exact = hasher.search(
        X[:20], codes, 5, rerank="bound:4", features=X, return_exact=True
    )
    assert (positions == hashlab.nearest(X[:20], X, 5)).all()
    assert (exact >= 5).all() and exact.mean() < len(X)
    assert (distances[:, 0] == 0).all()  # queries are items


def test_a_search_does_not_depend_on_threads_or_strides(vectors, data):
    X, _ = data
    hasher, codes = vectors
    expected = hasher.search(X[:9], codes, 6)
    again = Hasher("haar+rabitq", 64, n_jobs=2).fit(X).search(np.asfortranarray(X[:9]), codes, 6)
    for a, b in zip(expected, again):
        assert (a == b).all()


def test_codes_of_vectors_keep_their_scalars(vectors):
    _, codes = vectors
    assert codes.distance == "estimate"
    assert codes.scalars.shape[0] == 600 and not codes.scalars.flags.writeable
    assert codes.bits + 8 * codes.scalars.shape[1] <= 64
    assert "bytes of scalars" in repr(codes)
    assert pickle.loads(pickle.dumps(codes)) == codes
    part = codes[[3, 1]]
    assert (part.scalars == codes.scalars[[3, 1]]).all() and part[1] == codes[1]
    assert codes[:5] != codes[5:10]


def test_blocks_that_are_converted_give_the_same_codes(vectors, data):
    X, _ = data
    hasher, codes = vectors
    many = np.tile(X, (120, 1)).astype(np.float16).astype(np.float32)
    first = hasher.encode(many[:600])
    blocks = hasher.encode(many.astype(np.float16))  # more rows than a block has
    assert blocks[:600] == first and blocks[66000:66600] == first
    assert first.scalars.shape == codes.scalars.shape


@pytest.mark.parametrize(
    "name", ["search", "within", "rank_counts", "max_distance", "thermometer", "to_faiss"]
)
def test_codes_of_vectors_have_no_distances_to_each_other(vectors, name):
    _, codes = vectors
    with pytest.raises(InvalidArgument, match="Hasher.search"):
        if name in ("search", "within"):
            getattr(hashlab, name)(codes, codes, 3)
        elif name == "rank_counts":
            hashlab.rank_counts(codes, codes, (np.zeros(600, int), np.zeros(600, int)))
        elif name == "max_distance":
            codes.max_distance
        else:
            getattr(codes, name)()


def test_what_cannot_be_asked_is_refused_in_one_line(vectors, data):
    X, y = data
    hasher, codes = vectors
    other = Hasher("itq+sbq", 8).fit(X)
    refused = [
        (lambda: hasher.search(X, X, 3), "expected Codes"),
        (lambda: hasher.search(X[:, :5], codes, 3), "expecting 16 features"),
        (lambda: hasher.search(X, other.encode(X), 3), "other codes than this hasher makes"),
        (lambda: hasher.search(X * np.nan, codes, 3), "NaN"),
        (lambda: hasher.search(X, codes, 3, features=X), "give rerank"),
        (lambda: hasher.search(X, codes, 3, rerank=2, features=X), "rerank = 2"),
        (lambda: hasher.search(X, codes, 3, rerank="bond:2", features=X), "bound:1.9"),
        (lambda: hasher.search(X, codes, 3, rerank=9, features=X[1:]), "599 samples"),
        (lambda: other.search(X, other.encode(X), 3, rerank="bound:1", features=X), "bound"),
        (lambda: hasher.evaluate(X, codes, (y, y), "precision@2"), "distances of codes"),
        (lambda: hasher.evaluate(X, codes, (y[1:], y)), "expected 600 and 600"),
    ]
    for call, message in refused:
        with pytest.raises(InvalidArgument, match=message) as error:
            call()
        assert "\n" not in str(error.value)
