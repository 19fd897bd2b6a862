#!/usr/bin/python3
"""Writes the small files of tests/import_*_test.cpp beside itself, with NumPy: one table in each
format. Needs NumPy; gzipped files carry no time, so that they come out the same again."""
import gzip
import os
import struct

import numpy as np

os.chdir(os.path.dirname(os.path.abspath(__file__)))

counts = np.array([[0, 1, 2], [100, 200, 255], [7, 8, 9], [65, 66, 67]])
signed = counts - 100
real = counts / 8 - 3


def vecs(name, table):
    """Dimension and elements of each row, side by side as bytes."""
    rows = table.view(np.uint8).reshape(len(table), -1)
    sizes = np.full((len(table), 1), table.shape[1], "<i4").view(np.uint8)
    np.hstack([sizes, rows]).tofile(name)


vecs("plain.fvecs", real.astype("<f4"))
vecs("plain.ivecs", signed.clip(-1).astype("<i4"))
vecs("plain.bvecs", counts.astype("u1"))



def bins(name, table):
    """Numbers of rows and columns before the table."""
    with open(name, "wb") as file:
        file.write(struct.pack("<II", *table.shape) + table.tobytes())


bins("plain.fbin", real.astype("<f4"))
bins("plain.ibin", signed.clip(-1).astype("<i4"))
bins("plain.u8bin", counts.astype("u1"))
bins("plain.i8bin", signed.clip(-128, 127).astype("i1"))

words = ["the", ",", '"', "at"]
with open("plain.glove", "w") as file:
    for word, row in zip(words, real):
        file.write(word + " " + " ".join(f"{x:.7g}" for x in row) + "\n")
with open("plain.w2v", "wb") as file:
    file.write(b"4 3\n")
    for word, row in zip(words, real):
        file.write(word.encode() + b" " + row.astype("<f4").tobytes() + b"\n")
with open("plain.libsvm", "w") as file:
    for i, row in enumerate(real):
        cells = " ".join(f"{j + 1}:{x:.7g}" for j, x in enumerate(row) if x != 0)
        file.write(f"{i % 2} {cells}\n")

np.savetxt("plain.csv", real, delimiter=",", header="a,b,c")
np.savetxt("plain_blanks.txt", real, fmt="%.7g")

for dtype, table in [("<f4", real), ("<f8", real), ("|u1", counts), ("|i1", signed.clip(-128, 127)),
                     ("<i4", signed), ("<i8", signed), ("<u2", counts), ("|b1", counts % 2)]:
    for order in "CF":
        name = f"plain_{dtype[1:]}_{order}.npy"
        np.save(name, np.array(table, dtype=dtype, order=order))
pictures = (np.arange(2 * 4 * 5 * 3) * 7 % 256).astype("u1").reshape(2, 4, 5, 3)
np.save("pictures_C.npy", pictures)
np.save("pictures_F.npy", np.asfortranarray(pictures))
np.save("pictures_grey.npy", pictures[..., 0].copy())
np.save("list_i8.npy", signed[:, 0].astype("<i8"))
np.save("big_endian.npy", real.astype(">f4"))


def idx(code, table):
    head = struct.pack(">BBBB", 0, 0, code, table.ndim)
    return head + struct.pack(f">{table.ndim}I", *table.shape) + table.tobytes()


def write(name, data):
    with open(name, "wb") as file:
        file.write(gzip.compress(data, mtime=0) if name.endswith(".gz") else data)


write("plain-u1.idx", idx(0x08, counts.astype("u1")))
write("plain-i1.idx", idx(0x09, signed.clip(-128, 127).astype("i1")))
write("plain-i2.idx", idx(0x0B, signed.astype(">i2")))
write("plain-i4.idx", idx(0x0C, signed.astype(">i4")))
write("plain-f4.idx", idx(0x0D, real.astype(">f4")))
write("plain-f8.idx", idx(0x0E, real.astype(">f8")))
write("pictures-grey.idx.gz", idx(0x08, pictures[..., 0]))
write("pictures.idx", idx(0x08, pictures))
write("labels.idx.gz", idx(0x08, np.array([9, 4], "u1")))
