#pragma once

#include <string>

namespace hashlab::testing {

/// Is there a latex with what our tables need? The running test case counts as skipped if not.
bool latex_is_there();

/// What latex says about a document of these tables: "" if it compiles, else its error lines.
std::string latex_errors(const std::string& tables);

}  // namespace hashlab::testing
