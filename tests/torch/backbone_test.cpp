// Pictures into features by TorchScript modules: modules of our own, made here.

#include "lib/data/dataset_file.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "lib/rng.h"
#include "tests/support/program.h"
#include "tests/torch/modules.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::backbone_test {

using hashlab::testing::Contains;
using hashlab::testing::Outcome;
using hashlab::testing::refusal;
using hashlab::testing::TemporaryFolder;
using hashlab::testing::write_module;

namespace {

/// A folder with nine pictures in two classes, 8 x 8, and a module.
struct Workplace {
  TemporaryFolder folder;
  std::string photos = folder / "photos", module = folder / "module.pt";

  explicit Workplace(const std::string& forward = "return x.mean([2, 3])") {
    for (int i = 0; i < 9; ++i) {
      const std::string of_class = photos + (i < 5 ? "/bright" : "/dark");
      std::filesystem::create_directories(of_class);
      std::string picture = "P6\n8 8\n255\n";
      for (int p = 0; p < 64; ++p) {
        for (const int channel : {i * 20, p, 255 - p}) picture += static_cast<char>(channel);
      }
      write_file(fmt::format("{}/{}.ppm", of_class, i), picture);
    }
    write_module(module, forward);
  }

  Outcome import(const std::string& more = "", const std::string& out = "out.h5") const {
    return testing::hashlab(fmt::format("import {} --features torchscript:{} --out {} {}", photos,
                                        module, folder / out, more));
  }
  Features features(const std::string& out = "out.h5") const {
    const DatasetFile file(folder / out, "", DatasetFile::whole);
    return file.read(0, file.size());
  }
};

}  // namespace

TEST_CASE("backbone: features are those of the module, of pixels minus mean over deviation") {
  const Workplace place;
  CHECK(place.import("--mean .5,.25,0 --deviation .5,1,2").status == 0);
  const Features X = place.features();
  REQUIRE(X.n_rows == 3);
  REQUIRE(X.n_cols == 9);
  for (arma::uword i = 0; i < 9; ++i) {
    const double red = static_cast<double>(i) * 20 / 255, green = 31.5 / 255,
                 blue = (255 - 31.5) / 255;
    CHECK(X(0, i) == doctest::Approx((red - .5) / .5).epsilon(1e-5));
    CHECK(X(1, i) == doctest::Approx(green - .25).epsilon(1e-5));
    CHECK(X(2, i) == doctest::Approx(blue / 2).epsilon(1e-5));
  }
}

TEST_CASE("backbone: features do not depend on threads, and hardly on the batch") {
  const Workplace place("return torch.matmul(x.mean([2, 3]), self.W)");
  CHECK(place.import("--batch 4 --threads 1", "one.h5").status == 0);
  CHECK(place.import("--batch 4 --threads 3", "three.h5").status == 0);
  CHECK(place.import("--batch 1", "single.h5").status == 0);
  CHECK(arma::approx_equal(place.features("one.h5"), place.features("three.h5"), "absdiff", 0));
  CHECK(
      arma::approx_equal(place.features("one.h5"), place.features("single.h5"), "absdiff", 1e-5F));
}

TEST_CASE("backbone: the data set says which module made it, and another one is refused") {
  const Workplace place;
  const std::string sum = sha256_of_file(place.module);
  CHECK(place.import("--model-sha256 " + sum).status == 0);
  CHECK(testing::hashlab("inspect " + (place.folder / "out.h5")).out ==
        Contains("features by the TorchScript module of SHA-256 " + sum));
  const std::string other(64, 'a');
  CHECK(refusal(place.import("--model-sha256 " + other, "b.h5")) ==
        Contains(fmt::format("{}: has SHA-256 {}, expected {}: it is another file, or damaged",
                             place.module, sum, other)));
  CHECK_FALSE(std::filesystem::exists(place.folder / "b.h5"));
}

