#!/usr/bin/python3
"""Writes the stored corpora of the fuzz targets: corpus/TARGET/. Files of h5py's by
make_h5py_corpus.py, files of our own by the program, the rest by itself or as links to files that
the repository has anyway.

  tests/fuzz/make_corpus.py build/dev/hashlab
"""
import glob
import gzip
import hashlib
import io
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

program = os.path.abspath(sys.argv[1])

import h5py
import numpy as np

from make_h5py_corpus import folder, new  # which writes its files

corpus = os.path.dirname(folder)
repository = os.path.dirname(os.path.dirname(os.path.dirname(corpus)))


def store(target, name, content):
    os.makedirs(os.path.join(corpus, target), exist_ok=True)
    with open(os.path.join(corpus, target, name), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)


def content_of(path):
    with open(path, "rb") as file:
        return file.read()


def store_small(target, name, source):
    """An HDF5 file of ours once more, sealed, but in fewer bytes: its tables are not in chunks."""
    os.makedirs(os.path.join(corpus, target), exist_ok=True)
    os.chdir(os.path.join(corpus, target))
    with h5py.File(source) as old, new(name, libver=("v110", "v110"), userblock_size=512) as file:

        def copy_attributes(object_name):
            for attribute, value in old[object_name].attrs.items():
                file[object_name].attrs[attribute] = value

        def copy(object_name, thing):
            if isinstance(thing, h5py.Dataset):
                file[object_name] = thing[()]
            else:
                file.require_group(object_name)
            copy_attributes(object_name)

        old.visititems(copy)
        copy_attributes("/")
    with open(name + ".h5", "r+b") as file:
        seal = b"hashlab file; SHA-256 of the bytes from 512 on: "
        file.seek(512)
        seal += hashlib.sha256(file.read()).hexdigest().encode() + b"\n"
        file.seek(0)
        file.write(seal.ljust(512, b"\0"))


def hashlab(*words, status=0):
    result = subprocess.run([program, *words], cwd=work, capture_output=True, text=True)
    assert result.returncode == status, result.stderr


work = tempfile.mkdtemp()
with h5py.File(os.path.join(work, "tiny.h5"), "w") as file:  # as split_data.h has it
    file["features"] = (np.arange(48 * 8) * 7 % 31).astype("f4").reshape(48, 8)
    file["labels"] = (np.arange(48) % 4).astype("i4")
sizes = """
test-queries = 4
validation-queries = 4
validation-database = 10
training = 12
"""
suite = """name = tiny
dataset = tiny
groundtruth = class
hasher = pca+sbq
grid = pca+npq: beta=1,2
reference = cosine
bits = 8
runs = 1
split = improved
metric = auprc
hash-tables = K:4 L:2 radius:1
""" + sizes
with open(os.path.join(work, "tiny.ini"), "w") as file:
    file.write(suite)

# Results, splits, codes and models.
hashlab("run", "tiny.ini", "--data", ".", "--out", "out", "--jobs", "1", "--keep-codes")
for cell in sorted(glob.glob(work + "/out/cells/*.h5")):
    name = os.path.basename(cell).split("-")[0]
    store_small("fuzz_cell", name, cell)
    with h5py.File(cell) as file:
        recipe = file.attrs["recipe"]
    whole = content_of(cell)
    size = int(re.search(rb"appendix: the last (\d+) bytes", whole[:512])[1])
    store("fuzz_cell_summary", name, whole[-size:])
    store("fuzz_recipe", name, bytes([0 if name == "cosine" else 8, 0, "tuned" in name]) +
          recipe.encode())
    if name == "pca+sbq":
        store_small("fuzz_h5_codes", "cell", cell)
store("fuzz_manifest", "tiny.tsv", content_of(work + "/out/manifest.tsv"))
two = ["splits", "export", "tiny.ini", "--data", ".", "--set", "split=literature",
       "--set", "split=matched"]
hashlab(*two, "--out", "splits.h5")
store_small("fuzz_split_file", "two", work + "/splits.h5")
parts = ("queries", "database", "training", "learnable", "validation-queries",
         "validation-database")
