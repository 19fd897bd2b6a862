#!/usr/bin/python3
"""Writes the HDF5 files of corpus/fuzz_import_hdf5 with h5py, which knows nothing of hashlab: a
file for each way in which h5py stores numbers, texts, references, links and attributes.

Most hold the same 4 x 3 features and 4 labels. The same versions of h5py and HDF5 write the same
bytes, but for virtual.h5, of which HDF5 leaves some unset.
"""
import os

import h5py
import numpy as np

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus", "fuzz_import_hdf5")
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
features = np.arange(12, dtype=np.float32).reshape(4, 3)
labels = np.array([0, 1, 1, 0])


def new(name, libver=("earliest", "v110"), userblock_size=0, track_order=False):
    """As h5py.File() makes it, but without the time, which newer versions of the format keep."""
    creation = h5py.h5p.create(h5py.h5p.FILE_CREATE)
    creation.set_obj_track_times(False)
    creation.set_userblock(userblock_size)
    if track_order:
        order = h5py.h5p.CRT_ORDER_TRACKED | h5py.h5p.CRT_ORDER_INDEXED
        creation.set_link_creation_order(order)
        creation.set_attr_creation_order(order)
    access = h5py.h5p.create(h5py.h5p.FILE_ACCESS)
    versions = {"earliest": h5py.h5f.LIBVER_EARLIEST, "v108": h5py.h5f.LIBVER_V18,
                "v110": h5py.h5f.LIBVER_V110}
    access.set_libver_bounds(*(versions[v] for v in libver))
    return h5py.File(h5py.h5f.create((name + ".h5").encode(), h5py.h5f.ACC_TRUNC, creation, access))


def both(name, x=features, y=labels, opened=None, **storage):
    """A file of features and labels, stored alike."""
    with new(name, **(opened or {})) as file:
        file.create_dataset("features", data=x, **storage)
        file.create_dataset("labels", data=y, **storage)


# Layouts and filters.
both("contiguous")
both("chunked", chunks=True)
both("gzip", compression="gzip")
both("gzip_shuffle_fletcher32", compression="gzip", shuffle=True, fletcher32=True)
both("shuffle", chunks=True, shuffle=True)
both("lzf", compression="lzf")
both("scaleoffset", features.astype("i4"), scaleoffset=0)
both("scaleoffset_float", scaleoffset=2, y=labels.astype("f4"))
both("filled_in_part", chunks=True, fillvalue=7)
both("user_block", opened={"userblock_size": 512})
both("user_block_4096", opened={"userblock_size": 4096})
both("latest", opened={"libver": ("v110", "v110")})
both("latest_gzip", opened={"libver": ("v110", "v110")}, compression="gzip")
both("earliest", opened={"libver": ("earliest", "v108")})
both("creation_order", opened={"track_order": True})
with new("compact") as file:
    for name, data in (("features", features), ("labels", labels)):
        layout = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        layout.set_layout(h5py.h5d.COMPACT)
        layout.set_obj_track_times(False)
        space = h5py.h5s.create_simple(data.shape)
        h5py.h5d.create(file.id, name.encode(), h5py.h5t.py_create(data.dtype), space,
                        layout).write(h5py.h5s.ALL, h5py.h5s.ALL, data)
with new("growing") as file:
    file.create_dataset("features", data=features, maxshape=(None, 3), chunks=(2, 3))
    file.create_dataset("labels", data=labels, maxshape=(None,))
    file["features"].resize(9, axis=0)  # of whose chunks some are not there
with new("one_chunk_of_many") as file:
    file.create_dataset("features", (1 << 20, 3), "f4", chunks=(4, 3))[:4] = features
    file.create_dataset("labels", (1 << 20,), "i4", chunks=(4,))[:4] = labels
with new("declared_only") as file:
    file.create_dataset("features", (1 << 40, 1 << 20), "f4", chunks=(1, 64))
    file.create_dataset("labels", (1 << 40,), "i8", chunks=(64,))
with new("large_chunks") as file:
    file.create_dataset("features", (1 << 16, 1 << 12), "f4", chunks=(1 << 14, 1 << 12))

# Types of numbers.
for name in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"):
    both("little_" + name, features.astype("<" + name), labels.astype("<" + name))
    if name[1] != "1":
        both("big_" + name, features.astype(">" + name), labels.astype(">" + name))
both("long_double", np.zeros((4, 3), "g"), np.zeros(4, "g"))
both("bool", features > 4, labels > 0)
both("complex", features * 1j, labels * 1j)
both("not_finite", np.where(features % 4 == 0, np.nan, np.inf).astype("f4"))
both("negative_labels", y=labels - 1)
both("enum", features.astype("u1"), labels.astype("u1"),
     dtype=h5py.enum_dtype({"no": 0, "yes": 1}, basetype="u1"))
