# No index of all positions.
set(without tiers)

# A network that judges positions, where there is one, becomes an array: two bytes a number, the lower first.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/network.bin)
set(numbers "")
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/network.bin)
  file(READ ${CMAKE_CURRENT_LIST_DIR}/network.bin numbers HEX)
  string(REGEX REPLACE "(..)(..)" "0x\\2\\1," numbers "${numbers}")
endif()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/rooms/chess_network.cpp CONTENT
"#include \"games/chess/network.hpp\"
namespace kibitz::chess {
namespace {
constexpr std::uint16_t kNumbers[] = {${numbers} 0};
}
std::span<const std::uint16_t> network_numbers() { return std::span(kNumbers).first(std::size(kNumbers) - 1); }
}
" @ONLY)
list(APPEND room_sources ${CMAKE_CURRENT_BINARY_DIR}/rooms/chess_network.cpp)
