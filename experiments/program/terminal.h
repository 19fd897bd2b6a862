#pragma once

namespace hashlab::experiments {

/// If standard output is a terminal, replaces `stdout` by a stream that spells out, as \xNN, what a
/// terminal might obey in names and texts of files (see visible_text), but for line feeds and tabs.
/// A file or a pipe receives bytes as they are. Call it before anything is printed.
void protect_terminal();

}  // namespace hashlab::experiments
