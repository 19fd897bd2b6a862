#include "experiments/suite/foreign_codes.h"

#include "lib/data/index_list.h"
#include "lib/error.h"
#include "lib/files/sha256.h"
#include "lib/import/codes/open_codes.h"
#include "lib/options.h"
#include "lib/plain_name.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

namespace hashlab::experiments {
namespace {

constexpr std::string_view kind = "codes";

[[noreturn]] void refuse_codes(std::string_view text, const std::string& what) {
  refuse(fmt::format("hasher '{}': {}", text, what));
}

std::string with_places(std::string path, std::string_view split, std::size_t bits,
                        std::size_t run) {
  const std::pair<std::string_view, std::string> places[] = {
      {"{bits}", std::to_string(bits)},
      {"{run}", std::to_string(run)},
      {"{split}", std::string(split.substr(0, split.find(':')))}};
  for (const auto& [place, value] : places) {
    for (std::size_t at = 0; (at = path.find(place, at)) != path.npos; at += value.size()) {
      path.replace(at, place.size(), value);
    }
  }
  return path;
}

/// See ForeignFiles::draw. Some protocols of a run have the same training rows.
std::string draw_of(const std::string& training, const std::string& split, std::size_t run) {
  if (training != "split" && training != "learnable") return "";
  const bool is_common =
      training == "split" && splits::make_split(split).strategy->info().draws_common_parts;
  return fmt::format("{} {}", run, is_common ? "" : split);
}

bool is_list(const std::string& training) {
  return training != "split" && training != "learnable" && training != "nothing";
}

/// Explains which placeholders exist, if a name such as codes-{bit}.npy has another one.
void check_places(const std::string& path) {
  std::error_code ignored;
  if (path.find('{') == path.npos || std::filesystem::exists(path, ignored)) return;
  throw Error(
      ErrorCode::not_found,
      fmt::format("{}: there is no such file; in names of files with codes {{bits}}, {{split}} "
                  "and {{run}} are filled in, nothing else",
                  path));
}

/// Errors:  also invalid_argument if the number of codes is not that of the rows of the data set.
std::unique_ptr<const CodeSource> open_foreign(const ForeignFiles& files, std::size_t rows) {
  check_places(files.file);
  std::unique_ptr<const CodeSource> source = open_codes(files.file, files.options);
  if (source->size() != rows) {
    refuse(
        fmt::format("{}: has {} codes, the data set has {} rows: expected a code for every row of "
                    "the data set, in its order",
                    files.file, source->size(), rows));
  }
  return source;
}

}  // namespace

bool means_foreign_codes(std::string_view text) {
  return text == kind || text.starts_with(std::string(kind) + ':');
}

ForeignCodes parse_foreign_codes(std::string_view text) {
  ForeignCodes codes;
  std::string name;
  Options options;
  options.place("name", name, "what tables call it");
  options.place("file", codes.file, "codes of all rows");
  options.place("training", codes.training, "what they were learned from");
  options.count("digit-bits", codes.options.digit_bits, 0, 6,
                "bits of a digit, for Manhattan distance");
  options.choice("bit-order", codes.options.bit_order, {"", "little", "big"}, "of packed bytes");
  options.real_or_auto("threshold", codes.options.threshold, -1e30, 1e30,
                       "real numbers above it are the bit 1");
  codes.text = kind;
  const char* separator = ":";
  for (const auto& [key, value] : parse_spec(text).settings) {
    options.set(key, value);
    codes.text += fmt::format("{}{}={}", separator, key, value);
    separator = ",";
  }
  if (name.empty()) refuse_codes(text, "'name' is missing: what tables call it, such as name=deep");
  if (name.find_first_of(" +:,=") != name.npos) {
    refuse_codes(text, fmt::format("'name' = '{}', expected a word without + : = or blanks", name));
  }
  require_plain_name("name of codes", name, "choose another");
  if (codes.file.empty()) {
    refuse_codes(text, "'file' is missing: codes of every row, such as file=deep-{bits}.npy");
  }
  if (codes.training.empty()) {
    refuse_codes(text,
                 "'training' is missing: what the codes were learned from, one of split, "
                 "learnable, nothing, or a list of rows");
  }
  codes.name = fmt::format("{}:{}", kind, name);
  return codes;
}

ForeignFiles files_of(const ForeignCodes& codes, const std::string& split, std::size_t bits,
                      std::size_t run) {
  ForeignFiles files{with_places(codes.file, split, bits, run),
                     with_places(codes.training, split, bits, run), codes.options,
                     draw_of(codes.training, split, run)};
  files.options.bits = bits;
  files.options.bits_setting = "bits = ";
  return files;
}

std::string foreign_recipe(const ForeignFiles& files, std::size_t rows) {
  const CodeFormat format = open_foreign(files, rows)->format();
  const CodeFileOptions& said = files.options;
  std::string text =
      fmt::format("codes = {} digit-bits={}{}{}\n", sha256_of_file(files.file), format.digit_bits,
                  said.bit_order.empty() ? "" : " " + said.bit_order,
                  said.threshold ? " threshold=" + number_text(*said.threshold) : "");
  if (!is_list(files.training)) return text + fmt::format("codes-from = {}\n", files.training);
  const Rows listed = read_index_list(files.training, rows).sorted();
  return text +
         fmt::format("codes-from = rows={}\n", sha256(fmt::format("{}", fmt::join(listed, " "))));
}

Codes read_foreign_codes(const ForeignFiles& files, std::size_t rows) {
  return open_foreign(files, rows)->read(0, rows);
}

SharedRows learned_from(const ForeignFiles& files, const splits::Split& split, std::size_t rows) {
  if (files.training == "nothing") return {};
  if (files.training == "split") return split.training;
  if (files.training == "learnable") return split.learnable;
  return read_index_list(files.training, rows).sorted();
}

}  // namespace hashlab::experiments
