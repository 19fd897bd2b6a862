#!/usr/bin/python3
"""The directions that tests/hashers/projections/lda_hash_test.cpp expects, by NumPy and SciPy:
covariances of differences summed pair by pair, and scipy.linalg.eigh for the generalised problem.
"""
import itertools
import numpy as np
import scipy.linalg

n, d = 18, 4
X = np.array([[(5 * i * i + 2 * j * i + 3 * j * j) % 13 - 6 for j in range(d)]
              for i in range(n)], float)
y = np.array([i % 3 if i < 12 else i % 2 for i in range(n)])  # classes of 7, 7 and 4
X[:, 1] += 3 * y
pairs = list(itertools.combinations(range(n), 2))


def covariance(wanted):
    D = np.array([X[i] - X[j] for i, j in pairs if (y[i] == y[j]) == wanted])
    return D.T @ D / len(D)


P, N = covariance(True), covariance(False)
print('traces', np.trace(P), np.trace(N))
for name, (values, W) in {'lda': scipy.linalg.eigh(P, N),
                          'dif, weight 2': np.linalg.eigh(2 * P - N)}.items():
    W = W / np.linalg.norm(W, axis=0)
    W = W * np.sign(W[np.abs(W).argmax(0), range(d)])
    print(name, values)
    print(W.T)
