#include "results/site/slugs.h"

#include "lib/files/sha256.h"

namespace hashlab::results {
namespace {

constexpr std::size_t most_letters = 60;

struct Plain {
  std::string slug;
  bool whole = true;  ///< the name is readable in it
};

Plain plain_slug(const std::string& name) {
  Plain plain;
  for (const char c : name) {
    const bool lower = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    if (lower) {
      plain.slug += c;
      continue;
    }
    if (c >= 'A' && c <= 'Z') {
      plain.slug += static_cast<char>(c - 'A' + 'a');
      plain.whole = false;  // some file systems do not tell capitals
      continue;
    }
    if (c != '+' && c != '-' && c != ':') plain.whole = false;
    if (!plain.slug.empty() && plain.slug.back() != '-') plain.slug += '-';
  }
  while (!plain.slug.empty() && plain.slug.back() == '-') plain.slug.pop_back();
  if (plain.slug.size() > most_letters) {
    plain.slug.resize(most_letters);
    plain.whole = false;
  }
  return plain;
}

}  // namespace

Slugs::Slugs(const std::vector<std::string>& names) {
  std::set<std::string> taken;
  for (const std::string& name : names) {
    if (slugs_.contains(name)) continue;
    const Plain plain = plain_slug(name);
    std::string slug = plain.slug;
    if (!plain.whole || slug.empty() || taken.contains(slug)) {
      slug += (slug.empty() ? "" : "-") + sha256(name).substr(0, 8);
    }
    taken.insert(slug);
    slugs_.emplace(name, slug);
  }
}

}  // namespace hashlab::results
