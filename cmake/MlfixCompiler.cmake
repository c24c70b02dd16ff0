# Compiler settings. mlfix_strict is for the product's code, mlfix_relaxed for
# its tests, neither is for third-party code.

if(MLFIX_SANITIZE)
  add_compile_options(-fsanitize=${MLFIX_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MLFIX_SANITIZE})
endif()

# There a char has no sign by default; all is tested where it has one.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm)" AND NOT APPLE)
  add_compile_options(-fsigned-char)
endif()

if(MLFIX_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "MLFIX_FUZZ needs Clang: use the preset \"fuzz\"")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(MLFIX_LTO)
  include(CheckIPOSupported)
  check_ipo_supported()
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

# scripts/release builds twice in one folder. What the first program never ran has no counts.
if(MLFIX_PROFILE STREQUAL "generate")
  add_compile_options(-fprofile-generate)
  add_link_options(-fprofile-generate)
elseif(MLFIX_PROFILE STREQUAL "use")
  add_compile_options(-fprofile-use -Wno-missing-profile)
  add_link_options(-fprofile-use)
elseif(MLFIX_PROFILE)
  message(FATAL_ERROR "MLFIX_PROFILE is `generate` or `use`, not `${MLFIX_PROFILE}`")
endif()

# GCC 12 sees overlapping copies in optimised std::string concatenations where
# there are none (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  set(false_alarms -Wno-restrict)
endif()

# What GCC inlines of a precompiled standard library counts as our code, and it
# warns of copies in std::string that cannot happen.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND false_alarms -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()

# From 12 on, with sanitizers, it sees uninitialised values in the moves of
# std::regex (GCC bug 105616).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND MLFIX_SANITIZE)
  list(APPEND false_alarms -Wno-maybe-uninitialized)
endif()

add_library(mlfix_relaxed INTERFACE)
target_compile_options(mlfix_relaxed INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow ${false_alarms} $<$<BOOL:${MLFIX_WERROR}>:-Werror>)
target_include_directories(mlfix_relaxed INTERFACE
  "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/generated")
target_compile_definitions(mlfix_relaxed INTERFACE MLFIX_VERSION="${PROJECT_VERSION}")

add_library(mlfix_strict INTERFACE)
target_compile_options(mlfix_strict INTERFACE -Wconversion)
target_link_libraries(mlfix_strict INTERFACE mlfix_relaxed)
