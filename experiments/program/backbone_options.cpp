#include "experiments/program/backbone_options.h"

#include "experiments/program/networks_program.h"
#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

#include <string>

namespace hashlab::experiments {
namespace {

constexpr std::string_view torchscript = "torchscript:";

/// The numbers of an option, one for each colour channel; `otherwise` if it is not given.
std::vector<double> channel_numbers(const Arguments& arguments, const std::string& option,
                                    const std::vector<double>& otherwise, bool above_zero) {
  if (!arguments.has(option)) return otherwise;
  std::vector<double> numbers;
  for (const std::string& word : split_at(arguments.get(option, ""), ',')) {
    const auto number = parse_real(word);
    if (!number || (above_zero && *number <= 0)) {
      refuse(
          fmt::format("option '--{}' = '{}', must be {}numbers, one a channel, separated by "
                      "commas",
                      option, arguments.get(option, ""), above_zero ? "positive " : ""));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

bool names_backbone(std::string_view features) {
  return features.starts_with(torchscript);
}

std::vector<OptionSpec> backbone_options() {
  return {rare({"model-sha256", "HEX",
                "expected SHA-256 of MODEL.pt; a file with a different checksum is refused. "
                "MODEL.pt RUNS CODE when it is loaded, in a process of its own: use only models "
                "that you trust"}),
          rare({"mean", "R,G,B",
                "mean of each colour channel, which is subtracted from pixels / 255 before the "
                "model is applied [0.485,0.456,0.406]"}),
          rare({"deviation", "R,G,B",
                "standard deviation of each colour channel, by which pixels / 255 - mean is "
                "divided [0.229,0.224,0.225]"}),
          rare({"batch", "N", "number of pictures that the model processes together [32]"})};
}

std::optional<BackboneSettings> backbone_settings(const Arguments& arguments, std::size_t threads) {
  const std::string features = arguments.get("features", "");
  if (!names_backbone(features)) {
    for (const char* option : {"model-sha256", "mean", "deviation", "batch"}) {
      if (arguments.has(option)) {
        refuse(fmt::format("option '--{}' is of a model: add '--features torchscript:MODEL.pt'",
                           option));
      }
    }
    return std::nullopt;
  }
  BackboneSettings settings;
  settings.module = features.substr(torchscript.size());
  settings.program = program_beside("hashlab-backbone");
  if (settings.program.empty()) {
    refuse(
        "TorchScript modules are applied by hashlab-backbone, which is not here: install "
        "LibTorch by 'scripts/setup torch' and build with -DHASHLAB_TORCH=ON");
  }
  settings.sha256 = arguments.get("model-sha256", "");
  settings.mean = channel_numbers(arguments, "mean", settings.mean, false);
  settings.deviation = channel_numbers(arguments, "deviation", settings.deviation, true);
  settings.batch = arguments.count("batch", settings.batch, 1, 4096);
  settings.threads = threads;
  return settings;
}

}  // namespace hashlab::experiments
