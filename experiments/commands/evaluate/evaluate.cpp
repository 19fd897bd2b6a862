#include "experiments/commands/commands.h"
#include "experiments/commands/evaluate/against.h"
#include "experiments/commands/evaluate/curve.h"
#include "experiments/commands/evaluate/ground_truth_of_files.h"
#include "experiments/commands/evaluate/metric_label.h"
#include "experiments/commands/evaluate/per_query.h"
#include "experiments/program/code_arguments.h"
#include "experiments/program/code_pair.h"
#include "experiments/program/help_layout.h"
#include "experiments/program/json_line.h"
#include "experiments/program/memory_budget.h"
#include "experiments/program/memory_cap.h"
#include "experiments/program/output.h"
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
#include <cmath>
#include <filesystem>
#include <optional>

namespace hashlab::experiments {
namespace {

/// The labels shared that are counted beside the first: of graded metrics alone.
std::size_t further_labels(const std::vector<Metric>& metrics, const RelevanceSource& source) {
  const auto graded =
      std::find_if(metrics.begin(), metrics.end(), [](const Metric& m) { return m.graded; });
  if (graded == metrics.end()) return 0;
  if (source.most_shared() == 0) {
    refuse(
        fmt::format("metric '{}' counts how many labels are shared: give --database-labels and "
                    "--query-labels, with a column of 0 and 1 for each label",
                    graded->name));
  }
  return source.most_shared() - 1;
}

RankCounts count_pieces(const NamedCodes& database, const Codes& queries,
                        const RelevanceSource& source, const std::vector<Metric>& metrics,
                        std::size_t asked_threads, MemoryBudget& budget, const Ranks& ranks) {
  const std::size_t further = further_labels(metrics, source);
  const CodeFormat& format = queries.format;
  const auto counted = static_cast<double>(queries.n);
  // Codes may be compared in another form than they are read, see thermometer.
  const auto compared = 8 * static_cast<double>(CodeFormat{format.max_distance(), 1}.n_words());
  // Two counts for each query and distance; those of the counter, of the result, and of each thread
  // if queries are few.
  const double counts = 2 * 4 * static_cast<double>(format.max_distance() + 1) * counted;
  budget.reserve(static_cast<double>(2 + 2 * further) * counts + compared * counted,
                 "the counts of the queries");
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
  std::vector<RankCounter> sharing_more(further, counter);
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    ranks.look_around();
    const std::size_t done = piece * rows, count = std::min(rows, own.count - done);
    const Codes codes = database.codes->read(own.first + done, count);
    counter.add(codes, source.piece(own.first + done, count));
    for (std::size_t i = 0; i < further; ++i) {
      sharing_more[i].add(codes, source.piece_sharing(own.first + done, count, i + 2));
    }
    if (progress && ((piece + 1) % tell_every == 0 || piece + 1 == pieces)) {
      progress->advance(fmt::format("{} of {} codes", done + count, own.count), "");
    }
  }
  RankCounts counts_of_all = counter.counts();
  ranks.sum(counts_of_all.all);
  ranks.sum(counts_of_all.relevant);
  if (source.most_shared() == 0) return counts_of_all;
  auto& at_least = std::get<CodeDistances>(counts_of_all.distances).at_least.emplace();
  for (const RankCounter& level : sharing_more) {
    at_least.push_back(level.counts().relevant);
    ranks.sum(at_least.back());
  }
  return counts_of_all;
}

struct Evaluation {
  const NamedCodes& database;
  const NamedCodes& query;
  const GroundTruthOfFiles& ground_truth;
  std::vector<std::pair<std::string, double>> values;  ///< nan: none
  std::vector<std::string> definitions = {};
  std::size_t without_relevant = 0;
  std::size_t threads = 1;
  std::optional<OtherCodes> others = {};
  std::vector<Against> against = {};
  std::size_t resamples = 0;
};

/// A number, or the list of all widths where they differ.
Json digits_json(const CodeFormat& format) {
  if (format.digit_bits != 0) return format.digit_bits;
  return json_array(format.widths, [](unsigned width) { return width; });
}

void print_json(const Evaluation& e) {
  Json values = Json::object();
  for (const auto& [name, value] : e.values) values[name] = value;
  Json all = {{"bits", e.query.codes->format().bits},
              {"queries", e.query.codes->size()},
              {"database", e.database.codes->size()},
              {"metrics", values},
              {"digit_bits", digits_json(e.query.codes->format())},
              {"kernel", active_kernel().name},
              {"groundtruth", e.ground_truth.kind}};
  if (e.ground_truth.radius) all["radius"] = *e.ground_truth.radius;
  if (e.ground_truth.without_own) all["self"] = "exclude";
  all["queries_without_relevant"] = e.without_relevant;
  if (e.others) all["against"] = against_json(e.against, *e.others, e.resamples);
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
  for (const auto& [name, value] : e.values) width = std::max(width, name.size());
  for (const auto& [name, value] : e.values) {
    fmt::print("{:<{}}  {}\n", name, width,
               std::isfinite(value) ? fmt::format("{:.6f}", value) : "-");
  }
  if (e.others) fmt::print("{}", against_text(e.against, *e.others, e.resamples));
  fmt::print("\n");
  for (std::size_t i = 0; i < e.values.size(); ++i) {
    fmt::print("{}", laid_out(fmt::format("{}: {}\n", e.values[i].first, e.definitions[i]), 80));
  }
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

/// Refuses a radius beyond all distances, within which everything is.
void check_reach(const std::vector<Metric>& metrics, const CodeFormat& format) {
  for (const Metric& m : metrics) {
    const std::string why = beyond_reach(m, format.max_distance());
    if (!why.empty()) refuse(why);
  }
}

bool is_same_place(const std::string& path, const std::string& other) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(path), ignored) ==
         fs::weakly_canonical(fs::absolute(other), ignored);
}

