#include "results/record/record.h"

#include "lib/codes/h5_format.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "lib/h5/h5.h"
#include "lib/h5/h5_seal.h"
#include "lib/method_name.h"
#include "lib/metrics/metrics.h"
#include "results/record/cell_summary.h"
#include "results/record/counts_record.h"
#include "results/record/fact_names.h"
#include "results/record/fitted_record.h"
#include "results/record/hash_table_record.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace hashlab::results {
namespace {

void write_codes(H5File& file, const std::string& group, const Codes& codes, const Rows& rows) {
  const std::size_t bytes = (codes.format.bits + 7) / 8;
  std::vector<std::uint8_t> packed(codes.n * bytes);
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t b = 0; b < bytes; ++b) {
      packed[i * bytes + b] = static_cast<std::uint8_t>(codes.code(i)[b / 8] >> (8 * (b % 8)));
    }
  }
  file.write(group + "/codes", packed.data(), {codes.n, bytes});
  file.write(group + "/rows", rows.data(), {rows.size()});
}

const std::string fitted_list = "fitted.";
const std::string codes_list = "codes";
const std::string hash_tables_list = "hash-tables";
const std::string precision_at_recall_list = "curve.precision-at-recall";
const std::string cutoffs_list = "curve.cutoffs";
const std::string precision_top_list = "curve.precision-top";
const std::string recall_top_list = "curve.recall-top";
const std::string hit_top_list = "curve.hit-top";

template <typename Value>
void put_prefixed(std::map<std::string, Value>& into, const std::string& prefix,
                  const std::map<std::string, Value>& values) {
  for (const auto& [name, value] : values) into[prefix + name] = value;
}

/// Moves the entries whose names start with `prefix` out of `all`, and removes the prefix. Nothing
/// is copied, because copying the summaries of many cells would take as long as reading the files.
template <typename Value>
std::map<std::string, Value> take_prefixed(std::map<std::string, Value>& all,
                                           const std::string& prefix) {
  std::map<std::string, Value> result;
  for (auto entry = all.lower_bound(prefix);
       entry != all.end() && entry->first.starts_with(prefix);) {
    auto node = all.extract(entry++);
    node.key().erase(0, prefix.size());
    result.insert(result.end(), std::move(node));
  }
  return result;
}

std::size_t whole_number(double value, const std::string& path) {
  constexpr double beyond_exact = 9007199254740992.0;  // 2^53
  if (!(value >= 0 && value < beyond_exact) || value != std::floor(value)) {
    fail_corrupt(path, "has an invalid count in its summary");
  }
  return static_cast<std::size_t>(value);
}

std::optional<CellCurves> curves_of(const CellSummary& summary, const std::string& path) {
  if (!summary.lists.contains(cutoffs_list)) return std::nullopt;
  const auto list = [&](const std::string& name) {
    const auto found = summary.lists.find(name);
    return found == summary.lists.end() ? std::vector<double>() : found->second;
  };
  CellCurves curves{list(precision_at_recall_list),
                    {},
                    list(precision_top_list),
                    list(recall_top_list),
                    list(hit_top_list)};
  for (const double n : list(cutoffs_list)) curves.cutoffs.push_back(whole_number(n, path));
  if (curves.precision_at_recall.size() != curve_recall_levels().size() ||
      curves.precision_top.size() != curves.cutoffs.size() ||
      curves.recall_top.size() != curves.cutoffs.size() ||
      curves.hit_top.size() != curves.cutoffs.size()) {
    fail_corrupt(path, "has a summary with curves that do not fit together");
  }
  return curves;
}

