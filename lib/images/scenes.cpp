#include "lib/images/scenes.h"

namespace hashlab {

const std::array<Scene, 10>& scenes() {
  static const std::array<Scene, 10> all = {{{"stripes", draw_stripes},
                                             {"checkers", draw_checkers},
                                             {"dots", draw_dots},
                                             {"rings", draw_rings},
                                             {"polygons", draw_polygons},
                                             {"skyline", draw_skyline},
                                             {"sea", draw_sea},
                                             {"mountains", draw_mountains},
                                             {"forest", draw_forest},
                                             {"road", draw_road}}};
  return all;
}

}  // namespace hashlab
