# 3. Deep hashing of one's own in PyTorch: scores by exact metrics, and an audit of the training.
import numpy as np
import torch

import hashlab

X, y = hashlab.make_synthetic(6000, 64, classes=10, random_state=1)
split = hashlab.make_split(
    "improved",
    X,
    y,
    test_queries=200,
    validation_queries=200,
    validation_database=1000,
    training=1500,
    random_state=1,
)

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(64, 128), torch.nn.ReLU(), torch.nn.Linear(128, 32))
head = torch.nn.Linear(32, 10)
optimiser = torch.optim.Adam([*net.parameters(), *head.parameters()], 1e-3)
mean = X.mean(0)  # the mistake: the mean of all rows, tested ones too
inputs, classes = torch.from_numpy(X - mean), torch.from_numpy(y).long()
for step in range(200):
    batch = np.random.default_rng(step).choice(split.training.astype(np.int64), 128)
    rows = torch.from_numpy(batch)
    loss = torch.nn.functional.cross_entropy(head(torch.tanh(net(inputs[rows]))), classes[rows])
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()

codes = hashlab.Codes.from_signs(net(inputs))  # a tensor as it is; sign(0) is bit 0
q, db = codes[split.test_queries], codes[split.test_database]
labels = y[split.test_queries], y[split.test_database]
metrics = ["map", "map-best", "map-worst", "map@100:divisor=retrieved-relevant"]
print(hashlab.evaluate(q, db, labels, metrics))  # exact means over ties, and their range

leaks = hashlab.audit(split, X, y, fitted={"mean": "all", "projection": split.training})
for leak in leaks:
    print(leak, "|", leak.remedy)
assert [leak.kind for leak in leaks] == ["mean-over-everything"]

right = {"mean": split.training, "projection": split.training}
assert not hashlab.audit(split, X, y, fitted=right)
