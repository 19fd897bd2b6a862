#include "lib/files/h5_seal.h"

#include "lib/files/sha256.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

constexpr std::string_view seal_text = "hashlab file; SHA-256 of the bytes from 512 on: ";
constexpr std::string_view h5_signature = "\x89HDF\r\n\x1a\n";
constexpr std::size_t digest_digits = 64;

/// Has the block of a file that begins otherwise once been a seal? One flipped bit must not make
/// a file of ours one of others, of which no checksum is expected.
bool was_seal(std::string_view block) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < seal_text.size(); ++i) equal += block[i] == seal_text[i] ? 1 : 0;
  const std::string_view digest = block.substr(seal_text.size(), digest_digits);
  return 2 * equal >= seal_text.size() ||
         digest.find_first_not_of("0123456789abcdef") == digest.npos;
}

}  // namespace

std::string h5_seal(std::string_view checksum) {
  std::string block = fmt::format("{}{}\n", seal_text, checksum);
  block.resize(h5_seal_bytes, '\0');
  return block;
}

std::string h5_seal_of(const InputFile& file) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 20;
  Sha256 sum;
  for (std::size_t at = h5_seal_bytes; at < file.size(); at += piece_bytes) {
    const std::string piece = file.text(at, piece_bytes);
    sum.add(piece.data(), piece.size());
  }
  return h5_seal(sum.hex());
}

bool begins_with_seal(const InputFile& file) {
  return file.text(0, seal_text.size()) == seal_text;
}

Seal seal_of(const InputFile& file) {
  const std::string block = file.text(0, h5_seal_bytes);
  if (block.starts_with(seal_text)) {
    return block == h5_seal_of(file) ? Seal::whole : Seal::broken;
  }
  const bool has_block = file.text(h5_seal_bytes, h5_signature.size()) == h5_signature;
  return has_block && was_seal(block) ? Seal::broken : Seal::none;
}

}  // namespace hashlab
