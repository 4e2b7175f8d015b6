// Reading a fight among few moves, as a player does: is a block captured, are two blocks joined?
//
// Depth-first proof-number search, which follows forcing moves first and needs no depth to be set.
// But only moves that look useful are tried, a block that gets many liberties has escaped, and
// blocks with a long way between them are cut. So nothing that is read here is proven.
//
// The prover wants to capture or to connect. The wider the reading, the more moves are tried.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "board/board.h"
#include "stop_watch.h"
#include "tactics/ladder.h"

namespace goseki::tactics {

inline constexpr int kWidestCapture = 3;
inline constexpr int kWidestConnection = 3;

// How much is left to show that the goal is reached, or that it is not.
struct ReadingNumbers {
  int proof;
  int disproof;
  friend bool operator==(const ReadingNumbers&, const ReadingNumbers&) = default;
};

// What reading has come to.
struct Finding {
  ReadingNumbers numbers;  // a 0 decides
  Point move;              // the best first move of the side to move, kNoPoint for none
  bool met_ko;
  bool met_snapback;
};

class Reading {
 public:
  virtual ~Reading() = default;

  // Reads until it is clear, or the watch or the memory says stop. May be called once.
  Finding read(StopWatch& watch);

 protected:
  using Cells = std::bitset<kCells>;

  // Points in the order in which they were added, each once.
  struct Points {
    std::vector<Point> list;
    Cells has;

    void add(Point point) {
      if (has.test(point)) return;
      has.set(point);
      list.push_back(point);
    }
    void clear() {
      list.clear();
      has.reset();
    }
  };

  static constexpr int kNever = 1'000'000'000;
  static constexpr ReadingNumbers kReached{0, kNever};
  static constexpr ReadingNumbers kMissed{kNever, 0};

  // `free` has ko threats without end, kEmpty for neither side. Precondition: the rules have the
  // simple ko rule and no suicide.
  Reading(const Board& board, bool prover_first, Color free)
      : board_(board), free_(free), prover_first_(prover_first) {}

  // What is thought of a situation at first sight.
  virtual ReadingNumbers look(bool provers_turn, int depth) = 0;
  // The moves to try, the best first.
  virtual void list_moves(bool provers_turn, Points& moves) = 0;
  // The same at the start, where more may be tried.
  virtual void list_first_moves(bool provers_turn, Points& moves) {
    list_moves(provers_turn, moves);
  }

  const Position& position() const { return board_.position(); }
  Color at(Point point) const { return position().at(point); }
  // Whether the side to move may play on an empty point, or take back a ko.
  bool may_play(Point point);
  void play(Point point);
  void undo();
  // Who has ko threats. Who has played elsewhere on the way has none left: a ko that is only left
  // as it is prevents nothing.
  Color free() const { return frees_passes_ > 0 ? Color::kEmpty : free_; }

  // The liberties of a block; only one more than `most` if there are more.
  std::span<const Point> liberties(Point stone, int most = kMaxPoints);
  // Adds the liberties of a block, if it has no more than `most`. Returns whether it has not.
  bool add_liberties(Point stone, int most, Points& found);
  // Adds the liberties of blocks that hang on each other around a block: of the opponent's weak
  // blocks beside it, of the weak ones beside these, and so on. Who captures one of them, or saves
  // it, may decide the fight. `limits` are the liberties up to which a block is weak.
  void add_circle(Point stone, std::span<const int> limits, Points& found);
  // Whether a block is captured in a ladder.
  bool is_ladder(Point stone);

  Board board_;
  bool met_ko_ = false;
  bool met_snapback_ = false;
  Point last_ = kNoPoint;  // the last move
  LadderReader ladder_{std::size_t{1} << 20};
  StopWatch* watch_ = nullptr;

 private:
  struct Node {
    std::uint64_t key;
    ReadingNumbers numbers;
    std::uint32_t children = 0;  // the first one
    std::uint16_t count = 0;
    bool is_open = false;  // whether the moves were listed
    bool is_on_path = false;
  };
  struct Child {
    std::uint32_t node;
    Point move;
  };

  // Lists the moves and looks at what comes of each.
  void open(std::uint32_t node, bool provers_turn, int depth);
  // Searches below a node until one of its numbers reaches a threshold. Returns whether to go on.
  bool expand(std::uint32_t node, bool provers_turn, ReadingNumbers limits, int depth);
  // The number of the node of the situation on the board; a new one if `is_new`.
  std::uint32_t find_node(bool& is_new);
  // The move that leads nearest to what its side wants. Where a pass will do, a move near by will,
  // too.
  Point best_move(const Node& node, bool provers_turn) const;

  Color free_;
  int frees_passes_ = 0;
  bool prover_first_;
  std::vector<Node> nodes_;
  std::vector<Child> children_;
  std::vector<std::uint32_t> slots_;  // number of a node + 1, or 0
  std::vector<Points> moves_;         // by depth
  std::vector<Point> liberties_;
  std::array<std::uint32_t, kCells> mark_{};
  std::uint32_t marks_ = 0;
  std::array<std::vector<Point>, 2> layers_;
};

// Whether the attacker captures a block.
class CaptureReading : public Reading {
 public:
  // Precondition: a stone is there.
  CaptureReading(const Board& board, Point stone, int width, Color free);

 private:
  ReadingNumbers look(bool provers_turn, int depth) override;
  void list_moves(bool provers_turn, Points& moves) override;
  void list_first_moves(bool provers_turn, Points& moves) override;

  // What it is worth that the target has just been taken: nothing in a snapback, nor in a ko that
  // is taken back for a threat.
  ReadingNumbers taken();
  // Whether the ladder that was read last captures for good: a single stone may be left to be taken
  // in a ko or in a snapback. Precondition: it works.
  bool is_taken_for_good(bool provers_turn);
  // Where the blocks on the other side of liberties are helped: friends that the target may join,
  // and weak stones of the attacker that he fills from.
  void add_beside(const std::vector<Point>& around, int width, Points& found);

  Point stone_;
  Color color_;
  int width_;
  int many_;  // a block that has so many liberties is thought to escape
};

// Whether the owner of two blocks joins them into one.
class ConnectionReading : public Reading {
 public:
  // Precondition: stones of one colour and of two blocks are there.
  ConnectionReading(const Board& board, Point one, Point other, int width, Color free);

  // Whether nothing of the opponent is near the points between the blocks, which are one or two
  // points apart: a cut there finds no help.
  bool is_at_ease();

 private:
  struct Way {
    Point point;
    int length;
  };

  ReadingNumbers look(bool provers_turn, int depth) override;
  void list_moves(bool provers_turn, Points& moves) override;

  // Finds the empty points on a way from block to block, and how many moves that takes.
  void find_ways();
  // How many moves each point is from a block. Own stones cost nothing, and a weak block of the
  // opponent as many as it has liberties.
  void find_distances(Point stone, std::array<int, kCells>& found, std::vector<Point>& order);
  int shortest_way() const;
  // Points that connect at once.
  std::vector<Point> common();
  // A stone of each block of the opponent with at most so many liberties that touches both.
  std::vector<Point> cutters(int most);

  Point one_;
  Point other_;
  Color color_;
  int width_;
  int far_;  // blocks with a longer way between them are thought to be cut
  std::vector<Way> ways_;
  std::array<int, kCells> here_{}, there_{};
  std::vector<Point> order_;
  std::vector<std::vector<Point>> rings_;
};

}  // namespace goseki::tactics
