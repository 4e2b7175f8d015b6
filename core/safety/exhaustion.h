// Exhaustion: what a LocalGame comes to, found by listing everything that can happen in it.
//
// For small fields only, but without doubt either way: RegionSearch proves that the defender
// succeeds, and a proof that it does not find may still exist; here the attacker's success is
// proven as well. Positions may repeat for ever, and stones that are kept by repetition are kept.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "safety/local_game.h"
#include "stop_watch.h"

namespace goseki {

// What the defender can force, in rising order.
enum class Outcome : std::uint8_t {
  kLost,       // a wall falls short of its target
  kKept,       // the targets are met for ever, but attackers may stay: seki, if they live on it
  kTerritory,  // and whatever the attacker puts into the field can be taken off again
};

class Exhaustion {
 public:
  // Lists all that can follow from the start of the game, either side moving first, unless
  // these are more than `max_states` states or the watch stops it. Who wins kos may take back at
  // once.
  Exhaustion(const LocalGame& game, KoWinner ko_winner, int max_states, StopWatch& watch);

  bool is_complete() const { return complete_; }

  // Precondition of both: `is_complete`. What follows if a side begins, and if it begins on an
  // empty point; nothing if that is illegal.
  Outcome outcome(bool defender_first) const { return outcomes_[defender_first ? 1 : 0]; }
  std::optional<Outcome> after(bool defender_first, int point) const;

 private:
  struct Situation {
    LocalGame::State stones;
    int ko = LocalGame::kNoKo;
    bool defender_to_move = false;
    friend bool operator==(const Situation&, const Situation&) = default;
  };
  struct Hash {
    std::size_t operator()(const Situation& situation) const;
  };
  using Flags = std::vector<bool>;

  int number(const Situation& situation);
  void expand(int index);
  // Plays a move for the side to move, unless it is illegal (kSuicide).
  LocalGame::Attack play(Situation& situation, int point) const;
  void decide();
  void list_ways_back();
  // From where a side can force its way into a set, and whether it can by the next move.
  Flags force(bool defender, Flags set) const;
  bool leads_to(int index, bool defender, const Flags& set) const;

  const LocalGame& game_;
  KoWinner ko_winner_;
  StopWatch& watch_;
  bool complete_ = true;
  std::unordered_map<Situation, int, Hash> numbers_;
  std::vector<Situation> situations_;
  std::vector<int> next_;       // what follows, situation by situation
  std::vector<int> next_from_;  // by situation: where that begins in `next_`
  std::vector<int> back_;       // the same the other way round
  std::vector<int> back_from_;
  Flags lost_;   // at once: leaves
  Flags clear_;  // the attacker is to move and has no stones in the field
  std::vector<Outcome> outcomes_;
};

}  // namespace goseki
