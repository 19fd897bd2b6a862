// Codes of whole vectors beside values that were computed by hand-written NumPy from the papers'
// equations: five vectors, two queries, an explicit rotation and an explicit centre.

#include "hashers/vectors/parts/coded_part.h"
#include "hashers/vectors/parts/grid_code.h"
#include "hashers/vectors/parts/grid_coder.h"
#include "hashers/vectors/parts/interval_code.h"
#include "hashers/vectors/parts/lloyd_max.h"
#include "hashers/vectors/parts/stored_scalar.h"
#include "hashers/vectors/parts/water_filling.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::goldens_test {

using namespace hashers;

namespace {

using Vectors = std::vector<std::vector<double>>;

// Rotated residuals of the items, the queries likewise, and both without the rotation.
const Vectors r = {{1.625, -1.625, 0.625, 1.375},
                   {-1, -0.25, -2, 0.25},
                   {0, 0, 0, 0},
                   {1, -1, 1, -1},
                   {0.125, -0.875, 0.375, -0.625}};
const Vectors s = {{0.875, -1.625, 1.125, 0.625}, {-0.125, -2.625, -0.375, -1.875}};
const Vectors x = {
    {1, 1.25, -1, 2}, {-1.5, -1.5, 0.25, 0.75}, {0, 0, 0, 0}, {0, 2, 0, 0}, {-0.5, 1, -0.25, 0}};
const Vectors x_query = {{0.5, 1.5, -1.25, 1}, {-2.5, 2, -0.25, 0.5}};
const std::vector<double> squared = {7.5625, 5.125, 0, 4, 1.3125};

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

std::vector<std::uint8_t> equal_bits(std::size_t b) {
  return std::vector<std::uint8_t>(4, static_cast<std::uint8_t>(b));
}

std::string text_of(const std::vector<std::uint8_t>& digits) {
  std::string text;
  for (const unsigned digit : digits) text += (text.empty() ? "" : " ") + std::to_string(digit);
  return text;
}

void check_near(double found, double expected) {
  CHECK(std::abs(found - expected) < 1e-6);
}

/// The factor of an item's grid point.
double factor_of(const std::vector<double>& v, const std::vector<std::uint8_t>& bits) {
  return unbiasing_factor(dot(v, v), dot_with_grid(v, nearest_grid_point(v, bits).digits, bits));
}

}  // namespace

TEST_CASE("goldens: grid codes of one to four bits, their factors and estimated distances") {
  const std::vector<std::vector<std::string>> u = {
      {"1 0 1 1", "0 0 0 1", "0 0 0 0", "1 0 1 0", "1 0 1 0"},
      {"3 0 2 3", "1 1 0 2", "1 1 1 1", "2 1 2 1", "2 0 2 0"},
      {"7 0 5 7", "2 3 0 4", "3 3 3 3", "4 3 4 3", "4 0 5 1"},
      {"14 1 10 13", "5 7 3 8", "7 7 7 7", "8 7 8 7", "8 4 9 5"}};
  const std::vector<std::vector<double>> f = {{2.880952380952381, 2.9285714285714284, 0, 2, 1.3125},
                                              {1.043103448275862, 1.3666666666666667, 0, 2, 0.525},
                                              {0.4416058394160584, 0.5857142857142857, 0, 2, 0.25},
                                              {0.25, 0.43617021276595747, 0, 2, 0.25}};
  const std::vector<std::vector<std::vector<double>>> distances = {
      {{0.3809523809523814, 9.455357142857142, 5.0625, 3.0625, 2.4375},
       {17.404761904761905, 12.026785714285715, 10.5625, 6.5625, 6.625}},
      {{1.6724137931034484, 12.920833333333334, 5.0625, 3.0625, 3.75},
       {16.560344827586206, 12.954166666666666, 10.5625, 6.5625, 5.05}},
      {{1.4744525547445253, 15.019642857142857, 5.0625, 3.0625, 3.25},
       {16.68978102189781, 13.491071428571429, 10.5625, 6.5625, 5.25}},
      {{1.375, 15.53058510638298, 5.0625, 3.0625, 3.25},
       {15.625, 13.615691489361701, 10.5625, 6.5625, 5.25}}};
  for (std::size_t B = 1; B <= 4; ++B) {
    const std::vector<std::uint8_t> bits = equal_bits(B);
    for (std::size_t i = 0; i < 5; ++i) {
      CAPTURE(B);
      CAPTURE(i);
      const GridPoint point = nearest_grid_point(r[i], bits);
      CHECK(text_of(point.digits) == u[B - 1][i]);
      check_near(factor_of(r[i], bits), f[B - 1][i]);
      for (std::size_t q = 0; q < 2; ++q) {
        const double estimate = factor_of(r[i], bits) * dot_with_grid(s[q], point.digits, bits);
        check_near(squared[i] + dot(s[q], s[q]) - 2 * estimate, distances[B - 1][q][i]);
      }
    }
  }
}

