#include "experiments/commands/evaluate/ground_truth_of_files.h"

#include "experiments/program/progress.h"
#include "experiments/schedule/open_on_ranks.h"
#include "lib/data/unmatched_classes.h"
#include "lib/embeddings/neighbour_relevance.h"
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/import/label_files.h"
#include "lib/options.h"
#include "lib/relevance/neighbour_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace hashlab::experiments {
namespace {

void check_count(const std::string& path, const char* what, std::size_t rows,
                 const NamedCodes& codes) {
  if (rows == codes.codes->size()) return;
  refuse(fmt::format("{} holds {} of {} rows, but {} holds {} codes", path, what, rows, codes.path,
                     codes.codes->size()));
}

GroundTruthOfFiles by_labels(const Arguments& arguments, const NamedCodes& database,
                             const NamedCodes& query, MemoryBudget& budget, const Ranks& ranks) {
  const std::string database_path = arguments.get("database-labels", "");
  const std::string query_path = arguments.get("query-labels", "");
  const auto open = [paths = std::vector{database_path, query_path},
                     rows = std::vector{database.codes->size(), query.codes->size()}] {
    return open_label_files(paths, rows);
  };
  LabelFiles files = open_on_ranks(ranks, open);
  for (const std::string& note : files.notes) {
    if (ranks.rank() == 0) tell(fmt::format("note: {}\n", note));
  }
  std::unique_ptr<const LabelSource> database_labels = std::move(files.sources[0]);
  const std::unique_ptr<const LabelSource> query_labels = std::move(files.sources[1]);
  check_count(database_path, "labels", database_labels->size(), database);
  check_count(query_path, "labels", query_labels->size(), query);
  if (database_labels->columns() != query_labels->columns()) {
    const auto form = [](const LabelSource& labels) {
      return labels.columns() == 0 ? std::string("one class a row")
                                   : fmt::format("{} columns of 0 and 1", labels.columns());
    };
    refuse(fmt::format("{} has {}, {} has {}: give both in one form", database_path,
                       form(*database_labels), query_path, form(*query_labels)));
  }
  const auto width = static_cast<double>(std::max<std::size_t>(4, query_labels->columns()));
  budget.require(2 * width * static_cast<double>(query_labels->size()),
                 "the labels of the queries");
  GroundTruthOfFiles g;
  g.kind = "class";
  g.description = fmt::format("who shares a class; database {}, queries {}",
                              database_labels->description(), query_labels->description());
  g.about_unanswered = [open] {
    const LabelFiles again = open();
    const LabelSource& asked = *again.sources[1];
    return unmatched_classes_note(*again.sources[0], asked.read(0, asked.size()),
                                  again.class_names);
  };
  g.source =
      relevance_by_class(query_labels->read(0, query_labels->size()), std::move(database_labels));
  return g;
}

GroundTruthOfFiles by_list(const Arguments& arguments, const NamedCodes& database,
                           const NamedCodes& query, const MemoryBudget& budget) {
  const std::string path = arguments.get("relevant", "");
  // A growing vector may reserve twice its size.
  budget.require(2 * static_cast<double>(InputFile(path).size()), "the lists of relevant rows");
  GroundTruthOfFiles g;
  g.kind = "list";
  g.description = "who is listed in " + path;
  g.source =
      relevance_by_list(read_relevant_rows(path, query.codes->size(), database.codes->size()));
  return g;
}

/// The true neighbours, for which the database is read once, or more often if many items tie.
GroundTruthOfFiles by_neighbours(const NeighbourTruth& truth, const FeatureSource& database,
                                 const FeatureSource& queries, bool without_own,
                                 const MemoryBudget& budget) {
  MemoryBudget here = budget;
  const auto asked = static_cast<double>(queries.size()),
             d = static_cast<double>(queries.columns());
  here.reserve(database.buffer_bytes() + asked * (4 * d + 64 * static_cast<double>(truth.k + 9)),
               "the nearest neighbours of the queries");
  const std::size_t rows = std::max<std::size_t>(1, here.rows(8 * d, database.size()));
  Lists own;
  for (std::uint32_t q = 0; without_own && q < queries.size(); ++q) {
    own.append(q < database.size() ? std::vector<std::uint32_t>{q} : std::vector<std::uint32_t>{});
  }
  GroundTruthOfFiles g;
  g.kind = NeighbourTruth::kind;
  g.description = fmt::format(
      "who is among the {} nearest of a query, or ties with the last ({}); database "
      "{}, queries {}",
      truth.k, name_of(truth.by), database.description(), queries.description());
  Relevance relevance =
      neighbour_relevance(queries.read(0, queries.size()), database, rows, truth.k, truth.by, own);
  relevance.ignored = {};  // leave_out_own() adds them
  g.source = relevance_by_list(std::move(relevance));
  return g;
}

GroundTruthOfFiles by_features(const Arguments& arguments, const NamedCodes& database,
                               const NamedCodes& query, MemoryBudget& budget, const Ranks& ranks,
                               bool without_own) {
  const GroundTruth ground_truth = parse_ground_truth(arguments.get("groundtruth", "epsilon"));
  if (ground_truth.by_lists()) {
    refuse("groundtruth 'lists' belongs to suites on data sets: use epsilon, or give --relevant");
  }
  if (ground_truth.by_class()) {
    refuse(
        "groundtruth 'class' needs labels: give --database-labels and --query-labels instead of "
        "features");
  }
  const NeighbourTruth* neighbours = ground_truth.neighbours();
  if (neighbours != nullptr && (arguments.has("radius") || arguments.has("seed"))) {
    refuse("options '--radius' and '--seed' belong to groundtruth epsilon: leave them out");
  }
  BallTruth ball = neighbours == nullptr ? *ground_truth.ball() : BallTruth{};
  if (ball.reference != BallTruth::Reference::database) {
    refuse(
        fmt::format("groundtruth has reference = {}, but only the database is known here: use "
                    "reference=database",
                    options_of(ball).get("reference")));
  }
  const std::string database_path = arguments.get("database-features", "");
  const std::string query_path = arguments.get("query-features", "");
  const std::string view = arguments.get("view", "");
  const std::shared_ptr<const FeatureSource> features =
      open_on_ranks(ranks, [&] { return open_features(database_path, view); });
  const auto query_features = open_features(query_path, view);
  check_count(database_path, "features", features->size(), database);
  check_count(query_path, "features", query_features->size(), query);
  if (features->columns() != query_features->columns()) {
    refuse(fmt::format("{} has {} features a row, {} has {}", database_path, features->columns(),
                       query_path, query_features->columns()));
  }
  const auto d = static_cast<double>(features->columns());
  // This is for the products of a group of queries with a block of the database, and for BLAS.
  budget.reserve(48 * 1048576.0, "products of features");
  budget.require(4 * d * static_cast<double>(query_features->size() + 2048),
                 "the features of the queries");
  if (neighbours != nullptr) {
    return by_neighbours(*neighbours, *features, *query_features, without_own, budget);
  }
  GroundTruthOfFiles g;
  g.kind = "epsilon";
  if (arguments.has("radius")) {
    g.radius = arguments.distance("radius");
  } else {
    MemoryBudget here = budget;
    const auto samples = static_cast<double>(std::min(ball.samples, features->size()));
    here.reserve(features->buffer_bytes() +
                     samples * (12 * d + 16 * static_cast<double>(ball.neighbours) + 4096),
                 "the samples that the radius is averaged over");
    const Rng rng = Rng(arguments.count("seed", 1, 0, std::numeric_limits<std::size_t>::max()))
                        .stream("evaluate.groundtruth.samples");
    g.radius = ball_radius(*features, ball, rng, here.rows(4 * d + 8, features->size()), ranks);
  }
  g.description = fmt::format("who lies within {} of a query ({}); database {}, queries {}",
                              number_text(*g.radius),
                              arguments.has("radius") ? "as given" : ground_truth.recipe(),
                              features->description(), query_features->description());
  g.source = relevance_by_ball(query_features->read(0, query_features->size()), features,
                               Ball{*g.radius, ball.inclusive});
  return g;
}

}  // namespace

