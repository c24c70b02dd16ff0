# Third-party code: found on the system where it is new enough, otherwise (the
# two tree-sitter parts) taken from the pinned npm package. docs/dependencies.md
# says what each is for and where it comes from.

find_package(PkgConfig)
find_package(Threads REQUIRED)
find_package(tl-expected REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.9 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(utf8cpp REQUIRED)

# Version 9 is compiled once; others spread differently over their headers and
# are used header-only.
if(fmt_VERSION VERSION_LESS 10)
  add_library(mlfix_fmt STATIC cmake/fmt_instances.cc)
  target_include_directories(mlfix_fmt SYSTEM PUBLIC
    $<TARGET_PROPERTY:fmt::fmt-header-only,INTERFACE_INCLUDE_DIRECTORIES>)
else()
  add_library(mlfix_fmt INTERFACE)
  target_link_libraries(mlfix_fmt INTERFACE fmt::fmt-header-only)
endif()
add_library(mlfix::fmt ALIAS mlfix_fmt)

# dtl is one header and has no package file.
find_path(MLFIX_DTL_INCLUDE_DIR dtl/dtl.hpp REQUIRED)
add_library(mlfix_dtl INTERFACE)
add_library(mlfix::dtl ALIAS mlfix_dtl)
target_include_directories(mlfix_dtl SYSTEM INTERFACE "${MLFIX_DTL_INCLUDE_DIR}")

# yaml-cpp's package file offers only the shared library, so the archive is
# looked for by name.
find_path(MLFIX_YAML_CPP_INCLUDE_DIR yaml-cpp/yaml.h REQUIRED)
if(MLFIX_STATIC)
  find_library(MLFIX_YAML_CPP_ARCHIVE libyaml-cpp.a REQUIRED)
  set(yaml_cpp_library "${MLFIX_YAML_CPP_ARCHIVE}")
else()
  find_library(MLFIX_YAML_CPP_LIBRARY yaml-cpp REQUIRED)
  set(yaml_cpp_library "${MLFIX_YAML_CPP_LIBRARY}")
endif()
add_library(mlfix_yaml_cpp INTERFACE)
add_library(mlfix::yaml_cpp ALIAS mlfix_yaml_cpp)
target_include_directories(mlfix_yaml_cpp SYSTEM INTERFACE "${MLFIX_YAML_CPP_INCLUDE_DIR}")
target_link_libraries(mlfix_yaml_cpp INTERFACE "${yaml_cpp_library}")

# A run allocates small blocks by the million; docs/performance.md says what it gains. The
# archive comes before the C library in the link, so the C library's own allocator stays out.
if(MLFIX_STATIC)
  find_library(MLFIX_JEMALLOC_ARCHIVE libjemalloc.a REQUIRED)
  add_library(mlfix_jemalloc INTERFACE)
  add_library(mlfix::jemalloc ALIAS mlfix_jemalloc)
  target_link_libraries(mlfix_jemalloc INTERFACE "${MLFIX_JEMALLOC_ARCHIVE}" Threads::Threads)
endif()

# toml++ is used header-only, which its package file leaves to the user.
find_path(MLFIX_TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
add_library(mlfix_tomlplusplus INTERFACE)
add_library(mlfix::tomlplusplus ALIAS mlfix_tomlplusplus)
target_include_directories(mlfix_tomlplusplus SYSTEM INTERFACE "${MLFIX_TOMLPLUSPLUS_INCLUDE_DIR}")

include(MlfixTreeSitter)
