#include "lib/import/checked_tables.h"

#include "lib/data/whole_labels.h"
#include "lib/error.h"
#include "lib/import/wrapped_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace hashlab {
namespace {

/// A table that refuses what should not be in its rows.
class CheckedTable : public WrappedTable {
 public:
  using WrappedTable::WrappedTable;

 protected:
  /// Entry `i` of the block of `count` rows read last is not what it should be.
  [[noreturn]] void fail(std::size_t i, std::size_t count, double value,
                         const std::string& expected) const {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: row {}, column {} is {}, expected {}", source(),
                            rows_read_ - count + i / columns(), i % columns(), value, expected));
  }
};

class Counted final : public WrappedTable {
 public:
  Counted(std::unique_ptr<ForeignTable> table, RowCount count)
      : WrappedTable(std::move(table)), count_(std::move(count)) {}
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = WrappedTable::read(at_most, out);
    *count_ += count;
    return count;
  }

 private:
  RowCount count_;
};

class ClassNumbers final : public CheckedTable {
 public:
  ClassNumbers(std::unique_ptr<ForeignTable> table, std::size_t first_class)
      : CheckedTable(std::move(table)), first_(static_cast<double>(first_class)) {}
  Element element() const override { return columns() == 1 ? Element::int32 : Element::uint8; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = CheckedTable::read(at_most, out);
    const double last = first_ + std::numeric_limits<std::int32_t>::max();
    for (std::size_t i = 0; i < count * columns(); ++i) {
      if (columns() > 1) {
        if (out[i] == 1) continue;
        if (out[i] != 0 && out[i] != -1) fail(i, count, out[i], "a label of 0 or 1");
        if (no_ == 1) no_ = out[i];
        if (out[i] != no_) fail(i, count, out[i], fmt::format("{} or 1 as before", no_));
        out[i] = 0;
      } else if (!(out[i] >= first_ && out[i] <= last && out[i] == std::floor(out[i]))) {
        fail(i, count, out[i], expected_for(out[i]));
      } else {
        out[i] -= first_;
      }
    }
    return count;
  }

 private:
  std::string expected_for(double value) const {
    if (value != std::floor(value)) return fmt::format("a whole number{}", about_scores);
    return fmt::format("a class number from {} on{}", first_,
                       value == -1 ? about_minus_one : "; --first-class says where they begin");
  }

  double first_;
  double no_ = 1;  // what stands for "not of this class", 0 or -1; 1: none was seen
};

class RowNumbers final : public CheckedTable {
 public:
  RowNumbers(std::unique_ptr<ForeignTable> table, RowCount rows, RowCount owners)
      : CheckedTable(std::move(table)), rows_(std::move(rows)), owners_(std::move(owners)) {}
  Element element() const override { return Element::int32; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = CheckedTable::read(at_most, out);
    for (std::size_t i = 0; i < count * columns(); ++i) {
      if (!(out[i] >= 0 && out[i] < static_cast<double>(*rows_) && out[i] == std::floor(out[i]))) {
        fail(i, count, out[i], fmt::format("a row of the {} training samples", *rows_));
      }
    }
    if (count == 0 && rows_read_ != *owners_) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: has {} rows of neighbours, expected one for each of {} test "
                              "samples",
                              source(), rows_read_, *owners_));
    }
    return count;
  }

 private:
  RowCount rows_, owners_;
};

[[noreturn]] void fail_count(const std::string& what, std::size_t labels, const std::string& of,
                             std::size_t samples) {
  fail_corrupt(what, fmt::format("has {} labels for the {} samples of {}: each sample needs one",
                                 labels, samples, of));
}

class OneForEach final : public WrappedTable {
 public:
  OneForEach(std::unique_ptr<ForeignTable> table, std::vector<RowCount> samples, std::string what,
             std::string of)
      : WrappedTable(std::move(table)),
        samples_(std::move(samples)),
        what_(std::move(what)),
        of_(std::move(of)) {}
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = WrappedTable::read(at_most, out);
    std::size_t expected = 0;
    for (const RowCount& n : samples_) expected += *n;
    if (count == 0 && rows_read_ != expected) fail_count(what_, rows_read_, of_, expected);
    return count;
  }

 private:
  std::vector<RowCount> samples_;
  std::string what_, of_;
};

class SplitMarks final : public ForeignTable {
 public:
  SplitMarks(RowCount first, RowCount second)
      : first_(std::move(first)), second_(std::move(second)) {}
  std::size_t columns() const override { return 1; }
  Element element() const override { return Element::uint8; }
  std::optional<std::size_t> rows() const override { return *first_ + *second_; }
  const std::string& source() const override { return source_; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, *first_ + *second_ - next_);
    for (std::size_t i = 0; i < count; ++i) out[i] = next_ + i < *first_ ? 0 : 1;
    next_ += count;
    return count;
  }

 private:
  RowCount first_, second_;
  std::size_t next_ = 0;
  std::string source_ = "split";
};

}  // namespace

std::unique_ptr<ForeignTable> counted(std::unique_ptr<ForeignTable> table, const RowCount& count) {
  return std::make_unique<Counted>(std::move(table), count);
}

std::unique_ptr<ForeignTable> class_numbers(std::unique_ptr<ForeignTable> table,
                                            std::size_t first_class) {
  return std::make_unique<ClassNumbers>(std::move(table), first_class);
}

std::unique_ptr<ForeignTable> row_numbers(std::unique_ptr<ForeignTable> table, const RowCount& rows,
                                          const RowCount& owners) {
  return std::make_unique<RowNumbers>(std::move(table), rows, owners);
}

std::unique_ptr<ForeignTable> one_for_each(std::unique_ptr<ForeignTable> table,
                                           std::vector<RowCount> samples,
                                           std::optional<std::size_t> known, std::string what,
                                           std::string of) {
  if (known && table->rows() && *table->rows() != *known) {
    fail_count(what, *table->rows(), of, *known);
  }
  return std::make_unique<OneForEach>(std::move(table), std::move(samples), std::move(what),
                                      std::move(of));
}

std::unique_ptr<ForeignTable> split_marks(const RowCount& first, const RowCount& second) {
  return std::make_unique<SplitMarks>(first, second);
}

}  // namespace hashlab
