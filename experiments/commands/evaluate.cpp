#include "experiments/code_arguments.h"
#include "experiments/commands/commands.h"
#include "experiments/memory_budget.h"
#include "experiments/memory_cap.h"
#include "experiments/progress.h"
#include "lib/codes/code_file.h"
#include "lib/codes/comparable.h"
#include "lib/data/ivecs.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/input_file.h"
#include "lib/metrics/metrics.h"
#include "lib/options.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/relevance_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>

namespace hashlab {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, what);
}

/// Who is relevant, and what to say of it.
struct GroundTruthOfFiles {
  std::unique_ptr<const RelevanceSource> source;
  std::string kind, description;
  std::optional<double> radius;
};

void check_count(const std::string& path, const char* what, std::size_t rows,
                 const NamedCodes& codes) {
  if (rows == codes.codes->size()) return;
  refuse(fmt::format("{} holds {} of {} rows, but {} holds {} codes", path, what, rows, codes.path,
                     codes.codes->size()));
}

GroundTruthOfFiles by_labels(const Arguments& arguments, const NamedCodes& database,
                             const NamedCodes& query, MemoryBudget& budget) {
  const std::string database_path = arguments.get("database-labels", "");
  const std::string query_path = arguments.get("query-labels", "");
  auto database_labels = open_labels(database_path);
  const auto query_labels = open_labels(query_path);
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
  g.source =
      relevance_by_class(query_labels->read(0, query_labels->size()), std::move(database_labels));
  return g;
}

GroundTruthOfFiles by_list(const Arguments& arguments, const NamedCodes& database,
                           const NamedCodes& query, const MemoryBudget& budget) {
  const std::string path = arguments.get("relevant", "");
  // A list that grows may have twice its size reserved.
  budget.require(2 * static_cast<double>(InputFile(path).size()), "the lists of relevant rows");
  GroundTruthOfFiles g;
  g.kind = "list";
  g.description = "who is listed in " + path;
  g.source = relevance_by_list(read_ivecs(path, query.codes->size(), database.codes->size()));
  return g;
}

double given_radius(const Arguments& arguments) {
  const std::string text = arguments.get("radius", "");
  double radius = -1;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), radius);
  if (error != std::errc{} || stop != text.data() + text.size() || !(radius >= 0) ||
      !std::isfinite(radius)) {
    refuse(fmt::format("option '--radius' = '{}', must be a number >= 0", text));
  }
  return radius;
}

GroundTruthOfFiles by_ball(const Arguments& arguments, const NamedCodes& database,
                           const NamedCodes& query, MemoryBudget& budget) {
  const GroundTruth ball = parse_ground_truth(arguments.get("groundtruth", "epsilon"));
  if (ball.by_class()) {
    refuse(
        "groundtruth 'class' needs labels: give --database-labels and --query-labels instead of "
        "features");
  }
  if (ball.reference != "database") {
    refuse(
        fmt::format("groundtruth has reference = {}, but only the database is known here: use "
                    "reference=database",
                    ball.reference));
  }
  const std::string database_path = arguments.get("database-features", "");
  const std::string query_path = arguments.get("query-features", "");
  const std::shared_ptr<const FeatureSource> features = open_features(database_path);
  const auto query_features = open_features(query_path);
  check_count(database_path, "features", features->size(), database);
  check_count(query_path, "features", query_features->size(), query);
  if (features->dimensions() != query_features->dimensions()) {
    refuse(fmt::format("{} has {} features a row, {} has {}", database_path, features->dimensions(),
                       query_path, query_features->dimensions()));
  }
  const auto d = static_cast<double>(features->dimensions());
  // The products of a group of queries with a block of the database, and the work space of BLAS.
  budget.reserve(48 * 1048576.0, "products of features");
  budget.require(4 * d * static_cast<double>(query_features->size() + 2048),
                 "the features of the queries");
  GroundTruthOfFiles g;
  g.kind = "epsilon";
  if (arguments.has("radius")) {
    g.radius = given_radius(arguments);
  } else {
    MemoryBudget here = budget;
    const auto samples = static_cast<double>(std::min(ball.samples, features->size()));
    here.reserve(features->buffer_bytes() +
                     samples * (12 * d + 16 * static_cast<double>(ball.neighbours) + 4096),
                 "the samples that the radius is averaged over");
    const Rng rng = Rng(arguments.count("seed", 1, 0, std::numeric_limits<std::size_t>::max()))
                        .stream("evaluate.groundtruth.samples");
    g.radius = ball_radius(*features, ball, rng, here.rows(4 * d + 8, features->size()));
  }
  g.description =
      fmt::format("who lies within {} of a query ({}); database {}, queries {}",
                  number_text(*g.radius), arguments.has("radius") ? "as given" : ball.recipe(),
                  features->description(), query_features->description());
  g.source = relevance_by_ball(query_features->read(0, query_features->size()), features, *g.radius,
                               ball.inclusive());
  return g;
}

