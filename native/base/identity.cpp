#include "base/identity.hpp"

#include <map>
#include <memory>
#include <mutex>

namespace kibitz {

const Identity* Identity::of(const std::string& family, const Options& options) {
  std::string text = family;
  for (const auto& [name, value] : options)
    text += (text.size() == family.size() ? ":" : ",") + name + "=" + std::to_string(value);
  return interned(family, options, text);
}

const Identity* Identity::in_python(const std::string& text, bool has_chance) {
  // No family has a blank in its name, so this is never the text of a built-in game.
  return interned("own", {}, (has_chance ? "Python, with dice: " : "Python: ") + text);
}

const Identity* Identity::interned(const std::string& family, const Options& options, const std::string& text) {
  // Never destroyed: Python objects may use identities during shutdown.
  static auto& mutex = *new std::mutex;
  static auto& known = *new std::map<std::string, std::unique_ptr<const Identity>>;
  const std::scoped_lock lock(mutex);
  auto& entry = known[text];
  if (!entry) entry.reset(new Identity(family, options, text));
  return entry.get();
}

}  // namespace kibitz
