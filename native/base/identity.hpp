// Whose something is. Rules, states, tables, runs and solvers carry a pointer to
// the identity of the rules they belong to. There is one for the same family and
// options, however often a game is loaded, and it is never destroyed: so things
// belong together if the pointers are equal.
#pragma once

#include <string>

#include "base/types.hpp"

namespace kibitz {

class Identity {
 public:
  // Of a built-in game, by its options.
  static const Identity* of(const std::string& family, const Options& options);
  // Of a game written in Python, by a text that tells its rules from all others.
  static const Identity* in_python(const std::string& text, bool has_chance);

  Identity(const Identity&) = delete;
  Identity& operator=(const Identity&) = delete;

  // The name of a built-in game's rules; empty for games in Python.
  const std::string& family() const { return family_; }
  const Options& options() const { return options_; }
  // All of it in words.
  const std::string& text() const { return text_; }

 private:
  Identity(std::string family, Options options, std::string text)
      : family_(std::move(family)), options_(std::move(options)), text_(std::move(text)) {}

  static const Identity* interned(const std::string& family, const Options& options, const std::string& text);

  std::string family_;
  Options options_;
  std::string text_;
};

// Refuses what belongs to other rules; `what` names it.
inline void expect_same(const Identity* wanted, const Identity* found, const char* what) {
  if (found != wanted)
    throw WrongGame(std::string("this ") + what + " belongs to another game, " + found->text() + ", not to " +
                    wanted->text());
}

}  // namespace kibitz
