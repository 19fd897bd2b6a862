#include "lib/codes/code_file.h"

#include "lib/codes/code_sources.h"
#include "lib/codes/comparable.h"
#include "lib/codes/h5_format.h"
#include "lib/error.h"
#include "lib/h5/h5_on_disk.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab {

namespace {

/// The format, if a file can have it.
const CodeFormat& storable(const std::string& path, const CodeFormat& format) {
  if (format.by_estimate) {
    check_estimated_format(format, path);
  } else if (format.digit_bits == 0) {
    check_format(format, path);
  } else {
    code_format(path, format.bits, format.digit_bits);
  }
  return format;
}

}  // namespace

struct CodeWriter::State {
  std::string path;
  CodeFormat format;
  H5OnDisk file;
  H5OnDisk::Table codes;
  H5OnDisk::Table scalars = {};
};

CodeWriter::CodeWriter(const std::string& path, const CodeFormat& format)
    : state_(new State{path, storable(path, format), H5OnDisk(path), {}}) {
  state_->codes = state_->file.add_table<std::uint8_t>("/codes", {packed_bytes(format)},
                                                       H5OnDisk::Packing::plain);
  if (format.scalar_bytes > 0) {
    state_->scalars = state_->file.add_table<std::uint8_t>("/scalars", {format.scalar_bytes},
                                                           H5OnDisk::Packing::plain);
  }
  H5File& file = state_->file.file();
  file.set("kind", "hashlab codes");
  file.set("bits", static_cast<double>(format.bits));
  write_digits(file, format);
}

CodeWriter::~CodeWriter() = default;

void CodeWriter::append(const Codes& codes) {
  if (codes.format != state_->format) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: codes of {} bits in digits of {} in a file of {} bits in digits "
                            "of {}",
                            state_->path, codes.format.bits, digits_text(codes.format),
                            state_->format.bits, digits_text(state_->format)));
  }
  state_->file.append(state_->codes, pack(codes).data(), codes.n);
  if (codes.format.scalar_bytes > 0) {
    state_->file.append(state_->scalars, codes.scalars.data(), codes.n);
  }
}

void CodeWriter::finish() {
  state_->file.finish();
}

}  // namespace hashlab
