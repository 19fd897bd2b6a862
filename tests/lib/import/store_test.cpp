#include "lib/import/store.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/images/gist.h"
#include "lib/images/image_shape.h"
#include "lib/images/resize.h"
#include "lib/import/checked_tables.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::store_test {

using namespace testing;

namespace {

using Values = std::vector<double>;

ForeignPart part(const std::string& name, Values values, std::size_t columns, Element element,
                 std::vector<std::size_t> row_shape) {
  return {name, table_of(std::move(values), columns, element, "source"), std::move(row_shape)};
}

ForeignPart features(Values values, std::size_t columns, Element element = Element::float32) {
  return part("/features", std::move(values), columns, element, {columns});
}

template <typename... Parts>
ForeignData data_of(Parts... parts) {
  ForeignData data;
  (data.parts.push_back(std::move(parts)), ...);
  return data;
}

/// What storing says against the data; nothing is left behind.
std::string refused(ForeignData data, const StoreSettings& settings = {}) {
  const TemporaryFolder folder;
  const std::string error = error_of([&] { store(std::move(data), folder / "d.h5", settings); });
  CHECK(fingerprint(folder.path()) == fingerprint("/nowhere"));
  return error;
}

Values pictures(std::size_t n, std::size_t side, std::size_t channels) {
  Rng rng(7);
  Values pixels(n * side * side * channels);
  for (double& pixel : pixels) pixel = static_cast<double>(rng.below(256));
  return pixels;
}

std::vector<std::uint8_t> bytes_of(const Values& values) {
  return {values.begin(), values.end()};
}

}  // namespace

TEST_CASE("store: what is written is read back as a data set") {
  const TemporaryFolder folder;
  ForeignData data = data_of(features({1, 2.5, -3, 4, 5, 6}, 2),
                             part("/labels", {2, 0, 1}, 1, Element::int32, {}));
  data.class_names = {"cat", "dog", "owl"};
  data.attributes["preprocessing"] = "none";
  const auto parts = store(std::move(data), folder / "pets.h5", {});
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].shape == std::vector<std::size_t>{3, 2});
  CHECK(parts[1].shape == std::vector<std::size_t>{3});
  const Dataset read = read_dataset(folder / "pets.h5");
  CHECK(read.features.n_cols == 3);
  CHECK(read.features(1, 0) == 2.5F);
  CHECK(read.features(0, 1) == -3.0F);
  CHECK(read.labels.single == std::vector<std::int32_t>{2, 0, 1});
  const auto attributes = H5File::open(folder / "pets.h5").text_attributes();
  CHECK(attributes.at("name") == "pets");
  CHECK(attributes.at("classes") == "cat\ndog\nowl");
  CHECK(attributes.at("preprocessing") == "none");
}

TEST_CASE("store: bytes stay bytes, wider whole numbers become float32 where that is exact") {
  const TemporaryFolder folder;
  store(data_of(features({0, 255}, 1, Element::uint8)), folder / "u.h5", {});
  CHECK(H5File::open(folder / "u.h5").shape("/features").element_bytes == 1);
  store(data_of(features({-16777216, 70000}, 1, Element::int32)), folder / "i.h5", {});
  CHECK(read_dataset(folder / "i.h5").features(0, 0) == -16777216.0F);
  CHECK(refused(data_of(features({1, 16777217}, 1, Element::int32))) ==
        "source: row 1, column 0 is 16777217, expected a whole number that float32 holds exactly");
}

TEST_CASE("store: a value that the type does not hold is named") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(refused(data_of(features({1, 2, 3, nan}, 2))) ==
        "source: row 1, column 1 is nan, expected a finite number within float32; remove or "
        "replace such samples");
  CHECK(refused(data_of(features({1, -infinity}, 2))) == Contains("row 0, column 1 is -inf"));
  CHECK(refused(data_of(features({1e39}, 1))) == Contains("row 0, column 0 is 1e+39"));
  for (const double bad : {256.0, -1.0, 0.5, nan}) {
    CHECK(refused(data_of(features({bad}, 1, Element::uint8))) ==
          Contains("expected a whole number in 0 .. 255"));
  }
  CHECK(refused(data_of(part("/groundtruth", {2147483648.0}, 1, Element::int32, {1}))) ==
        Contains("expected a whole number of 32 bits"));
}

