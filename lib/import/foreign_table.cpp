#include "lib/import/foreign_table.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {
namespace {

class Stack final : public ForeignTable {
 public:
  explicit Stack(std::vector<std::unique_ptr<ForeignTable>> tables) : tables_(std::move(tables)) {
    for (const auto& table : tables_) {
      if (table->columns() == columns()) continue;
      throw Error(
          ErrorCode::corrupt_file,
          fmt::format("{}: has {} numbers a row, but {} has {}: only tables of equal width "
                      "can be stacked",
                      table->source(), table->columns(), tables_.front()->source(), columns()));
    }
  }
  std::size_t columns() const override { return tables_.front()->columns(); }
  Element element() const override {
    // A byte fits into both others; what holds counts and real numbers holds real numbers.
    Element widest = Element::uint8;
    for (const auto& table : tables_) widest = std::max(widest, table->element());
    return widest;
  }
  std::optional<std::size_t> rows() const override {
    std::size_t sum = 0;
    for (const auto& table : tables_) {
      if (!table->rows()) return std::nullopt;
      sum += *table->rows();
    }
    return sum;
  }
  const std::string& source() const override {
    return tables_[std::min(current_, tables_.size() - 1)]->source();
  }
  std::size_t read(std::size_t at_most, double* out) override {
    for (; current_ < tables_.size(); ++current_) {
      const std::size_t count = tables_[current_]->read(at_most, out);
      if (count > 0) return count;
    }
    return 0;
  }

 private:
  std::vector<std::unique_ptr<ForeignTable>> tables_;
  std::size_t current_ = 0;
};

class InMemory final : public ForeignTable {
 public:
  InMemory(std::vector<double> values, std::size_t columns, Element element, std::string source)
      : values_(std::move(values)),
        columns_(columns),
        element_(element),
        source_(std::move(source)) {}
  std::size_t columns() const override { return columns_; }
  Element element() const override { return element_; }
  std::optional<std::size_t> rows() const override { return values_.size() / columns_; }
  const std::string& source() const override { return source_; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, values_.size() / columns_ - next_);
    std::copy_n(values_.data() + next_ * columns_, count * columns_, out);
    next_ += count;
    return count;
  }

 private:
  std::vector<double> values_;
  std::size_t columns_;
  Element element_;
  std::string source_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<ForeignTable> stack(std::vector<std::unique_ptr<ForeignTable>> tables) {
  if (tables.size() == 1) return std::move(tables.front());
  return std::make_unique<Stack>(std::move(tables));
}

std::unique_ptr<ForeignTable> table_of(std::vector<double> values, std::size_t columns,
                                       Element element, std::string source) {
  return std::make_unique<InMemory>(std::move(values), columns, element, std::move(source));
}

}  // namespace hashlab
