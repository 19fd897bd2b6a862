#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// The text of a help page, wrapped to lines of at most `width` bytes (>= 40) where its words
/// allow. A longer line is wrapped again, together with its continuation lines:
///   * a paragraph, whose lines begin at the margin;
///   * an entry, "  NAME   what it means": continuation lines begin below "what";
///   * a command, "  hashlab ...": it is continued with a backslash, as in a shell.
/// All other lines are unchanged. No word is lost.
std::string laid_out(std::string_view text, std::size_t width);

}  // namespace hashlab::experiments