TEST_CASE("store: parts of different lengths and empty ones are refused") {
  CHECK(refused(data_of(features({1, 2, 3}, 1), part("/labels", {0, 1}, 1, Element::int32, {}))) ==
        "source: '/labels' has 2 rows, but '/features' has 3: each sample needs one of both");
  CHECK(refused(data_of(features({}, 4))) == "source: holds no samples");
  // A row of ground truth belongs to a test sample.
  const TemporaryFolder folder;
  store(data_of(features({1, 2, 3}, 1), part("/groundtruth", {0}, 1, Element::int32, {1})),
        folder / "d.h5", {});
  CHECK(H5File::open(folder / "d.h5").shape("/groundtruth").size[0] == 1);
}

TEST_CASE("store: a sample of absurdly many numbers is refused before memory is taken") {
  class Wide final : public ForeignTable {
   public:
    std::size_t columns() const override { return std::size_t{1} << 40; }
    Element element() const override { return Element::float32; }
    std::optional<std::size_t> rows() const override { return 1; }
    const std::string& source() const override { return name_; }
    std::size_t read(std::size_t, double*) override { return 0; }

   private:
    std::string name_ = "wide";
  };
  ForeignData data;
  data.parts.push_back({"/features", std::make_unique<Wide>(), {std::size_t{1} << 40}});
  CHECK(refused(std::move(data)) == Contains("wide: has 1099511627776 numbers a sample"));
}

