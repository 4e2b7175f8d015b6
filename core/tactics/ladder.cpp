#include "tactics/ladder.h"

#include <algorithm>

#include "board/bit_mixer.h"
#include "board/zobrist.h"

namespace goseki::tactics {

namespace {

int spend(int threats) { return threats == kUnlimitedThreats ? threats : threats - 1; }

}  // namespace

Verdict LadderReader::read(const Position& position, const LadderQuestion& question,
                           StopWatch& watch, LadderExtras extras) {
  start(position, question, watch, extras);
  Frame root{.attacks = question.to_play == attacker_,
             .ban = question.ban,
             .attacker_threats = question.attacker_threats,
             .defender_threats = question.defender_threats};
  count_liberties(root);
  const bool is_free =
      root.attacks ? root.liberties == 1 && !may_play(root, root.liberty[0]) : root.liberties > 1;
  if (is_free) return read_free(root);
  zones_.assign(1, {});
  const Verdict verdict = search(root);
  if (extras.moves) list_moves(root, verdict);
  return verdict;
}

void LadderReader::start(const Position& position, const LadderQuestion& question, StopWatch& watch,
                         LadderExtras extras) {
  position_ = position;
  target_ = question.target;
  attacker_ = opponent(position.at(target_));
  extras_ = extras;
  watch_ = &watch;
  stopped_ = met_ban_ = has_all_moves_ = false;
  line_ = 0;
  moves_.clear();
  zone_.reset();
  plays_.clear();
  removed_.clear();
  links_.assign(1, {kNoPoint, 0, 0});
  changes_ = {};
  for (const Entry& entry : entries_) {
    for (std::size_t slot = entry.hash & (slots_.size() - 1); slots_[slot] != 0;
         slot = (slot + 1) & (slots_.size() - 1)) {
      slots_[slot] = 0;
    }
  }
  entries_.clear();
  entry_zones_.clear();
}

// The side to move may play anywhere: the defender of a target that is not in atari, who tries
// whatever breaks the ladder, or the attacker who may not take the ko and keeps up the atari.
Verdict LadderReader::read_free(const Frame& root) {
  const Verdict success = root.attacks ? Verdict::kProven : Verdict::kRefuted;
  const LadderExtras extras = extras_;
  extras_.zone = true;
  const Verdict after_pass = read_after(root, kPass);
  extras_.zone = extras.zone;
  if (after_pass == success) moves_.push_back(kPass);
  if (after_pass == success || stopped_) {
    has_all_moves_ = !stopped_;
    return after_pass;
  }
  // The defender who loses after a pass also does after a move that the ladder does not rest on.
  const Zone zone = zone_;
  const std::uint32_t line_after_pass = line_;
  std::uint32_t best_line = 0;
  position_.for_each_point([&](Point point) {
    if (stopped_ || position_.at(point) != Color::kEmpty || (!moves_.empty() && !extras.moves)) {
      return;
    }
    const bool is_idle = !root.attacks && !zone.test(point) &&
                         position_.effect(point, mover(root)) != Position::Effect::kCaptures;
    if (is_idle || !may_play(root, point)) return;
    if (read_after(root, point) != success || stopped_) return;
    if (moves_.empty()) best_line = line_;
    moves_.push_back(point);
  });
  has_all_moves_ = !stopped_ && extras.moves;
  line_ = moves_.empty() ? line_after_pass : best_line;
  zone_.reset();
  if (!moves_.empty()) return success;
  if (stopped_) return Verdict::kUnknown;
  // Where one may play anywhere, all of it counts.
  position_.for_each_point([&](Point point) { zone_.set(point); });
  return root.attacks ? Verdict::kRefuted : Verdict::kProven;
}

void LadderReader::list_moves(Frame root, Verdict verdict) {
  const Verdict success = root.attacks ? Verdict::kProven : Verdict::kRefuted;
  has_all_moves_ = verdict != Verdict::kUnknown;
  if (verdict != success || (root.attacks && root.liberties > 2)) return;
  std::vector<Point> candidates;
  for (int i = 0; i < root.liberties; ++i) candidates.push_back(root.liberty[i]);
  if (root.attacks && root.liberties == 1) {
    moves_ = candidates;
    return;
  }
  rewind(0);
  frames_.clear();
  if (!root.attacks) {
    ataris_.clear();
    moves_to_try_.clear();
    find_ataris(root);
    candidates.insert(candidates.end(), moves_to_try_.begin(), moves_to_try_.end());
  }
  std::sort(candidates.begin(), candidates.end());
  const Zone zone = zone_;
  const std::uint32_t line = line_;
  for (Point point : candidates) {
    if (may_play(root, point) && read_after(root, point) == success) moves_.push_back(point);
  }
  has_all_moves_ = !stopped_;
  zone_ = zone;
  line_ = line;
}

Verdict LadderReader::read_after(const Frame& root, Point move) {
  frames_.clear();
  zones_.assign(1, {});
  Frame after = play(root, move);
  after.look_all_round = true;
  const Verdict verdict = search(after);
  if (!stopped_) line_ = link(move, line_);
  rewind(0);
  return verdict;
}

Verdict LadderReader::search(const Frame& root) {
  const std::size_t base = plays_.size();
  frames_.assign(1, root);
  moves_to_try_.clear();
  ataris_.clear();
  Verdict verdict = open(frames_.back());
  while (true) {
    while (verdict != Verdict::kUnknown && frames_.size() > 1) verdict = close(verdict);
    if (verdict != Verdict::kUnknown || stopped_) break;
    Frame& frame = frames_.back();
    if (frame.next_move == moves_to_try_.size()) {
      verdict = frame.attacks ? Verdict::kRefuted : Verdict::kProven;
      continue;
    }
    rewind(base + frames_.size() - 1);
    const Point move = moves_to_try_[frame.next_move++];
    if (extras_.zone) zones_.resize(std::max(zones_.size(), frames_.size() + 1));
    const Frame next = play(frame, move);
    frames_.push_back(next);
    verdict = open(frames_.back());
  }
  if (stopped_) return Verdict::kUnknown;
  line_ = frames_[0].line;
  if (verdict == Verdict::kProven && extras_.zone) zone_ = zones_[0];
  return verdict;
}

Verdict LadderReader::open(Frame& frame) {
  if (watch_->count()) stopped_ = true;
  const std::size_t bytes =
      links_.size() * sizeof(Link) +
      entries_.size() * (sizeof(Entry) + (extras_.zone ? sizeof(Zone) : 0) + 4 * sizeof(slots_[0]));
  if (bytes > most_bytes_) stopped_ = true;
  if (stopped_) return Verdict::kUnknown;
  frame.moves_begin = frame.next_move = static_cast<std::uint32_t>(moves_to_try_.size());
  return frame.attacks ? open_attack(frame) : open_defense(frame);
}

Verdict LadderReader::open_attack(Frame& frame) {
  if (frame.liberties < 0) count_liberties(frame);
  if (frame.liberties > 2) return Verdict::kRefuted;
  if (frame.liberties == 1) {
    if (!may_play(frame, frame.liberty[0])) return Verdict::kRefuted;
    frame.line = link(frame.liberty[0], 0);
    if (extras_.zone) keep_target(zones_[frames_.size() - 1]);
    return Verdict::kProven;
  }
  std::array<int, 2> order{};
  for (int i : {0, 1}) {
    const Point atari = frame.liberty[i];
    const Point answer = frame.liberty[1 - i];
    if (!may_play(frame, atari)) continue;
    int room = 0;
    int walls = 0;
    for (Point n : neighbors(answer)) {
      room += position_.at(n) == Color::kEmpty && n != atari;
      walls += position_.at(n) == Color::kWall;
    }
    if (room >= 3) {  // the answer gets the target three liberties
      frame.line = longer(frame.line, link(atari, link(answer, 0)));
    } else {
      moves_to_try_.push_back(atari);
      order[i] = 4 * room - walls;
    }
  }
  const std::size_t count = moves_to_try_.size() - frame.moves_begin;
  if (count == 0) return Verdict::kRefuted;
  // First the atari that leaves the target less room, or drives it to the edge.
  if (count == 2 && order[1] < order[0])
    std::swap(moves_to_try_.end()[-1], moves_to_try_.end()[-2]);
  // Without a choice and without captures no situation comes back.
  return count == 2 || frame.has_captures ? look_up(frame) : Verdict::kUnknown;
}

Verdict LadderReader::open_defense(Frame& frame) {
  const Point last = frame.liberty[0];
  Zone* const zone = extras_.zone ? &zones_[frames_.size() - 1] : nullptr;
  if (zone) {
    keep_point(*zone, last);
    keep_blocks_around(*zone, last);
  }
  find_ataris(frame);
  if (may_play(frame, last)) {
    bool is_plain = position_.effect(last, opponent(attacker_)) == Position::Effect::kPlain;
    const Point target = position_.block(target_);
    for (Point n : neighbors(last)) {
      is_plain &= position_.at(n) != opponent(attacker_) || position_.block(n) == target;
    }
    frame.is_plain = is_plain;
    const int room = empty_around(last);
    if (is_plain && room >= 3) {
      frame.line = link(last, 0);
      return Verdict::kRefuted;
    }
    if (is_plain && room == 1) {
      for (Point n : neighbors(last)) {
        if (position_.at(n) == Color::kEmpty) frame.line = link(last, link(n, 0));
      }
    } else {
      moves_to_try_.push_back(last);
    }
  }
  if (moves_to_try_.size() > frame.moves_begin) return Verdict::kUnknown;
  if (frame.line == 0) frame.line = link(kPass, link(last, 0));
  if (zone) keep_target(*zone);
  return Verdict::kProven;
}

Verdict LadderReader::close(Verdict verdict) {
  const Frame frame = frames_.back();
  const auto depth = static_cast<int>(frames_.size() - 1);
  const bool is_proven = verdict == Verdict::kProven;
  if (frame.entry >= 0) {
    Entry& entry = entries_[frame.entry];
    entry.known = is_proven                ? Known::kProven
                  : frame.rests_on < depth ? Known::kNo
                                           : Known::kRefuted;
    entry.line = frame.line;
    if (is_proven && extras_.zone) {
      entry.zone = static_cast<std::uint32_t>(entry_zones_.size());
      entry_zones_.push_back(zones_[depth]);
    }
  }
  moves_to_try_.resize(frame.moves_begin);
  if (!frame.attacks) ataris_.resize(frame.ataris_begin);
  frames_.pop_back();
  Frame& before = frames_.back();
  const std::uint32_t line = link(frame.last_move, frame.line);
  const bool decides = before.attacks == is_proven;
  before.line = decides ? line : longer(before.line, line);
  if (!is_proven) before.rests_on = std::min(before.rests_on, frame.rests_on);
  if (is_proven && extras_.zone) zones_[depth - 1] |= zones_[depth];
  return decides ? verdict : Verdict::kUnknown;
}

// What is known of the situation with the attacker to move; if nothing is, it is on the way now.
Verdict LadderReader::look_up(Frame& frame) {
  if (2 * entries_.size() >= slots_.size()) rehash(std::max<std::size_t>(64, 2 * slots_.size()));
  const auto threats = (static_cast<std::uint64_t>(frame.attacker_threats) << 32) +
                       static_cast<std::uint32_t>(frame.defender_threats);
  const std::uint64_t hash = scatter(position_.hash() ^ zobrist::ko(frame.ban)) ^ scatter(threats);
  const Zone& black = changes_[static_cast<int>(Color::kBlack)];
  const Zone& white = changes_[static_cast<int>(Color::kWhite)];
  const auto depth = static_cast<int>(frames_.size() - 1);
  std::size_t slot = hash & (slots_.size() - 1);
  for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    Entry& entry = entries_[slots_[slot] - 1];
    if (entry.hash != hash || entry.ban != frame.ban ||
        entry.attacker_threats != frame.attacker_threats ||
        entry.defender_threats != frame.defender_threats || entry.black != black ||
        entry.white != white) {
      continue;
    }
    if (entry.known == Known::kOnTheWay) {
      frame.rests_on = entry.depth;
      return Verdict::kRefuted;
    }
    if (entry.known == Known::kNo) {
      entry.known = Known::kOnTheWay;
      entry.depth = depth;
      frame.entry = static_cast<int>(slots_[slot] - 1);
      return Verdict::kUnknown;
    }
    frame.line = entry.line;
    if (entry.known == Known::kRefuted) return Verdict::kRefuted;
    if (extras_.zone) zones_[depth] |= entry_zones_[entry.zone];
    return Verdict::kProven;
  }
  frame.entry = static_cast<int>(entries_.size());
  entries_.push_back({black, white, hash, frame.attacker_threats, frame.defender_threats, frame.ban,
                      Known::kOnTheWay, depth, 0, 0});
  slots_[slot] = static_cast<std::uint32_t>(entries_.size());
  return Verdict::kUnknown;
}

