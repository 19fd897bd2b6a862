#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// Is it the name of a sample rather than of a class: a number, a path or the name of a picture?
bool names_a_sample(std::string_view field);

/// Do the names of columns begin with one for the samples, such as "id" or "filename"?
bool names_samples(const std::vector<std::string>& header);

}  // namespace hashlab
