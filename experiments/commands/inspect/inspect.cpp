#include "experiments/commands/commands.h"
#include "experiments/commands/inspect/inspect_json.h"
#include "experiments/learn/ground_truth_facts.h"
#include "experiments/program/json_line.h"
#include "experiments/program/launch.h"
#include "experiments/program/progress.h"
#include "experiments/suite/data_folder.h"
#include "lib/data/dataset.h"
#include "lib/data/dataset_file.h"
#include "lib/data/file_text.h"
#include "lib/data/views.h"
#include "lib/error.h"
#include "lib/h5/h5.h"
#include "lib/stopwatch.h"
#include "lib/utf8.h"
#include "results/record/fact_names.h"
#include "results/record/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace hashlab::experiments {
namespace {

/// Prints the chosen setting and the validation score of every candidate, in descending order.
void print_choice(const results::CellRecord& r) {
  if (r.choice.empty()) return;
  fmt::print("\nchosen {}\n\nvalidation scores\n", r.choice);
  std::vector<std::pair<std::string, double>> points(r.validation.begin(), r.validation.end());
  std::stable_sort(points.begin(), points.end(), [&](const auto& a, const auto& b) {
    return std::pair(a.second, a.first == r.choice) > std::pair(b.second, b.first == r.choice);
  });
  for (const auto& [hasher, score] : points) fmt::print("  {:<24}{}\n", score, hasher);
}

void inspect_cell(const std::string& path) {
  const results::StoredCell r = results::read_cell(path, true);
  const std::string bits = r.bits ? fmt::format("at {} bits", *r.bits) : "without codes";
  fmt::print("result cell of {}: {} {}, {} split, run {}\n", r.dataset, r.hasher, bits, r.split,
             r.run);
  if (!r.failure.empty()) fmt::print("failed: {}\n", r.failure);
  fmt::print("key {}\n\nrecipe\n{}", r.key, r.recipe);
  print_choice(r);
  const auto print_all = [](const char* title, const auto& values) {
    fmt::print("\n{}\n", title);
    std::size_t width = 24;
    for (const auto& [name, value] : values) width = std::max(width, name.size());
    for (const auto& [name, value] : values) fmt::print("  {:<{}}  {}\n", name, width, value);
  };
  print_all("metrics", r.metrics);
  print_all("facts", r.facts);
  print_all("seconds", r.seconds);
  print_all("provenance", r.provenance);
  if (!r.failure.empty()) return;
  if (const auto* real = std::get_if<RealDistances>(&r.counts.distances)) {
    fmt::print("\ncounts for {} queries, {} ties in all; {} pooled radii\n", r.counts.n_queries,
               r.counts.all.size(), real->pooled_all.size());
  } else {
    fmt::print("\ncounts for {} queries and distances 0 .. {}\n", r.counts.n_queries,
               r.counts.n_distances() - 1);
  }
}

/// Prints means over several splits, because the radius is based on few samples and varies between
/// splits.
void print_skew(const Dataset& dataset, const GroundTruth& ground_truth, std::size_t runs) {
  const GroundTruthFacts facts = ground_truth_facts(dataset, ground_truth, runs);
  fmt::print("ground truth {}, {:.0f} queries against {}{:.0f} rows, mean over {} run{}:\n",
             ground_truth.recipe(), facts.means.at(results::fact_names::test_queries),
             ground_truth.by_lists() ? "" : "the other ",
             facts.means.at(results::fact_names::test_database), facts.runs,
             facts.runs == 1 ? "" : "s");
  for (const auto& [name, value] : facts.means) {
    if (name != results::fact_names::learner_ball_radius &&
        name != results::fact_names::test_database && name != results::fact_names::test_queries) {
      fmt::print("  {:<26}{:.6g}\n", name, value);
    }
  }
}

/// Prints facts about the ground truth. Without --groundtruth, large data sets are left out because
/// they take too long, and very small ones because they have too few neighbours.
void print_ground_truth(const std::string& path, const Arguments& arguments) {
  constexpr double unasked_bytes = 0x1.0p30;
  const bool asked = arguments.has("groundtruth");
  const std::string view = arguments.get("view", "");
  const DatasetFile file(path, view);
  const double bytes =
      4.0 * static_cast<double>(file.size()) * static_cast<double>(file.dimensions());
  if (!asked && bytes > unasked_bytes) {
    fmt::print(
        "ground truth: not looked at, it needs {:.1f} GiB; --groundtruth does it all the same\n",
        bytes / 0x1.0p30);
    return;
  }
  if (!asked && file.size() <= 2 * BallTruth().neighbours) return;
  const GroundTruth ground_truth = parse_ground_truth(arguments.get("groundtruth", "epsilon"));
  const GivenLists lists = ground_truth.by_lists() ? GivenLists::read : GivenLists::ignored;
  const Dataset dataset = read_dataset(path, view, GivenMarks::ignored, lists);
  const std::size_t runs = arguments.count("runs", 10, 1, 1000);
  if (!asked && !dataset.labels.empty()) print_skew(dataset, parse_ground_truth("class"), runs);
  print_skew(dataset, ground_truth, runs);
}

/// The features table of the requested view; empty if no view is requested. Refuses a missing view.
std::string features_table_asked_for(const std::string& path, const Arguments& arguments) {
  if (!arguments.has("view") && !arguments.has("groundtruth")) return "";
  const std::string table = features_table(H5File::open(path), arguments.get("view", ""));
  return arguments.has("view") ? table : "";
}

/// The near-duplicates that --near requests, with progress reports on standard error.
NearFacts near_asked_for(const std::string& path, const std::string& table,
                         const Arguments& arguments) {
  const Stopwatch watch;
  std::optional<RowProgress> progress;
  const auto report = [&](const std::string& name, std::size_t rows, std::size_t done,
                          std::size_t n) {
    if (!progress) {
      const double seconds = watch.seconds() * static_cast<double>(n);
      if (seconds > 10) tell(fmt::format("near rows of {}: about {:.0f} s\n", name, seconds));
      progress.emplace(rows, std::max<std::size_t>(1, rows / n));
    }
    progress->reach(done * rows / n);
  };
  const std::size_t cores = cores_of_each(1);
  return look_for_near_rows(path, arguments.get("table", table), arguments.distance("near"),
                            arguments.count("threads", cores, 1, 1024), report);
}

void inspect_dataset(const std::string& path, const Arguments& arguments) {
  const bool as_json = asks_for_json(arguments);
  // A missing view is refused before anything is printed.
  const std::string table = features_table_asked_for(path, arguments);
  std::optional<NearFacts> near;
  if (arguments.has("near")) near = near_asked_for(path, table, arguments);
  const FileFacts facts = look_at_file(path);
  if (as_json) {
    fmt::print("{}", file_json(facts, near ? &*near : nullptr));
    return;
  }
  fmt::print("{}", file_text(facts));
  if (near) fmt::print("{}", near_text(*near));
  const bool asked = arguments.has("groundtruth") || arguments.has("view");
  const bool readable = facts.refusal.empty(), one_view = !facts.checksum.empty();
  if (asked || (readable && one_view)) {
    print_ground_truth(path, arguments);
  } else if (readable) {
    fmt::print("ground truth: not looked at, --view NAME says of which view\n");
  }
}

/// Prints the method, data set and seed of a model, and the choice if the method was chosen.
void print_model(const std::map<std::string, std::string>& texts) {
  const auto text = [&](const char* name) {
    const auto found = texts.find(name);
    return found == texts.end() ? std::string() : visible_text(found->second);
  };
  const std::string ground_truth = text("groundtruth");
  fmt::print("model {}, trained on {}{}, seed {}\n", text("hasher"), text("dataset"),
             ground_truth.empty() || ground_truth == "none" ? "" : ", ground truth " + ground_truth,
             text("seed"));
  if (texts.contains("choice")) fmt::print("chosen by {}\n", text("choice"));
}

int run_inspect(const Arguments& arguments) {
  const std::string& path = arguments.positional().front();
  const std::map<std::string, std::string> texts = open_dataset_file(path).text_attributes();
  const auto kind = texts.find("kind");
  if (kind != texts.end() && kind->second == "hashlab model" && !asks_for_json(arguments)) {
    print_model(texts);
  }
  if (texts.contains("recipe")) {
    if (asks_for_json(arguments)) {
      refuse(
          fmt::format("--format json is for data sets and models, and {} is a result: 'hashlab "
                      "table RESULTS --everything' prints the values of all results as CSV",
                      path));
    }
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
      "show the contents of a data set, a result or a model",
      "This command shows the following contents of a file:\n\n"
      "  data set  tables with shapes, ranges and values that are not finite; views, labels, parts "
      "of the split, repeated rows; the distribution of the number of relevant items per query\n"
      "  result    configuration, metrics, timings, provenance\n"
      "  model     hashing method, data set that it was trained on, seed; also the tables, as for "
      "a data set\n\n"
      "  hashlab inspect data/pictures.h5 --groundtruth epsilon:neighbours=100\n"
      "  hashlab inspect data/mine.h5 --near 0.01 --format json",
      {{"groundtruth", "G",
        "ground truth to examine: epsilon[:key=value,...], class, lists[:level=...] or "
        "neighbours[:k=10,by=euclidean] [epsilon, "
        "and class if there are labels; none if the features take more than 1 GiB]"},
       {"view", "NAME", "view for the ground truth and --near, if the data set has several"},
       rare({"runs", "N", "number of random splits for the ground truth [10]"}),
       rare({"near", "D", "also count the pairs of samples at a Euclidean distance of at most D"}),
       rare({"table", "T", "table for --near [/features, or that of --view]"}),
       rare({"threads", "N", "number of threads for --near [cores]"}),
       one_of({"format", "F",
               "text, or, for data sets and models, json (without ground truth) [text]"},
              {"text", "json"})},
      1,
      1,
      run_inspect};
}

}  // namespace hashlab::experiments
