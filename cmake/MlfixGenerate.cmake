# Sources that are made during the build: the node kinds of the grammar and the
# table of built-in files. Sets mlfix_kinds and mlfix_resource_table.

set(generated_dir "${PROJECT_BINARY_DIR}/generated")
file(MAKE_DIRECTORY "${generated_dir}/syntax" "${generated_dir}/config")

add_executable(generate_kinds tools/generate_kinds.cc)
target_link_libraries(generate_kinds PRIVATE mlfix_strict nlohmann_json::nlohmann_json)
set(mlfix_kinds "${generated_dir}/syntax/kinds.h" "${generated_dir}/syntax/kinds.cc")
add_custom_command(
  OUTPUT ${mlfix_kinds}
  COMMAND generate_kinds "${mlfix_node_types}" ${mlfix_kinds}
  DEPENDS generate_kinds "${mlfix_node_types}"
  COMMENT "Generating the node kinds"
  VERBATIM)

file(GLOB resources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
  config/*.yml config/knowledge/*.yml config/profiles/*.yml transforms/*/*.md transforms/*/*.demo.*
  src/engine/*.md src/measure/*.py)
list(SORT resources COMPARE STRING)
set(resource_files ${resources})
list(TRANSFORM resource_files PREPEND "${PROJECT_SOURCE_DIR}/")

add_executable(embed_resources tools/embed_resources.cc src/config/yaml_document.cc)
target_include_directories(embed_resources PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(embed_resources PRIVATE mlfix_strict mlfix::yaml_cpp mlfix::fmt tl::expected)
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
