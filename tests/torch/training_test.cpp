// Training of networks: it learns, gives the same bits again, goes on after it was ended as if it
// had not been, and ends in one line where it cannot.

#include "hashers/networks/engine.h"
#include "hashers/networks/network_projection.h"
#include "hashers/registry.h"
#include "lib/h5/checkpoint_folder.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace hashlab::training_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::TemporaryFolder;

namespace {

constexpr std::size_t n = 90, d = 48;

/// Three classes, each around a point of its own.
const TrainingSet& clouds() {
  static const TrainingSet data = [] {
    Rng rng = Rng(3).stream("clouds");
    arma::fmat centres(d, 3), X(d, n);
    for (float& x : centres) x = static_cast<float>(rng.normal());
    TrainingSet made;
    for (arma::uword i = 0; i < n; ++i) {
      for (arma::uword k = 0; k < d; ++k) {
        X(k, i) = centres(k, i % 3) + static_cast<float>(rng.normal());
      }
      made.labels.single.push_back(static_cast<int>(i % 3) * 7);
    }
    X.each_col() -= arma::fvec(arma::mean(X, 1));
    made.X = X;
    return made;
  }();
  return data;
}

/// The same, as samples with several classes.
TrainingSet with_several_classes() {
  TrainingSet data = clouds();
  data.labels.multi.zeros(3, n);
  for (arma::uword i = 0; i < n; ++i) data.labels.multi(i % 3, i) = 1;
  for (arma::uword i = 0; i < n; i += 5) data.labels.multi((i + 1) % 3, i) = 1;
  data.labels.single.clear();
  return data;
}

std::unique_ptr<Projection> method(const std::string& loss,
                                   const std::map<std::string, std::string>& settings) {
  auto made = network_projection(loss);
  Options options;
  made->describe(options);
  for (const auto& [name, value] : settings) options.set(name, value);
  return made;
}

bool same(const ProjectorState& a, const ProjectorState& b) {
  if (a.size() != b.size()) return false;
  for (const auto& [name, values] : a) {
    if (!b.contains(name) || !arma::approx_equal(values, b.at(name), "absdiff", 0)) return false;
  }
  return true;
}

/// Of all pairs, how much nearer by inner product of signs those of one class are, in [-1, 1].
double separation(const arma::fmat& Y) {
  const arma::mat S = arma::conv_to<arma::mat>::from(arma::sign(Y));
  const arma::mat inner = S * S.t() / static_cast<double>(Y.n_cols);
  double own = 0, others = 0;
  for (arma::uword i = 0; i < n; ++i) {
    for (arma::uword j = 0; j < i; ++j) (i % 3 == j % 3 ? own : others) += inner(i, j);
  }
  const double n_own = n * (n / 3 - 1) / 2.0, n_all = n * (n - 1) / 2.0;
  return own / n_own - others / (n_all - n_own);
}

/// Checkpoints in memory, left after every epoch.
class Kept final : public Checkpoints {
 public:
  std::optional<State> found(const std::string& key) override {
    if (!states.contains(key)) return std::nullopt;
    return states.at(key);
  }
  double seconds_between() const override { return 0; }
  void leave(const std::string& key, const State& state) override { states[key] = state; }
  void forget(const std::string& key) override { states.erase(key); }

  std::map<std::string, State> states;
};

}  // namespace

TEST_CASE("training: every loss tells classes apart, with the same bits twice") {
  for (const LossEntry& entry : losses()) {
    CAPTURE(entry.name);
    const auto learned = method(
        entry.name,
        {{"network", "mlp"}, {"hidden", "32"}, {"epochs", "40"}, {"batch", "30"}, {"rate", ".01"}});
    const auto projector = learned->learn(clouds(), 12, Rng(1));
    const arma::fmat Y = projector->project(clouds().X);
    CHECK(Y.is_finite());
    CHECK(separation(Y) > .5);
    CHECK(same(projector->state(), learned->learn(clouds(), 12, Rng(1))->state()));
    CHECK_FALSE(same(projector->state(), learned->learn(clouds(), 12, Rng(2))->state()));
    const auto restored = learned->restore(projector->state(), d, 12);
    CHECK(arma::approx_equal(restored->project(clouds().X), Y, "absdiff", 0));
  }
}

TEST_CASE("training: losses of samples with several classes take them, others refuse them") {
  const TrainingSet data = with_several_classes();
  for (const LossEntry& entry : losses()) {
    CAPTURE(entry.name);
    const auto learned = method(entry.name, {{"epochs", "3"}});
    if (entry.one_class) {
      CHECK(error_of([&] { learned->learn(data, 8, Rng(1)); }) ==
            Contains("learns from one class a sample, but the samples have several"));
    } else {
      CHECK(learned->learn(data, 8, Rng(1))->project(data.X).is_finite());
    }
  }
}

