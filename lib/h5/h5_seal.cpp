#include "lib/h5/h5_seal.h"

#include "lib/error.h"
#include "lib/files/quick_sum.h"
#include "lib/files/sha256.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>

namespace hashlab {
namespace {

constexpr std::string_view seal_text = "hashlab file; SHA-256 of the bytes from 512 on: ";
constexpr std::string_view h5_signature = "\x89HDF\r\n\x1a\n";
constexpr std::size_t digest_digits = 64;
constexpr std::size_t max_bytes_at_once = std::size_t{1} << 20;
constexpr std::size_t max_appendix_bytes = std::size_t{1} << 26;
// What follows in the seal of a file with an appendix, before and after the number of its bytes.
constexpr std::string_view appendix_text = "appendix: the last ";
constexpr std::string_view sum_text = " bytes; Poly1305 of this and the bytes from 512 on: ";

std::atomic<int> checked_elsewhere = 0;

/// Has the block of a file that begins otherwise once been a seal? One flipped bit must not make
/// a file of ours one of others, of which no checksum is expected.
bool was_seal(std::string_view block) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < seal_text.size(); ++i) equal += block[i] == seal_text[i] ? 1 : 0;
  const std::string_view digest = block.substr(seal_text.size(), digest_digits);
  return 2 * equal >= seal_text.size() ||
         digest.find_first_not_of("0123456789abcdef") == digest.npos;
}

/// The line of the checksum, and that of the appendix up to its own sum.
std::string seal_before_sum(std::string_view checksum, std::size_t appendix_bytes) {
  return fmt::format("{}{}\n{}{}{}", seal_text, checksum, appendix_text, appendix_bytes, sum_text);
}

std::string padded(std::string_view text) {
  std::string block(h5_seal_bytes, '\0');
  text.copy(block.data(), block.size());
  return block;
}

/// How many bytes the appendix has by the seal of a file; nothing if it tells of none.
std::optional<std::size_t> appendix_bytes_of(std::string_view block) {
  constexpr std::size_t line = seal_text.size() + digest_digits + 1;
  if (!block.starts_with(seal_text) || block.size() != h5_seal_bytes ||
      !block.substr(line).starts_with(appendix_text)) {
    return std::nullopt;
  }
  std::string_view rest = block.substr(line + appendix_text.size());
  const auto bytes = take_whole(rest);
  if (!bytes || *bytes > max_appendix_bytes || !rest.starts_with(sum_text)) return std::nullopt;
  return *bytes;
}

std::string_view digest_of(std::string_view block) {
  return block.substr(seal_text.size(), digest_digits);
}

/// Calls add(piece) for the bytes of a file from `first` on.
template <typename Add>
void for_each_piece(const InputFile& file, std::size_t first, Add add) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 16;  // stays in the cache
  if (first >= file.size()) return;
  const auto buffer = std::make_unique_for_overwrite<char[]>(piece_bytes);
  for (std::size_t at = first; at < file.size(); at += piece_bytes) {
    const std::size_t bytes = std::min(piece_bytes, file.size() - at);
    file.read(at, buffer.get(), bytes);
    add(std::string_view(buffer.get(), bytes));
  }
}

/// The seal of a file that ends in an appendix, by the bytes that `add_rest` adds to its sum.
template <typename AddRest>
std::string seal_with_appendix(std::string_view checksum, std::size_t appendix_bytes,
                               AddRest add_rest) {
  const std::string before = seal_before_sum(checksum, appendix_bytes);
  QuickSum sum;
  sum.add(before);
  add_rest(sum);
  return padded(fmt::format("{}{}\n", before, sum.hex()));
}

}  // namespace

std::string h5_seal(std::string_view checksum) {
  return padded(fmt::format("{}{}\n", seal_text, checksum));
}

std::string h5_seal_with_appendix(std::string_view rest, std::size_t appendix_bytes) {
  return seal_with_appendix(sha256(rest), appendix_bytes, [&](QuickSum& sum) { sum.add(rest); });
}

std::optional<std::string> h5_appendix(const std::string& path) {
  const InputFile file(path);
  // A cell is read by one call; of larger files the first bytes tell whether to go on.
  const std::size_t at_once = std::min(file.size(), max_bytes_at_once);
  const auto buffer = std::make_unique_for_overwrite<char[]>(at_once);
  file.read(0, buffer.get(), at_once);
  const std::string_view bytes(buffer.get(), at_once);
  const std::string_view block = bytes.substr(0, h5_seal_bytes);
  const auto appendix = appendix_bytes_of(block);
  if (!appendix) return std::nullopt;
  if (file.size() < h5_seal_bytes + *appendix ||
      block != seal_with_appendix(digest_of(block), *appendix, [&](QuickSum& sum) {
        sum.add(bytes.substr(h5_seal_bytes));
        for_each_piece(file, at_once, [&](std::string_view piece) { sum.add(piece); });
      })) {
    fail_corrupt(path, "is truncated or damaged: its checksum does not fit");
  }
  if (at_once == file.size()) return std::string(bytes.substr(bytes.size() - *appendix));
  return file.text(file.size() - *appendix, *appendix);
}

std::string h5_seal_of(const InputFile& file) {
  Sha256 sum;
  for_each_piece(file, h5_seal_bytes, [&](std::string_view piece) { sum.add(piece); });
  return h5_seal(sum.hex());
}

bool begins_with_seal(const InputFile& file) {
  return file.text(0, seal_text.size()) == seal_text;
}

SealsCheckedElsewhere::SealsCheckedElsewhere() {
  ++checked_elsewhere;
}

SealsCheckedElsewhere::~SealsCheckedElsewhere() {
  --checked_elsewhere;
}

Seal seal_of(const InputFile& file) {
  const std::string block = file.text(0, h5_seal_bytes);
  if (block.starts_with(seal_text)) {
    if (checked_elsewhere > 0) return Seal::whole;
    const std::string expected = h5_seal_of(file);
    if (block == expected) return Seal::whole;
    const auto appendix = appendix_bytes_of(block);
    if (!appendix || digest_of(block) != digest_of(expected)) return Seal::broken;
    const std::string with_appendix =
        seal_with_appendix(digest_of(block), *appendix, [&](QuickSum& sum) {
          for_each_piece(file, h5_seal_bytes, [&](std::string_view piece) { sum.add(piece); });
        });
    return file.size() >= h5_seal_bytes + *appendix && block == with_appendix ? Seal::whole
                                                                              : Seal::broken;
  }
  const bool has_block = file.text(h5_seal_bytes, h5_signature.size()) == h5_signature;
  return has_block && was_seal(block) ? Seal::broken : Seal::none;
}

}  // namespace hashlab
