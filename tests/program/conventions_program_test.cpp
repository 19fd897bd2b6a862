// `hashlab evaluate` beside NumPy forms of what papers and programs compute, written for this test.
#include "lib/files/files.h"
#include "tests/support/program.h"
#include "tests/support/skip.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace hashlab::conventions_program_test {

using namespace testing;

namespace {

const char* const script = R"(
import json, subprocess, sys
import numpy as np
exe, ties = sys.argv[1], sys.argv[2] == 'ties'
g = np.random.default_rng(5)
Q, N, B = 24, 40, 8 if ties else 64
if ties:
    d, q = g.integers(0, 2, (N, B)), g.integers(0, 2, (Q, B))
else:  # item i differs from every query in i bits
    d = (np.arange(B)[None] < g.permutation(N)[:, None]).astype(int)
    q = np.zeros((Q, B), int)
yd, yq = (g.random((N, 6)) < .22).astype(int), (g.random((Q, 6)) < .22).astype(int)
yq[0] = 0  # has no relevant item
np.save('d.npy', d.astype(bool)); np.save('q.npy', q.astype(bool))
np.save('yd.npy', yd.astype('u1')); np.save('yq.npy', yq.astype('u1'))
rB, qB = 2 * d - 1, 2 * q - 1
K, R = 7, 2 if ties else 9

def hamming(q): return .5 * (B - rB @ q)

def calc_top_map(order):  # DeepHash-pytorch
    total = 0
    for i in range(Q):
        t = (yq[i] @ yd.T > 0)[order[i]][:K]
        if t.sum(): total += np.mean(np.linspace(1, t.sum(), t.sum()) / (np.flatnonzero(t) + 1.))
    return total / Q

def get_maps(order):  # thulab/DeepHash, thuml/HashNet
    found = []
    for i in range(Q):
        m = (yd[order[i][:K]] @ yq[i]) > 0
        if m.sum(): found.append(np.sum(np.cumsum(m) / np.arange(1, K + 1) * m) / m.sum())
    return np.mean(found)

def calc_map_k(order):  # DCMH, without k
    total = 0
    for i in range(Q):
        t = (yq[i] @ yd.T > 0)[order[i]]
        if t.sum(): total += np.mean(np.arange(1, t.sum() + 1) / (np.flatnonzero(t) + 1.))
    return total / Q

def within(order, skip):  # DCH, by all radii or for one
    values = []
    for i in range(Q):
        n = int((hamming(qB[i]) <= R).sum()); m = (yd[order[i][:n]] @ yq[i]) > 0
        if n == 0 or m.sum() == 0:
            if n == 0 or not skip: values.append(0.)
        else: values.append(np.sum(np.cumsum(m) / np.arange(1, n + 1) * m) / m.sum())
    return np.mean(values)

def lookup(order):
    values = []
    for i in range(Q):
        near = hamming(qB[i]) <= R
        values.append((yd[near] @ yq[i] > 0).mean() if near.any() else 0.)
    return np.mean(values)

def judged(f):  # trec_eval, ranx, pytorch-metric-learning: of queries that have relevant items
    def mean(order):
        values = [f((yd[order[i]] @ yq[i]) > 0) for i in range(Q) if (yd @ yq[i]).any()]
        return np.mean(values)
    return mean

def ap(t, k): return sum(t[:i + 1].mean() for i in range(k) if t[i]) / t.sum()
def ndcg(t):
    w = 1 / np.log2(np.arange(N) + 2.)
    return (t[:K] * w[:K]).sum() / w[:min(K, t.sum())].sum()
def graded(f):
    def mean(order):
        return np.mean([f((yd @ yq[i])[order[i]]) for i in range(Q) if (yd @ yq[i]).any()])
    return mean
def wap(r): return (np.cumsum(r)[:K] / np.arange(1, K + 1) * (r[:K] > 0)).sum() / max(1, (r[:K] > 0).sum())
def dcg(r): return ((2. ** r - 1) / np.log2(np.arange(N) + 2))[:K].sum()

forms = {
    f'hashnet@{K}': calc_top_map, f'deephash-pytorch@{K}': calc_top_map, f'deephash@{K}': get_maps,
    'dcmh': calc_map_k, f'dch@{R}': lambda o: within(o, False),
    f'dch-radius@{R}': lambda o: within(o, True), f'lookup-precision@{R}': lookup,
    f'ranx-map@{K}': judged(lambda t: ap(t, K)), 'ranx-map': judged(lambda t: ap(t, N)),
    'trec-map': judged(lambda t: ap(t, N)), f'trec-map-cut@{K}': judged(lambda t: ap(t, K)),
    f'trec-p@{K}': judged(lambda t: t[:K].mean()),
    f'trec-recall@{K}': judged(lambda t: t[:K].sum() / t.sum()),
    'trec-rprec': judged(lambda t: t[:t.sum()].mean()),
    'trec-recip-rank': judged(lambda t: 1 / (1. + np.argmax(t))),
    f'trec-ndcg-cut@{K}': judged(ndcg), f'trec-success@{K}': judged(lambda t: float(t[:K].any())),
    f'ranx-mrr@{K}': judged(lambda t: 1 / (1. + np.argmax(t)) if t[:K].any() else 0.),
    'pml-map-at-r': judged(lambda t: ap(t, t.sum())), 'pml-map': judged(lambda t: ap(t, N)),
    'pml-r-precision': judged(lambda t: t[:t.sum()].mean()),
    'pml-precision-at-1': judged(lambda t: float(t[0])),
    'pml-mrr': judged(lambda t: 1 / (1. + np.argmax(t))),
    f'metric-learning-recall@{K}': judged(lambda t: float(t[:K].any())),
    f'kaggle-map@{K}': lambda o: judged(lambda t: ap(t, K) * t.sum() / min(K, t.sum()))(o)
        * np.mean([(yd @ y).any() for y in yq]),
    f'idhn-acg@{K}': graded(lambda r: r[:K].mean()), f'idhn-wap@{K}': graded(wap),
    f'idhn-ndcg@{K}': graded(lambda r: dcg(r) / dcg(np.sort(r)[::-1])),
}
orders = []
for _ in range(1500 if ties else 1):  # ties in a random order
    noise = g.random((Q, N)) * .5
    orders.append([np.argsort(hamming(qB[i]) + noise[i]) for i in range(Q)])
asked = sum((['--metric', 'convention:' + name] for name in forms), [])
out = subprocess.run([exe, 'evaluate', '--database', 'd.npy', '--query', 'q.npy', '--database-labels', 'yd.npy',
                      '--query-labels', 'yq.npy', '--format', 'json'] + asked, capture_output=True, text=True)
assert out.returncode == 0, out.stderr
got = json.loads(out.stdout)['metrics']
for name, form in forms.items():
    expected = np.mean([form(order) for order in orders])
    tolerance = .012 if ties else 1e-9
    if abs(got['convention:' + name] - expected) > tolerance:
        print(name, got['convention:' + name], expected)
print('compared', len(forms))
)";

}  // namespace

TEST_CASE("conventions: evaluate equals NumPy forms of 28 of them, with and without ties") {
  const TemporaryFolder folder;
  write_file(folder / "forms.py", script);
  if (shell("/usr/bin/python3 -c 'import numpy'").status != 0) {
    return skip("there is no NumPy");
  }
  for (const char* kind : {"none", "ties"}) {
    CAPTURE(kind);
    const Outcome outcome = shell(fmt::format("cd '{}' && /usr/bin/python3 forms.py '{}' {}",
                                              folder.path(), HASHLAB_PROGRAM, kind));
    CHECK(outcome.error == "");
    CHECK(outcome.out == "compared 28\n");
  }
}

}  // namespace hashlab::conventions_program_test
