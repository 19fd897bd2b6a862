#include "lib/import/frequent_classes.h"

#include "lib/data/column_ranges.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace hashlab {
namespace {

/// The k columns with the largest counts, ascending; of equal counts the first.
std::vector<std::size_t> largest(const std::vector<std::size_t>& counts, std::size_t k) {
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  order.resize(k);
  std::sort(order.begin(), order.end());
  return order;
}

class MostFrequent final : public ForeignTable {
 public:
  MostFrequent(std::unique_ptr<ForeignTable> table, std::size_t k,
               std::shared_ptr<KeptClasses> kept)
      : table_(std::move(table)), k_(k), kept_(std::move(kept)) {
    kept_->all = table_->columns();
  }
  std::size_t columns() const override { return k_; }
  Element element() const override { return Element::uint8; }
  std::optional<std::size_t> rows() const override { return table_->rows(); }
  const std::string& source() const override { return table_->source(); }
  std::size_t read(std::size_t at_most, double* out) override {
    if (kept_->classes.empty()) choose();
    const std::size_t count = std::min(at_most, kept_->rows - next_);
    std::fill_n(out, count * k_, 0.0);
    for (std::size_t i = 0; i < count; ++i, ++next_) {
      for (std::size_t e = offsets_[next_]; e < offsets_[next_ + 1]; ++e)
        out[i * k_ + ones_[e]] = 1;
    }
    return count;
  }

 private:
  /// Reads all labels, and leaves those of the kept classes, numbered anew.
  void choose() {
    const std::size_t width = table_->columns();
    std::vector<std::size_t> counts(width, 0);
    std::vector<std::uint32_t> ones;
    std::vector<std::size_t> offsets = {0};
    const std::size_t step = std::max<std::size_t>(1, (std::size_t{1} << 17) / width);
    std::vector<double> block(step * width);
    while (const std::size_t count = table_->read(step, block.data())) {
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t c = 0; c < width; ++c) {
          if (block[i * width + c] == 0) continue;
          ones.push_back(static_cast<std::uint32_t>(c));
          ++counts[c];
        }
        offsets.push_back(ones.size());
      }
    }
    kept_->classes = largest(counts, k_);
    kept_->rows = offsets.size() - 1;
    keep(ones, offsets);
  }

  void keep(const std::vector<std::uint32_t>& ones, const std::vector<std::size_t>& offsets) {
    const std::vector<std::size_t>& classes = kept_->classes;
    offsets_ = {0};
    for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
      for (std::size_t e = offsets[row]; e < offsets[row + 1]; ++e) {
        const auto at = std::lower_bound(classes.begin(), classes.end(), ones[e]);
        if (at == classes.end() || *at != ones[e]) continue;
        ones_.push_back(static_cast<std::uint32_t>(at - classes.begin()));
      }
      if (ones_.size() == offsets_.back()) ++kept_->unlabelled;
      offsets_.push_back(ones_.size());
    }
  }

  std::unique_ptr<ForeignTable> table_;
  std::size_t k_;
  std::shared_ptr<KeptClasses> kept_;
  std::vector<std::uint32_t> ones_;   // the kept classes of all samples, one after the other
  std::vector<std::size_t> offsets_;  // where those of each sample begin
  std::size_t next_ = 0;
};

}  // namespace

std::string KeptClasses::text() const {
  return fmt::format(
      "the {} most frequent of {} labels are kept, columns {}; {} of {} samples have none of them "
      "and stay, without a label",
      classes.size(), all, column_ranges(classes), unlabelled, rows);
}

std::unique_ptr<ForeignTable> most_frequent_classes(std::unique_ptr<ForeignTable> table,
                                                    std::size_t k,
                                                    std::shared_ptr<KeptClasses> kept) {
  if (table->columns() == 1) {
    refuse(
        fmt::format("{}: has one class a sample: --most-frequent-labels is for labels in columns "
                    "of 0 and 1, where a sample may be left without any",
                    table->source()));
  }
  if (k > table->columns()) {
    refuse(fmt::format("--most-frequent-labels {}: {} has labels in {} columns", k, table->source(),
                       table->columns()));
  }
  return std::make_unique<MostFrequent>(std::move(table), k, std::move(kept));
}

}  // namespace hashlab
