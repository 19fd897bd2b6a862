#include "lib/images/pictures_file.h"

#include "lib/data/class_names.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/images/gist.h"
#include "lib/images/tags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hashlab {
namespace {

/// GIST of the pictures, block by block with reports on the way.
Features describe_pictures(const Pictures& pictures, const Gist& gist,
                           const PictureFileSettings& settings) {
  constexpr std::size_t bytes = Pictures::side * Pictures::side * 3, block = 1000;
  const std::size_t n = pictures.pixels.size() / bytes;
  Features features(gist.dimensions(), n, arma::fill::none);
  settings.progress(0, n, block);
  for (std::size_t first = 0; first < n; first += block) {
    const std::size_t count = std::min(block, n - first);
    features.cols(first, first + count - 1) =
        gist.describe(&pictures.pixels[first * bytes], count, settings.threads);
    settings.progress(first + count, n, block);
  }
  return features;
}

}  // namespace

std::string write_pictures(const std::string& path, const PictureFileSettings& settings) {
  const Pictures pictures = make_pictures(settings.pictures, settings.threads);
  GistSettings gist_settings;
  gist_settings.channels = 3;
  const Gist gist(gist_settings);
  const Features features = describe_pictures(pictures, gist, settings);

  const std::size_t n = settings.pictures.n, classes = pictures.class_names.size();
  H5File file = H5File::create(path);
  file.set("name", dataset_name(path));
  file.set("kind", settings.kind);
  file.set("seed", static_cast<double>(settings.pictures.seed));
  file.set("classes", class_names_text(pictures.class_names));
  file.set("preprocessing", gist_settings.text());
  file.write(settings.tagged ? "/image/features" : "/features", features.memptr(),
             {n, gist.dimensions()});
  file.write("/images", pictures.pixels.data(), {n, Pictures::side, Pictures::side, 3});
  const Labels& labels = pictures.labels;
  if (settings.pictures.several_classes) {
    file.write("/labels", labels.multi.memptr(), {n, classes});
  } else {
    file.write("/labels", labels.single.data(), {n});
  }
  std::string text = fmt::format("{} pictures of {} x {} x 3 in {} classes, {} features", n,
                                 Pictures::side, Pictures::side, classes, gist.dimensions());
  if (settings.tagged) {
    const arma::Mat<std::uint8_t> tags = make_tags(pictures, settings.pictures.seed);
    const std::vector<std::string>& words = tag_vocabulary();
    file.write("/text/features", tags.memptr(), {n, words.size()});
    file.set("vocabulary", fmt::format("{}", fmt::join(words, "\n")));
    text += fmt::format(", tags from {} words", words.size());
  } else {
    const Dataset dataset{dataset_name(path), "", features, labels};
    text += fmt::format(", checksum {}", content_checksum(dataset).substr(0, 16));
  }
  write_file(path, file.image());
  return text;
}

}  // namespace hashlab
