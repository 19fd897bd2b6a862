#include "experiments/suite/learn_classes.h"

#include "lib/error.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

namespace hashlab::experiments {
namespace {

constexpr std::uint64_t most = 1000000;

std::int32_t number_in(const std::string& word) {
  const auto value = parse_whole(word);
  if (value && *value <= most) return static_cast<std::int32_t>(*value);
  refuse(
      fmt::format("option 'learn-classes': '{}' is no class, must be drawn:G, or the coarse class "
                  "0 .. {} of each class in order",
                  word, most));
}

}  // namespace

std::string LearnClasses::text() const {
  if (drawn > 0) return fmt::format("drawn:{}", drawn);
  return fmt::format("{}", fmt::join(of_class, " "));
}

LearnClasses parse_learn_classes(std::string_view text) {
  constexpr std::string_view head = "drawn:";
  LearnClasses classes;
  if (text.starts_with(head)) {
    classes.drawn = static_cast<std::size_t>(number_in(std::string(text.substr(head.size()))));
    if (classes.drawn < 2) {
      refuse(
          fmt::format("option 'learn-classes' = '{}': expected two coarse classes or more", text));
    }
    return classes;
  }
  std::istringstream in{std::string(text)};
  for (std::string word; in >> word;) classes.of_class.push_back(number_in(word));
  const std::set<std::int32_t> distinct(classes.of_class.begin(), classes.of_class.end());
  if (distinct.size() == 1) {
    refuse(fmt::format("option 'learn-classes' = '{}': expected two coarse classes or more", text));
  }
  return classes;
}

Labels coarse_labels(const Labels& labels, const LearnClasses& classes, const Rng& rng) {
  if (classes.empty()) return labels;
  if (labels.single.empty()) {
    refuse("option 'learn-classes' needs labels of one class a row");
  }
  const std::set<std::int32_t> fine(labels.single.begin(), labels.single.end());
  std::map<std::int32_t, std::int32_t> coarse;
  if (classes.drawn > 0) {
    if (fine.size() <= classes.drawn) {
      refuse(
          fmt::format("option 'learn-classes' = '{}': the data set has {} classes, expected more "
                      "than there are coarse ones",
                      classes.text(), fine.size()));
    }
    std::vector<std::uint32_t> order(fine.size());
    std::iota(order.begin(), order.end(), 0u);
    Rng(rng).shuffle(order);
    std::size_t at = 0;
    for (const std::int32_t label : fine) {
      coarse[label] = static_cast<std::int32_t>(order[at++] % classes.drawn);
    }
  } else {
    for (const std::int32_t label : fine) {
      if (label < 0 || static_cast<std::size_t>(label) >= classes.of_class.size()) {
        refuse(
            fmt::format("option 'learn-classes' = '{}': the data set has class {}, expected the "
                        "coarse class of each class 0 .. {}",
                        classes.text(), label, *fine.rbegin()));
      }
      coarse[label] = classes.of_class[static_cast<std::size_t>(label)];
    }
  }
  Labels mapped;
  for (const std::int32_t label : labels.single) mapped.single.push_back(coarse.at(label));
  return mapped;
}

}  // namespace hashlab::experiments
