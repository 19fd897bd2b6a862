#include "lib/relevance/ground_truth.h"

#include "lib/error.h"

#include <fmt/format.h>

namespace hashlab {

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

std::string GroundTruth::recipe() const {
  if (by_class()) return "class";
  GroundTruth copy = *this;
  std::string text = "epsilon";
  const Options options = ball_options(copy);
  for (const Option& option : options.all()) {
    text += fmt::format("{}{}={}", text == "epsilon" ? ':' : ',', option.name, option.get());
  }
  return text;
}

GroundTruth parse_ground_truth(std::string_view text) {
  const Spec spec = parse_spec(text);
  GroundTruth ground_truth;
  ground_truth.kind = spec.name;
  if (spec.name != "epsilon" && spec.name != "class") {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("unknown groundtruth '{}'{}; expected epsilon or class", spec.name,
                            suggestion(spec.name, {"epsilon", "class"})));
  }
  Options options = spec.name == "epsilon" ? ball_options(ground_truth) : Options();
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
