# By default GCC doesn't inline the small steps of the shallow search, which costs an eighth of its speed.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set_source_files_properties(
    ${CMAKE_CURRENT_LIST_DIR}/shallow_search.cpp
    PROPERTIES COMPILE_OPTIONS "--param=max-inline-insns-auto=120;--param=max-inline-insns-single=500;\
--param=inline-unit-growth=200;--param=large-function-growth=400")
endif()