TEST_CASE("training: ended at any epoch it goes on to the same network") {
  for (const LossEntry& entry : losses()) {
    for (const char* optimiser : {"adam", "sgd"}) {
      CAPTURE(entry.name);
      CAPTURE(optimiser);
      const auto learned = method(entry.name, {{"optimiser", optimiser},
                                               {"epochs", "6"},
                                               {"batch", "30"},
                                               {"dropout", ".2"},
                                               {"output-activation", "prelu"}});
      const ProjectorState whole = learned->learn(clouds(), 8, Rng(1))->state();
      Kept kept;
      TrainingSet data = clouds();
      data.checkpoints = &kept;
      std::size_t ends = 0;
      for (std::size_t steps = 5; steps > 0; --steps) {  // fewer each time: inside of epochs, too
        std::size_t taken = 0;
        const Observer ending{[&](std::string_view, std::size_t, std::size_t) {
          if (taken++ == steps) throw Stopped();
        }};
        try {
          learned->learn(data, 8, Rng(1), ending);
        } catch (const Stopped&) {
          ++ends;
        }
      }
      CHECK(ends > 1);
      CHECK(same(learned->learn(data, 8, Rng(1))->state(), whole));
      CHECK(kept.states.empty());
    }
  }
}

TEST_CASE("training: dropout changes what is learned, the same way each time") {
  std::map<std::string, std::string> settings = {
      {"network", "mlp"}, {"epochs", "40"}, {"batch", "30"}, {"rate", ".01"}};
  const auto plain = method("softmax", settings)->learn(clouds(), 12, Rng(1));
  settings["dropout"] = ".5";
  const auto learned = method("softmax", settings);
  const auto dropped = learned->learn(clouds(), 12, Rng(1));
  CHECK_FALSE(same(plain->state(), dropped->state()));
  CHECK(same(dropped->state(), learned->learn(clouds(), 12, Rng(1))->state()));
  CHECK(separation(dropped->project(clouds().X)) > .5);
  CHECK(arma::approx_equal(dropped->project(clouds().X), dropped->project(clouds().X), "absdiff",
                           0));  // nothing is omitted after training

  const auto pooled = method(
      "softmax", {{"network", "bag"}, {"locations", "2"}, {"pool", "jcf"}, {"dropout", ".5"}});
  CHECK(error_of([&] { pooled->max_dimensions(d, n); }) ==
        Contains("option 'dropout' is of the last linear layer, which pool 'jcf' does not have"));
}

TEST_CASE("training: what was left for other samples, settings or draws is not taken up") {
  Kept kept;
  TrainingSet data = clouds();
  data.checkpoints = &kept;
  const Observer ending{[&](std::string_view, std::size_t done, std::size_t) {
    if (done > 3) throw Stopped();
  }};
  const auto leave = [&](const TrainingSet& from, const char* rate, std::uint64_t seed) {
    try {
      method("softmax", {{"rate", rate}, {"batch", "30"}})->learn(from, 8, Rng(seed), ending);
    } catch (const Stopped&) {
    }
    return kept.states.size();
  };
  CHECK(leave(data, ".001", 1) == 1);
  CHECK(leave(data, ".001", 1) == 1);
  CHECK(leave(data, ".002", 1) == 2);
  CHECK(leave(data, ".001", 2) == 3);
  data.X(0, 0) += 1;
  CHECK(leave(data, ".001", 1) == 4);
  data.labels.single[0] += 7;
  CHECK(leave(data, ".001", 1) == 5);
}

TEST_CASE("training: a damaged checkpoint costs time alone") {
  const TemporaryFolder folder;
  const std::string path = folder / "checkpoints";
  CheckpointFolder kept(path, 0);
  TrainingSet data = clouds();
  data.checkpoints = &kept;
  const auto learned = method("snca", {{"epochs", "4"}, {"batch", "30"}});
  const ProjectorState whole = learned->learn(clouds(), 8, Rng(1))->state();
  const Observer ending{[&](std::string_view, std::size_t done, std::size_t) {
    if (done == 8) throw Stopped();
  }};
  const auto end = [&] {
    try {
      learned->learn(data, 8, Rng(1), ending);
    } catch (const Stopped&) {
    }
  };
  end();
  const std::string file = std::filesystem::directory_iterator(path)->path().string();
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  CHECK(same(learned->learn(data, 8, Rng(1))->state(), whole));
  CHECK_FALSE(std::filesystem::exists(path));
  end();
  CHECK(same(learned->learn(data, 8, Rng(1))->state(), whole));
}

