#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

void bind_connect4(nanobind::module_& m);

}  // namespace kibitz
