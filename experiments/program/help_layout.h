#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// The text of a help page, wrapped to lines of at most `width` bytes (>= 40). Only a word that is
/// too long makes a longer line. Lines that exceed `width` are wrapped again, together with their
/// continuation lines, as one of these:
///   * a paragraph, whose lines begin at the margin;
///   * an entry, "  NAME   what it means": continuation lines begin below "what";
///   * a command, "  hashlab ...": it is continued with a backslash, as in a shell.
/// All other lines are unchanged. No word is lost.
std::string laid_out(std::string_view text, std::size_t width);

}  // namespace hashlab::experiments
