#include "lib/recognition/landmark_truth.h"

#include "lib/data/label_file.h"
#include "lib/recognition/recognition_files.h"

#include <algorithm>

namespace hashlab {

std::size_t LandmarkTruth::with_landmark() const {
  return static_cast<std::size_t>(std::count_if(
      of_query.begin(), of_query.end(), [](const Truth& shown) { return !shown.labels.empty(); }));
}

namespace {

LandmarkTruth truth_in(const LabelSource& source, std::int64_t none) {
  LandmarkTruth truth;
  truth.none = none;
  const Labels labels = source.read(0, source.size());
  truth.of_query.resize(source.size());
  for (std::size_t q = 0; q < truth.of_query.size(); ++q) {
    std::vector<std::int64_t>& shown = truth.of_query[q].labels;
    if (!labels.single.empty()) shown = {labels.single[q]};
    for (arma::uword c = 0; c < labels.multi.n_rows; ++c) {
      if (labels.multi(c, q) != 0) shown.push_back(static_cast<std::int64_t>(c));
    }
    std::erase_if(shown, [&](std::int64_t label) { return label < 0 || label == none; });
  }
  return truth;
}

}  // namespace

LandmarkTruth read_landmark_truth(const std::string& path, std::int64_t none) {
  return truth_in(*open_labels(path, -1), none);
}

LandmarkTruth read_landmark_truth(const std::string& path, std::int64_t none,
                                  const std::string& queries_path, std::size_t n_queries) {
  const auto source = open_labels(path, -1);
  check_same_images(path, source->size(), queries_path, n_queries);
  return truth_in(*source, none);
}

RecognitionScores landmark_scores(std::vector<Prediction> predictions, const LandmarkTruth& truth) {
  for (Prediction& p : predictions) {
    if (p.label == truth.none) p.label.reset();  // the gallery has pictures of no landmark
  }
  return {global_average_precision(predictions, truth.of_query),
          global_average_precision(predictions, truth.of_query, {true, {}})};
}

}  // namespace hashlab
