// The Python module kibitz._core.
#include <nanobind/nanobind.h>

#include <system_error>

#include "bind/bindings.hpp"
#include "bind/compiled_rules.hpp"
#include "bind/long_work.hpp"
#include "bind/shutdown.hpp"
#include "packages.hpp"
#include "search/mcts/network.hpp"

namespace nb = nanobind;

namespace kibitz {

std::unique_ptr<const CoreGame> make_core_game(const std::string& family, const Options& options,
                                               const Repetition& repetition) {
  for (const auto& package : kPackages) {
    if (package.name != family) continue;
    auto rules = package.rules(options);
    const auto make_interface_of = [&](auto make) { return make != nullptr ? make(*rules) : nullptr; };
    auto search = make_interface_of(package.search);
    auto count = make_interface_of(package.count);
    auto tiers = make_interface_of(package.tiers);
    auto endgames = make_interface_of(package.endgames);
    auto selective = make_interface_of(package.selective);
    auto mcts = make_interface_of(package.mcts);
    return std::make_unique<const CoreGame>(std::move(rules), std::move(search), std::move(count), std::move(tiers),
                                            std::move(endgames), std::move(selective), std::move(mcts), repetition);
  }
  throw RulesError("the core has no game called '" + family + "'");
}

// Has Python, which knows the source, raise the error with its cause.
static void explain_fault(const CompiledFault& fault) {
  try {
    const auto explain = nb::module_::import_("kibitz.games.python_game.compiled_faults").attr("explain");
    nb::list numbers;
    for (const auto number : fault.state) numbers.append(number);
    explain(fault.identity, fault.method, fault.status, numbers, fault.argument);
    PyErr_SetString(PyExc_RuntimeError, fault.what());
  } catch (nb::python_error& error) {
    error.restore();
  }
}

NB_MODULE(_core, m) {
  m.doc() = "Rules, search and tables of Kibitz.";
  // Caches and threads may hold objects at exit.
  nb::set_leak_warnings(false);
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const WrongGame& e) {
      PyErr_SetString(nb::module_::import_("kibitz.base.errors").attr("WrongGame").ptr(), e.what());
    } catch (const RulesError& e) {
      PyErr_SetString(PyExc_ValueError, e.what());
    } catch (const CompiledFault& fault) {
      explain_fault(fault);
    } catch (const CorruptData& e) {
      const std::string text = std::string("a table is damaged (") + e.what() + "); kibitz tables verify says which";
      PyErr_SetString(nb::module_::import_("kibitz.base.errors").attr("BadFile").ptr(), text.c_str());
    } catch (const BadNetwork& e) {
      const std::string text = std::string("a network is damaged: ") + e.what();
      PyErr_SetString(nb::module_::import_("kibitz.base.errors").attr("BadFile").ptr(), text.c_str());
    } catch (const std::system_error& e) {
      PyErr_SetString(PyExc_OSError, e.code().message().c_str());
    }
  });
  nb::exception<StoppedError>(m, "Stopped");
  bind_values(m);
  bind_rules(m);
  bind_tables(m);
  bind_selective(m);
  bind_mcts(m);
  bind_position(m);
  bind_batch(m);
  bind_folders(m);
  for (const auto& package : kPackages)
    if (package.bind != nullptr) package.bind(m);
  guard_shutdown(m);
}

}  // namespace kibitz
