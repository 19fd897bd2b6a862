"""Hashing methods as estimators of scikit-learn."""

import copy
import pickle

import numpy as np
import pytest

import hashlab
from hashlab import Hasher, InvalidArgument

sklearn = pytest.importorskip("sklearn")
from sklearn.base import clone  # noqa: E402
from sklearn.exceptions import NotFittedError  # noqa: E402
from sklearn.model_selection import GridSearchCV  # noqa: E402
from sklearn.neighbors import KNeighborsClassifier  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.utils.estimator_checks import (
    check_estimator,
    check_get_feature_names_out_error,
)  # noqa: E402
from sklearn.utils import estimator_checks  # noqa: E402

METHODS = [f"{name}+sbq" for name in hashlab.projections()]
METHODS += [f"pca+{name}" for name in hashlab.quantisers() if name != "sbq"]


@pytest.mark.parametrize("hasher", METHODS)
def test_every_method_passes_scikit_learns_checks(hasher):
    check_estimator(Hasher(hasher, 2))


def test_a_quantiser_of_vectors_passes_scikit_learns_checks():
    check_estimator(Hasher("haar+rabitq", 40))


def test_the_checks_that_scikit_learn_keeps_for_itself():
    hasher = Hasher("itq+sbq", 2)
    check_get_feature_names_out_error("Hasher", hasher)
    estimator_checks.check_n_features_in_after_fitting("Hasher", hasher)
    estimator_checks.check_transformer_get_feature_names_out("Hasher", hasher)
    estimator_checks.check_set_output_transform("Hasher", hasher)


@pytest.mark.parametrize(
    "output, width, kind",
    [
        ("digits", 12, np.uint8),
        ("bits", 24, np.uint8),
        ("signs", 24, np.int8),
        ("packed", 3, np.uint8),
    ],
)
def test_transform_gives_codes_in_every_form(data, output, width, kind):
    X, _ = data
    hasher = Hasher("itq+npq", 24, thresholds=3, output=output).fit(X)
    table = hasher.transform(X)
    assert table.shape == (600, width) and table.dtype == kind
    assert len(hasher.get_feature_names_out()) == width
    codes = hasher.encode(X)
    expected = {
        "digits": codes.digits,
        "bits": codes.to_bits,
        "signs": codes.to_signs,
        "packed": codes.packed,
    }[output]()
    assert (table == expected).all()


def test_in_a_pipeline_manhattan_distances_are_those_of_codes(data):
    X, y = data
    pipeline = make_pipeline(
        Hasher("itq+npq", 16, thresholds=3),
        KNeighborsClassifier(1, metric="manhattan", algorithm="brute"),
    )
    pipeline.fit(X[:500], y[:500])
    hasher = pipeline[0]
    distances, _ = hashlab.search(hasher.encode(X[500:]), hasher.encode(X[:500]), 1)
    assert (pipeline[1].kneighbors(hasher.transform(X[500:]))[0] == distances).all()
    assert pipeline.score(X[500:], y[500:]) > 0.4


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_grid_search_tries_options_and_methods(data, n_jobs):
    X, y = data
    search = GridSearchCV(
        Hasher("itq+npq", 8), {"thresholds": [1, 3], "bits": [8, 12]}, cv=2, n_jobs=n_jobs
    )
    search.fit(X, y)
    assert len(search.cv_results_["params"]) == 4
    assert 0 < search.best_score_ <= 1
    assert isinstance(search.best_estimator_, Hasher)
    methods = GridSearchCV(Hasher(bits=8), {"hasher": ["lsh+sbq", "itq+sbq"]}, cv=2).fit(X, y)
    assert methods.best_params_["hasher"] in ("lsh+sbq", "itq+sbq")