/// Refuses files that could not be written, before any work.
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
                       const std::vector<NamedCounts>& curves) {
  std::vector<FileText> files;
  for (const std::string& path : arguments.all("curve")) {
    files.push_back({path, curve_text(path, curves)});
  }
  if (arguments.has("per-query")) {
    files.push_back(
        {arguments.get("per-query", ""), per_query_csv(metrics, *curves.front().second)});
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
  const NamedCodes query = open_part(arguments, "query");
  check_comparable(database, query);
  check_reach(metrics, query.codes->format());
  GroundTruthOfFiles ground_truth = open_ground_truth(arguments, database, query, budget, ranks);
  if (leaves_itself_out(arguments, database, query, ranks)) leave_out_own(ground_truth);
  const auto query_bytes = static_cast<double>(8 * query.codes->format().n_words());
  budget.require(query_bytes * static_cast<double>(query.codes->size()), "the query codes");
  const Codes queries = query.codes->read(0, query.codes->size());
  const RankCounts counts =
      count_pieces(database, queries, *ground_truth.source, metrics, threads, budget, ranks);
  Evaluation e{database, query, ground_truth, {}, {}, queries_without_relevant(counts), threads};
  RankCounts others;
  if (arguments.has("against")) {
    e.others = open_other(arguments, database, query);
    tell_of_codes(arguments, e.others->database, e.others->query, ranks);
    e.resamples = arguments.count("resamples", 2000, 1, 1000000);
    check_reach(metrics, e.others->query.codes->format());
    const CodeSource& other_queries = *e.others->query.codes;
    others = count_pieces(e.others->database, other_queries.read(0, other_queries.size()),
                          *ground_truth.source, metrics, threads, budget, ranks);
  }
  if (ranks.rank() != 0) return exit_done;

  if (e.others) e.against = compare_against(metrics, counts, others, e.resamples);
  for (const Metric& m : metrics) {
    e.values.emplace_back(metric_label(m), value_or_nan(m, counts));
    e.definitions.push_back(m.definition);
  }
  std::vector<NamedCounts> curves = {{e.others ? "these" : "codes", &counts}};
  if (e.others) curves.emplace_back("others", &others);
  // Before the values are printed, which would tell of success.
  const ExitStatus written = write_asked(arguments, metrics, curves);
  if (written != exit_done) return written;
  if (e.without_relevant > 0 && ground_truth.about_unanswered) {
    const std::string note = ground_truth.about_unanswered();
    if (!note.empty()) tell(fmt::format("note: {}\n", note));
  }
  if (as_json) {
    print_json(e);
  } else {
    print_text(e);
  }
  for (const Metric& m : metrics) tell(metric_notes(m, counts));
  const std::string repeated = repeated_queries_note(arguments, counts, database, query);
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
       {"bits", "B", "code length, if a file does not give it"},
       {"bit-order", "ORDER",
        "which bit of a packed byte comes first: little (the least significant) or big (the most "
        "significant) [little]"},
       rare({"digit-bits", "B",
             "bits per digit; if above 1, codes are compared by Manhattan distance [1]"}),
       rare({"threshold", "T", "threshold of real numbers; those above T become the bit 1 [0]"}),
       {"self", "S", "whether row i is ranked for query i: include or exclude [include]"},
       {"database-labels", "FILE", "labels of the database"},
       {"query-labels", "FILE", "labels of the queries"},
       {"relevant", "FILE",
        "relevant rows of the database for each query, 0-based: .ivecs, .npy, HDF5 (/neighbors)"},
       {"database-features", "FILE", "features of the database"},
       {"query-features", "FILE", "features of the queries"},
       rare({"view", "NAME", "view that holds the features, if the data sets have several"}),
       {"groundtruth", "G", "metric ground truth for features: epsilon[:key=value,...] [epsilon]"},
       rare({"radius", "R",
             "fixed radius of the epsilon-neighbourhood, instead of one computed from samples"}),
       rare({"seed", "N", "seed for the samples that determine the radius [1]"}),
       {"metric", "M", "metric from 'hashlab list metrics', or convention:NAME [auprc, map]", true},
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
       {"format", "FORMAT",
        "output format: text or json; in json, digit_bits is a list if the digits of a code differ "
        "in bits [text]"},
       rare({"memory", "SIZE", "memory limit of each process, such as 256M or 2G [256M]"}),
       rare({"threads", "N", "number of threads of each process [its share of the cores]"})},
      0,
      0,
      run_evaluate};
}

}  // namespace hashlab::experiments
