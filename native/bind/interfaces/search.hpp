// Interface: alpha-beta search to a given depth. Default: bind/generic_search.cpp.
#pragma once

#include "bind/interfaces/rules.hpp"
#include "search/report.hpp"

namespace kibitz {

class Control;

class Search {
 public:
  virtual ~Search() = default;
  virtual SearchReport search(const ErasedState&, const SearchRequest&, Control&) const = 0;
};

}  // namespace kibitz
