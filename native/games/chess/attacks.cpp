// Fills the attack tables.
#include "games/chess/attacks.hpp"

#include <mutex>

namespace kibitz::chess {
namespace {

// Sparse random numbers that map different attack sets to different entries. For a1, b1 and so on.
constexpr std::array<Bitboard, kSquares> kBishopMagics{
    0x0040100100459180u, 0x0220041422424100u, 0x8008280100200100u, 0x0088208220000402u, 0x110202110012008au,
    0x400090100800200cu, 0x2889080202200404u, 0x8400120110021101u, 0x4100441030212500u, 0x108020029602022au,
    0x00084850a1060009u, 0x6001580a06200802u, 0x1048420210010004u, 0x0200010108400120u, 0x0010120822080400u,
    0x0000123088080880u, 0x0084004004281228u, 0x0a04603001080500u, 0x0030049200820008u, 0x0012400405020080u,
    0x1104010220a00600u, 0x0004c00a01100510u, 0xa10110408c012080u, 0x2681014144009482u, 0x8820080020c30410u,
    0x0802090002100424u, 0x0a04140406012400u, 0x8040040004410020u, 0x830900c004014040u, 0x0041020401004121u,
    0x60580c4009042210u, 0x1b04210000410889u, 0x0870021245081040u, 0x8000b04425101404u, 0x1562211000010400u,
    0x0000080800220a00u, 0x9c90020080001004u, 0x01020081000a0050u, 0x000800a8a8140200u, 0x0000812104020080u,
    0x0002020240812021u, 0x0060840420024280u, 0x8042092804000800u, 0x1008404010402200u, 0x4000401408200900u,
    0xa404108082012104u, 0x03101002044010a9u, 0x0088020414200040u, 0x008071054dc00403u, 0x440040426820000du,
    0x0008003108080020u, 0x8894061a84110014u, 0x001020c190410400u, 0x0900c00404142920u, 0x0540089154009004u,
    0x00100240a4008400u, 0x6005010482200300u, 0xb008410484846020u, 0x1022421108611000u, 0x000019c000208811u,
    0x3020008422224400u, 0x0800406018109120u, 0x0c04482898080a40u, 0x0840880100420a40u,
};
constexpr std::array<Bitboard, kSquares> kRookMagics{
    0x4080001068400481u, 0x0340004010002005u, 0x0700110020005840u, 0x2080048008001000u, 0x2080020400080080u,
    0x1200084c30031200u, 0x2c00008804104201u, 0x8100020020488900u, 0x00c0800080400020u, 0x0002401001a00040u,
    0x0002001042008022u, 0x008200400a002010u, 0x0041000801050110u, 0x0082000200100409u, 0x0a02000488010200u,
    0x0202001401066182u, 0x0080004020004000u, 0x0000910020400103u, 0x8010002000240800u, 0x0021010008201004u,
    0xa120850011080100u, 0x0104008080020004u, 0x0002040028108122u, 0x8000020001009064u, 0x008020808000400cu,
    0x3300802b00400500u, 0x0020100080802000u, 0x04800d0100100020u, 0x4001001100080004u, 0x0002000404002010u,
    0x000001040008c210u, 0x141204020010a041u, 0x1880400020800080u, 0x0040002002804081u, 0x19a0004804401000u,
    0x208222000a004010u, 0x4808040081800800u, 0x0a94000802020010u, 0x0400108804000241u, 0x0022008842000c01u,
    0x3004208040028004u, 0x0000500020004000u, 0x2120081041010020u, 0x0a00211001030009u, 0x0041000408010010u,
    0x2205000400090002u, 0x0000410802140030u, 0x0022088049020004u, 0x2408c98622010200u, 0x0002400220008a80u,
    0x4210040020080020u, 0x800458a010030100u, 0x0426041008010100u, 0x0004010040020040u, 0x0805000402000100u,
    0x0404204401009200u, 0x0012004481002412u, 0x0003006011884003u, 0x0002400a0290a082u, 0x4010090020041001u,
    0x4802006045085002u, 0x044d000208040001u, 0x4a4800c221100804u, 0x010020450020840au,
};

constexpr std::array<std::array<int, 2>, 4> kDiagonals{{{{1, 1}}, {{1, -1}}, {{-1, 1}}, {{-1, -1}}}};
constexpr std::array<std::array<int, 2>, 4> kStraights{{{{1, 0}}, {{-1, 0}}, {{0, 1}}, {{0, -1}}}};
using Directions = std::array<std::array<int, 2>, 4>;

// Slider attacks, square by square.
Bitboard slide(Square from, Bitboard occupied, const Directions& directions) {
  Bitboard out = 0;
  for (const auto& [files, ranks] : directions)
    for (int file = file_of(from) + files, rank = rank_of(from) + ranks; file >= 0 && file < 8 && rank >= 0 && rank < 8;
         file += files, rank += ranks) {
      const auto here = bit(square_at(file, rank));
      out |= here;
      if (occupied & here) break;
    }
  return out;
}

// The squares whose occupancy matters: all but the edges, unless the slider is on that edge.
Bitboard relevant_occupancy(Square from, const Directions& directions) {
  const auto edges =
      ((rank_mask(0) | rank_mask(7)) & ~rank_mask(rank_of(from))) | ((kFileA | kFileH) & ~file_mask(file_of(from)));
  return slide(from, 0, directions) & ~edges;
}

Bitboard* fill(std::array<Magic, kSquares>& magics, const std::array<Bitboard, kSquares>& numbers,
               const Directions& directions, Bitboard* entries) {
  for (Square from = 0; from < kSquares; ++from) {
    const auto i = static_cast<std::size_t>(from);
    const auto mask = relevant_occupancy(from, directions);
    const int bits = count(mask);
    magics[i] = {mask, numbers[i], entries, 64 - bits};
    Bitboard subset = 0;
    do {
      entries[(subset * numbers[i]) >> (64 - bits)] = slide(from, subset, directions);
      subset = (subset - mask) & mask;  // the next set of pieces under the mask
    } while (subset != 0);
    entries += std::size_t{1} << bits;
  }
  return entries;
}

void fill_lines(const Directions& directions) {
  for (Square a = 0; a < kSquares; ++a)
    for (Square b = 0; b < kSquares; ++b) {
      if (a == b || !(slide(a, 0, directions) & bit(b))) continue;
      const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
      attack_tables.between[i][j] = slide(a, bit(b), directions) & slide(b, bit(a), directions);
      attack_tables.line[i][j] = (slide(a, 0, directions) & slide(b, 0, directions)) | bit(a) | bit(b);
    }
}

}  // namespace

void init_attacks() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto* entries = attack_tables.sliders.data();
    entries = fill(attack_tables.bishop, kBishopMagics, kDiagonals, entries);
    fill(attack_tables.rook, kRookMagics, kStraights, entries);
    fill_lines(kDiagonals);
    fill_lines(kStraights);
  });
}

}  // namespace kibitz::chess
