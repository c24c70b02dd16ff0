# The reports, held against validators of other people: a test for each format.
# Those that come as npm packages are fetched here and pinned; the rest are
# Debian packages (scripts/test). A test without its validator is skipped.

option(MLFIX_VALIDATORS "Fetch the npm packages that validate reports in the tests" ON)

if(MLFIX_VALIDATORS)
  mlfix_npm_package(package @actions/core 1.11.1
    8572424ab9307c0e3a55df59deae1ca44a47075acbe4d1b4e3efeb6ea5bd777f824afb41d6d61ef144e90258b16b5be3d26fd42e095f10ad942b1306c42c6fe4)
  mlfix_npm_package(package @umbrelladocs/rdformat-validator 1.0.0
    1d1408d506db409a152253e19ff3f7d1a5b67c4c8b8f682f650b7f19b91a7bf76d084781f5f12f59da6823a18c63479547383d2962f5e88f50ec0c20dccefb84)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    mlfix_npm_package(package @microsoft/sarif-multitool-linux 5.7.0
      37151ba6ae884825a84d0fcd7ce604c040caab51de91afeb3282794792ccc9d7006505ff5fb8399961dc8310ee6fed0cd3b2c2f7ab59e4b647bc5d50cb78234c)
  endif()
endif()

# Debian's Python modules are those of Debian's Python.
find_program(MLFIX_SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(MLFIX_SYSTEM_PYTHON python3)
foreach(format json jsonl sarif github gitlab rdjson junit markdown html)
  add_test(NAME "reports.${format}"
    COMMAND "${MLFIX_SYSTEM_PYTHON}" "${PROJECT_SOURCE_DIR}/tests/reports/check.py"
            $<TARGET_FILE:mlfix> "${MLFIX_NPM_DIR}" ${format})
  set_tests_properties("reports.${format}" PROPERTIES
    LABELS reports SKIP_RETURN_CODE 77 TIMEOUT 300)
endforeach()
