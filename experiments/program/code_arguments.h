#pragma once

#include "experiments/program/command.h"
#include "lib/codes/code_file.h"

#include <memory>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// A file of codes given to a command, with its path.
struct NamedCodes {
  std::string path;
  std::unique_ptr<const CodeSource> codes;
};

/// Opens the file given by --database or --query; `part` is "database" or "query". It is read with
/// the options --bits, --bit-order, --digit-bits and --threshold.
/// Errors:  those of open_codes_at; invalid_argument if --database or --query is missing.
NamedCodes open_part(const Arguments& arguments, const std::string& part);

/// Opens the file of codes at `path` with the options --bits, --bit-order, --digit-bits and
/// --threshold. If the file has codes of a database and of queries, `part` ("database" or "query")
/// selects one of them.
/// Errors:  those of open_codes; invalid_argument if one of these options has an invalid value.
NamedCodes open_codes_at(const std::string& path, const std::string& part,
                         const Arguments& arguments);

/// Checks that the two sets of codes have the same format, so that they can be compared.
/// Errors:  invalid_argument if their formats differ, or if the database has more than 2^32 - 1
///          codes.
void check_comparable(const NamedCodes& database, const NamedCodes& query);

/// The options --database, --query, --bits, --bit-order, --digit-bits, --threshold and --self, for
/// the declaration of a command.
std::vector<OptionSpec> code_options();

}  // namespace hashlab::experiments
