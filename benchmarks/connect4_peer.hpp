// The main program of a Connect Four solver that connect4.py compares with. On stdin: a number of positions, then the
// moves of each on a line. The answer is one line: the processor seconds that the searches took, and the scores.
#pragma once

#include <time.h>

#include <iostream>
#include <string>
#include <vector>

inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// `parse` makes a position of moves, which is not measured; `score` searches it.
template <class Parse, class Score>
int serve(Parse parse, Score score) {
  for (std::size_t count; std::cin >> count;) {
    std::vector<decltype(parse(std::string()))> positions;
    for (std::string moves; positions.size() < count && std::cin >> moves;)
      positions.push_back(parse(moves == "-" ? "" : moves));
    std::vector<int> scores;
    scores.reserve(count);
    const double began = processor_seconds();
    for (const auto& position : positions) scores.push_back(score(position));
    std::cout << processor_seconds() - began;
    for (const int found : scores) std::cout << ' ' << found;
    std::cout << std::endl;
  }
  return 0;
}
