// The safety solver: static rules, then searches, region by region.
//
// X. Niu, "Recognizing Safe Territories and Stones in Computer Go" (2004), chapters 4 and 5.
// Each level goes on from what the one before has proven, so it proves no less:
//
//     kM1   a search in each region, every unsafe wall needing two liberties there; and regions
//           that grant one liberty to all their walls, for walls with two of them
//     kM2   external eyes: a wall with a healthy region elsewhere needs one less
//     kM3   merging: regions with common unsafe walls are searched as one
//     kM4   ordered answers
//     kM5   the stronger test of when a field is settled, with pairs (LocalGame::unsettled), and
//           three times the nodes: the weaker test seldom succeeds where it does not soon
//     kM6   weakly dependent regions: each grants its walls one liberty, all at the same time;
//           and open fields: blocks fight for two liberties in part of what is around them,
//           and all the rest is conceded (local_game.h); lastly, with both sides' safe stones
//           known, in fields that hold weak blocks of the attacker whole, as in a seki
//
// Where the thesis leaves gaps this is stricter. A region has one strategy, proven for all its
// walls at once: two walls never rely on different answers in it. And a wall counts as safe
// without a region only if its proof came before and does not use that region. So the proofs
// form stages: in each, a set of regions R (or of fields, no two of which have a point in
// common), all walls of which are safe before, or have targets that add up to two over R.
//
// Why that suffices. Take a block as it stands after an answer, and of the walls joined in it
// one of the earliest stage. Its targets add up to two over regions of its own stage and
// earlier ones. Stones in such a region may have joined it to others, and the joint target is
// the least of theirs; but none of them is zero, since none was safe before. So either two
// regions grant the block a liberty each, or one grants two, or one grants one because of a
// wall that has its other liberty elsewhere. A wall with two eyes elsewhere has target zero here
// although it was not safe before: a block with that wall has those eyes, for they are its own
// whatever it is joined to. So when such an eye is asked to be territory as well, walls that do
// not count on it have the target kProvenElsewhere there (local_game.h), not zero.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "safety/region_search.h"
#include "safety/safety.h"

namespace goseki {

// The memory of the table of one search.
constexpr std::size_t kSearchTableBytes = 32 << 20;

enum class SafetyLevel : std::uint8_t { kM1 = 1, kM2, kM3, kM4, kM5, kM6 };

struct SafetyOptions {
  SafetyLevel level = SafetyLevel::kM6;
  std::int64_t nodes = 50'000;                 // of each search
  int max_points = 30;                         // of a region
  int max_merged = 24;                         // of merged regions together, and of an open field
  AnswerOrder ordering = AnswerOrder::kNear;   // from kM4 on
  Evaluation evaluation = Evaluation::kPairs;  // from kM5 on
  bool forced = true;                          // SearchOptions::forced
  int threads = 1;                             // the results are the same for any number
};

// How far the searches for one position have come.
struct SafetyTally {
  Color side = Color::kBlack;
  SafetyLevel level = SafetyLevel::kM1;
  std::int64_t nodes = 0;
};

class SafetySolver {
 public:
  // `hostile_safe` are stones of the attacker known to be safe: a region with one is no
  // territory. The watch is that of the whole question, of which this is the part of the work
  // from one share to another.
  struct Part {
    double from;
    double to;
  };
  SafetySolver(Safety& safety, const SafetyOptions& options, RegionSearch& search,
               const BoardSet& hostile_safe, Part part, SafetyTally& tally, StopWatch& watch);

  // Proves what it can until the watch stops it. What is proven by then stays proven: a proof is
  // noted with all that it rests on, or not at all.
  void run();
  // To be run when the attacker's safe stones are known, those given: fights for blocks that are
  // not safe yet in fields that hold the attacker's other blocks whole (seki.h).
  void run_beside_weak();

 private:
  using Group = std::vector<int>;  // regions, ascending

  void run_level();
  void note_attempts();
  bool is_in_question(const BoardSet& field) const;
  bool search_once();
  // Makes a pass over questions. With several threads it is made twice: the first time the answers
  // are presumed and nothing is committed, and what was asked is then searched in parallel.
  bool make(const std::function<bool()>& pass, Verdict presumed);
  void answer_wanted();

  bool search_regions();
  bool search_merged();
  // Which walls a unit may have: only such as touch two units, or any.
  enum class Shares : std::uint8_t { kEyesOnly, kAny };
  bool search_eyes(const std::vector<Group>& units, Shares shares);

  bool search_territory();
  bool search_open();
  bool search_open_around(int block);
  std::vector<std::pair<int, int>> eyes_of(std::vector<int> blocks) const;
  BoardSet free_for(const std::vector<int>& blocks) const;
  BoardSet points_around(const std::vector<int>& blocks, int steps) const;
  int nearest_unsafe(const std::vector<int>& blocks) const;
  bool prove_open(const std::vector<int>& blocks, const BoardSet& field);
  bool prove_beside_weak(int block);

  bool is_open(int region) const;
  bool is_worth(int region) const;
  int size_of(const Group& group) const;
  bool touches_only(int block, const Group& group) const;
  std::vector<int> walls_of(const Group& group) const;
  std::vector<std::vector<int>> shared_walls() const;
  std::vector<Group> candidate_groups() const;
  std::vector<Group> components(int links) const;
  std::vector<int> external_eyes(int block, const Group& group,
                                 const std::vector<int>& walls) const;
  bool is_full(int region) const;
  void tell_share(double share_of_level);
  bool prove_group(const Group& group);
  Verdict ask(const BoardSet& field, const std::vector<LocalGame::Wall>& walls, bool territory);
  void commit_eyes(const std::vector<std::pair<int, int>>& eyes);
  void commit(const Group& group, const std::vector<LocalGame::Wall>& walls, bool territory);

  Safety& safety_;
  const Landscape& land_;
  SafetyOptions options_;
  RegionSearch& search_;
  BoardSet hostile_safe_;  // the attacker's stones that are safe: no territory round them
  Part part_;
  SafetyTally& tally_;
  StopWatch& watch_;
  SafetyLevel level_ = SafetyLevel::kM1;  // the one that is being run
  std::int64_t budget_ = 0;               // nodes of the next search
  std::vector<bool> partly_;              // by region: proofs rely on parts of it only
  struct Question {
    BoardSet field;
    std::vector<std::pair<int, int>> targets;  // block, target
    bool territory;
    std::int64_t budget;
    bool is_about_the_same(const Question& other) const {
      return field == other.field && targets == other.targets && territory == other.territory;
    }
  };
  struct Answered {
    Question question;
    Verdict answer;
    std::int64_t nodes;
  };
  static const Answered* find(const std::vector<Answered>& answered, const Question& question);
  Answered search(const Question& question, RegionSearch& search, StopWatch::Where where) const;

  // Questions that were asked: as long as nothing changes around a region there is no use in
  // asking again.
  std::vector<Answered> asked_;
  std::vector<Answered> ahead_;  // searched, but not asked yet
  std::vector<Question> wanted_;
  bool presuming_ = false;
  Verdict presumed_ = Verdict::kUnknown;
};

}  // namespace goseki
