#include "hashers/model.h"
#include "hashers/model_state.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/plain_name.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace hashlab::hashers {
namespace {

constexpr double max_elements = 0x1.0p28;  // of one array: 2 GiB
constexpr std::size_t max_arrays = 64;     // of a projector and a coder of vectors

[[noreturn]] void fail(const H5File& file, const std::string& what) {
  throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", file.path(), what));
}

/// A matrix whose columns are the rows of the dataset.
arma::mat read_array(const H5File& file, const std::string& name) {
  const H5File::Shape shape = file.shape(name);
  const std::size_t rank = shape.size.size();
  double elements = 1;
  for (const std::size_t size : shape.size) elements *= static_cast<double>(size);
  if ((rank != 1 && rank != 2) || elements < 1 || elements > max_elements ||
      shape.kind != H5File::Kind::real || shape.chunks > 1e6 || !file.is_whole(name)) {
    fail(file,
         fmt::format("'{}' is {} stored real numbers, expected one or two dimensions and at "
                     "most {:.0f} of them in at most 1000000 chunks",
                     name,
                     rank == 0 ? "a scalar of" : fmt::format("{}", fmt::join(shape.size, " x ")),
                     max_elements));
  }
  arma::mat values(rank == 2 ? shape.size[1] : shape.size[0], rank == 2 ? shape.size[0] : 1,
                   arma::fill::none);
  file.read(name, values.memptr());
  return values;
}

/// The view to read from a file; empty if the method has only one view.
std::string view_of(const ModelState& state, const H5File& file, const std::string& wanted) {
  if (!hasher_of_state(state, file.path()).has_two_views()) return "";
  const auto views = state.texts.find("views");
  if (views == state.texts.end()) fail(file, "is a model without 'views'");
  const std::string& text = views->second;
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string first = text.substr(0, slash),
                    second = text.substr(std::min(slash + 1, text.size()));
  if (first.empty() || second.empty() || first == second || !is_plain_name(first) ||
      !is_plain_name(second)) {
    fail(file, fmt::format("'views' is '{}', expected two different names, such as image/text",
                           visible_text(text)));
  }
  if (wanted == first || wanted == second) return wanted;
  refuse(fmt::format("{}: is a model of the views {} and {}: choose one by '--view {}'",
                     file.path(), first, second, first));
}

/// The arrays of a function, which are in this group of the file.
std::map<std::string, arma::mat> read_arrays(const H5File& file, const std::string& group) {
  std::map<std::string, arma::mat> arrays;
  const std::string projector = group + "/projection/", quantiser = group + "/quantiser/";
  std::size_t found = 0;
  for (const std::string& name : file.members()) {
    const bool is_of_projector = name.starts_with(projector) || name.starts_with(quantiser);
    if (!is_of_projector && name != group + "/mean" && name != group + "/bits" &&
        name != group + "/thresholds" && name != group + "/levels") {
      continue;
    }
    if (is_of_projector && ++found > max_arrays) {
      fail(file, fmt::format("holds more than {} arrays", max_arrays));
    }
    arrays[name.substr(group.size())] = read_array(file, name);
  }
  return arrays;
}

void put_attributes(H5File& file, const ModelState& state) {
  for (const auto& [name, text] : state.texts) {
    if (name != "view") file.set(name, text);
  }
  for (const auto& [name, number] : state.numbers) file.set(name, number);
}

void put_arrays(H5File& file, const ModelState& state, const std::string& group) {
  for (const auto& [name, array] : state.arrays) {
    const std::string dataset = group + name;
    if (name == "/mean") {
      const arma::fvec mean = arma::conv_to<arma::fvec>::from(array);
      file.write(dataset, mean.memptr(), {mean.n_elem});
    } else if (name == "/bits") {
      file.write(dataset, array.memptr(), {array.n_elem});
    } else {
      file.write(dataset, array.memptr(), {array.n_cols, array.n_rows});
    }
  }
}

}  // namespace

void write_model(const std::string& path, const Model& model) {
  const ModelState state = model_state(model);
  H5File file = H5File::create(path);
  put_attributes(file, state);
  put_arrays(file, state, "");
  write_file(path, file.image());
}

void write_models(const std::string& path, const std::vector<Model>& models) {
  H5File file = H5File::create(path);
  put_attributes(file, model_state(models.front()));
  file.set("views", models.front().view + "/" + models.back().view);
  for (const Model& model : models) put_arrays(file, model_state(model), "/" + model.view);
  write_file(path, file.image());
}

Model read_model(const std::string& path, const std::string& view) {
  const H5File file = H5File::open(path, H5File::Origin::own);
  ModelState state{file.text_attributes(), file.number_attributes(), {}};
  const std::string own_view = view_of(state, file, view);
  if (!own_view.empty()) state.texts["view"] = own_view;
  const std::string group = own_view.empty() ? "" : "/" + own_view;
  state.arrays = read_arrays(file, group);
  return model_from_state(state, path, group);
}

}  // namespace hashlab::hashers
