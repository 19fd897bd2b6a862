#include "lib/import/picture_describer.h"

#include "lib/error.h"
#include "lib/images/gist.h"

#include <fmt/format.h>

namespace hashlab {
namespace {

class GistDescriber final : public PictureDescriber {
 public:
  GistDescriber(const GistSettings& settings, std::size_t threads)
      : settings_(settings), gist_(settings), threads_(threads) {}

  std::size_t dimensions() const override { return gist_.dimensions(); }
  Features describe(const std::uint8_t* pixels, std::size_t n) override {
    return gist_.describe(pixels, n, threads_);
  }
  std::string text() const override { return settings_.text(); }

 private:
  GistSettings settings_;
  Gist gist_;
  std::size_t threads_;
};

}  // namespace

std::unique_ptr<PictureDescriber> gist_describer(const std::vector<std::size_t>& shape, bool colour,
                                                 std::size_t threads, const std::string& source) {
  const std::size_t channels = shape.size() == 3 ? shape[2] : 1;
  if (colour && channels != 3) {
    refuse(
        fmt::format("{}: the pictures are greyscale, so colour GIST cannot be computed", source));
  }
  GistSettings settings;
  if (colour) {
    settings = GistSettings::of_colour(shape[0], shape[1]);
  } else {
    settings.height = shape[0];
    settings.width = shape[1];
    settings.channels = channels;
  }
  return std::make_unique<GistDescriber>(settings, threads);
}

}  // namespace hashlab
