"""Networks: trained by the program that has LibTorch, never in this process, whose user has a
torch of their own."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, Any, List, Optional

from hashlab import _core
from hashlab._inputs import Array
from hashlab._program import run_program

if TYPE_CHECKING:
    from hashlab._data import Dataset


def learn_by_child(
    data: "Dataset",
    rows: Optional[Array],
    learnable: Optional[Array],
    hasher: str,
    bits: int,
    groundtruth: str,
    seed: int,
    run: int,
) -> List[_core.Model]:
    """The model that `hashlab-torch train` learns from a temporary file of the data set."""
    with tempfile.TemporaryDirectory(prefix="hashlab-") as folder:
        path, model = os.path.join(folder, f"{data.name}.h5"), os.path.join(folder, "model.h5")
        data.write(path)
        arguments: List[Any] = [
            "train",
            "--data",
            path,
            "--hasher",
            hasher,
            "--bits",
            bits,
            "--out",
            model,
        ]
        arguments += ["--groundtruth", groundtruth, "--seed", seed, "--run", run]
        for option, list_of_rows in (("rows", rows), ("learnable", learnable)):
            if list_of_rows is None:
                continue
            name = os.path.join(folder, f"{option}.txt")
            with open(name, "w") as file:
                file.writelines(f"{row}\n" for row in list_of_rows)
            arguments += [f"--{option}", name]
        run_program([str(each) for each in arguments], name="hashlab-torch")
        return [_core.read_model(model, "")]
