# SPDX-License-Identifier: MIT
# A port of vcpkg that builds the sources that it is part of: vcpkg install anmkit --overlay-ports=cmake/vcpkg
# Run with stand-ins for the functions of vcpkg (tests/release/vcpkg_stubs.cmake), not with vcpkg itself.
cmake_path(GET CURRENT_PORT_DIR PARENT_PATH SOURCE_PATH)
cmake_path(GET SOURCE_PATH PARENT_PATH SOURCE_PATH)
cmake_path(GET SOURCE_PATH PARENT_PATH SOURCE_PATH)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS FEATURES codecs ANMKIT_CODECS)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DANMKIT_TOOL=OFF -DANMKIT_TESTS=OFF ${FEATURE_OPTIONS})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME anmkit CONFIG_PATH lib/cmake/anmkit)
vcpkg_fixup_pkgconfig()
# The manual and the examples are in the packages of the tool.
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc" "${CURRENT_PACKAGES_DIR}/debug/share"
     "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
