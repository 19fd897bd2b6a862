#pragma once

#include <armadillo>

#include <map>
#include <string>

namespace hashlab::testing {

/// The parts of a model file, to be changed before they are written again.
struct ModelParts {
  std::map<std::string, std::string> texts;
  std::map<std::string, double> numbers;
  std::map<std::string, arma::mat> arrays;  // rows of a dataset are columns
};

ModelParts model_parts(const std::string& path);
void write_model_parts(const std::string& path, const ModelParts& parts);

}  // namespace hashlab::testing
