"""hashlab: learning to hash, measured.

Hasher trains a hashing method and encodes; search, within, evaluate and pr_curve rank codes
exactly; make_split and audit keep test data out of training; run and results make experiments of an
experiment file, and tables of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List

from hashlab._codes import Codes, CodeUse, read_codes
from hashlab._core import version as version
from hashlab._data import Dataset, make_synthetic, read_dataset
from hashlab._errors import (
    BlasWarning,
    CorruptFile,
    EngineMissing,
    Error,
    InvalidArgument,
    MetricWarning,
    NotFound,
    NumericalError,
    Unreadable,
    WriteError,
)
from hashlab._methods import (
    Option,
    options,
    projections,
    quantisers,
    two_view_projections,
    vector_quantisers,
)
from hashlab._ranking import (
    Neighbours,
    RankCounts,
    Relevance,
    evaluate,
    metrics,
    nearest,
    plot_pr,
    pr_curve,
    rank_counts,
    search,
    within,
)
from hashlab._splits import Leak, Split, audit, make_split, splits

if TYPE_CHECKING:
    from hashlab._hasher import Hasher as Hasher
    from hashlab._hasher import PairHasher as PairHasher
    from hashlab._hasher import load as load
    from hashlab._program import program as program
    from hashlab._results import Results as Results
    from hashlab._results import results as results
    from hashlab._results import run as run

__version__ = version()

# These import scikit-learn, which takes half a second, or start programs: at their first use.
_LATER = {
    "Hasher": "_hasher",
    "PairHasher": "_hasher",
    "load": "_hasher",
    "program": "_program",
    "Results": "_results",
    "results": "_results",
    "run": "_results",
}

__all__ = [
    "BlasWarning",
    "CodeUse",
    "Codes",
    "CorruptFile",
    "Dataset",
    "EngineMissing",
    "Error",
    "Hasher",
    "InvalidArgument",
    "Leak",
    "MetricWarning",
    "Neighbours",
    "NotFound",
    "NumericalError",
    "Option",
    "PairHasher",
    "RankCounts",
    "Relevance",
    "Results",
    "Split",
    "Unreadable",
    "WriteError",
    "audit",
    "evaluate",
    "load",
    "make_split",
    "make_synthetic",
    "metrics",
    "nearest",
    "options",
    "plot_pr",
    "pr_curve",
    "program",
    "projections",
    "quantisers",
    "rank_counts",
    "read_codes",
    "read_dataset",
    "results",
    "run",
    "search",
    "splits",
    "two_view_projections",
    "vector_quantisers",
    "version",
    "within",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'hashlab' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"hashlab.{_LATER[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> List[str]:
    return sorted({*globals(), *__all__})


def _warn_of_old_kernels() -> None:
    """OpenBLAS takes kernels of 2004 on a processor that it does not know, with other last
    digits of sums."""
    from hashlab import _core

    if "Prescott" not in _core.blas_description():
        return
    try:
        with open("/proc/cpuinfo") as file:
            has_avx2 = " avx2 " in file.read()
    except OSError:
        return
    if has_avx2:
        import warnings

        warnings.warn(
            "OpenBLAS does not know this processor and uses kernels of 2004: set "
            "OPENBLAS_CORETYPE=Haswell before "
            "Python starts",
            BlasWarning,
            stacklevel=3,
        )


_warn_of_old_kernels()
