#include "experiments/commands/commands.h"
#include "experiments/commands/evaluate/against.h"
#include "experiments/commands/evaluate/evaluation_text.h"
#include "experiments/commands/evaluate/ground_truth_of_files.h"
#include "experiments/program/code_arguments.h"
#include "experiments/program/code_pair.h"
#include "experiments/program/json_line.h"
#include "experiments/program/memory_budget.h"
#include "experiments/program/memory_cap.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/scan/count_ranks.h"
#include "experiments/scan/model_queries.h"
#include "experiments/schedule/open_on_ranks.h"
#include "experiments/schedule/run_on_ranks.h"
#include "lib/codes/code_file.h"
#include "lib/codes/comparable.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metric_notes.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"
#include "results/format/curve_file.h"
#include "results/format/per_query_csv.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

namespace hashlab::experiments {
namespace {

/// The rank counts of one set of codes, with progress reports.
RankCounts counts_of(const NamedCodes& database, const Codes& queries,
                     const RelevanceSource& relevance, const std::vector<Metric>& metrics,
                     std::size_t threads, MemoryBudget& budget, const Ranks& ranks) {
  std::optional<Progress> progress;
  const auto report = [&](std::size_t reports, std::size_t done, std::size_t rows) {
    if (!progress) progress.emplace(reports);
    if (done > 0) progress->advance(fmt::format("{} of {} codes", done, rows), "");
  };
  return count_ranks(
      {queries, *database.codes, relevance, metrics, ranks, active_kernel(), threads, report},
      budget);
}

std::vector<Metric> asked_metrics(const Arguments& arguments) {
  std::vector<std::string> names = arguments.all("metric");
  if (names.empty()) names = {"auprc", "map"};
  std::vector<Metric> metrics;
  for (const std::string& name : names) {
    metrics.push_back(metric(name));
    for (std::size_t i = 0; i + 1 < metrics.size(); ++i) {
      if (metric_label(metrics[i]) == metric_label(metrics.back())) {
        refuse(fmt::format("metric '{}' is asked for twice", name));
      }
    }
  }
  return metrics;
}

/// Refuses a radius that all distances are within.
void check_reach(const std::vector<Metric>& metrics, const CodeFormat& format) {
  for (const Metric& m : metrics) {
    const std::string why = beyond_reach(m, format.max_distance());
    if (!why.empty()) refuse(why);
  }
}

/// Refuses file names with the extension of another format.
void check_curve_name(const std::string& path) {
  for (const char* ending : {".csv", ".svg", ".html"}) {
    if (path.ends_with(ending)) return;
  }
  refuse(
      fmt::format("--curve '{}': expected a name that ends with .csv (rows of numbers), .svg or "
                  ".html (charts)",
                  path));
}

bool is_same_place(const std::string& path, const std::string& other) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(path), ignored) ==
         fs::weakly_canonical(fs::absolute(other), ignored);
}

/// Refuses outputs that could not be written, before any work.
void check_outputs_asked(const Arguments& arguments) {
  for (const char* option : {"against-query", "resamples"}) {
    if (!arguments.has("against") && arguments.has(option)) {
      refuse(fmt::format("option '--{}' goes with '--against'", option));
    }
  }
  const std::vector<std::string> curves = arguments.all("curve");
  for (std::size_t i = 0; i < curves.size(); ++i) {
    check_curve_name(curves[i]);
    check_output(curves[i], OutputKind::curve, arguments);
    for (std::size_t before = 0; before < i; ++before) {
      if (!is_same_place(curves[i], curves[before])) continue;
      refuse(fmt::format("{}: is named by --curve twice: name two files", curves[i]));
    }
  }
  if (arguments.has("per-query")) {
    const std::string path = arguments.get("per-query", "");
    check_output(path, OutputKind::per_query, arguments);
    for (const std::string& curve : curves) {
      if (!is_same_place(path, curve)) continue;
      refuse(fmt::format("{}: is named by --curve and by --per-query: name two files", path));
    }
  }
}

