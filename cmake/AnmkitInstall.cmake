# SPDX-License-Identifier: MIT
# Installation, package configuration (CMake and pkg-config) and Debian packages.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS anmkit anmkit_playback EXPORT anmkit-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(DIRECTORY include/anmkit DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(FILES include/anmkit.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
if(TARGET anmkit_c)
  install(TARGETS anmkit_c EXPORT anmkit-targets COMPONENT dev
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
endif()
install(EXPORT anmkit-targets NAMESPACE anmkit:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/anmkit
        COMPONENT dev)

configure_package_config_file(
  cmake/anmkit-config.cmake.in ${PROJECT_BINARY_DIR}/anmkit-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/anmkit)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/anmkit-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/anmkit-config.cmake
              ${PROJECT_BINARY_DIR}/anmkit-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/anmkit COMPONENT dev)

# Relative to the .pc file, so that the package may be installed or unpacked anywhere.
file(RELATIVE_PATH ANMKIT_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
# An archive links nothing by itself: who links it needs what it uses, with or without --static.
set(uses "")
set(uses_libs "")
if(ANMKIT_CODECS)
  list(APPEND uses libpng libjpeg libwebp libwebpmux libwebpdemux)
  set(uses_libs " -lgif")
endif()
list(JOIN uses " " uses)
set(ANMKIT_PC_REQUIRES "${uses}")
set(ANMKIT_PC_LIBS "${uses_libs}")
configure_file(cmake/anmkit.pc.in ${PROJECT_BINARY_DIR}/anmkit.pc @ONLY)
configure_file(cmake/anmkit-c.pc.in ${PROJECT_BINARY_DIR}/anmkit-c.pc @ONLY)
set(ANMKIT_PC_HIGHWAY "")
if(NOT ANMKIT_HIGHWAY_HEADERS)
  set(ANMKIT_PC_HIGHWAY ", libhwy")
endif()
configure_file(cmake/anmkit-playback.pc.in ${PROJECT_BINARY_DIR}/anmkit-playback.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/anmkit.pc ${PROJECT_BINARY_DIR}/anmkit-playback.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
if(TARGET anmkit_c)
  install(FILES ${PROJECT_BINARY_DIR}/anmkit-c.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endif()

if(ANMKIT_TOOL)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  install(TARGETS anmkit_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  # The man page and the completions come from the tool's own definitions of its options.
  set(generated ${PROJECT_BINARY_DIR}/generated)
  add_custom_command(
    OUTPUT ${generated}/anmkit.1.gz ${generated}/anmkit.bash ${generated}/_anmkit
           ${generated}/anmkit.fish ${generated}/anmkit.xml ${generated}/anmkit.thumbnailer
    COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}
    COMMAND anmkit_tool man | gzip -9n > ${generated}/anmkit.1.gz
    COMMAND anmkit_tool completion bash > ${generated}/anmkit.bash
    COMMAND anmkit_tool completion zsh > ${generated}/_anmkit
    COMMAND anmkit_tool completion fish > ${generated}/anmkit.fish
    COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}/kaitai ${generated}/imhex
    COMMAND anmkit_tool explain --as kaitai --all -o ${generated}/kaitai/ -f
    COMMAND anmkit_tool explain --as imhex --all -o ${generated}/imhex/ -f
    COMMAND anmkit_tool explain --as magic --all -o ${generated}/anmkit.magic -f
    COMMAND anmkit_tool formats --json > ${generated}/formats.json
    COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/cmake/linux/desktop.py ${generated}
    DEPENDS anmkit_tool ${PROJECT_SOURCE_DIR}/cmake/linux/desktop.py
    VERBATIM)
  add_custom_target(anmkit_generated ALL DEPENDS ${generated}/anmkit.1.gz)
  install(FILES ${generated}/anmkit.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
  install(FILES ${generated}/anmkit.bash RENAME anmkit
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tools)
  install(FILES ${generated}/_anmkit
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT tools)
  install(FILES ${generated}/anmkit.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT tools)
  install(DIRECTORY ${generated}/kaitai ${generated}/imhex
          DESTINATION ${CMAKE_INSTALL_DATADIR}/anmkit COMPONENT tools)
  install(FILES ${generated}/anmkit.magic DESTINATION ${CMAKE_INSTALL_DATADIR}/anmkit
          COMPONENT tools)
  install(FILES ${generated}/anmkit.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT tools)
  install(FILES ${generated}/anmkit.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers
          COMPONENT tools)
  # The page of `anmkit view`, where it was built (./dev viewer).
  install(DIRECTORY ${PROJECT_BINARY_DIR}/../viewer/ DESTINATION ${CMAKE_INSTALL_DATADIR}/anmkit/viewer
          COMPONENT tools OPTIONAL)
endif()
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/anmkit
        COMPONENT dev)
# What `anmkit explain` refers to, and the pages that it belongs to.
install(FILES CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/anmkit-tools COMPONENT tools)
install(FILES docs/c.md docs/cli.md docs/codes.md docs/gltf.md docs/limits.md docs/viewer.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/anmkit-tools/docs COMPONENT tools)
install(DIRECTORY docs/formats docs/guides docs/spec
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/anmkit-tools/docs COMPONENT tools)
install(FILES docs/images/retarget.png docs/images/body.png docs/images/tmd.png docs/images/viewer.png
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/anmkit-tools/docs/images COMPONENT tools)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/anmkit-tools COMPONENT tools
        PATTERN "__pycache__" EXCLUDE)
install(FILES bindings/js/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/anmkit-tools/bindings/js
        COMPONENT tools)
if(ANMKIT_TOOL)
  install(FILES ${PROJECT_BINARY_DIR}/src/cli/notices.txt RENAME copyright
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/anmkit-tools COMPONENT tools)
  install(FILES ${PROJECT_BINARY_DIR}/src/cli/sbom.cdx.json
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/anmkit-tools COMPONENT tools)
endif()

set(CPACK_GENERATOR DEB)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
set(CPACK_PACKAGE_NAME anmkit)
set(CPACK_PACKAGE_CONTACT "the anmkit authors <anmkit@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_COMPONENTS_ALL dev tools)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libanmkit-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libhwy-dev, libpng-dev, libgif-dev, libjpeg62-turbo-dev, libwebp-dev, pkg-config")
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME anmkit)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "ffmpeg, xdg-utils")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Library, headers and build configuration of anmkit.")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "Command-line tool of anmkit: game animations in and out.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
include(CPack)
