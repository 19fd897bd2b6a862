#pragma once

// Data sets: features and labels of samples, from files, from memory or synthetic.
#include "lib/data/centre.h"
#include "lib/data/dataset.h"
#include "lib/data/strided_features.h"
#include "lib/data/synthetic.h"
#include "lib/embeddings/nearest.h"
#include "lib/error.h"
#include "lib/rng.h"
#include "lib/types.h"