def test_options_are_parameters():
    hasher = Hasher("itq+npq", 16, thresholds=3)
    given = hasher.get_params(deep=False)
    assert given["thresholds"] == 3 and "iterations" not in given
    every = hasher.get_params()
    assert every["iterations"] == hashlab.options("itq+npq")["iterations"].default
    assert Hasher(**every).fit(np.random.default_rng(0).normal(size=(80, 16)).astype("f4"))
    copied = clone(hasher)
    assert copied.get_params() == every and copied is not hasher
    hasher.set_params(iterations=5, bits=8)
    assert hasher.get_params()["iterations"] == 5 and hasher.bits == 8
    assert "thresholds=3" in repr(hasher)
    hasher.set_params(hasher="lsh+sbq")
    assert "thresholds" not in hasher.get_params() and "iterations" not in hasher.get_params()
    with pytest.raises(InvalidArgument, match="has no option 'thresholds'"):
        hasher.set_params(thresholds=3)


def test_no_option_has_the_name_of_a_parameter():
    taken = set(Hasher().get_params(deep=False))
    heads = [f"{p}+sbq" for p in hashlab.projections() + hashlab.two_view_projections()]
    heads += [f"pca+{q}" for q in hashlab.quantisers() + hashlab.vector_quantisers()]
    for head in heads:
        assert not taken & set(hashlab.options(head)), head
    assert Hasher("haar+rabitq", 64, bits_=2).get_params()["bits_"] == 2


def test_an_option_is_that_of_the_text(data):
    X, _ = data
    by_text = Hasher("itq+npq:thresholds=3,iterations=7", 16).fit(X)
    by_option = Hasher("itq+npq", 16, thresholds=3, iterations=7).fit(X)
    mixed = Hasher("itq+npq:thresholds=3,iterations=9", 16, iterations=7).fit(X)
    assert by_text.hasher_ == by_option.hasher_ == mixed.hasher_
    assert by_text.encode(X) == by_option.encode(X) == mixed.encode(X)


def test_words_and_truths_are_options(data):
    X, y = data
    assert (
        Hasher("grh+sbq", 8, start="lsh").fit(X, y).hasher_
        == Hasher("grh+sbq:start=lsh", 8).fit(X, y).hasher_
    )


@pytest.mark.parametrize(
    "hasher", ["itq+sbq", "ksh+npq", "sh+vbq", "sth+sbq", "agh+dbq", "grh+sbq"]
)
def test_a_pickle_gives_the_same_codes(data, hasher, tmp_path):
    X, y = data
    fitted = Hasher(hasher, 16).fit(X, y)
    codes = fitted.encode(X)
    for copied in (pickle.loads(pickle.dumps(fitted)), copy.deepcopy(fitted)):
        assert copied.encode(X) == codes and copied.get_params() == fitted.get_params()
    fitted.save(tmp_path / "model.h5")
    loaded = hashlab.load(tmp_path / "model.h5")
    assert loaded.encode(X) == codes and loaded.hasher_ == fitted.hasher_
    assert loaded.fit(X, y).encode(X) == codes


def test_joblibs_memory_maps_are_read(data, tmp_path):
    joblib = pytest.importorskip("joblib")
    X, _ = data
    fitted = Hasher("itq+sbq", 16).fit(X)
    joblib.dump((fitted, X), tmp_path / "both")
    again, mapped = joblib.load(tmp_path / "both", mmap_mode="r")
    assert again.encode(mapped) == fitted.encode(X)
    assert again.fit(mapped).encode(mapped) == fitted.encode(X)


def test_frames_come_out_if_asked_for(data):
    pandas = pytest.importorskip("pandas")
    X, _ = data
    frame = pandas.DataFrame(X, columns=[f"x{i}" for i in range(16)])
    hasher = Hasher("pca+sbq", 8).set_output(transform="pandas").fit(frame)
    out = hasher.transform(frame)
    assert (
        list(out.columns)
        == list(hasher.get_feature_names_out())
        == [f"hasher{i}" for i in range(8)]
    )
    assert (hasher.feature_names_in_ == frame.columns).all()
    with pytest.raises(ValueError, match="feature names should match"):
        hasher.transform(frame[frame.columns[::-1]])
    with pytest.warns(UserWarning, match="valid feature names"):
        hasher.transform(X)
    assert not hasattr(hasher.fit(X), "feature_names_in_")


