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


# What is in cell arrays and structures. Each has the matrix and the labels, and something else.
def cell(*elements):
    array = np.empty((1, len(elements)), dtype=object)
    array[0, :] = elements
    return array


# Record arrays of two dimensions: SciPy writes them as arrays of structures.
records = np.zeros((1, 2), dtype=[("X", object), ("note", object)])
records["X"][0, :] = fea, fea + 100
records["note"][0, :] = "one", "two"
sign = 2 * np.eye(3)[np.arange(5) % 3] - 1
nested = {
    "views": cell(fea, fea.T[:2].T * 2, "text"),
    "data": {"X": fea, "y": gnd, "deep": {"Z": fea + 1, "list": cell(fea + 2)}},
    "records": records,
}
save("nested.mat", nested)
save("nested_packed.mat", nested, do_compression=True)
save("only_struct.mat", {"data": {"X": fea, "y": gnd, "names": cell("a", "b")}})
save("label_kinds.mat", {
    "fea": fea.T, "hot": np.eye(3)[np.arange(5) % 3].T[:2], "sign": sign.T[:2],
    "thin": scipy.sparse.csc_matrix(np.eye(3)[np.arange(5) % 3].T[:2]),
})


class Writer73:
    """A file as MATLAB writes it: groups are structures, references lead to elements of cells."""

    def __init__(self, name):
        self.file = h5py.File(name, "w", userblock_size=512)
        self.name = name
        self.count = 0

    def put(self, path, value, kind="double"):
        if isinstance(value, dict):
            group = self.file.create_group(path)
            group.attrs["MATLAB_class"] = np.bytes_("struct")
            for key, each in value.items():
                self.put(path + "/" + key, each)
        elif isinstance(value, list):
            self.put_references(path, value).attrs["MATLAB_class"] = np.bytes_("cell")
        elif scipy.sparse.issparse(value):
            group = self.file.create_group(path)
            group.attrs["MATLAB_class"] = np.bytes_(kind)
            group.attrs["MATLAB_sparse"] = np.uint64(value.shape[0])
            for key, part in (("data", value.data), ("ir", value.indices), ("jc", value.indptr)):
                if key == "jc" or value.nnz:
                    group[key] = part.astype(np.float64 if key == "data" else np.uint64)
        else:
            dataset = self.file.create_dataset(path, data=np.asarray(value).T)
            dataset.attrs["MATLAB_class"] = np.bytes_(kind)

    def put_references(self, path, values):
        references = []
        for value in values:
            self.count += 1
            target = "/#refs#/" + chr(ord("a") + self.count)
            self.put(target, value)
            references.append(self.file[target].ref)
        dataset = self.file.create_dataset(path, (len(references), 1), dtype=h5py.ref_dtype)
        dataset[:, 0] = references
        return dataset

    def close(self):
        self.file.close()
        with open(self.name, "r+b") as file:
            head = b"MATLAB 7.3 MAT-file, written by h5py".ljust(116)
            file.write(head + bytes(8) + b"\x00\x02IM")


writer = Writer73("nested73.mat")
writer.put("views", [fea, fea[:, :2] * 2])
writer.put("data", {"X": fea, "y": gnd, "deep": {"Z": fea + 1, "list": [fea + 2]}})
writer.file.create_group("records").attrs["MATLAB_class"] = np.bytes_("struct")
writer.put_references("records/X", [fea, fea + 100])
writer.put("thin", scipy.sparse.csc_matrix(fea * (fea % 3 > 1.5)))
writer.put("hot", scipy.sparse.csc_matrix(np.eye(3)[np.arange(5) % 3]), "logical")
writer.put("none", scipy.sparse.csc_matrix((5, 3)))
writer.close()

# Codes of 16 bits: bit j of code i is 1 if (7 i + 3 j) % 5 < 2, in the ways in which they are
# published: packed (compactbit), signs, logicals, in a structure.
bit = (7 * np.arange(40)[:, None] + 3 * np.arange(16)[None, :]) % 5 < 2
packed = np.packbits(bit, axis=1, bitorder="little")
save("codes.mat", {"B": packed})
save("code_kinds.mat", {
    "signs": np.where(bit, 1.0, -1.0), "bits": bit, "doubles": bit * 1.0,
    "bytes": packed.astype(float), "data": {"B": packed, "deep": {"C": bit.astype(np.int8)}},
    "real": np.where(bit, 0.25, -1.5), "zeros": np.where(bit, 1.0, -1.0) * (bit | (bit.T[:1].T)),
    "words": packed.view(np.uint16), "columns": bit.T, "thin": scipy.sparse.csc_matrix(bit * 1.0),
}, do_compression=True)
save73("codes73.mat", {"B": packed, "signs": np.where(bit, 1.0, -1.0)})
