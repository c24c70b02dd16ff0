# mlfix_tests: every tests/*_test.cc in one program, one CTest test per file.

file(GLOB test_sources CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/tests/*_test.cc" "${PROJECT_SOURCE_DIR}/tests/support/*.cc")
if(NOT test_sources)
  return()
endif()

# Whatever CTest starts neither reads nor fills the cache of whoever runs it.
set(no_cache "${PROJECT_BINARY_DIR}/no_cache.cmake")
file(WRITE "${no_cache}" "set(ENV{MLFIX_NO_CACHE} 1)\n")
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${no_cache}")

find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)

# Seconds for one test. Sanitizers make programs several times slower.
set(test_seconds 600)
set(long_test_seconds 900)
if(MLFIX_SANITIZE)
  set(test_seconds 2400)
  set(long_test_seconds 3600)
endif()

# Those that make much of large templates stand together: a unit has each instance once.
set(with_templates)
foreach(source IN LISTS test_sources)
  file(STRINGS "${source}" mentions REGEX "#include <(rapidcheck|regex)" LIMIT_COUNT 1)
  if(mentions)
    list(APPEND with_templates "${source}")
  endif()
endforeach()
list(REMOVE_ITEM test_sources ${with_templates})
list(PREPEND test_sources ${with_templates})

add_executable(mlfix_tests ${test_sources})
target_link_libraries(mlfix_tests PRIVATE
  mlfix_commands mlfix_transforms mlfix_relaxed mlfix::tree_sitter_python rapidcheck
  nlohmann_json::nlohmann_json GTest::gmock_main)
target_include_directories(mlfix_tests PRIVATE "${PROJECT_SOURCE_DIR}/tests")
# A library in the place of the graphics driver's, which few machines have.
add_library(fake_nvml SHARED tests/support/fake_nvml.c)
set_target_properties(fake_nvml PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fake_nvml" OUTPUT_NAME nvidia-ml SOVERSION 1)
# Python loads it, which has no sanitizer's runtime.
if(MLFIX_SANITIZE)
  target_compile_options(fake_nvml PRIVATE -fno-sanitize=all)
  target_link_options(fake_nvml PRIVATE -fno-sanitize=all)
endif()
add_dependencies(mlfix_tests fake_nvml)
set(test_places "MLFIX_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"" "MLFIX_BINARY=\"$<TARGET_FILE:mlfix>\""
  "MLFIX_FAKE_NVML=\"$<TARGET_FILE:fake_nvml>\"")
if(MLFIX_UNITY)
  # Each file has a namespace of its own. Three units: with fewer, a core would wait for the
  # last one; with more, each makes its own of what GoogleTest and JSON are made of.
  list(LENGTH test_sources count)
  math(EXPR third "(${count} + 2) / 3")
  set_target_properties(mlfix_tests PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${third})
  target_compile_definitions(mlfix_tests PRIVATE ${test_places})
  mlfix_compile_unit(mlfix_tests)
else()
  # Paths of this checkout go only to the tests that name them, so that a compiler
  # cache serves the others in every checkout.
  foreach(source IN LISTS test_sources)
    file(STRINGS "${source}" mentions REGEX "MLFIX_(SOURCE_DIR|BINARY|FAKE_NVML)" LIMIT_COUNT 1)
    if(mentions)
      set_source_files_properties("${source}" PROPERTIES COMPILE_DEFINITIONS "${test_places}")
    endif()
  endforeach()
endif()
# Tests wait for the code under test, not for themselves: building is what costs.
target_compile_options(mlfix_tests PRIVATE ${mlfix_cold_level})
target_precompile_headers(mlfix_tests PRIVATE
  <algorithm> <filesystem> <functional> <map> <memory> <optional> <set> <string> <vector>
  <fmt/format.h> <gmock/gmock.h> <gtest/gtest.h> <nlohmann/json.hpp>)
add_dependencies(mlfix_tests mlfix mlfix_check)
# The suites of one file are one test: a process for each of two thousand cases takes as long to
# start as most of them run. Of one case: build/mlfix_tests --gtest_filter=Suite.Case
foreach(source IN LISTS test_sources)
  file(STRINGS "${source}" headers REGEX "^(TEST|TEST_F|TEST_P|RC_GTEST_PROP)\\(")
  list(TRANSFORM headers REPLACE "^[A-Z_]+\\(([A-Za-z0-9_]+).*" "\\1")
  list(REMOVE_DUPLICATES headers)
  list(REMOVE_ITEM headers GoldenTest)
  if(NOT headers)
    continue()
  endif()
  set(suites "${headers}")
  list(TRANSFORM headers APPEND ".*")
  list(TRANSFORM suites REPLACE "(.+)" "*/\\1.*")
  list(JOIN headers ":" filter)
  list(JOIN suites ":" parametrised)
  cmake_path(GET source STEM stem)
  add_test(NAME "${stem}"
    COMMAND mlfix_tests --gtest_brief=1 "--gtest_filter=${filter}:${parametrised}"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties("${stem}" PROPERTIES TIMEOUT ${long_test_seconds} COST 50)
  string(APPEND named_suites ":${filter}:${parametrised}")
endforeach()
# A suite that is made in a way that is not looked for here would never run.
add_test(NAME every_suite_runs
  COMMAND mlfix_tests "--gtest_filter=*-*/GoldenTest.*${named_suites}")
set_tests_properties(every_suite_runs PROPERTIES
  PASS_REGULAR_EXPRESSION "0 tests from 0 test suites ran")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${test_sources})

# The golden cases of a rule are one test, those of no rule one more: every process
# reads the files of all of them first, and there are thousands.
function(add_golden_test name filter)
  add_test(NAME "golden.${name}"
    COMMAND mlfix_tests --gtest_brief=1 "--gtest_filter=${filter}"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties("golden.${name}" PROPERTIES LABELS golden TIMEOUT ${long_test_seconds})
endfunction()

file(GLOB case_owners CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/transforms/*/*.md" "${PROJECT_SOURCE_DIR}/testdata/recall/*")
set(other_cases "Cases/GoldenTest.*-")
foreach(owner IN LISTS case_owners)
  cmake_path(GET owner STEM stem)
  cmake_path(GET owner PARENT_PATH group)
  cmake_path(GET group FILENAME group)
  set(cases "Cases/GoldenTest.*/${group}_${stem}_*")
  add_golden_test("${group}.${stem}" "${cases}")
  string(APPEND other_cases "${cases}:")
endforeach()
add_golden_test(other "${other_cases}")

# The programs beside the rules' pages, and those of testdata/execution, run before and
# after their fix: one test for each group of rules, so that PyTorch is imported once for all.
file(GLOB rule_groups CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/testdata/execution/*")
foreach(folder IN LISTS rule_groups)
  cmake_path(GET folder FILENAME group)
  file(GLOB programs CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/transforms/${group}/*.demo.*" "${folder}/*.py" "${folder}/*.ipynb")
  list(FILTER programs EXCLUDE REGEX "\\.naive\\.[a-z]+$")
  add_test(NAME "execution.${group}"
    COMMAND python3 "${PROJECT_SOURCE_DIR}/tests/execution/check.py"
            $<TARGET_FILE:mlfix> ${programs})
  set_tests_properties("execution.${group}" PROPERTIES
    LABELS execution TIMEOUT ${test_seconds} SKIP_RETURN_CODE 77 COST 60)
endforeach()

# Programs made at random of which a fix once changed what they do.
set(equivalence_programs "${PROJECT_SOURCE_DIR}/testdata/equivalence")
set(equivalence python3 -B "${PROJECT_SOURCE_DIR}/tests/equivalence/main.py" $<TARGET_FILE:mlfix>)
add_test(NAME equivalence.cases COMMAND ${equivalence} check "${equivalence_programs}")
set_tests_properties(equivalence.cases PROPERTIES
  LABELS equivalence TIMEOUT ${long_test_seconds} SKIP_RETURN_CODE 77 COST 95)
# New ones: a few seconds with a fixed seed, or MLFIX_EQUIVALENCE_SECONDS with a fresh one too.
add_test(NAME equivalence.campaign
  COMMAND ${equivalence} test "${equivalence_programs}" --level safe)
set_tests_properties(equivalence.campaign PROPERTIES
  LABELS equivalence TIMEOUT ${long_test_seconds} SKIP_RETURN_CODE 77 COST 99)

# The same programs written in other ways.
add_test(NAME equivalence.variants COMMAND ${equivalence} variants --count 60 --seed equivalence)
set_tests_properties(equivalence.variants PROPERTIES
  LABELS equivalence TIMEOUT ${long_test_seconds} SKIP_RETURN_CODE 77 COST 90)

# Would the programs notice a missing guard? Sanitizers would have all rules compiled twice.
if(NOT MLFIX_SANITIZE)
  include(MlfixMutants)
endif()

# What must not compile: ways around a contract that types keep. Of the attempts of a file the
# first, which is honest, alone compiles; each of the others is refused for the reason that it is
# about, not for a slip of the pen.
function(mlfix_add_forgeries name source)
  set(attempt 0)
  foreach(refusal IN LISTS ARGN)
    set(compile ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only -DFORGERY=${attempt}
      "-I${PROJECT_SOURCE_DIR}/src" "-I${PROJECT_BINARY_DIR}/generated"
      "${PROJECT_SOURCE_DIR}/tests/verdict/${source}")
    if(attempt EQUAL 0)
      add_test(NAME ${name}.honest COMMAND ${compile})
      set_tests_properties(${name}.honest PROPERTIES LABELS verdict)
    else()
      add_test(NAME ${name}.forgery_${attempt} COMMAND ${compile})
      set_tests_properties(${name}.forgery_${attempt} PROPERTIES
        LABELS verdict PASS_REGULAR_EXPRESSION "error: [^\n]*(${refusal})")
    endif()
    math(EXPR attempt "${attempt} + 1")
  endforeach()
endfunction()
# A safe fix can't be made but from proofs.
mlfix_add_forgeries(verdict forged_safe.cc
  "honest" "private" "no matching" "no matching" "private" "private" "private"
  "incomplete|undefined" "convert|conversion" "convert|conversion" "no matching")
# What a name suggests is not known, and no summary rests on another.
mlfix_add_forgeries(knowledge forged_knowledge.cc
  "honest" "no match" "no match|convert|conversion" "convert|conversion" "convert|conversion"
  "private" "private")

# What people who write rules run.
add_test(NAME scripts.case
  COMMAND python3 -B "${PROJECT_SOURCE_DIR}/tests/scripts/case_test.py" $<TARGET_FILE:mlfix>)
add_test(NAME scripts.new_rule
  COMMAND python3 -B "${PROJECT_SOURCE_DIR}/tests/scripts/new_rule_test.py")
# What people run from a checkout.
add_test(NAME scripts.first_build
  COMMAND python3 -B "${PROJECT_SOURCE_DIR}/tests/scripts/first_build_test.py"
          $<TARGET_FILE:mlfix_check> "${PROJECT_SOURCE_DIR}")
set_tests_properties(scripts.case scripts.new_rule scripts.first_build PROPERTIES
  LABELS scripts TIMEOUT 300)

# The steps by which findings come about.
add_test(NAME ways COMMAND python3 -B "${PROJECT_SOURCE_DIR}/tests/ways/check.py" $<TARGET_FILE:mlfix>)
set_tests_properties(ways PROPERTIES TIMEOUT ${test_seconds})

# The life of the bot's pull requests, with git and gh.
add_test(NAME bot.life
  COMMAND python3 "${PROJECT_SOURCE_DIR}/tests/bot/life_test.py" $<TARGET_FILE:mlfix>)
set_tests_properties(bot.life PROPERTIES LABELS bot TIMEOUT ${long_test_seconds} COST 90)

# Repositories of a list, fetched as from a forge.
add_test(NAME fleet.https
  COMMAND python3 -B "${PROJECT_SOURCE_DIR}/tests/fleet/https_test.py" $<TARGET_FILE:mlfix>)
set_tests_properties(fleet.https PROPERTIES
  LABELS fleet SKIP_RETURN_CODE 77 TIMEOUT ${test_seconds})

# Each fuzz target for a few seconds, or MLFIX_FUZZ_SECONDS, without libFuzzer:
# first over the programs of testdata, then over mutations of them.
set(python_inputs gradient loop resource retention tensor recall fuzz/python)
set(notebook_inputs ${python_inputs} fuzz/notebook)
set(config_inputs fuzz/config)
set(diff_inputs gradient loop fuzz/diff)
set(rules_inputs fuzz/rules)
add_library(smoke_main OBJECT "${PROJECT_SOURCE_DIR}/tests/fuzz/smoke/main.cc")
target_link_libraries(smoke_main PRIVATE mlfix_relaxed)
foreach(target python notebook config diff rules)
  add_executable(${target}_smoke "${PROJECT_SOURCE_DIR}/tests/fuzz/${target}_fuzz.cc")
  target_link_libraries(${target}_smoke PRIVATE
    smoke_main mlfix_cli mlfix_transforms mlfix_relaxed nlohmann_json::nlohmann_json)
  target_include_directories(${target}_smoke PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_compile_options(${target}_smoke PRIVATE ${mlfix_cold_level})
  set(inputs ${${target}_inputs})
  list(TRANSFORM inputs PREPEND "${PROJECT_SOURCE_DIR}/testdata/")
  list(APPEND fuzz_commands -- $<TARGET_FILE:${target}_smoke>
    "--words=${PROJECT_SOURCE_DIR}/tests/fuzz/python.dict"
    "--crash-file=${PROJECT_BINARY_DIR}/crash-${target}" ${inputs})
endforeach()
# All at once: each has its time, and they share the processors.
add_test(NAME fuzz
  COMMAND python3 "${PROJECT_SOURCE_DIR}/tests/fuzz/smoke/together.py" ${fuzz_commands})
set_tests_properties(fuzz PROPERTIES
  LABELS fuzz TIMEOUT ${long_test_seconds} COST 100 PROCESSORS 2)

# What programs that grow cost, counted under valgrind, which knows no sanitizers.
find_path(MLFIX_VALGRIND_HEADERS valgrind/valgrind.h)
if(MLFIX_VALGRIND_HEADERS AND NOT MLFIX_SANITIZE)
  add_executable(growth_driver tests/growth/growth_driver.cc)
  target_link_libraries(growth_driver PRIVATE mlfix_cli mlfix_transforms mlfix_relaxed)
  add_test(NAME growth
    COMMAND python3 "${PROJECT_SOURCE_DIR}/tests/growth/check.py" $<TARGET_FILE:growth_driver>)
  set_tests_properties(growth PROPERTIES
    LABELS growth TIMEOUT ${test_seconds} SKIP_RETURN_CODE 77 COST 98)
endif()

# A run over a fixed corpus has a budget of instructions; what it is of, this build may be.
if(CMAKE_BUILD_TYPE MATCHES "^Rel" AND NOT MLFIX_SANITIZE)
  if("${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS_RELEASE}"
     MATCHES "^GNU 12\\..* -O1 ")
    set(exactly --exactly)
  endif()
  add_test(NAME budget
    COMMAND python3 "${PROJECT_SOURCE_DIR}/tests/bench/budget.py" $<TARGET_FILE:mlfix> ${exactly})
  set_tests_properties(budget PROPERTIES
    LABELS growth TIMEOUT ${test_seconds} SKIP_RETURN_CODE 77)
endif()

add_test(NAME sources.audience
  COMMAND python3 -B "${PROJECT_SOURCE_DIR}/tests/layers/audience.py" "${PROJECT_SOURCE_DIR}")
set_tests_properties(sources.audience PROPERTIES LABELS layers)

# Layer by layer nobody notices a missing include.
list(TRANSFORM mlfix_common_headers REPLACE "^<(.*)>$" "-include;\\1" OUTPUT_VARIABLE common_headers)
add_test(NAME sources.alone
  COMMAND python3 -B "${PROJECT_SOURCE_DIR}/tests/layers/alone.py"
          "${PROJECT_SOURCE_DIR}" "${generated_dir}" ${CMAKE_CXX_COMPILER} -std=c++20
          "-DMLFIX_VERSION=\"${PROJECT_VERSION}\"" ${common_headers}
          "-I$<JOIN:$<TARGET_PROPERTY:mlfix_tree_sitter,INTERFACE_INCLUDE_DIRECTORIES>,;-I>"
  COMMAND_EXPAND_LISTS)
set_tests_properties(sources.alone PROPERTIES LABELS layers TIMEOUT ${test_seconds})

include(MlfixValidators)

# The .deb is made, unpacked and run.
find_program(MLFIX_DPKG_DEB dpkg-deb)
if(MLFIX_DPKG_DEB)
  add_test(NAME package
    COMMAND "${PROJECT_SOURCE_DIR}/tests/package/check.sh" "${PROJECT_BINARY_DIR}")
  set_tests_properties(package PROPERTIES TIMEOUT ${test_seconds})
endif()

# The wheel is made, installed and run; what is published beside the packages holds.
add_test(NAME package.python
  COMMAND "${MLFIX_SYSTEM_PYTHON}" "${PROJECT_SOURCE_DIR}/tests/package/python_test.py"
          $<TARGET_FILE:mlfix>)
add_test(NAME package.release
  COMMAND "${MLFIX_SYSTEM_PYTHON}" "${PROJECT_SOURCE_DIR}/tests/package/release_test.py"
          "${MLFIX_NPM_DIR}")
set_tests_properties(package.python package.release PROPERTIES
  LABELS package SKIP_RETURN_CODE 77 TIMEOUT ${test_seconds})