def test_seeds(data):
    X, _ = data
    one = Hasher("lsh+sbq", 32, random_state=1).fit(X)
    assert one.seed_ == 1
    assert one.encode(X) == Hasher("lsh+sbq", 32).fit(X).encode(X)
    assert one.encode(X) != Hasher("lsh+sbq", 32, random_state=2).fit(X).encode(X)
    assert one.encode(X) != Hasher("lsh+sbq", 32, run=2).fit(X).encode(X)
    drawn = Hasher("lsh+sbq", 32, random_state=None).fit(X)
    assert drawn.encode(X) == Hasher("lsh+sbq", 32, random_state=drawn.seed_).fit(X).encode(X)
    state = np.random.RandomState(4)
    assert Hasher(bits=4, random_state=state).fit(X).seed_ == np.random.RandomState(4).randint(
        2**31
    )


def test_training_rows_and_learnable_rows(data):
    X, y = data
    rows, learnable = np.arange(0, 300), np.arange(200, 500)
    hasher = Hasher("itq+sbq", 8).fit(X, y, rows=rows, learnable=learnable)
    mask = np.zeros(600, bool)
    mask[:300] = True
    assert hasher.encode(X) == Hasher("itq+sbq", 8).fit(
        X, y, rows=mask, learnable=list(learnable)
    ).encode(X)
    assert hasher.encode(X) != Hasher("itq+sbq", 8).fit(X, y, rows=rows).encode(X)
    for wrong in ([600], [-1], [0.5], np.ones(5, bool), [], [[1]]):
        with pytest.raises(InvalidArgument):
            Hasher("itq+sbq", 8).fit(X, rows=wrong)


def test_a_dataset_stands_for_samples_and_classes(data, tmp_path):
    X, y = data
    dataset = hashlab.Dataset(X, y, name="some")
    assert len(dataset) == 600 and (dataset.X == X).all() and (dataset.y == y).all()
    assert len(dataset.checksum) == 64 and not dataset.X.flags.writeable
    by_dataset = Hasher("ksh+sbq", 8).fit(dataset)
    assert by_dataset.encode(dataset) == Hasher("ksh+sbq", 8).fit(X, y).encode(X)
    assert by_dataset.score(dataset) == by_dataset.score(X, y)
    dataset.write(tmp_path / "some.h5")
    again = hashlab.read_dataset(tmp_path / "some.h5")
    assert again.checksum == dataset.checksum and again.name == "some"
    assert pickle.loads(pickle.dumps(dataset)).checksum == dataset.checksum
    with pytest.raises(InvalidArgument, match="leave it out"):
        Hasher().fit(dataset, y)


def test_score_is_the_mean_average_precision_of_all_others(data):
    X, y = data
    hasher = Hasher("itq+sbq", 16).fit(X)
    codes = hasher.encode(X)
    relevance = hashlab.Relevance.of_classes(y, y, ignored="self")
    assert hasher.score(X, y) == hashlab.evaluate(codes, codes, relevance, "map")["map"]


