#include "results/record/cell_summary.h"

#include "lib/error.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>

namespace hashlab::results {
namespace {

constexpr std::string_view summary_format = "hashlab summary of a cell 1\n";
static_assert(std::endian::native == std::endian::little);

template <typename Value>
void put_raw(std::string& out, Value value) {
  const std::size_t at = out.size();
  out.resize(at + sizeof value);
  std::memcpy(&out[at], &value, sizeof value);
}

void put_size(std::string& out, std::size_t size) {
  put_raw(out, static_cast<std::uint32_t>(size));
}

void put(std::string& out, double value) {
  put_raw(out, value);
}

void put(std::string& out, const std::string& text) {
  put_size(out, text.size());
  out += text;
}

void put(std::string& out, const std::vector<double>& list) {
  put_size(out, list.size());
  for (const double value : list) put(out, value);
}

template <typename Value>
void put(std::string& out, const std::map<std::string, Value>& values) {
  put_size(out, values.size());
  for (const auto& [name, value] : values) {
    put(out, name);
    put(out, value);
  }
}

/// Takes values from the front of the bytes. is_good() becomes false if the bytes end too early, or
/// if the names in a map are not ascending.
class SummaryBytes {
 public:
  explicit SummaryBytes(std::string_view bytes) : left_(bytes) {}

  bool is_good() const { return is_good_; }
  bool is_at_end() const { return left_.empty(); }

  void take(double& value) { take_raw(value); }
  void take(std::string& text) { text = take_bytes(take_size(1)); }
  void take(std::vector<double>& list) {
    list.resize(take_size(sizeof(double)));
    const std::string_view bytes = take_bytes(list.size() * sizeof(double));
    if (is_good_ && !bytes.empty()) std::memcpy(list.data(), bytes.data(), bytes.size());
  }
  template <typename Value>
  void take(std::map<std::string, Value>& values) {
    for (std::size_t left = take_size(1); left > 0 && is_good_; --left) {
      std::string name;
      take(name);
      is_good_ = is_good_ && (values.empty() || std::prev(values.end())->first < name);
      take(values.emplace_hint(values.end(), std::move(name), Value())->second);
    }
  }

 private:
  std::string_view take_bytes(std::size_t size) {
    is_good_ = is_good_ && size <= left_.size();
    if (!is_good_) return {};
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  template <typename Raw>
  void take_raw(Raw& value) {
    const std::string_view bytes = take_bytes(sizeof value);
    if (is_good_) std::memcpy(&value, bytes.data(), sizeof value);
  }
  /// A number of elements with at least `element_bytes` bytes each; 0 if fewer bytes are left.
  std::size_t take_size(std::size_t element_bytes) {
    std::uint32_t size = 0;
    take_raw(size);
    is_good_ = is_good_ && size <= left_.size() / element_bytes;
    return is_good_ ? size : 0;
  }

  std::string_view left_;
  bool is_good_ = true;
};

}  // namespace

std::string summary_bytes(const CellSummary& summary) {
  std::string bytes(summary_format);
  put(bytes, summary.texts);
  put(bytes, summary.numbers);
  put(bytes, summary.lists);
  return bytes;
}

CellSummary summary_from_bytes(std::string_view bytes, const std::string& path) {
  if (!bytes.starts_with(summary_format)) {
    fail_corrupt(path, "has a summary of another version of hashlab; run the suite again");
  }
  SummaryBytes left(bytes.substr(summary_format.size()));
  CellSummary summary;
  left.take(summary.texts);
  left.take(summary.numbers);
  left.take(summary.lists);
  if (!left.is_good() || !left.is_at_end()) {
    fail_corrupt(path, "has a summary that is not as hashlab writes it");
  }
  return summary;
}

}  // namespace hashlab::results
