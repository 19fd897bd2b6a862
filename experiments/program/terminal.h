#pragma once

namespace hashlab::experiments {

/// If standard output is a terminal, replaces `stdout` by a stream that escapes, as \xNN, bytes in
/// names and texts of files that could control the terminal (see visible_text), except line feeds
/// and tabs. Files and pipes receive bytes unchanged. Call it before anything is printed.
void protect_terminal();

}  // namespace hashlab::experiments
