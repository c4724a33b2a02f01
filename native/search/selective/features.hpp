// What makes a search selective, idea by idea. Each can be switched off, so that
// matches can say what it is worth.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/types.hpp"

namespace kibitz {

struct Ideas {
  bool table = true;               // remember positions
  bool aspiration = true;          // begin each depth with a window close around the last value
  bool scout = true;               // ask of later moves only whether they are better
  bool killers = true;             // try quiet moves early that cut at the same ply elsewhere
  bool history = true;             // and those that cut often
  bool continuation = true;        // and those that did after the same moves before
  bool capture_history = true;     // the same for captures
  bool null_move = true;           // cut where even passing is too good
  bool verify_null = true;         // and look again without passing where that is deep
  bool standing = true;            // cut where the position is far above the window already
  bool razoring = true;            // look at captures only where it is far below
  bool probing = true;             // cut where a capture is good enough at a lower depth
  bool internal_reduction = true;  // look less deep where no move is known
  bool late_reduction = true;      // look less deep at later moves
  bool late_pruning = true;        // leave out the last ones near the horizon
  bool futility = true;            // and quiet ones that can't reach the window
  bool exchange_pruning = true;    // and those that lose an exchange
  bool history_pruning = true;     // and those that never were good
  bool check_extension = true;     // look deeper at moves that threaten
  bool singular = true;            // and at a move that is better than all others
  bool delta = true;               // at the end, leave out captures that can't reach the window
  bool correction = true;          // correct judgements by what search found in positions of the same structure

  static constexpr auto names();

  void turn(const std::string& name, bool on);
  // Everything but the ideas named.
  void switch_off(const std::string& name) { turn(name, false); }
};

constexpr auto Ideas::names() {
  using Name = std::pair<std::string_view, bool Ideas::*>;
  return std::array{
      Name{"table", &Ideas::table},
      Name{"aspiration", &Ideas::aspiration},
      Name{"scout", &Ideas::scout},
      Name{"killers", &Ideas::killers},
      Name{"history", &Ideas::history},
      Name{"continuation", &Ideas::continuation},
      Name{"capture_history", &Ideas::capture_history},
      Name{"null_move", &Ideas::null_move},
      Name{"verify_null", &Ideas::verify_null},
      Name{"standing", &Ideas::standing},
      Name{"razoring", &Ideas::razoring},
      Name{"probing", &Ideas::probing},
      Name{"internal_reduction", &Ideas::internal_reduction},
      Name{"late_reduction", &Ideas::late_reduction},
      Name{"late_pruning", &Ideas::late_pruning},
      Name{"futility", &Ideas::futility},
      Name{"exchange_pruning", &Ideas::exchange_pruning},
      Name{"history_pruning", &Ideas::history_pruning},
      Name{"check_extension", &Ideas::check_extension},
      Name{"singular", &Ideas::singular},
      Name{"delta", &Ideas::delta},
      Name{"correction", &Ideas::correction},
  };
}

inline void Ideas::turn(const std::string& name, bool on) {
  for (const auto& [known, idea] : names())
    if (known == name) {
      this->*idea = on;
      return;
    }
  throw RulesError("the selective search has no idea called '" + name + "'");
}

}  // namespace kibitz
