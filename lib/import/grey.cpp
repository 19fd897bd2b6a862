#include "lib/import/grey.h"

#include "lib/error.h"
#include "lib/images/image_shape.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

constexpr std::size_t channels = 3;

/// The shape of the pictures in a part, if they are of red, green and blue.
std::optional<std::vector<std::size_t>> colour_shape(const ForeignPart& part,
                                                     const ForeignData& data) {
  std::optional<std::vector<std::size_t>> shape;
  if (part.name == "/images") shape = part.row_shape;
  if (const auto said = data.attributes.find("image-shape");
      part.name == "/features" && said != data.attributes.end()) {
    shape = parse_image_shape(said->second, part.table->columns());
  }
  return shape && shape->size() == 3 && shape->back() == channels ? shape : std::nullopt;
}

class GreyPixels final : public ForeignTable {
 public:
  explicit GreyPixels(std::unique_ptr<ForeignTable> colours) : colours_(std::move(colours)) {}
  std::size_t columns() const override { return colours_->columns() / channels; }
  Element element() const override { return colours_->element(); }
  std::optional<std::size_t> rows() const override { return colours_->rows(); }
  const std::string& source() const override { return colours_->source(); }
  std::size_t read(std::size_t at_most, double* out) override {
    block_.resize(at_most * colours_->columns());
    const std::size_t count = colours_->read(at_most, block_.data());
    const double* rgb = block_.data();
    for (std::size_t i = 0; i < count * columns(); ++i, rgb += channels) {
      const bool is_grey = all_grey(rgb, 1);  // whatever it is, and exactly
      out[i] = is_grey
                   ? rgb[0]
                   : std::floor((19595 * rgb[0] + 38470 * rgb[1] + 7471 * rgb[2] + 32768) / 65536);
    }
    return count;
  }

 private:
  std::unique_ptr<ForeignTable> colours_;
  std::vector<double> block_;
};

}  // namespace

bool holds_colours(const ForeignPart& part, const ForeignData& data) {
  return colour_shape(part, data).has_value();
}

void make_grey(ForeignData& data) {
  bool any = false;
  for (ForeignPart& part : data.parts) {
    const auto shape = colour_shape(part, data);
    if (!shape) continue;
    any = true;
    part.table = std::make_unique<GreyPixels>(std::move(part.table));
    const std::vector<std::size_t> grey = {(*shape)[0], (*shape)[1]};
    if (part.name == "/images") {
      part.row_shape = grey;
    } else {
      part.row_shape = {grey[0] * grey[1]};
      data.attributes["image-shape"] = image_shape_text(grey);
    }
  }
  if (!any) {
    refuse(fmt::format("{}: holds no pictures of red, green and blue that --grey could make grey",
                       data.parts.front().table->source()));
  }
  std::string& preprocessing = data.attributes["preprocessing"];
  if (!preprocessing.empty()) preprocessing += "; ";
  preprocessing += "colours made grey, luma of BT.601";
}

bool all_grey(const double* values, std::size_t pixels) {
  for (std::size_t i = 0; i < pixels; ++i) {
    const double* const rgb = values + channels * i;
    if (rgb[0] != rgb[1] || rgb[1] != rgb[2]) return false;
  }
  return true;
}

}  // namespace hashlab
