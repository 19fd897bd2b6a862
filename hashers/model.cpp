#include "hashers/model.h"

#include "hashers/project_rows.h"
#include "hashers/quantise_views.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/numbers.h"
#include "lib/plain_name.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace hashlab::hashers {
namespace {

constexpr const char* kind = "hashlab model";
constexpr const char* arrays = "/projection/";  // in the group of a view, if there are two views
constexpr std::size_t max_bits = 1024;
constexpr std::size_t max_bits_of_dimension = 4;  // of a dimension whose bits are allocated
constexpr double padding = std::numeric_limits<float>::max();
constexpr std::size_t max_arrays = 64;
constexpr double max_elements = 0x1.0p28;  // of one array: 2 GiB

const char* codebook_name(Quantisation::Codebook codebook) {
  return codebook == Quantisation::Codebook::natural ? "natural" : "double-bit";
}

/// A model file that is being read. Every error names the file.
class ModelFile {
 public:
  explicit ModelFile(const std::string& path)
      : file_(H5File::open(path, H5File::Origin::own)),
        texts_(file_.text_attributes()),
        numbers_(file_.number_attributes()) {
    const auto found = texts_.find("kind");
    if (found == texts_.end() || found->second != kind) {
      fail("is not a model: make one with 'hashlab train'");
    }
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", file_.path(), what));
  }

  /// Selects the view whose datasets are read from now on.
  void look_in(const std::string& view) { group_ = "/" + view; }

  const std::string& text(const std::string& name) const {
    const auto found = texts_.find(name);
    if (found == texts_.end()) fail(fmt::format("is a model without '{}'", name));
    return found->second;
  }

  std::size_t count(const std::string& name, double most, double least = 1) const {
    const auto found = numbers_.find(name);
    const double value = found == numbers_.end() ? std::nan("") : found->second;
    if (!(value >= least && value <= most && value == std::floor(value))) {
      fail(fmt::format("'{}' is {}, expected a whole number in {:.0f} .. {:.0f}", name, value,
                       least, most));
    }
    return static_cast<std::size_t>(value);
  }

  bool has_text(const std::string& name) const { return texts_.contains(name); }
  bool has_number(const std::string& name) const { return numbers_.contains(name); }

  /// A matrix whose columns are the rows of the dataset. All numbers are finite, also in single
  /// precision.
  arma::mat matrix(const std::string& dataset) const {
    const std::string name = group_ + dataset;
    if (!file_.has(name)) fail(fmt::format("is a model without '{}'", name));
    const H5File::Shape shape = file_.shape(name);
    const std::size_t rank = shape.size.size();
    double elements = 1;
    for (const std::size_t size : shape.size) elements *= static_cast<double>(size);
    if ((rank != 1 && rank != 2) || elements < 1 || elements > max_elements ||
        shape.kind != H5File::Kind::real || shape.chunks > 1e6 || !file_.is_whole(name)) {
      fail(fmt::format(
          "'{}' is {} stored real numbers, expected one or two dimensions and at most "
          "{:.0f} of them in at most 1000000 chunks",
          name, rank == 0 ? "a scalar of" : fmt::format("{}", fmt::join(shape.size, " x ")),
          max_elements));
    }
    arma::mat values(rank == 2 ? shape.size[1] : shape.size[0], rank == 2 ? shape.size[0] : 1,
                     arma::fill::none);
    file_.read(name, values.memptr());
    // Models are trained on single-precision features, so other numbers show that a file is
    // damaged.
    constexpr double most = std::numeric_limits<float>::max();
    const auto bad =
        std::find_if(values.begin(), values.end(), [](double x) { return !(std::abs(x) <= most); });
    if (bad != values.end()) {
      fail(fmt::format("'{}' holds {}, expected finite numbers of single precision", name, *bad));
    }
    return values;
  }

  ProjectorState projector_state() const {
    ProjectorState state;
    const std::string prefix = group_ + arrays;
    for (const std::string& name : file_.members()) {
      if (!name.starts_with(prefix)) continue;
      if (state.size() == max_arrays) fail(fmt::format("holds more than {} arrays", max_arrays));
      state[name.substr(prefix.size())] = matrix(name.substr(group_.size()));
    }
    return state;
  }

