#include "safety/exhaustion.h"

#include <bit>

#include "board/bit_mixer.h"

namespace goseki {

std::size_t Exhaustion::Hash::operator()(const Situation& situation) const {
  const auto rest =
      static_cast<std::uint64_t>((situation.ko + 1) * 2 + (situation.defender_to_move ? 1 : 0));
  return scatter(scatter(scatter(situation.stones.attacker) + situation.stones.defender) + rest);
}

Exhaustion::Exhaustion(const LocalGame& game, KoWinner ko_winner, int max_states, StopWatch& watch)
    : game_(game), ko_winner_(ko_winner), watch_(watch) {
  number({game.start(), LocalGame::kNoKo, false});
  number({game.start(), LocalGame::kNoKo, true});
  for (std::size_t i = 0; i < situations_.size(); ++i) {
    next_from_.push_back(static_cast<int>(next_.size()));
    expand(static_cast<int>(i));
    if (situations_.size() > static_cast<std::size_t>(max_states) || watch_.count()) {
      complete_ = false;
      return;
    }
  }
  next_from_.push_back(static_cast<int>(next_.size()));
  list_ways_back();
  decide();
  complete_ = !watch_.stopped();
}

int Exhaustion::number(const Situation& situation) {
  const auto [place, fresh] = numbers_.try_emplace(situation, static_cast<int>(situations_.size()));
  if (fresh) {
    const bool attacker_to_move = !situation.defender_to_move;
    situations_.push_back(situation);
    lost_.push_back(attacker_to_move && !game_.meets_targets(situation.stones));
    clear_.push_back(attacker_to_move && game_.is_clear(situation.stones));
  }
  return place->second;
}

LocalGame::Attack Exhaustion::play(Situation& situation, int point) const {
  using Attack = LocalGame::Attack;
  if (point == situation.ko) return Attack::kSuicide;
  const bool defends = situation.defender_to_move;
  int ko = LocalGame::kNoKo;
  const Attack result = !defends ? game_.attack(situation.stones, point, ko)
                        : game_.defend(situation.stones, point, ko) ? Attack::kPlayed
                                                                    : Attack::kSuicide;
  situation.ko = defends == (ko_winner_ == KoWinner::kDefender) ? ko : LocalGame::kNoKo;
  situation.defender_to_move = !defends;
  return result;
}

void Exhaustion::expand(int index) {
  const Situation now = situations_[index];
  if (lost_[index]) return;
  next_.push_back(number({now.stones, LocalGame::kNoKo, !now.defender_to_move}));
  for (LocalGame::Field rest = game_.empty(now.stones); rest != 0; rest &= rest - 1) {
    Situation then = now;
    const LocalGame::Attack result = play(then, std::countr_zero(rest));
    if (result == LocalGame::Attack::kPlayed) next_.push_back(number(then));
    if (result == LocalGame::Attack::kWon) lost_[index] = true;
  }
}

void Exhaustion::list_ways_back() {
  back_from_.assign(situations_.size() + 1, 0);
  for (int to : next_) ++back_from_[to + 1];
  for (std::size_t i = 0; i < situations_.size(); ++i) back_from_[i + 1] += back_from_[i];
  back_.resize(next_.size());
  std::vector<int> place(back_from_.begin(), back_from_.end() - 1);
  for (std::size_t from = 0; from < situations_.size() && !watch_.count(); ++from) {
    for (int i = next_from_[from]; i < next_from_[from + 1]; ++i) {
      back_[place[next_[i]]++] = static_cast<int>(from);
    }
  }
}

Exhaustion::Flags Exhaustion::force(bool defender, Flags set) const {
  std::vector<int> fresh;
  std::vector<int> ways(situations_.size());  // those that do not lead into the set
  for (std::size_t i = 0; i < situations_.size(); ++i) {
    ways[i] = next_from_[i + 1] - next_from_[i];
    if (set[i]) fresh.push_back(static_cast<int>(i));
  }
  while (!fresh.empty() && !watch_.count()) {
    const int to = fresh.back();
    fresh.pop_back();
    for (int i = back_from_[to]; i < back_from_[to + 1]; ++i) {
      const int from = back_[i];
      --ways[from];
      if (set[from]) continue;
      if (situations_[from].defender_to_move != defender && ways[from] > 0) continue;
      set[from] = true;
      fresh.push_back(from);
    }
  }
  return set;
}

bool Exhaustion::leads_to(int index, bool defender, const Flags& set) const {
  const bool chooses = situations_[index].defender_to_move == defender;
  for (int i = next_from_[index]; i < next_from_[index + 1]; ++i) {
    if (set[next_[i]] == chooses) return chooses;
  }
  return !chooses;
}

// The field is territory where the defender can force it clear, and from there again, for ever.
void Exhaustion::decide() {
  const Flags lost = force(false, lost_);
  Flags goal = clear_;
  for (std::size_t i = 0; i < goal.size(); ++i) goal[i] = goal[i] && !lost[i];
  Flags territory;
  for (bool changed = true; changed && !watch_.stopped();) {
    changed = false;
    territory = force(true, goal);
    for (std::size_t i = 0; i < goal.size(); ++i) {
      if (!goal[i] || leads_to(static_cast<int>(i), true, territory)) continue;
      goal[i] = false;
      changed = true;
    }
  }
  for (std::size_t i = 0; i < situations_.size(); ++i) {
    outcomes_.push_back(territory[i] ? Outcome::kTerritory
                        : lost[i]    ? Outcome::kLost
                                     : Outcome::kKept);
  }
}

std::optional<Outcome> Exhaustion::after(bool defender_first, int point) const {
  Situation situation{game_.start(), LocalGame::kNoKo, defender_first};
  switch (play(situation, point)) {
    case LocalGame::Attack::kSuicide:
      return std::nullopt;
    case LocalGame::Attack::kWon:
      return Outcome::kLost;
    case LocalGame::Attack::kPlayed:
      break;
  }
  // A side that has lost already was not looked into.
  const auto found = numbers_.find(situation);
  return found == numbers_.end() ? Outcome::kLost : outcomes_[found->second];
}

}  // namespace goseki