/// The summary of a record. The record must have everything that its file holds, except the counts.
CellSummary summary_of(const CellRecord& r, bool has_codes) {
  CellSummary summary;
  auto& [texts, numbers, lists] = summary;
  texts = {{"key", r.key},
           {"recipe", r.recipe},
           {"failure", r.failure},
           {"dataset", r.dataset},
           {"split", r.split},
           {"hasher", r.hasher},
           {"groundtruth", r.groundtruth}};
  if (!r.view.empty()) texts["view"] = r.view;
  if (!r.direction.empty()) {
    texts["direction"] = r.direction.text();
    texts["database-codes"] = r.direction.codes;
  }
  if (!r.split_checksum.empty()) texts["split-checksum"] = r.split_checksum;
  if (!r.choice.empty()) texts["choice"] = r.choice;
  put_prefixed(texts, "provenance.", r.provenance);
  numbers = {{"bits", static_cast<double>(stored_bits(r.bits))},
             {"run", static_cast<double>(r.run)}};
  if (r.dataset_rows > 0) numbers["dataset-rows"] = static_cast<double>(r.dataset_rows);
  put_prefixed(numbers, "fact.", r.facts);
  put_prefixed(numbers, "metric.", r.metrics);
  put_prefixed(numbers, "seconds.", r.seconds);
  put_prefixed(numbers, "validation.", r.validation);
  for (const auto& [name, rows] : r.fitted) {
    lists[fitted_list + name] = {static_cast<double>(rows.size())};
  }
  if (has_codes) lists[codes_list] = {};
  if (r.failure.empty() && !r.hash_tables.empty()) lists[hash_tables_list] = {};
  if (r.failure.empty() && r.curves) {
    lists[precision_at_recall_list] = r.curves->precision_at_recall;
    lists[cutoffs_list].assign(r.curves->cutoffs.begin(), r.curves->cutoffs.end());
    lists[precision_top_list] = r.curves->precision_top;
    lists[recall_top_list] = r.curves->recall_top;
    lists[hit_top_list] = r.curves->hit_top;
  }
  return summary;
}

/// A cell from its attributes, which are both in the file itself and in its summary. It lacks
/// `fitted`, `hash_tables`, `counts`, `curves` and the fields that StoredCell adds.
StoredCell cell_of(std::map<std::string, std::string> text, std::map<std::string, double> numbers,
                   const std::string& path) {
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", path, what));
  };
  for (const char* name :
       {"key", "recipe", "failure", "dataset", "split", "hasher", "groundtruth"}) {
    if (!text.contains(name)) fail(fmt::format("is not a result cell: it has no '{}'", name));
  }
  StoredCell r;
  r.key = std::move(text.at("key"));
  r.recipe = std::move(text.at("recipe"));
  r.failure = std::move(text.at("failure"));
  r.dataset = std::move(text.at("dataset"));
  r.split = std::move(text.at("split"));
  r.hasher = std::move(text.at("hasher"));
  r.groundtruth = std::move(text.at("groundtruth"));
  const auto count = [&](const char* name, double least) {
    const auto number = numbers.find(name);
    if (number == numbers.end() || !(number->second >= least && number->second <= 1e9)) {
      fail(fmt::format("is not a result cell: '{}' is missing or not a count", name));
    }
    return static_cast<std::size_t>(number->second);
  };
  r.bits = bits_from_stored(count("bits", 0));
  r.run = count("run", 1);
  if (sha256(r.recipe) != r.key) fail("is damaged: its key does not fit its recipe");
  r.provenance = take_prefixed(text, "provenance.");
  r.facts = take_prefixed(numbers, "fact.");
  r.metrics = take_prefixed(numbers, "metric.");
  r.seconds = take_prefixed(numbers, "seconds.");
  r.validation = take_prefixed(numbers, "validation.");
  if (const auto rows = numbers.find("dataset-rows"); rows != numbers.end()) {
    if (!(rows->second >= 1 && rows->second < 4294967296.0)) fail("'dataset-rows' is not a count");
    r.dataset_rows = static_cast<std::size_t>(rows->second);
  }
  const auto optional_text = [&](const char* name) {
    return text.contains(name) ? std::move(text.at(name)) : std::string();
  };
  r.view = optional_text("view");
  if (const std::string direction = optional_text("direction"); !direction.empty()) {
    const std::size_t arrow = direction.find('>');
    if (arrow == std::string::npos) fail("'direction' is not VIEW>VIEW");
    r.direction = {direction.substr(0, arrow), direction.substr(arrow + 1),
                   optional_text("database-codes")};
  }
  r.split_checksum = optional_text("split-checksum");
  r.choice = optional_text("choice");
  return r;
}

