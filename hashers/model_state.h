#pragma once

#include "hashers/model.h"

#include <armadillo>

#include <map>
#include <string>

namespace hashlab::hashers {

/// A model as values: everything that is in its file (see Model), under the same names. The state
/// of a two-view method's function also has the text "view", the name of its view, and its arrays
/// are not in a group.
struct ModelState {
  std::map<std::string, std::string> texts;
  std::map<std::string, double> numbers;
  /// The columns of an array are the rows of the dataset: "/projection/NAME", "/mean", ...
  std::map<std::string, arma::mat> arrays;
};

/// The state of a model. All its numbers of single precision are exact.
ModelState model_state(const Model& model);

/// The model with this state: it gives the same codes. All parts are checked against each other.
/// `place` says in messages where the state is from, such as the path of its file, and `group` is
/// the group of the arrays there.
/// Errors:  corrupt_file if something is missing, sizes do not match, values are not finite, or the
///          model was made by a version of its methods that this program does not have;
///          EngineMissing if its network needs an engine to encode.
Model model_from_state(const ModelState& state, const std::string& place,
                       const std::string& group = "");

/// The hashing method of a state, in the version and with the settings that trained the model.
/// Errors:  corrupt_file, see model_from_state.
Hasher hasher_of_state(const ModelState& state, const std::string& place);

}  // namespace hashlab::hashers
