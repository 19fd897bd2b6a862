#!/usr/bin/python3
"""Writes the small HDF5 files of this folder with h5py, which knows nothing of hashlab."""
import os

import h5py
import numpy as np

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "hdf5"))
base = np.arange(12, dtype=np.float32).reshape(4, 3)

# ann-benchmarks' layout: two queries, three neighbours each.
with h5py.File("ann.h5", "w") as file:
    file["train"], file["test"] = base, base[:2] + 0.25
    file["neighbors"] = np.array([[0, 1, 2], [1, 0, 3]])
    file["distances"] = np.array([[0.5, 4, 9], [0.5, 4, 9]], np.float32)
    file.attrs["distance"] = "euclidean"

# A matrix of another name, one sample a column, with big-endian labels and text.
with h5py.File("named.h5", "w") as file:
    file["deep/fc7"] = base.T.astype(np.float64)
    file["y"] = np.array([3, 1, 2, 3], ">i8")
    file["paths"] = ["a", "b", "c", "d"]

# /features of every kind of element that is no number; one of them beside numeric labels.
pair = np.dtype([("id", "i4"), ("x", "f4", 3)])
odd = {
    "complex": (base[:, :2] + 1j).astype(np.complex64),
    "compound": np.zeros(4, pair),
    "text": np.array([["a", "b"], ["c", "d"]], h5py.string_dtype()),
    "fixed_text": np.array([b"ab", b"cd"], "S2"),
    "variable_length": np.array([base[0], base[1, :2]], h5py.vlen_dtype(np.float32)),
    "opaque": np.array([b"ab", b"cd"], "V2"),
}
for kind, values in odd.items():
    with h5py.File(f"odd_{kind}.h5", "w", libver="latest") as file:
        file.create_dataset("features", data=values, dtype=values.dtype)
with h5py.File("odd_reference.h5", "w", libver="latest") as file:
    one = file.create_dataset("images", (2,), h5py.ref_dtype)
    one[0] = one[1] = file.ref
with h5py.File("odd_labelled.h5", "w", libver="latest") as file:
    file["features"], file["labels"] = odd["complex"], np.array([0, 1, 0, 1])
with h5py.File("odd_labels.h5", "w", libver="latest") as file:
    file["features"], file["labels"] = base, ["cat", "dog", "cat", "dog"]
# MATLAB 7.3 stores complex matrices as compounds, cells as references.
with h5py.File("odd_matlab73.mat", "w", libver="latest", userblock_size=512) as file:
    file["X"] = np.rec.fromarrays([base, base], names="real,imag")
    file.create_dataset("C", (2, 3), h5py.ref_dtype)[0, 0] = file.ref
    file["X"].attrs["MATLAB_class"], file["C"].attrs["MATLAB_class"] = b"double", b"cell"
with open("odd_matlab73.mat", "r+b") as file:
    file.write(b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM")
