#!/usr/bin/python3
"""Prints the numbers that tests/hashers/projections/svm_test.cpp holds as facts, with NumPy, SciPy
and scikit-learn.

Made with NumPy 1.24.2, SciPy 1.10.1 and scikit-learn 1.2.1. Linear SVMs are minimised by BFGS on
the written-out objective; kernel SVMs by scikit-learn at a tolerance of 1e-10.
"""

import numpy as np
from scipy import optimize
from sklearn.svm import SVC

# Sixteen samples of two features on a spiral of no meaning; labels that no line separates.
I = np.arange(16)
X = np.stack([np.cos(1.7 * I) * (1 + I / 8), np.sin(0.9 * I) + I / 10], axis=1).astype(np.float32)
X = X.astype(float)
Y = np.where((I % 3 == 0) | (I == 7), 1.0, -1.0)  # 7 of 16


def linear(C, weight, bias):
    A = np.hstack([X, np.ones((len(X), 1))]) if bias else X
    price = np.where(Y > 0, C * weight, C)

    def value(w):
        slack = np.maximum(0, 1 - Y * (A @ w))
        return w @ w / 2 + price @ slack**2, w - 2 * A.T @ (price * Y * slack)

    return optimize.minimize(value, np.zeros(A.shape[1]), jac=True, options={"gtol": 1e-10}).x


def kernel(C, weight, gamma):
    K = np.exp(-gamma * ((X[:, None] - X[None]) ** 2).sum(2))
    machine = SVC(C=C, kernel="precomputed", class_weight={1: weight}, tol=1e-10).fit(K, Y)
    return machine.decision_function(K)


def show(name, values):
    print(name, ", ".join(f"{v:.9f}" for v in values))


show("linear C=1 w b", linear(1, 2, True))
show("linear C=0.1, not balanced w", linear(0.1, 1, False))
show("kernel C=1 gamma=0.5 y", kernel(1, 2, 0.5))
show("kernel C=10, not balanced, gamma=0.5 y", kernel(10, 1, 0.5))
