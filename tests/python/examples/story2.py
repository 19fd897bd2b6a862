# 2. A table of a thesis from Python: an experiment file, pandas, LaTeX.
import hashlab

X, y = hashlab.make_synthetic(6000, 64, classes=10, random_state=1)
results = hashlab.run(
    {
        "hasher": [p + "+" + q for p in ("lsh", "pca", "itq") for q in ("sbq", "dbq", "npq")],
        "bits": [16, 32],
        "split": ["literature", "improved"],
        "runs": 3,
        "groundtruth": "epsilon",
        "metric": ["auprc", "map"],
        "test_queries": 200,
        "validation_queries": 200,
        "validation_database": 1000,
        "training": 500,
    },
    data=(X, y),
    out="thesis",
    jobs=2,
    progress=True,
)

frame = results.to_frame()  # dataset split hasher bits run metric value
frame[["projection", "quantiser"]] = frame.hasher.astype(str).str.split("+", expand=True)
auprc = frame[(frame.metric == "auprc") & (frame.bits == 32)]
table = (
    auprc.groupby(["projection", "split", "quantiser"], observed=True)
    .value.agg(lambda v: f"{v.mean():.4f} ± {v.std():.4f}")
    .unstack()
)
print(table)
assert len(frame) == 9 * 2 * 2 * 3 * 2

with open("by-pandas.tex", "w") as file:
    file.write(table.style.to_latex(hrules=True))
with open("by-hashlab.tex", "w") as file:
    file.write(results.table("auprc", format="tex"))  # with marks of significance and notes
