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
