#include "hashers/model_state.h"

#include "hashers/vector_quantiser.h"
#include "lib/error.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace hashlab::hashers {
namespace {

constexpr const char* kind = "hashlab model";
constexpr const char* arrays_prefix = "/projection/";
constexpr const char* coder_prefix = "/quantiser/";
constexpr const char* vectors_codebook = "vectors";  // codes of whole vectors
constexpr std::size_t max_bits = 1024;
constexpr std::size_t max_bits_of_dimension = 4;  // of a dimension whose bits are allocated
constexpr double padding = std::numeric_limits<float>::max();

const char* codebook_name(Quantisation::Codebook codebook) {
  return codebook == Quantisation::Codebook::natural ? "natural" : "double-bit";
}

/// A state from which a model is made. Every error names the place of the state.
class StateReader {
 public:
  StateReader(const ModelState& state, const std::string& place, const std::string& group)
      : state_(state), place_(place), group_(group) {
    const auto found = state_.texts.find("kind");
    if (found == state_.texts.end() || found->second != kind) {
      fail("is not a model: make one with 'hashlab train'");
    }
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", place_, what));
  }

  const std::string& text(const std::string& name) const {
    const auto found = state_.texts.find(name);
    if (found == state_.texts.end()) fail(fmt::format("is a model without '{}'", name));
    return found->second;
  }

  std::size_t count(const std::string& name, double most, double least = 1) const {
    const auto found = state_.numbers.find(name);
    const double value = found == state_.numbers.end() ? std::nan("") : found->second;
    if (!(value >= least && value <= most && value == std::floor(value))) {
      fail(fmt::format("'{}' is {}, expected a whole number in {:.0f} .. {:.0f}", name, value,
                       least, most));
    }
    return static_cast<std::size_t>(value);
  }

  bool has_text(const std::string& name) const { return state_.texts.contains(name); }
  bool has_array(const std::string& name) const { return state_.arrays.contains(name); }
  bool has_number(const std::string& name) const { return state_.numbers.contains(name); }

  /// All numbers of an array are finite, also in single precision.
  const arma::mat& matrix(const std::string& name) const {
    const auto found = state_.arrays.find(name);
    if (found == state_.arrays.end()) fail(fmt::format("is a model without '{}{}'", group_, name));
    // Models are trained on single-precision features, so other numbers show that a file is
    // damaged.
    constexpr double most = std::numeric_limits<float>::max();
    const arma::mat& values = found->second;
    const auto bad =
        std::find_if(values.begin(), values.end(), [](double x) { return !(std::abs(x) <= most); });
    if (bad != values.end()) {
      fail(fmt::format("'{}{}' holds {}, expected finite numbers of single precision", group_, name,
                       *bad));
    }
    return values;
  }

  /// The arrays whose names begin with `prefix`, under the rest of their names.
  ProjectorState arrays_below(const std::string& prefix) const {
    ProjectorState state;
    for (const auto& [name, array] : state_.arrays) {
      if (!name.starts_with(prefix)) continue;
      state[name.substr(prefix.size())] = matrix(name);
    }
    return state;
  }

