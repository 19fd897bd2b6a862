#pragma once

#include "lib/data/file_facts.h"
#include "lib/relevance/near_table.h"

#include <string>

namespace hashlab::experiments {

/// The facts as one JSON object. `near` may be null.
std::string file_json(const FileFacts& facts, const NearFacts* near);

}  // namespace hashlab::experiments
