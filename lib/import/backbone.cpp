#include "lib/import/backbone.h"

#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/piped_program.h"
#include "lib/files/sha256.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace hashlab {
namespace {

class Backbone final : public PictureDescriber {
 public:
  Backbone(const BackboneSettings& settings, const std::vector<std::size_t>& shape)
      : settings_(settings), size_(shape[0] * shape[1]) {
    const std::size_t channels = shape.size() == 3 ? shape[2] : 1;
    size_ *= channels;
    check_channels(channels);
    const std::string module = read_file(settings.module);
    sha256_ = sha256(module);
    if (!settings.sha256.empty() && settings.sha256 != sha256_) {
      refuse(fmt::format("{}: has SHA-256 {}, expected {}: it is another file, or damaged",
                         settings.module, sha256_, settings.sha256));
    }
    std::vector<std::string> command = {settings.program};
    for (const std::size_t number : {shape[0], shape[1], channels, settings.batch}) {
      command.push_back(std::to_string(number));
    }
    for (const auto* values : {&settings.mean, &settings.deviation}) {
      for (const double value : *values) command.push_back(fmt::format("{}", value));
    }
    for (std::size_t k = 0; k < settings.threads; ++k) {
      processes_.push_back(std::make_unique<PipedProgram>(command));
    }
    for (const auto& process : processes_) {
      ask([&] {
        const std::uint64_t bytes = module.size();
        process->write(&bytes, sizeof(bytes));
        process->write(module.data(), module.size());
      });
    }
    for (const auto& process : processes_) dimensions_ = dimensions_of(*process);
  }

  std::size_t dimensions() const override { return dimensions_; }

  Features describe(const std::uint8_t* pixels, std::size_t n) override {
    Features X(dimensions_, n, arma::fill::none);
    const std::size_t B = settings_.batch, batches = (n + B - 1) / B;
    // As many batches at once as there are processes: each is given one, then all are waited for.
    for (std::size_t first = 0; first < batches; first += processes_.size()) {
      const std::size_t count = std::min(processes_.size(), batches - first);
      for (std::size_t k = 0; k < count; ++k) give(*processes_[k], pixels, first + k, n);
      for (std::size_t k = 0; k < count; ++k) take(*processes_[k], X, first + k);
    }
    return X;
  }

  std::string text() const override {
    return fmt::format(
        "features by the TorchScript module of SHA-256 {}: pixels / 255, minus {}, over {}, in "
        "batches of {}",
        sha256_, fmt::join(settings_.mean, " "), fmt::join(settings_.deviation, " "),
        settings_.batch);
  }

 private:
  void check_channels(std::size_t channels) const {
    if (settings_.mean.size() == channels && settings_.deviation.size() == channels) return;
    refuse(fmt::format("mean and deviation have {} and {} numbers, but pictures {} channels",
                       settings_.mean.size(), settings_.deviation.size(), channels));
  }

  /// What a process does not do is said of the file that it has loaded.
  template <typename Ask>
  void ask(Ask question) const {
    try {
      question();
    } catch (const Error& error) {
      fail_corrupt(settings_.module, error.what());
    }
  }

  std::size_t dimensions_of(PipedProgram& process) const {
    std::string line;
    ask([&] {
      constexpr std::size_t longest = 2000;
      for (char c = 0; line.size() < longest; line += c) {
        process.read(&c, 1);
        if (c == '\n') break;
      }
    });
    const std::string wanted = "features ", problem = "error ";
    if (line.starts_with(problem)) {
      fail_corrupt(settings_.module,
                   fmt::format("is no TorchScript module that takes these pictures: {}",
                               line.substr(problem.size())));
    }
    const auto number =
        line.starts_with(wanted) ? parse_whole(line.substr(wanted.size())) : std::nullopt;
    constexpr std::uint64_t most = 1 << 20;
    if (!number || *number < 1 || *number > most) {
      fail_corrupt(settings_.module, "gives no features, or more than 1048576");
    }
    return *number;
  }

  void give(PipedProgram& process, const std::uint8_t* pixels, std::size_t batch,
            std::size_t n) const {
    const std::size_t first = batch * settings_.batch;
    const std::size_t count = std::min(settings_.batch, n - first);
    ask([&] {
      process.write(pixels + first * size_, count * size_);
      const std::vector<std::uint8_t> black((settings_.batch - count) * size_);
      process.write(black.data(), black.size());
    });
  }

  void take(PipedProgram& process, Features& X, std::size_t batch) const {
    const std::size_t first = batch * settings_.batch;
    const std::size_t count = std::min<std::size_t>(settings_.batch, X.n_cols - first);
    std::vector<float> features(settings_.batch * dimensions_);
    ask([&] { process.read(features.data(), features.size() * sizeof(float)); });
    const auto end = features.begin() + static_cast<std::ptrdiff_t>(count * dimensions_);
    const auto bad = std::find_if(features.begin(), end, [](float x) { return !std::isfinite(x); });
    if (bad != end) {
      fail_corrupt(settings_.module,
                   fmt::format("gives {} for a picture, expected finite numbers", *bad));
    }
    std::copy(features.begin(), end, X.colptr(first));
  }

  BackboneSettings settings_;
  std::size_t size_;  // bytes of a picture
  std::size_t dimensions_ = 0;
  std::string sha256_;
  std::vector<std::unique_ptr<PipedProgram>> processes_;
};

}  // namespace

std::unique_ptr<PictureDescriber> backbone_describer(const BackboneSettings& settings,
                                                     const std::vector<std::size_t>& shape) {
  return std::make_unique<Backbone>(settings, shape);
}

}  // namespace hashlab
