#include "safety/landscape.h"

#include "board/symmetry.h"

namespace goseki {
namespace {

// The connected parts of a set, in the order of their first points.
std::vector<BoardSet> parts(const BoardGrid& grid, BoardSet rest) {
  std::vector<BoardSet> found;
  while (rest.any()) {
    found.push_back(grid.flood(BoardSet::of(rest.lowest()), rest));
    rest &= ~found.back();
  }
  return found;
}

}  // namespace

Landscape::Landscape(const Position& position, Color defender) : grid(position.size()) {
  std::vector<int> kinds;  // by index of the board
  position.for_each_point([&](Point p) {
    const Color there = position.at(p);
    kinds.push_back(there == Color::kEmpty ? 2 : there == defender ? 0 : 1);
  });
  lay_down(position.size(), kinds);
  for (std::size_t index = 0; index < kinds.size(); ++index) {
    const int kind = kinds[board_index[index]];
    (kind == 0 ? own : kind == 1 ? other : empty).insert(static_cast<int>(index));
  }
  stones = parts(grid, own);
  points = parts(grid, empty | other);
  regions_of.resize(stones.size());
  blocks_of.resize(points.size());
  for (int block = 0; block < blocks(); ++block) {
    touches.push_back(grid.border(stones[block]));
    liberties.push_back(touches[block] & empty);
    for (int region = 0; region < regions(); ++region) {
      if (!touches[block].meets(points[region])) continue;
      regions_of[block].push_back(region);
      blocks_of[region].push_back(block);
    }
  }
}

// Finds the normal position: `grid`, `board_index` and `twins`.
void Landscape::lay_down(Size size, const std::vector<int>& kinds) {
  const int count = size.points();
  std::vector<int> least;
  std::vector<std::vector<int>> ways;  // by way and index: the index on the board
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    const Size laid = transform(size, symmetry);
    if (laid.columns > laid.rows) continue;
    std::vector<int> way(count);
    for (int i = 0; i < count; ++i) way[transform(size, symmetry, i)] = i;
    std::vector<int> list(count);
    for (int i = 0; i < count; ++i) list[i] = kinds[way[i]];
    if (!ways.empty() && list > least) continue;
    if (ways.empty() || list < least) {
      ways.clear();
      least = list;
      grid = BoardGrid(laid);
    }
    ways.push_back(way);
  }
  board_index = ways[0];
  std::vector<int> index_of(count);
  for (int i = 0; i < count; ++i) index_of[board_index[i]] = i;
  for (std::size_t w = 1; w < ways.size(); ++w) {
    std::vector<int> twin(count);
    for (int i = 0; i < count; ++i) twin[i] = index_of[ways[w][i]];
    twins.push_back(twin);
  }
}

bool Landscape::is_full(int region, const std::vector<int>& for_blocks) const {
  BoardSet out_of_touch = points[region];
  for (int block : for_blocks) out_of_touch &= ~touches[block];
  return out_of_touch.none();
}

BoardSet Landscape::to_board(const BoardSet& set) const {
  BoardSet result;
  for (int index : set) result.insert(board_index[index]);
  return result;
}

BoardSet Landscape::from_board(const BoardSet& set) const {
  BoardSet result;
  for (std::size_t index = 0; index < board_index.size(); ++index) {
    if (set.contains(board_index[index])) result.insert(static_cast<int>(index));
  }
  return result;
}

}  // namespace goseki
