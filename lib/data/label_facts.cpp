#include "lib/data/label_facts.h"

#include <algorithm>

namespace hashlab {

LabelFacts label_facts(const Labels& labels) {
  LabelFacts facts;
  for (const std::int32_t c : labels.single) ++facts.samples[c];
  if (!labels.single.empty()) facts.with_count[1] = labels.single.size();
  const arma::Mat<std::uint8_t>& L = labels.multi;
  facts.multi = !L.is_empty();
  for (arma::uword c = 0; c < L.n_rows; ++c) facts.samples[static_cast<std::int64_t>(c)] = 0;
  for (arma::uword i = 0; i < L.n_cols; ++i) {
    std::size_t count = 0;
    for (arma::uword c = 0; c < L.n_rows; ++c) {
      if (L(c, i) == 0) continue;
      ++count;
      ++facts.samples[static_cast<std::int64_t>(c)];
    }
    ++facts.with_count[count];
  }
  double total = 0, n = 0;
  for (const auto& [count, samples] : facts.with_count) {
    total += static_cast<double>(count) * static_cast<double>(samples);
    n += static_cast<double>(samples);
  }
  if (n > 0) facts.mean_count = total / n;
  return facts;
}

bool same_labels(const Labels& labels, std::size_t i, std::size_t j) {
  if (!labels.single.empty()) return labels.single[i] == labels.single[j];
  if (labels.multi.is_empty()) return true;
  const std::size_t C = labels.multi.n_rows;
  return std::equal(labels.multi.colptr(i), labels.multi.colptr(i) + C, labels.multi.colptr(j));
}

}  // namespace hashlab
