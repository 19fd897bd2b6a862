#include "lib/metrics/metrics.h"

#include "lib/error.h"
#include "lib/metrics/at_rank.h"
#include "lib/metrics/conventions.h"
#include "lib/metrics/cumulated.h"
#include "lib/metrics/families.h"
#include "lib/numbers.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace hashlab {
namespace {

using Parameter = MetricFamily::Parameter;

constexpr std::string_view convention_prefix = "convention:";

/// The parts of a name before the colon: "f0.5-macro@2" is "f-macro", 0.5 and "2".
struct Head {
  std::string base;
  double beta = 1.0;
  std::optional<std::string> at;
};

/// Is this the base of an F-measure, whose name holds beta after the f?
bool has_beta(std::string_view base) {
  return base == "f" || base.starts_with("f-");
}

std::optional<Head> parse_head(std::string_view text) {
  Head head;
  const std::size_t at = text.find('@');
  if (at != text.npos) head.at = std::string(text.substr(at + 1));
  const std::string_view name = text.substr(0, at);
  head.base = name;
  if (!name.starts_with('f')) return head;
  std::string_view rest = name.substr(1);
  const double beta = take_real(rest).value_or(0.0);
  const std::string base = "f" + std::string(rest);
  if (!has_beta(base)) return head;
  if (!std::isfinite(beta) || beta <= 0.0) return std::nullopt;
  head.beta = beta;
  head.base = base;
  return head;
}

/// Null if there is none.
const MetricFamily* family_of(const Head& head) {
  for (const MetricFamily& family : metric_families()) {
    const bool has_parameter = family.parameter != Parameter::none;
    if (family.base == head.base && head.at.has_value() == has_parameter) return &family;
  }
  return nullptr;
}

std::string head_text(const MetricFamily& family, std::string_view base,
                      const MetricSettings& settings) {
  std::string text(base);
  if (has_beta(base)) text.insert(1, number_text(settings.beta));
  if (family.parameter != Parameter::none) text += fmt::format("@{}", settings.at);
  return text;
}

/// `settings` must outlive the result.
Options options_of(const MetricFamily& family, MetricSettings& settings) {
  Options options;
  for (const MetricOption option : family.options) {
    switch (option) {
      case MetricOption::divisor:
        options.choice("divisor", settings.divisor, {"relevant", "retrieved-relevant", "min"},
                       "number by which the sum is divided; relevant: number of all relevant "
                       "items; retrieved-relevant: number of relevant items in the first K ranks; "
                       "min: the smaller of K and the number of all relevant items");
        break;
      case MetricOption::fixed_divisor:
        options.choice("divisor", settings.divisor, {"relevant", "min"},
                       "number by which the sum is divided; relevant: number of all relevant "
                       "items; min: the smaller of K and the number of all relevant items");
        break;
      case MetricOption::without_relevant:
        options.choice("without-relevant", settings.without_relevant, {"skip", "zero"},
                       "queries without relevant items; skip: left out; zero: counted as 0");
        break;
      case MetricOption::empty:
        options.choice("empty", settings.empty, {"0", "1"}, "precision where nothing is retrieved");
        break;
      case MetricOption::nothing_found:
        options.choice("nothing-found", settings.nothing_found, {"zero", "skip"},
                       "queries that find nothing relevant in the first K ranks; zero: counted as "
                       "0; skip: left out");
        break;
      case MetricOption::nothing_found_within:
        options.choice(
            "nothing-found", settings.nothing_found, {"zero", "skip", "skip-wrong"},
            "queries that find nothing relevant within the distance; zero: counted as 0; skip: "
            "left out; skip-wrong: left out if they find other items, otherwise counted as 0");
        break;
    }
  }
  return options;
}

void refuse_real_valued(const std::string& name, const RankCounts& counts) {
  if (!counts.real_valued()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("metric '{}' counts within radii of code distances, which a ranking by "
                          "real-valued distances does not have; ask for one by rank, such as "
                          "'precision-top@100'",
                          name));
}

void refuse_ungraded(const std::string& name, const RankCounts& counts) {
  if (counts.graded()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("metric '{}' needs to know how many labels are shared, which results of "
                          "suites do not record: score codes and labels by 'hashlab evaluate'",
                          name));
}

/// Has it no value where no query has a relevant item? Only a precision of all queries together has
/// one, and means in which such queries count.
bool needs_relevant(const MetricFamily& family, const MetricSettings& settings) {
  if (family.averaging == Averaging::pooled) return family.base != "precision";
  return settings.without() == WithoutRelevant::skip;
}

/// See Metric::defined.
bool is_defined(const MetricFamily& family, const MetricSettings& settings,
                const RankCounts& counts) {
  if (settings.if_nothing_found() != NothingFound::zero) {
    if (family.parameter == Parameter::radius) {
      return queries_counted_within(counts, settings.at, settings.if_nothing_found()) > 0;
    }
    double found = 0.0;
    for_each_query_with_relevant(counts,
                                 [&](const Cumulated& query) { found += hit(query, settings.at); });
    return found > 0.0;
  }
  return needs_relevant(family, settings) ? queries_without_relevant(counts) < counts.n_queries
                                          : counts.n_queries > 0;
}

Metric make_metric(const MetricFamily& family, const MetricSettings& settings) {
  MetricSettings defaults, shown = settings;
  const Options described = options_of(family, defaults);
  const Options chosen = options_of(family, shown);
  Metric m;
  std::string suffix;
  for (std::size_t i = 0; i < described.all().size(); ++i) {
    const Option& option = described.all()[i];
    m.options.push_back(fmt::format("{}={}  {} ({})", option.name, option.default_value,
                                    option.help, option.allowed));
    const std::string value = chosen.all()[i].get();
    if (value == option.default_value) continue;
    suffix += fmt::format("{}{}={}", suffix.empty() ? ':' : ',', option.name, value);
  }
  m.name = head_text(family, family.base, settings) + suffix;
  m.definition = family.definition(settings);
  m.by_code_distance = family.by_code_distance;
  m.graded = family.graded;
  if (family.parameter == Parameter::radius) {
    m.radius = settings.at;
    if (!family.by_rank.empty()) m.by_rank = fmt::format("{}@{}", family.by_rank, settings.at);
  }
  if (family.parameter == Parameter::rank) m.rank = settings.at;
  // The mean of a sample of queries is not that of their values, if each counts only by how
  // likely it is to find something.
  m.averaging = settings.nothing_found == "zero" ? family.averaging : Averaging::other;
  m.needs_relevant = needs_relevant(family, settings);
  m.defined = [&family, settings](const RankCounts& counts) {
    return is_defined(family, settings, counts);
  };
  m.without = settings.without();
  m.whole = family.whole;
  m.value = [&family, settings, name = m.name](const RankCounts& counts) {
    if (family.by_code_distance) refuse_real_valued(name, counts);
    if (family.graded) refuse_ungraded(name, counts);
    return family.value(counts, settings);
  };
  if (!family.best.empty() && settings.ap_divisor() != ApDivisor::retrieved_relevant &&
      settings.nothing_found == "zero") {
    m.best = head_text(family, family.best, settings) + suffix;
    m.worst = head_text(family, family.worst, settings) + suffix;
  }
  return m;
}

/// "zero | skip" taken apart.
std::vector<std::string> split_choices(const std::string& allowed) {
  std::vector<std::string> choices;
  for (std::size_t at = 0; at <= allowed.size();) {
    const std::size_t end = std::min(allowed.find(" | ", at), allowed.size());
    choices.push_back(allowed.substr(at, end - at));
    at = end + 3;
  }
  return choices;
}

/// The parameter that lists show as an example.
std::uint64_t example(const MetricFamily& family) {
  return family.parameter == Parameter::radius ? 2 : family.parameter == Parameter::rank ? 100 : 0;
}

bool is_convention(std::string_view name) {
  try {
    metric_of_convention(name);
    return true;
  } catch (const Error&) {
    return false;
  }
}

[[noreturn]] void fail_unknown(std::string_view name, std::string_view head) {
  if (is_convention(head)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("metric '{0}' does not exist, did you mean 'convention:{0}'?", name));
  }
  const std::size_t at = head.find('@');
  std::vector<std::string> known;  // with the parameter that was asked for, if one was
  std::vector<Metric> all = all_metrics();
  for (Metric& m : graded_metrics()) all.push_back(std::move(m));
  for (const Metric& m : all) {
    std::string candidate = m.name.substr(0, m.name.find(':'));
    const std::size_t own = candidate.find('@');
    if (at != head.npos && own != candidate.npos)
      candidate.replace(own, candidate.npos, head.substr(at));
    if (std::find(known.begin(), known.end(), candidate) == known.end()) known.push_back(candidate);
  }
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("metric '{}' does not exist{}; the nearest are {}; 'hashlab list metrics' "
                  "explains all, 'hashlab list conventions' the metric of a paper",
                  name, suggestion(head, known), fmt::join(nearest_names(head, known, 5), ", ")));
}

