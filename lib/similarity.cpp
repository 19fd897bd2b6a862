#include "lib/similarity.h"

#include "lib/error.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace hashlab {
namespace {

/// Four sums of term(k, i) over k < d in order.
template <typename Term>
std::array<double, 4> four_sums(std::size_t d, const Term& term) {
  double a = 0, b = 0, c = 0, e = 0;
  for (std::size_t k = 0; k < d; ++k) {
    a += term(k, 0);
    b += term(k, 1);
    c += term(k, 2);
    e += term(k, 3);
  }
  return {a, b, c, e};
}

constexpr std::array<std::string_view, 3> names = {"cosine", "inner-product", "euclidean"};

}  // namespace

std::string_view name_of(Similarity similarity) {
  return names[static_cast<std::size_t>(similarity)];
}

bool is_similarity(std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Similarity similarity_named(std::string_view name) {
  for (const Similarity s :
       {Similarity::cosine, Similarity::inner_product, Similarity::euclidean}) {
    if (name_of(s) == name) return s;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("similarity '{}' does not exist{}; known are {}", name,
                          suggestion(name, {names.begin(), names.end()}), fmt::join(names, ", ")));
}

bool subtracts_mean(Similarity similarity) {
  return similarity == Similarity::cosine;
}

double length_of(const float* x, std::size_t d) {
  double square = 0;
  for (std::size_t k = 0; k < d; ++k) {
    const double value = static_cast<double>(x[k]);
    square += value * value;
  }
  return std::sqrt(square);
}

double similarity_of(const float* x, double x_scale, const float* y, double y_scale, std::size_t d,
                     Similarity similarity) {
  double sum = 0;
  switch (similarity) {
    case Similarity::cosine:
      for (std::size_t k = 0; k < d; ++k) {
        sum += (static_cast<double>(x[k]) * x_scale) * (static_cast<double>(y[k]) * y_scale);
      }
      return sum;
    case Similarity::inner_product:
      for (std::size_t k = 0; k < d; ++k) {
        sum += static_cast<double>(x[k]) * static_cast<double>(y[k]);
      }
      return sum;
    case Similarity::euclidean:
      for (std::size_t k = 0; k < d; ++k) {
        const double difference = static_cast<double>(x[k]) - static_cast<double>(y[k]);
        sum -= difference * difference;
      }
      return sum;
  }
  return sum;
}

std::array<double, 4> lengths_of(const std::array<const float*, 4>& x, std::size_t d) {
  std::array<double, 4> lengths = four_sums(d, [&](std::size_t k, std::size_t i) {
    const double value = static_cast<double>(x[i][k]);
    return value * value;
  });
  for (double& length : lengths) length = std::sqrt(length);
  return lengths;
}

std::array<double, 4> similarities_of(const float* x, double x_scale,
                                      const std::array<const float*, 4>& y,
                                      const std::array<double, 4>& y_scales, std::size_t d,
                                      Similarity similarity) {
  switch (similarity) {
    case Similarity::cosine:
      return four_sums(d, [&](std::size_t k, std::size_t i) {
        return (static_cast<double>(x[k]) * x_scale) * (static_cast<double>(y[i][k]) * y_scales[i]);
      });
    case Similarity::inner_product:
      return four_sums(d, [&](std::size_t k, std::size_t i) {
        return static_cast<double>(x[k]) * static_cast<double>(y[i][k]);
      });
    case Similarity::euclidean:
      return four_sums(d, [&](std::size_t k, std::size_t i) {
        const double difference = static_cast<double>(x[k]) - static_cast<double>(y[i][k]);
        return -(difference * difference);
      });
  }
  return {};
}

}  // namespace hashlab