 private:
  const ModelState& state_;
  const std::string& place_;
  const std::string& group_;
};

/// The method that trained the model, in the same version and with the same settings.
Hasher hasher_of(const StateReader& state) {
  const std::string& name = state.text("hasher");
  Hasher hasher;
  try {
    hasher = make_hasher(name);
  } catch (const Error& error) {
    state.fail(error.what());
  }
  for (const auto& [part, own] : {std::pair{"projection", &hasher.projection_recipe},
                                  std::pair{"quantiser", &hasher.quantiser_recipe}}) {
    if (state.text(part) != *own) {
      state.fail(fmt::format("was learned by '{}', this program has '{}': train it again",
                             state.text(part), *own));
    }
  }
  return hasher;
}

/// The bits of each dimension, from the file if the quantiser allocates bits.
std::vector<std::size_t> read_bits(const StateReader& state, std::size_t dims,
                                   const Quantiser& quantiser) {
  const std::size_t B = quantiser.bits_per_dimension();
  if (!quantiser.allocates_bits()) return std::vector<std::size_t>(dims, B);
  const arma::mat stored = state.matrix("/bits");
  if (stored.n_rows != dims || stored.n_cols != 1) {
    state.fail(fmt::format("'/bits' is {} x {}, expected a list of {}", stored.n_cols,
                           stored.n_rows, dims));
  }
  std::vector<std::size_t> bits;
  std::size_t sum = 0;
  for (const double b : stored) {
    if (!(b >= 0 && b <= max_bits_of_dimension && b == std::floor(b))) {
      state.fail(fmt::format("'/bits' holds {}, expected whole numbers in 0 .. {}", b,
                             max_bits_of_dimension));
    }
    bits.push_back(static_cast<std::size_t>(b));
    sum += bits.back();
  }
  if (sum == 0 || sum > dims * B) {
    state.fail(fmt::format("'/bits' are {} together, expected 1 .. {}", sum, dims * B));
  }
  return bits;
}

Quantisation read_quantisation(const StateReader& state, std::size_t dims,
                               const Quantiser& quantiser) {
  Quantisation quantisation;
  const std::string& codebook = state.text("codebook");
  if (codebook == codebook_name(Quantisation::Codebook::double_bit)) {
    quantisation.codebook = Quantisation::Codebook::double_bit;
  } else if (codebook != codebook_name(Quantisation::Codebook::natural)) {
    state.fail(fmt::format("codebook '{}' is unknown, expected natural or double-bit", codebook));
  }
  const bool natural = quantisation.codebook == Quantisation::Codebook::natural;
  const std::vector<std::size_t> bits = read_bits(state, dims, quantiser);
  const std::size_t B = *std::max_element(bits.begin(), bits.end());
  const std::size_t T = natural ? (std::size_t{1} << B) - 1 : 2;
  const arma::mat stored = state.matrix("/thresholds");
  if (!natural && quantiser.allocates_bits()) state.fail("allocates bits in a double-bit code");
  if (stored.n_cols != dims || stored.n_rows != T || (!natural && B != 2)) {
    state.fail(
        fmt::format("'/thresholds' is {} x {}, expected {} x {} for {} code of {} bits a "
                    "dimension",
                    stored.n_cols, stored.n_rows, dims, T, codebook, B));
  }
  for (arma::uword k = 0; k < dims; ++k) {
    if (!std::is_sorted(stored.begin_col(k), stored.end_col(k))) {
      state.fail(fmt::format("'/thresholds' row {} is not ascending", k));
    }
    const auto own = static_cast<std::ptrdiff_t>(natural ? (std::size_t{1} << bits[k]) - 1 : 2);
    const auto end = stored.begin_col(k) + own;
    if (std::any_of(end, stored.end_col(k), [](double t) { return t != padding; })) {
      state.fail(
          fmt::format("'/thresholds' row {} has more than the {} of its {} bits", k, own, bits[k]));
    }
    quantisation.thresholds.emplace_back(stored.begin_col(k), end);
  }
  const std::size_t digit_bits = quantisation.format().digit_bits;
  if (digit_bits == 0 && state.has_number("digit-bits")) {
    state.fail(fmt::format("'digit-bits' is {}, but '/bits' differ: expected none",
                           state.count("digit-bits", 6)));
  }
  if (digit_bits != 0 && state.count("digit-bits", 6) != digit_bits) {
    state.fail(
        fmt::format("'digit-bits' is {}, expected {}", state.count("digit-bits", 6), digit_bits));
  }
  return quantisation;
}

/// The coder of whole vectors.
Quantisation read_vectors(const StateReader& state, std::size_t dims, std::size_t bits,
                          const Quantiser& quantiser) {
  if (state.text("codebook") != vectors_codebook) {
    state.fail(fmt::format("codebook '{}' is not of this quantiser, expected '{}'",
                           state.text("codebook"), vectors_codebook));
  }
  Quantisation quantisation;
  try {
    quantisation.vectors = dynamic_cast<const VectorQuantiser&>(quantiser).restore(
        state.arrays_below(coder_prefix), dims, bits);
  } catch (const Error& error) {
    state.fail(error.what());
  }
  return quantisation;
}

/// The levels of the regions; empty if an older version wrote the model.
std::vector<std::vector<double>> read_levels(const StateReader& state,
                                             const Quantisation& quantisation) {
  std::vector<std::vector<double>> levels;
  if (!state.has_array("/levels")) return levels;
  const arma::mat& stored = state.matrix("/levels");
  const std::size_t dims = quantisation.thresholds.size();
  std::size_t most = 0;
  for (const auto& t : quantisation.thresholds) most = std::max(most, t.size() + 1);
  if (stored.n_cols != dims || stored.n_rows != most) {
    state.fail(fmt::format("'/levels' is {} x {}, expected {} x {}: a level for each region",
                           stored.n_cols, stored.n_rows, dims, most));
  }
  for (arma::uword k = 0; k < dims; ++k) {
    const auto own = static_cast<std::ptrdiff_t>(quantisation.thresholds[k].size() + 1);
    const auto end = stored.begin_col(k) + own;
    if (std::any_of(end, stored.end_col(k), [](double level) { return level != padding; })) {
      state.fail(fmt::format("'/levels' row {} has more than the {} of its regions", k, own));
    }
    levels.emplace_back(stored.begin_col(k), end);
  }
  return levels;
}

ModelOrigin read_origin(const StateReader& state) {
  ModelOrigin origin;
  origin.dataset = state.text("dataset");
  origin.dataset_checksum = state.text("dataset-checksum");
  origin.training_checksum = state.text("training-checksum");
  origin.groundtruth = state.text("groundtruth");
  if (state.has_text("choice")) origin.choice = state.text("choice");
  origin.samples = state.count("samples", 4294967296.0, 0);
  const std::string& seed = state.text("seed");
  const auto number = parse_whole(seed);
  if (!number) state.fail(fmt::format("'seed' is '{}', expected a whole number", seed));
  origin.seed = *number;
  return origin;
}

}  // namespace