def test_progress_is_told_to_who_asks(data, capfd):
    X, y = data
    told = []
    Hasher("sdh+sbq", 16, progress=lambda *step: told.append(step)).fit(X, y)
    assert told and all(isinstance(what, str) and 0 <= done <= total for what, done, total in told)
    Hasher("sdh+sbq", 16).fit(X, y)
    assert capfd.readouterr().err == ""

    def refuse(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Hasher("sdh+sbq", 16, progress=refuse).fit(X, y)


def test_a_network_needs_its_program_and_says_so(data, monkeypatch):
    X, y = data
    monkeypatch.setattr("hashlab._networks.run_program", missing)
    with pytest.raises(hashlab.EngineMissing):
        Hasher("csq+sbq", 8).fit(X, y)


def missing(*_, **__):
    raise hashlab.EngineMissing("no program")


def test_pairs_are_two_functions_with_one_kind_of_codes(data, tmp_path):
    X, y = data
    Z = X @ np.random.default_rng(0).normal(size=(16, 10)).astype(np.float32)
    pair = hashlab.PairHasher("cvh+sbq", 6).fit(X, Z, y)
    first, second = pair.encode_first(X), pair.encode_second(Z)
    assert len(first) == len(second) == 600 and first.bits == second.bits == 6
    found = hashlab.evaluate(first, second, (y, y), "map")["map"]
    assert (
        found
        > hashlab.evaluate(first, second[np.random.default_rng(1).permutation(600)], (y, y), "map")[
            "map"
        ]
    )
    again = pickle.loads(pickle.dumps(pair))
    assert again.encode_second(Z) == second
    pair.save(tmp_path / "pair.h5")
    assert hashlab.load(tmp_path / "pair.h5", "first").encode(X) == first
    assert hashlab.load(tmp_path / "pair.h5", "second").encode(Z) == second
    with pytest.raises(InvalidArgument, match="first.*second|views"):
        hashlab.load(tmp_path / "pair.h5")
    with pytest.raises(InvalidArgument, match="use Hasher"):
        hashlab.PairHasher("itq+sbq", 6).fit(X, Z, y)
    with pytest.raises(InvalidArgument, match="use PairHasher"):
        Hasher("cvh+sbq", 6).fit(X, y)
    with pytest.raises(InvalidArgument, match="requires y"):
        hashlab.PairHasher("cvh+sbq", 6).fit(X, Z, None)
    with pytest.raises(InvalidArgument, match="two views of the same samples"):
        hashlab.PairHasher("cvh+sbq", 6).fit(X, Z[:5], y)
    with pytest.raises(hashlab.Error, match="not fitted"):
        hashlab.PairHasher().encode_first(X)


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda X: Hasher("itq").fit(X), "quantiser"),
        (lambda X: Hasher("itqq+sbq").fit(X), "itq"),
        (lambda X: Hasher(3).fit(X), "hasher = 3"),
        (lambda X: Hasher(bits=-1).fit(X), "bits = -1, expected 1 .. 1024"),
        (lambda X: Hasher(bits=2.5).fit(X), "bits = 2.5, expected a whole number"),
        (lambda X: Hasher(bits=True).fit(X), "whole number"),
        (lambda X: Hasher(bits=1025).fit(X), "1 .. 1024"),
        (lambda X: Hasher(bits=17).fit(X), "at most 16"),
        (lambda X: Hasher(output="codes").fit(X), "output"),
        (lambda X: Hasher(groundtruth="clas").fit(X), "clas"),
        (lambda X: Hasher(groundtruth=None).fit(X), "groundtruth"),
        (lambda X: Hasher(groundtruth="class").fit(X), "requires y"),
        (lambda X: Hasher("ksh+sbq", random_state=-1).fit(X), "random_state = -1"),
        (lambda X: Hasher(run=0).fit(X), "run = 0"),
        (lambda X: Hasher(n_jobs=0).fit(X), "n_jobs = 0"),
        (lambda X: Hasher("itq+sbq", thresholds=3).fit(X), "no option 'thresholds'"),
        (lambda X: Hasher("itq+sbq", 4, iterations="many").fit(X), "many"),
        (lambda X: Hasher("itq+sbq", 4, iterations=[1]).fit(X), "iterations"),
        (
            lambda X: Hasher("sdh+sbq", 4).fit(X),
            "requires y to be passed, but the target y is None",
        ),
        (lambda X: Hasher(bits=4).fit(X[:1]), "n_samples = 1"),
        (lambda X: Hasher(bits=4).fit(X[:, :1]), "n_features = 1"),
    ],
)
def test_what_cannot_be_trained_is_refused_in_one_line(data, make, text):
    with pytest.raises(InvalidArgument, match=text) as refusal:
        make(data[0])
    assert "\n" not in str(refusal.value)


def test_who_is_not_fitted_cannot_encode(data):
    with pytest.raises(NotFittedError) as refusal:
        Hasher().encode(data[0])
    assert isinstance(refusal.value, hashlab.Error)
    assert pickle.loads(pickle.dumps(refusal.value)).args == refusal.value.args
