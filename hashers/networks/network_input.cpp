#include "hashers/networks/network_input.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hashlab::hashers {
namespace {

/// Each column's `locations` local descriptors in ascending order.
arma::fmat bags_in_order(const arma::fmat& X, std::size_t locations) {
  const std::size_t c = X.n_rows / locations;
  arma::fmat ordered(X.n_rows, X.n_cols, arma::fill::none);
  std::vector<const float*> descriptors(locations);
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    for (std::size_t l = 0; l < locations; ++l) descriptors[l] = X.colptr(i) + c * l;
    std::sort(descriptors.begin(), descriptors.end(), [c](const float* a, const float* b) {
      return std::lexicographical_compare(a, a + c, b, b + c);
    });
    float* out = ordered.colptr(i);
    for (const float* descriptor : descriptors) out = std::copy_n(descriptor, c, out);
  }
  return ordered;
}

/// By which features of these variances are multiplied; one for all if `input` says so.
arma::fvec scale_by(const arma::vec& variances, const std::string& input) {
  if (input == "plain") return {1};
  if (input == "scaled") {
    const double mean = arma::mean(variances);
    return {mean > 0 ? static_cast<float>(1 / std::sqrt(mean)) : 1};
  }
  arma::fvec scale(variances.n_elem);
  for (arma::uword k = 0; k < variances.n_elem; ++k) {
    scale(k) = variances(k) > 0 ? static_cast<float>(1 / std::sqrt(variances(k))) : 0;
  }
  return scale;
}

bool has_offset(const NetworkSettings& settings) {
  return settings.network == "bag" && settings.pool == "average";
}

}  // namespace

arma::fmat NetworkInput::operator()(const arma::fmat& X) const {
  arma::fmat made = locations > 1 ? bags_in_order(X, locations) : X;
  if (!offset.is_empty()) made.each_col() -= arma::repmat(offset, locations, 1);
  if (scale.n_elem == 1) return made * scale(0);
  return made.each_col() % scale;
}

bool takes_centred(const NetworkSettings& settings) {
  return settings.network != "bag";
}

NetworkInput learned_input(const NetworkSettings& settings, const std::string& input,
                           const arma::fmat& X) {
  if (settings.network != "bag") {
    const arma::mat exact = arma::conv_to<arma::mat>::from(X);
    return {scale_by(arma::mean(arma::square(exact), 1), input)};
  }
  NetworkInput made{{}, settings.locations};
  const arma::fmat ordered = bags_in_order(X, settings.locations);
  arma::mat descriptors = arma::conv_to<arma::mat>::from(
      arma::reshape(ordered, X.n_rows / settings.locations, settings.locations * X.n_cols));
  const arma::vec mean = arma::mean(descriptors, 1);
  descriptors.each_col() -= mean;
  const arma::fvec scale = scale_by(arma::mean(arma::square(descriptors), 1), input);
  made.scale = scale.n_elem == 1 ? scale : arma::fvec(arma::repmat(scale, settings.locations, 1));
  if (has_offset(settings)) made.offset = arma::conv_to<arma::fvec>::from(mean);
  return made;
}

NetworkInput read_input(const NetworkSettings& settings, const std::string& input, std::size_t d,
                        const ProjectorState& state) {
  const auto single = [&](const char* name, std::size_t rows) {
    return arma::conv_to<arma::fvec>::from(state_array(state, name, rows, 1));
  };
  NetworkInput read{single("input.scale", input == "standardised" ? d : 1)};
  if (settings.network == "bag") read.locations = settings.locations;
  if (has_offset(settings)) read.offset = single("input.offset", d / settings.locations);
  return read;
}

void put_input(const NetworkInput& input, ProjectorState& state) {
  state["input.scale"] = arma::conv_to<arma::mat>::from(input.scale);
  if (!input.offset.is_empty()) {
    state["input.offset"] = arma::conv_to<arma::mat>::from(input.offset);
  }
}

}  // namespace hashlab::hashers
