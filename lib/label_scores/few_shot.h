#pragma once

#include "lib/label_scores/labelled.h"
#include "lib/rng.h"

#include <cstddef>
#include <vector>

namespace hashlab {

/// Random tasks of few-shot recognition: tell `ways` classes apart by `shots` samples of each.
struct FewShotTasks {
  std::size_t ways = 5, shots = 1;
  std::size_t queries = 15;  ///< of each class, at most
  std::size_t episodes = 600;
};

struct FewShotAccuracies {
  std::vector<double> of_episodes;
  std::size_t classes_left_out = 0;  ///< those with too few samples to take part in an episode
};

/// Draws episodes and classifies their queries by the nearest of the drawn items. An episode is a
/// draw of `ways` classes, of `shots` items of each, and of at most `queries` queries of each. Its
/// accuracy is the share of its queries whose nearest drawn item has their class, expected over all
/// orders of ties. A class takes part if it has `shots` items and a query. If `labelled` leaves one
/// out, items and queries are the same samples: a class then needs one sample more than `shots`,
/// and the queries of an episode are drawn from the samples that are not among its items.
/// Episode e is drawn from the stream ("episode", e) of `rng`.
/// Errors:  invalid_argument if fewer than `ways` classes can take part.
/// Cost:    episodes x ways^2 x queries x shots distances.
/// Source:  Vinyals et al., Matching networks for one shot learning, NIPS 2016, section 4.1.
FewShotAccuracies few_shot_accuracies(const FewShotTasks& tasks, const Labelled& labelled,
                                      const Rng& rng);

}  // namespace hashlab
