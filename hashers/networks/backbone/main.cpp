// hashlab-backbone: pictures in, features out, by a TorchScript module. A process of its own, since
// loading a module runs what its file says, and a damaged file may crash.
//
//   hashlab-backbone HEIGHT WIDTH CHANNELS BATCH MEAN... DEVIATION...
//
// Reads 8 bytes, the number of bytes of the module, little endian; the module; then batches of
// BATCH pictures, one byte a value: row by row, channels together. Writes one line, "features D" or
// "error TEXT", then for each batch BATCH x D numbers of single precision.

#include <torch/script.h>

#include <ATen/Parallel.h>
#include <unistd.h>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" void openblas_set_num_threads(int threads);

namespace {

/// False at the end of the input.
bool read_all(void* bytes, std::size_t count) {
  char* next = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t received = read(STDIN_FILENO, next, count);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    next += received;
    count -= static_cast<std::size_t>(received);
  }
  return true;
}

void write_all(const void* bytes, std::size_t count) {
  const char* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t sent = write(STDOUT_FILENO, next, count);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) std::_Exit(1);
    next += sent;
    count -= static_cast<std::size_t>(sent);
  }
}

void say(const std::string& line) {
  const std::string text = line.substr(0, line.find('\n')) + "\n";
  write_all(text.data(), text.size());
}

struct Pictures {
  std::int64_t height, width, channels, batch;
  std::vector<float> mean, deviation;

  std::int64_t bytes() const { return batch * height * width * channels; }
};

class Backbone {
 public:
  Backbone(const std::string& file, const Pictures& pictures) : pictures_(pictures) {
    std::istringstream in(file);
    module_ = torch::jit::load(in);
    module_.eval();
    const std::vector<std::int64_t> each = {1, pictures.channels, 1, 1};
    mean_ = torch::tensor(pictures.mean).view(each);
    deviation_ = torch::tensor(pictures.deviation).view(each);
    const std::vector<std::uint8_t> black(static_cast<std::size_t>(pictures.bytes()));
    dimensions_ = features_of(black).size(1);
  }

  std::int64_t dimensions() const { return dimensions_; }

  /// batch x D.
  torch::Tensor features_of(const std::vector<std::uint8_t>& pixels) {
    const torch::Tensor bytes = torch::from_blob(
        const_cast<std::uint8_t*>(pixels.data()),
        {pictures_.batch, pictures_.height, pictures_.width, pictures_.channels}, torch::kByte);
    const torch::Tensor values = bytes.permute({0, 3, 1, 2}).to(torch::kFloat) / 255;
    const torch::Tensor input = ((values - mean_) / deviation_).contiguous();
    const torch::jit::IValue output = module_.forward({input});
    if (!output.isTensor()) throw std::runtime_error("gives no tensor");
    const torch::Tensor features = output.toTensor();
    if (features.dim() != 2 || features.size(0) != pictures_.batch || features.size(1) < 1) {
      std::ostringstream shape;
      shape << features.sizes();
      throw std::runtime_error("gives a tensor of " + shape.str() + " for " +
                               std::to_string(pictures_.batch) +
                               " pictures, expected pictures x features: export it without its "
                               "last layer, flattened");
    }
    return features.to(torch::kFloat).contiguous();
  }

 private:
  Pictures pictures_;
  torch::jit::Module module_;
  torch::Tensor mean_, deviation_;
  std::int64_t dimensions_ = 0;
};

int run(const std::vector<std::string>& words) {
  Pictures pictures{std::stoll(words.at(0)),
                    std::stoll(words.at(1)),
                    std::stoll(words.at(2)),
                    std::stoll(words.at(3)),
                    {},
                    {}};
  const auto channels = static_cast<std::size_t>(pictures.channels);
  for (std::size_t c = 0; c < channels; ++c) {
    pictures.mean.push_back(std::stof(words.at(4 + c)));
    pictures.deviation.push_back(std::stof(words.at(4 + channels + c)));
  }
  std::uint64_t size = 0;
  if (!read_all(&size, sizeof(size))) return 1;
  std::string file(size, '\0');
  if (!read_all(file.data(), file.size())) return 1;
  const torch::NoGradGuard no_gradient;
  Backbone backbone(file, pictures);
  file.clear();
  say("features " + std::to_string(backbone.dimensions()));
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(pictures.bytes()));
  while (read_all(pixels.data(), pixels.size())) {
    const torch::Tensor features = backbone.features_of(pixels);
    write_all(features.data_ptr<float>(),
              static_cast<std::size_t>(features.numel()) * sizeof(float));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  at::set_num_threads(1);
  openblas_set_num_threads(1);
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    say(std::string("error ") + error.what());
    return 2;
  }
}
