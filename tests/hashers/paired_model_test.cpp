// Learned hash functions of two views that are kept in one file.

#include "hashers/model.h"
#include "tests/support/model_parts.h"
#include "tests/support/paired_training_sets.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace hashlab::paired_model_test {

using namespace hashers;
using namespace testing;

namespace {

constexpr std::size_t n = 90, d_x = 12, d_z = 7;

const PairedTrainingSet& pairs() {
  static const PairedTrainingSet set = small_paired_set(n, d_x, d_z);
  return set;
}

/// Both functions, learned from samples whose means are .5 and -.25 for every feature.
std::vector<Model> learn_both(const std::string& name, std::size_t bits) {
  const arma::fvec mean = arma::join_cols(arma::fvec(d_x, arma::fill::value(.5F)),
                                          arma::fvec(d_z, arma::fill::value(-.25F)));
  const TrainingSet data{arma::join_cols(pairs().X, pairs().Z), pairs().S, pairs().labels};
  std::vector<Model> models = learn_paired_models(
      make_hasher(name), bits, data, mean, {"image", 0, d_x}, {"text", d_x, d_z}, Rng(1), Rng(2));
  for (Model& model : models) model.origin = {"small", "c0ffee", "5eed", "class", n, 7};
  return models;
}

void check_same_from_file(const std::string& name, std::size_t bits) {
  CAPTURE(name);
  const TemporaryFolder folder;
  const std::vector<Model> both = learn_both(name, bits);
  REQUIRE(both.size() == 2);
  write_models(folder / "m.h5", both);
  for (const Model& model : both) {
    const Features others = small_dataset(200, model.mean.n_elem).features * 1.7F;
    const Model again = read_model(folder / "m.h5", model.view);
    CHECK(again.view == model.view);
    CHECK(again.hasher == name);
    CHECK(again.bits == bits);
    CHECK(again.quantisation.thresholds == model.quantisation.thresholds);
    CHECK(again.encode(others).words == model.encode(others).words);
  }
  CHECK(both[0].quantisation.format() == both[1].quantisation.format());
}

/// The message with which a file of cvh+npq at 8 bits is refused once `change` is done to it,
/// without the path.
std::string refused(const std::function<void(ModelParts&)>& change,
                    const std::string& view = "text") {
  const TemporaryFolder folder;
  const std::string path = folder / "m.h5";
  write_models(path, learn_both("cvh+npq", 8));
  ModelParts parts = model_parts(path);
  change(parts);
  write_model_parts(path, parts);
  const std::string message = error_of([&] { read_model(path, view); });
  CHECK(message.find('\n') == std::string::npos);
  if (message == "no error") return message;
  CHECK(message.starts_with(path + ": "));
  return message.substr(std::min(message.size(), path.size() + 2));
}

}  // namespace

TEST_CASE("paired model: every method of two views gives the same codes from a file") {
  for (const auto& method : cross_modal::all()) {
    const std::string name = method->info().name;
    const std::string hasher = name + (name == "lssh" ? "+sbq:atoms=24" : "+sbq");
    for (const std::size_t bits : {3u, 16u}) check_same_from_file(hasher, bits);
  }
}

TEST_CASE("paired model: every quantiser of two views gives the same codes from a file") {
  for (const auto& quantiser : quantisers::all()) {
    check_same_from_file("rcmh+" + quantiser->info().name, 16);
  }
}

TEST_CASE("paired model: a file is read by the name of one of its views") {
  const TemporaryFolder folder;
  const std::string path = folder / "m.h5";
  write_models(path, learn_both("cvh+sbq", 8));
  CHECK(read_model(path, "image").mean.n_elem == d_x);
  CHECK(read_model(path, "text").mean.n_elem == d_z);
  for (const char* other : {"", "audio", "image/text", "/image"}) {
    CHECK(error_of([&] { read_model(path, other); }) ==
          path + ": is a model of the views image and text: choose one by '--view image'");
  }
}

TEST_CASE("paired model: parts that are missing or do not fit their view are refused") {
  CHECK(refused([](ModelParts& p) { p.texts.erase("views"); }) == "is a model without 'views'");
  CHECK(refused([](ModelParts& p) { p.texts["views"] = "text"; }) ==
        "'views' is 'text', expected two different names, such as image/text");
  CHECK(refused([](ModelParts& p) { p.texts["views"] = "text/text"; }) ==
        "'views' is 'text/text', expected two different names, such as image/text");
  CHECK(refused([](ModelParts& p) { p.texts["views"] = "=1/text"; }) ==
        Contains("'views' is '=1/text', expected two"));
  CHECK(refused([](ModelParts& p) { p.texts["views"] = "/text"; }) ==
        Contains("'views' is '/text', expected two"));
  CHECK(refused([](ModelParts& p) { p.texts["views"] = "audio/video"; }) ==
        Contains("is a model of the views audio and video"));
  CHECK(refused([](ModelParts& p) { p.arrays.erase("/text/mean"); }) ==
        "is a model without '/text/mean'");
  CHECK(refused([](ModelParts& p) { p.arrays["/text/mean"].shed_row(0); }) ==
        "the projection's array 'W' is 7 x 4, expected 6 x 4");
  CHECK(refused([](ModelParts& p) { p.arrays.erase("/text/projection/W"); }) ==
        "the projection has no array 'W'");
  CHECK(refused([](ModelParts& p) { p.arrays["/text/projection/W"](0, 0) = arma::datum::nan; }) ==
        Contains("'/text/projection/W' holds nan"));
  CHECK(refused([](ModelParts& p) { p.arrays["/text/thresholds"].shed_col(0); }) ==
        "'/thresholds' is 3 x 3, expected 4 x 3 for natural code of 2 bits a dimension");
  CHECK(refused([](ModelParts& p) { p.arrays.erase("/image/mean"); }) == "no error");
}

}  // namespace hashlab::paired_model_test
