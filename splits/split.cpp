#include "splits/split.h"

#include "lib/error.h"
#include "lib/files/sha256.h"
#include "lib/fitted.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::splits {

namespace {

using NamedSizes = std::vector<std::pair<std::string, std::size_t>>;

NamedSizes named(const SplitSizes& s) {
  return {{"test-queries", s.test_queries},
          {"training", s.training},
          {"validation-queries", s.validation_queries},
          {"validation-database", s.validation_database}};
}

bool leave_rows(const SplitSizes& s, std::size_t n) {
  std::size_t left = n;
  for (const auto& [name, size] : named(s)) {
    if (size >= left) return false;
    left -= size;
  }
  return true;
}

/// The settings to change so that the sizes fit, as text.
std::string lowered(const SplitSizes& sizes, std::size_t n) {
  return changed_sizes(sizes, fitting_sizes(sizes, n));
}

}  // namespace

std::string changed_sizes(const SplitSizes& from, const SplitSizes& to) {
  const NamedSizes before = named(from), after = named(to);
  std::vector<std::string> changed;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (after[i] == before[i]) continue;
    changed.push_back(fmt::format("{} = {}", after[i].first, after[i].second));
  }
  return fmt::format("{}", fmt::join(changed, ", "));
}

SplitSizes fitting_sizes(const SplitSizes& sizes, std::size_t n) {
  if (leave_rows(sizes, n)) return sizes;
  const std::size_t tenth = n / 10;
  return {std::min(sizes.test_queries, std::max<std::size_t>(1, tenth)),
          std::min(sizes.validation_queries, tenth), std::min(sizes.validation_database, tenth),
          std::min(sizes.training, std::max<std::size_t>(1, n / 5))};
}

void check_split_sizes(const SplitSizes& s, std::size_t n) {
  const NamedSizes sizes = named(s);
  for (const auto& [name, size] : sizes) {
    if (size == 0 && (name == "test-queries" || name == "training")) {
      throw Error(ErrorCode::invalid_argument, fmt::format("option '{}' = 0, must be >= 1", name));
    }
  }
  if (leave_rows(s, n)) return;
  const auto smaller = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto& [name, size] = *std::max_element(sizes.begin(), sizes.end(), smaller);
  if (size >= n) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("option '{}' = {} does not fit: the data set has {} rows: set {}", name,
                            size, n, lowered(s, n)));
  }
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("test-queries + training + validation-queries + validation-database = {} "
                  "leaves nothing to rank of {} rows: set {}",
                  s.test_queries + s.training + s.validation_queries + s.validation_database, n,
                  lowered(s, n)));
}

Rows selection_rows(const Split& split) {
  return hashlab::united(split.training,
                         hashlab::united(split.validation_queries, split.validation_database));
}

std::string split_checksum(const Split& split) {
  std::string text;
  for (const auto& [name, rows] : {std::pair{"test-queries", &split.test_queries},
                                   {"test-database", &split.test_database},
                                   {"validation-queries", &split.validation_queries},
                                   {"validation-database", &split.validation_database},
                                   {"training", &split.training},
                                   {"learnable", &split.learnable}}) {
    text += fmt::format("{} {}\n", name, fmt::join(*rows, " "));
  }
  return sha256(text);
}

void SplitStrategy::describe(Options&) {}

std::string SplitStrategy::given_rows(std::size_t, const RowMarks&) const {
  return "";
}

UsedSizes SplitStrategy::used_sizes(const RowMarks&) const {
  return {};
}

std::vector<std::unique_ptr<SplitStrategy>> all_strategies() {
  std::vector<std::unique_ptr<SplitStrategy>> all;
#define HASHLAB_ADD(name) all.push_back(strategies::name());
  HASHLAB_SPLITS(HASHLAB_ADD)
#undef HASHLAB_ADD
  return all;
}

NamedSplit make_split(std::string_view text) {
  const Spec spec = parse_spec(text);
  std::vector<std::string> known;
  std::unique_ptr<SplitStrategy> strategy;
  for (auto& candidate : all_strategies()) {
    known.push_back(candidate->info().name);
    if (known.back() == spec.name) strategy = std::move(candidate);
  }
  if (!strategy) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("unknown split '{}'{} ('hashlab list splits' shows all)", spec.name,
                            suggestion(spec.name, known)));
  }
  Options options;
  strategy->describe(options);
  std::vector<std::string> keys;
  for (const Option& option : options.all()) keys.push_back(option.name);
  for (const auto& [key, value] : spec.settings) {
    if (!options.has(key)) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("unknown key '{}' in split '{}'{} ('hashlab list splits' shows the "
                              "options of every strategy)",
                              key, text, suggestion(key, keys)));
    }
    try {
      options.set(key, value);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("split '{}': {}", text, error.what()));
    }
  }
  NamedSplit named{nullptr, spec.name, ""};
  char separator = ':';
  for (const Option& option : options.all()) {
    if (!option.is_place) named.settings += fmt::format(" {}={}", option.name, option.get());
    if (option.get() == option.default_value) continue;
    named.name += fmt::format("{}{}={}", separator, option.name, option.get());
    separator = ',';
  }
  named.strategy = std::move(strategy);
  return named;
}

std::string NamedSplit::recipe(std::size_t n, const RowMarks& marks) const {
  const SplitInfo info = strategy->info();
  return fmt::format("{}/{}{}{}", info.name, info.version, settings,
                     strategy->given_rows(n, marks));
}

}  // namespace hashlab::splits
