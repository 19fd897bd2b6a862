# What every target of the project is compiled with, and how a room of the house is declared.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_library(hashlab_settings INTERFACE)
target_include_directories(hashlab_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(hashlab_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  $<IF:$<CXX_COMPILER_ID:Clang>,-Wmissing-prototypes,-Wmissing-declarations>
  # GCC 12 at -O3 sees overflows in fmt 9's join that are not there.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
  -ffp-contract=off  # one result whether or not the processor has fused multiply-add
)

# hashlab_precompile(TARGET HEADERS...): what nearly every file of it includes is parsed once: shorter
# builds; off where a file has to show that it includes what it uses (presets dev, clang).
function(hashlab_precompile target)
  if(HASHLAB_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# hashlab_room(NAME SOURCES... [LINK LIBRARIES...]): a static library hashlab_NAME, alias hashlab::NAME.
function(hashlab_room name)
  cmake_parse_arguments(ROOM "" "" "LINK" ${ARGN})
  add_library(hashlab_${name} STATIC ${ROOM_UNPARSED_ARGUMENTS})
  add_library(hashlab::${name} ALIAS hashlab_${name})
  target_link_libraries(hashlab_${name} PUBLIC hashlab_settings ${ROOM_LINK})
  hashlab_precompile(hashlab_${name} <armadillo> <fmt/format.h> <algorithm> <map> <string> <vector>)
endfunction()

# hashlab_flags(FLAGS FILES...): flags of its own for a file, which then has no precompiled headers: those are of the
# target's flags, and nothing inline that other files share may be compiled with a wider instruction set.
function(hashlab_flags flags)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${flags}" SKIP_PRECOMPILE_HEADERS ON)
endfunction()
