# Benchmarks (tests/bench) with Google Benchmark, the yardstick that
# scripts/benchmark measures mlfix against, and fuzzers (tests/fuzz) with
# libFuzzer. None is built unless it is asked for.

set(yardstick "${PROJECT_SOURCE_DIR}/tests/bench/parse_only.cc")
add_executable(parse_only EXCLUDE_FROM_ALL "${yardstick}")
target_link_libraries(parse_only PRIVATE mlfix_engine mlfix_relaxed mlfix::tree_sitter_python)
if(MLFIX_STATIC)
  target_link_options(parse_only PRIVATE -static)
  target_link_libraries(parse_only PRIVATE mlfix::jemalloc)
endif()

file(GLOB benchmark_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/bench/*.cc")
list(REMOVE_ITEM benchmark_sources "${yardstick}")
find_package(benchmark QUIET)
if(benchmark_FOUND AND benchmark_sources)
  add_executable(mlfix_benchmarks EXCLUDE_FROM_ALL ${benchmark_sources})
  target_link_libraries(mlfix_benchmarks PRIVATE
    mlfix_cli mlfix_transforms mlfix_relaxed mlfix::tree_sitter_python benchmark::benchmark_main)
  target_compile_definitions(mlfix_benchmarks PRIVATE MLFIX_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endif()

if(MLFIX_FUZZ)
  file(GLOB fuzz_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*.cc")
  foreach(source IN LISTS fuzz_sources)
    get_filename_component(name "${source}" NAME_WE)
    add_executable(${name} "${source}")
    target_link_libraries(${name} PRIVATE
      mlfix_cli mlfix_transforms mlfix_relaxed nlohmann_json::nlohmann_json)
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  endforeach()
endif()
