#include "lib/import/text/sample_names.h"

#include "lib/import/text/text_table.h"
#include "lib/lower_case.h"

#include <algorithm>
#include <array>

namespace hashlab {

bool names_a_sample(std::string_view field) {
  constexpr std::array<const char*, 9> endings = {".jpg", ".JPG", ".jpeg", ".JPEG", ".png",
                                                  ".PNG", ".bmp", ".ppm",  ".gif"};
  return number_of(field).has_value() || field.find('/') != field.npos ||
         std::any_of(endings.begin(), endings.end(),
                     [&](const char* ending) { return field.ends_with(ending); });
}

bool names_samples(const std::vector<std::string>& header) {
  constexpr std::array<const char*, 8> names = {"id",       "index",     "name", "file",
                                                "filename", "file_name", "path", "image_id"};
  return header.size() > 1 &&
         std::find(names.begin(), names.end(), lower_case(header.front())) != names.end();
}

}  // namespace hashlab
