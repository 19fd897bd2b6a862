#include "lib/numbers.h"

#include <charconv>
#include <cstddef>
#include <system_error>

namespace hashlab {
namespace {

template <typename Number, typename... Base>
std::optional<Number> take(std::string_view& rest, Base... base) {
  Number value{};
  const char* const end = rest.data() + rest.size();
  const auto [stop, error] = std::from_chars(rest.data(), end, value, base...);
  if (error != std::errc{}) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
  return value;
}

template <typename Number, typename... Base>
std::optional<Number> parse(std::string_view text, Base... base) {
  const std::optional<Number> value = take<Number>(text, base...);
  return text.empty() ? value : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_whole(std::string_view text, int base) {
  return parse<std::uint64_t>(text, base);
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  return parse<std::int64_t>(text);
}

std::optional<double> parse_real(std::string_view text) {
  return parse<double>(text);
}

std::optional<std::uint64_t> take_whole(std::string_view& rest) {
  return take<std::uint64_t>(rest);
}

std::optional<double> take_real(std::string_view& rest) {
  return take<double>(rest);
}

}  // namespace hashlab