TEST_CASE("goldens: the error bound of one and of two bits") {
  const std::vector<std::vector<double>> widths = {
      {4.238899443829487, 9.170887208655305, 0, 0, 3.161405134093859},
      {1.1466102201826773, 3.4140573369526126, 0, 0, 1.2645620536375453}};
  for (std::size_t B = 1; B <= 2; ++B) {
    const std::vector<std::uint8_t> bits = equal_bits(B);
    for (std::size_t i = 0; i < 5; ++i) {
      const auto digits = nearest_grid_point(r[i], bits).digits;
      const double length = std::sqrt(squared[i]);
      const double of_point = std::sqrt(static_cast<double>(four_squared_length(digits, bits))) / 2;
      const double f = factor_of(r[i], bits), g = f > 0 ? length / (f * of_point) : 1;
      check_near(2 * half_width(length, std::sqrt(dot(s[0], s[0])), g, 4, 1.9), widths[B - 1][i]);
    }
  }
  CHECK(half_width(1, 1, 0.5, 1, 1.9) == 0);
}

TEST_CASE("goldens: signed digits of queries, and the distances that they estimate") {
  const SignedDigits first = signed_digits(s[0], 4), second = signed_digits(s[1], 4);
  CHECK(first.digits == std::vector<int>{4, -7, 5, 3});
  CHECK(second.digits == std::vector<int>{0, -7, -1, -5});
  check_near(first.delta, 0.23214285714285715);
  check_near(second.delta, 0.375);
  const std::vector<std::vector<double>> expected = {
      {-0.0820578231292508, 9.50765306122449, 5.0625, 3.0267857142857144, 2.4140625},
      {17.044642857142858, 12.392857142857142, 10.5625, 6.3125, 6.4609375}};
  for (std::size_t q = 0; q < 2; ++q) {
    const SignedDigits& m = q == 0 ? first : second;
    const std::vector<double> digits(m.digits.begin(), m.digits.end());
    for (std::size_t i = 0; i < 5; ++i) {
      const auto u = nearest_grid_point(r[i], equal_bits(1)).digits;
      const double estimate =
          factor_of(r[i], equal_bits(1)) * m.delta * dot_with_grid(digits, u, equal_bits(1));
      check_near(squared[i] + dot(s[q], s[q]) - 2 * estimate, expected[q][i]);
    }
  }
  CHECK(signed_digits({0, 0}, 4).digits == std::vector<int>{0, 0});
}

TEST_CASE("goldens: coordinates of unequal bits share one factor") {
  const std::vector<std::uint8_t> bits = {3, 2, 1, 1};
  const std::vector<std::vector<int>> twice = {
      {3, -3, 1, 1}, {-1, -1, -1, 1}, {-1, -1, -1, -1}, {1, -1, 1, -1}, {1, -3, 1, -1}};
  const std::vector<double> f = {1.2872340425531914, 2.9285714285714284, 0, 2, 0.7};
  for (std::size_t i = 0; i < 5; ++i) {
    const auto digits = nearest_grid_point(r[i], bits).digits;
    for (std::size_t k = 0; k < 4; ++k) CHECK(twice_value(digits[k], bits[k]) == twice[i][k]);
    check_near(factor_of(r[i], bits), f[i]);
  }
}

TEST_CASE("goldens: distances with one scalar, whose factor follows from the code") {
  const std::vector<double> expected = {1.1655896339514928, 12.932267749737672, 5.0625,
                                        2.7624999999999993, 3.6851754239356054};
  for (std::size_t i = 0; i < 5; ++i) {
    const auto digits = nearest_grid_point(r[i], equal_bits(2)).digits;
    const double length =
        std::sqrt(static_cast<double>(four_squared_length(digits, equal_bits(2))));
    const double f = 1.05 * std::sqrt(squared[i]) / (length / 2);
    check_near(squared[i] + dot(s[0], s[0]) - 2 * f * dot_with_grid(s[0], digits, equal_bits(2)),
               expected[i]);
  }
}

TEST_CASE("goldens: bits are poured where they reduce the error most") {
  CHECK(water_filled_bits(std::vector<double>{4, 2, 1, .5, .1}, 8) ==
        std::vector<std::uint8_t>{3, 2, 2, 1, 0});
  CHECK(water_filled_bits(std::vector<double>{1, 1, 1}, 2) == std::vector<std::uint8_t>{1, 1, 0});
  CHECK(water_filled_bits(std::vector<double>{1, 0}, 99) == std::vector<std::uint8_t>{8, 0});
}

