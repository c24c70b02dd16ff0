# cmake --install, and by CPack a .deb and a relocatable archive.

install(TARGETS mlfix RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")

# What the program prints of itself: the manual page and the completions.
set(helpers_dir "${PROJECT_BINARY_DIR}/helpers")
set(helper_files)
function(mlfix_helper file)
  add_custom_command(
    OUTPUT "${helpers_dir}/${file}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${helpers_dir}"
    COMMAND mlfix ${ARGN} > "${helpers_dir}/${file}"
    DEPENDS mlfix
    VERBATIM)
  set(helper_files ${helper_files} "${helpers_dir}/${file}" PARENT_SCOPE)
endfunction()
mlfix_helper(mlfix.1 man)
mlfix_helper(mlfix.bash completions bash)
mlfix_helper(_mlfix completions zsh)
mlfix_helper(mlfix.fish completions fish)
add_custom_target(helpers ALL DEPENDS ${helper_files})

set(share "${CMAKE_INSTALL_DATAROOTDIR}")
install(FILES "${helpers_dir}/mlfix.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${helpers_dir}/mlfix.bash" DESTINATION "${share}/bash-completion/completions"
  RENAME mlfix)
install(FILES "${helpers_dir}/_mlfix" DESTINATION "${share}/zsh/vendor-completions")
install(FILES "${helpers_dir}/mlfix.fish" DESTINATION "${share}/fish/vendor_completions.d")
file(GLOB documents "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/docs/*.md")
install(FILES ${documents} DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME mlfix)
set(CPACK_PACKAGE_CONTACT "The mlfix authors <mlfix@example.org>")
set(CPACK_STRIP_FILES ON)
# The archive: a folder of this name, which runs wherever it is put.
string(TOLOWER "${CMAKE_SYSTEM_NAME}" system)
set(CPACK_PACKAGE_FILE_NAME "mlfix-${PROJECT_VERSION}-${system}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(CMAKE_CROSSCOMPILING)
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE "${MLFIX_DEBIAN_ARCHITECTURE}")
endif()
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS git)
if(NOT MLFIX_STATIC)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
