#include "hashers/vectors/parts/product_coder.h"

#include "hashers/projections/parts/landmarks.h"
#include "hashers/vectors/parts/vector_options.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hashlab::hashers {
namespace {

constexpr std::size_t part_bits = 8, most_centres = 256;

}  // namespace

ProductCoder::ProductCoder(arma::mat rotation, std::vector<arma::mat> centres)
    : rotation_(std::move(rotation)), centres_(std::move(centres)) {
  for (const arma::mat& of_part : centres_) dims_ += of_part.n_rows;
}

ProductCoder::ProductCoder(const ProjectorState& state, std::size_t dims) : dims_(dims) {
  if (state.contains("rotation")) rotation_ = state_array(state, "rotation", dims, dims);
  const std::size_t parts = state_count(state, "parts", 1, dims);
  const std::vector<std::size_t> sizes = sizes_of_parts(dims, parts);
  const std::size_t m = state_count(state, "centres-of-part", 1, most_centres);
  const arma::mat& all = state_array(state, "centres", m, dims);
  arma::uword first = 0;
  for (const std::size_t size : sizes) {
    centres_.emplace_back(all.cols(first, first + size - 1).t());
    first += size;
  }
}

CodeFormat ProductCoder::format() const {
  return format_of_vectors(std::vector<std::uint8_t>(centres_.size(), part_bits), 0);
}

std::vector<double> ProductCoder::rotated(const arma::fmat& Y, arma::uword i) const {
  std::vector<double> x(dims_);
  for (std::size_t j = 0; j < dims_; ++j) {
    const auto y = static_cast<double>(Y(i, j));
    if (rotation_.is_empty()) {
      x[j] = y;
    } else {
      for (std::size_t k = 0; k < dims_; ++k) x[k] += y * rotation_(j, k);
    }
  }
  return x;
}

std::vector<double> ProductCoder::distances(const std::vector<double>& x, std::size_t part,
                                            std::size_t first) const {
  const arma::mat& C = centres_[part];
  std::vector<double> squared(C.n_cols);
  for (arma::uword c = 0; c < C.n_cols; ++c) {
    for (arma::uword k = 0; k < C.n_rows; ++k) {
      squared[c] += (x[first + k] - C(k, c)) * (x[first + k] - C(k, c));
    }
  }
  return squared;
}

Codes ProductCoder::encode(const arma::fmat& Y) const {
  Codes codes(format(), Y.n_rows);
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    const std::vector<double> x = rotated(Y, i);
    std::size_t first = 0;
    for (std::size_t part = 0; part < centres_.size(); ++part) {
      const std::vector<double> squared = distances(x, part, first);
      const auto nearest = std::min_element(squared.begin(), squared.end()) - squared.begin();
      codes.put(i, part * part_bits, part_bits, static_cast<std::uint64_t>(nearest));
      first += centres_[part].n_rows;
    }
  }
  return codes;
}

Asked ProductCoder::ask(const arma::fmat& Y) const {
  check_queries(Y, dims_);
  Asked asked;
  asked.widths.assign(centres_.size(), part_bits);
  for (arma::uword q = 0; q < Y.n_rows; ++q) {
    const std::vector<double> s = rotated(Y, q);
    AskedTerm term;
    std::size_t first = 0;
    for (std::size_t part = 0; part < centres_.size(); ++part) {
      std::vector<double> squared = distances(s, part, first);
      squared.resize(most_centres);  // no code has the others
      term.table.insert(term.table.end(), squared.begin(), squared.end());
      first += centres_[part].n_rows;
    }
    asked.queries.push_back({0, {std::move(term)}});
  }
  return asked;
}

ItemNumbers ProductCoder::numbers(const Codes&) const {
  return {.factors = {{}}};
}

ProjectorState ProductCoder::state() const {
  const arma::uword m = centres_.front().n_cols;
  arma::mat all(m, 0);
  for (const arma::mat& of_part : centres_) all = arma::join_rows(all, arma::mat(of_part.t()));
  ProjectorState state = {{"parts", arma::mat{static_cast<double>(centres_.size())}},
                          {"centres-of-part", arma::mat{static_cast<double>(m)}},
                          {"centres", all}};
  if (!rotation_.is_empty()) state["rotation"] = rotation_;
  return state;
}

std::vector<std::size_t> sizes_of_parts(std::size_t dims, std::size_t parts) {
  std::vector<std::size_t> sizes;
  std::size_t before = 0;
  for (std::size_t part = 1; part <= parts; ++part) {
    // Of whole numbers, so that halves are exact.
    std::size_t edge = part * dims / parts;
    const std::size_t twice_rest = 2 * (part * dims % parts);
    if (twice_rest > parts || (twice_rest == parts && edge % 2 == 1)) ++edge;
    sizes.push_back(edge - before);
    before = edge;
  }
  return sizes;
}

arma::fmat refined_centres(const arma::fmat& X, arma::fmat start, std::size_t rounds) {
  for (std::size_t round = 0; round < rounds; ++round) {
    const arma::uvec nearest = nearest_landmarks(X, start);
    arma::mat sums(X.n_rows, start.n_cols, arma::fill::zeros);
    std::vector<std::size_t> counts(start.n_cols);
    for (arma::uword i = 0; i < X.n_cols; ++i) {
      for (arma::uword k = 0; k < X.n_rows; ++k) {
        sums(k, nearest(i)) += static_cast<double>(X(k, i));
      }
      ++counts[nearest(i)];
    }
    for (arma::uword c = 0; c < start.n_cols; ++c) {
      if (counts[c] == 0) continue;
      for (arma::uword k = 0; k < X.n_rows; ++k) {
        start(k, c) = static_cast<float>(sums(k, c) / static_cast<double>(counts[c]));
      }
    }
  }
  return start;
}

}  // namespace hashlab::hashers