/// One of the three kinds of ground truth must be asked for, and only what belongs to it.
GroundTruthOfFiles open_ground_truth(const Arguments& arguments, const NamedCodes& database,
                                     const NamedCodes& query, MemoryBudget& budget) {
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
        "who is relevant must be said once: by --database-labels and --query-labels, by "
        "--relevant, or by --database-features and --query-features");
  }
  for (const char* option : {"groundtruth", "radius", "seed"}) {
    if (!features && arguments.has(option)) {
      refuse(fmt::format("option '--{}' belongs to ground truth by features", option));
    }
  }
  if (labels) return by_labels(arguments, database, query, budget);
  if (list) return by_list(arguments, database, query, budget);
  return by_ball(arguments, database, query, budget);
}

RankCounts count_pieces(const NamedCodes& database, const Codes& queries,
                        const RelevanceSource& source, std::size_t threads, MemoryBudget& budget) {
  const CodeFormat& format = queries.format;
  const auto counted = static_cast<double>(queries.n);
  const auto width = static_cast<double>(threads);
  // Codes may be compared in another form than they are read, see thermometer.
  const auto compared = 8 * static_cast<double>(CodeFormat{format.max_distance(), 1}.n_words());
  // Two counts for each query and distance; those of the counter, of the result, and of each thread
  // if queries are few.
  const double cells = 2 * counted + std::min(counted, 64 * width) * width;
  budget.reserve(
      2 * 4 * static_cast<double>(format.max_distance() + 1) * cells + compared * counted,
      "the counts of the queries");
  budget.reserve(source.bytes_at_once() + database.codes->buffer_bytes(), "reading a piece");
  const double row_bytes =
      static_cast<double>(8 * format.n_words()) + 2 * compared + source.bytes_per_row();
  const std::size_t n = database.codes->size();
  const std::size_t rows = budget.rows(row_bytes, n);
  const std::size_t pieces = (n + rows - 1) / rows;
  const std::size_t tell_every = (pieces + 19) / 20;
  std::optional<Progress> progress;
  if (pieces > 1) progress.emplace((pieces + tell_every - 1) / tell_every);
  RankCounter counter(queries, active_kernel(), threads);
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const std::size_t first = piece * rows, count = std::min(rows, n - first);
    counter.add(database.codes->read(first, count), source.piece(first, count));
    if (progress && ((piece + 1) % tell_every == 0 || piece + 1 == pieces)) {
      progress->advance(fmt::format("{} of {} codes", first + count, n), "");
    }
  }
  return counter.counts();
}

struct Evaluation {
  const NamedCodes& database;
  const NamedCodes& query;
  const GroundTruthOfFiles& ground_truth;
  std::vector<std::pair<Metric, double>> values;
  std::size_t without_relevant = 0;
  std::size_t threads = 1;
};

/// A number, or the list of all widths where they differ.
std::string digits_json(const CodeFormat& format) {
  const std::string text = digits_text(format);
  return format.digit_bits != 0 ? text : "[" + text + "]";
}

void print_json(const Evaluation& e) {
  std::string values;
  for (const auto& [metric, value] : e.values) {
    values += fmt::format("{}\"{}\": {:.17g}", values.empty() ? "" : ", ", metric.name, value);
  }
  const std::string radius =
      e.ground_truth.radius ? fmt::format(", \"radius\": {:.17g}", *e.ground_truth.radius) : "";
  fmt::print(
      "{{\"bits\": {}, \"queries\": {}, \"database\": {}, \"metrics\": {{{}}}, "
      "\"digit_bits\": {}, \"kernel\": \"{}\", \"groundtruth\": \"{}\"{}, "
      "\"queries_without_relevant\": {}}}\n",
      e.query.codes->format().bits, e.query.codes->size(), e.database.codes->size(), values,
      digits_json(e.query.codes->format()), active_kernel().name, e.ground_truth.kind, radius,
      e.without_relevant);
}

void print_text(const Evaluation& e) {
  fmt::print("{} bits, {} queries, {} codes in the database\n", e.query.codes->format().bits,
             e.query.codes->size(), e.database.codes->size());
  fmt::print("database  {}\nqueries   {}\nrelevant  {}\n", e.database.codes->description(),
             e.query.codes->description(), e.ground_truth.description);
  fmt::print("          {} queries have no relevant item\n", e.without_relevant);
  fmt::print("kernel    {}, {} thread{}\n\n", active_kernel().name, e.threads,
             e.threads == 1 ? "" : "s");
  std::size_t width = 0;
  for (const auto& [metric, value] : e.values) width = std::max(width, metric.name.size());
  for (const auto& [metric, value] : e.values) {
    fmt::print("{:<{}}  {:.6f}  {}\n", metric.name, width, value, metric.definition);
  }
}

