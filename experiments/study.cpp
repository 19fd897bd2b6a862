#include "experiments/study.h"

namespace hashlab {

Study::Study(const Dataset& d, const Suite& s) : dataset(d), suite(s) {}

}  // namespace hashlab