ModelState model_state(const Model& model) {
  const Hasher hasher = make_hasher(model.hasher);
  const Quantisation& q = model.quantisation;
  const ModelOrigin& origin = model.origin;
  ModelState state;
  state.texts = {{"kind", kind},
                 {"hasher", model.hasher},
                 {"projection", hasher.projection_recipe},
                 {"quantiser", hasher.quantiser_recipe},
                 {"codebook", q.vectors ? vectors_codebook : codebook_name(q.codebook)},
                 {"dataset", origin.dataset},
                 {"dataset-checksum", origin.dataset_checksum},
                 {"training-checksum", origin.training_checksum},
                 {"groundtruth", origin.groundtruth},
                 {"seed", fmt::format("{}", origin.seed)}};
  if (!origin.choice.empty()) state.texts["choice"] = origin.choice;
  if (!model.view.empty()) state.texts["view"] = model.view;
  state.numbers = {{"bits", static_cast<double>(model.bits)},
                   {"samples", static_cast<double>(origin.samples)}};
  state.arrays["/mean"] = arma::conv_to<arma::mat>::from(model.mean);
  for (const auto& [name, array] : model.projector->state()) {
    state.arrays[arrays_prefix + name] = array;
  }
  if (q.vectors) {
    for (const auto& [name, array] : q.vectors->state()) state.arrays[coder_prefix + name] = array;
    return state;
  }
  if (const std::size_t digit_bits = q.format().digit_bits; digit_bits != 0) {
    state.numbers["digit-bits"] = static_cast<double>(digit_bits);
  }
  std::size_t T = 0;
  for (const auto& t : q.thresholds) T = std::max(T, t.size());
  arma::mat thresholds(T, q.thresholds.size());
  thresholds.fill(padding);
  arma::mat bits(q.thresholds.size(), 1);
  for (std::size_t k = 0; k < q.thresholds.size(); ++k) {
    std::copy(q.thresholds[k].begin(), q.thresholds[k].end(), thresholds.colptr(k));
    bits(k) = static_cast<double>(std::bit_width(q.thresholds[k].size()));
  }
  state.arrays["/thresholds"] = std::move(thresholds);
  if (!q.levels.empty()) {
    arma::mat levels(T + 1, q.levels.size());
    levels.fill(padding);
    for (std::size_t k = 0; k < q.levels.size(); ++k) {
      std::copy(q.levels[k].begin(), q.levels[k].end(), levels.colptr(k));
    }
    state.arrays["/levels"] = std::move(levels);
  }
  if (hasher.quantiser->allocates_bits()) state.arrays["/bits"] = std::move(bits);
  return state;
}

Hasher hasher_of_state(const ModelState& state, const std::string& place) {
  return hasher_of(StateReader(state, place, ""));
}

Model model_from_state(const ModelState& from, const std::string& place, const std::string& group) {
  const StateReader state(from, place, group);
  const Hasher hasher = hasher_of(state);
  const std::size_t B = hasher.quantiser->bits_per_dimension();
  Model model;
  if (hasher.has_two_views()) model.view = state.text("view");
  model.hasher = hasher.name;
  model.bits = state.count("bits", max_bits);
  const arma::mat& mean = state.matrix("/mean");
  if (mean.n_cols != 1) state.fail("'/mean' is not a single list");
  const std::size_t dims = hasher.dimensions(model.bits, mean.n_rows);
  if (dims == 0) {
    state.fail(fmt::format("'bits' is {}, but '{}' spends {} on each dimension", model.bits,
                           hasher.name, B));
  }
  model.mean = arma::conv_to<arma::fvec>::from(mean.col(0));
  if (hasher.quantiser->codes_vectors()) {
    model.quantisation = read_vectors(state, dims, model.bits, *hasher.quantiser);
  } else {
    model.quantisation = read_quantisation(state, dims, *hasher.quantiser);
    model.quantisation.levels = read_levels(state, model.quantisation);
  }
  const ProjectorState projector = state.arrays_below(arrays_prefix);
  try {
    model.projector = hasher.learner().restore(projector, model.mean.n_elem, dims);
  } catch (const EngineMissing&) {  // nothing is wrong with the state
    throw;
  } catch (const Error& error) {
    state.fail(error.what());
  }
  model.origin = read_origin(state);
  return model;
}

}  // namespace hashlab::hashers
