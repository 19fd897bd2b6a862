#include "lib/import/described_pictures.h"

#include "lib/images/picture_file.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hashlab {
namespace {

class DescribedPictures final : public FeatureSource {
 public:
  DescribedPictures(const std::string& path, const MakeDescriber& make) : pictures_(path) {
    std::vector<std::size_t> shape = {pictures_.height(), pictures_.width()};
    if (pictures_.channels() > 1) shape.push_back(pictures_.channels());
    describer_ = make(shape);
    description_ = describer_->text();
  }

  std::size_t size() const override { return pictures_.size(); }
  std::size_t columns() const override { return describer_->dimensions(); }
  const std::string& description() const override { return description_; }
  double buffer_bytes() const override { return static_cast<double>(at_once * bytes_of_picture()); }

  Features read(std::size_t first, std::size_t count) const override {
    Features X(columns(), count, arma::fill::none);
    for (std::size_t done = 0; done < count; done += at_once) {
      const std::size_t more = std::min(at_once, count - done);
      std::vector<std::uint8_t> pixels;
      pixels.reserve(more * bytes_of_picture());
      for (std::size_t i = 0; i < more; ++i) {
        const Image image = pictures_.read(first + done + i);
        pixels.insert(pixels.end(), image.pixels.begin(), image.pixels.end());
      }
      X.cols(done, done + more - 1) = describer_->describe(pixels.data(), more);
    }
    return X;
  }

 private:
  static constexpr std::size_t at_once = 1024;
  std::size_t bytes_of_picture() const {
    return pictures_.height() * pictures_.width() * pictures_.channels();
  }

  PictureFile pictures_;
  std::unique_ptr<PictureDescriber> describer_;
  std::string description_;
};

}  // namespace

std::unique_ptr<const FeatureSource> described_pictures(const std::string& path,
                                                        const MakeDescriber& make) {
  return std::make_unique<DescribedPictures>(path, make);
}

}  // namespace hashlab
