# The tree-sitter runtime and its Python grammar. The grammar speaks ABI 15,
# which runtimes before 0.25 refuse. In this order: a source folder that was
# given, the system's runtime, the pinned npm package.

set(MLFIX_TREE_SITTER_SOURCE_DIR "" CACHE PATH
  "Sources of tree-sitter (the folder that holds lib/src/lib.c); empty: system or npm package")
set(MLFIX_TREE_SITTER_PYTHON_SOURCE_DIR "" CACHE PATH
  "Sources of tree-sitter-python (the folder that holds src/parser.c); empty: npm package")
set(MLFIX_NPM_DIR "${PROJECT_BINARY_DIR}/npm" CACHE PATH "Where npm packages are kept")
option(MLFIX_SYSTEM_TREE_SITTER "Use the system's tree-sitter runtime when it is new enough" ON)

# Sets `result` to the unpacked package, after checking its SHA-512. The package
# @scope/name is kept as scope-name.
function(mlfix_npm_package result name version sha512)
  string(REGEX REPLACE "^@(.*)/" "\\1-" stem "${name}")
  set(tarball "${MLFIX_NPM_DIR}/${stem}-${version}.tgz")
  set(unpacked "${MLFIX_NPM_DIR}/${stem}-${version}")
  set(${result} "${unpacked}/package" PARENT_SCOPE)
  if(EXISTS "${unpacked}/.complete")
    return()
  endif()
  file(MAKE_DIRECTORY "${MLFIX_NPM_DIR}")
  if(NOT EXISTS "${tarball}")
    mlfix_npm_pack(${name} ${version})
  endif()
  file(SHA512 "${tarball}" actual)
  if(NOT actual STREQUAL sha512)
    file(REMOVE "${tarball}")
    message(FATAL_ERROR "${name} ${version}: the package's SHA-512 is ${actual}, expected ${sha512}")
  endif()
  file(REMOVE_RECURSE "${unpacked}")
  file(ARCHIVE_EXTRACT INPUT "${tarball}" DESTINATION "${unpacked}")
  file(TOUCH "${unpacked}/.complete")
endfunction()

function(mlfix_npm_pack name version)
  string(TOUPPER "MLFIX_${name}_SOURCE_DIR" variable)
  string(REPLACE "-" "_" variable "${variable}")
  find_program(MLFIX_NPM npm)
  if(NOT MLFIX_NPM)
    message(FATAL_ERROR "npm is needed to get ${name} ${version}: install it, or set ${variable}")
  endif()
  message(STATUS "Getting ${name} ${version} with npm")
  execute_process(
    COMMAND "${MLFIX_NPM}" pack "${name}@${version}" --silent
    WORKING_DIRECTORY "${MLFIX_NPM_DIR}"
    OUTPUT_QUIET
    ERROR_VARIABLE error
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "npm can't get ${name} ${version}; without network, set ${variable}\n${error}")
  endif()
endfunction()

if(MLFIX_SYSTEM_TREE_SITTER AND NOT MLFIX_TREE_SITTER_SOURCE_DIR AND PkgConfig_FOUND
   AND NOT MLFIX_STATIC)
  pkg_check_modules(TREE_SITTER IMPORTED_TARGET tree-sitter>=0.25)
endif()

if(TREE_SITTER_FOUND)
  add_library(mlfix_tree_sitter ALIAS PkgConfig::TREE_SITTER)
else()
  set(source_dir "${MLFIX_TREE_SITTER_SOURCE_DIR}")
  if(NOT source_dir)
    mlfix_npm_package(package tree-sitter 0.25.0
      3c6659cc55badde1256490defdbfd1fcb6ec8c30d825ae541232d9241e7d450b0c5fe7e8d23e787ea04f9f530629abff40d6b4251d3306255a8a46035828f929)
    set(source_dir "${package}/vendor/tree-sitter")
  endif()
  add_library(mlfix_tree_sitter STATIC "${source_dir}/lib/src/lib.c")
  target_include_directories(mlfix_tree_sitter SYSTEM
    PUBLIC "${source_dir}/lib/include" PRIVATE "${source_dir}/lib/src")
  # lib.c asks for fdopen and the byte-order functions, which ISO C leaves out.
  target_compile_definitions(mlfix_tree_sitter PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
  target_compile_options(mlfix_tree_sitter PRIVATE -w)
  set_target_properties(mlfix_tree_sitter PROPERTIES C_STANDARD 11)
endif()

set(grammar_dir "${MLFIX_TREE_SITTER_PYTHON_SOURCE_DIR}")
if(NOT grammar_dir)
  mlfix_npm_package(grammar_dir tree-sitter-python 0.25.0
    782989c7acd06b7e46c5a0ad403fb05c73a162a07110bf9ba7bd56fecddf70332ed3a32bb739155d1e37edd46b0ab6eb0dbc8bb940c9a4083272cee772780b5f)
endif()
add_library(mlfix_tree_sitter_python STATIC
  "${grammar_dir}/src/parser.c" "${grammar_dir}/src/scanner.c")
add_library(mlfix::tree_sitter_python ALIAS mlfix_tree_sitter_python)
target_include_directories(mlfix_tree_sitter_python PRIVATE "${grammar_dir}/src")
target_compile_options(mlfix_tree_sitter_python PRIVATE -w)
# Its scanner allocates with every token; by the runtime's allocator, which ours is.
target_compile_definitions(mlfix_tree_sitter_python PRIVATE TREE_SITTER_REUSE_ALLOCATOR)
target_link_libraries(mlfix_tree_sitter_python PUBLIC mlfix_tree_sitter)
