#include "bind/shutdown.hpp"

#include <structmember.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <thread>
#include <utility>

#include "base/control.hpp"

namespace nb = nanobind;

namespace kibitz {
namespace {

// How long the hook waits for a thread inside a Python callback of the core.
constexpr auto kMaxWait = std::chrono::seconds(3);

std::atomic<bool> closing{false};
std::atomic<std::thread::id> closing_thread;  // the thread that finalizes the interpreter
std::atomic<int> active_calls{0};             // calls into the core that have not returned
thread_local int calls_of_this_thread = 0;

bool must_park() {
  return closing.load(std::memory_order_relaxed) && std::this_thread::get_id() != closing_thread.load();
}

// Parks a thread that has released the GIL.
[[noreturn]] void sleep_forever() {
  active_calls -= calls_of_this_thread;
  for (;;) std::this_thread::sleep_for(std::chrono::hours(24));
}

void park_if_closing() {
  if (!must_park()) return;
  PyEval_SaveThread();
  sleep_forever();
}

// nanobind's vectorcall entries, which depend on a function's arguments.
std::array<vectorcallfunc, 12> entries{};

template <std::size_t Which>
PyObject* counting_call(PyObject* self, PyObject* const* arguments, std::size_t count, PyObject* names) {
  park_if_closing();
  ++calls_of_this_thread;
  active_calls.fetch_add(1, std::memory_order_relaxed);
  PyObject* const out = entries[Which](self, arguments, count, names);
  active_calls.fetch_sub(1, std::memory_order_relaxed);
  --calls_of_this_thread;
  park_if_closing();
  return out;
}

template <std::size_t... Which>
constexpr std::array<vectorcallfunc, sizeof...(Which)> counting_calls(std::index_sequence<Which...>) {
  return {&counting_call<Which>...};
}

// The offset of the vectorcall entry in objects of a type; 0 if there is none.
Py_ssize_t vectorcall_offset(nb::handle type) {
  auto* member = static_cast<PyMemberDef*>(PyType_GetSlot(reinterpret_cast<PyTypeObject*>(type.ptr()), Py_tp_members));
  for (; member != nullptr && member->name != nullptr; ++member)
    if (std::string_view(member->name) == "__vectorcalloffset__") return member->offset;
  return 0;
}

// If a version of nanobind calls functions in another way, calls are not counted and only the tests of this file fail.
void count_calls(nb::handle function) {
  static constexpr auto kCountingCalls = counting_calls(std::make_index_sequence<entries.size()>());
  const std::string_view kind = nb::borrow<nb::str>(nb::handle(function.type()).attr("__name__")).c_str();
  if (kind != "nb_func" && kind != "nb_method") return;
  const auto offset = vectorcall_offset(function.type());
  if (offset == 0) return;
  auto& entry = *reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(function.ptr()) + offset);
  if (std::find(kCountingCalls.begin(), kCountingCalls.end(), entry) != kCountingCalls.end()) return;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i] != nullptr && entries[i] != entry) continue;
    entries[i] = std::exchange(entry, kCountingCalls[i]);
    return;
  }
}

void stop_and_wait() {
  closing_thread = std::this_thread::get_id();
  closing = true;
  Control::stop_all(true);
  const auto end = std::chrono::steady_clock::now() + kMaxWait;
  while (active_calls > calls_of_this_thread) {
    if (std::chrono::steady_clock::now() > end) return;
    const nb::gil_scoped_release release;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  Control::stop_all(false);  // for hooks that run after this one
}

}  // namespace

ReleasedGil::~ReleasedGil() {
  if (must_park()) sleep_forever();
  PyEval_RestoreThread(state_);
}

void guard_shutdown(nb::module_& m) {
  for (const auto [name, thing] : nb::borrow<nb::dict>(m.attr("__dict__"))) {
    count_calls(thing);
    if (!PyType_Check(thing.ptr())) continue;
    const nb::object members = thing.attr("__dict__").attr("values")();
    for (const auto member : members) {
      const bool wraps = nb::hasattr(member, "fget");
      count_calls(wraps ? nb::object(member.attr("fget")) : nb::borrow(member));
      if (nb::hasattr(member, "__func__")) count_calls(member.attr("__func__"));
    }
  }
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&stop_and_wait));
  // After a fork the child has one thread.
  const auto os = nb::module_::import_("os");
  if (nb::hasattr(os, "register_at_fork")) {
    nb::kwargs hooks;
    hooks["after_in_child"] = nb::cpp_function([] { active_calls = calls_of_this_thread; });
    os.attr("register_at_fork")(**hooks);
  }
}

}  // namespace kibitz
