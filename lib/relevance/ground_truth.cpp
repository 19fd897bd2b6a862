#include "lib/relevance/ground_truth.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

Options options_of(GroundTruth& ground_truth) {
  if (ground_truth.by_ball()) return ball_options(ground_truth);
  return ground_truth.by_lists() ? list_options(ground_truth) : Options();
}

}  // namespace

Options ball_options(GroundTruth& g) {
  Options options;
  options.count("neighbours", g.neighbours, 1, 1000000, "R: neighbours a sample has at the radius");
  options.count("samples", g.samples, 1, 1000000, "training points the radius is averaged over");
  options.choice("reference", g.reference, {"database", "learnable", "training"},
                 "the rows that neighbours are counted among");
  options.choice("boundary", g.boundary, {"inclusive", "strict"},
                 "is a point at the radius itself relevant");
  options.choice("self", g.self, {"excluded", "counted"},
                 "is a sample its own first neighbour, as in the thesis author's code");
  return options;
}

Options list_options(GroundTruth& g) {
  Options options;
  options.choice("level", g.level, {"auto", "easy", "medium", "hard"},
                 "what is relevant: of easy and hard lists, or, auto, what the data set says is");
  options.choice("self", g.own_row, {"kept", "ignored"},
                 "is a query that is ranked what the lists say, or does it leave its ranking");
  return options;
}

std::string GroundTruth::recipe() const {
  GroundTruth copy = *this;
  std::string text = kind;
  const Options options = options_of(copy);
  for (const Option& option : options.all()) {
    text += fmt::format("{}{}={}", text == kind ? ':' : ',', option.name, option.get());
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
  GroundTruth ground_truth;
  ground_truth.kind = spec.name;
  if (spec.name != "epsilon" && spec.name != "class" && spec.name != "lists") {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("unknown groundtruth '{}'{}; expected epsilon, class or lists",
                            spec.name, suggestion(spec.name, {"epsilon", "class", "lists"})));
  }
  Options options = options_of(ground_truth);
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
