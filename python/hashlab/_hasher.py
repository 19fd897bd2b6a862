"""Hashing methods as estimators of scikit-learn."""

from __future__ import annotations

import os
import sys
import time
import warnings
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Tuple, Union

import numpy as np

from hashlab import _core
from hashlab._codes import Codes
from hashlab._data import Dataset
from hashlab._errors import Error, InvalidArgument
from hashlab._inputs import (
    Array,
    Matrix,
    Metrics,
    labels_of,
    names_of,
    rows_of,
    threads_of,
    whole,
)
from hashlab._methods import check_option, method_text, options, settings
from hashlab._networks import learn_by_child
from hashlab._ranking import Judgement, Relevance, evaluate, relevance_of

Progress = Union[None, bool, Callable[[str, int, int], None]]
OUTPUTS = ("digits", "bits", "signs", "packed")
_PARAMETERS = (
    "hasher",
    "bits",
    "output",
    "groundtruth",
    "random_state",
    "run",
    "n_jobs",
    "progress",
)

if TYPE_CHECKING:

    class TransformerMixin:
        ...

    class BaseEstimator:
        ...

    class NotFittedError(ValueError, AttributeError):
        ...

else:
    try:
        from sklearn.base import BaseEstimator, TransformerMixin
        from sklearn.exceptions import NotFittedError
    except ImportError:

        class NotFittedError(ValueError, AttributeError):
            """Without scikit-learn: as its class."""

        class TransformerMixin:
            """Without scikit-learn: what its class has that needs none of it."""

            def fit_transform(self, X, y=None, **fit_params):
                return self.fit(X, y, **fit_params).transform(X)

        class BaseEstimator:
            """Without scikit-learn: a repr of what was given."""

            def __repr__(self):
                given = ", ".join(
                    f"{name}={value!r}" for name, value in self.get_params(deep=False).items()
                )
                return f"{type(self).__name__}({given})"


class NotFitted(Error, NotFittedError):
    """A method that was not trained is asked to encode."""


def seed_of(random_state: Any) -> int:
    """The seed that a random_state stands for: itself, or a number drawn if it is None or a
    generator."""
    if random_state is None:
        return int(np.random.randint(2**31))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31))
    return whole("random_state", random_state, 0, 2**64 - 1)


