"""Running experiment files, and what came out of them."""

from __future__ import annotations

import html
import os
import tempfile
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from hashlab import _core
from hashlab._data import Dataset, as_dataset
from hashlab._errors import InvalidArgument
from hashlab._inputs import Metrics, names_of, whole
from hashlab._program import run_program, to_stderr

if TYPE_CHECKING:
    from hashlab._inputs import Array

Path = Union[str, "os.PathLike[str]"]
Follow = Union[None, bool, Callable[[str], None]]


class Results:
    """The numbers of a results folder. In a notebook it shows its table."""

    def __init__(self, path: Path, metrics: Metrics = ()) -> None:
        self.path = os.fspath(path)
        self.metrics = list(names_of(metrics))
        self._rows: Optional[Tuple[Dict[str, Any], List[str]]] = None

    def _read(self) -> Tuple[Dict[str, Any], List[str]]:
        if self._rows is None:
            self._rows = _core.result_rows(self.path, self.metrics)
        return self._rows

    @property
    def notes(self) -> List[str]:
        """what to know about the numbers: ground truth, missing experiments, remarks on codes"""
        return list(self._read()[1])

    def to_dict(self) -> "Dict[str, Union[List[str], Array]]":
        """A column for each of dataset, split, hasher, bits (0: none), run, metric and value, an
        entry for each value."""
        return dict(self._read()[0])

    def to_frame(self) -> Any:
        """The same as a data frame of pandas; names are categories, in the order of the
        experiment file."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_frame needs pandas: install Debian's python3-pandas") from None
        columns = self.to_dict()
        for name in ("dataset", "split", "hasher", "metric"):
            columns[name] = pandas.Categorical(
                columns[name], categories=list(dict.fromkeys(columns[name]))
            )
        return pandas.DataFrame(columns)

    def table(
        self,
        metrics: Metrics = (),
        format: str = "text",
        *,
        precision: int = 4,
        baseline: str = "",
    ) -> str:
        """The table of means and standard deviations, with marks of significance and notes.

        format: "text", "md", "csv" or "tex".
        """
        names = list(names_of(metrics)) or self.metrics
        return _core.result_table(
            self.path, names, format, whole("precision", precision, 0, 17), baseline
        )

    def compare(
        self,
        by: str = "split",
        metrics: Metrics = (),
        *,
        bits: Sequence[int] = (),
        splits: Sequence[str] = (),
        baseline: str = "",
        bootstrap: int = 0,
        format: str = "text",
        precision: int = 4,
    ) -> str:
        """The differences between splits (by="split") or methods (by="hasher"), with tests, as a
        text.

        bootstrap: resamples of the queries of each run, 0 for none.
        """
        arguments = [
            "compare",
            self.path,
            "--by",
            by,
            "--format",
            format,
            "--precision",
            str(precision),
        ]
        for name in list(names_of(metrics)) or self.metrics:
            arguments += ["--metric", name]
        for length in bits:
            arguments += ["--bits", str(whole("bits", length, 1))]
        for split in splits:
            arguments += ["--split", split]
        if baseline:
            arguments += ["--baseline", baseline]
        if bootstrap:
            arguments += ["--bootstrap", str(whole("bootstrap", bootstrap, 1))]
        return run_program(arguments)

    def report(self, path: Path, *, title: str = "") -> None:
        """Writes one web page of the results, which needs no network and no other file."""
        arguments = ["report", self.path, "--out", os.fspath(path), "--force"]
        for name in self.metrics:
            arguments += ["--metric", name]
        if title:
            arguments += ["--title", title]
        run_program(arguments)

    def __len__(self) -> int:
        return len(self._read()[0]["value"])

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        return f"results({self.path!r}): {len(self)} values"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.table())}</pre>"


def results(path: Path, metrics: Metrics = ()) -> Results:
    """The results in a folder that run() or `hashlab run` wrote; metrics: those of the
    experiment file."""
    found = Results(path, metrics)
    found._read()  # a folder without results is refused here
    return found


def _value(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (str, int, float)):
        text = str(value)
        if "\n" in text:
            raise InvalidArgument(f"suite: {key} has several lines, expected a list of values")
        return text
    if hasattr(value, "__index__"):
        return str(int(value))
    raise InvalidArgument(f"suite: {key} = {value!r}, expected a number, a text, or a list of them")


def suite_text(suite: Mapping[str, Any]) -> str:
    """An experiment file of keys and values; '_' in a key stands for '-'."""
    lines = []
    for name, value in suite.items():
        key = str(name).replace("_", "-")
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        texts = [_value(key, each) for each in values]
        lines += (
            [f"{key} = {' '.join(texts)}"]
            if key == "bits"
            else [f"{key} = {text}" for text in texts]
        )
    return "\n".join(lines) + "\n"


def run(
    suite: Union[Mapping[str, Any], Path],
    *,
    data: Any = ".",
    out: Path,
    jobs: Optional[int] = None,
    keep_codes: bool = False,
    progress: Follow = None,
) -> Results:
    """Runs the missing experiments of an experiment file by the program `hashlab run`, and returns
    the results.

    suite: a path, or keys with their values as in an experiment file (lists where a key may be
    repeated).
    data: the folder of data sets, or (X, y), or a Dataset, which is the suite's data set then.
    out: the folder of results, where finished experiments are kept: the same call continues after
    Ctrl-C.
    jobs: workers; all cores if None. progress: True for lines on standard error, or a function that
    gets them.
    """
    follow = to_stderr if progress is True else (progress or None)
    with tempfile.TemporaryDirectory(prefix="hashlab-") as folder:
        given: Optional[Dataset] = None
        if isinstance(data, Dataset):
            given = data
        elif isinstance(data, tuple):
            if len(data) != 2:
                raise InvalidArgument(f"data is a tuple of {len(data)}, expected (X, y)")
            given = as_dataset(*data)
        elif not isinstance(data, (str, os.PathLike)):
            raise InvalidArgument(
                f"data is {type(data).__name__}, expected a folder, (X, y) or a Dataset"
            )
        if given is not None:
            given.write(os.path.join(folder, f"{given.name}.h5"))
        place = folder if given is not None else os.fspath(data)
        arguments = [
            "run",
            _suite_file(suite, folder, out, given),
            "--data",
            place,
            "--out",
            os.fspath(out),
        ]
        if given is not None and not isinstance(suite, Mapping):
            arguments += ["--set", f"dataset={given.name}"]
        if jobs is not None:
            arguments += ["--jobs", str(whole("jobs", jobs, 1, 1024))]
        if keep_codes:
            arguments += ["--keep-codes"]
        run_program(arguments, progress=follow)
    return results(out)


def _suite_file(
    suite: Union[Mapping[str, Any], Path], folder: str, out: Path, data: Optional[Dataset]
) -> str:
    if not isinstance(suite, Mapping):
        return os.fspath(suite)
    keys = dict(suite)
    keys.setdefault("name", os.path.basename(os.path.abspath(out)))
    if data is not None:
        if keys.setdefault("dataset", data.name) != data.name:
            raise InvalidArgument(
                f"suite: dataset = {keys['dataset']}, but data is named {data.name!r}"
            )
    path = os.path.join(folder, "suite.ini")
    with open(path, "w", encoding="utf-8") as file:
        file.write(suite_text(keys))
    return path
