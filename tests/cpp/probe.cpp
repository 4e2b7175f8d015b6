// Asks parts of the core that have no door to Python: reads a question a line, a name and numbers,
// and answers with numbers on a line. `tests/support/probe.py` talks to it.
//
// A set of points is two numbers, its low and its high word. A board is columns, rows and then a
// sign for every point, row-major from the top left: 1 black, -1 white, 0 empty.

#include <array>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bitboard/euler.h"
#include "bitboard/grid.h"
#include "life/unconditional.h"
#include "phantom/belief.h"
#include "phantom/influence.h"
#include "phantom/search.h"
#include "search/dfpn.h"
#include "solvers/capture/evaluation.h"

namespace goseki {
namespace {

using Numbers = std::istringstream;
using Answer = std::ostringstream;

template <typename Number = int>
Number next(Numbers& in) {
  Number number{};
  if (!(in >> number)) throw std::runtime_error("a number is missing");
  return number;
}

Size next_size(Numbers& in) {
  const int columns = next(in);
  return {columns, next(in)};
}

template <int Words>
Bits<Words> next_set(Numbers& in) {
  Bits<Words> set;
  const std::uint64_t words[] = {next<std::uint64_t>(in), next<std::uint64_t>(in)};
  for (int i = 0; i < Words; ++i) set.words[i] = words[i];
  return set;
}

template <int Words>
void write(Answer& out, const Bits<Words>& set) {
  for (int i = 0; i < 2; ++i) out << (i < Words ? set.words[i] : 0) << ' ';
}

Position next_position(Numbers& in) {
  const Size size = next_size(in);
  std::array<Color, kMaxPoints> colors;
  for (int i = 0; i < size.points(); ++i) {
    const int sign = next(in);
    colors[i] = sign > 0 ? Color::kBlack : sign < 0 ? Color::kWhite : Color::kEmpty;
  }
  Position position(size);
  position.set_up(colors.data());
  return position;
}

template <int Words>
void ask_grid(const std::string& name, Size size, Numbers& in, Answer& out) {
  const Grid<Words> grid(size);
  const Bits<Words> set = next_set<Words>(in);
  if (name == "dilate") write(out, grid.dilate(set));
  if (name == "border") write(out, grid.border(set));
  if (name == "flood") write(out, grid.flood(set, next_set<Words>(in)));
  if (name == "reaches") {
    const Bits<Words> within = next_set<Words>(in);
    out << grid.reaches(set, within, next_set<Words>(in));
  }
  if (name == "transform") write(out, grid.transform(set, next(in)));
  if (name == "euler") out << euler_number(grid, set);
  if (name == "points") {
    out << set.count() << ' ';
    for (int index : set) out << index << ' ';
  }
}

// Of the points that are own, against other.
void ask_unconditional_area(Numbers& in, Answer& out) {
  const Grid<1> grid(next_size(in));
  const Bits<1> own = next_set<1>(in);
  write(out, unconditional_area(grid, own, next_set<1>(in)));
}

// The heuristic of the capture game, twice.
void ask_capture_value(Numbers& in, Answer& out) {
  const capture::Geometry geometry(next_size(in));
  const Bits<1> own = next_set<1>(in);
  out << doubled_value(geometry, make_position(geometry, own, next_set<1>(in)));
}

// A simulated game of Phantom Go: how many stones were scattered and where, then the moves, each
// as whether Black made it and where.
void ask_phantom_game(Numbers& in, Answer& out) {
  const bool black = next(in) != 0;
  const int unknown = next(in);
  Random random(next<std::uint64_t>(in));
  const Position position = next_position(in);
  const Size size = position.size();
  PlayoutBoard board(position, black ? Color::kBlack : Color::kWhite);
  phantom::scatter(board, opponent(board.to_play()), unknown, random);
  std::vector<int> scattered;
  position.for_each_point([&](Point point) {
    if (board.at(point) != position.at(point)) scattered.push_back(size.index(point));
  });
  out << scattered.size() << ' ';
  for (int index : scattered) out << index << ' ';
  phantom::play_out(board, random, [&](Point point, Color color) {
    out << (color == Color::kBlack) << ' ' << size.index(point) << ' ';
  });
}

void ask_influence(Numbers& in, Answer& out) { out << phantom::total_influence(next_position(in)); }

// A game on a graph, for dfpn::Search. Who has no move at his turn loses.
struct GraphGame {
  using Node = int;
  using Move = int;
  static constexpr std::size_t kMaxDepth = 1000;

  bool is_provers(Node node) const { return provers_turn[node]; }
  std::array<std::uint32_t, 1> key(Node node) const { return {static_cast<std::uint32_t>(node)}; }
  Move move(Node, Node to) const { return to; }
  void list(Node node, const dfpn::Hint<Move>& hint,
            std::vector<dfpn::Child<Node>>& children) const {
    for (Node to : next_of[node]) children.push_back({to, dfpn::kNotAsked, to == hint.answer});
  }
  dfpn::First first_numbers(Node, Node) const { return {{1, 1}, false}; }
  dfpn::Numbers endless(Node) const { return repetition; }

  std::vector<bool> provers_turn;
  std::vector<std::vector<Node>> next_of;
  dfpn::Numbers repetition;
};

// The limit of nodes, who wins by repetition, the root, and the graph: of each node whose turn it
// is, how many moves there are and where they lead. The verdict and the nodes that were expanded.
void ask_dfpn(Numbers& in, Answer& out) {
  const Limits limits{next<std::int64_t>(in), 0};
  GraphGame game;
  game.repetition = next(in) != 0 ? dfpn::kProven : dfpn::kDisproven;
  const int root = next(in);
  for (int count = next(in); count > 0; --count) {
    game.provers_turn.push_back(next(in) != 0);
    game.next_of.emplace_back(next(in));
    for (int& to : game.next_of.back()) to = next(in);
  }
  const Progress never_stop = [](double) { return true; };
  StopWatch watch(limits, never_stop);
  dfpn::Search<GraphGame> search(1 << 12);
  out << static_cast<int>(search.prove(game, root, watch)) << ' ' << watch.nodes();
}

void ask(const std::string& name, Numbers& in, Answer& out) {
  if (name == "dfpn") return ask_dfpn(in, out);
  if (name == "unconditional_area") return ask_unconditional_area(in, out);
  if (name == "capture_value") return ask_capture_value(in, out);
  if (name == "phantom_game") return ask_phantom_game(in, out);
  if (name == "influence") return ask_influence(in, out);
  const int words = next(in);
  const Size size = next_size(in);
  return words == 1 ? ask_grid<1>(name, size, in, out) : ask_grid<2>(name, size, in, out);
}

}  // namespace
}  // namespace goseki

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    goseki::Numbers in(line);
    goseki::Answer out;
    std::string name;
    in >> name;
    goseki::ask(name, in, out);
    std::cout << out.str() << std::endl;
  }
}
