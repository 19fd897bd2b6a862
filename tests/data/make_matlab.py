#!/usr/bin/python3
"""Writes the small MATLAB files of this folder with SciPy and h5py, which know nothing of hashlab.

The same 5 x 3 matrix and 5 labels are in most of them: fea[i, j] = 10 i + j + 0.5, gnd[i] = i % 3.
SciPy writes little-endian files only; big_endian.mat is put together here by the published format
and read back with SciPy.
"""
import os
import struct

import h5py
import numpy as np
import scipy.io
import scipy.sparse

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "matlab"))
fea = 10 * np.arange(5)[:, None] + np.arange(3)[None, :] + 0.5
gnd = (np.arange(5) % 3)[:, None].astype(float)


def save(name, variables, **options):
    scipy.io.savemat(name, variables, **options)
    with open(name, "r+b") as file:  # without the date
        file.write(b"MATLAB 5.0 MAT-file, written by SciPy".ljust(116))


save("plain.mat", {"fea": fea, "gnd": gnd})
save("packed.mat", {"fea": fea, "gnd": gnd}, do_compression=True)
save("columns.mat", {"X": fea.T, "y": gnd.T})
save("bytes.mat", {"fea": (fea // 1).astype(np.uint8)})
save("sparse.mat", {"tags": scipy.sparse.csc_matrix(fea * (fea % 3 > 1.5))}, do_compression=True)
save("sparse_plain.mat", {"tags": scipy.sparse.csc_matrix(fea * (fea % 3 > 1.5))})
save("classes.mat", {"fea": fea.astype(np.int16), "gnd": np.eye(3)[np.arange(5) % 3]})
save("others.mat", {
    "single": fea.astype(np.float32), "logic": fea > 20, "name": "text", "waves": fea * 1j,
    "cell": np.array([[1], "two"], dtype=object), "record": {"a": 1}, "cube": np.zeros((2, 2, 2)),
    "nothing": np.zeros((0, 3)),
}, do_compression=True)

save("wiki.mat", {  # in the shape of the Wiki set's raw_features.mat
    "I_tr": np.arange(6.0).reshape(3, 2), "I_te": np.arange(4.0).reshape(2, 2) + 0.5,
    "T_tr": np.array([[7.0], [8], [9]]), "T_te": np.array([[5.0], [6]]),
})


def element(kind, data):
    return struct.pack(">II", kind, len(data)) + data.ljust((len(data) + 7) // 8 * 8, b"\0")


def matrix(name, values):
    return element(14, element(6, struct.pack(">II", 6, 0)) +
                   element(5, struct.pack(">ii", *values.shape)) +
                   element(1, name.encode()) +
                   element(9, values.astype(">f8").tobytes(order="F")))


with open("big_endian.mat", "wb") as file:
    file.write(b"MATLAB 5.0 MAT-file, big-endian".ljust(116) + bytes(8) + b"\x01\x00MI")
    file.write(matrix("fea", fea) + matrix("gnd", gnd))
assert (scipy.io.loadmat("big_endian.mat")["fea"] == fea).all()


def save73(name, variables):
    with h5py.File(name, "w", userblock_size=512) as file:
        for key, value in variables.items():
            group = file.create_dataset(key, data=np.asarray(value).T)  # transposed, as MATLAB does
            group.attrs["MATLAB_class"] = np.bytes_(
                {"float64": "double", "uint16": "char"}.get(group.dtype.name, group.dtype.name))
    with open(name, "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file, written by h5py".ljust(116) + bytes(8) + b"\x00\x02IM")


save73("plain73.mat", {"fea": fea, "gnd": gnd})
save73("columns73.mat", {"fea": fea.T.astype(np.uint8), "name": np.array([[116, 101]], np.uint16)})