for form, ending, bits in (("text", ".txt", 0), ("npy", ".npy", 63)):
    hashlab("splits", "export", "tiny.ini", "--data", ".", "--out", form, "--format", form)
    lists = work + "/" + form + "/improved/run-1/"
    store("fuzz_split_lists", form, bytes([bits]) + content_of(lists + "split.txt") + b"|" +
          b"|".join(content_of(lists + part + ending) for part in parts))
for hasher in ("lsh+sbq", "itq+npq:thresholds=3", "pca+mhq", "pca+vbq", "sh+dbq", "sklsh+sbq",
               "agh+sbq", "sph+sbq", "ksh+sbq:anchors=4"):
    name = hasher.split(":")[0]
    hashlab("train", "--data", "tiny.h5", "--hasher", hasher, "--bits", "4", "--groundtruth",
            "class", "--out", name + ".model")
    store_small("fuzz_model", name, work + "/" + name + ".model")
    if name in ("lsh+sbq", "pca+mhq", "pca+vbq"):
        hashlab("encode", "--model", name + ".model", "--data", "tiny.h5", "--out", "codes.h5")
        store_small("fuzz_h5_codes", name, work + "/codes.h5")
for hasher in ("haar+rabitq:bits=2,scalar=half", "pca+poured", "raw+osq:scalar=float", "raw+opq"):
    name = hasher.split(":")[0]
    hashlab("train", "--data", "tiny.h5", "--hasher", hasher, "--bits", "104", "--out",
            name + ".model")
    store_small("fuzz_model", name, work + "/" + name + ".model")
    hashlab("encode", "--model", name + ".model", "--data", "tiny.h5", "--out", "codes.h5")
    store_small("fuzz_h5_codes", name, work + "/codes.h5")
with h5py.File(os.path.join(work, "two.h5"), "w") as file:
    file["image/features"] = (np.arange(48 * 6) * 7 % 31).astype("f4").reshape(48, 6)
    file["text/features"] = (np.arange(48 * 3) * 5 % 11).astype("f4").reshape(48, 3)
    file["labels"] = (np.arange(48) % 4).astype("i4")
for hasher in ("cvh+sbq", "rcmh+joint", "seph+npq:anchors=4", "lssh+sbq:atoms=5"):
    name = hasher.split(":")[0]
    hashlab("train", "--data", "two.h5", "--views", "image,text", "--hasher", hasher, "--bits", "4",
            "--groundtruth", "class", "--out", name + ".model")
    store_small("fuzz_model", name, work + "/" + name + ".model")
with h5py.File(os.path.join(work, "linear"), "w") as file:  # see CheckpointFolder
    file.attrs["kind"], file.attrs["key"] = "hashlab checkpoint", "key"
    file["network.head.weight"] = np.arange(6.).reshape(2, 3)
    file["epochs"] = [[7.]]
store_small("fuzz_checkpoint", "linear", work + "/linear")
shutil.copy(folder + "/search_bits.h5", corpus + "/fuzz_h5_codes")
shutil.rmtree(work)

# Texts.
store("fuzz_grid", "two", "itq+npq:thresholds=3: alpha=0,0.5,1; beta=0.5,1,2")
store("fuzz_grid", "one", "lsh+npq: beta=1")
store("fuzz_grid_scratch", "two", "0.5\tpca+npq:beta=1\n-1e-3\tpca+npq:beta=2\n")
store("fuzz_suite_members", "two", "name = both\nruns = 2\nsuite = a.ini\nsuite = b.ini\n" + sizes +
      "|name = a\ndataset = a\nhasher = lsh+sbq\n|name = b\ndataset = b\nhasher = pca+npq\n")
profile = "|dataset = d\nbits = 8 16\n" + sizes
store("fuzz_suite_members", "profiles", "name = all\ndatasets = p\nsuite = a.ini\nsuite = b.ini\n"
      "hasher = lsh+sbq\n|name = a\nprofile = p\nbits = 4\n|name = b\ndataset = d\n" + profile)
store("fuzz_suite_members", "nested", "name = all\nsuite = a.ini\nhasher = lsh+sbq\n"
      "|datasets = p\nruns = 2\n|" + profile)