 private:
  H5File file_;
  std::string group_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, double> numbers_;
};

/// The method that trained the model, in the same version and with the same settings.
Hasher hasher_of(const ModelFile& file) {
  const std::string& name = file.text("hasher");
  Hasher hasher;
  try {
    hasher = make_hasher(name);
  } catch (const Error& error) {
    file.fail(error.what());
  }
  for (const auto& [part, own] : {std::pair{"projection", &hasher.projection_recipe},
                                  std::pair{"quantiser", &hasher.quantiser_recipe}}) {
    if (file.text(part) != *own) {
      file.fail(fmt::format("was learned by '{}', this program has '{}': train it again",
                            file.text(part), *own));
    }
  }
  return hasher;
}

/// The bits of each dimension, from the file if the quantiser allocates bits.
std::vector<std::size_t> read_bits(const ModelFile& file, std::size_t dims,
                                   const Quantiser& quantiser) {
  const std::size_t B = quantiser.bits_per_dimension();
  if (!quantiser.allocates_bits()) return std::vector<std::size_t>(dims, B);
  const arma::mat stored = file.matrix("/bits");
  if (stored.n_rows != dims || stored.n_cols != 1) {
    file.fail(fmt::format("'/bits' is {} x {}, expected a list of {}", stored.n_cols, stored.n_rows,
                          dims));
  }
  std::vector<std::size_t> bits;
  std::size_t sum = 0;
  for (const double b : stored) {
    if (!(b >= 0 && b <= max_bits_of_dimension && b == std::floor(b))) {
      file.fail(fmt::format("'/bits' holds {}, expected whole numbers in 0 .. {}", b,
                            max_bits_of_dimension));
    }
    bits.push_back(static_cast<std::size_t>(b));
    sum += bits.back();
  }
  if (sum == 0 || sum > dims * B) {
    file.fail(fmt::format("'/bits' are {} together, expected 1 .. {}", sum, dims * B));
  }
  return bits;
}

Quantisation read_quantisation(const ModelFile& file, std::size_t dims,
                               const Quantiser& quantiser) {
  Quantisation quantisation;
  const std::string& codebook = file.text("codebook");
  if (codebook == codebook_name(Quantisation::Codebook::double_bit)) {
    quantisation.codebook = Quantisation::Codebook::double_bit;
  } else if (codebook != codebook_name(Quantisation::Codebook::natural)) {
    file.fail(fmt::format("codebook '{}' is unknown, expected natural or double-bit", codebook));
  }
  const bool natural = quantisation.codebook == Quantisation::Codebook::natural;
  const std::vector<std::size_t> bits = read_bits(file, dims, quantiser);
  const std::size_t B = *std::max_element(bits.begin(), bits.end());
  const std::size_t T = natural ? (std::size_t{1} << B) - 1 : 2;
  const arma::mat stored = file.matrix("/thresholds");
  if (!natural && quantiser.allocates_bits()) file.fail("allocates bits in a double-bit code");
  if (stored.n_cols != dims || stored.n_rows != T || (!natural && B != 2)) {
    file.fail(
        fmt::format("'/thresholds' is {} x {}, expected {} x {} for {} code of {} bits a "
                    "dimension",
                    stored.n_cols, stored.n_rows, dims, T, codebook, B));
  }
  for (arma::uword k = 0; k < dims; ++k) {
    if (!std::is_sorted(stored.begin_col(k), stored.end_col(k))) {
      file.fail(fmt::format("'/thresholds' row {} is not ascending", k));
    }
    const auto own = static_cast<std::ptrdiff_t>(natural ? (std::size_t{1} << bits[k]) - 1 : 2);
    const auto end = stored.begin_col(k) + own;
    if (std::any_of(end, stored.end_col(k), [](double t) { return t != padding; })) {
      file.fail(
          fmt::format("'/thresholds' row {} has more than the {} of its {} bits", k, own, bits[k]));
    }
    quantisation.thresholds.emplace_back(stored.begin_col(k), end);
  }
  const std::size_t digit_bits = quantisation.format().digit_bits;
  if (digit_bits == 0 && file.has_number("digit-bits")) {
    file.fail(fmt::format("'digit-bits' is {}, but '/bits' differ: expected none",
                          file.count("digit-bits", 6)));
  }
  if (digit_bits != 0 && file.count("digit-bits", 6) != digit_bits) {
    file.fail(
        fmt::format("'digit-bits' is {}, expected {}", file.count("digit-bits", 6), digit_bits));
  }
  return quantisation;
}

ModelOrigin read_origin(const ModelFile& file) {
  ModelOrigin origin;
  origin.dataset = file.text("dataset");
  origin.dataset_checksum = file.text("dataset-checksum");
  origin.training_checksum = file.text("training-checksum");
  origin.groundtruth = file.text("groundtruth");
  if (file.has_text("choice")) origin.choice = file.text("choice");
  origin.samples = file.count("samples", 4294967296.0, 0);
  const std::string& seed = file.text("seed");
  const auto number = parse_whole(seed);
  if (!number) file.fail(fmt::format("'seed' is '{}', expected a whole number", seed));
  origin.seed = *number;
  return origin;
}

}  // namespace

