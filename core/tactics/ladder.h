// Ladders: whether a block, the target, can be captured by nothing but ataris.
//
// In a ladder every move of the attacker leaves the target in atari, or captures it. The defender
// may do whatever he likes, so a ladder that works is a proof that the target is captured. One
// that fails says of ladders only that none works.
//
// Which moves matter, exactly:
//
//   - The attacker to move captures a target with one liberty. Of two liberties he takes either;
//     no other move gives atari, since liberties go only by being played on. A target with three
//     has escaped the ladder.
//   - The defender to move, with the target in atari, plays on its last liberty or captures a
//     block of the attacker's next to it. After any other move the target still has that one
//     liberty, and the attacker's move there, which captures, is always legal.
//   - A side that may choose freely does so only at the start: the defender if the target is not
//     in atari, and the attacker if it is and the ko rule bans him from taking it. Such a target
//     stands alone and has just taken a ko; in a ladder it does not come to that, because the
//     stone that gets it out of atari either joins it or leaves it with two liberties.
//
// Ko: after a move that takes one stone, by a stone that stands alone with one liberty, the
// opponent may not take back at once, unless he has a threat left and spends it. Suicide is
// illegal. A ladder that goes round in circles does not work.
//
// Positions are kept whole in the table, so that two are never taken for one. What a failed ladder
// owes to an earlier position of the same line is not remembered.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "board/position.h"
#include "search/verdict.h"
#include "stop_watch.h"

namespace goseki::tactics {

constexpr int kUnlimitedThreats = -1;

struct LadderQuestion {
  Point target;  // a stone of the block
  Color to_play;
  Point ban = kNoPoint;  // where the ko rule bans the side to move
  int attacker_threats = 0;
  int defender_threats = 0;
};

// What else to find out, besides the verdict and a line.
struct LadderExtras {
  bool moves = false;
  bool zone = false;
};

class LadderReader {
 public:
  using Zone = std::bitset<kCells>;

  // It keeps its memory from one question to the next. What needs more than so many bytes, as
  // hardly any ladder does, stays unknown.
  explicit LadderReader(std::size_t most_bytes = std::size_t{64} << 20) : most_bytes_(most_bytes) {}

  // Whether the target is captured. The watch counts positions. Precondition: a stone is at the
  // target, and every block has a liberty.
  Verdict read(const Position& position, const LadderQuestion& question, StopWatch& watch,
               LadderExtras extras = {});

  // The rest is about the last question.

  // How it goes, the defender holding out as long as he can; kPass for a pass. It ends when the
  // target is captured, or has three liberties, or no atari is left.
  std::vector<Point> line() const;
  // The first moves with which the side to move captures the target, or saves it from the ladder;
  // a pass alone if that will do. All of them if `has_all_moves`.
  const std::vector<Point>& moves() const { return moves_; }
  bool has_all_moves() const { return has_all_moves_; }
  // If the target is captured: the points whose stones, or emptiness, that rests on. It is captured
  // in every position that is the same there, with the same side to move, ban and threats.
  const Zone& zone() const { return zone_; }
  // Whether a ban kept anyone from a move, or made him spend a threat. If not, threats of neither
  // side would change the verdict.
  bool met_ban() const { return met_ban_; }

 private:
  static constexpr int kNothing = std::numeric_limits<int>::max();

  enum class Known : std::uint8_t { kNo, kOnTheWay, kProven, kRefuted };

  // A situation with the attacker to move.
  struct Entry {
    Zone black, white;  // where it differs from the position that was asked about
    std::uint64_t hash;
    int attacker_threats, defender_threats;
    Point ban;
    Known known;
    int depth;           // of the open frame
    std::uint32_t line;  // once it is known
    std::uint32_t zone;
  };

