#pragma once

#include "lib/pictures/pictures.h"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// The words that pictures may be tagged with, sorted, without repeats.
const std::vector<std::string>& tag_vocabulary();

/// Tags for pictures, as people on the web give them: words that fit one of a picture's classes,
/// some of which fit several classes; the colours that fill a quarter of it and whether it is dark
/// or bright, each named or not; now and then a word of a class that is not there, and words that
/// have nothing to do with any picture. A picture may have no tag at all.
/// Returns V x n of 0/1, column i = picture i, row v = word v of the vocabulary. Those of picture i
/// depend on the seed, on i, its classes and its pixels alone.
arma::Mat<std::uint8_t> make_tags(const Pictures& pictures, std::uint64_t seed);

/// The probabilities behind make_tags.
struct TagNoise {
  static constexpr double own_name = 0.6;   ///< of the name of a class that is there
  static constexpr double own_word = 0.22;  ///< of each other word that fits it
  static constexpr double seen = 0.5;       ///< of a word for a colour or light that is there
  static constexpr double wrong_class =
      0.15;                                  ///< that one word of an absent class is among the tags
  static constexpr double idle_word = 0.03;  ///< of each word that says nothing
};

/// Words that fit a class, its name first.
const std::vector<std::string>& words_of_class(std::size_t c);
/// Words that say nothing about a picture.
const std::vector<std::string>& idle_words();

}  // namespace hashlab
