#!/usr/bin/python3
"""Writes a made-up stand-in of NUS-WIDE's own folders with NumPy, into the folder given.

60 pictures (40 for training), 12 visual words, 4 concepts, 9 tags in words, 5 in the table; lines
end as the release's do (blanks and tabs at the end, some CR LF). What an importer should make of
them, in the order of all pictures and of the two parts, is written beside them as text.
"""
import os
import sys

import numpy as np

rng = np.random.default_rng(81)
n, train = 60, 40
words = rng.integers(0, 30, (n, 12))
words[7] = 0
labels = rng.integers(0, 2, (n, 4))
tags = rng.integers(0, 2, (n, 9)) * rng.integers(0, 2, (n, 9))
table = rng.integers(0, 2, (n, 5))
is_train = np.zeros(n, bool)
is_train[rng.permutation(n)[:train]] = True
concepts = ["airport", "animal", "beach", "water"]
names = [f"tag{i}" for i in range(9)]


def put(name, lines, end="\n"):
    path = os.path.join(sys.argv[1], name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="") as file:
        file.write("".join(line + end for line in lines))


def blanks(rows):
    return [" ".join(map(str, row)) + " " for row in rows]


def tabs(rows):
    return ["\t".join(map(str, row)) + "\t" for row in rows]


for folder, parts in (("all", {"": slice(None)}),
                      ("parts", {"Train": is_train, "Test": ~is_train})):
    for part, rows in parts.items():
        put(f"{folder}/Low_Level_Features/BoW_{part + '_' if part else ''}int.dat",
            blanks(words[rows]))
        for k, each in enumerate(concepts):
            put(f"{folder}/Groundtruth/Labels/Labels_{each}{'_' + part if part else ''}.txt",
                map(str, labels[rows, k]), "\r\n")
        put(f"{folder}/Tags/{part}_Tags1k.dat" if part else "all/Tags/AllTags1k.txt",
            tabs(table[rows]))
    put(f"{folder}/Concepts/Concepts81.txt", [each + " " for each in concepts], "\r\n")
put("words/Final_Tag_List.txt", names, "\r\n")
put("words/All_Tags.txt",
    [f"{1000 + i}      " + " ".join([names[j] for j in np.flatnonzero(row)] + ["unlisted"])
     for i, row in enumerate(tags)])

length = np.linalg.norm(words, axis=1, keepdims=True)
unit = words / np.where(length == 0, 1, length)
centred = tags - tags.mean(axis=0)
_, vectors = np.linalg.eigh(centred.T @ centred / n)
vectors = vectors[:, ::-1][:, :4]
vectors *= np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(4)])
order = np.concatenate([np.flatnonzero(is_train), np.flatnonzero(~is_train)])
for name, values in (("unit", unit), ("labels", labels), ("table", table), ("components",
                                                                          centred @ vectors)):
    np.savetxt(os.path.join(sys.argv[1], name + ".all"), values, "%.17g")
    np.savetxt(os.path.join(sys.argv[1], name + ".parts"), values[order], "%.17g")
