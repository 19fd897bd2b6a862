# What every target of the project is compiled with, and how a room of the house is declared.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# A build with sanitizers links 50 programs. GNU's linker takes 2 to 22 s for each of them, LLVM's a
# third of that. What users install is linked by the linker of the system.
find_program(HASHLAB_LLD ld.lld)
if(HASHLAB_LLD AND PROJECT_IS_TOP_LEVEL AND CMAKE_BUILD_TYPE STREQUAL RelWithDebInfo)
  add_link_options(-fuse-ld=lld)
endif()

add_library(hashlab_settings INTERFACE)
target_include_directories(hashlab_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(hashlab_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion
  # A local name in a united file may be that of another part.
  $<$<NOT:$<BOOL:${HASHLAB_UNITY}>>:-Wshadow>
  $<IF:$<CXX_COMPILER_ID:Clang>,-Wmissing-prototypes,-Wmissing-declarations>
  # GCC 12 at -O3 sees overflows in fmt 9's join that are not there.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
  # At -O1 it sees them in std::string's moves, too.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
  # GCC spends a tenth of its time looking for memory to reuse unless it may first fill a gigabyte.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>
  -ffp-contract=off  # one result whether or not the processor has fused multiply-add
  # One compilation for the program and the shared library, whose functions nobody replaces. As an
  # option and not as a property, so that all targets can share one precompiled header.
  -fPIC -fno-semantic-interposition
)

# hashlab_precompile(TARGET [HEADERS... | REUSE_FROM TARGET]): what nearly every file includes is
# parsed once. Armadillo alone takes as long as three files of ours. The rooms share one precompiled
# header, that of hashlab_lib. Off where a file has to show that it includes what it uses (preset
# clang).
function(hashlab_precompile target)
  if(NOT HASHLAB_PRECOMPILE)
    return()
  endif()
  if("REUSE_FROM" IN_LIST ARGN)
    target_precompile_headers(${target} ${ARGN})
  elseif(ARGN)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM hashlab_lib)
  endif()
endfunction()

# With HASHLAB_UNITE_FOLDERS (preset release, and continuous integration) several folders are
# compiled together: the first of these patterns that fits a folder names its group. What folders
# share is then compiled less often.
# A group takes GCC half a minute and 1.7 GB at most. Names in the unnamed namespaces of a group are
# distinct.
set(HASHLAB_UNITED
  "lib(/files|/data|/codes|/hamming)?"
  "lib/(metrics|ranking|hash_tables|relevance|recognition|embeddings|search|label_scores)"
  "lib/import(/.*)?"
  "lib/(images|scenes)"
  "hashers/projections/.*"
  "hashers(/.*)?"
  "splits(/.*)?"
  "results/(compare|format|hash_tables|published|record|table)"
  # Those that write JSON go together.
  "experiments/(commands|audit|program|scan)(/.*)?"
  "experiments/.*")

# With HASHLAB_UNITY the files of a folder are compiled together: what they include is parsed once,
# and templates that they share are compiled once, which makes a build from nothing several times
# shorter. So names in the unnamed namespaces of one folder are distinct; each test has a namespace
# of its own. The folders of verbs and of quantisers go with the folder above them. Tests of a
# folder are together if their names begin with letters near each other: all of them would take too
# long to compile after a change of one. Files with flags of their own stay alone. Off where a file
# has to show that it includes what it uses (preset clang), and worth turning off
# (-DHASHLAB_UNITY=OFF) while one file is worked on.
function(hashlab_unite target)
  if(NOT HASHLAB_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # GCC takes the parts of a united file for headers, in which a class may not use an unnamed
  # namespace. Preset clang warns of that.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  foreach(file ${ARGN})
    get_filename_component(folder ${file} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(REGEX MATCH "^(experiments/commands|hashers/quantisers|.*)" group ${folder})
    if(HASHLAB_UNITE_FOLDERS)
      foreach(united ${HASHLAB_UNITED})
        if(folder MATCHES "^${united}$")
          set(group ${united})
          break()
        endif()
      endforeach()
    endif()
    foreach(letters a-e f-m n-r s-z)
      if(file MATCHES "/[${letters}][^/]*_test.cpp$")
        string(APPEND group " ${letters}")
      endif()
    endforeach()
    string(MAKE_C_IDENTIFIER ${group} group)
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# hashlab_room(NAME [LESS_OPTIMISED] SOURCES... [LINK LIBRARIES...]): a static library hashlab_NAME,
# alias hashlab::NAME.
# LESS_OPTIMISED is for rooms that parse, plan and print: -O1 in place of -O3 where users run them,
# for which GCC takes six tenths of the time (on a busy machine plan, status, table and import took
# as long as before within 2 %, report 1 to 4 % longer), and -O0 where they are tested, for which
# Clang's sanitizers take half the time of -O1.
function(hashlab_room name)
  cmake_parse_arguments(ROOM "LESS_OPTIMISED" "" "LINK" ${ARGN})
  add_library(hashlab_${name} STATIC ${ROOM_UNPARSED_ARGUMENTS})
  add_library(hashlab::${name} ALIAS hashlab_${name})
  # Whoever links with a room gets its headers, but none of our flags.
  target_include_directories(hashlab_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(hashlab_${name} PUBLIC ${ROOM_LINK} PRIVATE hashlab_settings)
  hashlab_unite(hashlab_${name} ${ROOM_UNPARSED_ARGUMENTS})
  if(ROOM_LESS_OPTIMISED)
    target_compile_options(hashlab_${name} PRIVATE
      $<$<CONFIG:Release>:-O1> $<$<CONFIG:RelWithDebInfo>:-O0>)
  endif()
  # A precompiled header has to be of the same level.
  if(name STREQUAL "lib" OR (name STREQUAL "import" AND CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo"))
    hashlab_precompile(hashlab_${name}
      <armadillo> <fmt/format.h> <algorithm> <functional> <map> <string> <vector>)
  elseif(ROOM_LESS_OPTIMISED AND CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo")
    hashlab_precompile(hashlab_${name} REUSE_FROM hashlab_import)
  else()
    hashlab_precompile(hashlab_${name})
  endif()
endfunction()

# hashlab_part(ROOM PART SOURCES...): objects hashlab_PART that go into the library of a less
# optimised room, but compute.
function(hashlab_part room part)
  add_library(hashlab_${part} OBJECT ${ARGN})
  target_link_libraries(hashlab_${part} PRIVATE hashlab_lib hashlab_settings)
  hashlab_unite(hashlab_${part} ${ARGN})
  hashlab_precompile(hashlab_${part})
  target_sources(hashlab_${room} PRIVATE $<TARGET_OBJECTS:hashlab_${part}>)
endfunction()

# hashlab_flags(FLAGS FILES...): flags of its own for a file, which then has no precompiled headers:
# those are of the target's flags, and nothing inline that other files share may be compiled with a
# wider instruction set.
function(hashlab_flags flags)
  if(CMAKE_BUILD_TYPE STREQUAL Release AND flags STREQUAL "-O3")
    return()  # it has them
  endif()
  set_source_files_properties(${ARGN} PROPERTIES
    COMPILE_OPTIONS "${flags}" SKIP_PRECOMPILE_HEADERS ON)
endfunction()
