#include "lib/import/preprocess.h"

#include "lib/error.h"

#include <fmt/format.h>
#include <armadillo>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

class UnitRows final : public ForeignTable {
 public:
  explicit UnitRows(std::unique_ptr<ForeignTable> table) : table_(std::move(table)) {}
  std::size_t columns() const override { return table_->columns(); }
  Element element() const override { return Element::float32; }
  std::optional<std::size_t> rows() const override { return table_->rows(); }
  const std::string& source() const override { return table_->source(); }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = table_->read(at_most, out);
    for (std::size_t i = 0; i < count; ++i) {
      double* row = out + i * columns();
      double squares = 0;
      for (std::size_t j = 0; j < columns(); ++j) squares += row[j] * row[j];
      if (squares == 0) continue;
      const double length = std::sqrt(squares);
      for (std::size_t j = 0; j < columns(); ++j) row[j] /= length;
    }
    return count;
  }

 private:
  std::unique_ptr<ForeignTable> table_;
};

class Components final : public ForeignTable {
 public:
  Components(std::function<std::unique_ptr<ForeignTable>()> open, std::size_t k)
      : open_(std::move(open)), table_(open_()), d_(table_->columns()), k_(k) {
    if (k >= 1 && k <= d_) return;
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("{}: has {} columns, which cannot be reduced to {} principal components",
                    source(), d_, k));
  }
  std::size_t columns() const override { return k_; }
  Element element() const override { return Element::float32; }
  std::optional<std::size_t> rows() const override { return table_->rows(); }
  const std::string& source() const override { return table_->source(); }

  std::size_t read(std::size_t at_most, double* out) override {
    if (W_.empty()) learn();
    const std::size_t count = next_block(*table_, at_most);
    for (std::size_t i = 0; i < count; ++i) {
      double* y = out + i * k_;
      std::copy(offset_.begin(), offset_.end(), y);
      for (const std::size_t j : non_zeros(i)) {
        const double x = block_[i * d_ + j];
        const double* w = W_.colptr(j);
        for (std::size_t c = 0; c < k_; ++c) y[c] += x * w[c];
      }
    }
    return count;
  }

 private:
  std::size_t next_block(ForeignTable& table, std::size_t at_most) {
    block_.resize(at_most * d_);
    const std::size_t count = table.read(at_most, block_.data());
    for (std::size_t i = 0; i < count * d_; ++i) {
      if (std::isfinite(block_[i])) continue;
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: holds {}, expected finite numbers", source(), block_[i]));
    }
    return count;
  }
  const std::vector<std::size_t>& non_zeros(std::size_t row) {
    non_zeros_.clear();
    for (std::size_t j = 0; j < d_; ++j) {
      if (block_[row * d_ + j] != 0) non_zeros_.push_back(j);
    }
    return non_zeros_;
  }

  void learn() {
    const auto table = open_();
    arma::mat C(d_, d_, arma::fill::zeros);  // the upper triangle is summed
    arma::vec mean(d_, arma::fill::zeros);
    const std::size_t rows = std::max<std::size_t>(1, (std::size_t{1} << 20) / d_);
    double n = 0;
    while (const std::size_t count = next_block(*table, rows)) {
      for (std::size_t i = 0; i < count; ++i) {
        const double* x = block_.data() + i * d_;
        const std::vector<std::size_t>& set = non_zeros(i);
        for (std::size_t b = 0; b < set.size(); ++b) {
          double* column = C.colptr(set[b]);
          for (std::size_t a = 0; a <= b; ++a) column[set[a]] += x[set[a]] * x[set[b]];
          mean[set[b]] += x[set[b]];
        }
      }
      n += static_cast<double>(count);
    }
    if (n < 2) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: has {} rows, principal components need two", source(), n));
    }
    mean /= n;
    for (std::size_t b = 0; b < d_; ++b) {
      for (std::size_t a = 0; a <= b; ++a) C(b, a) = C(a, b) = C(a, b) / n - mean[a] * mean[b];
    }
    arma::vec values;
    arma::mat V;
    if (!arma::eig_sym(values, V, C)) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: no principal components were found", source()));
    }
    W_.set_size(k_, d_);
    offset_.assign(k_, 0);
    for (std::size_t c = 0; c < k_; ++c) {
      const double* v = V.colptr(d_ - 1 - c);  // eigenvalues ascend
      const double* largest =
          std::max_element(v, v + d_, [](double a, double b) { return std::abs(a) < std::abs(b); });
      const double sign = *largest < 0 ? -1 : 1;
      for (std::size_t j = 0; j < d_; ++j) {
        W_(c, j) = sign * v[j];
        offset_[c] -= W_(c, j) * mean[j];
      }
    }
  }

  std::function<std::unique_ptr<ForeignTable>()> open_;
  std::unique_ptr<ForeignTable> table_;
  std::size_t d_, k_;
  arma::mat W_;                 // k x d: the components of each column of the table
  std::vector<double> offset_;  // -W mean
  std::vector<double> block_;
  std::vector<std::size_t> non_zeros_;
};

}  // namespace

std::unique_ptr<ForeignTable> unit_rows(std::unique_ptr<ForeignTable> table) {
  return std::make_unique<UnitRows>(std::move(table));
}

std::unique_ptr<ForeignTable> principal_components(
    std::function<std::unique_ptr<ForeignTable>()> open, std::size_t k) {
  return std::make_unique<Components>(std::move(open), k);
}

}  // namespace hashlab