GroundTruthOfFiles open_ground_truth(const Arguments& arguments, const NamedCodes& database,
                                     const NamedCodes& query, MemoryBudget& budget,
                                     const Ranks& ranks, bool without_own) {
  const auto both = [&](const char* a, const char* b) {
    if (arguments.has(a) != arguments.has(b)) {
      refuse(fmt::format("options '--{}' and '--{}' go together", a, b));
    }
    return arguments.has(a);
  };
  const bool labels = both("database-labels", "query-labels");
  const bool features = both("database-features", "query-features");
  const bool list = arguments.has("relevant");
  if (int{labels} + int{features} + int{list} != 1) {
    refuse(
        "give the ground truth exactly once: by --database-labels and --query-labels, by "
        "--relevant, or by --database-features and --query-features");
  }
  for (const char* option : {"groundtruth", "radius", "seed", "view"}) {
    if (!features && arguments.has(option)) {
      refuse(fmt::format("option '--{}' belongs to ground truth by features", option));
    }
  }
  if (labels) return by_labels(arguments, database, query, budget, ranks);
  if (list) return by_list(arguments, database, query, budget);
  return by_features(arguments, database, query, budget, ranks, without_own);
}

void leave_out_own(GroundTruthOfFiles& ground_truth) {
  ground_truth.source = relevance_without_own(std::move(ground_truth.source));
  ground_truth.without_own = true;
  ground_truth.description += ", each query left out of its own ranking";
}

}  // namespace hashlab::experiments
