#include "lib/codes/number_codes.h"
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/import/codes/code_formats.h"
#include "lib/import/words.h"

#include <fmt/format.h>

#include <cstring>
#include <string_view>

namespace hashlab {
namespace {

/// Marks of Faiss's other indexes of codes, and those of real vectors ("IxF2", "IxFI", ...).
constexpr std::string_view binary_marks = "IB", vector_marks = "Ix";

/// The fields behind the mark, each after the one before, without gaps.
constexpr std::size_t bits_at = 4, code_bytes_at = 8, count_at = 12, is_trained_at = 20,
                      stored_at = 25, codes_at_byte = 33;

template <typename T>
T field_at(std::string_view head, std::size_t at) {
  T value;
  std::memcpy(&value, head.data() + at, sizeof value);
  return value;
}

std::unique_ptr<const CodeSource> open_faiss(const CodeFile& code_file,
                                             const CodeFileOptions& options) {
  const auto file = std::make_shared<const InputFile>(code_file.path());
  const std::string_view head = code_file.sniff.head;
  if (!head.starts_with("IBxF")) {
    fail_corrupt(file->path(),
                 fmt::format("is a Faiss index of kind {}, expected IndexBinaryFlat (IBxF): {}",
                             in_quotes(head.substr(0, 4)),
                             head.starts_with(vector_marks)
                                 ? "it holds vectors, not codes"
                                 : "copy its codes into an IndexBinaryFlat and write that with "
                                   "faiss.write_index_binary, or save them with numpy.save"));
  }
  if (head.size() < codes_at_byte) fail_corrupt(file->path(), "is a truncated Faiss index");
  const auto bits = field_at<std::int32_t>(head, bits_at);
  const auto code_bytes = field_at<std::int32_t>(head, code_bytes_at);
  const auto count = field_at<std::int64_t>(head, count_at);
  const auto stored = field_at<std::uint64_t>(head, stored_at);
  const bool possible = bits > 0 && bits % 8 == 0 && code_bytes == bits / 8 && count > 0 &&
                        static_cast<unsigned char>(head[is_trained_at]) <= 1;
  const std::size_t there = file->size() - codes_at_byte;
  const auto row = static_cast<std::size_t>(code_bytes), rows = static_cast<std::size_t>(count);
  if (!possible || stored != there || stored / row != rows || stored % row != 0) {
    fail_corrupt(file->path(),
                 fmt::format("is a Faiss index of {} codes of {} bits and {} bytes, of which {} "
                             "bytes are stored and {} follow: it is empty, truncated or damaged",
                             count, bits, code_bytes, stored, there));
  }
  CodeFileOptions stated = options;
  if (stated.bits == 0) stated.bits = static_cast<std::size_t>(bits);
  NumberTable table;
  table.path = file->path();
  table.program = "Faiss";
  table.text = fmt::format("IndexBinaryFlat {} x {} bytes", count, code_bytes);
  table.rows = rows;
  table.columns = row;
  table.read = [file, row](std::size_t first, std::size_t n, void* out) {
    file->read(codes_at_byte + first * row, out, n * row);
  };
  return codes_of_numbers(std::move(table), stated);
}

}  // namespace

/// Faiss's IndexBinaryFlat, as write_index_binary writes it: the mark "IBxF"; int32 bits, int32
/// bytes of a code, int64 number of codes, a byte that is 1, int32 metric; uint64 bytes that
/// follow, and the codes.
CodeFileFormat faiss_codes() {
  return {"Faiss IndexBinaryFlat", false,
          [](const Sniff& file) {
            return !file.is_gzip && file.head.size() > 4 && file.head.find('\0') < 64 &&
                   (file.head.starts_with(binary_marks) || file.head.starts_with(vector_marks));
          },
          open_faiss};
}

}  // namespace hashlab
