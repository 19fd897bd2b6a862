// The field's own files against the same data in HDF5, which others converted. Runs where
// HASHLAB_DATA names their folder.
#include "lib/h5/h5.h"
#include "lib/import/open_files.h"
#include "tests/support/import_support.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::import_real_test {

using namespace testing;

namespace {

using Values = std::vector<double>;

/// Numbers of rows first .. first + count; all if count is 0.
Values rows_of(const H5File& file, const std::string& name, std::size_t first = 0,
               std::size_t count = 0) {
  const H5File::Shape shape = file.shape(name);
  if (count == 0) count = shape.size.front();
  Values values(count * (shape.size.size() == 2 ? shape.size[1] : 1));
  file.read_rows(name, first, count, values.data());
  return values;
}

/// Double precision as the data set stores it.
Values as_float(Values values) {
  for (double& x : values) x = static_cast<float>(x);
  return values;
}

Values minus_one(Values values) {
  for (double& x : values) x -= 1;
  return values;
}

/// Rows and labels of one domain of Office-Caltech10.
struct Domain {
  Values features, labels;
};
Domain domain(const H5File& file, double which) {
  const Values features = rows_of(file, "/features"), labels = rows_of(file, "/labels");
  const Values domains = rows_of(file, "/domain");
  const std::size_t d = features.size() / labels.size();
  Domain result;
  for (std::size_t i = 0; i < domains.size(); ++i) {
    if (domains[i] != which) continue;
    result.labels.push_back(labels[i]);
    const auto row = features.begin() + static_cast<std::ptrdiff_t>(i * d);
    result.features.insert(result.features.end(), row, row + static_cast<std::ptrdiff_t>(d));
  }
  return result;
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("import real files: USPS.mat is usps.h5") {
    const std::string data = real_data({"usps.h5", "native/USPS.mat"});
    if (data.empty()) return;
    const H5File twin = H5File::open(data + "/usps.h5");
    const ForeignData mine = format_named("matlab").open({data + "/native/USPS.mat"}, {});
    CHECK(part_of(mine, "/features").table->element() == Element::uint8);
    CHECK(values_of(*part_of(mine, "/features").table, 1000) == rows_of(twin, "/features"));
    CHECK(minus_one(values_of(*part_of(mine, "/labels").table, 1000)) == rows_of(twin, "/labels"));
  }

  TEST_CASE("import real files: caltech and amazon are their domains of Office-Caltech10") {
    const std::string data =
        real_data({"office_caltech_surf800.h5", "native/caltech_SURF_L10.mat"});
    if (data.empty()) return;
    const H5File twin = H5File::open(data + "/office_caltech_surf800.h5");
    const std::string caltech = data + "/native/caltech_SURF_L10.mat";
    const Domain one = domain(twin, 1);
    CHECK(format_of(sniff(caltech)).name == "matlab");
    CHECK(imported("matlab", {caltech}, "/features", {}, 100) == one.features);
    CHECK(minus_one(imported("matlab", {caltech}, "/labels")) == one.labels);

    const std::string amazon = data + "/native/amazon_v73.mat";
    const Domain zero = domain(twin, 0);
    CHECK(format_of(sniff(amazon)).name == "matlab73");
    CHECK(import_error("matlab73", {amazon}) ==
          Contains("its numbers are all different"));  // ID_old, numbers of samples
    ImportOptions options;
    options.columns.labels = label_columns("1");
    const ForeignData mine = open_files(format_named("matlab73"), {amazon}, options);
    CHECK(values_of(*part_of(mine, "/features").table, 100) == zero.features);
    CHECK(minus_one(values_of(*part_of(mine, "/labels").table, 100)) == zero.labels);
  }

  TEST_CASE("import real files: the Wiki set's .mat and lists are wiki_crossmodal.h5") {
    const std::string data = real_data({"wiki_crossmodal.h5", "native/wiki_raw_features.mat"});
    if (data.empty()) return;
    const H5File twin = H5File::open(data + "/wiki_crossmodal.h5");
    const std::vector<std::string> sources = {data + "/native/wiki_raw_features.mat",
                                              data + "/native/wiki_testset_txt_img_cat.list",
                                              data + "/native/wiki_trainset_txt_img_cat.list"};
    for (const std::string& source : sources) CHECK(format_of(sniff(source)).name == "wiki");
    const ForeignData mine = format_named("wiki").open(sources, {});
    for (const std::string name : {"/image/features", "/text/features"}) {
      CHECK(as_float(values_of(*part_of(mine, name).table, 100)) == rows_of(twin, name));
    }
    for (const std::string name : {"/labels", "/split"}) {
      CHECK(values_of(*part_of(mine, name).table, 100) == rows_of(twin, name));
    }
    CHECK(mine.class_names == twin.read_texts("/label_names"));
  }

  TEST_CASE("import real files: our own HDF5 files are copied without a change") {
    const std::string data =
        real_data({"wiki_crossmodal.h5", "cifar10_resnet56_test10k.h5", "corel16k001_bow500.h5",
                   "mfeat_multiview.h5", "sift10k_flann.h5"});
    if (data.empty()) return;
    for (const std::string name : {"wiki_crossmodal.h5", "cifar10_resnet56_test10k.h5",
                                   "corel16k001_bow500.h5", "mfeat_multiview.h5"}) {
      const H5File twin = H5File::open(data + "/" + name);
      const ForeignData mine = format_named("hdf5").open({data + "/" + name}, {});
      for (const ForeignPart& part : mine.parts) {
        CAPTURE(part.name);
        CHECK(values_of(*part.table, 300) == rows_of(twin, part.name));
      }
      CHECK(mine.attributes.at("preprocessing") == twin.text_attributes().at("preprocessing"));
    }
    const ForeignData sift = format_named("hdf5").open({data + "/sift10k_flann.h5"}, {});
    const H5File twin = H5File::open(data + "/sift10k_flann.h5");
    CHECK(values_of(*part_of(sift, "/groundtruth").table, 64) == rows_of(twin, "/groundtruth"));
    CHECK(*part_of(sift, "/features").table->rows() == 10000);
  }
}

}  // namespace hashlab::import_real_test
