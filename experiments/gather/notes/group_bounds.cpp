#include "experiments/gather/notes/registry.h"
#include "results/record/fact_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace hashlab::experiments {
namespace {

struct NamedBound {
  const char* fact;
  const char* name;
};
constexpr std::array<NamedBound, 4> bounds_of_groups = {{
    {results::fact_names::clt_half_width, "central limit theorem"},
    {results::fact_names::student_half_width, "Student"},
    {results::fact_names::bernoulli_half_width, "Bernoulli"},
    {results::fact_names::hoeffding_half_width, "Hoeffding"},
}};

/// What the interval of a score covers. All episodes of few-shot recognition draw from the classes
/// that were tested, so their spread does not tell how other classes would score.
std::string_view scope_of(std::string_view metric) {
  return metric.find("few-shot@") == metric.npos ? "for other classes"
                                                 : "for other episodes of the same classes";
}

/// Finds label scores that are means over groups of classes or over episodes, and how far the mean
/// over other groups or episodes may lie from them (see results/statistics/group_bounds.h).
class GroupBounds : public Note {
 public:
  explicit GroupBounds(const NotedStudy& study) : shown_(study.shown), metrics_(study.metrics) {}

  void add(const Cell& cell, const results::CellRecord& record) override {
    if (!shown_.shows_split(cell.split)) return;
    for (const std::string& metric : metrics_) {
      for (const NamedBound& bound : bounds_of_groups) {
        const auto width = record.facts.find(fmt::format("{}[{}]", bound.fact, metric));
        if (width == record.facts.end()) continue;
        Range& range = ranges_[metric][bound.name];
        range.low = std::min(range.low, width->second);
        range.high = std::max(range.high, width->second);
      }
    }
  }

  /// One line for each score, with the smallest and the largest half width of a cell.
  std::vector<std::string> lines() const override {
    std::vector<std::string> lines;
    for (const auto& [metric, ranges] : ranges_) {
      std::vector<std::string> widths;
      for (const NamedBound& bound : bounds_of_groups) {
        const auto range = ranges.find(bound.name);
        if (range == ranges.end()) continue;
        widths.push_back(fmt::format("{:.4f} to {:.4f} ({})", range->second.low, range->second.high,
                                     bound.name));
      }
      lines.push_back(fmt::format("{} of one run, {}: half widths of 95 % intervals are {}", metric,
                                  scope_of(metric), fmt::join(widths, ", ")));
    }
    return lines;
  }

 private:
  struct Range {
    double low = 1, high = 0;
  };
  const results::ShownPart shown_;
  const std::vector<std::string> metrics_;
  std::map<std::string, std::map<std::string, Range>> ranges_;  ///< by score and name of the bound
};

}  // namespace

std::unique_ptr<Note> notes::group_bounds(const NotedStudy& study) {
  return std::make_unique<GroupBounds>(study);
}

}  // namespace hashlab::experiments
