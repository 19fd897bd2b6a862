#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// The text of a help page, wrapped to lines of at most `width` bytes (>= 40). Only a word that is
/// too long makes a longer line. The text is a sequence of blocks:
///   * a paragraph, whose lines begin at the margin;
///   * an entry, "  NAME   what it means": continuation lines begin below "what";
///   * a command, "  hashlab ...": it is continued with a backslash, as in a shell;
///   * any other indented line.
/// A block is wrapped again, in its own form, if one of its lines exceeds `width`. All other blocks
/// are unchanged. No word is lost.
std::string laid_out(std::string_view text, std::size_t width);

}  // namespace hashlab::experiments
