"""Binary codes."""

from __future__ import annotations

import os
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

import numpy as np
import numpy.typing as npt

from hashlab import _core
from hashlab._core import Codes as CoreCodes
from hashlab._errors import InvalidArgument
from hashlab._inputs import Array, from_tensor, is_tensor, positions_of, whole


class CodeUse(NamedTuple):
    """How well codes use the code space."""

    distinct: int
    """number of different codes"""
    largest_share: float
    """share of the samples that have the most frequent code"""
    bit_entropy: float
    """entropy of a bit, mean over bits: 0 (constant) .. 1 (even)"""


class Codes:
    """n binary codes of equal length. A code is a sequence of digits.

    Digits of one bit are compared by Hamming distance, wider ones by the Manhattan distance of
    their values. Codes of vector_quantisers() have scalars, and only real values of queries can be
    compared with them: see Hasher.search. Codes are values: nothing changes them.
    """

    __slots__ = ("_core",)
    _core: CoreCodes
    __hash__ = None  # type: ignore[assignment]

    def __init__(self) -> None:
        raise TypeError(
            "codes are made by from_packed, from_bits, from_signs, read_codes or a Hasher's encode"
        )

    @classmethod
    def _of(cls, core: CoreCodes) -> "Codes":
        codes = cls.__new__(cls)
        codes._core = core
        return codes

    @classmethod
    def from_packed(
        cls,
        a: Any,
        bits: Optional[int] = None,
        *,
        digit_bits: int = 1,
        widths: Sequence[int] = (),
        order: str = "little",
    ) -> "Codes":
        """Codes packed into bytes: a row of ceil(bits / 8) uint8 each.

        Bit j is bit j % 8 of byte j // 8, counted from the lowest (order "little", as in
        np.packbits(bitorder="little")) or from the highest ("big", NumPy's default). The bits after
        the last one must be 0. `widths` gives the bits of each digit if they differ.
        """
        array = from_tensor(a) if is_tensor(a) else np.asarray(a)
        if array.dtype != np.uint8 or array.ndim != 2:
            raise InvalidArgument(
                f"packed codes are {array.dtype} of shape {array.shape}, expected uint8, a row a "
                "code"
            )
        if order not in ("little", "big"):
            raise InvalidArgument(f"order = {order!r}, expected 'little' or 'big'")
        n_bits = 8 * array.shape[1] if bits is None else whole("bits", bits, 1)
        return cls._of(
            _core.Codes.from_packed(
                array,
                n_bits,
                whole("digit_bits", digit_bits, 1, 6),
                _widths(widths),
                order == "big",
                None,
            )
        )

    @classmethod
    def from_bits(cls, a: Any, *, digit_bits: int = 1) -> "Codes":
        """Codes of an n x bits array of 0 and 1, or of booleans. A digit's first bit is its
        lowest."""
        array = from_tensor(a) if is_tensor(a) else np.asarray(a)
        if array.ndim != 2 or array.dtype.kind not in "biuf":
            raise InvalidArgument(
                f"bits are {array.dtype} of shape {array.shape}, expected 0 and 1, a row a code"
            )
        ones = array.astype(bool)
        if array.dtype.kind != "b" and not (ones == array).all():
            raise InvalidArgument(
                "an element is neither 0 nor 1: for signs use from_signs, for bytes from_packed"
            )
        return cls._from_bool(ones, digit_bits)

    @classmethod
    def from_signs(cls, a: Any) -> "Codes":
        """Codes of an n x bits array or tensor of real numbers: those above 0 are bit 1, others
        bit 0."""
        array = from_tensor(a) if is_tensor(a) else np.asarray(a)
        if array.ndim != 2 or array.dtype.kind not in "biuf":
            raise InvalidArgument(
                f"signs are {array.dtype} of shape {array.shape}, expected numbers, a row a code"
            )
        if array.dtype.kind == "f" and np.isnan(array).any():
            raise InvalidArgument("an element is NaN, which has no sign")
        return cls._from_bool(array > 0, 1)

    @classmethod
    def _from_bool(cls, ones: Array, digit_bits: int) -> "Codes":
        packed = np.packbits(ones, axis=1, bitorder="little")
        return cls.from_packed(packed, ones.shape[1], digit_bits=digit_bits)

    @property
    def n(self) -> int:
        """number of codes"""
        return self._core.n

    @property
    def bits(self) -> int:
        """bits of a code"""
        return self._core.bits

    @property
    def digit_bits(self) -> int:
        """bits of a digit; 0 if digits differ, see `widths`"""
        return self._core.digit_bits

    @property
    def widths(self) -> Tuple[int, ...]:
        """the bits of each digit"""
        return tuple(self._core.widths)

    @property
    def distance(self) -> str:
        """ "hamming", "manhattan" or "estimate": how codes are compared"""
        if self._core.by_estimate:
            return "estimate"
        return "hamming" if self._core.hamming else "manhattan"

    @property
    def scalars(self) -> Optional[npt.NDArray[np.uint8]]:
        """n x bytes: what codes of vector_quantisers() store beside their bits, a read-only view;
        None for other codes"""
        return self._core.scalars()

    def _check_distances(self) -> None:
        if self._core.by_estimate:
            raise InvalidArgument(
                "codes of whole vectors have no distances to each other: compare them with real "
                "values by Hasher.search"
            )

    @property
    def max_distance(self) -> int:
        """the largest possible distance"""
        self._check_distances()
        return self._core.max_distance

    def packed(self) -> npt.NDArray[np.uint8]:
        """n x ceil(bits / 8) bytes, in little bit order: a read-only view without a copy."""
        return self._core.packed()

    def to_bits(self) -> npt.NDArray[np.uint8]:
        """n x bits of 0 and 1."""
        return np.unpackbits(self.packed(), axis=1, count=self.bits, bitorder="little")

    def to_signs(self) -> npt.NDArray[np.int8]:
        """n x bits of -1 and 1."""
        signs = self.to_bits().view(np.int8)
        signs *= 2
        signs -= 1
        return signs

    def digits(self) -> npt.NDArray[np.uint8]:
        """A column for each digit, 0 .. 2^B - 1: Manhattan distances of rows are the codes'
        distances."""
        return self.to_bits() if self.digit_bits == 1 else self._core.digits()

    def thermometer(self) -> "Codes":
        """Longer codes whose Hamming distances are the distances of these."""
        self._check_distances()
        return Codes._of(self._core.thermometer())

    @property
    def faiss_bits(self) -> int:
        """bits of to_faiss(): those of the thermometer codes, filled up to whole bytes"""
        return (self.max_distance + 7) // 8 * 8

    def to_faiss(self) -> npt.NDArray[np.uint8]:
        """What Faiss's binary indexes take: packed bytes whose Hamming distances are the codes'
        distances."""
        return np.ascontiguousarray(self.thermometer().packed())

    def use(self) -> CodeUse:
        """How well the codes use the code space."""
        return CodeUse(*self._core.use())

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a file of codes, as `hashlab encode` does."""
        self._core.write(os.fspath(path))

    def __len__(self) -> int:
        return self.n

    @overload
    def __getitem__(self, index: int) -> "Codes":
        ...

    @overload
    def __getitem__(self, index: Any) -> "Codes":
        ...

    def __getitem__(self, index: Any) -> "Codes":
        """Codes at a position, a slice, positions or where a mask is True; one code for a
        position."""
        if isinstance(index, slice):
            rows = np.arange(*index.indices(self.n)).astype(np.uint32)
        elif isinstance(index, (int, np.integer)) and not isinstance(index, (bool, np.bool_)):
            rows = positions_of("codes", [index], self.n)
        else:
            rows = positions_of("codes", index, self.n)
        return Codes._of(self._core.at(rows))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Codes) and self._core.equals(other._core)

    def __array__(self, dtype: Any = None) -> Array:
        digits = self.digits()
        return digits if dtype is None else digits.astype(dtype)

    def __repr__(self) -> str:
        text = f"{self.n} code{'s' if self.n != 1 else ''} of {self.bits} bits"
        scalars = self.scalars
        if scalars is not None:
            return f"{text} and {scalars.shape[1]} bytes of scalars, compared with real values"
        return f"{text}, {self.distance.capitalize()} distance"

    def __reduce__(self) -> Tuple[Any, ...]:
        widths: List[int] = list(self.widths) if self.digit_bits == 0 else []
        return _unpickled, (
            np.ascontiguousarray(self.packed()),
            self.bits,
            max(self.digit_bits, 1),
            widths,
            None if self.scalars is None else np.ascontiguousarray(self.scalars),
        )

    def __copy__(self) -> "Codes":
        return self

    def __deepcopy__(self, memo: Any) -> "Codes":
        return self


def _unpickled(
    packed: Array, bits: int, digit_bits: int, widths: List[int], scalars: Optional[Array]
) -> Codes:
    return Codes._of(_core.Codes.from_packed(packed, bits, digit_bits, widths, False, scalars))


def _widths(widths: Sequence[int]) -> List[int]:
    return [whole("widths", width, 1, 6) for width in widths]


def read_codes(path: Union[str, "os.PathLike[str]"]) -> Codes:
    """The codes in a file of hashlab, NumPy, MATLAB or Faiss, or in a text, as `hashlab
    evaluate` reads them."""
    return Codes._of(_core.read_codes(os.fspath(path)))
