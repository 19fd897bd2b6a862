"""Data sets: features with or without labels."""

from __future__ import annotations

import os
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from hashlab import _core
from hashlab._inputs import Array, dataset_of, whole


class Dataset:
    """Features and labels, copied and checked once.

    The checksum of the content decides the random draws of training and splits. It takes a second
    for 512 MB, so fit, make_split and run take a Dataset in place of X and y.
    """

    __slots__ = ("_core", "classes", "names")

    def __init__(self, X: Any, y: Any = None, *, name: str = "array") -> None:
        core, matrix, classes = dataset_of(X, y, name=name)
        self._core = core
        self.classes: Optional[Array] = classes
        """the classes of the numbers in `y`; None if they are as they were given"""
        self.names: Optional[Array] = matrix.names
        """the names of the features if they come from a data frame"""

    @classmethod
    def _of(cls, core: _core.Dataset) -> "Dataset":
        data = cls.__new__(cls)
        data._core, data.classes, data.names = core, None, None
        return data

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def X(self) -> npt.NDArray[np.float32]:
        """n x d, read-only, without a copy"""
        return self._core.features()

    @property
    def y(self) -> Optional[Array]:
        """class numbers, or n x C of 0 and 1; None without labels"""
        return self._core.labels

    @property
    def checksum(self) -> str:
        """SHA-256 of the content, as in files of data sets"""
        return self._core.checksum()

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a data set file, which the program reads."""
        self._core.write(os.fspath(path))

    def __len__(self) -> int:
        return self._core.n

    def __repr__(self) -> str:
        labels = "without labels" if self.y is None else "with labels"
        return f"Dataset {self.name!r}: {self._core.n} samples of {self._core.d} features, {labels}"

    def __reduce__(self) -> Any:
        return _unpickled, (np.array(self.X), self.y, self.name, self.classes, self.names)


def _unpickled(
    X: Array, y: Optional[Array], name: str, classes: Optional[Array], names: Optional[Array]
) -> Dataset:
    data = Dataset(X, y, name=name)
    data.classes, data.names = classes, names
    return data


def as_dataset(X: Any, y: Any = None) -> Dataset:
    """X itself if it is a data set, which has its own labels."""
    if isinstance(X, Dataset):
        if y is not None:
            from hashlab._errors import InvalidArgument

            raise InvalidArgument(
                "y was given beside a Dataset, which has its own labels: leave it out"
            )
        return X
    return Dataset(X, y)


def read_dataset(path: Union[str, "os.PathLike[str]"], view: str = "") -> Dataset:
    """Reads a data set file (HDF5); `view` names the features if it has several."""
    return Dataset._of(_core.read_dataset(os.fspath(path), view))


def make_synthetic(
    n: int = 24000, d: int = 128, *, classes: int = 20, random_state: int = 1
) -> "tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]":
    """Synthetic descriptors that imitate those of images, and their classes: X (n x d) and y."""
    core = _core.make_synthetic(
        whole("n", n, 1),
        whole("d", d, 1),
        whole("classes", classes, 1),
        whole("random_state", random_state, 0),
    )
    labels = core.labels
    assert labels is not None
    return np.array(core.features()), labels