store("fuzz_suite_members", "profile_circle", "name = all\nprofile = p\n|||profile = p\n")
store("fuzz_suite_members", "itself", suite)


def sealed(text):
    return text + "sha256\t" + hashlib.sha256(text.encode()).hexdigest() + "\n"


holder = "host\tn1\nprocess\t7\ntoken\t0123456789ab\n"
run = sealed(holder + "plan\tp\njobs\t2\ndone\t3\nfailed\t0\nseconds\t1.5\nrenewals\t1\n")
site = "partition = short\ntime = 1:00:00\nnodes = 3\noption = --qos=long\nsetup = module load x\n"
for state in ("held", "finished", "given back"):
    lease = sealed(f"state\t{state}\n{holder}renewals\t0\n")
    store("fuzz_sharing", state.replace(" ", "_"), "|".join((lease, run, site)))
store("fuzz_sharing", "garbage", "state\theld|x|nodes = 0")
store("fuzz_suite", "grid", suite)
# Boost puts a line that is no setting in the place of this word, again and again.
for target in ("fuzz_suite", "fuzz_suite_members"):
    store(target, "placeholder", "name = tiny\nvalidati%invalid_line%\n")
for name, text in (("hasher", "itq+npq:thresholds=7,beta=2"), ("split", "class-disjoint:folds=2"),
                   ("truth", "epsilon:neighbours=100"), ("metric", "map@100:divisor=min"),
                   ("foreign", "foreign:lists=a,as=literature"), ("tuned", "pca+npq:tuned"),
                   ("given", "given:training=drawn,as=improved")):
    store("fuzz_spec", name, text)
store("fuzz_index_list", "text", b"\x03# rows\n0\n 5\n47\n")
store("fuzz_index_list", "npy", b"\x03" + content_of(repository + "/tests/data/list_i8.npy"))
store("fuzz_index_list", "names", b"\x01a/1.jpg 0 1\nx/b/2.jpg\n3.jpg,4\n")
store("fuzz_label_files", "list", b"\x00a/1.jpg 0 1 0\nb/2.jpg 1 0 1\n")
store("fuzz_label_files", "words", b"\x03dog\ncat\ndog\n")
store("fuzz_label_files", "named_words", b"\x00file,label\nx/1.jpg,cat\nx/2.jpg,dog\n")
store("fuzz_label_files", "numbered", b"\x00\xef\xbb\xbf17 0 1\n4 1 0\n\n")
store("fuzz_label_files", "lists", b"\x035\n0 3 4\n2 4\n")
store("fuzz_label_files", "named_lists", b"\x00id,labels\n7,0;3\n8,\n9,2;3;5\n")
store("fuzz_label_files", "listed_names", b"\x00a.jpg,\"['cat', 'dog']\"\nb.jpg,[]\n")
store("fuzz_label_files", "savetxt",
      b"\x001.000000000000000000e+00\n0.000000000000000000e+00\n")
for name, file, samples in (("matlab_cell", "words", b"\x04"),
                            ("matlab_vector", "vector", b"\x03")):
    path = f"{repository}/tests/data/matlab/{file}.mat"
    store("fuzz_label_files", name, samples + content_of(path))
store("fuzz_label_files", "carriage_return_first", b"\xcb\r0\n0\n\r\n")
# A cell array of no cells: the first dimension of words.mat is 0.
words = bytearray(content_of(f"{repository}/tests/data/matlab/words.mat"))
words[160] = 0
store("fuzz_label_files", "matlab_no_cells", b"\x04" + bytes(words))
store("fuzz_labels", "text", "0\n1\r\n2")
store("fuzz_import_text", "labels", b"\x00" + b"1,2.5,-3,0\n4,5e-1,6,1\n")
store("fuzz_import_text", "columns", b"\x06n,x,y\na,1,2\nb,3,4\n")
store("fuzz_import_text", "header", b"\x04" + b"a b c\n1 2 3\n4 5 6\n")
store("fuzz_import_text", "numbered", b"\x07,0,1,2\n0,.5,1,2\n1,3,4,5\n")
for i, (form, dtype) in enumerate((("fbin", "<f4"), ("u8bin", "u1"), ("i8bin", "i1"),
                                   ("ibin", "<i4"))):
    store("fuzz_import_bins", form, bytes([i]) + np.array([2, 3], "<u4").tobytes() +
          np.arange(-1, 5).astype(dtype).tobytes())