std::string read_summary(const std::string& path) {
  std::optional<std::string> bytes = h5_appendix(path);
  if (!bytes) {
    H5File::open(path, H5File::Origin::own);  // reports what else is wrong with the file
    fail_corrupt(path, "is not a result cell: it has no summary");
  }
  return std::move(*bytes);
}

}  // namespace

bool has_code_distances(const CellRecord& record) {
  return record.bits && parse_method_name(record.hasher).has_codes();
}

void write_cell(const std::string& path, const CellRecord& r,
                const std::optional<CellCodes>& codes) {
  H5File file = H5File::create(path);
  const CellSummary summary = summary_of(r, codes.has_value());
  for (const auto& [name, text] : summary.texts) file.set(name, text);
  for (const auto& [name, value] : summary.numbers) file.set(name, value);
  write_fitted(file, r.fitted, r.dataset_rows);
  if (r.failure.empty()) {
    write_counts(file, r.counts);
    const PrCurve curve = pr_curve(r.counts);
    file.write("/curve/radius", curve.radius.data(), {curve.radius.size()});
    file.write("/curve/precision", curve.precision.data(), {curve.precision.size()});
    file.write("/curve/recall", curve.recall.data(), {curve.recall.size()});
    write_hash_tables(file, r.hash_tables);
  }
  if (codes) {
    write_digits(file, codes->database.format);
    write_codes(file, "/query", codes->query, codes->query_rows);
    write_codes(file, "/database", codes->database, codes->database_rows);
  }
  rewrite_file(path, file.image(summary_bytes(summary)));
}

StoredCell read_cell_without_summary(const std::string& path, bool with_counts) {
  const H5File file = H5File::open(path, H5File::Origin::own);
  StoredCell r = cell_of(file.text_attributes(), file.number_attributes(), path);
  r.fitted = read_fitted(file, r.dataset_rows);
  r.has_codes = file.has("/query/codes") && file.has("/database/codes");
  r.hash_tables = read_hash_tables(file);
  r.has_hash_tables = !r.hash_tables.empty();
  for (const auto& [name, rows] : r.fitted) r.fitted_sizes[name] = rows.size();
  for (HashTableScores& t : r.hash_tables) {
    for (const auto& [name, seconds] : {std::pair{time_names::table_build, &t.build_seconds},
                                        std::pair{time_names::table_query, &t.query_seconds}}) {
      const auto found = r.seconds.find(fmt::format("{}[{}]", name, setting_text(t.setting)));
      if (found != r.seconds.end()) *seconds = found->second;
    }
  }
  if (r.failure.empty() && with_counts) r.counts = read_counts(file);
  return r;
}

StoredCell read_cell(const std::string& path, bool with_counts) {
  StoredCell r = read_cell_without_summary(path, with_counts);
  const std::string summary = read_summary(path);
  r.curves = curves_of(summary_from_bytes(summary, path), path);
  if (summary_bytes(summary_of(r, r.has_codes)) != summary) {
    fail_corrupt(path, "is damaged: its summary does not fit the rest");
  }
  return r;
}

StoredCell read_cell_summary(const std::string& path) {
  CellSummary summary = summary_from_bytes(read_summary(path), path);
  StoredCell r = cell_of(std::move(summary.texts), std::move(summary.numbers), path);
  r.curves = curves_of(summary, path);
  r.has_codes = summary.lists.contains(codes_list);
  r.has_hash_tables = summary.lists.contains(hash_tables_list);
  for (const auto& [name, rows] : take_prefixed(summary.lists, fitted_list)) {
    if (rows.size() != 1) fail_corrupt(path, "has an invalid count in its summary");
    r.fitted_sizes[name] = whole_number(rows.front(), path);
  }
  return r;
}

}  // namespace hashlab::results
