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

// How long the hook waits for a thread that is in Python code which the core called, such as an evaluation.
constexpr auto kLongestWait = std::chrono::seconds(3);

std::atomic<bool> closing{false};
std::atomic<std::thread::id> closer;  // the thread that ends the interpreter
std::atomic<int> inside{0};           // calls of the core that have not returned
thread_local int depth = 0;           // those of this thread

bool must_stay() { return closing.load(std::memory_order_relaxed) && std::this_thread::get_id() != closer.load(); }

// Without the GIL, which is never asked for again.
[[noreturn]] void sleep_for_ever() {
  inside -= depth;
  for (;;) std::this_thread::sleep_for(std::chrono::hours(24));
}

void stay_if_closing() {
  if (!must_stay()) return;
  PyEval_SaveThread();
  sleep_for_ever();
}

// What nanobind calls for a function depends on its arguments; there are a few such entries.
std::array<vectorcallfunc, 12> entries{};

template <std::size_t Which>
PyObject* counted(PyObject* self, PyObject* const* arguments, std::size_t count, PyObject* names) {
  stay_if_closing();
  ++depth;
  inside.fetch_add(1, std::memory_order_relaxed);
  PyObject* const out = entries[Which](self, arguments, count, names);
  inside.fetch_sub(1, std::memory_order_relaxed);
  --depth;
  stay_if_closing();
  return out;
}

template <std::size_t... Which>
constexpr std::array<vectorcallfunc, sizeof...(Which)> all_counted(std::index_sequence<Which...>) {
  return {&counted<Which>...};
}

// Where the objects of a type keep what calls them; 0 if they don't.
Py_ssize_t place_of_entry(nb::handle type) {
  auto* member = static_cast<PyMemberDef*>(PyType_GetSlot(reinterpret_cast<PyTypeObject*>(type.ptr()), Py_tp_members));
  for (; member != nullptr && member->name != nullptr; ++member)
    if (std::string_view(member->name) == "__vectorcalloffset__") return member->offset;
  return 0;
}

// Where a version of nanobind calls functions in a way that isn't known here, threads are not counted, and the tests of
// this fail; nothing else does.
void count_calls(nb::handle function) {
  static constexpr auto kCounted = all_counted(std::make_index_sequence<entries.size()>());
  const std::string_view kind = nb::borrow<nb::str>(nb::handle(function.type()).attr("__name__")).c_str();
  if (kind != "nb_func" && kind != "nb_method") return;
  const auto place = place_of_entry(function.type());
  if (place == 0) return;
  auto& entry = *reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(function.ptr()) + place);
  if (std::find(kCounted.begin(), kCounted.end(), entry) != kCounted.end()) return;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i] != nullptr && entries[i] != entry) continue;
    entries[i] = std::exchange(entry, kCounted[i]);
    return;
  }
}

void stop_and_wait() {
  closer = std::this_thread::get_id();
  closing = true;
  Control::stop_all(true);
  const auto end = std::chrono::steady_clock::now() + kLongestWait;
  while (inside > depth) {
    if (std::chrono::steady_clock::now() > end) return;
    const nb::gil_scoped_release release;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  Control::stop_all(false);  // for hooks that run after this one
}

}  // namespace

ReleasedGil::~ReleasedGil() {
  if (must_stay()) sleep_for_ever();
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
  // A child has none of the other threads.
  const auto os = nb::module_::import_("os");
  if (nb::hasattr(os, "register_at_fork")) {
    nb::kwargs hooks;
    hooks["after_in_child"] = nb::cpp_function([] { inside = depth; });
    os.attr("register_at_fork")(**hooks);
  }
}

}  // namespace kibitz
