#!/usr/bin/env python3
"""Writes tests/data/matlab/word*.mat and vector.mat, byte by byte as "MAT-File Format" has it:
texts in cell arrays (as UTF-16, as MATLAB writes them, and as UTF-8, as SciPy does) and in matrices
of characters."""
import os
import struct
import zlib

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "matlab")
CELL, CHAR, DOUBLE = 1, 4, 6
UTF16, UTF8 = 4, 16


def element(kind, data, may_be_small=True):
    if may_be_small and 0 < len(data) <= 4:
        return struct.pack("<HH", kind, len(data)) + data.ljust(4, b"\0")
    return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def array(kind, shape, name, body):
    inside = (element(6, struct.pack("<II", kind, 0), False) +
              element(5, struct.pack(f"<{len(shape)}i", *shape), False) + element(1, name) + body)
    return struct.pack("<II", 14, len(inside)) + inside


def text(word, kind=UTF16, name=b""):
    units = word.encode("utf-16-le")
    return array(CHAR, (1, len(units) // 2), name,
                 element(kind, units if kind == UTF16 else word.encode()))


def doubles(values, shape, name):
    return array(DOUBLE, shape, name, element(9, struct.pack(f"<{len(values)}d", *values), False))


def save(name, *variables):
    header = b"MATLAB 5.0 MAT-file, written by hand".ljust(116) + b"\0" * 8 + b"\x00\x01IM"
    with open(os.path.join(folder, name + ".mat"), "wb") as file:
        file.write(header + b"".join(variables))


words = ["dog", "\u00e7at", "dog", "eel"]
cell = array(CELL, (4, 1), b"y",
             b"".join(text(w, UTF16 if i % 2 else UTF8) for i, w in enumerate(words)))
packed = zlib.compress(cell)
rows = ["dog ", "eel ", "crow"]
save("words", cell)
save("word_rows", array(CHAR, (3, 4), b"y", element(
    UTF16, "".join(row[j] for j in range(4) for row in rows).encode("utf-16-le"))))
save("words_beside", doubles(range(12), (4, 3), b"X"),
     struct.pack("<II", 15, len(packed)) + packed)
save("words_and_numbers", array(CELL, (1, 2), b"y", text("a") + doubles([1], (1, 1), b"")))
save("vector", doubles([2, 0, 1], (3, 1), b"y"))
