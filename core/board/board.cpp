#include "board/board.h"

#include <algorithm>

namespace goseki {

void SituationTable::push(std::uint64_t key) {
  keys_.push_back(key);
  if (slots_.size() < 2 * keys_.size()) {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
    for (int ply = 0; ply < size(); ++ply) insert(ply);
  } else {
    insert(size() - 1);
  }
}

void SituationTable::insert(int ply) {
  std::size_t slot = keys_[ply] & mask();
  while (slots_[slot] != 0) slot = (slot + 1) & mask();
  slots_[slot] = static_cast<std::uint32_t>(ply + 1);
}

void SituationTable::pop() {
  const auto last = static_cast<std::uint32_t>(keys_.size());
  std::size_t slot = keys_.back() & mask();
  while (slots_[slot] != last) slot = (slot + 1) & mask();
  slots_[slot] = 0;
  keys_.pop_back();
}

Board::Board(Size size, const Rules& rules) : position_(size), rules_(rules) { clear_history(); }

void Board::clear_history() {
  history_.clear();
  removed_.clear();
  superko_ = SituationTable();
  repetitions_ = SituationTable();
  ko_ = kNoPoint;
  passes_ = 0;
  passes_needed_ = rules_.passes_to_end;
  end_ = End::kRunning;
  remember_situation();
}

std::uint64_t Board::superko_key() const {
  const bool turn_counts = rules_.ko == Ko::kSituational;
  return position_.hash() ^ (turn_counts ? zobrist::to_play(to_play_) : 0);
}

void Board::remember_situation() {
  if (is_superko()) superko_.push(superko_key());
  if (watches_repetition()) repetitions_.push(hash());
}

void Board::set_to_play(Color color) {
  to_play_ = color;
  // Before the first move it changes the position that the game starts from.
  if (history_.empty()) clear_history();
}

bool Board::may_suicide(Point point, Color color) const {
  if (!rules_.suicide) return false;
  // The suicide of a single stone would leave the board as it was. No rules allow it.
  for (Point n : neighbors(point)) {
    if (position_.at(n) == color) return true;
  }
  return false;
}

Legality Board::legality(Point point, Color color) const {
  if (end_ != End::kRunning) return Legality::kGameOver;
  if (point == kPass) return Legality::kLegal;
  const Legality placing = record_legality(point, color);
  if (placing != Legality::kLegal) return placing;
  if (point == ko_against(color)) return Legality::kKo;
  if (is_superko() && repeats_earlier(point, color)) return Legality::kSuperko;
  return Legality::kLegal;
}

Legality Board::record_legality(Point point, Color color) const {
  if (point == kPass) return Legality::kLegal;
  if (position_.at(point) != Color::kEmpty) return Legality::kOccupied;
  if (!position_.has_empty_neighbor(point) &&
      position_.effect(point, color) == Position::Effect::kSuicide && !may_suicide(point, color)) {
    return Legality::kSuicide;
  }
  return Legality::kLegal;
}

bool Board::repeats_earlier(Point point, Color color) const {
  // As long as no stone has left the board, every stone that stays makes a new position.
  if (removed_.empty() && position_.effect(point, color) != Position::Effect::kSuicide) {
    return false;
  }
  std::uint64_t key =
      position_.hash() ^ zobrist::stone(color, point) ^ position_.removal_hash(point, color);
  if (rules_.ko == Ko::kSituational) key ^= zobrist::to_play(opponent(color));
  return superko_.find(key, [&](int ply) { return is_same_position(ply, point, color); });
}

bool Board::is_same_position(int ply, Point point, Color color) const {
  Position now = position_;
  std::vector<Point> removed;
  if (point != kPass) now.play(point, color, removed);
  Position then = position_;
  for (int i = static_cast<int>(history_.size()) - 1; i >= ply; --i) {
    const MoveRecord& move = history_[i];
    if (move.point == kPass) continue;
    const std::size_t end =
        i + 1 < static_cast<int>(history_.size()) ? history_[i + 1].removed_begin : removed_.size();
    then.take_back(move.point, move.color, removed_.data() + move.removed_begin,
                   static_cast<int>(end - move.removed_begin));
  }
  return now == then;
}

void Board::play_assume_legal(Point point, Color color) {
  history_.push_back({point, color, to_play_, ko_, passes_, passes_needed_, end_,
                      static_cast<std::uint32_t>(removed_.size())});
  const Point ko_before = ko_;
  ko_ = kNoPoint;
  if (point == kPass) {
    ++passes_;
  } else {
    const int removed = position_.play(point, color, removed_);
    const bool suicide = removed > 0 && removed_.back() == point;
    prisoners_[static_cast<int>(suicide ? opponent(color) : color)] += removed;
    if (rules_.ko == Ko::kSimple && removed == 1 && position_.block_size(point) == 1 &&
        position_.pseudo_liberties(point) == 1) {
      ko_ = removed_.back();
    }
    passes_ = 0;
    passes_needed_ = rules_.passes_to_end;
    if (rules_.ko_pass && ko_ != kNoPoint && ko_before == kNoPoint) ++passes_needed_;
  }
  to_play_ = opponent(color);
  end_ = passes_ >= passes_needed_ ? End::kPasses : repetition_end();
  remember_situation();
}

End Board::repetition_end() const {
  if (!watches_repetition()) return End::kRunning;
  int earlier = -1;
  repetitions_.find(hash(), [&](int ply) {
    if (is_same_position(ply, kPass, to_play_)) earlier = std::max(earlier, ply);
    return false;
  });
  if (earlier < 0) return End::kRunning;
  if (rules_.repetition == Repetition::kDraw) return End::kDraw;
  int black_passes_more = 0;
  for (std::size_t i = earlier; i < history_.size(); ++i) {
    if (history_[i].point == kPass) black_passes_more += sign(history_[i].color);
  }
  return black_passes_more > 0   ? End::kBlackWins
         : black_passes_more < 0 ? End::kWhiteWins
                                 : End::kDraw;
}

void Board::undo() {
  const MoveRecord move = history_.back();
  history_.pop_back();
  if (is_superko()) superko_.pop();
  if (watches_repetition()) repetitions_.pop();
  if (move.point != kPass) {
    const int removed = static_cast<int>(removed_.size() - move.removed_begin);
    const bool suicide = removed > 0 && removed_.back() == move.point;
    prisoners_[static_cast<int>(suicide ? opponent(move.color) : move.color)] -= removed;
    position_.take_back(move.point, move.color, removed_.data() + move.removed_begin, removed);
    removed_.resize(move.removed_begin);
  }
  to_play_ = move.to_play_before;
  ko_ = move.ko_before;
  passes_ = move.passes_before;
  passes_needed_ = move.passes_needed_before;
  end_ = move.end_before;
}

Point Board::set_up(const Color* colors) {
  Position position(size());
  const Point breathless = position.set_up(colors);
  if (breathless != kNoPoint) return breathless;
  position_ = position;
  clear_history();
  return kNoPoint;
}

void Board::set_prisoners(int taken_by_black, int taken_by_white) {
  prisoners_[static_cast<int>(Color::kBlack)] = taken_by_black;
  prisoners_[static_cast<int>(Color::kWhite)] = taken_by_white;
}

}  // namespace goseki
