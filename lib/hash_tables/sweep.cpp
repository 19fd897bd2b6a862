#include "lib/hash_tables/sweep.h"

#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace hashlab {
namespace {

[[noreturn]] void fail(std::string_view text, const std::string& what) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("hash-tables '{}': {}; expected such as 'K:8/16 L:1/2 radius:0/1 "
                          "keys:segments/sampled'",
                          text, what));
}

const char* name_of(KeyBits keys) {
  return keys == KeyBits::segments ? "segments" : "sampled";
}

std::vector<std::string> alternatives(const std::string& text) {
  std::vector<std::string> words;
  std::size_t first = 0;
  for (std::size_t slash = 0; slash != text.npos; first = slash + 1) {
    slash = text.find('/', first);
    words.push_back(text.substr(first, slash == text.npos ? slash : slash - first));
  }
  return words;
}

std::vector<std::size_t> counts(std::string_view all, const std::string& name,
                                const std::string& text, std::size_t min, std::size_t max) {
  std::vector<std::size_t> values;
  for (const std::string& word : alternatives(text)) {
    const auto value = parse_whole(word);
    if (!value || *value < min || *value > max) {
      fail(all,
           fmt::format("{} has '{}', must be a whole number in {} .. {}", name, word, min, max));
    }
    if (std::find(values.begin(), values.end(), *value) != values.end()) {
      fail(all, fmt::format("{} names {} twice", name, *value));
    }
    values.push_back(*value);
  }
  return values;
}

std::vector<KeyBits> key_kinds(std::string_view all, const std::string& text) {
  std::vector<KeyBits> kinds;
  for (const std::string& word : alternatives(text)) {
    const KeyBits kind = word == "sampled" ? KeyBits::sampled : KeyBits::segments;
    if (word != name_of(kind)) {
      fail(all, fmt::format("keys has '{}'{}", word, suggestion(word, {"segments", "sampled"})));
    }
    if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) {
      fail(all, fmt::format("keys names {} twice", word));
    }
    kinds.push_back(kind);
  }
  return kinds;
}

}  // namespace

std::string HashTableSweep::text() const {
  if (empty()) return "";
  std::vector<const char*> kinds;
  for (const KeyBits kind : keys) kinds.push_back(name_of(kind));
  return fmt::format("K:{} L:{} radius:{} keys:{}", fmt::join(K, "/"), fmt::join(L, "/"),
                     fmt::join(radius, "/"), fmt::join(kinds, "/"));
}

std::vector<HashTableSetting> HashTableSweep::settings() const {
  std::vector<HashTableSetting> all;
  for (const KeyBits kind : keys) {
    for (const std::size_t k : K) {
      for (const std::size_t l : L) {
        for (const std::size_t r : radius) all.push_back({k, l, r, kind});
      }
    }
  }
  return all;
}

std::vector<HashTableSetting> HashTableSweep::fitting(std::size_t bits) const {
  std::vector<HashTableSetting> fit;
  const std::vector<HashTableSetting> all = settings();
  std::copy_if(all.begin(), all.end(), std::back_inserter(fit),
               [&](const HashTableSetting& setting) { return misfit(setting, bits).empty(); });
  return fit;
}

HashTableSweep parse_hash_table_sweep(std::string_view text) {
  HashTableSweep sweep;
  std::vector<std::string> given;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    const std::string name = word.substr(0, word.find(':'));
    if (name == word) fail(text, fmt::format("'{}' has no ':'", word));
    const std::string values = word.substr(name.size() + 1);
    if (std::find(given.begin(), given.end(), name) != given.end()) {
      fail(text, fmt::format("{} is given twice", name));
    }
    given.push_back(name);
    if (name == "K") {
      sweep.K = counts(text, name, values, 1, 64);
    } else if (name == "L") {
      sweep.L = counts(text, name, values, 1, 1024);
    } else if (name == "radius") {
      sweep.radius = counts(text, name, values, 0, 64);
    } else if (name == "keys") {
      sweep.keys = key_kinds(text, values);
    } else {
      fail(text, fmt::format("unknown part '{}'{}", name,
                             suggestion(name, {"K", "L", "radius", "keys"})));
    }
  }
  if (sweep.K.empty() && !given.empty()) fail(text, "K is missing");
  // The longest code there is has 1024 bits.
  if (!sweep.empty() && sweep.fitting(1024).empty()) fail(text, "no combination fits any code");
  return sweep;
}

}  // namespace hashlab