store("fuzz_import_libsvm", "classes", b"\x01" + b"1 1:0.5 3:-2e1\n2 2:1 # why\n\n+1 qid:3 1:4\n")
store("fuzz_import_libsvm", "signs", b"\x00" + b"-1 0:1\n+1 1:.5\n")
store("fuzz_import_libsvm", "lists", b"\x00" + b"0,2 1:1\n 2:3\n1 1:4\n")
store("fuzz_import_libsvm", "regression", b"\x00" + b"0.5 1:1\n2 2:3\n")
store("fuzz_import_word_vectors", "glove", b"\x00" + b"the .1 -2e-1 3\n\" 1 2 3\n. . 1 2 3\n")
store("fuzz_import_word_vectors", "word2vec", b"\x01" + b"2 3\n</s> .1 2 3 \nw 4 5 6 \n")
store("fuzz_import_word_vectors", "columns", b"\x02" + b"a .1 2 3\nb 4 5 6\n")
store("fuzz_import_word_vectors", "labels", b"\x03" + b"a .1 2 3\nb 4 5 6\na 7 8 9\n")
store("fuzz_import_word2vec", "ends",
      b"2 3\n</s> " + np.array([.5, -1, 2], "<f4").tobytes() + b"\nw " +
      np.array([3, 4, 5], "<f4").tobytes() + b"\n")
store("fuzz_import_word2vec", "plain", b"1 2\nw " + np.array([.5, -1], "<f4").tobytes())
store("fuzz_import_format", "zip", b"PK\x03\x04" + bytes(22) + b"\x05\x00\x00\x00" + b"x.npy")
store("fuzz_import_format", "pickle", b"\x80\x04\x95\x10")
store("fuzz_import_format", "parquet", b"PAR1\x15\x04")
store("fuzz_import_format", "sparse", b"1,2 1:.5\n")
store("fuzz_import_format", "words", b"2 2\na .5 1\nb 2 3\n")
store("fuzz_import_wiki_list", "three", "a\tb\t1\nc\td\t10\ne\tf\t2\n")
store("fuzz_import_cifar10", "two", (bytes([3]) + bytes(range(256)) * 12) * 2)
store("fuzz_import_nus_wide", "all", bytes([63, 2]) +
      b"1 0 2\n0 3 0\n|1\n0\n|a\n|1 dog cat\n2 cat\n|dog\ncat\n|1 0\n0 1\n")
store("fuzz_ivecs", "two", bytes([2, 8]) + np.array([2, 7, 0, 1, 3], "<i4").tobytes())
for bits, name in ((0, "u1"), (1, "b1"), (2, "u8")):
    array = np.eye(4, 8, dtype=name)
    path = os.path.join(tempfile.gettempdir(), "codes.npy")
    np.save(path, np.packbits(array, axis=1) if name == "u1" else array)
    store("fuzz_codes", name, bytes([0, 0, bits]) + content_of(path))
    os.remove(path)
for source in ("plain", "packed", "columns", "bytes", "sparse", "sparse_plain", "classes", "others",
               "big_endian"):
    # Of nine variables there is one to be named, in some by the bytes in front.
    store("fuzz_import_matlab", source, bytes([5 if source.startswith("sparse") else 0, 0, 2, 7]) +
          content_of(repository + "/tests/data/matlab/" + source + ".mat"))

for source, features, labels in (("nested", 10, 0), ("nested_packed", 8, 0), ("nested", 7, 2),
                                 ("only_struct", 0, 0), ("label_kinds", 1, 11)):
    store("fuzz_import_matlab", f"{source}_{features}", bytes([features, labels, 2, 7]) +
          content_of(repository + "/tests/data/matlab/" + source + ".mat"))

store("fuzz_import_hdf5", "matlab73_nested.h5",
      content_of(repository + "/tests/data/matlab/nested73.mat"))

for i, form in enumerate(("fvecs", "bvecs", "ivecs")):
    store("fuzz_import_vecs", form, bytes([i]) +
          content_of(repository + "/tests/data/plain." + form))

