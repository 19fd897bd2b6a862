"""Ctrl-C, threads, exit and fork: what a notebook and a server do to a library."""

import concurrent.futures
import os
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest
from conftest import run_python

import hashlab
from hashlab import Hasher

# What takes seconds, by method. Their steps are silent for long.
LONG = {
    "sth": "Hasher('sth+sbq', 32).fit(X[:4000], y[:4000])",
    "sdh": "Hasher('sdh+sbq', 64, iterations=100).fit(X, y)",
    "grh": "Hasher('grh+sbq', 32).fit(X[:6000], y[:6000])",
    "apt": "Hasher('itq+apt', 64).fit(X, y)",
    "ksh": "Hasher('ksh+sbq', 64).fit(X[:6000], y[:6000])",
    "itq": "Hasher('itq+sbq', 64, iterations=100000).fit(X)",
    "ball": "hashlab.Relevance.of_ball(X, X, 1.0)",
    "near": "hashlab.audit(split, X, y, near=0.5)",
    "search": "hashlab.within(many, many, 4)",
    "nearest": "hashlab.nearest(X, X, 100)",
}
QUICK = ["sth", "itq", "nearest"]


def interrupt(call):
    """Seconds from Ctrl-C to KeyboardInterrupt; the process has to work on afterwards."""
    code = f"""
import os, signal, sys, threading, time
import numpy as np, hashlab
from hashlab import Hasher
X, y = hashlab.make_synthetic(24000, 128, classes=20, random_state=1)
split = {{"training": np.arange(12000), "test_queries": np.arange(12000, 14000),
         "test_database": np.arange(14000, 24000)}}
few = Hasher("lsh+sbq", 64).fit(X[:1000])
many = few.encode(np.tile(X, (8, 1))) if "many" in {call!r} else None
before = few.encode(X[:100])
sent = []
def send():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
timer = threading.Timer(1.0, send)
timer.start()
try:
    while not sent:
        {call}
    print("too fast")
except KeyboardInterrupt:
    print("seconds", time.monotonic() - sent[0])
assert few.encode(X[:100]) == before
assert hashlab.search(before, before, 1)[0].max() == 0
print("works on")
"""
    status, out, err = run_python(code, timeout=120)
    assert status == 0, err
    assert "works on" in out and err == ""
    assert "seconds" in out, out
    return float(out.split("seconds ")[1].split()[0])


@pytest.mark.parametrize("call", QUICK)
def test_control_c_ends_a_call_within_a_second(call):
    assert interrupt(LONG[call]) < 1.5


@pytest.mark.slow
@pytest.mark.parametrize("call", [call for call in LONG if call not in QUICK])
def test_control_c_ends_every_long_call_within_a_second(call):
    assert interrupt(LONG[call]) < 1.5


def test_a_process_ends_while_a_thread_that_was_left_behind_computes():
    for _ in range(3):
        status, out, err = run_python(
            """
            import os, signal, threading
            import hashlab
            X, y = hashlab.make_synthetic(6000, 128, classes=20, random_state=1)
            # The first call imports SciPy, parts of which swallow an interrupt.
            hashlab.Hasher("lsh+sbq", 8).fit(X[:100])
            threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
            try:
                hashlab.Hasher("sth+sbq", 32).fit(X, y)
            except KeyboardInterrupt:
                print("left")
            """
        )
        assert (status, out, err) == (0, "left\n", "")


def test_a_process_ends_while_daemon_threads_are_inside_calls():
    for _ in range(3):
        status, out, err = run_python(
            """
            import threading, time
            import numpy as np, hashlab
            X, y = hashlab.make_synthetic(20000, 64, classes=20, random_state=1)
            hasher = hashlab.Hasher("itq+sbq", 64).fit(X[:1000])
            codes = hasher.encode(X)
            def encode():
                while True: hasher.encode(X)
            def search():
                while True: hashlab.search(codes, codes, 5)
            def learn():
                while True: hashlab.Hasher("itq+sbq", 64).fit(X)
            for work in (encode, search, learn):
                threading.Thread(target=work, daemon=True).start()
            time.sleep(0.5)
            print("ends")
            """
        )
        assert (status, out, err) == (0, "ends\n", "")


