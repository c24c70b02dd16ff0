# What nearly every source includes, parsed once for each target: headers of the
# standard library are half of the time that a file takes to compile. A source
# still names what it uses.
set(mlfix_common_headers
  <algorithm> <array> <cstdint> <filesystem> <functional> <map> <memory> <optional> <set> <span>
  <string> <string_view> <unordered_map> <utility> <vector> <tl/expected.hpp>)

option(MLFIX_UNITY "Compile each layer as one unit, for a program that is built once" OFF)
option(MLFIX_FEW_UNITS "Take fewer units for it, for a machine of two cores" OFF)

# How code is optimised that does not decide how long a run takes. What GCC leaves out at -Og
# is a quarter of its time.
set(mlfix_cold_level $<$<CONFIG:Release>:-O1>)
if(MLFIX_UNITY)
  set(mlfix_cold_level $<$<CONFIG:Release>:-Og>)
endif()

# Passes of GCC that cost a sixth of what a unit takes at -O1 and bring a run little. A build
# at that level is made to be ready soon; packages have another one. Without them GCC no longer
# sees that an optional is looked into only if it holds something; other builds warn of that.
set(mlfix_dear_passes -Wno-maybe-uninitialized
  -fno-if-conversion -fno-if-conversion2 -fno-ipa-modref -fno-ipa-pure-const
  -fno-move-loop-invariants -fno-tree-dominator-opts -fno-tree-pta -fno-tree-sink -fno-tree-slsr)

# mlfix_compile_unit(<target>): options for units of many files.
function(mlfix_compile_unit target)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  if(CMAKE_CXX_FLAGS_RELEASE MATCHES "(^| )-O1( |$)")
    target_compile_options(${target} PRIVATE ${mlfix_dear_passes})
  endif()
  # Seen from a unit, a class with a member of such a type may be one of a header.
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  # GCC looks through all that it has for what it no longer needs, first at 128 MB. Without, a
  # unit takes up to 3.2 GB, and an eighth less time.
  target_compile_options(${target} PRIVATE "SHELL:--param ggc-min-heapsize=4000000")
endfunction()

# mlfix_compile_together(<target>): all sources in one unit take a third of the time
# that they take one by one, and a change to one compiles them all. Names of files
# meet there: those that are for one file only must differ within a unit. Rules have
# a namespace each, in which every one has its check().
function(mlfix_compile_together target)
  if(NOT MLFIX_UNITY)
    target_precompile_headers(${target} PRIVATE ${mlfix_common_headers})
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  mlfix_compile_unit(${target})
endfunction()

# mlfix_units(<unit>...) makes the units that layers join. Ninja starts what it may in the order
# in which targets are made: with the largest first, no core waits for one at the end.
function(mlfix_units)
  if(NOT MLFIX_UNITY)
    return()
  endif()
  list(REMOVE_DUPLICATES ARGN)
  foreach(unit IN LISTS ARGN)
    add_library(mlfix_unit_${unit} STATIC)
    target_link_libraries(mlfix_unit_${unit} PRIVATE mlfix_strict)
    mlfix_compile_together(mlfix_unit_${unit})
  endforeach()
endfunction()

# mlfix_join_unit(<layer> <unit> SOURCES <file>... PUBLIC <lib>... PRIVATE <lib>...) compiles a
# layer together with others. What a layer instantiates of the standard library and of JSON
# costs more than its own code does. The layer stays a target that links as it does otherwise;
# which header it may include, a build file by file tells.
function(mlfix_join_unit layer unit)
  cmake_parse_arguments(PARSE_ARGV 2 joined "" "" "SOURCES;PUBLIC;PRIVATE")
  set(target mlfix_unit_${unit})
  get_target_property(members ${target} MLFIX_LAYERS)
  if(members)
    list(REMOVE_ITEM joined_PUBLIC ${members})
  endif()
  set_property(TARGET ${target} APPEND PROPERTY MLFIX_LAYERS ${layer})
  target_sources(${target} PRIVATE ${joined_SOURCES})
  target_link_libraries(${target} PUBLIC ${joined_PUBLIC} PRIVATE ${joined_PRIVATE})
  add_library(${layer} INTERFACE)
  target_link_libraries(${layer} INTERFACE ${target})
endfunction()

# mlfix_layer(<name> [COLD] [UNIT <unit>] [PUBLIC <lib>...] [PRIVATE <lib>...] [SOURCES <file>...]
#   [EXCEPT <file>...])
# makes mlfix_<name> of all sources in src/<name> but those of a library by itself. A
# layer without a source yet is a header-only target, so that layers can start empty. A
# COLD layer is run once a run or once a finding, and optimised for the time that it
# takes to build.
# With MLFIX_UNITY, layers of one UNIT are compiled together.
function(mlfix_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "COLD" "UNIT" "PUBLIC;PRIVATE;SOURCES;EXCEPT")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.cc")
  list(REMOVE_ITEM sources ${layer_EXCEPT})
  list(APPEND sources ${layer_SOURCES})
  if(NOT sources)
    add_library(mlfix_${name} INTERFACE)
    target_link_libraries(mlfix_${name} INTERFACE ${layer_PUBLIC})
    return()
  endif()
  set(compiled mlfix_${name})
  if(MLFIX_UNITY AND layer_UNIT)
    mlfix_join_unit(mlfix_${name} ${layer_UNIT} SOURCES ${sources}
      PUBLIC ${layer_PUBLIC} PRIVATE ${layer_PRIVATE})
    set(compiled mlfix_unit_${layer_UNIT})
  else()
    add_library(mlfix_${name} STATIC ${sources})
    target_link_libraries(mlfix_${name} PUBLIC ${layer_PUBLIC} PRIVATE ${layer_PRIVATE} mlfix_strict)
    mlfix_compile_together(mlfix_${name})
  endif()
  if(layer_COLD)
    target_compile_options(${compiled} PRIVATE ${mlfix_cold_level})
  endif()
endfunction()

# mlfix_transforms: every source in transforms/. An object library, because
# the engine reaches the transforms only through their list, and a linker would
# be free to leave unreferenced archive members out.
function(mlfix_transforms)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/transforms/*.cc")
  if(NOT sources)
    add_library(mlfix_transforms INTERFACE)
    target_link_libraries(mlfix_transforms INTERFACE mlfix_torch mlfix_pyplot mlfix_keras mlfix_engine mlfix_config)
    return()
  endif()
  add_library(mlfix_transforms OBJECT ${sources})
  target_link_libraries(mlfix_transforms PUBLIC mlfix_torch mlfix_pyplot mlfix_keras mlfix_engine mlfix_config PRIVATE mlfix_strict)
  mlfix_compile_together(mlfix_transforms)
endfunction()
