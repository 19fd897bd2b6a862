// Learned networks as models have them, without LibTorch: what is restored, and what is refused.

#include "hashers/networks/network_projection.h"
#include "hashers/networks/engine.h"
#include "hashers/networks/network_settings.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

namespace hashlab::network_projection_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

constexpr std::size_t d = 6, K = 4;

std::unique_ptr<Projection> method(const std::string& network) {
  auto made = network_projection("csq");
  Options options;
  made->describe(options);
  options.set("network", network);
  options.set("hidden", "5");
  return made;
}

ProjectorState state_of(const std::string& network) {
  NetworkSettings settings;
  settings.network = network;
  settings.hidden = 5;
  ProjectorState state = initial_network(network_arrays(settings, d, K), Rng(1));
  state["input.scale"] = arma::vec{2};
  return state;
}

std::string refused(const ProjectorState& state, const std::string& network = "mlp") {
  return error_of([&] { method(network)->restore(state, d, K); });
}

}  // namespace

TEST_CASE("network models: a linear one is W (s x) + b, by hand") {
  const ProjectorState state = state_of("linear");
  arma::fmat X(d, 3);
  for (arma::uword k = 0; k < X.n_elem; ++k) X(k) = static_cast<float>(k % 5) - 2;
  const arma::fmat found = method("linear")->restore(state, d, K)->project(X);
  const arma::mat expected = 2 * arma::conv_to<arma::mat>::from(X).t() * state.at("head.weight");
  CHECK(arma::abs(arma::conv_to<arma::mat>::from(found) - expected).max() < 1e-5);
}

TEST_CASE("network losses: snca has no temperature at which a similarity of -1 is lost") {
  const auto snca = network_projection("snca");
  Options options;
  snca->describe(options);
  CHECK(error_of([&] { options.set("sigma", "0.02"); }) == Contains("0.025"));
  CHECK_NOTHROW(options.set("sigma", "0.025"));
  // What the sums hold of such a pair, next to one of similarity 1.
  CHECK(std::exp(-2.F / .025F) >= std::numeric_limits<float>::min());
  CHECK(std::exp(-2.F / .02F) < std::numeric_limits<float>::min());
}

TEST_CASE("network models: states give themselves again") {
  for (const char* network : {"linear", "mlp"}) {
    const ProjectorState state = state_of(network);
    CHECK(method(network)->restore(state, d, K)->state().size() == state.size());
  }
}

TEST_CASE("network models: arrays that are missing, of another shape or no variances are refused") {
  for (const auto& entry : state_of("mlp")) {
    CAPTURE(entry.first);
    const auto& [name, values] = entry;
    ProjectorState state = state_of("mlp");
    state.erase(name);
    CHECK(refused(state) == Contains(name));
    state = state_of("mlp");
    state[name].reshape(values.n_rows + 1, values.n_cols);
    CHECK(refused(state) == Contains(name));
  }
  ProjectorState state = state_of("mlp");
  state["hidden.norm.variance"](0, 2) = -1;
  CHECK(refused(state) == "'hidden.norm.variance' holds -1, expected variances");
}

TEST_CASE("network models: those of pictures take LibTorch") {
  NetworkSettings settings;
  settings.network = "small";
  ProjectorState state = initial_network(network_arrays(settings, 192, K), Rng(1));
  state["input.scale"] = arma::vec{1};
  const auto pictures = network_projection("csq");
  Options options;
  pictures->describe(options);
  options.set("network", "small");
  CHECK_THROWS_AS(pictures->restore(state, 192, K), EngineMissing);
}

}  // namespace hashlab::network_projection_test
