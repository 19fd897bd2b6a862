#include "lib/relevance/ground_truth.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

/// The ground truth of a kind with default parameters.
GroundTruth default_truth(const std::string& kind) {
  std::vector<std::string> kinds;
  for (const GroundTruth& truth : {GroundTruth{BallTruth{}}, GroundTruth{ClassTruth{}},
                                   GroundTruth{ListTruth{}}, GroundTruth{NeighbourTruth{}}}) {
    if (truth.kind() == kind) return truth;
    kinds.push_back(truth.kind());
  }
  refuse(fmt::format("unknown groundtruth '{}'{}; expected epsilon, class, lists or neighbours",
                     kind, suggestion(kind, kinds)));
}

Options options_of_kind(GroundTruth& ground_truth) {
  return std::visit([](auto& truth) { return options_of(truth); }, ground_truth.definition);
}

}  // namespace

Options options_of(BallTruth& truth) {
  using Reference = BallTruth::Reference;
  Options options;
  options.count("neighbours", truth.neighbours, 1, 1000000,
                "R: neighbours a sample has at the radius");
  options.count("samples", truth.samples, 1, 1000000,
                "training points the radius is averaged over");
  options.one_of("reference", truth.reference,
                 {{"database", Reference::database},
                  {"learnable", Reference::learnable},
                  {"training", Reference::training}},
                 "the rows that neighbours are counted among");
  options.one_of("boundary", truth.inclusive, {{"inclusive", true}, {"strict", false}},
                 "is a point at the radius itself relevant");
  options.one_of("self", truth.count_self, {{"excluded", false}, {"counted", true}},
                 "is a sample its own first neighbour, as in the thesis author's code");
  return options;
}

Options options_of(ClassTruth&) {
  return {};
}

Options options_of(ListTruth& truth) {
  using Level = ListTruth::Level;
  Options options;
  options.one_of("level", truth.level,
                 {{"auto", Level::automatic},
                  {"easy", Level::easy},
                  {"medium", Level::medium},
                  {"hard", Level::hard}},
                 "what is relevant: of easy and hard lists, or, auto, what the data set says is");
  options.one_of("self", truth.ignore_self, {{"kept", false}, {"ignored", true}},
                 "is a query that is ranked what the lists say, or does it leave its ranking");
  return options;
}

Options options_of(NeighbourTruth& truth) {
  Options options;
  options.count("k", truth.k, 1, 1000000, "nearest items of a query that are relevant to it");
  options.one_of("by", truth.by,
                 {{"euclidean", Similarity::euclidean},
                  {"cosine", Similarity::cosine},
                  {"inner-product", Similarity::inner_product}},
                 "similarity of features, which are not centred");
  return options;
}

std::string GroundTruth::kind() const {
  return std::visit([](const auto& truth) { return std::string(truth.kind); }, definition);
}

std::string GroundTruth::recipe() const {
  GroundTruth copy = *this;
  std::string text = kind();
  char separator = ':';
  const Options options = options_of_kind(copy);
  for (const Option& option : options.all()) {
    text += fmt::format("{}{}={}", std::exchange(separator, ','), option.name, option.get());
  }
  return text;
}

std::size_t scaled_neighbours(std::size_t neighbours, std::size_t rows,
                              std::size_t reference_rows) {
  const double share = static_cast<double>(rows) / static_cast<double>(reference_rows);
  return static_cast<std::size_t>(
      std::max(1.0, std::round(static_cast<double>(neighbours) * share)));
}

GroundTruth parse_ground_truth(std::string_view text) {
  const Spec spec = parse_spec(text);
  GroundTruth ground_truth = default_truth(spec.name);
  Options options = options_of_kind(ground_truth);
  for (const auto& [key, value] : spec.settings) {
    try {
      options.set(key, value);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("groundtruth '{}': {}", text, error.what()));
    }
  }
  return ground_truth;
}

}  // namespace hashlab
