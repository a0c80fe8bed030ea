# SPDX-License-Identifier: MIT
# Compiler settings for this project's own targets; users of the library inherit none of them.

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  endif()
  find_program(CCACHE ccache)
  if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  endif()
endif()

# With ANMKIT_JOIN: sources of a target that have no name of their own in common are compiled
# together, those of one call.
function(anmkit_join target)
  if(NOT ANMKIT_JOIN)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  execute_process(
    COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/cmake/joined.py ${ANMKIT_JOIN_LINES} ${ARGN}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line ${lines})
    string(REGEX MATCH "^(.*) ([A-Za-z0-9_]+)$" unused "${line}")
    set_source_files_properties(${CMAKE_MATCH_1} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_2})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

function(anmkit_target target)
  target_compile_features(${target} PUBLIC cxx_std_23)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # The same numbers on every machine: a product and a sum are rounded twice everywhere, and 32-bit
  # x86 rounds each operation, as all others do.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-ffp-contract=off>)
  if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(i.86|x86.*|AMD64)$")
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang>:-msse2 -mfpmath=sse>)
  endif()
  if(ANMKIT_WERROR)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion -Wold-style-cast
                                             -Wnon-virtual-dtor -Werror)
    # What is joined may shadow names of other sources (clang-tidy reads each source alone).
    if(ANMKIT_JOIN)
      target_compile_options(${target} PRIVATE -Wno-shadow)
    endif()
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
      # libstdc++ 12's stable_sort uses what its own header deprecates.
      target_compile_options(${target} PRIVATE -Wno-deprecated-declarations)
    endif()
    # File offsets are 64 bits wide everywhere and become size_t only after they were compared with
    # a size in memory, so narrowing them on 32-bit systems is what is meant.
    if(CMAKE_SIZEOF_VOID_P EQUAL 4)
      target_compile_options(${target} PRIVATE -Wno-shorten-64-to-32 -Wno-sign-conversion)
    endif()
  endif()
  if(ANMKIT_HARDEN AND NOT WIN32)
    # What tests/cli/hardening_test.py looks for in the tool.
    target_compile_options(${target} PRIVATE -fstack-protector-strong -fstack-clash-protection
                                             -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
      target_compile_options(${target} PRIVATE -fcf-protection)
    endif()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_options(${target} PRIVATE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
  endif()
  if(ANMKIT_SANITIZE)
    # The library has no run-time type information for the vptr check to look at.
    target_compile_options(${target} PRIVATE -fsanitize=${ANMKIT_SANITIZE} -fno-sanitize=vptr
                                             -fno-omit-frame-pointer -fno-sanitize-recover=all)
    # Where programs lie at a fixed address, two million places need not be corrected at each start.
    target_link_options(${target} PUBLIC -fsanitize=${ANMKIT_SANITIZE} -no-pie)
  endif()
endfunction()
