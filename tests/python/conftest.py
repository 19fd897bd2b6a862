"""What the tests of the Python package share. They run with build/.../python in PYTHONPATH."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

import hashlab


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes more than a few seconds")


@pytest.fixture(scope="session")
def data():
    """X and y: 600 samples of 16 features in 4 classes."""
    return hashlab.make_synthetic(600, 16, classes=4, random_state=3)


@pytest.fixture(scope="session")
def codes(data):
    """Codes of 24 bits of the samples, by Hamming distance."""
    X, _ = data
    return hashlab.Hasher("lsh+sbq", 24).fit(X).encode(X)


@pytest.fixture(scope="session")
def wide(data):
    """Codes with digits of two bits, by Manhattan distance."""
    X, _ = data
    return hashlab.Hasher("itq+npq", 24, thresholds=3).fit(X).encode(X)


def distances_of(a, b):
    """Distances by the definition: sums of absolute differences of digits."""
    a, b = a.digits().astype(int), b.digits().astype(int)
    return np.abs(a[:, None, :] - b[None, :, :]).sum(2)


def run_python(text, *, timeout=60, **environment):
    """Runs a program in another Python; returns (exit status, output, errors)."""
    import os

    child = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)],
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**os.environ, **environment},
    )
    return child.returncode, child.stdout, child.stderr
