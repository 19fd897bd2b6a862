#pragma once

#include <string>

namespace hashlab::testing {

/// Counts the running test case as skipped, for a reason such as "there is no latex". The case goes
/// on, so return from it. It is not among those that passed, whatever it checked before.
void skip(const std::string& reason);

/// What the test program ends with, given what doctest says: 77, which ctest shows as skipped, if
/// cases were skipped and no other ran; 1 if none ran at all.
int exit_status(int doctest_status);

}  // namespace hashlab::testing
