#pragma once

// Binary codes: packing, files, the distances of Hamming kernels, and the search for neighbours.
#include "lib/codes/code_file.h"
#include "lib/codes/code_use.h"
#include "lib/codes/codes.h"
#include "lib/codes/packing.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/ranking/linear_scan.h"
#include "lib/ranking/multi_index.h"
