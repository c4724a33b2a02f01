#pragma once

#include <stdexcept>

namespace kibitz {

// For work whose answer is all or nothing: being stopped is an exception.
struct StoppedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace kibitz
