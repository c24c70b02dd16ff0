# mlfix_mutant: mlfix of a copy of the rules' sources in which each guard can be switched off,
# so that tests can be asked whether they would notice (docs/guards.md). Never installed.

set(mutants "${PROJECT_BINARY_DIR}/mutants")
file(GLOB_RECURSE guarded RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/transforms/*.cc" "${PROJECT_SOURCE_DIR}/src/torch/*.cc"
  "${PROJECT_SOURCE_DIR}/src/pyplot/*.cc" "${PROJECT_SOURCE_DIR}/src/keras/*.cc")
# The one prover below src/torch.
list(APPEND guarded src/semantic/binding/bound_path.cc)
list(TRANSFORM guarded PREPEND "${mutants}/" OUTPUT_VARIABLE mutated)
list(TRANSFORM guarded PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE originals)
set(instrument "${PROJECT_SOURCE_DIR}/tests/mutants/instrument.py")
# A copy that stays the same keeps its time.
add_custom_command(
  OUTPUT "${mutants}/stamp"
  BYPRODUCTS ${mutated} "${mutants}/guards.inc"
  COMMAND python3 -B "${instrument}" "${PROJECT_SOURCE_DIR}" "${mutants}" ${guarded}
  COMMAND ${CMAKE_COMMAND} -E touch "${mutants}/stamp"
  DEPENDS "${instrument}" ${originals})
add_custom_target(mlfix_mutated DEPENDS "${mutants}/stamp")

set(on_cases tests/mutants/golden_cases.cc tests/mutants/long_cases.cc
  tests/support/golden.cc tests/support/shipped.cc
  tests/support/temporary_folder.cc)
add_executable(mlfix_mutant
  tests/mutants/main.cc tests/mutants/guards.cc ${on_cases} ${mutated})
add_dependencies(mlfix_mutant mlfix_mutated)
target_link_libraries(mlfix_mutant PRIVATE mlfix_cli mlfix_semantic mlfix_engine mlfix_config mlfix_relaxed
  nlohmann_json::nlohmann_json GTest::gtest)
target_include_directories(mlfix_mutant PRIVATE "${mutants}" "${PROJECT_SOURCE_DIR}/tests")
set(root "MLFIX_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
if(MLFIX_UNITY)  # else the tests have said it to what they share
  target_compile_definitions(mlfix_mutant PRIVATE "${root}")
else()
  set_source_files_properties(tests/mutants/golden_cases.cc PROPERTIES COMPILE_DEFINITIONS "${root}")
endif()
# The layer below has a prover of this name that can't be switched off.
target_compile_definitions(mlfix_mutant PRIVATE bound_path=bound_path_of_mutant)
# What goes on without what a guard has found ends there, and not somewhere later.
target_compile_definitions(mlfix_mutant PRIVATE _GLIBCXX_ASSERTIONS)
# It waits for its programs, not for itself.
target_compile_options(mlfix_mutant PRIVATE $<$<CONFIG:Release>:-O1>)
# The copies are compiled together as the originals are, also where these are not, and so are the
# files for the cases.
set_target_properties(mlfix_mutant PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
set(rules_copies ${mutated})
list(FILTER rules_copies INCLUDE REGEX "^${mutants}/transforms/")
set(facts_copies ${mutated})
list(FILTER facts_copies INCLUDE REGEX "^${mutants}/src/(torch|pyplot|keras)/")
set_source_files_properties(${rules_copies} PROPERTIES UNITY_GROUP rules)
set_source_files_properties(${facts_copies} PROPERTIES UNITY_GROUP facts)
if(MLFIX_UNITY)
  set_source_files_properties(tests/mutants/main.cc tests/mutants/guards.cc ${on_cases} PROPERTIES
    UNITY_GROUP cases)
endif()
mlfix_compile_unit(mlfix_mutant)

add_test(NAME equivalence.guards
  COMMAND python3 -B "${PROJECT_SOURCE_DIR}/tests/mutants/check.py"
          $<TARGET_FILE:mlfix_mutant> "${PROJECT_SOURCE_DIR}")
# Would anything notice that a guard is missing: a golden case, or a program that was recorded?
add_test(NAME guards.cases
  COMMAND python3 -B "${PROJECT_SOURCE_DIR}/tests/mutants/telling_cases.py"
          check $<TARGET_FILE:mlfix_mutant>)
set_tests_properties(guards.cases PROPERTIES TIMEOUT ${long_test_seconds} COST 80)
# All of these but a few are told apart by the first programs; which ones changes with the grammar.
string(CONCAT soon_told
  "claim: (NameIsBound|RegionUnusedByCallers|NotSwallowed|RunsTheSame|RegionKeepsNoGraph)"
  "|a part is changed in place after|the dimension, or the function, changes|half-grown value"
  "|it stands in a block of its own|read after a loop that may never run|an argument changes"
  "|a parameter may bring a graph|a part of the graph is carried over|the whole of the list is read"
  "|it is differentiated later|a value made here is differentiated later|the region calls backward"
  "|the dimension that is kept may be needed|ends with something small|a debug function switches")
add_test(NAME equivalence.mutants
  COMMAND python3 -B "${PROJECT_SOURCE_DIR}/tests/equivalence/main.py" $<TARGET_FILE:mlfix_mutant>
          mutants "--guards=${soon_told}" --no-kept --programs 400 --at-least 14)
set_tests_properties(equivalence.guards equivalence.mutants PROPERTIES
  LABELS equivalence TIMEOUT ${long_test_seconds} SKIP_RETURN_CODE 77 COST 90)
