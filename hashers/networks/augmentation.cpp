#include "hashers/networks/augmentation.h"

#include <algorithm>

namespace hashlab::hashers {

void augment_pictures(arma::fmat& X, std::size_t side, std::size_t channels,
                      std::string_view augment, Rng& stream) {
  if (augment == "none") return;
  constexpr std::size_t border = 4;
  arma::fvec changed(X.n_rows);
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    const bool mirrored = stream.below(2) == 1;
    const bool moved = augment == "flip-crop";
    const std::size_t down = moved ? stream.below(2 * border + 1) : border;
    const std::size_t right = moved ? stream.below(2 * border + 1) : border;
    const float* from = X.colptr(i);
    changed.zeros();
    for (std::size_t y = 0; y < side; ++y) {
      const std::size_t source_y = y + down;  // in the picture with its border
      if (source_y < border || source_y >= side + border) continue;
      for (std::size_t x = 0; x < side; ++x) {
        const std::size_t source_x = (mirrored ? side - 1 - x : x) + right;
        if (source_x < border || source_x >= side + border) continue;
        const std::size_t source = (source_y - border) * side + (source_x - border);
        std::copy_n(from + source * channels, channels,
                    changed.memptr() + (y * side + x) * channels);
      }
    }
    X.col(i) = changed;
  }
}

}  // namespace hashlab::hashers
