#!/usr/bin/python3
"""Prints the numbers that tests/results/inference_test.cpp holds as facts, with NumPy and SciPy.

Made with NumPy 1.24.2 and SciPy 1.10.1; no number is taken from the program under test.
"""

import numpy as np
from scipy import optimize, stats

# Student, "The probable error of a mean", 1908: hours of sleep gained, second drug less first.
SLEEP = np.array([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4])
# Ten made-up differences of scores, with both signs, a zero and a tie.
RUNS = np.array([0.012, -0.003, 0.008, 0.0, 0.021, 0.008, -0.011, 0.004, 0.015, 0.002])


def resampled(d, ratio, confidence=0.95):
    n = len(d)
    error = np.sqrt((1 / n + ratio) * np.var(d, ddof=1))
    t = np.mean(d) / error
    reach = optimize.brentq(lambda x: 2 * stats.t.sf(x, n - 1) - (1 - confidence), 0, 1000,
                            xtol=1e-15, rtol=1e-15) * error  # stats.t.ppf is right to 1e-11 only
    return error, t, 2 * stats.t.sf(abs(t), n - 1), np.mean(d) - reach, np.mean(d) + reach


def holm(p):
    p = np.asarray(p)
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate((len(p) - np.arange(len(p))) * p[order])
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(1, steps)
    return adjusted


def biserial(d):
    d = d[d != 0]
    ranks = stats.rankdata(abs(d))
    return (ranks[d > 0].sum() - ranks[d < 0].sum()) / ranks.sum()


def show(name, values):
    print(name, *(f"{float(v):.17g}" for v in np.ravel(values)))


for name, d in (("sleep", SLEEP), ("runs", RUNS)):
    for ratio in (0.0, 0.05, 0.25):
        show(f"{name} ratio {ratio}: error t p low high", resampled(d, ratio))
    show(f"{name}: dz, rank-biserial", (np.mean(d) / np.std(d, ddof=1), biserial(d)))
    show(f"{name}: ttest_1samp", stats.ttest_1samp(d, 0))
show("runs ratio 0.05, 99 %", resampled(RUNS, 0.05, 0.99))
show("three runs ratio 0.1", resampled(RUNS[:3], 0.1))
show("holm", holm([0.01, 0.04, 0.03, 0.005]))
show("holm, ties and above 1", holm([0.6, 0.01, 0.01, 0.2, 0.049, 0.9]))
