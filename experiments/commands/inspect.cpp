#include "experiments/commands/commands.h"
#include "experiments/data_folder.h"
#include "experiments/evaluate.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/h5.h"
#include "results/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace hashlab {
namespace {

void inspect_cell(const std::string& path) {
  const CellRecord r = read_cell(path, true);
  const std::string bits = r.bits == 0 ? "without codes" : fmt::format("at {} bits", r.bits);
  fmt::print("result cell of {}: {} {}, {} split, run {}\n", r.dataset, r.hasher, bits, r.split,
             r.run);
  if (!r.failure.empty()) fmt::print("failed: {}\n", r.failure);
  fmt::print("key {}\n\nrecipe\n{}", r.key, r.recipe);
  const auto print_all = [](const char* title, const auto& values) {
    fmt::print("\n{}\n", title);
    for (const auto& [name, value] : values) fmt::print("  {:<26}{}\n", name, value);
  };
  print_all("metrics", r.metrics);
  print_all("facts", r.facts);
  print_all("seconds", r.seconds);
  print_all("provenance", r.provenance);
  if (r.failure.empty() && r.counts.real_valued()) {
    fmt::print("\ncounts for {} queries, {} ties in all; {} pooled radii\n", r.counts.n_queries,
               r.counts.all.size(), r.counts.pooled_all.size());
  } else if (r.failure.empty()) {
    fmt::print("\ncounts for {} queries and distances 0 .. {}\n", r.counts.n_queries,
               r.counts.n_distances - 1);
  }
}

void print_labels(const Labels& labels) {
  std::map<std::int64_t, std::size_t> sizes;
  std::size_t without = 0, total = 0;
  for (const std::int32_t c : labels.single) ++sizes[c];
  for (arma::uword i = 0; i < labels.multi.n_cols; ++i) {
    std::size_t own = 0;
    for (arma::uword c = 0; c < labels.multi.n_rows; ++c) {
      if (labels.multi(c, i) == 0) continue;
      ++sizes[static_cast<std::int64_t>(c)];
      ++own;
    }
    total += own;
    without += own == 0 ? 1 : 0;
  }
  std::vector<std::size_t> order;
  for (const auto& [c, size] : sizes) order.push_back(size);
  if (order.empty()) {
    fmt::print("labels: none\n");
    return;
  }
  std::sort(order.begin(), order.end());
  fmt::print("labels: {} classes, {} to {} samples a class (median {})\n", order.size(),
             order.front(), order.back(), order[order.size() / 2]);
  if (labels.multi.n_cols > 0) {
    fmt::print("        multi-label: {:.2f} labels a sample, {} samples without any\n",
               static_cast<double>(total) / static_cast<double>(labels.multi.n_cols), without);
  }
}

/// The part sizes asked for, made to fit a data set too small for the defaults.
SplitSizes fitting_sizes(std::size_t n) {
  const SplitSizes s;
  if (s.test_queries + s.validation_queries + s.validation_database + s.training < n) return s;
  return {std::max<std::size_t>(1, n / 10), n / 10, n / 10, std::max<std::size_t>(1, n / 5)};
}

/// The radius rests on few samples, so one split says little: the mean over several.
void print_skew(const Dataset& dataset, const GroundTruth& ground_truth, std::size_t runs) {
  Suite suite;
  suite.ground_truth = ground_truth;
  suite.sizes = fitting_sizes(dataset.size());
  std::map<std::string, double> means;
  for (std::size_t run = 1; run <= runs; ++run) {
    for (const auto& [name, value] : make_run_context(dataset, suite, "literature", run).facts) {
      means[name] += value / static_cast<double>(runs);
    }
  }
  fmt::print("ground truth {}, {:.0f} queries against the other {:.0f} rows, mean over {} run{}:\n",
             suite.ground_truth.recipe(), means["test-queries"], means["test-database"], runs,
             runs == 1 ? "" : "s");
  for (const auto& [name, value] : means) {
    if (name != "learner-ball-radius" && name != "test-database" && name != "test-queries") {
      fmt::print("  {:<26}{:.6g}\n", name, value);
    }
  }
}

void inspect_dataset(const std::string& path, const Arguments& arguments) {
  const Dataset dataset = read_dataset(path);
  const Features& X = dataset.features;
  fmt::print("data set {}: {} samples x {} features\n", dataset.name, dataset.size(),
             dataset.dimensions());
  fmt::print("values: {:.6g} .. {:.6g}, all finite\n", X.min(), X.max());
  fmt::print("checksum {}\n", dataset.checksum);
  print_labels(dataset.labels);
  for (const auto& [name, text] : H5File::open(path).text_attributes()) {
    fmt::print("{}: {}\n", name, text);
  }
  const GroundTruth ground_truth = parse_ground_truth(arguments.get("groundtruth", "epsilon"));
  const bool has_balls = dataset.size() > 2 * ground_truth.neighbours;
  if (has_balls || arguments.has("groundtruth")) {
    print_skew(dataset, ground_truth, arguments.count("runs", 10, 1, 1000));
  }
}

int run(const Arguments& arguments) {
  const std::string& path = arguments.positional().front();
  if (H5File::open(path).text_attributes().contains("recipe")) {
    inspect_cell(path);
  } else {
    inspect_dataset(path, arguments);
  }
  return exit_done;
}

}  // namespace

Command inspect_command() {
  return {
      "inspect",
      "FILE.h5 [options]",
      "show what a data set or a result file holds",
      "For a data set: shape, range, checksum, labels, and how unevenly the ground truth gives\n"
      "relevant items to queries. For a result: recipe, metrics, timings, provenance.\n\n"
      "  hashlab inspect data/pictures.h5 --groundtruth epsilon:neighbours=100",
      {{"groundtruth", "G", "epsilon[:key=value,...] or class [epsilon]"},
       {"runs", "N", "random splits that the ground truth is looked at in [10]"}},
      1,
      1,
      run};
}

}  // namespace hashlab