std::vector<Metric> asked_metrics(const Arguments& arguments) {
  std::vector<std::string> names = arguments.all("metric");
  if (names.empty()) names = {"auprc", "map"};
  std::vector<Metric> metrics;
  for (const std::string& name : names) {
    metrics.push_back(metric(name));
    for (std::size_t i = 0; i + 1 < metrics.size(); ++i) {
      if (metrics[i].name == metrics.back().name) {
        refuse(fmt::format("metric '{}' is asked for twice", name));
      }
    }
  }
  return metrics;
}

int run(const Arguments& arguments) {
  const std::vector<Metric> metrics = asked_metrics(arguments);
  const std::string format = arguments.get("format", "text");
  if (format != "text" && format != "json") {
    refuse(fmt::format("option '--format' = '{}', must be text or json", format));
  }
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = arguments.count("threads", cores, 1, 1024);
  MemoryBudget budget(parse_memory(arguments.get("memory", "256M")));
  budget.reserve(16 * 1048576.0, "what metrics take when all is counted");
  const NamedCodes database = open_part(arguments, "database");
  const NamedCodes query = open_part(arguments, "query");
  check_comparable(database, query);
  const GroundTruthOfFiles ground_truth = open_ground_truth(arguments, database, query, budget);
  const auto query_bytes = static_cast<double>(8 * query.codes->format().n_words());
  budget.require(query_bytes * static_cast<double>(query.codes->size()), "the query codes");
  const Codes queries = query.codes->read(0, query.codes->size());
  const RankCounts counts = count_pieces(database, queries, *ground_truth.source, threads, budget);

  Evaluation e{database, query, ground_truth, {}, 0, threads};
  for (const Metric& m : metrics) e.values.emplace_back(m, m.value(counts));
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const auto relevant = counts.relevant_of(q);
    if (std::all_of(relevant.begin(), relevant.end(), [](auto n) { return n == 0; })) {
      ++e.without_relevant;
    }
  }
  if (format == "json") {
    print_json(e);
  } else {
    print_text(e);
  }
  return exit_done;
}

}  // namespace

Command evaluate_command() {
  return {
      "evaluate",
      "--database CODES --query CODES (labels | list | features) [options]",
      "score binary codes made by any program",
      "Ranks a database of codes for each query by Hamming distance (Manhattan, if digits have\n"
      "more than one bit) and prints metrics. Files of codes: those of 'hashlab encode', the kept\n"
      "codes of a result cell, NumPy .npy (packed uint8, bool, -1 and 1, 0 and 1, or real numbers\n"
      "whose sign is the bit), or HDF5 with /train and /test of bool as in ann-benchmarks. Codes\n"
      "and labels are read in pieces, so that they may be larger than memory.\n\n"
      "Who is relevant is said in one of three ways: by class (labels in HDF5 '/labels', .npy, or\n"
      "text with one integer a line), by lists of database rows (.ivecs), or by distance between\n"
      "features (HDF5 '/features' or .npy).\n\n"
      "  hashlab evaluate --database db.npy --query q.npy --bits 48 --bit-order big \\\n"
      "      --database-labels db.txt --query-labels q.txt --metric map --format json",
      {{"database", "CODES", "the codes that are ranked"},
       {"query", "CODES", "the codes that they are ranked for"},
       {"bits", "B", "bits of a code, where a file leaves it open"},
       {"bit-order", "ORDER", "little or big: which bit of a packed byte is first [little]"},
       {"digit-bits", "B", "bits of a digit; above 1 distances are Manhattan [1]"},
       {"database-labels", "FILE", "classes of the database"},
       {"query-labels", "FILE", "classes of the queries"},
       {"relevant", "FILE.ivecs", "for each query its relevant rows of the database, from 0 on"},
       {"database-features", "FILE", "features of the database"},
       {"query-features", "FILE", "features of the queries"},
       {"groundtruth", "G", "epsilon[:key=value,...], with features [epsilon]"},
       {"radius", "R", "the ball's radius, instead of one averaged over samples"},
       {"seed", "N", "which rows are samples [1]"},
       {"metric", "M", "a metric of 'hashlab list' [auprc, map]", true},
       {"format", "FORMAT", "text or json, whose digit_bits is a list if widths differ [text]"},
       {"memory", "SIZE", "most memory in all, such as 256M or 2G [256M]"},
       {"threads", "N", "threads that count [one a core]"}},
      0,
      0,
      run};
}

}  // namespace hashlab
