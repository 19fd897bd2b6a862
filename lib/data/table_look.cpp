#include "lib/data/table_look.h"

#include "lib/data/dataset.h"

namespace hashlab {

TableLook look_at_table(const DatasetFile& file) {
  const Labels labels = file.read_labels();
  ContentChecksum sum(file.size(), file.dimensions(), labels);
  TableLook look;
  look.columns = column_facts(file.size(), file.dimensions(), labels,
                              [&](std::size_t first, std::size_t count) {
                                Features X = file.read(first, count);
                                sum.add(X);
                                return X;
                              });
  look.columns.of_source = file.source_columns();
  look.checksum = sum.hex();
  return look;
}

}  // namespace hashlab
