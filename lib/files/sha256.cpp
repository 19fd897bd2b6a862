#include "lib/files/sha256.h"

#include "lib/error.h"
#include "lib/files/input_file.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace hashlab {
namespace {

void require(int ok) {
  if (ok != 1) throw Error(ErrorCode::numerical, "the system's SHA-256 is not available");
}

EVP_MD_CTX* evp(void* context) {
  return static_cast<EVP_MD_CTX*>(context);
}

}  // namespace

void Sha256::Free::operator()(void* context) const {
  EVP_MD_CTX_free(evp(context));
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  require(context_ ? EVP_DigestInit_ex(evp(context_.get()), EVP_sha256(), nullptr) : 0);
}

void Sha256::add(const void* data, std::size_t bytes) {
  require(EVP_DigestUpdate(evp(context_.get()), data, bytes));
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  require(EVP_DigestFinal_ex(evp(context_.get()), digest.data(), &size));
  return fmt::format("{:02x}", fmt::join(digest.begin(), digest.begin() + size, ""));
}

std::string sha256(std::string_view text) {
  Sha256 sum;
  sum.add(text);
  return sum.hex();
}

std::string sha256_of_file(const std::string& path) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 20;
  const InputFile file(path);
  Sha256 sum;
  for (std::size_t at = 0; at < file.size(); at += piece_bytes) {
    sum.add(file.text(at, piece_bytes));
  }
  return sum.hex();
}

}  // namespace hashlab
