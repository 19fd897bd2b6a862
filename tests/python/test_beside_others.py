"""hashlab in a process with other libraries: what they see of it, and what they say."""

import sys

import numpy as np
import pytest
from conftest import distances_of, run_python

import hashlab
from hashlab import Hasher


def test_the_import_brings_numpy_alone():
    status, out, err = run_python(
        """
        import sys, numpy
        before = set(sys.modules)
        import hashlab
        more = {name.partition(".")[0] for name in set(sys.modules) - before}
        for heavy in ("sklearn", "scipy", "pandas", "matplotlib", "torch", "h5py", "joblib"):
            assert heavy not in more, heavy
        hashlab.make_synthetic(10, 4, classes=2)
        assert "sklearn" not in sys.modules
        print("light")
        """
    )
    assert (status, out, err) == (0, "light\n", "")


def test_all_works_without_what_is_optional():
    status, out, err = run_python(
        """
        import sys
        for name in ("sklearn", "scipy", "pandas", "matplotlib", "h5py", "joblib"):
            sys.modules[name] = None  # an import of it fails
        import numpy as np, pickle, hashlab
        X, y = hashlab.make_synthetic(300, 16, classes=4, random_state=3)
        hasher = hashlab.Hasher("itq+npq", 8, thresholds=3).fit(X, y)
        assert hasher.fit_transform(X, y).shape == (300, 4)
        assert pickle.loads(pickle.dumps(hasher)).encode(X) == hasher.encode(X)
        assert "thresholds=3" in repr(hasher) and hasher.set_params(bits=4).bits == 4
        try:
            hashlab.Hasher().encode(X)
        except ValueError as error:
            assert isinstance(error, hashlab.Error)
        codes = hasher.encode(X)
        counts = hashlab.rank_counts(codes, codes, (y, y))
        assert 0 < hasher.score(X, y) <= 1
        for call, package in [(lambda: hashlab.plot_pr(counts), "python3-matplotlib"),
                              (lambda: hashlab.Results(".").to_frame(), "python3-pandas")]:
            try:
                call()
                raise SystemExit("no error")
            except ImportError as error:
                assert package in str(error)
        print("works")
        """
    )
    assert (status, out) == (0, "works\n"), err


def test_the_distance_of_scikit_learns_pca_is_ours():
    decomposition = pytest.importorskip("sklearn.decomposition")
    X, _ = hashlab.make_synthetic(2000, 32, classes=5, random_state=2)
    codes = Hasher("pca+sbq", 8).fit(X).encode(X)
    theirs = decomposition.PCA(8, svd_solver="full").fit_transform(X.astype(float)) > 0
    same = (codes.to_bits() == theirs).mean(axis=0)
    assert (np.maximum(same, 1 - same) > 0.999).all()  # up to the sign of an axis


def test_faiss_finds_the_same(codes, wide):
    faiss = pytest.importorskip("faiss")
    for each in (codes, wide):
        queries, database = each[:50], each[50:]
        index = faiss.IndexBinaryFlat(each.faiss_bits)
        index.add(database.to_faiss())
        distances, _ = index.search(queries.to_faiss(), 10)
        ours, _ = hashlab.search(queries, database, 10)
        assert (distances == ours).all()
        assert (ours == np.sort(distances_of(queries, database), axis=1)[:, :10]).all()


def test_h5py_works_as_before(tmp_path):
    pytest.importorskip("h5py")
    status, out, err = run_python(
        f"""
        import threading, numpy as np, h5py, hashlab
        folder = {str(tmp_path)!r}
        X, y = hashlab.make_synthetic(300, 16, classes=4, random_state=3)
        def links(name):
            with h5py.File(f"{{folder}}/target.h5", "w") as file:
                file["x"] = X
            with h5py.File(f"{{folder}}/{{name}}.h5", "w") as file:
                file["there"] = h5py.ExternalLink("target.h5", "/x")
            with h5py.File(f"{{folder}}/{{name}}.h5") as file:
                assert (file["there"][:] == X).all()
        links("before")
        hashlab.Dataset(X, y, name="own").write(f"{{folder}}/own.h5")
        assert (hashlab.read_dataset(f"{{folder}}/own.h5").X == X).all()
        links("after")
        with h5py.File(f"{{folder}}/foreign.h5", "w") as file:
            file["features"], file["labels"] = X, y
        with open(f"{{folder}}/bad.h5", "wb") as file:
            file.write(open(f"{{folder}}/foreign.h5", "rb").read()[:3000])
        stop = threading.Event()
        def read():
            while not stop.is_set():
                with h5py.File(f"{{folder}}/target.h5") as file:
                    assert (file["x"][:] == X).all()
        def ours():
            for _ in range(10):
                assert (hashlab.read_dataset(f"{{folder}}/foreign.h5").X == X).all()
                try:
                    hashlab.read_dataset(f"{{folder}}/bad.h5")
                    raise SystemExit("no error")
                except hashlab.CorruptFile:
                    pass
        reader = threading.Thread(target=read)
        reader.start()
        threads = [threading.Thread(target=ours) for _ in range(2)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        stop.set()
        reader.join()
        print("sound")
        """,
        timeout=300,
    )
    assert (status, out, err) == (0, "sound\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_denormal_numbers_stay(data):
    # A library that was built with -ffast-math would set them to 0 in this thread.
    X, y = data
    Hasher("itq+sbq", 8).fit(X, y).encode(X)
    assert np.float64(5e-324) / 1 != 0
