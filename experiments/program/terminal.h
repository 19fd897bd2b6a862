#pragma once

namespace hashlab::experiments {

/// If standard output is a terminal, replaces `stdout` by a stream that escapes, as \xNN, all bytes
/// that could control the terminal (see visible_text), except line feeds and tabs. This is needed
/// because names and texts from files may contain control characters. If standard output is a file
/// or a pipe, it receives all bytes unchanged. Call this function before anything is printed.
void protect_terminal();

}  // namespace hashlab::experiments
