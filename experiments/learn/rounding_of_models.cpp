#include "experiments/learn/rounding_of_models.h"

#include "hashers/rounding.h"
#include "lib/data/dataset_file.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {

RoundingBits parse_rounding_bits(const std::string& text) {
  if (text == "keep") return RoundingBits::keep;
  if (text == "fix") return RoundingBits::fix;
  if (text == "refuse") return RoundingBits::refuse;
  refuse(fmt::format("--rounding-bits {}: expected keep, fix or refuse", text));
}

std::vector<std::string> look_at_rounding(std::vector<hashers::Model>& models,
                                          const std::string& data, const std::string& view,
                                          RoundingBits what) {
  constexpr std::size_t max_samples = 2048;
  std::vector<std::string> lines;
  for (hashers::Model& model : models) {
    const DatasetFile file(data, models.size() == 1 ? view : model.view);
    const Features X = file.read(0, std::min(file.size(), max_samples));
    const auto found = hashers::rounding_dimensions(model, X);
    if (found.empty()) continue;
    const std::string text =
        fmt::format("{}{}", models.size() == 1 ? "" : fmt::format("view {}: ", model.view),
                    hashers::rounding_text(found, model.quantisation.thresholds.size()));
    if (what == RoundingBits::refuse) {
      refuse(fmt::format("{}: give fewer '--bits', or '--rounding-bits fix'", text));
    }
    if (what == RoundingBits::fix) hashers::fix_dimensions(model.quantisation, found);
    lines.push_back(what == RoundingBits::fix
                        ? text + "; all samples were given the same digit there"
                        : text + "; give fewer '--bits', or '--rounding-bits fix'");
  }
  return lines;
}

}  // namespace hashlab::experiments
