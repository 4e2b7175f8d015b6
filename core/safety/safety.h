// Safety: what is proven for one colour, why, and what the defender has bound himself to for it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "safety/landscape.h"

namespace goseki {

// Why a region belongs to the defender.
enum class RegionProof : std::uint8_t {
  kNone,        // not proven
  kBenson,      // an eye that needs no answer, of blocks that need none
  kEye,         // healthy or guarded
  kTwoVital,    // two intersection points
  kSurrounded,  // no room for two eyes of the attacker
  kSearch,      // its search found an answer to every attack
};

// Why a block is safe.
enum class BlockProof : std::uint8_t { kNone, kBenson, kEyes, kTwoVital, kLinked, kSearch };

// Two points: the answer to one is the other.
using PointPair = std::pair<int, int>;

// What is proven for one colour. By block and by region of its landscape.
struct Safety {
  explicit Safety(const Position& position, Color defender);

  Landscape land;
  std::vector<BlockProof> block_proof;
  std::vector<RegionProof> region_proof;
  BoardSet safe_stones;

  // What the defender has bound himself to.
  std::vector<PointPair> pairs;
  BoardSet reserved;            // all points of pairs
  std::vector<int> halves;      // by region: pairs with the other point elsewhere
  std::vector<bool> committed;  // by region: a proof relies on what happens in it
  BoardSet locked;              // committed regions with a plan of their own: no place for pairs
  std::vector<int> chain;       // by block: the first block of its chain
  // By region: the blocks that rely on it, and on how many liberties each.
  std::vector<std::vector<std::pair<int, int>>> targets;
  std::vector<int> plan;  // by region: the first of the regions whose plan it shares
  // A field, and blocks with the liberties that they are to have there.
  struct Fight {
    BoardSet points;
    std::vector<std::pair<int, int>> targets;
  };
  std::vector<Fight> open_fields;  // parts of regions that proofs rely on
  std::vector<Fight> attempts;     // searches of regions that found no proof

  bool is_safe(int block) const { return block_proof[block] != BlockProof::kNone; }
  // All points that belong to the defender.
  BoardSet area() const;
};

}  // namespace goseki