both("multi_label", y=np.eye(4, 3, dtype="u1"))
both("multi_label_bool", y=np.eye(4, 3, dtype=bool))
pair = np.dtype([("a", "f4"), ("b", "i2", (2,)), ("c", "S3")])
both("compound", np.zeros((4, 3), pair), np.zeros(4, pair))
with new("array_elements") as file:
    file.create_dataset("features", (4,), np.dtype(("f4", (3,))))[...] = features
    file["labels"] = labels

# Texts, sequences, references, bytes of no type.
both("text_fixed", features.astype("S4"), labels.astype("S4"))
utf8 = h5py.string_dtype("utf-8", 4)
both("text_fixed_utf8", features.astype("S4").astype(utf8), labels.astype("S4").astype(utf8))
both("text_variable", y=["a", "b", "", "\u00e4" * 9], dtype=h5py.string_dtype(),
     x=features.astype(str).astype(object))
both("opaque", features.astype("V4"), labels.astype("V8"))
with new("dates") as file:
    stamps = labels.astype("M8[s]")
    file["features"], file["labels"] = features, stamps.astype(h5py.opaque_dtype(stamps.dtype))
for name, kind in (("sequences", "f4"), ("sequences_of_text", h5py.string_dtype())):
    with new(name) as file:
        for table in ("features", "labels"):
            data = file.create_dataset(table, (4,), h5py.vlen_dtype(np.dtype(kind)))
            if kind == "f4":
                for i in range(4):
                    data[i] = np.arange(i, dtype="f4")
with new("references") as file:
    file["other"] = features
    for name, kind in (("features", h5py.ref_dtype), ("labels", h5py.regionref_dtype)):
        data = file.create_dataset(name, (4,), kind)
        data[0] = file["other"].ref if name == "features" else file["other"].regionref[1:3]

# Extents.
both("scalar", np.float32(1), np.int64(1))
both("empty_space", h5py.Empty("f4"), h5py.Empty("i8"))
both("no_rows", features[:0], labels[:0])
both("no_columns", features[:, :0])
both("one_row", features[:1], labels[:1])
both("column_of_labels", y=labels[:, None])
both("list", features[:, 0])
both("other_length", y=labels[:3])
both("five_extents", features.reshape(4, 1, 3, 1, 1))
both("pictures_as_features", features.astype("u1").reshape(4, 3, 1))
with new("images") as file:
    file["images"] = np.arange(48, dtype="u1").reshape(4, 2, 2, 3)
    file["labels"] = labels
    file.attrs["classes"] = "cat dog"
with new("images_and_scalar") as file:
    file["images"], file["features"] = np.zeros((4, 2, 2), "u1"), np.float32(1)
with new("image_shape") as file:
    file["features"], file["labels"] = features.astype("u1"), labels
    file.attrs["image-shape"] = "1 x 1 x 3"
with new("nothing"):
    pass

# Layouts of others.
with new("search") as file:
    file["train"], file["test"] = features, features[:2] + 0.25
    file["neighbors"] = np.array([[0, 1, 2], [1, 0, 3]])
    file["distances"] = np.array([[0.5, 4, 9], [0.5, 4, 9]], "f4")
    file.attrs["distance"] = "euclidean"
with new("search_beyond") as file:
    file["base"], file["query"] = features, features[:2]
    file["groundtruth"] = np.array([[0, 1], [1, 4]])
with new("search_bits") as file:
    file["train"], file["test"] = features > 4, features[:2] > 4
    file.attrs["distance"] = "hamming"
with new("two_views") as file:
    file["image/features"], file["text/features"], file["labels"] = features, features, labels
with new("two_views_split") as file:
    file["image/features"], file["text/features"] = features, features
    file["split"] = np.array([0, 1, 2, 3], "u1")
with new("split") as file:
    file["features"], file["labels"], file["split"] = features, labels, np.array([0, 0, 1, 1], "u1")
    file["class_names"] = ["cat", "dog"]
with new("query_lists") as file:
    file["features"], file["query/row"] = features, [2, 0]
    for kind, rows, offsets in (("relevant", [2, 1, 0, 3], [0, 2, 4]), ("easy", [2, 0], [0, 1, 2]),
                                ("hard", [1, 3], [0, 1, 2]), ("junk", [3], [0, 1, 1])):
        file["query/" + kind] = np.array(rows, "i4")
        file["query/" + kind + "_offsets"] = np.array(offsets, "i4")
with new("query_lists_wrong") as file:
    file["features"], file["query/row"] = features, [2, 0]
    file["query/relevant"], file["query/relevant_offsets"] = [2, 1, 0, 3], [0, 3, 2]
