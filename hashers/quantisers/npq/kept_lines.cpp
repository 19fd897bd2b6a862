#include "hashers/quantisers/npq/kept_lines.h"

#include "lib/content.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <span>

namespace hashlab::npq {

KeptLines::KeptLines(const QuantiserInput& data, const std::string& method)
    : data_(data), neighbours_(data.reuse == nullptr ? "" : content_of(data.S)) {
  if (data.S.size() == data.Y.n_rows) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: neighbour lists for {} samples, expected one for each of the {} "
                          "projected samples",
                          method, data.S.size(), data.Y.n_rows));
}

std::string KeptLines::key(std::size_t k) const {
  if (data_.reuse == nullptr) return {};
  return fmt::format("dimension {} neighbours {}", content_of(arma::fmat(data_.Y.col(k))),
                     neighbours_);
}

std::shared_ptr<const Line> KeptLines::line(std::size_t k) const {
  return reused<Line>(
      data_.reuse, "line of " + key(k),
      [&] { return make_line(std::span<const float>(data_.Y.colptr(k), data_.Y.n_rows), data_.S); },
      [](const Line& line) {
        return line.groups() * (sizeof(float) + 2 * sizeof(double) + sizeof(std::size_t)) +
               line.below.items.size() * sizeof(line.below.items.front());
      });
}

Cuts KeptLines::cuts(std::size_t k, const std::string& how,
                     const std::function<Cuts(const Line&)>& solve) const {
  return *reused<Cuts>(
      data_.reuse, "cuts by " + how + " of " + key(k), [&] { return solve(*line(k)); },
      [&](const Cuts& cuts) { return 2 * how.size() + 512 + cuts.size() * sizeof(cuts.front()); });
}

}  // namespace hashlab::npq