[[noreturn]] void fail_parameter(std::string_view name, const MetricFamily& family) {
  MetricSettings settings;
  settings.at = example(family);
  const std::string like = head_text(family, family.base, settings);
  throw Error(ErrorCode::invalid_argument,
              fmt::format("metric '{}' does not exist, did you mean '{}'? after the @ stands a {} "
                          "{} .. {}",
                          name, like, family.parameter == Parameter::radius ? "radius" : "rank",
                          family.least, family.most));
}

}  // namespace

Metric metric(std::string_view name) {
  if (name.starts_with(convention_prefix)) {
    Metric m = metric(metric_of_convention(name.substr(convention_prefix.size())));
    m.convention = name;
    return m;
  }
  const std::string_view head_part = name.substr(0, name.find(':'));
  const auto head = parse_head(head_part);
  const MetricFamily* family = head ? family_of(*head) : nullptr;
  if (family == nullptr) fail_unknown(name, head_part);
  MetricSettings settings;
  settings.beta = head->beta;
  if (head->at) {
    const auto at = parse_whole(*head->at);
    if (!at || *at < family->least || *at > family->most) fail_parameter(name, *family);
    settings.at = *at;
  }
  Options options = options_of(*family, settings);
  try {
    for (const auto& [key, value] : parse_spec(name).settings) options.set(key, value);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("metric '{}': {}", name, error.what()));
  }
  return make_metric(*family, settings);
}

