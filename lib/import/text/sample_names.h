#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// True if a field may name a sample and is not the name of a class: it is a number, a path or the
/// name of an image file.
bool names_a_sample(std::string_view field);

/// True if the first of several column names is one for samples, such as "id" or "filename".
bool names_samples(const std::vector<std::string>& header);

}  // namespace hashlab
