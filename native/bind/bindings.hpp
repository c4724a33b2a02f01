// The parts of the Python module, one source each.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

void bind_values(nanobind::module_& m);
void bind_rules(nanobind::module_& m);
void bind_tables(nanobind::module_& m);
void bind_selective(nanobind::module_& m);
void bind_mcts(nanobind::module_& m);
void bind_position(nanobind::module_& m);
void bind_batch(nanobind::module_& m);
void bind_folders(nanobind::module_& m);

}  // namespace kibitz
