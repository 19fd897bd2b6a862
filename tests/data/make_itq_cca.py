#!/usr/bin/python3
"""The canonical correlations that tests/hashers/projections/itq_cca_test.cpp expects, by NumPy and
SciPy.

Solves the definition of regularised CCA as a generalised eigenproblem, and without ridge as cosines
of the angles between the column spaces of centred samples and centred indicators: two ways that
share nothing with each other or with hashers/projections/parts/cca.cpp.
"""
import numpy as np
import scipy.linalg

n, d, C = 24, 5, 3
# Small whole numbers that a test can make again: no generator is shared.
X = np.array([[(7 * i * i + 3 * j * j * i + 5 * j + i * j) % 17 - 8 for j in range(d)]
              for i in range(n)], float)
y = np.array([i % C for i in range(n)])
X[:, 0] += 4 * y
X[:, 3] -= 3 * (y == 1)
X -= X.mean(0)
Y = (y[:, None] == np.arange(C)).astype(float)


def ridge(rho):
    A = X.T @ Y / n @ np.linalg.inv(Y.T @ Y / n + rho * np.eye(C)) @ Y.T @ X / n
    values = scipy.linalg.eigh(A, X.T @ X / n + rho * np.eye(d), eigvals_only=True)
    return np.sqrt(np.maximum(values[::-1], 0))


angles = scipy.linalg.subspace_angles(X, Y - Y.mean(0))
print('cosines without ridge', np.sort(np.cos(angles))[::-1][:2])
for rho in (1e-9, 0.05, 4):
    print('ridge', rho, ridge(rho)[:2])
