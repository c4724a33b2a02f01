// Book generator without Python, for large machines:
//
//   g++ -O3 -march=native -std=c++20 -pthread -I native native/base/*.cpp native/games/connect/tools/book.cpp -o book
//   ./book PLIES THREADS TABLE_BITS FILE [SECONDS [SAMPLE]]
//
// The table takes 2^TABLE_BITS × 32 bytes. FILE is written every half minute, resumed from, and read by `kibitz book
// pack`: magic, plies, count, all keys, all scores (127: missing). SECONDS limits the time. With SAMPLE only every
// SAMPLE-th run of 256 positions is solved, to estimate the whole.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "games/connect/solver/book_builder.hpp"

namespace {

using namespace kibitz::connect;
constexpr FixedBoard<7, 6, 4> kBoard;

constexpr char kMagic[8] = {'K', 'B', 'Z', 'R', 'A', 'W', '1', '\n'};

template <class T>
void put(std::ofstream& out, const T* data, std::size_t count) {
  out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(count * sizeof(T)));
}

template <class T>
bool get(std::ifstream& in, T* data, std::size_t count) {
  in.read(reinterpret_cast<char*>(data), static_cast<std::streamsize>(count * sizeof(T)));
  return static_cast<bool>(in);
}

void save(const std::string& path, std::uint64_t plies, const std::vector<std::uint64_t>& keys,
          const std::vector<std::int8_t>& scores) {
  const std::string temporary = path + ".tmp";
  {
    std::ofstream out(temporary, std::ios::binary);
    const std::uint64_t head[2] = {plies, keys.size()};
    put(out, kMagic, 8);
    put(out, head, 2);
    put(out, keys.data(), keys.size());
    put(out, scores.data(), scores.size());
  }
  std::rename(temporary.c_str(), path.c_str());
}

// Loads the scores of an earlier run for the same keys.
void load(const std::string& path, const std::vector<std::uint64_t>& keys, std::vector<std::int8_t>& scores) {
  std::ifstream in(path, std::ios::binary);
  char magic[8];
  std::uint64_t head[2];
  if (!in || !get(in, magic, 8) || std::memcmp(magic, kMagic, 8) != 0 || !get(in, head, 2)) return;
  if (head[1] != keys.size()) return;
  std::vector<std::uint64_t> old_keys(keys.size());
  std::vector<std::int8_t> old_scores(keys.size());
  if (get(in, old_keys.data(), keys.size()) && get(in, old_scores.data(), keys.size()) && old_keys == keys)
    scores = old_scores;
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) {
    std::fprintf(stderr, "book PLIES THREADS TABLE_BITS FILE [SECONDS [SAMPLE]]\n");
    return 2;
  }
  const int plies = std::atoi(words[1]);
  const int threads = std::atoi(words[2]);
  const std::string path = words[4];
  const double most_seconds = count > 5 ? std::atof(words[5]) : 1e9;
  const auto sample = static_cast<std::size_t>(count > 6 ? std::atoi(words[6]) : 1);
  kibitz::Control control;
  auto keys = book_keys(kBoard, plies, control);
  std::printf("%zu positions\n", keys.size());
  if (sample > 1) {
    std::vector<std::uint64_t> some;
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (i / 256 % sample == 0 && node_of_key(kBoard, keys[i]).stones == plies) some.push_back(keys[i]);
    keys = some;
    std::printf("%zu of the last ply as a sample\n", keys.size());
  }
  std::vector<std::int8_t> scores(keys.size(), kUnsolved);
  load(path, keys, scores);
  BoundsTable table(kBoard, std::atoi(words[3]));
  const auto began = std::chrono::steady_clock::now();
  double saved = 0;
  try {
    fill_book(kBoard, keys, scores, table, threads, [&](std::uint64_t done) {
      const double now = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
      if (now - saved >= 30 || done == keys.size()) {
        saved = now;
        std::printf("%.0f s: %llu of %zu\n", now, static_cast<unsigned long long>(done), keys.size());
        std::fflush(stdout);
        save(path, static_cast<std::uint64_t>(plies), keys, scores);
      }
      if (now >= most_seconds) throw kibitz::Stopped{};
    });
  } catch (const kibitz::Stopped&) {
    std::printf("stopped; start it again to go on\n");
  }
  save(path, static_cast<std::uint64_t>(plies), keys, scores);
  return 0;
}
