#include "lib/images/tags.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace hashlab::tags_test {
namespace {

arma::uword row_of(const std::string& word) {
  const std::vector<std::string>& words = tag_vocabulary();
  const auto at = std::lower_bound(words.begin(), words.end(), word);
  REQUIRE(at != words.end());
  REQUIRE(*at == word);
  return static_cast<arma::uword>(at - words.begin());
}

/// n plain pictures of one colour, of classes 0, 1, ... 9, 0, ...
Pictures plain(std::size_t n, std::uint8_t r, std::uint8_t g, std::uint8_t b) {
  Pictures pictures;
  for (std::size_t i = 0; i < n; ++i) {
    pictures.labels.single.push_back(static_cast<std::int32_t>(i % 10));
    for (std::size_t k = 0; k < Pictures::side * Pictures::side; ++k) {
      pictures.pixels.insert(pictures.pixels.end(), {r, g, b});
    }
  }
  return pictures;
}

double count(const arma::Mat<std::uint8_t>& tags, const std::string& word) {
  return arma::accu(arma::conv_to<arma::vec>::from(tags.row(row_of(word)).t()));
}

/// Is a count of n trials of probability p within five standard deviations of its mean?
bool binomial(double count, double n, double p) {
  return std::abs(count - n * p) <= 5 * std::sqrt(n * p * (1 - p));
}

}  // namespace

TEST_CASE("tags: the vocabulary is sorted, without repeats, and holds every word") {
  const std::vector<std::string>& words = tag_vocabulary();
  CHECK(words.size() >= 100);
  CHECK(words.size() <= 200);
  CHECK(std::is_sorted(words.begin(), words.end()));
  CHECK(std::adjacent_find(words.begin(), words.end()) == words.end());
  for (std::size_t c = 0; c < 10; ++c) {
    for (const std::string& word : words_of_class(c)) row_of(word);
  }
  for (const std::string& word : idle_words()) {
    row_of(word);
    for (std::size_t c = 0; c < 10; ++c) {
      const std::vector<std::string>& fitting = words_of_class(c);
      CHECK(std::find(fitting.begin(), fitting.end(), word) == fitting.end());
    }
  }
}

TEST_CASE("tags: a class's name is its first word and fits no other class") {
  const std::vector<std::string> names = make_pictures({.n = 1}, 1).class_names;
  for (std::size_t c = 0; c < 10; ++c) {
    CHECK(words_of_class(c).front() == names[c]);
    for (std::size_t other = 0; other < 10; ++other) {
      const std::vector<std::string>& words = words_of_class(other);
      CHECK((std::find(words.begin(), words.end(), names[c]) != words.end()) == (c == other));
    }
  }
}

TEST_CASE("tags: words are there, missing and wrong as often as they should be") {
  const std::size_t n = 4000;
  const auto tags = make_tags(plain(n, 100, 100, 100), 5);
  const double size = static_cast<double>(n);
  CHECK(tags.max() == 1);
  double idle = 0;
  for (const std::string& word : idle_words()) idle += count(tags, word);
  CHECK(binomial(idle, size * static_cast<double>(idle_words().size()), TagNoise::idle_word));
  double own = 0, wrong = 0;
  for (arma::uword c = 0; c < 10; ++c) {
    const arma::uword row = row_of(words_of_class(c).front());
    for (arma::uword i = 0; i < n; ++i) (i % 10 == c ? own : wrong) += tags(row, i);
  }
  CHECK(binomial(own, size, TagNoise::own_name));
  CHECK(binomial(wrong, size, TagNoise::wrong_class / 9));  // its name among nine words
  // Another word of a class, which fits no other: the kite of the polygons.
  double kites = 0;
  for (arma::uword i = 4; i < n; i += 10) kites += tags(row_of("kite"), i);
  CHECK(binomial(kites, size / 10, TagNoise::own_word));
}

TEST_CASE("tags: colour and light are named about every second time, others never") {
  struct Case {
    std::uint8_t r, g, b;
    std::string colour, light;
  };
  const Case cases[] = {{250, 250, 250, "white", "bright"}, {10, 10, 10, "black", "dark"},
                        {120, 120, 120, "grey", ""},        {220, 20, 20, "red", ""},
                        {240, 150, 20, "orange", ""},       {20, 40, 220, "blue", ""},
                        {230, 230, 40, "yellow", "bright"}, {240, 100, 190, "pink", "bright"},
                        {150, 40, 220, "purple", ""},       {30, 220, 220, "cyan", ""}};
  for (const Case& c : cases) {
    CAPTURE(c.colour);
    const auto tags = make_tags(plain(1000, c.r, c.g, c.b), 5);
    for (const Case& other : cases) {
      if (other.colour == c.colour) {
        CHECK(binomial(count(tags, c.colour), 1000, TagNoise::seen));
      } else {
        CHECK(count(tags, other.colour) == 0);
      }
    }
    for (const std::string light : {"bright", "dark"}) {
      if (light == c.light) {
        CHECK(binomial(count(tags, light), 1000, TagNoise::seen));
      } else {
        CHECK(count(tags, light) == 0);
      }
    }
  }
}

TEST_CASE("tags: pictures of several classes get words of each, and no word of an absent class") {
  Pictures pictures = plain(1000, 100, 100, 100);
  pictures.labels.single.clear();
  pictures.labels.multi.zeros(10, 1000);
  pictures.labels.multi.row(6).fill(1);
  pictures.labels.multi.row(9).fill(1);
  const auto tags = make_tags(pictures, 5);
  CHECK(binomial(count(tags, "sea"), 1000, TagNoise::own_name));
  CHECK(binomial(count(tags, "road"), 1000, TagNoise::own_name));
  CHECK(binomial(count(tags, "rings"), 1000, TagNoise::wrong_class / 8 / 9));
}

TEST_CASE("tags: those of a picture do not depend on the pictures after it") {
  const Pictures many = make_pictures({.n = 60}, 2), few = make_pictures({.n = 25}, 2);
  CHECK(arma::all(arma::vectorise(make_tags(few, 3) == make_tags(many, 3).head_cols(25))));
  CHECK(arma::any(arma::vectorise(make_tags(few, 3) != make_tags(few, 4))));
}

}  // namespace hashlab::tags_test
