# Its moves may take stones, so there are no tiers; nothing tells a selective search about them.
set(without selective tiers)

# The network becomes an array: two bytes a number, the lower first.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/network.bin)
file(READ ${CMAKE_CURRENT_LIST_DIR}/network.bin numbers HEX)
string(REGEX REPLACE "(..)(..)" "0x\\2\\1," numbers "${numbers}")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/rooms/ewn_network.cpp CONTENT
"#include \"games/ewn/network.hpp\"
namespace kibitz {
namespace {
constexpr std::uint16_t kNumbers[] = {${numbers}};
}
std::span<const std::uint16_t> ewn_network_numbers() { return kNumbers; }
}
" @ONLY)
list(APPEND room_sources ${CMAKE_CURRENT_BINARY_DIR}/rooms/ewn_network.cpp)

# GCC by itself calls the small steps of the look ahead one by one, which takes an eighth longer.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set_source_files_properties(
    ${CMAKE_CURRENT_LIST_DIR}/look_ahead.cpp
    PROPERTIES COMPILE_OPTIONS "--param=max-inline-insns-auto=120;--param=max-inline-insns-single=500;\
--param=inline-unit-growth=200;--param=large-function-growth=400")
endif()
