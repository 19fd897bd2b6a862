#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// The text of a help page in lines of at most `width` bytes (>= 40), as long as its words allow.
/// A line that is longer is filled anew together with the lines that belong to it:
///   * a paragraph, whose lines begin at the margin;
///   * an entry, "  NAME   what it means": what follows begins below "what";
///   * a command, "  hashlab ...", is continued with a backslash, as a shell takes it.
/// All other lines stay as they are. No word is lost.
std::string laid_out(std::string_view text, std::size_t width);

}  // namespace hashlab::experiments
