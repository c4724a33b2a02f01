// Identities of rules. Rules, states, tables, runs and solvers hold a pointer to the identity of their rules. It is
// interned by family and options and never destroyed, so objects belong together if their pointers are equal.
#pragma once

#include <string>

#include "base/types.hpp"

namespace kibitz {

class Identity {
 public:
  // The identity of a built-in game with its options.
  static const Identity* of(const std::string& family, const Options& options);
  // The identity of a game in Python. The text must be unique to its rules.
  static const Identity* in_python(const std::string& text, bool has_chance);

  Identity(const Identity&) = delete;
  Identity& operator=(const Identity&) = delete;

  // The name of a built-in game's rules; empty for games in Python.
  const std::string& family() const { return family_; }
  const Options& options() const { return options_; }
  // Family and options as text.
  const std::string& text() const { return text_; }

 private:
  Identity(std::string family, Options options, std::string text)
      : family_(std::move(family)), options_(std::move(options)), text_(std::move(text)) {}

  static const Identity* interned(const std::string& family, const Options& options, const std::string& text);

  std::string family_;
  Options options_;
  std::string text_;
};

// Throws WrongGame unless the identities are equal; `what` names the object.
inline void expect_same(const Identity* wanted, const Identity* found, const char* what) {
  if (found != wanted)
    throw WrongGame(std::string("this ") + what + " belongs to another game, " + found->text() + ", not to " +
                    wanted->text());
}

}  // namespace kibitz
