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

# hashlab_room(NAME SOURCES... [LINK LIBRARIES...]): a static library hashlab_NAME, alias hashlab::NAME.
function(hashlab_room name)
  cmake_parse_arguments(ROOM "" "" "LINK" ${ARGN})
  add_library(hashlab_${name} STATIC ${ROOM_UNPARSED_ARGUMENTS})
  add_library(hashlab::${name} ALIAS hashlab_${name})
  target_link_libraries(hashlab_${name} PUBLIC hashlab_settings ${ROOM_LINK})
endfunction()
