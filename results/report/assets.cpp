#include "results/report/assets.h"

// The build writes this list: HASHLAB_ASSET(SYMBOL, "NAME", "PATH") for every file.
#include "hashlab_report_assets.inc"

#define HASHLAB_ASSET(symbol, name, path)                                         \
  __asm__(".section .rodata\n.balign 16\n.global " #symbol                        \
          "\n"                                                                    \
          ".global " #symbol "_end\n" #symbol ":\n.incbin \"" path "\"\n" #symbol \
          "_end:\n.text\n");                                                      \
  extern "C" const char symbol[], symbol##_end[];
HASHLAB_PAGE_ASSETS
HASHLAB_SITE_ASSETS
HASHLAB_VEGA_ASSETS
#undef HASHLAB_ASSET

namespace hashlab::results {

#define HASHLAB_ASSET(symbol, name, path) \
  {name, {symbol, static_cast<std::size_t>(symbol##_end - symbol)}},

const std::vector<Asset>& page_assets() {
  static const std::vector<Asset> assets = {HASHLAB_PAGE_ASSETS};
  return assets;
}

const std::vector<Asset>& site_assets() {
  static const std::vector<Asset> assets = {HASHLAB_SITE_ASSETS};
  return assets;
}

const std::vector<Asset>& vega_assets() {
  static const std::vector<Asset> assets = {HASHLAB_VEGA_ASSETS};
  return assets;
}

#undef HASHLAB_ASSET

}  // namespace hashlab::results
