#include "experiments/program/code_arguments.h"

#include "lib/codes/comparable.h"
#include "lib/error.h"
#include "lib/import/codes/open_codes.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

namespace hashlab::experiments {
namespace {

std::optional<double> threshold_of(const Arguments& arguments) {
  if (!arguments.has("threshold")) return std::nullopt;
  const std::string text = arguments.get("threshold", "");
  const std::optional<double> value = parse_real(text);
  if (value && std::isfinite(*value)) return value;
  refuse(fmt::format("option '--threshold' = '{}', expected a number", text));
}

}  // namespace

NamedCodes open_part(const Arguments& arguments, const std::string& part) {
  if (!arguments.has(part)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("option '--{}' is missing: the file of the {} codes", part, part));
  }
  return open_codes_at(arguments.get(part, ""), part, arguments);
}

NamedCodes open_codes_at(const std::string& path, const std::string& part,
                         const Arguments& arguments) {
  CodeFileOptions options;
  options.bits = arguments.count("bits", 0, 1, 65535);
  options.digit_bits = arguments.count("digit-bits", 0, 1, 6);
  options.bit_order = arguments.get("bit-order", "");
  options.part = part;
  options.threshold = threshold_of(arguments);
  return {path, open_codes(path, options)};
}

void check_comparable(const NamedCodes& database, const NamedCodes& query) {
  const CodeFormat& d = database.codes->format();
  const CodeFormat& q = query.codes->format();
  if (d != q) {
    const bool looks_transposed = database.codes->size() == query.codes->size() ||
                                  database.codes->size() == q.bits || query.codes->size() == d.bits;
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format(
            "{} has {} bits in digits of {}, {} has {} in digits of {}: both must be made by "
            "one hasher{}",
            database.path, d.bits, digits_text(d), query.path, q.bits, digits_text(q),
            looks_transposed ? "; one looks transposed: codes are rows, N x bits" : ""));
  }
  if (database.codes->size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} holds {} codes, at most 4294967295 are ranked", database.path,
                            database.codes->size()));
  }
}

std::vector<OptionSpec> code_options() {
  return {
      needed({"database", "CODES", "codes to rank"}),
      needed({"query", "CODES", "codes of the queries"}),
      {"bits", "B", "code length, if a file does not give it"},
      one_of({"bit-order", "ORDER",
              "which bit of a packed byte comes first: little (the least significant) or big (the "
              "most significant) [little]"},
             {"little", "big"}),
      rare({"digit-bits", "B",
            "bits per digit; if above 1, codes are compared by Manhattan distance [1]"}),
      rare({"threshold", "T", "threshold of real numbers; those above T become the bit 1 [0]"}),
      one_of({"self", "S", "whether query i may find row i: include or exclude [include]"},
             {"include", "exclude"})};
}

}  // namespace hashlab::experiments