Codes Model::encode(const Features& X) const {
  std::vector<std::uint32_t> all(X.n_cols);
  std::iota(all.begin(), all.end(), 0u);
  Codes codes(quantisation.format(), all.size());
  // The projections of one block fit into the cache.
  for (std::size_t first = 0; first < all.size(); first += projection_block) {
    const std::size_t count = std::min(projection_block, all.size() - first);
    const Codes block = quantisation.encode(
        project_rows(*projector, X, std::span<const std::uint32_t>(all).subspan(first, count), mean,
                     quantisation.thresholds.size()));
    std::copy(block.words.begin(), block.words.end(),
              codes.words.begin() + static_cast<std::ptrdiff_t>(first * codes.n_words()));
  }
  return codes;
}

Model learn_model(const Hasher& hasher, std::size_t bits, const TrainingSet& data,
                  const arma::fvec& mean, const Rng& projection_rng, const Rng& quantiser_rng,
                  const Observer& observer) {
  Model model;
  model.hasher = hasher.name;
  model.bits = bits;
  model.mean = mean;
  model.projector =
      hasher.projection().learn(data, hasher.dimensions(bits), projection_rng, observer);
  const arma::fmat Y = model.projector->project(data.X);
  model.quantisation = hasher.quantiser->learn({Y, data.S}, quantiser_rng, observer);
  return model;
}

std::vector<Model> learn_paired_models(const Hasher& hasher, std::size_t bits,
                                       const TrainingSet& data, const arma::fvec& mean,
                                       const View& first, const View& second,
                                       const Rng& projection_rng, const Rng& quantiser_rng,
                                       const Observer& observer) {
  const auto features = [&](const View& view) -> arma::fmat {
    return data.X.rows(view.first, view.first + view.dimensions - 1);
  };
  const PairedTrainingSet pairs{features(first), features(second), data.S, data.labels, data.reuse};
  const PairedProjectors learned =
      hasher.cross_modal().learn(pairs, hasher.dimensions(bits), projection_rng, observer);
  const arma::fmat x = learned.x->project(pairs.X), z = learned.z->project(pairs.Z);
  const Quantisation both =
      quantise_views(*hasher.quantiser, x, z, data.S, data.reuse, quantiser_rng, observer);
  const auto model = [&](const View& view, const std::shared_ptr<const Projector>& projector,
                         const arma::fmat& values) {
    const arma::fvec own = mean.subvec(view.first, view.first + view.dimensions - 1);
    return Model{view.name, hasher.name, bits, own, projector, in_units_of(both, values), {}};
  };
  return {model(first, learned.x, x), model(second, learned.z, z)};
}