def test_other_threads_run_while_a_call_computes(data):
    X = np.tile(data[0], (200, 1))
    hasher = Hasher("lsh+sbq", 64).fit(data[0])
    counted = [0]
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        work = pool.submit(hasher.encode, X)
        while not work.done():
            counted[0] += 1
    assert counted[0] > 100


def test_threads_with_numpys_products_beside_give_equal_bits(data):
    X, y = data
    expected = Hasher("itq+npq", 16).fit(X, y).encode(X)
    A = np.random.default_rng(0).normal(size=(300, 300))
    product = A @ A

    def learn(_):
        assert Hasher("itq+npq", 16).fit(X, y).encode(X) == expected
        assert np.allclose(A @ A, product, rtol=1e-12)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(learn, range(12)))


def test_no_result_depends_on_n_jobs(data):
    X = np.tile(data[0], (40, 1))
    X = X + np.arange(len(X), dtype=np.float32)[:, None] % 7
    hasher = Hasher("itq+npq", 16).fit(data[0])
    one = hasher.encode(X)
    for n_jobs in (2, 3, -1):
        assert hasher.set_params(n_jobs=n_jobs).encode(X) == one


def test_blass_threads_are_as_before(data):
    status, out, err = run_python(
        """
        import numpy as np, hashlab
        from hashlab import _core
        before = _core.blas_threads()
        X, y = hashlab.make_synthetic(500, 16, classes=4, random_state=3)
        hasher = hashlab.Hasher("itq+sbq", 8).fit(X)
        hasher.encode(X), hashlab.nearest(X, X, 3)
        for wrong in (np.full((500, 16), 3e38, "f4"), X[:1]):
            wrong[::2] *= -1
            try:
                hashlab.Hasher("itq+sbq", 8).fit(wrong)
            except hashlab.Error:
                pass
        assert _core.blas_threads() == before, (before, _core.blas_threads())
        print(before)
        """,
        OPENBLAS_NUM_THREADS="2",
    )
    assert status == 0, err
    assert out.strip() == "2"


def test_a_fork_after_use_works(data):
    X, _ = data
    hasher = Hasher("itq+sbq", 16).fit(X)
    expected = hasher.set_params(n_jobs=2).encode(X)
    child = os.fork()
    if child == 0:
        good = hasher.encode(X) == expected and Hasher("itq+sbq", 16).fit(X).encode(X) == expected
        os._exit(0 if good else 1)
    for _ in range(300):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert status == 0
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the child hangs")


def test_a_pool_of_processes_works(data):
    X, _ = data
    hasher = Hasher("itq+sbq", 16).fit(X)
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        parts = list(pool.map(hasher.encode, [X[:256], X[256:]]))
    assert parts[0] == hasher.encode(X)[:256] and parts[1] == hasher.encode(X)[256:]


@pytest.mark.slow
def test_two_thousand_rounds_need_no_more_memory():
    code = textwrap.dedent(
        """
        import pickle, numpy as np, hashlab
        X, y = hashlab.make_synthetic(300, 16, classes=4, random_state=3)
        def one():
            hasher = hashlab.Hasher("itq+sbq", 8).fit(X, y)
            codes = hasher.encode(X)
            hashlab.search(codes, codes, 3); hashlab.evaluate(codes, codes, (y, y), "map")
            pickle.loads(pickle.dumps(hasher)); codes.packed(); codes[3:9]
            try:
                hasher.encode(X[:, :3])
            except hashlab.Error:
                pass
        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * 4
        for _ in range(200): one()
        before = resident()
        for _ in range(2000): one()
        print(resident() - before)
        """
    )
    child = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600
    )
    assert int(child.stdout) < 1024  # KiB