TEST_CASE("training: a rate that is too great ends in one line") {
  CHECK(error_of([] {
          method("n-pair", {{"rate", "1000"},
                            {"optimiser", "sgd"},
                            {"network", "linear"},
                            {"schedule", "constant"},
                            {"epochs", "200"}})
              ->learn(clouds(), 8, Rng(1));
        }) == Contains("n-pair: training diverges: "));
  CHECK(error_of([] {
          method("csq", {{"rate", "1000"}, {"network", "linear"}})->learn(clouds(), 8, Rng(1));
        }) == Contains("csq: training diverges: "));
}

TEST_CASE("training: networks of pictures and of local descriptors learn, and are restored") {
  TrainingSet pictures = clouds();
  pictures.X = arma::fmat(192, n);
  Rng rng = Rng(4).stream("pictures");
  for (float& x : pictures.X) x = static_cast<float>(rng.normal());
  for (arma::uword i = 0; i < n; ++i) {  // a bright corner, a bright row, neither
    if (i % 3 == 0) pictures.X.submat(0, i, 23, i) += 2;
    if (i % 3 == 1) pictures.X.submat(144, i, 191, i) += 2;
  }
  using Settings = std::map<std::string, std::string>;
  const std::vector<Settings> all = {
      {{"network", "small"}, {"width", "8"}, {"augment", "flip"}},
      {{"network", "small"}, {"width", "8"}, {"pool", "gem"}},
      {{"network", "resnet20"}, {"augment", "flip-crop"}, {"epochs", "2"}},
      {{"network", "bag"}, {"locations", "16"}, {"pool", "jcf"}, {"rank", "4"}, {"epochs", "100"}},
      {{"network", "bag"},
       {"locations", "16"},
       {"pool", "bilinear"},
       {"reduce", "6"},
       {"epochs", "100"}}};
  for (Settings settings : all) {
    CAPTURE(settings.at("network"));
    settings.emplace("epochs", "10");
    settings["batch"] = "30";
    settings["rate"] = ".01";
    const auto learned = method("softmax", settings);
    const auto projector = learned->learn(pictures, 16, Rng(1));
    const arma::fmat Y = projector->project(pictures.X);
    CHECK(Y.is_finite());
    if (settings.at("network") == "bag") {  // seeds differ: .29 to .64 for eight of each
      const auto of_seed = [&](std::uint64_t seed) {
        return separation(learned->learn(pictures, 16, Rng(seed))->project(pictures.X));
      };
      CHECK((separation(Y) + of_seed(2) + of_seed(3)) / 3 > .3);
    } else if (settings.at("epochs") != "2") {
      CHECK(separation(Y) > .3);
    }
    const auto restored = learned->restore(projector->state(), 192, 16);
    // Pieces that begin at multiples of 64 have the same bits.
    CHECK(arma::approx_equal(restored->project(pictures.X.cols(64, 79)), Y.rows(64, 79), "absdiff",
                             0));
  }
}

TEST_CASE("training: batches of classes are refused where samples have several") {
  const TrainingSet data = with_several_classes();
  CHECK(error_of([&] {
          method("csq", {{"per-class", "4"}})->learn(data, 8, Rng(1));
        }) ==
        "csq: option 'per-class' = 4 is of samples with one class each, but these have several");
}

TEST_CASE("training: networks that samples do not fit are refused") {
  const auto refused = [](const std::map<std::string, std::string>& settings) {
    return error_of([&] { method("softmax", settings)->max_dimensions(d, n); });
  };
  CHECK(refused({{"network", "small"}}) ==
        "network 'small' takes square pictures of at least 8 x 8 points with 3 channels, but "
        "samples have 48 features: set 'channels', or use linear or mlp");
  CHECK(refused({{"network", "bag"}, {"locations", "7"}}) ==
        "network 'bag': 48 features are no multiple of 7 locations");
  CHECK(refused({{"augment", "flip"}}) ==
        "softmax: option 'augment' is of no use with network 'mlp', which takes no pictures");
}

TEST_CASE("training: samples that are held out are not learned from, and say how training goes") {
  std::string last;
  const Observer telling{[&](std::string_view what, std::size_t, std::size_t) { last = what; }};
  const auto learned = method("softmax", {{"held-out", "30"}, {"epochs", "30"}, {"rate", ".01"}});
  const ProjectorState state = learned->learn(clouds(), 8, Rng(1), telling)->state();
  CHECK(last == Contains(" of those held out find their class, "));
  CHECK(last == Contains(" s left"));
  const bool found =
      last.find(", 0.9") != std::string::npos || last.find(", 1.0000") != std::string::npos;
  CHECK(found);
  CHECK_FALSE(same(
      state,
      method("softmax", {{"epochs", "30"}, {"rate", ".01"}})->learn(clouds(), 8, Rng(1))->state()));
  CHECK(error_of([&] {
          method("softmax", {{"held-out", "89"}})->learn(clouds(), 8, Rng(1));
        }) == "option 'held-out' = 89 leaves fewer than two of 90 training samples");
}

}  // namespace hashlab::training_test
