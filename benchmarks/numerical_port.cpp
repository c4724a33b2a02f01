// Numerical tic-tac-toe the straightforward way, for comparison: a recursion
// over all positions with two bits for each nine-digit number (247 MB), where a
// finished position is written to the places of its eight images. Win, draw and
// loss only, no distances. Prints the seconds, the positions searched and the
// value to the first player.
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using Board = std::array<int, 9>;

constexpr std::array<std::array<int, 3>, 8> kLines{
    {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};
constexpr std::array<std::array<int, 9>, 8> kImages{{{0, 1, 2, 3, 4, 5, 6, 7, 8},
                                                     {2, 5, 8, 1, 4, 7, 0, 3, 6},
                                                     {8, 7, 6, 5, 4, 3, 2, 1, 0},
                                                     {6, 3, 0, 7, 4, 1, 8, 5, 2},
                                                     {2, 1, 0, 5, 4, 3, 8, 7, 6},
                                                     {6, 7, 8, 3, 4, 5, 0, 1, 2},
                                                     {0, 3, 6, 1, 4, 7, 2, 5, 8},
                                                     {8, 5, 2, 7, 4, 1, 6, 3, 0}}};

std::vector<std::uint8_t> table(246'913'581);
std::uint64_t searched = 0;

std::uint32_t number_of(const Board& board, const std::array<int, 9>& image) {
  std::uint32_t number = 0;
  for (const int cell : image) number = number * 10 + static_cast<std::uint32_t>(board[static_cast<std::size_t>(cell)]);
  return number;
}

int read(std::uint32_t number) { return (table[number / 4] >> (number % 4 * 2)) & 3; }

void write(std::uint32_t number, int code) {
  auto& byte = table[number / 4];
  byte = static_cast<std::uint8_t>((byte & ~(3 << (number % 4 * 2))) | code << (number % 4 * 2));
}

bool has_line(const Board& board) {
  for (const auto& line : kLines) {
    const int a = board[static_cast<std::size_t>(line[0])], b = board[static_cast<std::size_t>(line[1])],
              c = board[static_cast<std::size_t>(line[2])];
    if (a && b && c && a + b + c == 15) return true;
  }
  return false;
}

// 1, 0 or -1 to the first player; `plies` have been played.
int search(Board& board, std::array<bool, 10>& used, int plies) {
  const auto number = number_of(board, kImages[0]);
  if (const int code = read(number); code != 0) return code - 2;
  ++searched;
  int value;
  if (has_line(board)) {
    value = plies % 2 == 1 ? 1 : -1;
  } else if (plies == 9) {
    value = 0;
  } else {
    const bool first = plies % 2 == 0;
    value = first ? -1 : 1;
    for (std::size_t cell = 0; cell < 9; ++cell) {
      if (board[cell]) continue;
      for (std::size_t n = first ? 1 : 2; n <= 9; n += 2) {
        if (used[n]) continue;
        board[cell] = static_cast<int>(n);
        used[n] = true;
        const int after = search(board, used, plies + 1);
        used[n] = false;
        board[cell] = 0;
        if (first ? after > value : after < value) value = after;
      }
    }
  }
  for (const auto& image : kImages) write(number_of(board, image), value + 2);
  return value;
}

}  // namespace

int main() {
  const auto start = std::chrono::steady_clock::now();
  Board board{};
  std::array<bool, 10> used{};
  const int value = search(board, used, 0);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%.4f %llu %d\n", seconds, static_cast<unsigned long long>(searched), value);
}
