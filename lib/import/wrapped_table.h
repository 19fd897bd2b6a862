#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace hashlab {

/// Base class for tables that pass on another table's rows and check or change them.
class WrappedTable : public ForeignTable {
 public:
  explicit WrappedTable(std::unique_ptr<ForeignTable> table) : table_(std::move(table)) {}
  std::size_t columns() const override { return table_->columns(); }
  Element element() const override { return table_->element(); }
  std::optional<std::size_t> rows() const override { return table_->rows(); }
  const std::string& source() const override { return table_->source(); }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = table_->read(at_most, out);
    rows_read_ += count;
    return count;
  }

 protected:
  std::size_t rows_read_ = 0;

 private:
  std::unique_ptr<ForeignTable> table_;
};

}  // namespace hashlab
