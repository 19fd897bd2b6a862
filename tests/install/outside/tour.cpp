#include <hashlab/data.h>
#include <hashlab/hashers.h>
#include <hashlab/metrics.h>
#include <hashlab/splits.h>

#include <cstdio>

using namespace hashlab;
using namespace hashlab::hashers;
using namespace hashlab::splits;

int main() {
  const OneBlasThread one_thread;
  const Dataset data = make_synthetic({.n = 3000, .d = 64});  // or read_dataset("mine.h5")
  const Split split =
      make_split("improved")
          .make({data.checksum, data.size(), &data.labels, {100, 100, 500, 800}, /*seed=*/1});
  const arma::fvec mean = mean_of_rows(data.features, split.learnable);
  const auto part = [&](const Rows& rows) { return centred_rows(data.features, rows, mean); };

  const TrainingSet training{part(split.training), class_neighbours(data.labels, split.training)};
  const Hasher hasher = make_hasher("itq+npq:thresholds=7");
  const Rng rng(1);
  const auto itq = hasher.projection().learn(training, hasher.dimensions(48), rng);
  const auto npq = hasher.quantiser->learn({itq->project(training.X), training.S}, rng);

  const Codes queries = npq.encode(itq->project(part(split.test_queries)));
  const Codes database = npq.encode(itq->project(part(split.test_database)));
  const RankCounts counts = rank_counts(
      queries, database, class_relevance(data.labels, split.test_queries, split.test_database),
      active_kernel());
  std::printf("mAP %.4f at %zu bits\n", metric("map").value(counts), database.format.bits);
}