namespace {

/// Writes the attributes that the models of two views share.
void put_attributes(H5File& file, const Model& model, const Hasher& hasher) {
  const Quantisation& q = model.quantisation;
  file.set("kind", kind);
  file.set("hasher", model.hasher);
  file.set("projection", hasher.projection_recipe);
  file.set("quantiser", hasher.quantiser_recipe);
  file.set("codebook", codebook_name(q.codebook));
  file.set("bits", static_cast<double>(model.bits));
  if (const std::size_t digit_bits = q.format().digit_bits; digit_bits != 0) {
    file.set("digit-bits", static_cast<double>(digit_bits));
  }
  file.set("dataset", model.origin.dataset);
  file.set("dataset-checksum", model.origin.dataset_checksum);
  file.set("training-checksum", model.origin.training_checksum);
  file.set("groundtruth", model.origin.groundtruth);
  if (!model.origin.choice.empty()) file.set("choice", model.origin.choice);
  file.set("seed", fmt::format("{}", model.origin.seed));
  file.set("samples", static_cast<double>(model.origin.samples));
}

void put_function(H5File& file, const std::string& group, const Model& model,
                  const Hasher& hasher) {
  const Quantisation& q = model.quantisation;
  file.write(group + "/mean", model.mean.memptr(), {model.mean.n_elem});
  std::size_t T = 0;
  for (const auto& t : q.thresholds) T = std::max(T, t.size());
  std::vector<double> thresholds, bits;
  for (const auto& t : q.thresholds) {
    thresholds.insert(thresholds.end(), t.begin(), t.end());
    thresholds.insert(thresholds.end(), T - t.size(), padding);
    bits.push_back(static_cast<double>(std::bit_width(t.size())));
  }
  file.write(group + "/thresholds", thresholds.data(), {q.thresholds.size(), T});
  if (hasher.quantiser->allocates_bits()) file.write(group + "/bits", bits.data(), {bits.size()});
  const std::string prefix = group + arrays;
  for (const auto& [name, array] : model.projector->state()) {
    file.write(prefix + name, array.memptr(), {array.n_cols, array.n_rows});
  }
}

/// The view to read from a file; empty if the method has only one view.
std::string view_of(const ModelFile& file, const std::string& path, const Hasher& hasher,
                    const std::string& wanted) {
  if (!hasher.has_two_views()) return "";
  const std::string& text = file.text("views");
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string first = text.substr(0, slash),
                    second = text.substr(std::min(slash + 1, text.size()));
  if (first.empty() || second.empty() || first == second || !is_plain_name(first) ||
      !is_plain_name(second)) {
    file.fail(fmt::format("'views' is '{}', expected two different names, such as image/text",
                          visible_text(text)));
  }
  if (wanted == first || wanted == second) return wanted;
  refuse(fmt::format("{}: is a model of the views {} and {}: choose one by '--view {}'", path,
                     first, second, first));
}

}  // namespace

void write_model(const std::string& path, const Model& model) {
  const Hasher hasher = make_hasher(model.hasher);
  H5File file = H5File::create(path);
  put_attributes(file, model, hasher);
  put_function(file, "", model, hasher);
  write_file(path, file.image());
}

void write_models(const std::string& path, const std::vector<Model>& models) {
  const Hasher hasher = make_hasher(models.front().hasher);
  H5File file = H5File::create(path);
  put_attributes(file, models.front(), hasher);
  file.set("views", models.front().view + "/" + models.back().view);
  for (const Model& model : models) put_function(file, "/" + model.view, model, hasher);
  write_file(path, file.image());
}

Model read_model(const std::string& path, const std::string& view) {
  ModelFile file(path);
  const Hasher hasher = hasher_of(file);
  const std::size_t B = hasher.quantiser->bits_per_dimension();
  Model model;
  model.view = view_of(file, path, hasher, view);
  if (!model.view.empty()) file.look_in(model.view);
  model.hasher = hasher.name;
  model.bits = file.count("bits", max_bits);
  const std::size_t dims = hasher.dimensions(model.bits);
  if (dims == 0) {
    file.fail(fmt::format("'bits' is {}, but '{}' spends {} on each dimension", model.bits,
                          hasher.name, B));
  }
  const arma::mat mean = file.matrix("/mean");
  if (mean.n_cols != 1) file.fail("'/mean' is not a single list");
  model.mean = arma::conv_to<arma::fvec>::from(mean.col(0));
  model.quantisation = read_quantisation(file, dims, *hasher.quantiser);
  const ProjectorState state = file.projector_state();
  const std::size_t d = model.mean.n_elem;
  try {
    model.projector = hasher.learner().restore(state, d, dims);
  } catch (const EngineMissing&) {  // nothing is wrong with the file
    throw;
  } catch (const Error& error) {
    file.fail(error.what());
  }
  model.origin = read_origin(file);
  return model;
}

}  // namespace hashlab::hashers
