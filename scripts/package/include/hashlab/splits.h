#pragma once

// Splitting protocols: which samples are queries, which are ranked, and which may be learned from.
#include "lib/error.h"
#include "splits/split.h"