TEST_CASE("backbone: what is no module of pictures ends in one line, and leaves nothing") {
  const auto refused = [](const std::string& forward, const std::string& more = "") {
    const Workplace place(forward);
    std::string said = refusal(place.import(more));
    CHECK_FALSE(std::filesystem::exists(place.folder / "out.h5"));
    return said;
  };
  CHECK(refused("return x") ==
        Contains("gives a tensor of [32, 3, 8, 8] for 32 pictures, expected pictures x features"));
  CHECK(refused("return x.mean()") == Contains("gives a tensor of []"));
  CHECK(refused("return (x, x)") == Contains("gives no tensor"));
  CHECK(refused("return torch.matmul(x.flatten(1), self.W)") ==
        Contains("is no TorchScript module that takes these pictures: "));
  CHECK(refused("return torch.log(-x.mean([2, 3]).abs())") ==
        Contains("gives nan for a picture, expected finite numbers"));
  CHECK(refused("return x.mean([2, 3])", "--mean .5 --deviation .5") ==
        Contains("mean and deviation have 1 and 1 numbers, but pictures 3 channels"));
  CHECK(refused("return x.mean([2, 3])", "--deviation 1,0,1") ==
        Contains("option '--deviation' = '1,0,1', must be positive numbers"));
}

TEST_CASE("backbone: files that are no module, or a part of one, end in one line") {
  const Workplace place;
  const std::string whole = read_file(place.module);
  for (const std::string& text :
       {std::string(), std::string("no module"), whole.substr(0, whole.size() / 2),
        whole.substr(0, whole.size() - 30)}) {
    write_file(place.module, text);
    CHECK(refusal(place.import()) == Contains("is no TorchScript module"));
  }
  std::filesystem::remove(place.module);
  CHECK(refusal(place.import()) == Contains("module.pt"));
}

TEST_CASE("backbone: a damaged module is refused by its sum, or ends in one line if it crashes") {
  const Workplace place("return torch.matmul(x.mean([2, 3]), self.W)");
  const std::string whole = read_file(place.module), sum = sha256_of_file(place.module);
  Rng rng = Rng(1).stream("flips");
  for (int k = 0; k < 8; ++k) {
    std::string damaged = whole;
    damaged[rng.below(damaged.size())] ^= static_cast<char>(1 << rng.below(8));
    write_file(place.module, damaged);
    CHECK(refusal(place.import("--model-sha256 " + sum)) == Contains("it is another file, or"));
    const Outcome unchecked = place.import("", fmt::format("{}.h5", k));
    if (unchecked.status != 0) CHECK(refusal(unchecked) == Contains("module.pt: "));
  }
}

TEST_CASE("backbone: options of a module without one are refused") {
  const Workplace place;
  CHECK(refusal(testing::hashlab(fmt::format("import {} --features pixels --batch 4 --out {}",
                                             place.photos, place.folder / "a.h5"))) ==
        "option '--batch' is of a model: add '--features torchscript:MODEL.pt'");
}

TEST_CASE("backbone: pictures of a data set are encoded as their features are") {
  const Workplace place;
  REQUIRE(place.import("--mean 0,0,0 --deviation 1,1,1").status == 0);
  const std::string data = place.folder / "out.h5", model = place.folder / "model.h5";
  REQUIRE(testing::hashlab(
              fmt::format("train --data {} --hasher lsh+sbq --bits 16 --out {}", data, model))
              .status == 0);
  const auto encode = [&](const std::string& more, const std::string& out) {
    return testing::hashlab(fmt::format("encode --model {} --data {} --out {} {}", model, data,
                                        place.folder / out, more));
  };
  CHECK(encode("", "by_features.h5").status == 0);
  CHECK(
      encode(fmt::format("--features torchscript:{} --mean 0,0,0 --deviation 1,1,1", place.module),
             "by_pictures.h5")
          .status == 0);
  CHECK(sha256_of_file(place.folder / "by_features.h5") ==
        sha256_of_file(place.folder / "by_pictures.h5"));
  CHECK(refusal(encode("--features gist", "c.h5")) ==
        "--features gist: expected torchscript:MODEL.pt");
}

}  // namespace hashlab::backbone_test
