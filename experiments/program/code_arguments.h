#pragma once

#include "experiments/program/command.h"
#include "lib/codes/code_file.h"

#include <memory>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// A file of codes that a verb was given, and its name.
struct NamedCodes {
  std::string path;
  std::unique_ptr<const CodeSource> codes;
};

/// The file given by --database or --query (`part`), opened as --bits, --bit-order and --digit-bits
/// say. Errors: as open_codes; invalid_argument if it is not given.
NamedCodes open_part(const Arguments& arguments, const std::string& part);

/// A file of codes opened as these options say; `part`: "database" or "query", where it holds both.
/// Errors:  as open_codes.
NamedCodes open_codes_at(const std::string& path, const std::string& part,
                         const Arguments& arguments);

/// Errors:  invalid_argument if these cannot be compared, or the database has more than 2^32 - 1.
void check_comparable(const NamedCodes& database, const NamedCodes& query);

/// Those options, for a verb's declaration: --database, --query and the three above.
std::vector<OptionSpec> code_options();

}  // namespace hashlab::experiments
