#include "experiments/commands/commands.h"
#include "experiments/commands/evaluate/ground_truth_of_files.h"
#include "experiments/program/code_arguments.h"
#include "experiments/program/json_line.h"
#include "experiments/program/memory_budget.h"
#include "experiments/program/memory_cap.h"
#include "experiments/program/progress.h"
#include "experiments/ranks/open_on_ranks.h"
#include "experiments/ranks/run_on_ranks.h"
#include "lib/codes/code_file.h"
#include "lib/codes/comparable.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace hashlab::experiments {
namespace {

RankCounts count_pieces(const NamedCodes& database, const Codes& queries,
                        const RelevanceSource& source, std::size_t asked_threads,
                        MemoryBudget& budget, const Ranks& ranks) {
  const CodeFormat& format = queries.format;
  const auto counted = static_cast<double>(queries.n);
  // Codes may be compared in another form than they are read, see thermometer.
  const auto compared = 8 * static_cast<double>(CodeFormat{format.max_distance(), 1}.n_words());
  // Two counts for each query and distance; those of the counter, of the result, and of each thread
  // if queries are few.
  const double counts = 2 * 4 * static_cast<double>(format.max_distance() + 1) * counted;
  budget.reserve(2 * counts + compared * counted, "the counts of the queries");
  budget.reserve(source.bytes_at_once() + database.codes->buffer_bytes(), "reading a piece");
  const std::size_t threads = budget.reserve_threads(
      asked_threads, format,
      [&](std::size_t t) {
        return RankCounter::divides_database(queries.n, t) ? static_cast<double>(t) * counts : 0;
      },
      "one thread");
  const double row_bytes =
      static_cast<double>(8 * format.n_words()) + 2 * compared + source.bytes_per_row();
  const RowRange own = ranks.range_of(database.codes->size());
  const std::size_t rows = std::max<std::size_t>(1, budget.rows(row_bytes, own.count));
  const std::size_t pieces = (own.count + rows - 1) / rows;
  const std::size_t tell_every = (pieces + 19) / 20;
  std::optional<Progress> progress;
  if (pieces > 1 && ranks.rank() == 0) progress.emplace((pieces + tell_every - 1) / tell_every);
  RankCounter counter(queries, active_kernel(), threads);
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    ranks.look_around();
    const std::size_t done = piece * rows, count = std::min(rows, own.count - done);
    counter.add(database.codes->read(own.first + done, count),
                source.piece(own.first + done, count));
    if (progress && ((piece + 1) % tell_every == 0 || piece + 1 == pieces)) {
      progress->advance(fmt::format("{} of {} codes", done + count, own.count), "");
    }
  }
  RankCounts counts_of_all = counter.counts();
  ranks.sum(counts_of_all.all);
  ranks.sum(counts_of_all.relevant);
  return counts_of_all;
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
Json digits_json(const CodeFormat& format) {
  if (format.digit_bits != 0) return format.digit_bits;
  return json_array(format.widths, [](unsigned width) { return width; });
}

void print_json(const Evaluation& e) {
  Json values = Json::object();
  for (const auto& [metric, value] : e.values) values[metric.name] = value;
  Json all = {{"bits", e.query.codes->format().bits},
              {"queries", e.query.codes->size()},
              {"database", e.database.codes->size()},
              {"metrics", values},
              {"digit_bits", digits_json(e.query.codes->format())},
              {"kernel", active_kernel().name},
              {"groundtruth", e.ground_truth.kind}};
  if (e.ground_truth.radius) all["radius"] = *e.ground_truth.radius;
  all["queries_without_relevant"] = e.without_relevant;
  fmt::print("{}", json_line(all));
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

int evaluate_on(const Ranks& ranks, const Arguments& arguments) {
  const std::vector<Metric> metrics = asked_metrics(arguments);
  const bool as_json = asks_for_json(arguments);
  const std::size_t threads = arguments.count("threads", threads_of(ranks), 1, 1024);
  MemoryBudget budget(parse_memory(arguments.get("memory", "256M")));
  budget.reserve(16 * 1048576.0, "what metrics take when all is counted");
  const NamedCodes database =
      open_on_ranks(ranks, [&] { return open_part(arguments, "database"); });
  const NamedCodes query = open_part(arguments, "query");
  check_comparable(database, query);
  const GroundTruthOfFiles ground_truth =
      open_ground_truth(arguments, database, query, budget, ranks);
  const auto query_bytes = static_cast<double>(8 * query.codes->format().n_words());
  budget.require(query_bytes * static_cast<double>(query.codes->size()), "the query codes");
  const Codes queries = query.codes->read(0, query.codes->size());
  const RankCounts counts =
      count_pieces(database, queries, *ground_truth.source, threads, budget, ranks);
  if (ranks.rank() != 0) return exit_done;

  Evaluation e{database, query, ground_truth, {}, 0, threads};
  for (const Metric& m : metrics) e.values.emplace_back(m, m.value(counts));
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const auto relevant = counts.relevant_of(q);
    if (std::all_of(relevant.begin(), relevant.end(), [](auto n) { return n == 0; })) {
      ++e.without_relevant;
    }
  }
  if (as_json) {
    print_json(e);
  } else {
    print_text(e);
  }
  return exit_done;
}

int run_evaluate(const Arguments& arguments) {
  return run_on_ranks([&](const Ranks& ranks) { return evaluate_on(ranks, arguments); });
}

}  // namespace