class _Line:
    """One line on standard error, written once a second."""

    def __init__(self) -> None:
        self._next = time.monotonic() + 1
        self._shown = False

    def __call__(self, what: str, done: int, total: int) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + 1
        self._shown = True
        sys.stderr.write(f"\r{what}: {done} of {total}\x1b[K")
        sys.stderr.flush()

    def end(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def learn(
    data: Dataset,
    hasher: str,
    bits: Any,
    groundtruth: str,
    seed: int,
    run: Any,
    rows: Any,
    learnable: Any,
    progress: Progress,
) -> Any:
    """Trains a method; returns its models. Messages name the sizes where there is 1 sample or 1
    feature."""
    n, d = data._core.n, data._core.d
    try:
        facts = _core.method_facts(hasher)
        if data.y is None and (facts["needs_labels"] or groundtruth == "class"):
            raise InvalidArgument(f"'{hasher}' requires y to be passed, but the target y is None")
        if groundtruth == "auto":
            groundtruth = "epsilon" if data.y is None else "class"
        training = None if rows is None else rows_of("rows", rows, n)
        if training is not None and training.size == 0:
            raise InvalidArgument("rows are empty, expected at least one row to train on")
        others = None if learnable is None else rows_of("learnable", learnable, n)
        request = (
            training,
            others,
            hasher,
            whole("bits", bits, 1, 1024),
            groundtruth,
            seed,
            whole("run", run, 1, 2**32 - 1),
        )
        if facts["needs_engine"]:
            return learn_by_child(data, *request)
        line = _Line() if progress is True else None
        follow = line if line is not None else (progress if callable(progress) else None)
        try:
            return _core.learn(data._core, *request, 0, follow)
        finally:
            if line is not None:
                line.end()
    except Error as error:
        if n > 1 and d > 1:
            raise
        raise type(error)(f"{error} (n_samples = {n}, n_features = {d})") from None


def _bound_of(text: str) -> float:
    kind, _, eps = text.partition(":")
    try:
        bound = float(eps)
    except ValueError:
        bound = -1.0
    if kind != "bound" or not 0 <= bound < np.inf:
        raise InvalidArgument(
            f"rerank = {text!r}, expected a number of items, or a bound such as 'bound:1.9'"
        )
    return bound


def encode(model: _core.Model, X: Matrix, n_jobs: Optional[int]) -> Codes:
    """The codes of all samples, a block at a time where they have to be converted."""
    threads = threads_of(n_jobs)
    parts = []
    X.each(lambda _, block: parts.append(model.encode(block, threads)))
    return Codes._of(parts[0] if len(parts) == 1 else _core.Codes.joined(parts))


class Hasher(TransformerMixin, BaseEstimator):
    """A hashing method: fit learns it from samples, encode turns samples into binary codes.

    It is a transformer of scikit-learn. Parameters:

    hasher        PROJECTION+QUANTISER: projections() and quantisers() list the names
    bits          code length, 1 .. 1024
    output        what transform returns: "digits" (a column for each digit: Manhattan distances
                  are the distances of codes), "bits" (0 and 1), "signs" (-1 and 1), "packed"
    groundtruth   who is a neighbour in training: "class", "epsilon", "epsilon:neighbours=20";
                  "auto" is class with y
    random_state  seed of all random draws; None draws one
    run           as in experiments: different runs draw different numbers
    n_jobs        threads that encode; -1: all cores. No result depends on it.
    progress      True: a line on standard error; a function gets (what, done, total)
    options       of the method, see options(hasher)

    The codes are those of `hashlab train` and `hashlab encode` with the same settings.
    """

    __slots__ = ("_options",)

    def __init__(
        self,
        hasher: str = "itq+sbq",
        bits: int = 32,
        *,
        output: str = "digits",
        groundtruth: str = "auto",
        random_state: Any = 1,
        run: int = 1,
        n_jobs: Optional[int] = None,
        progress: Progress = None,
        **options: Any,
    ) -> None:
        self.hasher = hasher
        self.bits = bits
        self.output = output
        self.groundtruth = groundtruth
        self.random_state = random_state
        self.run = run
        self.n_jobs = n_jobs
        self.progress = progress
        self._options = options

    # What scikit-learn's tools read and set.

    def get_params(self, deep: bool = True) -> Dict[str, Any]:
        """The parameters; options that were not given are included, with their defaults, if
        `deep`."""
        parameters = {name: getattr(self, name) for name in _PARAMETERS}
        if deep and isinstance(self.hasher, str):
            try:
                parameters.update(settings(self.hasher))
            except Error:
                pass  # fit refuses the method
        parameters.update(self._options)
        return parameters

    def set_params(self, **parameters: Any) -> "Hasher":
        """Sets parameters, and any option of the (new) method."""
        hasher = parameters.get("hasher", self.hasher)
        own = {name: value for name, value in parameters.items() if name not in _PARAMETERS}
        for name in own:
            if name not in self._options or "hasher" in parameters:
                check_option(str(hasher), name)
        kept = self._options
        if "hasher" in parameters:
            # Options of the old method alone mean nothing to the new one. Whether there is such a
            # method, fit says.
            try:
                known = options(str(hasher))
                kept = {name: value for name, value in kept.items() if name in known}
            except Error:
                pass
        for name, value in parameters.items():
            if name in _PARAMETERS:
                setattr(self, name, value)
        self._options = {**kept, **own}
        return self

    def _requires_y(self) -> bool:
        try:
            return bool(_core.method_facts(method_text(self.hasher, self._options))["needs_labels"])
        except Error:
            return False

    def _more_tags(self) -> Dict[str, Any]:
        return {"requires_y": self._requires_y(), "preserves_dtype": []}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.target_tags.required = self._requires_y()
        tags.transformer_tags.preserves_dtype = []
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return "model_" in vars(self)

    def __getstate__(self) -> Dict[str, Any]:
        state = dict(vars(self))
        if "model_" in state:
            state["model_"] = state["model_"].state()
        return {"attributes": state, "options": self._options}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        attributes = dict(state["attributes"])
        if "model_" in attributes:
            attributes["model_"] = _core.Model.from_state(attributes["model_"])
        vars(self).update(attributes)
        self._options = dict(state["options"])

    # Training and encoding.

    def fit(self, X: Any, y: Any = None, *, rows: Any = None, learnable: Any = None) -> "Hasher":
        """Trains on the samples X with classes y, or on a Dataset.

        rows: the rows to train on, all if None; learnable: further rows that are available for
        training, which count for the mean and the neighbourhoods. So an experiment's model is
        trained on make_split's parts.
        """
        self._check_settings()
        hasher = method_text(self.hasher, self._options)
        facts = _core.method_facts(hasher)
        if facts["two_views"]:
            raise InvalidArgument(f"'{hasher}' learns from two views: use PairHasher")
        data = self._dataset(X, y)
        seed = seed_of(self.random_state)
        model = learn(
            data,
            hasher,
            self.bits,
            self.groundtruth,
            seed,
            self.run,
            rows,
            learnable,
            self.progress,
        )[0]
        self._keep(model, data.names, seed)
        vars(self).pop("classes_", None)
        if data.classes is not None:
            self.classes_ = data.classes
        return self

    def _check_settings(self) -> None:
        if self.output not in OUTPUTS:
            raise InvalidArgument(f"output = {self.output!r}, expected one of {', '.join(OUTPUTS)}")
        if not isinstance(self.groundtruth, str):
            raise InvalidArgument(
                f"groundtruth = {self.groundtruth!r}, expected 'auto', 'class' or 'epsilon'"
            )
        threads_of(self.n_jobs)

    def _dataset(self, X: Any, y: Any) -> Dataset:
        if isinstance(X, Dataset):
            if y is not None:
                raise InvalidArgument(
                    "y was given beside a Dataset, which has its own labels: leave it out"
                )
            return X
        return Dataset(X, y)

    def _keep(self, model: _core.Model, names: Optional[Array], seed: int) -> None:
        self.model_ = model
        self.hasher_ = model.hasher
        self.n_features_in_ = int(model.n_features)
        self.seed_ = seed
        vars(self).pop("feature_names_in_", None)
        if names is not None:
            self.feature_names_in_ = names

    def _fitted(self) -> _core.Model:
        if "model_" not in vars(self):
            raise NotFitted("this Hasher is not fitted yet: call 'fit' with samples first")
        return self.model_

    def _matrix(self, X: Any) -> Matrix:
        model = self._fitted()
        matrix = Matrix(X.X if isinstance(X, Dataset) else X)
        self._check_names(matrix.names)
        if matrix.d != model.n_features:
            raise InvalidArgument(
                f"X has {matrix.d} features, but {type(self).__name__} is expecting "
                f"{model.n_features} features "
                "as input"
            )
        return matrix

    def _check_names(self, names: Optional[Array]) -> None:
        known = vars(self).get("feature_names_in_")
        name = type(self).__name__
        if known is None and names is not None:
            warnings.warn(
                f"X has feature names, but {name} was fitted without feature names", stacklevel=4
            )
        elif known is not None and names is None:
            warnings.warn(
                f"X does not have valid feature names, but {name} was fitted with feature names",
                stacklevel=4,
            )
        elif known is not None and names is not None and list(known) != list(names):
            raise InvalidArgument(
                "The feature names should match those that were passed during fit: "
                f"{', '.join(map(str, names[:5]))}, expected {', '.join(map(str, known[:5]))}, in "
                "this order"
            )

    def encode(self, X: Any) -> Codes:
        """The codes of the samples X (n x n_features_in_, of any strides and types of numbers)."""
        return encode(self._fitted(), self._matrix(X), self.n_jobs)

    def _comparison(self, Q: Any, database: Codes) -> _core.Comparison:
        model = self._fitted()
        if not isinstance(database, Codes):
            raise InvalidArgument(
                f"database is {type(database).__name__}, expected Codes of this hasher's encode"
            )
        found = []

        def compare(block: Array) -> None:
            found.append(_core.Comparison(model, block, database._core))

        queries = self._matrix(Q)
        whole_queries = queries.whole()
        queries.each(lambda first, block: compare(whole_queries) if first == 0 else None)
        return found[0]

    def search(
        self,
        Q: Any,
        database: Codes,
        k: int,
        *,
        rerank: Union[None, int, str] = None,
        features: Any = None,
        by: str = "euclidean",
        return_exact: bool = False,
    ) -> Tuple[Array, ...]:
        """The k codes of the database that are nearest to each row of Q, which keeps its real
        values: distances (float64) and positions, queries x min(k, n).

        The distances are estimates of squared Euclidean distances in the hash dimensions. Those of
        hashlab.search lose more, because it compares codes with codes.

        rerank        a number R of items: the k nearest by their features among the R nearest
                      codes; "bound:1.9": among all that the error bound of the codes allows, for
                      quantisers such as rabitq that have one
        features      with rerank: the samples that were encoded, in the same order
        by            with R: "euclidean", "cosine" or "inner-product". Distances are then minus
                      the similarity, so squared distances for "euclidean"
        return_exact  also return the number of exact distances for each query
        """
        k, threads = whole("k", k, 1, 2**32 - 1), threads_of(self.n_jobs)
        if rerank is None and (features is not None or return_exact or by != "euclidean"):
            raise InvalidArgument(
                "features, by and return_exact are for re-ranking: give rerank, such as rerank=100"
            )
        comparison = self._comparison(Q, database)
        if rerank is None:
            return comparison.nearest(k, threads)
        items = self._matrix(features)
        if items.n != len(database):
            raise InvalidArgument(
                f"features are {items.n} samples, the database {len(database)} codes: give the "
                "samples that were encoded"
            )
        if isinstance(rerank, str):
            if by != "euclidean":
                raise InvalidArgument(
                    f"by = {by!r}: error bounds are those of Euclidean distances"
                )
            bounded = comparison.nearest_within(k, _bound_of(rerank), items.whole())
            if return_exact:
                return bounded
            return bounded[:2]
        R = whole("rerank", rerank, k, 2**32 - 1)
        found = comparison.nearest_of_shortlist(k, R, items.whole(), by, threads)
        if return_exact:
            return (*found, np.full(len(found[1]), min(R, len(database)), np.uint64))
        return found

    def evaluate(
        self, Q: Any, database: Codes, relevance: Judgement, metrics: Metrics = ("map", "auprc")
    ) -> Dict[str, float]:
        """Values of metrics of the ranking of the database for each row of Q, which keeps its real
        values, as hashlab.evaluate computes them for codes."""
        names = names_of(metrics)
        judged = relevance_of(relevance)
        values = self._comparison(Q, database).values(judged._core, names)
        return dict(zip(names, values))

    def transform(self, X: Any) -> Array:
        """The codes as an array, see `output`."""
        self._check_settings()
        codes = self.encode(X)
        if self.output == "digits":
            return codes.digits()
        if self.output == "bits":
            return codes.to_bits()
        if self.output == "signs":
            return codes.to_signs()
        return np.array(codes.packed())

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Names of the columns of transform: hasher0, hasher1, ..."""
        model = self._fitted()
        self._check_input_features(input_features)
        columns = {"digits": model.digits, "packed": (model.code_bits + 7) // 8}.get(
            self.output, model.code_bits
        )
        prefix = type(self).__name__.lower()
        return np.asarray([f"{prefix}{column}" for column in range(columns)], dtype=object)

    def _check_input_features(self, input_features: Any) -> None:
        if input_features is None:
            return
        names = np.asarray(input_features, dtype=object)
        known = vars(self).get("feature_names_in_")
        if known is not None and list(known) != list(names):
            raise InvalidArgument("input_features is not equal to feature_names_in_")
        if len(names) != self.n_features_in_:
            raise InvalidArgument(
                "input_features should have length equal to number of features "
                f"({self.n_features_in_}), "
                f"got {len(names)}"
            )

    def score(self, X: Any, y: Any = None) -> float:
        """Mean average precision of each sample as a query to all others, by the classes y. Codes
        of vector_quantisers() are compared with the real values of the samples."""
        if isinstance(X, Dataset) and y is None:
            y = X.y
        if y is None:
            raise InvalidArgument("score requires y to be passed, but the target y is None")
        codes = self.encode(X)
        labels_of(y, len(codes))
        relevance = Relevance.of_classes(y, y, ignored="self")
        if codes.distance == "estimate":
            return self.evaluate(X, codes, relevance, "map")["map"]
        return evaluate(codes, codes, relevance, "map", n_jobs=self.n_jobs)["map"]

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a model file, which `hashlab encode --model` and load() read."""
        _core.write_models([self._fitted()], os.fspath(path))


def load(path: Union[str, "os.PathLike[str]"], view: str = "") -> Hasher:
    """The method in a model file, whoever wrote it; `view` names one of two views."""
    model = _core.read_model(os.fspath(path), view)
    truth = model.ground_truth
    hasher = Hasher(
        model.hasher,
        model.bits,
        groundtruth=truth if truth not in ("", "none") else "auto",
        random_state=model.seed,
    )
    hasher._keep(model, None, model.seed)
    return hasher


class PairHasher:
    """A hashing method of two views of each sample, such as an image and its words.

    fit learns a function for each view, whose codes can be compared. two_view_projections() lists
    the methods; the other parameters are those of Hasher.
    """

    def __init__(
        self,
        hasher: str = "cvh+sbq",
        bits: int = 32,
        *,
        random_state: Any = 1,
        run: int = 1,
        n_jobs: Optional[int] = None,
        progress: Progress = None,
        **options: Any,
    ) -> None:
        self.hasher, self.bits, self.random_state, self.run = hasher, bits, random_state, run
        self.n_jobs, self.progress, self.options = n_jobs, progress, options
        self._models: Tuple[_core.Model, ...] = ()

    def fit(
        self, X: Any, Z: Any, y: Any, *, rows: Any = None, learnable: Any = None
    ) -> "PairHasher":
        """Trains on the first view X, the second view Z and the classes y of the same samples."""
        hasher = method_text(self.hasher, self.options)
        if not _core.method_facts(hasher)["two_views"]:
            raise InvalidArgument(f"'{hasher}' learns from one view: use Hasher")
        first, second = Matrix(X, "X"), Matrix(Z, "Z")
        if first.n != second.n:
            raise InvalidArgument(
                f"X has {first.n} samples, Z {second.n}: expected two views of the same samples"
            )
        labels, classes = labels_of(y, first.n)
        core = _core.Dataset("array", first.n, first.d + second.d, labels, [first.d, second.d])
        first.each(lambda row, block: core.put(row, 0, block))
        second.each(lambda row, block: core.put(row, first.d, block))
        data = Dataset._of(core)
        self.seed_ = seed_of(self.random_state)
        models = learn(
            data, hasher, self.bits, "class", self.seed_, self.run, rows, learnable, self.progress
        )
        self._models = tuple(models)
        self.hasher_ = models[0].hasher
        return self

    def _encode(self, view: int, X: Any, name: str) -> Codes:
        if not self._models:
            raise NotFitted("this PairHasher is not fitted yet: call 'fit' with samples first")
        model, matrix = self._models[view], Matrix(X, name)
        if matrix.d != model.n_features:
            raise InvalidArgument(
                f"{name} has {matrix.d} features, but PairHasher is expecting {model.n_features} "
                "features as input"
            )
        return encode(model, matrix, self.n_jobs)

    def encode_first(self, X: Any) -> Codes:
        """The codes of samples by their first view."""
        return self._encode(0, X, "X")

    def encode_second(self, Z: Any) -> Codes:
        """The codes of samples by their second view."""
        return self._encode(1, Z, "Z")

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a model file with both functions, as the views "first" and "second"."""
        if not self._models:
            raise NotFitted("this PairHasher is not fitted yet: call 'fit' with samples first")
        _core.write_models(list(self._models), os.fspath(path))

    def __getstate__(self) -> Dict[str, Any]:
        return {**vars(self), "_models": [model.state() for model in self._models]}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)
        self._models = tuple(_core.Model.from_state(each) for each in state["_models"])

    def __repr__(self) -> str:
        return f"PairHasher({self.hasher!r}, {self.bits})"
