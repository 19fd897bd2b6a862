#include "lib/h5/checkpoint_folder.h"

#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "lib/files/temporary_file.h"
#include "lib/h5/h5.h"

#include <filesystem>
#include <system_error>

namespace hashlab {
namespace {

constexpr const char* kind = "hashlab checkpoint";
constexpr double max_numbers = 0x1.0p32;  // of one array

}  // namespace

std::string CheckpointFolder::file_of(const std::string& key) const {
  return path_ + "/" + sha256(key) + ".h5";
}

std::optional<Checkpoints::State> CheckpointFolder::found(const std::string& key) {
  if (!std::filesystem::exists(file_of(key))) return std::nullopt;
  try {
    const H5File file = H5File::open(file_of(key), H5File::Origin::own);
    const std::map<std::string, std::string> texts = file.text_attributes();
    const auto is = [&](const char* name, const std::string& value) {
      const auto at = texts.find(name);
      return at != texts.end() && at->second == value;
    };
    if (!is("kind", kind) || !is("key", key)) return std::nullopt;
    State state;
    for (const std::string& name : file.members()) {
      const H5File::Shape shape = file.shape(name);
      if (shape.size.size() != 2 || shape.kind != H5File::Kind::real || !file.is_whole(name) ||
          static_cast<double>(shape.size[0]) * static_cast<double>(shape.size[1]) > max_numbers) {
        return std::nullopt;
      }
      arma::mat values(shape.size[1], shape.size[0], arma::fill::none);
      file.read(name, values.memptr());
      state[name.substr(1)] = std::move(values);
    }
    return state;
  } catch (const Error&) {
    return std::nullopt;  // what is lost is time alone
  }
}

void CheckpointFolder::leave(const std::string& key, const State& state) {
  H5File file = H5File::create(file_of(key));
  file.set("kind", std::string(kind));
  file.set("key", key);
  for (const auto& [name, values] : state) {
    file.write("/" + name, values.memptr(), {values.n_cols, values.n_rows});
  }
  write_into_folder(path_, [&] { rewrite_file(file_of(key), file.image()); });
}

void CheckpointFolder::forget(const std::string& key) {
  std::error_code ignored;
  std::filesystem::remove(file_of(key), ignored);
  std::filesystem::remove(path_, ignored);  // fails unless it is empty
}

void CheckpointFolder::clear() {
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) return;
  remove_leftovers(path_);
  for (const auto& entry : std::filesystem::directory_iterator(path_, ignored)) {
    if (entry.path().extension() == ".h5") std::filesystem::remove(entry.path(), ignored);
  }
  std::filesystem::remove(path_, ignored);
}

}  // namespace hashlab