with new("lists") as file:
    file["queries"], file["database"], file["training"] = [0], [1, 2], [3]
with new("one_list") as file:
    file["training"] = [2, 0]

# Links and groups.
with new("groups") as file:
    file["a/b/c/features"], file["a/labels"] = features, labels
    file.create_group("empty")
with new("group_called_features") as file:
    file["features/x"], file["labels/y"] = features, labels
with new("type_called_features") as file:
    file["features"], file["labels"] = np.dtype("f4"), labels
with new("soft_links") as file:
    file["x"], file["y"] = features, labels
    file["features"], file["labels"] = h5py.SoftLink("/x"), h5py.SoftLink("/y")
    file["lost"] = h5py.SoftLink("/nowhere")
with new("soft_link_lost") as file:
    file["features"], file["labels"] = h5py.SoftLink("/nowhere"), labels
with new("soft_link_circle") as file:
    file["features"], file["labels"] = h5py.SoftLink("/labels"), h5py.SoftLink("/features")
with new("hard_links") as file:
    file["features"], file["labels"] = features, labels
    file["again"] = file["features"]
    file["circle/root"] = file["/"]
with new("external_links") as file:
    file["features"] = h5py.ExternalLink("contiguous.h5", "/features")
    file["labels"] = h5py.ExternalLink("nowhere.h5", "/labels")
with new("external_storage") as file:
    file.create_dataset("features", (4, 3), "f4", external=[("/dev/zero", 0, 48)])
    file.create_dataset("labels", (4,), "i4", external=[("nowhere", 0, 16)])
with new("virtual") as file:
    layout = h5py.VirtualLayout((4, 3), "f4")
    layout[:2] = h5py.VirtualSource("contiguous.h5", "features", (4, 3))[:2]
    layout[2:] = h5py.VirtualSource("nowhere.h5", "features", (4, 3))[2:]
    file.create_virtual_dataset("features", layout)
    file["labels"] = labels
with new("dimension_scales") as file:
    file["features"], file["labels"] = features, labels
    file["labels"].make_scale("sample")
    file["features"].dims[0].attach_scale(file["labels"])
    file["features"].dims[0].label = "samples"

# Attributes.
with new("attributes") as file:
    file["features"], file["labels"] = features, labels
    for place in (file, file["features"]):
        attributes = {
            "classes": "cat dog", "name": np.bytes_("fixed"), "texts": ["a", "b"],
            "list": labels, "table": features, "whole": 7, "real": 0.5, "half": np.float16(0.5),
            "wide": np.zeros(1, "g"), "big": np.array(1, ">f8"), "yes": True, "complex": 1j,
            "nothing": h5py.Empty("f4"), "no_text": h5py.Empty(h5py.string_dtype()),
            "none": labels[:0], "record": np.zeros(1, pair)[0], "object": file["features"].ref,
            "region": file["features"].regionref[:2], "bytes": np.void(b"\0\1"),
            "\u00e4": "\u00f6", "latin": np.bytes_("\u00e4".encode("latin-1")), "long": "x" * 999,
        }
        for name, value in attributes.items():
            place.attrs[name] = value
        place.attrs.create("sequence", np.arange(3), dtype=np.dtype("i4"))
with new("many_attributes", libver=("v110", "v110")) as file:  # kept in a tree of their own
    file["features"], file["labels"] = features, labels
    for i in range(20):
        file.attrs[f"number-{i}"] = i

# As MATLAB writes them: a user block with its head, one sample a column.
for name, options in (("matlab73", {}), ("matlab73_columns", {"turned": True})):
    with new(name, userblock_size=512) as file:
        x = features.astype("f8")
        file["fea"], file["gnd"] = (x if options else x.T), labels[None].astype("f8")
        file["name"] = np.array([[116], [101]], "u2")
        for variable, kind in (("fea", "double"), ("gnd", "double"), ("name", "char")):
            file[variable].attrs["MATLAB_class"] = np.bytes_(kind)
        file["sparse/data"], file["sparse/ir"] = features[0], labels
        file["sparse"].attrs["MATLAB_sparse"] = np.uint64(3)
        file.create_dataset("cell", (1, 1), h5py.ref_dtype)[0, 0] = file["fea"].ref
        file["cell"].attrs["MATLAB_class"] = np.bytes_("cell")
        file["nothing"] = np.array([0, 0], "u8")
        file["nothing"].attrs["MATLAB_empty"] = np.uint8(1)
        file["nothing"].attrs["MATLAB_class"] = np.bytes_("double")
    with open(name + ".h5", "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file, written by h5py".ljust(116) + bytes(8) + b"\x00\x02IM")
