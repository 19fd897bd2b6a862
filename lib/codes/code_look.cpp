#include "lib/codes/code_look.h"

#include "lib/codes/packing.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace hashlab {
namespace {

constexpr std::size_t fewest_codes = 32;  // among fewer a bit may well be constant by chance
constexpr double clearly_nearer = .95;    // a ratio of distances in both orders of bits

/// The codes with the bits of each byte in the other order; whole bytes only.
Codes with_bytes_reversed(const Codes& codes) {
  Codes reversed(codes.format, codes.n);
  unpack(pack(codes).data(), codes.n, BitOrder::big, reversed, 0);
  return reversed;
}

double mean_nearest(const Codes& codes, const Codes& others) {
  const std::size_t W = codes.n_words();
  double sum = 0;
  for (std::size_t i = 0; i < others.n; ++i) {
    int nearest = std::numeric_limits<int>::max();
    for (std::size_t j = 0; j < codes.n; ++j) {
      int distance = 0;
      for (std::size_t w = 0; w < W; ++w) {
        distance += std::popcount(others.code(i)[w] ^ codes.code(j)[w]);
      }
      nearest = std::min(nearest, distance);
    }
    sum += nearest;
  }
  return sum / static_cast<double>(others.n);
}

bool is_packed(const CodeSource& source) {
  return source.form() == CodeForm::packed_freely || source.form() == CodeForm::packed_int8;
}

/// What to say of bits that are the same in all codes of the sample; empty if there are none.
std::string constant_text(const CodeSample& sample) {
  const Codes& codes = sample.codes;
  const std::size_t constant = codes.n < fewest_codes ? 0 : constant_bits(codes);
  if (constant == 0) return "";
  const std::string which = fmt::format("{} codes{}", codes.n, sample.is_all ? "" : " looked at");
  const std::string remedy =
      "unless they are padding, real values were cut at the wrong place or signs have zeros: look "
      "at the values";
  if (constant == codes.format.bits) return fmt::format("all {} are equal: {}", which, remedy);
  return fmt::format("{} of {} bits {} the same in all {}: {}", constant, codes.format.bits,
                     constant == 1 ? "is" : "are", which, remedy);
}

/// What to say of a packed file beside one whose order of bits is known; empty if nothing.
std::string order_text(const std::string& packed_path, const Codes& packed,
                       const std::string& other_path, const Codes& others,
                       const std::string& bit_order) {
  const auto distances = compare_orders(packed, others);
  if (!distances) return "";
  const std::string order = bit_order.empty() ? "little" : bit_order;
  const std::string other_order = order == "little" ? "big" : "little";
  const bool other_fits = distances->reversed < clearly_nearer * distances->as_read;
  if (!bit_order.empty() && !other_fits) return "";
  return fmt::format(
      "{} is packed and does not say its bit order, {} has one: in a sample the nearest codes are "
      "{:.1f} bits away with --bit-order {} (used), {:.1f} with {}{}",
      packed_path, other_path, distances->as_read, order, distances->reversed, other_order,
      other_fits ? fmt::format(": give --bit-order {} (numpy.packbits packs big)", other_order)
      : bit_order.empty() ? fmt::format(": give --bit-order {} if that is right", order)
                          : "");
}

/// What to say of two packed files whose bits seem to be in different orders; empty if they do not.
std::string unlike_orders_text(const std::string& path, const Codes& codes,
                               const std::string& other_path, const Codes& others) {
  constexpr std::size_t fewest = 20;  // among fewer the nearest distances vary too much
  if (std::min(codes.n, others.n) < fewest) return "";
  const auto distances = compare_orders(codes, others);
  if (!distances || distances->reversed >= clearly_nearer * distances->as_read) return "";
  return fmt::format(
      "{} and {} seem to be packed in different bit orders: in a sample the nearest codes are "
      "{:.1f} bits away, and {:.1f} if the bits of each byte of the first are reversed: repack it, "
      "np.packbits(np.unpackbits(a, axis=1), axis=1, bitorder='little')",
      path, other_path, distances->as_read, distances->reversed);
}

}  // namespace

