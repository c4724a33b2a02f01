// The techniques of the selective search. Each can be switched off, so that
// matches can measure it.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/types.hpp"

namespace kibitz::selective {

struct Features {
  bool tt = true;                      // transposition table
  bool aspiration = true;              // aspiration windows around the last score
  bool pvs = true;                     // principal variation search: null windows (Marsland, Campbell 1982)
  bool killers = true;                 // killer moves: quiet moves with a cutoff at the same ply
  bool history = true;                 // butterfly history of quiet moves (Schaeffer 1983)
  bool continuation_history = true;    // history by the moves 1, 2 and 4 plies before
  bool capture_history = true;         // history of captures
  bool null_move = true;               // null-move pruning (Donninger 1993)
  bool null_move_verification = true;  // verification search against zugzwang (Tabibi, Netanyahu 2002)
  bool reverse_futility = true;        // cut when the evaluation exceeds beta by a margin
  bool razoring = true;                // quiescence search when the evaluation is far below alpha
  bool probcut = true;                 // ProbCut (Buro 1995): a capture beats beta by a margin at reduced depth
  bool iir = true;                     // internal iterative reduction without a table move
  bool lmr = true;                     // late move reductions
  bool lmp = true;                     // late move pruning
  bool futility = true;                // futility pruning of quiet moves (Heinz 1998)
  bool see_pruning = true;             // prune moves that lose material by static exchange evaluation
  bool history_pruning = true;         // prune quiet moves with a bad history
  bool check_extension = true;         // extend checks that lose no material
  bool singular_extension = true;      // extend a table move much better than all others (Anantharaman et al. 1990)
  bool delta_pruning = true;           // in the quiescence search, skip captures that can't reach alpha
  bool correction_history = true;      // correct the static evaluation by past errors with the same pawns

  static constexpr auto names();

  void set(const std::string& name, bool on);
};

constexpr auto Features::names() {
  using Name = std::pair<std::string_view, bool Features::*>;
  return std::array{
      Name{"tt", &Features::tt},
      Name{"aspiration", &Features::aspiration},
      Name{"pvs", &Features::pvs},
      Name{"killers", &Features::killers},
      Name{"history", &Features::history},
      Name{"continuation_history", &Features::continuation_history},
      Name{"capture_history", &Features::capture_history},
      Name{"null_move", &Features::null_move},
      Name{"null_move_verification", &Features::null_move_verification},
      Name{"reverse_futility", &Features::reverse_futility},
      Name{"razoring", &Features::razoring},
      Name{"probcut", &Features::probcut},
      Name{"iir", &Features::iir},
      Name{"lmr", &Features::lmr},
      Name{"lmp", &Features::lmp},
      Name{"futility", &Features::futility},
      Name{"see_pruning", &Features::see_pruning},
      Name{"history_pruning", &Features::history_pruning},
      Name{"check_extension", &Features::check_extension},
      Name{"singular_extension", &Features::singular_extension},
      Name{"delta_pruning", &Features::delta_pruning},
      Name{"correction_history", &Features::correction_history},
  };
}

inline void Features::set(const std::string& name, bool on) {
  for (const auto& [known, feature] : names())
    if (known == name) {
      this->*feature = on;
      return;
    }
  throw RulesError("the selective search has no feature called '" + name + "'");
}

}  // namespace kibitz::selective
