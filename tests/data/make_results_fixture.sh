#!/bin/sh
# Makes results-VERSION/ beside this script: a small results folder as that version of the program
# leaves it, which later versions must read (tests/experiments/old_results_test.cpp). What it holds
# is said by results_fixture.ini. An existing folder is never made again: its cells are those of its
# version.
#
#   tests/data/make_results_fixture.sh build/dev/hashlab 0.1
set -eu

program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
out=$here/results-$2
if [ -e "$out" ]; then
  echo "$out: is there already; remove it if it was never published" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One feature is so large that random combinations of it overflow a float, and projections that only
# rotate do not: so some hashers fail and others do not.
/usr/bin/python3 - "$work/fixture.h5" <<'PYTHON'
import sys
import h5py
import numpy as np

random = np.random.default_rng(1)
labels = np.arange(600, dtype=np.int32) % 4
features = random.normal(size=(600, 16)) + 2 * np.eye(4, 16)[labels]
features[:, 5] = np.where(np.arange(600) % 2 == 0, 2.5e38, -2.5e38)
with h5py.File(sys.argv[1], "w") as file:
    file["features"] = features.astype(np.float32)
    file["labels"] = labels
PYTHON

status=0
"$program" run "$here/results_fixture.ini" --data "$work" --out "$work/out" --jobs 1 || status=$?
if [ "$status" -ne 1 ]; then
  echo "the run ended with $status, expected 1: some of its cells fail" >&2
  exit 1
fi
mv "$work/out" "$out"
du -sb "$out"
