#include "tests/support/import_support.h"

#include "lib/import/open_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>

namespace hashlab::testing {

std::vector<double> values_of(ForeignTable& table, std::size_t block) {
  std::vector<double> values, rows(block * table.columns());
  std::size_t count = 0;
  while ((count = table.read(block, rows.data())) > 0) {
    values.insert(values.end(), rows.begin(),
                  rows.begin() + static_cast<std::ptrdiff_t>(count * table.columns()));
  }
  if (table.rows()) CHECK(values.size() == *table.rows() * table.columns());
  return values;
}

const ForeignPart& part_of(const ForeignData& data, const std::string& name) {
  const auto part = std::find_if(data.parts.begin(), data.parts.end(),
                                 [&](const ForeignPart& p) { return p.name == name; });
  CAPTURE(name);
  REQUIRE(part != data.parts.end());
  return *part;
}

std::vector<double> imported(const std::string& format, const std::vector<std::string>& paths,
                             const std::string& part, const ImportOptions& options,
                             std::size_t block) {
  const ForeignData data = open_files(format_named(format), paths, options);
  return values_of(*part_of(data, part).table, block);
}

ColumnList label_columns(const std::string& columns) {
  return {"--labels-column", columns};
}

ImportOptions named_variables(const std::string& features, const std::string& labels) {
  ImportOptions options;
  options.features_variable = features;
  options.labels_variable = labels;
  return options;
}

std::string import_error(const std::string& format, const std::vector<std::string>& paths,
                         const ImportOptions& options) {
  const std::string message = error_of([&] {
    const ForeignData data = open_files(format_named(format), paths, options);
    for (const ForeignPart& part : data.parts) values_of(*part.table);
  });
  CHECK(message.find('\n') == std::string::npos);
  for (const std::string& path : paths) {
    if (message.starts_with(path + ": ")) return message.substr(path.size() + 2);
  }
  return message;
}

std::string golden(const std::string& name) {
  return HASHLAB_SOURCE_DIR "/tests/data/" + name;
}

std::vector<double> golden_table(double scale, double shift) {
  std::vector<double> values = {0, 1, 2, 100, 200, 255, 7, 8, 9, 65, 66, 67};
  for (double& value : values) value = value * scale + shift;
  return values;
}

std::string gzipped(const std::string& bytes) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()) + 64, '\0');
  std::string copy = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace hashlab::testing
