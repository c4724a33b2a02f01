// Endgame tablebases compiled for a game.
#pragma once

#include "bind/adapters/adapter.hpp"
#include "bind/interfaces/endgames.hpp"

namespace kibitz {

template <Game G>
  requires HasEndgame<G>
class EndgamesOf final : public Endgames {
 public:
  explicit EndgamesOf(const RulesWith<G>& rules) : identity_(rules.identity()), game_(rules.game()) {}

  std::unique_ptr<EndgameRun> run(int most_pieces, int width, int threads) const override {
    return Endgame<G>::run(identity_, game_, most_pieces, width, threads);
  }
  std::unique_ptr<Tablebase> open(int most_pieces, const Payload& payload, std::uint64_t begin,
                                  std::uint64_t length) const override {
    return std::make_unique<typename Endgame<G>::Tablebase>(identity_, game_, most_pieces, payload, begin, length);
  }

 private:
  const Identity* identity_;
  const G& game_;
};

template <class Package>
std::unique_ptr<const Endgames> make_endgames(const Rules& rules) {
  return make_interface<Endgames, EndgamesOf>(rules, typename Package::Games{});
}

}  // namespace kibitz
