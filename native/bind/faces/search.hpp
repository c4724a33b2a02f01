// Searches to a given depth. Games that have none compiled for them are searched
// like any other (bind/any_search.cpp).
#pragma once

#include "bind/faces/rules.hpp"
#include "search/report.hpp"

namespace kibitz {

class Control;

class Search {
 public:
  virtual ~Search() = default;
  virtual SearchReport search(const StateBox&, const SearchRequest&, Control&) const = 0;
};

}  // namespace kibitz