Command evaluate_command() {
  return {
      "evaluate",
      "--database CODES --query CODES (labels | list | features) [options]",
      "score binary codes made by any program",
      "Ranks a database of codes for each query by Hamming distance (Manhattan, if digits have\n"
      "more than one bit) and prints metrics. Files of codes: those of 'hashlab encode', the\n"
      "codes stored in a result cell, NumPy .npy (packed uint8, bool, -1 and 1, 0 and 1, or\n"
      "real numbers whose sign is the bit), or HDF5 with /train and /test of bool as in\n"
      "ann-benchmarks. Codes and labels are read in blocks, so they may be larger than memory.\n\n"
      "The ground truth is given in one of three ways: by class (labels in HDF5 '/labels',\n"
      ".npy, or text with one integer per line), by lists of database rows (.ivecs), or by the\n"
      "distance between features (HDF5 '/features' or .npy).\n\n"
      "Started by mpirun, each process reads and counts its own range of the database, and the\n"
      "first prints what one process would (needs a build with -DHASHLAB_MPI=ON).\n\n"
      "  hashlab evaluate --database db.npy --query q.npy --bits 48 --bit-order big \\\n"
      "      --database-labels db.txt --query-labels q.txt --metric map --format json",
      {{"database", "CODES", "the codes that are ranked"},
       {"query", "CODES", "the codes that they are ranked for"},
       {"bits", "B", "bits of a code, if a file does not say"},
       {"bit-order", "ORDER", "little or big: which bit of a packed byte is first [little]"},
       {"digit-bits", "B", "bits of a digit; above 1 distances are Manhattan [1]"},
       {"database-labels", "FILE", "classes of the database"},
       {"query-labels", "FILE", "classes of the queries"},
       {"relevant", "FILE.ivecs", "for each query its relevant rows of the database, 0-based"},
       {"database-features", "FILE", "features of the database"},
       {"query-features", "FILE", "features of the queries"},
       {"view", "NAME", "of data sets with several views, the one whose features these are"},
       {"groundtruth", "G", "epsilon[:key=value,...], with features [epsilon]"},
       {"radius", "R", "the ball's radius, instead of a mean over samples"},
       {"seed", "N", "seed for the choice of these samples [1]"},
       {"metric", "M", "a metric of 'hashlab list' [auprc, map]", true},
       {"format", "FORMAT", "text or json, whose digit_bits is a list if widths differ [text]"},
       {"memory", "SIZE", "limit of memory of each process, such as 256M or 2G [256M]"},
       {"threads", "N", "number of threads of each process [its share of the cores]"}},
      0,
      0,
      run_evaluate};
}

}  // namespace hashlab::experiments
