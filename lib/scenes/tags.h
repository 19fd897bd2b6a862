#pragma once

#include "lib/scenes/pictures.h"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// The words that pictures may be tagged with, sorted and distinct.
const std::vector<std::string>& tag_vocabulary();

/// Simulates user tags of pictures. A picture is tagged, each with some probability, with words
/// that fit one of its classes (some words fit several classes), words for the colours that fill at
/// least a quarter of it, words for a dark or bright picture, a word of an absent class, and words
/// unrelated to any picture. It may have no tag at all. Returns V x n of 0/1: column i is picture
/// i, row v is word v of the vocabulary. The tags of picture i depend only on the seed, on i, its
/// classes and its pixels.
arma::Mat<std::uint8_t> make_tags(const Pictures& pictures, std::uint64_t seed);

/// The probabilities used by make_tags.
struct TagNoise {
  static constexpr double own_name = 0.6;      ///< of the name of a class in the picture
  static constexpr double own_word = 0.22;     ///< of each other word that fits such a class
  static constexpr double seen = 0.5;          ///< of the word for a colour or light in the picture
  static constexpr double wrong_class = 0.15;  ///< of one word of an absent class
  static constexpr double idle_word = 0.03;    ///< of each unrelated word
};

/// The words that fit a class, its name first.
const std::vector<std::string>& words_of_class(std::size_t c);
/// Words that are unrelated to any picture.
const std::vector<std::string>& idle_words();

}  // namespace hashlab
