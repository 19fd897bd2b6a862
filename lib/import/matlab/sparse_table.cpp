#include "lib/import/matlab/sparse_table.h"

#include <algorithm>
#include <utility>

namespace hashlab {

bool is_consistent(const SparseColumns& s) {
  if (s.jc.empty() || s.jc.front() != 0 || s.jc.back() > s.ir.size() ||
      s.jc.back() > s.data.size()) {
    return false;
  }
  for (std::size_t j = 0; j + 1 < s.jc.size(); ++j) {
    if (s.jc[j] > s.jc[j + 1] || s.jc[j + 1] > s.jc.back()) return false;
    for (std::size_t e = s.jc[j]; e < s.jc[j + 1]; ++e) {
      if (s.ir[e] >= s.rows || (e > s.jc[j] && s.ir[e - 1] >= s.ir[e])) return false;
    }
  }
  return true;
}

SparseReader::SparseReader(SparseColumns s, bool by_column)
    : s_(std::move(s)), by_column_(by_column), entry_(s_.jc.begin(), s_.jc.end() - 1) {}

void SparseReader::read(std::size_t count, double* out) {
  const std::size_t d = by_column_ ? s_.rows : s_.jc.size() - 1;
  std::fill(out, out + count * d, 0.0);
  if (by_column_) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t e = s_.jc[next_ + i]; e < s_.jc[next_ + i + 1]; ++e) {
        out[i * d + s_.ir[e]] = s_.data[e];
      }
    }
  } else {
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t& e = entry_[j]; e < s_.jc[j + 1] && s_.ir[e] < next_ + count; ++e) {
        out[(s_.ir[e] - next_) * d + j] = s_.data[e];
      }
    }
  }
  next_ += count;
}

}  // namespace hashlab