CodeSample sample_of(const CodeSource& source, std::size_t at_most) {
  const std::size_t n = source.size();
  if (n <= at_most) return {source.read(0, n), true};
  constexpr std::size_t places = 4;
  const std::size_t each = std::max<std::size_t>(1, at_most / places);
  CodeSample sample{Codes(source.format(), each * places)};
  auto out = sample.codes.words.begin();
  for (std::size_t place = 0; place < places; ++place) {
    const Codes piece = source.read((n - each) * place / (places - 1), each);
    out = std::copy(piece.words.begin(), piece.words.end(), out);
  }
  return sample;
}

std::size_t constant_bits(const Codes& codes) {
  if (codes.n == 0) return 0;
  const std::size_t W = codes.n_words();
  std::vector<std::uint64_t> differs(W);
  for (std::size_t i = 1; i < codes.n; ++i) {
    for (std::size_t w = 0; w < W; ++w) differs[w] |= codes.code(i)[w] ^ codes.code(0)[w];
  }
  std::size_t varying = 0;
  for (const std::uint64_t word : differs) varying += static_cast<std::size_t>(std::popcount(word));
  return codes.format.bits - varying;
}

std::optional<OrderDistances> compare_orders(const Codes& packed, const Codes& others) {
  const bool comparable = packed.format == others.format && packed.format.hamming() &&
                          packed.format.bits % 8 == 0 && packed.n > 0 && others.n > 0;
  if (!comparable) return std::nullopt;
  return OrderDistances{mean_nearest(packed, others),
                        mean_nearest(with_bytes_reversed(packed), others)};
}

std::vector<std::string> look_at_codes(const CodeSource& database, const std::string& database_path,
                                       const CodeSource& query, const std::string& query_path,
                                       const std::string& bit_order) {
  std::vector<std::string> notes;
  struct Side {
    const CodeSource& codes;
    const std::string& path;
  };
  // One file may hold both parts, which its descriptions tell apart.
  const bool is_one_table =
      database_path == query_path && database.description() == query.description();
  std::vector<Side> sides = {{database, database_path}};
  if (!is_one_table) sides.push_back({query, query_path});
  for (const Side& side : sides) {
    for (const std::string& remark : side.codes.remarks()) {
      notes.push_back(side.path + ": " + remark);
    }
    if (!side.codes.remarks().empty()) continue;  // which is why bits are constant
    const std::string constant = constant_text(sample_of(side.codes));
    if (!constant.empty()) notes.push_back(side.path + ": " + constant);
  }
  constexpr std::size_t max_packed = 1024, max_others = 256;
  if (is_packed(database) != is_packed(query)) {
    const Side packed =
        is_packed(database) ? Side{database, database_path} : Side{query, query_path};
    const Side other =
        is_packed(database) ? Side{query, query_path} : Side{database, database_path};
    const std::string order =
        order_text(packed.path, sample_of(packed.codes, max_packed).codes, other.path,
                   sample_of(other.codes, max_others).codes, bit_order);
    if (!order.empty()) notes.push_back(order);
  } else if (is_packed(database) && database.form() == query.form() && !is_one_table) {
    const std::string text =
        unlike_orders_text(database_path, sample_of(database, max_packed).codes, query_path,
                           sample_of(query, max_others).codes);
    if (!text.empty()) notes.push_back(text);
  } else if (is_packed(database) && database.form() != query.form()) {
    notes.push_back(fmt::format(
        "{} has signed bytes and {} unsigned ones: if one was made by subtracting 128, as by "
        "precision='binary' of sentence-transformers, every first bit differs: convert it by "
        "(a.astype(int) + 128).astype(np.uint8)",
        database.form() == CodeForm::packed_int8 ? database_path : query_path,
        database.form() == CodeForm::packed_int8 ? query_path : database_path));
  }
  return notes;
}

bool begins_with(const CodeSource& source, const CodeSource& other) {
  if (other.size() > source.size() || source.format() != other.format()) return false;
  constexpr std::size_t step = 4096;
  for (std::size_t first = 0; first < other.size(); first += step) {
    const std::size_t count = std::min(step, other.size() - first);
    if (source.read(first, count).words != other.read(first, count).words) return false;
  }
  return true;
}

}  // namespace hashlab
