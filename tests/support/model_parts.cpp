#include "tests/support/model_parts.h"

#include "lib/files/files.h"
#include "lib/h5/h5.h"

namespace hashlab::testing {

ModelParts model_parts(const std::string& path) {
  const H5File file = H5File::open(path);
  ModelParts parts{file.text_attributes(), file.number_attributes(), {}};
  for (const std::string& name : file.members()) {
    const auto size = file.shape(name).size;
    arma::mat values(size.size() == 2 ? size[1] : size[0], size.size() == 2 ? size[0] : 1);
    file.read(name, values.memptr());
    parts.arrays[name] = values;
  }
  return parts;
}

void write_model_parts(const std::string& path, const ModelParts& parts) {
  H5File file = H5File::create(path);
  for (const auto& [name, text] : parts.texts) file.set(name, text);
  for (const auto& [name, number] : parts.numbers) file.set(name, number);
  for (const auto& [name, array] : parts.arrays) {
    if (array.n_cols == 1 && name.ends_with("/mean")) {
      file.write(name, array.memptr(), {array.n_rows});
    } else {
      file.write(name, array.memptr(), {array.n_cols, array.n_rows});
    }
  }
  write_file(path, file.image());
}

}  // namespace hashlab::testing
