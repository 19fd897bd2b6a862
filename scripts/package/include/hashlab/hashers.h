#pragma once

// Hashing methods: the registry, training, and trained models with their files.
#include "hashers/cross_modal.h"
#include "hashers/hasher.h"
#include "hashers/model.h"
#include "hashers/model_state.h"
#include "hashers/registry.h"
#include "lib/blas.h"
#include "lib/error.h"
#include "lib/rng.h"
