#include "solvers/capture/capture_game.h"

namespace goseki::capture {

Geometry::Geometry(Size size) : grid_(size), digits_(size), not_left_(grid_.board()) {
  for (int point = 0; point < size.points(); ++point) {
    neighbors_[point] = grid_.border(Points::of(point));
    if (point % size.columns == 0) not_left_.erase(point);
  }
}

int Geometry::pairs(Points points) const {
  const Points beside = points & (points << 1) & not_left_;
  const Points above = points & (points << size().columns);
  return beside.count() + above.count();
}

void Side::add_stone(const Geometry& geometry, Points empty, int point) {
  Block merged;
  merged.liberties = geometry.neighbors(point) & empty;
  int kept = 0;
  for (int i = 0; i < count_; ++i) {
    if (blocks_[i].liberties.contains(point)) {
      merged.liberties |= blocks_[i].liberties;
    } else {
      blocks_[kept++] = blocks_[i];
    }
  }
  merged.liberties.erase(point);
  merged.count = merged.liberties.count();
  blocks_[kept++] = merged;
  count_ = kept;
  stones.insert(point);
  const auto& weights = geometry.digits().weights(point);
  for (int s = 0; s < kSymmetries; ++s) codes[s] += weights[s];
}

void Side::set_up(const Geometry& geometry, Points own, Points empty) {
  *this = Side();
  stones = own;
  for (int point : own) {
    for (int s = 0; s < kSymmetries; ++s) codes[s] += geometry.digits().weights(point)[s];
  }
  for (Points rest = own; rest.any();) {
    const Points block = geometry.grid().flood(Points::of(rest.lowest()), own);
    const Points liberties = geometry.grid().border(block) & empty;
    blocks_[count_++] = {liberties, liberties.count()};
    rest &= ~block;
  }
}

Points Position::legal_moves(const Geometry& geometry) const {
  Points legal;
  for (int point : empty(geometry)) {
    if (is_legal(geometry, point)) legal.insert(point);
  }
  return legal;
}

bool Position::has_legal_move(const Geometry& geometry) const {
  const Points rest = empty(geometry);
  for (int point : rest) {
    if (geometry.neighbors(point).meets(rest) || is_legal(geometry, point)) return true;
  }
  return false;
}

Position make_position(const Geometry& geometry, Points mover, Points other) {
  Position position;
  const Points empty = geometry.board() & ~(mover | other);
  position.mover.set_up(geometry, mover, empty);
  position.other.set_up(geometry, other, empty);
  return position;
}

}  // namespace goseki::capture
