#include "life/splits.h"

#include <algorithm>

namespace goseki {

bool is_local_split(const PointSet& set, Point point) {
  // Around the point: an orthogonal neighbour starts a new part unless the walk comes to
  // it from the one before through the diagonal between them.
  constexpr std::array<int, 8> kRing = {-kStride, -kStride + 1, 1,  kStride + 1,
                                        kStride,  kStride - 1,  -1, -kStride - 1};
  int members = 0;
  int joints = 0;
  for (int i = 0; i < 8; i += 2) {
    const bool here = set[point + kRing[i]];
    const bool next = set[point + kRing[(i + 2) % 8]];
    members += here;
    joints += here && next && set[point + kRing[i + 1]];
  }
  // A closed ring has as many joints as members and is one part.
  return members - joints > 1;
}

// Tarjan's articulation points, the recursion written out: a member is a cut point when a
// subtree of the depth-first search reaches what lies above only through it.
void find_cut_points(const PointSet& set, PointSet& cuts) {
  cuts.fill(false);
  std::array<std::int16_t, kCells> depth{};  // 0: not met
  std::array<std::int16_t, kCells> low;
  std::array<std::uint8_t, kCells> next_side;
  std::array<Point, kCells> path;
  for (int cell = kStride; cell < kCells - kStride; ++cell) {
    if (!set[cell] || depth[cell] != 0) continue;
    int top = 0;
    int root_children = 0;
    const auto enter = [&](Point p) {
      path[top++] = p;
      depth[p] = low[p] = static_cast<std::int16_t>(top);
      next_side[p] = 0;
    };
    enter(static_cast<Point>(cell));
    while (top > 0) {
      const Point p = path[top - 1];
      if (next_side[p] < 4) {
        const auto n = static_cast<Point>(p + kNeighbors[next_side[p]++]);
        if (!set[n]) continue;
        if (depth[n] == 0) {
          enter(n);
        } else {
          low[p] = std::min(low[p], depth[n]);
        }
      } else if (--top > 0) {
        const Point parent = path[top - 1];
        low[parent] = std::min(low[parent], low[p]);
        if (top == 1) {
          ++root_children;
        } else if (low[p] >= depth[parent]) {
          cuts[parent] = true;
        }
      }
    }
    cuts[cell] = root_children > 1;
  }
}

}  // namespace goseki
