# Targets lint (clang-tidy) and format-check (clang-format) over all our code.

file(GLOB_RECURSE own_code CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/src/*.cc" "${PROJECT_SOURCE_DIR}/src/*.h"
  "${PROJECT_SOURCE_DIR}/transforms/*.cc" "${PROJECT_SOURCE_DIR}/transforms/*.h"
  "${PROJECT_SOURCE_DIR}/tests/*.cc" "${PROJECT_SOURCE_DIR}/tests/*.h"
  "${PROJECT_SOURCE_DIR}/tools/*.cc")

find_program(MLFIX_CLANG_FORMAT NAMES clang-format clang-format-14)
if(MLFIX_CLANG_FORMAT)
  add_custom_target(format-check
    COMMAND "${MLFIX_CLANG_FORMAT}" --dry-run -Werror ${own_code}
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" VERBATIM)
  add_custom_target(format
    COMMAND "${MLFIX_CLANG_FORMAT}" -i ${own_code}
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" VERBATIM)
  # Of two versions each finds fault with the other's work.
  execute_process(COMMAND "${MLFIX_CLANG_FORMAT}" --version OUTPUT_VARIABLE clang_format_version)
  if(MLFIX_TESTS AND clang_format_version MATCHES " 14\\.")
    add_test(NAME sources.format COMMAND "${MLFIX_CLANG_FORMAT}" --dry-run -Werror ${own_code})
    set_tests_properties(sources.format PROPERTIES LABELS layers TIMEOUT 300)
  endif()
endif()

find_program(MLFIX_RUN_CLANG_TIDY NAMES run-clang-tidy run-clang-tidy-14)
if(MLFIX_RUN_CLANG_TIDY)
  add_custom_target(lint
    COMMAND "${MLFIX_RUN_CLANG_TIDY}" -quiet -p "${PROJECT_BINARY_DIR}"
      "^${PROJECT_SOURCE_DIR}/(src|transforms|tests|tools)/"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" VERBATIM)
  if(TARGET mlfix_syntax)
    add_dependencies(lint mlfix_syntax mlfix_config)
  endif()
endif()
