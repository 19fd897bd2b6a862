#pragma once

#include "lib/images/pictures.h"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// The words that pictures may be tagged with, sorted and distinct.
const std::vector<std::string>& tag_vocabulary();

/// Simulates user tags of pictures. Each of these words becomes a tag of a picture with the
/// probability in TagNoise: the words that fit one of its classes (some words fit several classes),
/// a word for each colour that fills at least a quarter of it, two words for the light if it is
/// dark or bright, one word of an absent class, and words that are unrelated to any picture. A
/// picture may get no tag at all. Returns a matrix of 0/1 with one row for each word of
/// tag_vocabulary() and one column for each picture. The tags of picture i depend only on the seed,
/// on i, and on its classes and pixels.
arma::Mat<std::uint8_t> make_tags(const Pictures& pictures, std::uint64_t seed);

/// The probabilities used by make_tags.
struct TagNoise {
  static constexpr double own_name = 0.6;      ///< of the name of a class in the picture
  static constexpr double own_word = 0.22;     ///< of each other word that fits such a class
  static constexpr double seen = 0.5;          ///< of each word for a colour or for the light
  static constexpr double wrong_class = 0.15;  ///< of one word of an absent class
  static constexpr double idle_word = 0.03;    ///< of each unrelated word
};

/// The words that fit a class, its name first.
const std::vector<std::string>& words_of_class(std::size_t c);
/// Words that are unrelated to any picture.
const std::vector<std::string>& idle_words();

}  // namespace hashlab
