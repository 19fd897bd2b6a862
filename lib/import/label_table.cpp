#include "lib/import/label_table.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace hashlab {
namespace {

class LabelTable final : public ForeignTable {
 public:
  explicit LabelTable(std::unique_ptr<ForeignTable> table) : table_(std::move(table)) {}
  std::size_t columns() const override { return table_->columns(); }
  Element element() const override { return columns() == 1 ? Element::int32 : Element::uint8; }
  std::optional<std::size_t> rows() const override { return table_->rows(); }
  const std::string& source() const override { return table_->source(); }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = table_->read(at_most, out);
    for (std::size_t i = 0; i < count * columns(); ++i) {
      const bool fits = columns() == 1 ? std::floor(out[i]) == out[i] : out[i] == 0 || out[i] == 1;
      if (fits) continue;
      throw Error(
          ErrorCode::corrupt_file,
          fmt::format("{}: label of row {}{} is {}, expected {}", source(), row_ + i / columns(),
                      columns() == 1 ? "" : fmt::format(", class {}", i % columns()), out[i],
                      columns() == 1 ? "an integer" : "0 or 1"));
    }
    row_ += count;
    return count;
  }

 private:
  std::unique_ptr<ForeignTable> table_;
  std::size_t row_ = 0;
};

}  // namespace

std::unique_ptr<ForeignTable> as_labels(std::unique_ptr<ForeignTable> table) {
  return std::make_unique<LabelTable>(std::move(table));
}

}  // namespace hashlab
