// StaticProver: the rules of static_solver.h at work. The methods are defined by subject in
// static_prover_*.cpp.
#pragma once

#include <optional>
#include <vector>

#include "safety/safety.h"
#include "stop_watch.h"

namespace goseki {

class StaticProver {
 public:
  StaticProver(Safety& safety, StopWatch& watch)
      : safety_(safety),
        land_(safety.land),
        chain_(safety.chain),
        halves_(safety.halves),
        locked_(safety.locked),
        watch_(watch) {}

  void prove_benson() { find_eyes(BlockProof::kBenson, RegionProof::kBenson); }
  void prove();

 private:
  BoardSet chain_liberties(int chain) const;
  bool is_safe_chain(int chain) const;
  std::vector<int> chains_of(int region) const;
  BoardSet chain_touches(int chain) const;
  BoardSet interior(int region) const;
  // Where a pair may still be placed.
  BoardSet free_points() const { return land_.empty & ~safety_.reserved & ~locked_; }
  void reserve(const PointPair& pair);
  void mark_safe(int block, BlockProof proof);
  std::optional<std::vector<PointPair>> private_pairs(BoardSet wanted, BoardSet liberties) const;
  bool place_pairs(BoardSet wanted, BoardSet liberties, std::vector<PointPair>& pairs,
                   int& trials) const;

  // -- eyes: Benson's algorithm on chains
  struct Eye {
    int region;
    int chain;
    std::vector<PointPair> pairs;
    bool keeps_pairs_out = false;
    bool territory = true;
  };
  enum class SureEye { kNo, kYes, kWithTerritory };
  using BlockSet = BoardSet;  // by number, of which there are no more than points

  std::vector<Eye> possible_eyes(bool with_guards) const;
  // Whether the defender will clear a region: a merely healthy eye would not last then.
  bool is_owned(int region) const { return safety_.region_proof[region] != RegionProof::kNone; }
  std::vector<int> blocks_at(int region, int chain) const;
  bool is_pair_eye(int region) const;
  SureEye sure_eye(int region, const std::vector<int>& chains) const;
  bool is_corridor(const BoardSet& points) const;
  bool find_eyes(BlockProof block_proof, RegionProof region_proof);
  bool commit_eye(const Eye& eye, const BlockSet& alive);
  void lock_eyes(const std::vector<Eye>& eyes);

  // -- links
  std::optional<PointPair> pair_among(const BoardSet& common) const;
  int region_at(int point) const;
  void place_link(const PointPair& pair);
  bool link_to_safe();
  void join(int into, int chain);
  bool link_in_small_regions();
  bool link_anywhere();
  bool link_within(const std::vector<int>& chains, const BoardSet& points);
  bool try_links(bool (StaticProver::*link)());
  void release_links_of_unsafe_chains(std::size_t first);

  // -- two eyes in one region, and territory
  bool find_two_vital();
  bool is_two_vital(int region);
  bool parts_it(const BoardSet& points, int point) const;
  void commit_two_vital(int region, const PointPair& pair, const std::vector<PointPair>& guards);
  bool shares_a_plan(int region) const;
  void find_sure_territory();
  void find_surrounded();
  void prove_surrounded(int region);
  bool holds_one_eye(const BoardSet& room) const;
  bool guard_all_but_one(int region, const BoardSet& room);

  Safety& safety_;
  const Landscape& land_;
  std::vector<int>& chain_;
  std::vector<int>& halves_;
  BoardSet& locked_;
  StopWatch& watch_;
};

}  // namespace goseki
