#include "lib/error.h"
#include "lib/import/codes/code_formats.h"
#include "lib/import/codes/held_numbers.h"
#include "lib/import/matlab/mat5_directory.h"
#include "lib/import/matlab/mat5_file.h"
#include "lib/import/matlab/mat73_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

bool may_be_codes(const MatlabVariable& v) {
  return v.is_numeric && v.shape.size() == 2 && v.shape[0] > 0 && v.shape[1] > 0;
}

/// The position of the variable that the user names, or of the only matrix of codes.
std::size_t chosen_variable(const MatlabFile& file, const CodeFile& code_file) {
  const std::vector<MatlabVariable>& variables = file.variables();
  std::string dotted = code_file.array;  // data/B is data.B
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  std::vector<std::size_t> matrices;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const MatlabVariable& v = variables[i];
    if (!may_be_codes(v)) continue;
    if (v.name == dotted) return i;
    if (std::min(v.shape[0], v.shape[1]) > 1) matrices.push_back(i);
  }
  if (dotted.empty() && matrices.size() == 1) return matrices.front();
  std::vector<std::string> names;
  for (const std::size_t i : matrices) {
    names.push_back(fmt::format("{}:/{} ({})", file.path(), variables[i].name,
                                fmt::join(variables[i].shape, " x ")));
  }
  const std::string found =
      !dotted.empty() ? fmt::format("has no variable '{}' that is a matrix of numbers", dotted)
      : names.empty() ? "has no variable that is a matrix of numbers"
                      : "has several variables that may be codes";
  fail_in(ErrorCode::invalid_argument, file.path(),
          names.empty() ? found : fmt::format("{}: name one of {}", found, fmt::join(names, ", ")));
}

/// Is a code a column? A row is a code, unless only the columns have the length that is stated, or
/// that a code can have.
bool codes_are_columns(const MatlabVariable& v, const CodeFileOptions& options) {
  const auto may_be_code = [&](std::size_t length) {
    if (options.bits != 0) return length == options.bits || length == (options.bits + 7) / 8;
    return length <= 65535;
  };
  return !may_be_code(v.shape[1]) && may_be_code(v.shape[0]);
}

std::unique_ptr<const CodeSource> open_matlab_codes(const CodeFile& code_file,
                                                    const CodeFileOptions& options) {
  const std::unique_ptr<MatlabFile> file =
      is_mat5(code_file.sniff.head) ? open_mat5(code_file.path()) : open_mat73(code_file.path());
  const std::size_t chosen = chosen_variable(*file, code_file);
  const MatlabVariable& v = file->variables()[chosen];
  constexpr double max_sparse = 0x1.0p28;  // a small file may claim any number of zeros
  if (v.type.starts_with("sparse") &&
      static_cast<double>(v.shape[0]) * static_cast<double>(v.shape[1]) > max_sparse) {
    fail_in(ErrorCode::invalid_argument, file->path(),
            fmt::format("variable '{}' is sparse and {}, too large to be held: save full(B)",
                        v.name, fmt::join(v.shape, " x ")));
  }
  const bool by_column = codes_are_columns(v, options);
  const std::size_t whole_bytes = v.type == "uint16" || v.type == "int16"   ? 2
                                  : v.type == "uint32" || v.type == "int32" ? 4
                                                                            : 8;
  NumberTable table = held_numbers([&] { return file->open({chosen, by_column}); }, whole_bytes);
  table.path = fmt::format("{}:/{}", file->path(), v.name);
  table.program = "MATLAB";
  table.text =
      fmt::format("{} '{}' {}{}", v.type, v.name, table.text, by_column ? ", a code a column" : "");
  const bool is_said_packed =
      options.bits > table.columns && (options.bits + 7) / 8 == table.columns;
  if (table.kind == 'b' && is_said_packed) table.kind = 'u';
  return codes_of_numbers(std::move(table), options);
}

}  // namespace

/// A variable of MATLAB's, of version 5 to 7.3, dense or sparse, also one in a structure or cell
/// array: bits of 0 and 1 or -1 and 1, packed bytes (compactbit), or real numbers. It is held in
/// memory.
CodeFileFormat matlab_codes() {
  return {"MATLAB .mat", true,
          [](const Sniff& file) {
            return !file.is_gzip && (is_mat5(file.head) || is_mat73(file.head));
          },
          open_matlab_codes};
}

}  // namespace hashlab
