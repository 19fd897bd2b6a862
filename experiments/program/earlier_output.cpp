#include "experiments/program/earlier_output.h"

#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/h5/h5.h"
#include "lib/images/image_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace hashlab::experiments {
namespace {

/// The attributes of an HDF5 file that hashlab wrote; empty if the file cannot be read as one.
std::map<std::string, std::string> attributes_of(const std::string& path) {
  try {
    return H5File::open(path, H5File::Origin::own).text_attributes();
  } catch (const Error&) {
    return {};
  }
}

bool is_h5_of_kind(const std::string& path, std::string_view kind) {
  const auto attributes = attributes_of(path);
  const auto found = attributes.find("kind");
  return found != attributes.end() && found->second == kind;
}

/// True for files with a name. Cells also have a key, and other files that hashlab writes have a
/// kind that begins with "hashlab".
bool is_dataset(const std::string& path) {
  const auto attributes = attributes_of(path);
  const auto kind = attributes.find("kind");
  return attributes.contains("name") && !attributes.contains("key") &&
         (kind == attributes.end() || !kind->second.starts_with("hashlab "));
}

/// True if the file consists of records, each a count and that many 32-bit numbers.
bool is_ivecs(const InputFile& file) {
  std::size_t at = 0;
  for (std::uint32_t count = 0; at + sizeof count <= file.size();
       at += 4 + std::size_t{4} * count) {
    file.read(at, &count, sizeof count);
  }
  return file.size() > 0 && at == file.size();
}

bool is_table(std::string_view head) {
  constexpr std::array<std::string_view, 4> beginnings = {"metric,hasher,", "dataset,split,hasher,",
                                                          "source,dataset,split,hasher,",
                                                          "% needs \\usepackage"};
  const std::string_view first = head.substr(0, head.find('\n'));
  const bool is_titled = first.find(" on ") != first.npos;
  const bool has_column = head.find("\nhasher  ") != head.npos;
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view begin) { return head.starts_with(begin); }) ||
         (is_titled && (has_column || first.starts_with("**")));
}

/// How an earlier output is recognised. The kinds are in the order of OutputKind.
struct KnownOutput {
  const char* name;
  bool (*recognises)(const InputFile& file, std::string_view head);
};

constexpr std::array<KnownOutput, 11> known_outputs = {{
    {"data set", [](const InputFile& file, std::string_view) { return is_dataset(file.path()); }},
    {"model", [](const InputFile& file,
                 std::string_view) { return is_h5_of_kind(file.path(), "hashlab model"); }},
    {"file of codes", [](const InputFile& file,
                         std::string_view) { return is_h5_of_kind(file.path(), "hashlab codes"); }},
    {"file of splits",
     [](const InputFile& file, std::string_view) {
       return is_h5_of_kind(file.path(), "hashlab splits");
     }},
    {"result of a search",
     [](const InputFile& file, std::string_view head) {
       return head.find(" queries, ") < head.find('\n') || head.starts_with("{\"query\": ") ||
              is_ivecs(file) || is_h5_of_kind(file.path(), "hashlab neighbours");
     }},
    {"report",
     [](const InputFile&, std::string_view head) {
       return head.find("<meta name=\"generator\" content=\"hashlab\">") != head.npos;
     }},
    {"picture",
     [](const InputFile&, std::string_view head) {
       return head.starts_with("\x89PNG") && head.find(png_mark) != head.npos;
     }},
    {"table", [](const InputFile&, std::string_view head) { return is_table(head); }},
    {"list of predictions",
     [](const InputFile&, std::string_view head) {
       return head.starts_with("query,label,confidence\n");
     }},
    {"curve",
     [](const InputFile&, std::string_view head) {
       return head.starts_with("codes,curve,averaging,at,precision,recall\n") ||
              head.find("<title>Curves of binary codes") != head.npos;
     }},
    {"list of values of queries",
     [](const InputFile&, std::string_view head) { return head.starts_with("query,relevant,"); }},
}};

const KnownOutput& known_output(OutputKind kind) {
  return known_outputs.at(static_cast<std::size_t>(kind));
}

bool is_of_kind(const std::string& path, OutputKind kind) {
  constexpr std::size_t head_bytes = 4096;
  const InputFile file(path);
  return known_output(kind).recognises(file, file.text(0, head_bytes));
}

}  // namespace

const char* output_kind_name(OutputKind kind) {
  return known_output(kind).name;
}

bool is_earlier_output(const std::string& path, OutputKind kind) {
  const bool was_input = is_input(path);
  const bool result = is_of_kind(path, kind);
  if (!was_input) forget_input(path);  // it was looked at to be replaced
  return result;
}

}  // namespace hashlab::experiments
