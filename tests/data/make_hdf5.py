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

# One byte changed by accident or intent, which HDF5 1.10.8 does not survive.
def changed(name, place, was, now):
    with open(name, "r+b") as file:
        content = bytearray(file.read())
        at = place(content)
        assert content[at] == was
        content[at] = now
        file.seek(0)
        file.write(content)


# A string in the heap that claims 2^51 bytes, read as an attribute.
with h5py.File("crash_heap.h5", "w", libver="earliest") as file:
    file["features"] = base
    file.attrs["source"] = "made up"
changed("crash_heap.h5", lambda content: content.index(b"GCOL") + 30, 0, 8)
# The header of /labels claims twice its length. What follows belongs to the group that it is in, so
# it becomes a group that contains itself.
with h5py.File("crash_loop.h5", "w", libver="earliest") as file:
    file["features"] = base
    file["labels"] = np.arange(4) % 2
    file.attrs["source"] = "made up"
header = bytes([1, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0])
changed("crash_loop.h5", lambda content: content.rindex(header) + 9, 1, 2)
