#!/usr/bin/python3
"""Cells of the Wiki suites in plain NumPy: what a user would write instead of hashlab.

Usage: OPENBLAS_NUM_THREADS=1 cross_modal_numpy.py WIKI.h5 [BITS] [REPEATS]
WIKI.h5 has /image/features, /text/features and /labels. A cell is: draw 574 queries and 574
training pairs, learn, encode, rank everything but the queries for each query by Hamming distance,
mean average precision. Two directions share what is learned: half of their seconds is a cell's.
Prints the median over REPEATS draws, and the mean mAP of both directions.
"""

import sys
import time

import h5py
import numpy as np


def ridge(F, T, r):
    """Columns of F are samples."""
    return np.linalg.solve(F @ F.T + r * np.eye(len(F)), F @ T)


def cvh(X, Z, Y, bits, rng, r=1e-4):
    Cxx, Czz = X @ X.T + r * np.eye(len(X)), Z @ Z.T + r * np.eye(len(Z))
    A = np.linalg.inv(np.linalg.cholesky(Cxx))
    B = np.linalg.inv(np.linalg.cholesky(Czz))
    U, _, V = np.linalg.svd(A @ (X @ Z.T) @ B.T, full_matrices=False)
    rank = min(len(V), bits)
    turn = np.linalg.qr(rng.standard_normal((bits, rank)))[0].T
    return A.T @ U[:, :rank] @ turn, B.T @ V[:rank].T @ turn


def svm(X, b, C):
    """Squared hinge loss by Newton's method; columns of X are samples."""
    w = np.zeros(len(X))
    inside = np.ones(len(b), bool)
    for _ in range(50):
        S = X[:, inside]
        w = np.linalg.solve(np.eye(len(X)) + 2 * C * S @ S.T, 2 * C * S @ b[inside])
        now = b * (w @ X) < 1
        if (now == inside).all():
            break
        inside = now
    return w


def svms(X, B, C):
    return np.stack([svm(X, B[:, k], C) for k in range(B.shape[1])], 1)


def signs(F):
    return np.where(F > 0, 1.0, -1.0)


def rcmh(X, Z, Y, bits, rng, C=10, rounds=2):
    S = (Y @ Y.T > 0).astype(float)
    np.fill_diagonal(S, 0)
    S /= np.maximum(S.sum(1, keepdims=True), 1)
    B = signs(Z.T @ rng.standard_normal((len(Z), bits)))
    for _ in range(rounds):
        target = np.where(S @ B >= 0, 1.0, -1.0)
        U = svms(Z, target, C)
        B = signs(Z.T @ U)
    return svms(X, target, C), U


def pdh(X, Z, Y, bits, rng, C=10, rounds=5):
    W, U = cvh(X, Z, Y, bits, rng)
    for _ in range(rounds):
        of_x, of_z = signs(X.T @ W), signs(Z.T @ U)
        W, U = svms(X, of_z, C), svms(Z, of_x, C)
    return W, U


def cmfh(X, Z, Y, bits, rng, mu=100, g=.01, rounds=25):
    V = rng.random((bits, X.shape[1]))
    views = [X, Z]
    I = np.eye(bits)
    for _ in range(rounds):
        P = [np.linalg.solve(A @ A.T + g / mu * np.eye(len(A)), A @ V.T).T for A in views]
        U = [np.linalg.solve(V @ V.T + 2 * g * I, V @ A.T).T for A in views]
        left = sum(.5 * u.T @ u for u in U) + (2 * mu + g) * I
        V = np.linalg.solve(left, sum((.5 * u.T + mu * p) @ A for u, p, A in zip(U, P, views)))
    return P[0].T, P[1].T


def dch(X, Z, Y, bits, rng, rounds=5):
    B = signs(rng.standard_normal((X.shape[1], bits)))
    for _ in range(rounds):
        G = np.linalg.solve(B.T @ B + np.eye(bits), B.T @ Y)
        B = signs(Y @ G.T @ np.linalg.inv(G @ G.T + .01 * np.eye(bits)))
    return ridge(X, B, .01), ridge(Z, B, .01)


def mean_average_precision(Q, D, relevant):
    """Ties in the order of the rows."""
    distance = (Q.shape[1] - Q @ D.T) / 2
    order = np.argsort(distance, axis=1, kind="stable")
    hits = np.take_along_axis(relevant, order, 1)
    precision = np.cumsum(hits, 1) / np.arange(1, hits.shape[1] + 1)
    return ((precision * hits).sum(1) / np.maximum(hits.sum(1), 1)).mean()


def cell(method, X, Z, labels, bits, seed):
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(labels))
    queries, rest = order[:574], order[574:]
    training = rest[:574]
    Y = np.eye(labels.max() + 1)[labels[training]]
    x, z = X - X[training].mean(0), Z - Z[training].mean(0)
    W, U = method(x[training].T, z[training].T, Y, bits, rng)
    F, G = signs(x @ W), signs(z @ U)
    relevant = labels[queries][:, None] == labels[rest][None, :]
    return [mean_average_precision(A[queries], B[rest], relevant) for A, B in ((F, G), (G, F))]


def main():
    with h5py.File(sys.argv[1]) as file:
        X, Z = (file[v + "/features"][:].astype(float) for v in ("image", "text"))
        labels = file["labels"][:].astype(int)
    bits = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    for method in (cvh, rcmh, pdh, cmfh, dch):
        seconds, scores = [], []
        for seed in range(repeats):
            begun = time.perf_counter()
            scores.append(cell(method, X, Z, labels, bits, seed))
            seconds.append((time.perf_counter() - begun) / 2)
        print("%-6s %d bits  %.4f s a cell  mAP %.3f %.3f" %
              (method.__name__, bits, np.median(seconds), *np.mean(scores, 0)))


if __name__ == "__main__":
    main()
