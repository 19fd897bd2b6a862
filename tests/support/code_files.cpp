#include "tests/support/code_files.h"

#include "lib/import/codes/open_codes.h"
#include "lib/rng.h"
#include "tests/support/skip.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace hashlab::testing {

Codes random_codes(const CodeFormat& format, std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  Codes codes(format, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < format.bits; j += 32) {
      const std::size_t width = std::min<std::size_t>(32, format.bits - j);
      codes.put(i, j, width, rng.bits() >> (64 - width));
    }
  }
  return codes;
}

std::string npy_header(const std::string& dictionary, char version) {
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  std::string text = dictionary;
  while ((8 + length_bytes + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string bytes("\x93NUMPY");
  bytes += {version, '\0'};
  for (std::size_t i = 0; i < length_bytes; ++i) {
    bytes += static_cast<char>(text.size() >> (8 * i) & 0xff);
  }
  return bytes + text;
}

std::string npy_packed(const Codes& codes, bool big) {
  const std::size_t bytes = (codes.format.bits + 7) / 8;
  std::vector<std::uint8_t> table(codes.n * bytes);
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t j = 0; j < codes.format.bits; ++j) {
      const std::size_t position = big ? 7 - j % 8 : j % 8;
      if (codes.bit(i, j)) table[i * bytes + j / 8] |= static_cast<std::uint8_t>(1 << position);
    }
  }
  return npy("|u1", fmt::format("({}, {})", codes.n, bytes), table);
}

void write_code_file(const std::string& path, const Codes& codes) {
  CodeWriter writer(path, codes.format);
  writer.append(codes);
  writer.finish();
}

void write_code_file(const std::string& path, const Codes& codes, std::size_t step) {
  CodeWriter writer(path, codes.format);
  for (std::size_t first = 0; first < codes.n; first += step) {
    writer.append(slice_of(codes, first, std::min(step, codes.n - first)));
  }
  writer.finish();
}

Codes codes_in(const std::string& path, const std::string& part) {
  const auto source = open_codes(path, with_part(part));
  return source->read(0, source->size());
}

Codes slice_of(const Codes& codes, std::size_t first, std::size_t count) {
  Codes part(codes.format, count);
  std::copy_n(codes.words.begin() + static_cast<std::ptrdiff_t>(first * codes.n_words()),
              part.words.size(), part.words.begin());
  return part;
}

bool same_codes(const Codes& a, const Codes& b) {
  return a.format == b.format && a.n == b.n && a.words == b.words;
}

CodeFileOptions with_bits(std::size_t n) {
  CodeFileOptions options;
  options.bits = n;
  return options;
}

CodeFileOptions with_part(const std::string& name) {
  CodeFileOptions options;
  options.part = name;
  return options;
}

std::string refusal_of_codes(const std::string& path, const CodeFileOptions& options) {
  const std::string message = error_of([&] {
    const auto source = open_codes(path, options);
    source->read(0, source->size());
  });
  CHECK(message.starts_with(path));
  CHECK(message.find('\n') == std::string::npos);
  return message.substr(std::min(message.size(), path.size()));
}

bool has_python() {
  static const bool there = shell("/usr/bin/python3 -c 'import numpy, h5py'").status == 0;
  if (!there) skip("there is no /usr/bin/python3 with numpy and h5py");
  return there;
}

}  // namespace hashlab::testing
