#pragma once

#include "lib/codes/code_file.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// Codes in memory, where a file of codes is expected.
class HeldCodes : public CodeSource {
 public:
  HeldCodes(Codes codes, std::string description)
      : codes_(std::move(codes)), description_(std::move(description)) {}

  const CodeFormat& format() const override { return codes_.format; }
  CodeForm form() const override { return CodeForm::packed; }
  const std::vector<std::string>& remarks() const override { return remarks_; }
  std::size_t size() const override { return codes_.n; }
  const std::string& description() const override { return description_; }
  double buffer_bytes() const override { return 0; }
  Codes read(std::size_t first, std::size_t count) const override {
    std::vector<std::uint32_t> positions(count);
    std::iota(positions.begin(), positions.end(), static_cast<std::uint32_t>(first));
    return codes_at(codes_, positions);
  }

 private:
  Codes codes_;
  std::string description_;
  std::vector<std::string> remarks_;
};

}  // namespace hashlab::experiments
