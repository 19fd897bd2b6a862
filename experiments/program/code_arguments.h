#pragma once

#include "experiments/program/command.h"
#include "lib/codes/code_file.h"

#include <memory>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// A file of codes given to a command, and its name.
struct NamedCodes {
  std::string path;
  std::unique_ptr<const CodeSource> codes;
};

/// The file given by --database or --query (`part`), opened with --bits, --bit-order and
/// --digit-bits. Errors: as open_codes; invalid_argument if the option is missing.
NamedCodes open_part(const Arguments& arguments, const std::string& part);

/// The file of codes at `path`, opened with these options. `part` is "database" or "query"; it
/// selects the codes if the file holds both.
/// Errors:  as open_codes.
NamedCodes open_codes_at(const std::string& path, const std::string& part,
                         const Arguments& arguments);

/// Errors:  invalid_argument if the two sets of codes cannot be compared with each other, or the
///          database has more than 2^32 - 1 codes.
void check_comparable(const NamedCodes& database, const NamedCodes& query);

/// The options --database, --query, --bits, --bit-order and --digit-bits, for the declaration of a
/// command.
std::vector<OptionSpec> code_options();

}  // namespace hashlab::experiments