TEST_CASE("goldens: a scalar in a byte has equal steps of its logarithm") {
  const StoredScalar scalar(ScalarSize::byte, std::vector<double>{1, 10});
  const std::vector<double> values = {.5, 1, 3, 7.5625, 10, 20},
                            decoded = {0.8912509381337456, 1.0040716522021123, 2.9941566916425295,
                                       7.541382700857291,  9.959448589219875,  11.22018454301963};
  const std::vector<unsigned> bytes = {0, 12, 122, 215, 243, 255};
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint8_t byte = 0;
    scalar.put(values[i], &byte);
    CHECK(unsigned{byte} == bytes[i]);
    check_near(scalar.get(&byte), decoded[i]);
  }
}

TEST_CASE("goldens: the levels of a normal variable, and the distances that they estimate") {
  const std::vector<double> two = {-1.5104176084991923, -0.4527800346365387, 0.4527800346365387,
                                   1.5104176084991923};
  const std::vector<double> upper_three = {0.2450941789444045, 0.7560052812063762,
                                           1.3439092785056794, 2.1519457045376558};
  const std::vector<double> upper_four = {
      0.12839502985150672, 0.3880482994913461, 0.656759118534135,  0.9423404564891303,
      1.2562311973496803,  1.6180463860245389, 2.0690172265339872, 2.732589570997472};
  check_near(lloyd_max_levels(1)[1], 0.7978845608028654);
  const std::vector<double> levels = lloyd_max_levels(2), three = lloyd_max_levels(3),
                            four = lloyd_max_levels(4);
  for (std::size_t k = 0; k < 4; ++k) {
    check_near(levels[k], two[k]);
    check_near(three[4 + k], upper_three[k]);
    CHECK(three[4 + k] == -three[3 - k]);
  }
  for (std::size_t k = 0; k < 8; ++k) check_near(four[8 + k], upper_four[k]);
  CHECK(nearest_level(levels, 0) == 1);  // halfway: the lower one
}

TEST_CASE("goldens: intervals of OSQ, their digits and estimated distances") {
  const std::vector<std::size_t> bits = {1, 2, 4};
  const std::vector<std::vector<double>> lower = {
      {-1.0689045936395767, -1.5336658354114716, 0, 0, -0.2734375},
      {-0.9658196291112668, -1.4830739830739832, 0, 0, -0.5978260869565217},
      {-0.9950893870457389, -1.50340965874019, 0, 0, -0.5193522906793049}};
  const std::vector<std::vector<double>> upper = {
      {1.5142815076560654, 0.511221945137157, 0, 2, 1.09375},
      {2.0904041287613713, 0.867458367458368, 0, 2, 0.9918478260869567},
      {2.017848612866179, 0.7260956468063836, 0, 2, 0.998716429699842}};
  const std::vector<std::vector<std::string>> digits = {
      {"1 1 0 1", "0 0 1 1", "0 0 0 0", "0 1 0 0", "0 1 0 0"},
      {"2 2 0 3", "0 0 2 3", "0 0 0 0", "0 3 0 0", "0 3 1 1"},
      {"10 11 0 15", "0 0 12 15", "0 0 0 0", "0 15 0 0", "0 15 3 5"}};
  for (std::size_t b = 0; b < 3; ++b) {
    for (std::size_t i = 0; i < 5; ++i) {
      CAPTURE(bits[b]);
      CAPTURE(i);
      const Interval found = osq_interval(x[i], bits[b], .1, 5);
      check_near(found.lower, lower[b][i]);
      check_near(found.upper, upper[b][i]);
      CHECK(text_of(interval_digits(x[i], found, bits[b])) == digits[b][i]);
    }
  }
  const Interval query = osq_interval(x_query[0], 4, .1, 5);
  check_near(query.lower, -1.2658596013697434);
  check_near(query.upper, 1.497497585389411);
  CHECK(text_of(interval_digits(x_query[0], query, 4)) == "10 15 0 12");
}

TEST_CASE("goldens: digits of LVQ, and of a vector whose coordinates are equal") {
  CHECK(text_of(interval_digits(x[0], {-1, 2}, 2)) == "2 2 0 3");
  CHECK(text_of(interval_digits(x[4], {-0.5, 1}, 2)) == "0 3 1 1");
  CHECK(text_of(interval_digits(x[1], {-1.5, 0.75}, 4)) == "0 0 12 15");
  CHECK(text_of(interval_digits(x[2], {0, 0}, 4)) == "0 0 0 0");
}

}  // namespace hashlab::goldens_test
