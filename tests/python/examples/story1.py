# 1. Embeddings in a notebook: codes, recall, and the same search in Faiss.
import faiss
import numpy as np

import hashlab

X, y = hashlab.make_synthetic(
    24000, 128, classes=20, random_state=1
)  # or np.load("embeddings.npy")
queries, database = X[:1000], X[1000:]

hasher = hashlab.Hasher("itq+npq", bits=64, thresholds=3).fit(database[:5000])
q, db = hasher.encode(queries), hasher.encode(database)
print(db)  # 23000 codes of 64 bits, Manhattan distance

near = hashlab.nearest(queries, database, 10)  # exact Euclidean neighbours, the ground truth
relevance = hashlab.Relevance.of_lists(near, len(db))
print(hashlab.evaluate(q, db, relevance, ["recall-top@100", "map", "auprc"], n_jobs=-1))

distances, found = hashlab.search(q, db, 10, n_jobs=-1)
index = faiss.IndexBinaryFlat(db.faiss_bits)  # digits in thermometer code: the same distances
index.add(db.to_faiss())
faiss_distances, faiss_found = index.search(q.to_faiss(), 10)
assert (faiss_distances == distances).all()
shares = [len(np.intersect1d(a, b)) / 10 for a, b in zip(found, faiss_found)]
print(f"{np.mean(shares):.3f} of the ids are the same; the others are at equal distance")

hasher.save("my-hasher.h5")  # which `hashlab encode --model` reads, too
assert hashlab.load("my-hasher.h5").encode(queries) == q
