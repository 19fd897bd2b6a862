#include "splits/audit/class_balance.h"

#include "lib/data/label_facts.h"

#include <cmath>

namespace hashlab::splits {
namespace {

ClassBalance balance_of(Part part, const Split& split, const Labels& labels,
                        const ClassBalance& whole) {
  ClassBalance balance{part_name(part), part_rows(split, part).size(), {}, 0, 0};
  for (const auto& [c, count] : whole.samples) balance.samples[c] = 0;
  for (const std::uint32_t row : part_rows(split, part)) {
    if (!labels.single.empty()) {
      ++balance.samples[labels.single[row]];
      continue;
    }
    const std::uint8_t* has = labels.multi.colptr(row);
    for (auto& [c, count] : balance.samples) count += has[c] != 0 ? 1 : 0;
  }
  for (const auto& [c, count] : balance.samples) {
    const double share = static_cast<double>(count) / static_cast<double>(balance.rows);
    const double expected =
        static_cast<double>(whole.samples.at(c)) / static_cast<double>(whole.rows);
    if (std::abs(share - expected) > balance.deviation) {
      balance.deviation = std::abs(share - expected);
      balance.deviating = c;
    }
  }
  return balance;
}

}  // namespace

std::vector<ClassBalance> class_balance(const Split& split, const Labels& labels) {
  if (labels.empty()) return {};
  const std::size_t n = labels.single.empty() ? labels.multi.n_cols : labels.single.size();
  const ClassBalance whole{"data set", n, label_facts(labels).samples, 0, 0};
  std::vector<ClassBalance> all = {whole};
  for (const Part part : all_parts) {
    if (!part_rows(split, part).empty()) all.push_back(balance_of(part, split, labels, whole));
  }
  return all;
}

}  // namespace hashlab::splits
