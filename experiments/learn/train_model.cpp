#include "experiments/learn/train_model.h"

#include "experiments/suite/data_folder.h"
#include "hashers/project_rows.h"
#include "lib/data/dataset.h"
#include "lib/data/dataset_file.h"
#include "lib/data/index_list.h"
#include "lib/error.h"
#include "lib/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace hashlab::experiments {
namespace {

Rows positions(const Rows& of, const Rows& among) {
  Rows result;
  for (const std::uint32_t row : of) {
    const auto place = std::lower_bound(among.begin(), among.end(), row);
    result.push_back(static_cast<std::uint32_t>(place - among.begin()));
  }
  return result;
}

Rows training_rows(const TrainRequest& request, std::size_t n) {
  if (!request.rows.empty()) return read_ascending_rows(request.rows, n);
  if (request.training > n) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("option '--training' = {} does not fit: {} has {} rows: lower it",
                            request.training, request.data, n));
  }
  if (request.training > 0) return random_rows(n, request.training, request.settings.seed);
  Rows all(n);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

/// Sets the rows that are available for training, and the training rows among them.
void choose_rows(const TrainRequest& request, TrainInput& input) {
  const Rows training = training_rows(request, input.n);
  input.rows = training;
  if (!request.learnable.empty()) {
    const Rows more = read_ascending_rows(request.learnable, input.n);
    input.rows.clear();
    std::set_union(training.begin(), training.end(), more.begin(), more.end(),
                   std::back_inserter(input.rows));
  }
  input.training = positions(training, input.rows);
}

/// Reads the whole file in one pass, because the checksum covers all rows, and not only the kept
/// ones.
void read_kept(const DatasetFile& source, TrainInput& input,
               const std::function<void(std::size_t, std::size_t)>& advance) {
  const std::size_t n = source.size(), d = source.dimensions(), block = rows_at_once(d);
  input.labels = source.read_labels();
  input.X.set_size(d, input.rows.size());
  ContentChecksum sum(n, d, input.labels, source.views());
  std::size_t next = 0;
  for (std::size_t first = 0; first < n; first += block) {
    const Features piece = source.read(first, std::min(block, n - first));
    sum.add(piece);
    for (; next < input.rows.size() && input.rows[next] < first + piece.n_cols; ++next) {
      std::copy_n(piece.colptr(input.rows[next] - first), d, input.X.colptr(next));
    }
    advance(first + piece.n_cols, n);
  }
  input.checksum = sum.hex();
}

/// Opens the view, or the two views, on which the method is trained.
DatasetFile open_source(const TrainRequest& request, const hashers::Hasher& hasher) {
  const bool all = request.rows.empty() && request.training == 0;
  const std::size_t at_once = all ? DatasetFile::whole : DatasetFile::in_pieces;
  if (!hasher.has_two_views()) {
    if (request.views.empty()) return DatasetFile(request.data, request.view, at_once);
    refuse(
        fmt::format("hasher '{}' learns from one view: name it by '--view', instead of two by "
                    "'--views'",
                    hasher.name));
  }
  if (request.views.size() != 2 || request.views.front() == request.views.back()) {
    refuse(
        fmt::format("hasher '{}' learns from two views: name its first and its second by "
                    "'--views', such as '--views image,text'",
                    hasher.name));
  }
  if (!request.settings.ground_truth.by_class()) {
    refuse("of two views neighbours are those of a class: add '--groundtruth class'");
  }
  return DatasetFile(request.data, request.views, at_once);
}

}  // namespace

Rows random_rows(std::size_t n, std::size_t count, std::uint64_t seed) {
  Rng rng = Rng(seed).stream("train.rows");
  Rows rows;
  for (std::uint32_t row = 0; rows.size() < count; ++row) {
    // Accepting each row with this probability makes all subsets equally likely.
    if (rng.below(n - row) < count - rows.size()) rows.push_back(row);
  }
  return rows;
}

std::size_t rows_at_once(std::size_t d) {
  const std::size_t blocks =
      (std::size_t{1} << 24) / (d * sizeof(float) * hashers::projection_block);
  return std::max<std::size_t>(1, blocks) * hashers::projection_block;
}

TrainedModels train_model(const TrainRequest& request,
                          const std::function<void(std::size_t, std::size_t)>& advance,
                          const Observer& observer) {
  const hashers::Hasher hasher = hasher_to_train(request.settings);
  TrainInput input;
  input.place = request.data;
  input.name = dataset_name(request.data, request.view);
  const DatasetFile source = open_source(request, hasher);
  input.n = source.size();
  input.views = source.views();
  choose_rows(request, input);
  check_training(request.settings, input, source.dimensions());
  read_kept(source, input, advance);
  return learn_from(input, request.settings, observer);
}

}  // namespace hashlab::experiments
