#!/usr/bin/python3
"""Is an exact nearest neighbour found faster by a tree or by matrix products?

    tests/bench/trees.py DATA.h5 [ROWS ...]

DATA.h5 has /features. For each number of rows [1000 4000 16000, as far as there are rows] every row
asks for its nearest other row, by
  products   squared distances in blocks of 1,000 queries, by NumPy and its BLAS, single precision
  kd, ball   KDTree and BallTree of scikit-learn, double precision, built and asked
  grouped    products within random groups of 100 rows, as grouped recall asks
in CPU seconds of one thread. 'looked at' is the share of all distances that a tree computes.
"""
import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import time

import h5py
import numpy as np
from sklearn.neighbors import BallTree, KDTree

BLOCK, GROUP = 1000, 100


def nearest_by_products(X):
    """For each row the index of its nearest other row."""
    lengths = (X * X).sum(1)
    nearest = np.empty(len(X), int)
    for begin in range(0, len(X), BLOCK):
        rows = np.arange(begin, min(begin + BLOCK, len(X)))
        distances = lengths - 2 * X[rows] @ X.T
        distances[rows - begin, rows] = np.inf
        nearest[rows] = distances.argmin(1)
    return nearest


def nearest_by_tree(kind, X):
    """The same, and the share of all distances that were computed."""
    tree = kind(X)
    tree.reset_n_calls()
    found = tree.query(X, 2)[1]
    # Of two equal rows, each may come first.
    nearest = np.where(found[:, 0] == np.arange(len(X)), found[:, 1], found[:, 0])
    return nearest, tree.get_n_calls() / len(X) ** 2


def seconds(work, *arguments):
    begin = time.process_time()
    result = work(*arguments)
    return time.process_time() - begin, result


def check_equal(X, nearest, others):
    """Both are nearest neighbours, up to ties and the rounding of single precision."""
    ours = ((X - X[nearest]) ** 2).sum(1)
    theirs = ((X - X[others]) ** 2).sum(1)
    if not np.allclose(ours, theirs, rtol=1e-3, atol=1e-4 * ours.mean()):
        sys.exit("trees.py: a tree and products found different neighbours")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with h5py.File(sys.argv[1]) as file:
        features = np.asarray(file["features"], dtype=np.float32)
    features = np.random.default_rng(1).permutation(features)
    wanted = [int(a) for a in sys.argv[2:]] or [1000, 4000, 16000]
    counts = [n for n in wanted if n <= len(features)]
    print("rows x features   products       kd  looked at     ball  looked at  grouped")
    for n in counts:
        X = features[:n] - features[:n].mean(0)
        products, nearest = seconds(nearest_by_products, X)
        doubles = X.astype(float)
        kd, (by_kd, kd_share) = seconds(nearest_by_tree, KDTree, doubles)
        ball, (by_ball, ball_share) = seconds(nearest_by_tree, BallTree, doubles)
        check_equal(X, nearest, by_kd)
        check_equal(X, nearest, by_ball)
        grouped, _ = seconds(
            lambda: [nearest_by_products(X[g : g + GROUP]) for g in range(0, n, GROUP)]
        )
        print(
            f"{n:7} x {X.shape[1]:<7}{products:10.3f}{kd:10.3f}{kd_share:11.3f}{ball:9.3f}"
            f"{ball_share:11.3f}{grouped:9.3f}"
        )


main()
