// Any HDF5 file is a data set of finite numbers or an Error, and so is each of its views; read in
// blocks it has the same checksum. The split that it comes with is one that strategy given makes,
// or an Error; and so do its lists, of which relevance is ascending positions, junk
// apart from what is relevant.
#include "lib/data/dataset.h"
#include "lib/data/dataset_file.h"
#include "lib/data/views.h"
#include "lib/error.h"
#include "lib/relevance/list_relevance.h"
#include "splits/split.h"
#include "tests/fuzz/h5_target.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void split_as_given(const hashlab::Dataset& dataset) {
  if (dataset.marks.size() != dataset.size()) std::abort();
  hashlab::splits::SplitRequest request;
  request.n = dataset.size();
  request.sizes = {1, 0, 0, 1};
  request.marks = &dataset.marks;
  for (const char* name : {"given", "given:as=improved", "given:training=all"}) {
    try {
      const hashlab::splits::Split split = hashlab::splits::make_split(name).make(request);
      if (split.test_queries.empty() || split.test_database.empty()) std::abort();
      if (split.training.empty()) std::abort();
    } catch (const hashlab::Error&) {
    }
  }
}

void split_by_lists(const hashlab::Dataset& dataset) {
  hashlab::splits::SplitRequest request;
  request.n = dataset.size();
  request.lists = &dataset.lists;
  const hashlab::splits::Split split =
      hashlab::splits::make_split("queries:training=all").make(request);
  using Level = hashlab::ListTruth::Level;
  for (const Level level : {Level::automatic, Level::easy, Level::medium, Level::hard}) {
    const hashlab::ListTruth lists{level};
    if (!hashlab::missing_list(dataset.lists, lists).empty()) continue;
    const hashlab::Relevance relevance =
        hashlab::list_relevance(dataset.lists, lists, split.test_queries, split.test_database);
    for (std::size_t q = 0; q < relevance.n_queries(); ++q) {
      if (!std::is_sorted(relevance.of(q).begin(), relevance.of(q).end())) std::abort();
      if (hashlab::relevant_count(relevance, q) != relevance.of(q).size()) std::abort();
    }
  }
}

void read_lists(const std::string& path, const std::string& view) {
  try {
    const hashlab::Dataset dataset =
        hashlab::read_dataset(path, view, hashlab::GivenMarks::ignored, hashlab::GivenLists::read);
    if (!dataset.lists.empty()) split_by_lists(dataset);
  } catch (const hashlab::Error&) {
  }
}

void read_view(const std::string& path, const std::string& view) {
  try {
    const hashlab::Dataset dataset = hashlab::read_dataset(path, view);
    if (dataset.size() == 0 || !dataset.features.is_finite()) std::abort();
    if (hashlab::content_checksum(hashlab::DatasetFile(path, view)) != dataset.checksum) {
      std::abort();
    }
    const hashlab::Dataset marked = hashlab::read_dataset(path, view, hashlab::GivenMarks::read);
    if (!marked.marks.empty()) split_as_given(marked);
  } catch (const hashlab::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = h5_input(data, size);
  read_view(path, "");
  read_lists(path, "");
  try {
    for (const std::string& view : hashlab::views_of(hashlab::H5File::open(path))) {
      read_view(path, view);
      read_lists(path, view);
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