# Damages of a results folder: two lines swapped, a cell gone, another text, a number that is none.
for i, verb in enumerate(("report", "table", "compare", "compare_by_hasher", "status")):
    for name, damages in (("none", []), ("swapped", [0, 24, 25]), ("gone", [4, 1, 0]),
                          ("text", [6, 1, 0, 1, 3, 97, 98, 99]),
                          ("nan", [8, 2, 0, 200, 0, 0, 0, 0, 0, 0, 248, 127]),
                          ("counts", [11, 0, 0, 1, 3, 2, 0, 1, 9, 2])):
        store("fuzz_report", verb + "_" + name, bytes([i] + damages))

# Files of codes: three bytes of options (bits, bits of a digit, order), then the file.
bit = (7 * np.arange(12)[:, None] + 3 * np.arange(16)[None, :]) % 5 < 2
packed = np.packbits(bit, axis=1)
hex_words = [row.tobytes().hex() for row in packed]


def store_codes(name, content, bits=0, order=0):
    store("fuzz_codes", name, bytes([bits, 1, order]) + content)


def archive(write, **arrays):
    file = io.BytesIO()
    write(file, **arrays)
    return file.getvalue()


def lines(words):
    return ("\n".join(map(str, words)) + "\n").encode()


store_codes("npz", archive(np.savez, a=bit))
store_codes("npz_two", archive(np.savez, a=bit, b=packed))
store_codes("npz_packed", archive(np.savez_compressed, a=packed), 16, 2)
store_codes("hex", lines(hex_words))
store_codes("hex_prefix", lines("0x" + word for word in hex_words), 15, 2)
store_codes("hex_odd", lines(word[:3] for word in hex_words), 10)
store_codes("binary", lines("".join(map(str, row)) for row in bit.astype(int)))
store_codes("signs", lines(" ".join(map(str, row)) for row in np.where(bit, 1, -1)))
store_codes("csv", lines(",".join(map(str, row)) for row in packed))
store_codes("wholes", lines(int(word, 16) << 40 for word in hex_words))
store_codes("text_gzip", gzip.compress(lines(hex_words), mtime=0))
store_codes("faiss", b"IBxF" + struct.pack("<iiqBiQ", 16, 2, 12, 1, 1, packed.size) +
            packed.tobytes())
os.chdir(os.path.join(corpus, "fuzz_h5_codes"))
with new("tables") as file:
    file["db"] = packed
    file["group/q"] = np.where(bit, 1, -1).astype(np.int8)
with new("one_table") as file:
    file["db"] = np.where(bit, 0.25, -1).astype(np.float32)
for name in ("codes", "code_kinds"):
    store_codes("mat_" + name, content_of(f"{repository}/tests/data/matlab/{name}.mat"))

# Files that are in the repository anyway.
for target, pattern in (("fuzz_npy", "tests/data/*.npy"), ("fuzz_features", "tests/data/plain_f*"),
                        ("fuzz_import_npy", "tests/data/*.npy"),
                        ("fuzz_labels", "tests/data/*_i4_?.npy"),
                        ("fuzz_import_idx", "tests/data/*.idx*"),
                        ("fuzz_image", "tests/data/images/*.[pj][npg][gm]"),
                        ("fuzz_suite", "experiments/suites/*.ini"),
                        ("fuzz_published", "results/published/*.csv"),
                        ("fuzz_site_csv", "results/kept/[lmw]*-[nm]*.csv"),
                        ("fuzz_correction", "results/published/corrections/*.csv")):
    os.makedirs(os.path.join(corpus, target), exist_ok=True)
    os.chdir(os.path.join(corpus, target))
    for path in glob.glob(os.path.join(repository, pattern)):
        link = os.path.basename(path)
        if os.path.lexists(link):
            os.remove(link)
        os.symlink(os.path.relpath(path), link)
for target in ("fuzz_dataset", "fuzz_inspect", "fuzz_h5_tables"):
    if not os.path.lexists(os.path.join(corpus, target)):
        os.symlink("fuzz_import_hdf5", os.path.join(corpus, target))
