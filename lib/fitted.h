#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace hashlab {

/// Row numbers in ascending order. Copies of an object share one list, because many results refer
/// to the same rows, which can be most of a large data set.
class SharedRows {
 public:
  SharedRows() : SharedRows(Rows()) {}
  SharedRows(Rows rows) : rows_(std::make_shared<const Rows>(std::move(rows))) {}
  SharedRows(std::initializer_list<std::uint32_t> rows) : SharedRows(Rows(rows)) {}

  operator const Rows&() const { return *rows_; }
  const Rows& operator*() const { return *rows_; }
  std::size_t size() const { return rows_->size(); }
  bool empty() const { return rows_->empty(); }
  Rows::const_iterator begin() const { return rows_->begin(); }
  Rows::const_iterator end() const { return rows_->end(); }
  bool operator==(const SharedRows& other) const {
    return rows_ == other.rows_ || *rows_ == *other.rows_;
  }

 private:
  std::shared_ptr<const Rows> rows_;
};

/// A value that was computed from data, together with the rows of the data set that it depends on,
/// directly or through other fitted values.
template <typename Value>
struct Fitted {
  Value value;
  SharedRows rows;
};

/// The rows to which each quantity of a hash function was fitted, by the quantity's name: "mean",
/// "learner-ball-radius", "projection", "thresholds", "hyperparameters".
using FittedRows = std::map<std::string, SharedRows>;

/// The union of two ascending lists of rows, ascending.
Rows united(const Rows& a, const Rows& b);
/// The union of two lists of rows. If one list contains the other, the result shares the memory of
/// the longer list.
SharedRows union_of(const SharedRows& a, const SharedRows& b);

}  // namespace hashlab
