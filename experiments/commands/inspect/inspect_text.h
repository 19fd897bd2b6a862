#pragma once

#include "lib/data/file_facts.h"
#include "lib/relevance/near_table.h"

#include <string>

namespace hashlab::experiments {

/// The facts about a data set file as text for display, one fact per line.
std::string file_text(const FileFacts& facts);
/// The number of near rows, and some of them, as text for display.
std::string near_text(const NearFacts& facts);
/// The facts as one JSON object. `near` may be null.
std::string file_json(const FileFacts& facts, const NearFacts* near);

}  // namespace hashlab::experiments
