#include "lib/import/split_column.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

using Column = std::shared_ptr<std::vector<double>>;

class WithoutColumn final : public ForeignTable {
 public:
  WithoutColumn(std::unique_ptr<ForeignTable> table, std::size_t column, Column taken)
      : table_(std::move(table)), column_(column), taken_(std::move(taken)) {}
  std::size_t columns() const override { return table_->columns() - 1; }
  Element element() const override { return table_->element(); }
  std::optional<std::size_t> rows() const override { return table_->rows(); }
  const std::string& source() const override { return table_->source(); }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t width = table_->columns();
    block_.resize(at_most * width);
    const std::size_t count = table_->read(at_most, block_.data());
    for (std::size_t i = 0; i < count; ++i) {
      const double* row = block_.data() + i * width;
      taken_->push_back(row[column_]);
      out = std::copy_n(row, column_, out);
      out = std::copy(row + column_ + 1, row + width, out);
    }
    return count;
  }

 private:
  std::unique_ptr<ForeignTable> table_;
  std::size_t column_;
  Column taken_;
  std::vector<double> block_;
};

class TakenColumn final : public ForeignTable {
 public:
  TakenColumn(Column taken, std::optional<std::size_t> rows, std::string source)
      : taken_(std::move(taken)), rows_(rows), source_(std::move(source)) {}
  std::size_t columns() const override { return 1; }
  Element element() const override { return Element::int32; }
  std::optional<std::size_t> rows() const override { return rows_; }
  const std::string& source() const override { return source_; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, taken_->size() - next_);
    std::copy_n(taken_->data() + next_, count, out);
    next_ += count;
    return count;
  }

 private:
  Column taken_;
  std::optional<std::size_t> rows_;
  std::string source_;
  std::size_t next_ = 0;
};

}  // namespace

SplitColumn split_column(std::unique_ptr<ForeignTable> table, std::size_t column) {
  if (column < 1 || column > table->columns() || table->columns() == 1) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: has no column {} for labels beside features, it has {} columns",
                            table->source(), column, table->columns()));
  }
  const auto taken = std::make_shared<std::vector<double>>();
  auto labels = std::make_unique<TakenColumn>(taken, table->rows(),
                                              fmt::format("{} column {}", table->source(), column));
  return {std::make_unique<WithoutColumn>(std::move(table), column - 1, taken), std::move(labels)};
}

}  // namespace hashlab
