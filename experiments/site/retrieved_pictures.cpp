#include "experiments/site/retrieved_pictures.h"

#include "experiments/evaluate/shown_cells.h"
#include "experiments/evaluate/shown_grid.h"
#include "experiments/evaluate/shown_tiles.h"
#include "experiments/suite/data_folder.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/images/image_file.h"
#include "results/format/picture_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace hashlab::experiments {
namespace {

constexpr std::size_t longest_drawn = 64;  // bits
constexpr const char* preferred_split = "improved";

std::size_t drawn_bits(const Suite& suite) {
  std::vector<std::size_t> bits(suite.bits.begin(), suite.bits.end());
  std::sort(bits.begin(), bits.end());
  const auto longer = std::upper_bound(bits.begin(), bits.end(), longest_drawn);
  return longer == bits.begin() ? bits.front() : *(longer - 1);
}

/// The cells to draw, one for each method with codes.
std::vector<const Cell*> drawn_cells(const Manifest& manifest) {
  const Suite& suite = manifest.suite;
  const bool preferred =
      std::find(suite.splits.begin(), suite.splits.end(), preferred_split) != suite.splits.end();
  const std::string split = preferred ? preferred_split : suite.splits.front();
  const std::size_t bits = suite.bits.empty() ? 0 : drawn_bits(suite);
  std::vector<const Cell*> cells;
  for (const Cell& cell : manifest.cells) {
    if (cell.method.has_codes() && cell.split == split && cell.bits == bits && cell.run == 1) {
      cells.push_back(&cell);
    }
  }
  return cells;
}

std::string caption_of(const Shown& shown) {
  const Retrieved& method = shown.methods.front();
  return fmt::format(
      "The first {} items that {} retrieves for each of {} random test queries, at {} bits, split "
      "{}, run {}. Framed and crossed ones are wrong. Precision@{} is {:.3f} for these queries, "
      "and {:.3f} for all {}.",
      shown.top, method.hasher, shown.queries.size(), method.bits, shown.suite.splits.front(),
      shown.run, shown.top, method.mean_precision(), method.precision_of_all,
      shown.split.test_queries.size());
}

}  // namespace

void add_pictures(const ResultsFolder& folder, const std::string& study, const std::string& data,
                  results::SiteData& site) {
  const Manifest manifest = read_manifest(folder);
  const auto remark = [&](const std::string& reason) {
    for (results::SiteStudy& of : site.studies) {
      if (of.name == study) of.remarks.push_back(fmt::format("no pictures drawn: {}", reason));
    }
  };
  const std::vector<const Cell*> cells = drawn_cells(manifest);
  if (cells.empty()) return remark(fmt::format("{}: has no method with codes", folder.path));
  try {
    const std::string path = find_dataset(manifest.suite.dataset, data);
    const Dataset dataset = read_dataset_of(manifest.suite, data);
    const Tiles tiles(path, dataset, folder.direction);
    for (const Cell* cell : cells) {
      try {
        ShownCell drawn = open_shown_cell(folder.cell_path(*cell));
        drawn.suite.dataset = manifest.suite.dataset;
        ShowRequest request;
        request.queries = 4;
        request.top = 8;
        const Shown shown = look_again(dataset, {drawn}, request, active_kernel());
        site.pictures.push_back({study, manifest.dataset.name, cell->method.name(),
                                 caption_of(shown),
                                 fmt::format("retrieved-{}.png", site.pictures.size() + 1),
                                 encode_png(results::draw_grid(grid_of(shown, tiles)))});
      } catch (const Error& error) {
        remark(fmt::format("{}: {}", cell->method.name(), error.what()));
      }
    }
  } catch (const Error& error) {
    remark(error.what());
  }
}

}  // namespace hashlab::experiments