ExitStatus write_asked(const Arguments& arguments, const std::vector<Metric>& metrics,
                       const std::vector<results::NamedCounts>& curves) {
  std::vector<FileText> files;
  for (const std::string& path : arguments.all("curve")) {
    files.push_back({path, results::curve_text(path, curves)});
  }
  if (arguments.has("per-query")) {
    files.push_back(
        {arguments.get("per-query", ""), results::per_query_csv(metrics, *curves.front().second)});
  }
  return write_outputs(files);
}

int evaluate_on(const Ranks& ranks, const Arguments& arguments) {
  const std::vector<Metric> metrics = asked_metrics(arguments);
  const bool as_json = asks_for_json(arguments);
  check_outputs_asked(arguments);
  const std::size_t threads = arguments.count("threads", threads_of(ranks), 1, 1024);
  MemoryBudget budget(parse_memory(arguments.get("memory", "256M")));
  budget.reserve(16 * 1048576.0, "what metrics take when all is counted");
  const NamedCodes database =
      open_on_ranks(ranks, [&] { return open_part(arguments, "database"); });
  const std::optional<ModelQueries> asked = queries_of_model(arguments, ranks);
  NamedCodes opened;
  if (!asked) opened = open_part(arguments, "query");
  const NamedCodes& query = asked ? asked->coded : opened;
  check_comparable(database, query);
  check_reach(metrics, query.codes->format());
  GroundTruthOfFiles ground_truth =
      open_ground_truth(arguments, database, query, budget, ranks, asks_to_exclude(arguments));
  if (leaves_itself_out(arguments, database, query, ranks)) leave_out_own(ground_truth);
  const auto query_bytes = static_cast<double>(8 * query.codes->format().n_words());
  budget.require(query_bytes * static_cast<double>(query.codes->size()), "the query codes");
  const Codes queries = query.codes->read(0, query.codes->size());
  const RankCounts counts =
      asked ? count_by_estimates(*asked, database, *ground_truth.source, metrics, budget)
            : counts_of(database, queries, *ground_truth.source, metrics, threads, budget, ranks);
  PrintedEvaluation e{database, query, ground_truth, {}, {}, queries_without_relevant(counts),
                      threads};
  RankCounts others;
  if (arguments.has("against")) {
    e.others = open_other(arguments, database, query);
    tell_of_codes(arguments, e.others->database, e.others->query, ranks);
    e.resamples = arguments.count("resamples", 2000, 1, 1000000);
    check_reach(metrics, e.others->query.codes->format());
    const CodeSource& other_queries = *e.others->query.codes;
    others = counts_of(e.others->database, other_queries.read(0, other_queries.size()),
                       *ground_truth.source, metrics, threads, budget, ranks);
  }
  if (ranks.rank() != 0) return exit_done;

  if (e.others) e.against = compare_against(metrics, counts, others, e.resamples);
  for (const Metric& m : metrics) {
    e.values.emplace_back(metric_label(m), value_or_nan(m, counts));
    e.definitions.push_back(m.definition);
  }
  std::vector<results::NamedCounts> curves = {{e.others ? "these" : "codes", &counts}};
  if (e.others) curves.emplace_back("others", &others);
  // Files are written before the values are printed, because printed values would look like
  // success.
  const ExitStatus written = write_asked(arguments, metrics, curves);
  if (written != exit_done) return written;
  if (e.without_relevant > 0 && ground_truth.about_unanswered) {
    const std::string note = ground_truth.about_unanswered();
    if (!note.empty()) tell(fmt::format("note: {}\n", note));
  }
  fmt::print("{}", as_json ? evaluation_json(e) : evaluation_text(e));
  for (const Metric& m : metrics) tell(metric_notes(m, counts));
  const std::string repeated =
      asked ? "" : repeated_queries_note(arguments, counts, database, query);
  if (!repeated.empty()) tell(fmt::format("note: {}\n", repeated));
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
      "score codes made by any program",
      "This command ranks a database of codes for each query by Hamming distance (Manhattan "
      "distance, if digits have more than one bit) and prints metrics. It reads code files from "
      "'hashlab encode', the codes stored in a result file, NumPy .npy and .npz, MATLAB, HDF5, "
      "Faiss's IndexBinaryFlat, and text (hex, 0101, CSV). FILE:/NAME selects one of several "
      "arrays. Bits are packed bytes or words, bool, -1 and 1, 0 and 1, or the signs of real "
      "numbers. Codes and labels are read in blocks, so they may be larger than memory.\n\n"
      "Give the ground truth in one of three ways:\n\n"
      "  labels    class ground truth (--database-labels and --query-labels): HDF5 '/labels', "
      ".npy, .npz, .mat or text, or FILE:/NAME of several arrays. Labels are class numbers "
      "(also N x 1), columns of 0 and 1, or names of classes; in text, each may follow the file "
      "name of its sample\n"
      "  list      relevant rows of the database for each query (--relevant): .ivecs, HDF5, or "
      ".npy padded with -1\n"
      "  features  metric ground truth by the distance between features (--database-features and "
      "--query-features): HDF5 '/features' or .npy\n\n"
      "Metrics may have the names of papers and programs, such as convention:hashnet@5000 "
      "('hashlab list conventions'). A note appears if another definition of a metric with the "
      "same name would change the value by more than 0.01. Use --against to compare with the codes "
      "of another method on the same queries, with intervals from a bootstrap over the queries.\n\n"
      "Under mpirun, each process reads and counts its own range of the database, and the first "
      "process prints the same output as a single process would (needs a build with "
      "-DHASHLAB_MPI=ON).\n\n"
      "  hashlab evaluate --database db.npy --query q.npy --bits 48 --bit-order big \\\n"
      "      --database-labels db.txt --query-labels q.txt --metric map --format json\n"
      "  hashlab evaluate --database db.npy --query q.npy --database-labels db.txt \\\n"
      "      --query-labels q.txt --metric convention:hashnet@5000 --curve curve.svg",
      {needed({"database", "CODES", "codes to rank"}),
       needed({"query", "CODES", "codes of the queries"}),
       model_option(),
       {"bits", "B", "code length, if a file does not give it"},
       one_of({"bit-order", "ORDER",
               "which bit of a packed byte comes first: little (the least significant) or big (the "
               "most "
               "significant) [little]"},
              {"little", "big"}),
       rare({"digit-bits", "B",
             "bits per digit; if above 1, codes are compared by Manhattan distance [1]"}),
       rare({"threshold", "T", "threshold of real numbers; those above T become the bit 1 [0]"}),
       one_of({"self", "S", "whether row i is ranked for query i: include or exclude [include]"},
              {"include", "exclude"}),
       {"database-labels", "FILE", "labels of the database"},
       {"query-labels", "FILE", "labels of the queries"},
       {"relevant", "FILE",
        "relevant rows of the database for each query, 0-based: .ivecs, .npy, HDF5 (/neighbors)"},
       {"database-features", "FILE", "features of the database"},
       {"query-features", "FILE", "features of the queries"},
       rare({"view", "NAME", "view that holds the features, if the data sets have several"}),
       {"groundtruth", "G",
        "metric ground truth for features: epsilon[:key=value,...] or "
        "neighbours[:k=10,by=euclidean] [epsilon]"},
       rare({"radius", "R",
             "fixed radius of the epsilon-neighbourhood, instead of one computed from samples"}),
       rare({"seed", "N", "seed for the samples that determine the radius [1]"}),
       {"metric", "METRIC", "metric from 'hashlab list metrics', or convention:NAME [auprc, map]",
        true},
       {"curve", "FILE",
        "write precision and recall by radius and rank, as numbers (.csv) or charts (.svg, .html)",
        true},
       {"per-query", "FILE.csv", "write the values of all metrics for each query"},
       {"against", "CODES", "codes of the other method for the same database"},
       rare({"against-query", "CODES",
             "codes of the other method for the same queries [the file of --against]"}),
       rare(
           {"resamples", "N", "number of bootstrap resamples of the queries for --against [2000]"}),
       force_option(),
       one_of({"format", "FORMAT",
               "output format: text or json; in json, digit_bits is a list if the digits of a code "
               "differ "
               "in bits [text]"},
              {"text", "json"}),
       rare({"memory", "SIZE", "memory limit of each process, such as 256M or 2G [256M]"}),
       rare({"threads", "N", "number of threads of each process [its share of the cores]"})},
      0,
      0,
      run_evaluate};
}

}  // namespace hashlab::experiments