void LadderReader::rehash(std::size_t size) {
  slots_.assign(size, 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t slot = entries_[i].hash & (size - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (size - 1);
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

bool LadderReader::may_play(const Frame& frame, Point point) {
  if (point == frame.ban) {
    met_ban_ = true;
    if ((frame.attacks ? frame.attacker_threats : frame.defender_threats) == 0) return false;
  }
  return position_.effect(point, mover(frame)) != Position::Effect::kSuicide;
}

LadderReader::Frame LadderReader::play(const Frame& frame, Point point) {
  Frame next{.attacks = !frame.attacks,
             .attacker_threats = frame.attacker_threats,
             .defender_threats = frame.defender_threats,
             .has_captures = frame.has_captures};
  next.last_move = point;
  next.last_defense = frame.attacks ? frame.last_defense : point;
  next.look_all_round = frame.attacks && frame.look_all_round;
  if (frame.attacks) {  // the liberty that is left
    const bool is_first = frame.liberties == 2 && frame.liberty[0] == point;
    next.liberty[0] = frame.liberty[is_first ? 1 : 0];
  }
  if (point == kPass) return next;

  const Color color = mover(frame);
  if (point == frame.ban) {
    int& threats = frame.attacks ? next.attacker_threats : next.defender_threats;
    threats = spend(threats);
  }
  const auto removed_begin = static_cast<std::uint32_t>(removed_.size());
  plays_.push_back({point, color, removed_begin});
  const int captures = position_.play(point, color, removed_);
  note_stone(point, color);
  for (std::size_t i = removed_begin; i < removed_.size(); ++i) {
    note_stone(removed_[i], opponent(color));
  }
  if (captures > 0) next.has_captures = true;
  if (captures == 1 && position_.block_size(point) == 1 && position_.pseudo_liberties(point) == 1) {
    next.ban = removed_.back();
  }
  if (!frame.attacks) {
    const bool is_extension = point == frame.liberty[0] && frame.is_plain;
    next.look_all_round = !is_extension;
    if (is_extension) {  // all liberties of the target are beside the new stone
      next.liberties = 0;
      for (Point n : neighbors(point)) {
        if (position_.at(n) == Color::kEmpty) next.liberty[next.liberties++] = n;
      }
    }
  }
  if (extras_.zone) {
    Zone& zone = zones_[frames_.size()];
    zone.reset();
    keep_point(zone, point);
    for (std::size_t i = removed_begin; i < removed_.size(); ++i) keep_point(zone, removed_[i]);
    if (frame.attacks || point != frame.liberty[0]) keep_block(zone, point);
    keep_blocks_around(zone, point);
  }
  return next;
}

void LadderReader::rewind(std::size_t plays) {
  while (plays_.size() > plays) {
    const Play& last = plays_.back();
    const Point* const removed = removed_.data() + last.removed_begin;
    const auto count = static_cast<int>(removed_.size() - last.removed_begin);
    position_.take_back(last.point, last.color, removed, count);
    note_stone(last.point, last.color);
    for (int i = 0; i < count; ++i) note_stone(removed[i], opponent(last.color));
    removed_.resize(last.removed_begin);
    plays_.pop_back();
  }
}

// A stone has come or gone.
void LadderReader::note_stone(Point point, Color color) {
  changes_[static_cast<int>(color)].flip(point);
}

int LadderReader::empty_around(Point point) const {
  int count = 0;
  for (Point n : neighbors(point)) count += position_.at(n) == Color::kEmpty;
  return count;
}

void LadderReader::count_liberties(Frame& frame) const {
  frame.liberties = 0;
  Point stone = target_;
  do {
    for (Point n : neighbors(stone)) {
      if (position_.at(n) != Color::kEmpty) continue;
      if (frame.liberties > 0 && n == frame.liberty[0]) continue;
      if (frame.liberties > 1 && n == frame.liberty[1]) continue;
      if (frame.liberties < 2) frame.liberty[frame.liberties] = n;
      if (++frame.liberties == 3) return;
    }
    stone = position_.next_in_block(stone);
  } while (stone != target_);
}

Point LadderReader::only_liberty(Point stone) const {
  if (position_.pseudo_liberties(stone) > 4) return kNoPoint;
  for (Point current = stone;; current = position_.next_in_block(current)) {
    for (Point n : neighbors(current)) {
      if (position_.at(n) != Color::kEmpty) continue;
      return position_.is_last_liberty(current, n) ? n : kNoPoint;
    }
  }
}

// The attacker's blocks in atari next to the target, and the captures. Only blocks beside the
// defender's last move have lost liberties since he was to move before. The attacker's new stone is
// there, too, since all liberties of the target were.
void LadderReader::find_ataris(Frame& frame) {
  frame.ataris_begin = static_cast<std::uint32_t>(ataris_.size());
  if (frame.look_all_round) {
    position_.for_each_stone(target_, [&](Point stone) {
      for (Point n : neighbors(stone)) {
        if (position_.at(n) != attacker_) continue;
        note_atari(frame, n);
        if (extras_.zone && !frames_.empty()) keep_block(zones_[frames_.size() - 1], n);
      }
    });
  } else {
    const Frame& last = frames_[frames_.size() - 3];
    for (std::uint32_t i = last.ataris_begin; i < last.ataris_end; ++i) {
      if (position_.at(ataris_[i]) == attacker_) note_atari(frame, ataris_[i]);
    }
    for (Point n : neighbors(frame.last_defense)) {
      if (position_.at(n) == attacker_) note_atari(frame, n);
    }
  }
  frame.ataris_end = static_cast<std::uint32_t>(ataris_.size());
}

void LadderReader::note_atari(Frame& frame, Point stone) {
  const Point liberty = only_liberty(stone);
  if (liberty == kNoPoint) return;
  for (std::size_t i = frame.ataris_begin; i < ataris_.size(); ++i) {
    if (position_.block(ataris_[i]) == position_.block(stone)) return;
  }
  ataris_.push_back(stone);
  if (liberty == frame.liberty[0] || !may_play(frame, liberty)) return;
  const auto begin = moves_to_try_.begin() + frame.moves_begin;
  if (std::find(begin, moves_to_try_.end(), liberty) == moves_to_try_.end()) {
    moves_to_try_.push_back(liberty);
  }
}

std::uint32_t LadderReader::link(Point point, std::uint32_t next) {
  links_.push_back({point, next, links_[next].length + 1});
  return static_cast<std::uint32_t>(links_.size() - 1);
}

std::vector<Point> LadderReader::line() const {
  std::vector<Point> points;
  for (std::uint32_t i = line_; i != 0; i = links_[i].next) points.push_back(links_[i].point);
  return points;
}

// The zone of a capture has
//
//   - the target as it is in the end, with all points around it;
//   - every point that is played, and every stone that is taken, with the points around it;
//   - of the other blocks beside a point that is played or that would be suicide, and of the
//     attacker's blocks beside the target, two liberties with the stones that lead there, or all of
//     the block and the points around it if it has one liberty.
//
// So wherever these points are the same, the target has the same liberties at every turn, the
// attacker's moves are legal and take the same stones, bans arise alike, and the defender has no
// way out of atari that he does not have here. Whatever else he plays, the target is taken.

// A point and those around it.
void LadderReader::keep_point(Zone& zone, Point point) const {
  zone.set(point);
  for (Point n : neighbors(point)) {
    if (position_.at(n) != Color::kWall) zone.set(n);
  }
}

void LadderReader::keep_target(Zone& zone) const {
  position_.for_each_stone(target_, [&](Point stone) { keep_point(zone, stone); });
}

// Two liberties of a block with the stones that lead there, so that no move captures it whatever
// else is around; or the whole block, if it has one liberty, so that the same move does.
void LadderReader::keep_block(Zone& zone, Point stone) {
  const Color color = position_.at(stone);
  ++marks_;
  queue_.assign(1, stone);
  mark_[stone] = marks_;
  int liberties = 0;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    zone.set(queue_[i]);
    for (Point n : neighbors(queue_[i])) {
      if (mark_[n] == marks_) continue;
      if (position_.at(n) == Color::kEmpty) {
        mark_[n] = marks_;
        zone.set(n);
        if (++liberties == 2) return;
      } else if (position_.at(n) == color) {
        mark_[n] = marks_;
        queue_.push_back(n);
      }
    }
  }
  for (Point each : queue_) keep_point(zone, each);
}

void LadderReader::keep_blocks_around(Zone& zone, Point point) {
  const Point target = position_.block(target_);  // all of it is kept in the end
  for (Point n : neighbors(point)) {
    if (is_stone(position_.at(n)) && position_.block(n) != target) keep_block(zone, n);
  }
}

}  // namespace goseki::tactics
