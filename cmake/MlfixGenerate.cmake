# Sources that are made during the build: the node kinds of the grammar and the
# table of built-in files. Sets mlfix_kinds and mlfix_resource_table.

set(generated_dir "${PROJECT_BINARY_DIR}/generated")
file(MAKE_DIRECTORY "${generated_dir}/syntax" "${generated_dir}/config")

add_executable(generate_kinds tools/generate_kinds.cc)
target_link_libraries(generate_kinds PRIVATE mlfix_strict mlfix::tree_sitter_python)
set(mlfix_kinds "${generated_dir}/syntax/kinds.h" "${generated_dir}/syntax/kinds.cc")
add_custom_command(
  OUTPUT ${mlfix_kinds}
  COMMAND generate_kinds ${mlfix_kinds}
  DEPENDS generate_kinds
  COMMENT "Generating the node kinds"
  VERBATIM)

file(GLOB resources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
  config/*.yml config/knowledge/*.yml config/profiles/*.yml transforms/*/*.md transforms/*/*.demo.*
  src/engine/*.md src/measure/*.py)
list(SORT resources COMPARE STRING)
set(resource_files ${resources})
list(TRANSFORM resource_files PREPEND "${PROJECT_SOURCE_DIR}/")

# Compiled once for this tool and for the program.
set(mlfix_yaml_source "${PROJECT_SOURCE_DIR}/src/config/yaml_document.cc")
add_library(mlfix_yaml STATIC "${mlfix_yaml_source}")
target_link_libraries(mlfix_yaml PUBLIC mlfix::fmt tl::expected PRIVATE mlfix_strict mlfix::yaml_cpp)
target_compile_options(mlfix_yaml PRIVATE ${mlfix_cold_level})

add_executable(embed_resources tools/embed_resources.cc)
target_link_libraries(embed_resources PRIVATE mlfix_yaml mlfix_strict)
set(mlfix_resource_table "${generated_dir}/config/resource_table.cc")
add_custom_command(
  OUTPUT "${mlfix_resource_table}"
  COMMAND embed_resources "${mlfix_resource_table}" "${PROJECT_SOURCE_DIR}" ${resources}
  DEPENDS embed_resources ${resource_files}
  COMMENT "Embedding the built-in files"
  VERBATIM)

# As parts of a target of their own they wait for their tools alone, and not for all that the
# layers link which they become part of.
add_custom_target(mlfix_generated DEPENDS ${mlfix_kinds} "${mlfix_resource_table}")