TEST_CASE("store: many blocks are stored as one table") {
  const TemporaryFolder folder;
  Values values(300000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 1000);
  store(data_of(features(values, 3)), folder / "d.h5", {});
  const Dataset read = read_dataset(folder / "d.h5");
  REQUIRE(read.size() == 100000);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    wrong += read.features[i] == static_cast<float>(values[i]) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("store: pictures that come alone are described by GIST and kept") {
  const TemporaryFolder folder;
  const Values pixels = pictures(5, 32, 3);
  store(data_of(part("/images", pixels, 32 * 32 * 3, Element::uint8, {32, 32, 3})), folder / "d.h5",
        {});
  GistSettings settings;
  settings.channels = 3;
  const Features expected = Gist(settings).describe(bytes_of(pixels).data(), 5, 1);
  const Dataset read = read_dataset(folder / "d.h5");
  CHECK(arma::approx_equal(read.features, expected, "absdiff", 0));
  const H5File file = H5File::open(folder / "d.h5");
  CHECK(file.shape("/images").size == std::vector<std::size_t>{5, 32, 32, 3});
  std::vector<std::uint8_t> kept(pixels.size());
  file.read("/images", kept.data());
  CHECK(kept == bytes_of(pixels));
  CHECK(file.text_attributes().at("preprocessing") == Contains("GIST of 512 numbers: grey"));
}

TEST_CASE("store: the number of threads changes nothing in the file") {
  const TemporaryFolder folder;
  const Values pixels = pictures(30, 32, 1);
  const auto file_of = [&](std::size_t threads) {
    StoreSettings settings;
    settings.threads = threads;
    // Both files have one name, which is in them.
    const std::string path = fmt::format("{}/{}/d.h5", folder.path(), threads);
    make_writable_folder(fmt::format("{}/{}", folder.path(), threads));
    store(data_of(part("/images", pixels, 32 * 32, Element::uint8, {32, 32})), path, settings);
    return read_file(path);
  };
  const std::string one = file_of(1);
  CHECK(one == file_of(2));
  CHECK(one == file_of(3));
}

TEST_CASE("store: larger square pictures are kept at the side of a thumbnail") {
  const TemporaryFolder folder;
  const Values pixels = pictures(2, 40, 3);
  StoreSettings settings;
  settings.thumbnail = 16;
  store(data_of(part("/images", pixels, 40 * 40 * 3, Element::uint8, {40, 40, 3})), folder / "d.h5",
        settings);
  const H5File file = H5File::open(folder / "d.h5");
  REQUIRE(file.shape("/images").size == std::vector<std::size_t>{2, 16, 16, 3});
  std::vector<std::uint8_t> kept(2 * 16 * 16 * 3);
  file.read("/images", kept.data());
  const std::vector<std::uint8_t> all = bytes_of(pixels);
  const Image second{40, 40, 3, {all.begin() + 4800, all.end()}};
  const Image small = square(second, 16);
  CHECK(std::vector<std::uint8_t>(kept.begin() + 768, kept.end()) == small.pixels);
}

TEST_CASE(
    "store: pictures become samples of pixels, and samples pictures, where that is asked for") {
  const TemporaryFolder folder;
  StoreSettings settings;
  settings.pictures = StoreSettings::Pictures::pixels;
  const Values pixels = pictures(3, 32, 1);
  store(data_of(part("/images", pixels, 1024, Element::uint8, {32, 32})), folder / "p.h5",
        settings);
  CHECK(read_dataset(folder / "p.h5").dimensions() == 1024);
  CHECK(H5File::open(folder / "p.h5").text_attributes().at("image-shape") == "32 x 32");

  settings.pictures = StoreSettings::Pictures::gist;
  ForeignData data = data_of(features(pixels, 1024, Element::uint8));
  data.attributes["image-shape"] = "32 x 32";
  store(std::move(data), folder / "g.h5", settings);
  CHECK(read_dataset(folder / "g.h5").dimensions() == 512);

  CHECK(refused(data_of(features({1, 2}, 2)), settings) == "source: holds no pictures to describe");
  settings.pictures = StoreSettings::Pictures::gist_colour;
  CHECK(refused(data_of(part("/images", pixels, 1024, Element::uint8, {32, 32})), settings) ==
        Contains("source: the pictures are grey"));
}

TEST_CASE("store: features beside pictures give way where pixels or a describer are asked for") {
  class Brightest final : public PictureDescriber {
   public:
    std::size_t dimensions() const override { return 1; }
    Features describe(const std::uint8_t* pixels, std::size_t n) override {
      Features X(1, n);
      for (std::size_t i = 0; i < n; ++i) {
        X(0, i) = *std::max_element(pixels + i * 1024, pixels + (i + 1) * 1024);
      }
      return X;
    }
    std::string text() const override { return "brightest points"; }
  };
  const TemporaryFolder folder;
  const Values pixels = pictures(3, 32, 1);
  const auto both = [&] {
    ForeignData data = data_of(features({7, 8, 9}, 1));
    data.parts.push_back(part("/images", pixels, 1024, Element::uint8, {32, 32}));
    return data;
  };
  StoreSettings settings;
  settings.pictures = StoreSettings::Pictures::gist;
  CHECK(refused(both(), settings) ==
        "source: brings features beside its pictures; leave --features out");
  settings.pictures = StoreSettings::Pictures::pixels;
  store(both(), folder / "p.h5", settings);
  CHECK(read_dataset(folder / "p.h5").dimensions() == 1024);
  settings.pictures = StoreSettings::Pictures::by_describer;
  settings.describer = [](const auto&) { return std::make_unique<Brightest>(); };
  store(both(), folder / "b.h5", settings);
  const Dataset described = read_dataset(folder / "b.h5");
  CHECK(described.dimensions() == 1);
  CHECK(described.features(0, 2) ==
        static_cast<float>(*std::max_element(pixels.begin() + 2048, pixels.end())));
  CHECK(H5File::open(folder / "b.h5").text_attributes().at("preprocessing") == "brightest points");
}

TEST_CASE("store: an earlier file stays when the new data are bad") {
  const TemporaryFolder folder;
  write_file(folder / "d.h5", "earlier");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(error_of([&] { store(data_of(features({nan}, 1)), folder / "d.h5", {}); }) ==
        Contains("nan"));
  CHECK(read_file(folder / "d.h5") == "earlier");
}

TEST_CASE("store: work that its watcher stops leaves nothing behind") {
  const TemporaryFolder folder;
  StoreSettings settings;
  settings.progress = [](const std::string&, std::size_t, std::optional<std::size_t>) { throw 1; };
  CHECK_THROWS_AS(store(data_of(features({1}, 1)), folder / "d.h5", settings), int);
  CHECK(fingerprint(folder.path()) == fingerprint("/nowhere"));
}

TEST_CASE("stack: tables follow one another; other widths are refused; types widen") {
  std::vector<std::unique_ptr<ForeignTable>> tables;
  tables.push_back(table_of({1, 2, 3, 4}, 2, Element::uint8, "a"));
  tables.push_back(table_of({}, 2, Element::uint8, "none"));
  tables.push_back(table_of({5, 6}, 2, Element::int32, "b"));
  const auto both = stack(std::move(tables));
  CHECK(both->rows() == 3);
  CHECK(both->element() == Element::int32);
  Values block(20);
  CHECK(both->read(10, block.data()) == 2);
  CHECK(both->read(10, block.data()) == 1);
  CHECK(block[1] == 6);
  CHECK(both->source() == "b");
  CHECK(both->read(10, block.data()) == 0);

  std::vector<std::unique_ptr<ForeignTable>> uneven;
  uneven.push_back(table_of({1, 2}, 2, Element::uint8, "a"));
  uneven.push_back(table_of({1, 2, 3}, 3, Element::uint8, "b"));
  CHECK(error_of([&] { stack(std::move(uneven)); }) ==
        "b: has 3 numbers a row, but a has 2: only tables of equal width can be stacked");
}

TEST_CASE("class numbers: the first class becomes 0, what is no class is named") {
  Values out(3);
  const auto labels = class_numbers(table_of({1, 10, 3}, 1, Element::float32, "y"), 1);
  CHECK(labels->element() == Element::int32);
  CHECK(labels->read(3, out.data()) == 3);
  CHECK(out == Values{0, 9, 2});
  const auto refused_label = [&](double label, std::size_t first) {
    const auto table = class_numbers(table_of({4, label}, 1, Element::float32, "y"), first);
    return error_of([&] { table->read(3, out.data()); });
  };
  CHECK(refused_label(0, 1) ==
        "y: row 1, column 0 is 0, expected a class number from 1 on; --first-class says where they "
        "begin");
  CHECK(refused_label(2.5, 0) ==
        "y: row 1, column 0 is 2.5, expected a whole number: of scores save scores.argmax(1), or "
        "scores > t");
  CHECK(refused_label(std::nan(""), 0) ==
        Contains("y: row 1, column 0 is nan, expected a whole number"));
  CHECK(refused_label(4294967296.0, 0) == Contains("expected a class number from 0 on"));
  const auto several = class_numbers(table_of({0, 1, 1, 2}, 2, Element::float32, "y"), 0);
  CHECK(several->element() == Element::uint8);
  CHECK(error_of([&] {
          Values block(4);
          several->read(2, block.data());
        }) == "y: row 1, column 1 is 2, expected a label of 0 or 1");
}

TEST_CASE(
    "row numbers: neighbours have to be rows of the training samples, one list a test sample") {
  const auto rows = std::make_shared<std::size_t>(3), owners = std::make_shared<std::size_t>(2);
  Values out(4);
  const auto good = row_numbers(table_of({0, 2, 1, 0}, 2, Element::int32, "nn"), rows, owners);
  CHECK(good->read(2, out.data()) == 2);
  CHECK(good->read(2, out.data()) == 0);
  const auto beyond = row_numbers(table_of({0, 3}, 2, Element::int32, "nn"), rows, owners);
  CHECK(error_of([&] { beyond->read(2, out.data()); }) ==
        "nn: row 0, column 1 is 3, expected a row of the 3 training samples");
  const auto few = row_numbers(table_of({0, 1}, 2, Element::int32, "nn"), rows, owners);
  few->read(2, out.data());
  CHECK(error_of([&] { few->read(2, out.data()); }) ==
        "nn: has 1 rows of neighbours, expected one for each of 2 test samples");
}

TEST_CASE("image shape: only texts that fit the numbers of a sample are understood") {
  CHECK(image_shape_text({32, 32, 3}) == "32 x 32 x 3");
  CHECK(parse_image_shape("32 x 32 x 3", 3072) == std::vector<std::size_t>{32, 32, 3});
  CHECK(parse_image_shape("2 x 3", 6) == std::vector<std::size_t>{2, 3});
  for (const char* text : {"", "6", "2x3", "2 x 3 x", "2 x -3", "0 x 6", "2 x 3 x 1", " 2 x 3",
                           "99999999999999999999 x 1", "3 x 3", "2 x 3 "}) {
    CAPTURE(text);
    CHECK_FALSE(parse_image_shape(text, 6));
  }
}

}  // namespace hashlab::store_test
