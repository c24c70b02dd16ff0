# What nearly every source includes, parsed once for each target: headers of the
# standard library are half of the time that a file takes to compile. A source
# still names what it uses.
set(mlfix_common_headers
  <algorithm> <array> <cstdint> <filesystem> <functional> <map> <memory> <optional> <set> <span>
  <string> <string_view> <unordered_map> <utility> <vector> <tl/expected.hpp>)

# mlfix_layer(<name> [COLD] [PUBLIC <lib>...] [PRIVATE <lib>...] [SOURCES <file>...])
# makes mlfix_<name> of all sources in src/<name>. A layer without a source yet
# is a header-only target, so that layers can start empty. A COLD layer is run
# once a run or once a finding, and optimised for the time that it takes to build.
function(mlfix_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "COLD" "" "PUBLIC;PRIVATE;SOURCES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.cc")
  list(APPEND sources ${layer_SOURCES})
  if(NOT sources)
    add_library(mlfix_${name} INTERFACE)
    target_link_libraries(mlfix_${name} INTERFACE ${layer_PUBLIC})
    return()
  endif()
  add_library(mlfix_${name} STATIC ${sources})
  target_link_libraries(mlfix_${name} PUBLIC ${layer_PUBLIC} PRIVATE ${layer_PRIVATE} mlfix_strict)
  target_precompile_headers(mlfix_${name} PRIVATE ${mlfix_common_headers})
  if(layer_COLD)
    target_compile_options(mlfix_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

# mlfix_transforms: every source in transforms/. An object library, because
# the engine reaches the transforms only through their list, and a linker would
# be free to leave unreferenced archive members out.
function(mlfix_transforms)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/transforms/*.cc")
  if(NOT sources)
    add_library(mlfix_transforms INTERFACE)
    target_link_libraries(mlfix_transforms INTERFACE mlfix_torch mlfix_engine mlfix_config)
    return()
  endif()
  add_library(mlfix_transforms OBJECT ${sources})
  target_link_libraries(mlfix_transforms PUBLIC mlfix_torch mlfix_engine mlfix_config PRIVATE mlfix_strict)
  target_precompile_headers(mlfix_transforms PRIVATE ${mlfix_common_headers})
endfunction()
