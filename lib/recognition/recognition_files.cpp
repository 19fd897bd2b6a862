#include "lib/recognition/recognition_files.h"

#include "lib/data/feature_file.h"
#include "lib/data/index_list.h"
#include "lib/data/label_file.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

namespace hashlab {
namespace {

/// The files of one part of a model, checked against the first ones by name.
Features read_embeddings(const std::string& path, const std::string& view,
                         const std::string& fits_path, std::size_t d) {
  const auto source = open_features(path, view);
  if (d > 0 && source->columns() != d) {
    refuse(fmt::format("{} has {} features a row, {} has {}: embeddings of one model are as wide",
                       path, source->columns(), fits_path, d));
  }
  return source->read(0, source->size());
}

}  // namespace

RecognitionData read_recognition(const RecognitionFiles& files) {
  RecognitionData data;
  for (std::size_t m = 0; m < files.queries.size(); ++m) {
    const std::string view = files.views.empty() ? "" : files.views[m];
    ModelEmbeddings model;
    model.gallery = read_embeddings(files.gallery[m], view, "", 0);
    const std::size_t d = model.gallery.n_rows;
    model.queries = read_embeddings(files.queries[m], view, files.gallery[m], d);
    if (!files.others.empty()) {
      model.others = read_embeddings(files.others[m], view, files.gallery[m], d);
    }
    if (m > 0) {
      const ModelEmbeddings& first = data.models[0];
      check_same_images(files.queries[m], model.queries.n_cols, files.queries[0],
                        first.queries.n_cols);
      check_same_images(files.gallery[m], model.gallery.n_cols, files.gallery[0],
                        first.gallery.n_cols);
      if (!files.others.empty()) {
        check_same_images(files.others[m], model.others.n_cols, files.others[0],
                          first.others.n_cols);
      }
    }
    data.models.push_back(std::move(model));
  }
  const auto labels = open_labels(files.labels);
  if (labels->columns() > 0) {
    refuse(fmt::format("{}: has labels in {} columns, expected one class a row: that of a picture",
                       files.labels, labels->columns()));
  }
  check_same_images(files.labels, labels->size(), files.gallery[0], data.models[0].gallery.n_cols);
  const std::vector<std::int32_t> single = labels->read(0, labels->size()).single;
  data.labels.assign(single.begin(), single.end());
  if (!files.others_rows.empty()) {
    data.others_in_queries =
        read_index_list(files.others_rows, data.models[0].queries.n_cols).sorted();
  }
  return data;
}

void check_same_images(const std::string& path, std::size_t rows, const std::string& first_path,
                       std::size_t expected) {
  if (rows == expected) return;
  refuse(fmt::format("{} has {} rows, {} has {}: they are to be of the same pictures", path, rows,
                     first_path, expected));
}

}  // namespace hashlab
