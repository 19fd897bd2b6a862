#include "lib/h5/h5_process.h"

#include "lib/h5/h5_lock.h"

namespace hashlab {

void set_h5_for_process() {
  H5dont_atexit();  // has an effect only before the library is initialised
  const H5Lock lock;
  H5Lunregister(H5L_TYPE_EXTERNAL);
}

}  // namespace hashlab