  // A situation on the way. The lists are shared: each frame has a part of them, the last the end.
  struct Frame {
    bool attacks;  // whether the attacker is to move
    Point ban = kNoPoint;
    int attacker_threats = 0;
    int defender_threats = 0;
    bool has_captures = false;       // whether stones were taken on the way here
    int liberties = -1;              // of the target; 3: three or more; -1: not counted yet
    std::array<Point, 2> liberty{};  // the first two
    Point last_move = kNoPoint;      // what led here
    Point last_defense = kNoPoint;   // the defender's last move
    bool look_all_round = true;      // for blocks in atari, not only beside the last moves
    bool is_plain = false;           // the target's extension neither joins nor takes stones
    std::uint32_t moves_begin = 0;   // in moves_to_try_
    std::uint32_t next_move = 0;
    std::uint32_t ataris_begin = 0;  // in ataris_
    std::uint32_t ataris_end = 0;
    int entry = -1;           // in entries_
    int rests_on = kNothing;  // the first frame that a refutation here goes back to
    std::uint32_t line = 0;   // the best one so far, in links_
  };

  struct Play {
    Point point;
    Color color;
    std::uint32_t removed_begin;
  };

  struct Link {
    Point point;
    std::uint32_t next;
    std::uint32_t length;
  };

  // Forgets the last question.
  void start(const Position& position, const LadderQuestion& question, StopWatch& watch,
             LadderExtras extras);
  // The verdict where the side to move may play anywhere.
  Verdict read_free(const Frame& root);
  // Finds all first moves that lead to the verdict, elsewhere.
  void list_moves(Frame root, Verdict verdict);
  // The verdict after a first move, which is taken back again.
  Verdict read_after(const Frame& root, Point move);

  // Searches from a situation: the attacker to move, or the target in atari.
  Verdict search(const Frame& root);
  // Looks at a new frame: its verdict, or kUnknown if it has moves to try.
  Verdict open(Frame& frame);
  Verdict open_attack(Frame& frame);
  Verdict open_defense(Frame& frame);
  // Passes the verdict of the last frame, which goes, to the one before. Returns that one's.
  Verdict close(Verdict verdict);
  // What the table knows of a frame; if nothing, the frame is noted as being on the way.
  Verdict look_up(Frame& frame);
  void rehash(std::size_t size);

  Color mover(const Frame& frame) const { return frame.attacks ? attacker_ : opponent(attacker_); }
  // Whether the ban and the rule of suicide let the side to move play on an empty point.
  bool may_play(const Frame& frame, Point point);
  // Plays, or passes, and returns the frame after it.
  Frame play(const Frame& frame, Point point);
  void rewind(std::size_t plays);
  void note_stone(Point point, Color color);

  int empty_around(Point point) const;
  void count_liberties(Frame& frame) const;
  // The liberty of a block that has only one, else kNoPoint.
  Point only_liberty(Point stone) const;
  // Lists the attacker's blocks in atari beside the target, and the moves that take them.
  void find_ataris(Frame& frame);
  void note_atari(Frame& frame, Point stone);

  // A line of play: a move and the line after it. 0 is the empty line.
  std::uint32_t link(Point point, std::uint32_t next);
  std::uint32_t longer(std::uint32_t a, std::uint32_t b) const {
    return links_[a].length >= links_[b].length ? a : b;
  }

  // What a verdict rests on, added to a zone.
  void keep_point(Zone& zone, Point point) const;
  void keep_target(Zone& zone) const;
  void keep_block(Zone& zone, Point stone);
  void keep_blocks_around(Zone& zone, Point point);

  std::size_t most_bytes_;
  Position position_{Size{}};
  Point target_ = kNoPoint;
  Color attacker_ = Color::kBlack;
  LadderExtras extras_;
  StopWatch* watch_ = nullptr;
  bool stopped_ = false;
  bool met_ban_ = false;
  bool has_all_moves_ = false;
  std::uint32_t line_ = 0;
  std::vector<Point> moves_;
  Zone zone_;

  std::vector<Frame> frames_;
  std::vector<Zone> zones_;  // of the frames
  std::vector<Point> moves_to_try_;
  std::vector<Point> ataris_;  // a stone of each block
  std::vector<Play> plays_;
  std::vector<Point> removed_;
  std::vector<Link> links_;
  std::array<Zone, 3> changes_;  // by colour, since the start
  std::vector<Entry> entries_;
  std::vector<Zone> entry_zones_;
  std::vector<std::uint32_t> slots_;  // number of an entry + 1, or 0
  std::array<std::uint32_t, kCells> mark_{};
  std::uint32_t marks_ = 0;
  std::vector<Point> queue_;
};

}  // namespace goseki::tactics