std::vector<Metric> all_metrics() {
  std::vector<Metric> metrics;
  for (const MetricFamily& family : metric_families()) {
    if (family.graded) continue;
    MetricSettings settings;
    settings.at = example(family);
    metrics.push_back(make_metric(family, settings));
    if (family.options.empty() || family.options.front() != MetricOption::divisor) continue;
    for (const char* divisor : {"retrieved-relevant", "min"}) {  // three metrics under one name
      settings.divisor = divisor;
      metrics.push_back(make_metric(family, settings));
    }
  }
  return metrics;
}

std::vector<Metric> graded_metrics() {
  std::vector<Metric> metrics;
  for (const MetricFamily& family : metric_families()) {
    if (!family.graded) continue;
    MetricSettings settings;
    settings.at = example(family);
    metrics.push_back(make_metric(family, settings));
  }
  return metrics;
}

std::string beyond_reach(const Metric& metric, std::uint64_t max_distance) {
  if (metric.radius <= max_distance) return {};
  const std::string by_rank =
      metric.by_rank.empty() ? fmt::format("precision-top@{0}' and 'recall-top@{0}", metric.radius)
                             : metric.by_rank;
  return fmt::format(
      "metric '{}' counts within distance {}, but no two of these codes are farther apart than {}, "
      "so it would count everything; of the first {} ranks ask for '{}', or give a radius 0 .. {}",
      metric.name, metric.radius, max_distance, metric.radius, by_rank, max_distance);
}

std::vector<Metric> other_readings(const Metric& m) {
  const std::string head = m.name.substr(0, m.name.find(':'));
  const Spec spec = parse_spec(m.name);
  std::vector<Metric> readings;
  for (const std::string& described : m.options) {
    const std::string key = described.substr(0, described.find('='));
    const std::size_t open = described.rfind('(');
    for (const std::string& value :
         split_choices(described.substr(open + 1, described.size() - open - 2))) {
      std::string settings = fmt::format("{}={}", key, value);
      for (const auto& [other, set] : spec.settings) {
        if (other != key) settings += fmt::format(",{}={}", other, set);
      }
      Metric reading = metric(fmt::format("{}:{}", head, settings));
      if (reading.name != m.name) readings.push_back(std::move(reading));
    }
  }
  const std::size_t macro = head.find("-macro");
  const std::size_t at = head.find('@');
  const std::string other = macro != head.npos
                                ? std::string(head).erase(macro, 6)
                                : std::string(head).insert(std::min(at, head.size()), "-macro");
  const auto parsed = parse_head(other);
  if (parsed && family_of(*parsed) != nullptr) readings.push_back(metric(other));
  return readings;
}

PrCurve pr_curve(const RankCounts& counts) {
  const Cumulated c = pooled(counts);
  const auto* real = std::get_if<RealDistances>(&counts.distances);
  PrCurve curve;
  for (std::size_t d = 0; d < c.all.size(); ++d) {
    if (c.all[d] == 0) continue;
    curve.radius.push_back(real != nullptr ? real->pooled_radius[d] : static_cast<double>(d));
    curve.precision.push_back(c.precision(d));
    curve.recall.push_back(c.recall(d));
  }
  return curve;
}

}  // namespace hashlab
