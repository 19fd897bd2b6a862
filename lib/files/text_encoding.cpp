#include "lib/files/text_encoding.h"

#include "lib/error.h"

namespace hashlab {

void refuse_utf16(std::string_view head, const std::string& path) {
  if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff")) {
    fail_corrupt(path, "is text in UTF-16, as PowerShell writes it: save it in UTF-8");
  }
}

}  // namespace hashlab
