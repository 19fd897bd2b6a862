#pragma once

// Scores: which items are relevant, the counts of a ranking, and the metrics computed from them.
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/relevance/relevance.h"
