// The module kibitz._core: what the Python floors see of the core.
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
  for (const auto& room : kRooms) {
    if (room.name != family) continue;
    auto rules = room.rules(options);
    const auto face = [&](auto make) { return make != nullptr ? make(*rules) : nullptr; };
    auto search = face(room.search);
    auto count = face(room.count);
    auto tiers = face(room.tiers);
    auto endgames = face(room.endgames);
    auto selective = face(room.selective);
    auto sample = face(room.sample);
    return std::make_unique<const CoreGame>(std::move(rules), std::move(search), std::move(count), std::move(tiers),
                                            std::move(endgames), std::move(selective), std::move(sample), repetition);
  }
  throw RulesError("the core has no game called '" + family + "'");
}

// Lets Python, which has the source, say what is wrong; it raises the error.
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
  // Objects that caches or a thread still hold when the program ends are no news for its user.
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
    } catch (const SpoiltNetwork& e) {
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
  bind_sample(m);
  bind_position(m);
  bind_batch(m);
  for (const auto& room : kRooms)
    if (room.bind != nullptr) room.bind(m);
  guard_shutdown(m);
}

}  // namespace kibitz
