// Search: does the prover reach his goal, whatever the other side does?
//
// Depth-first proof-number search with zones (zone.h), so that both answers are exact on the open
// board although only a few moves are looked at:
//
//   - Of a node the moves that look useful are listed first. The side to move has won if one of
//     them wins. It has lost if its pass loses, and every move in the zone of that loss; moves of
//     the zone that were not listed are added, those outside it need no search.
//   - A side that may lose anyway is asked first what it loses by a pass: the answer is cheap, and
//     tells which moves matter.
//
// A situation of the path that comes back is the other side's success (but see below). What rests
// on that holds on this path only. So each verdict knows the earliest node of the path that it
// depends on, and is remembered only if that is no earlier than its own (the graph-history
// interaction: Kishimoto & Müller 2004). The zone of such a node must hold for all nodes on the way
// round as well: it is assumed when the node comes back, and the search of the node begins again if
// it turns out larger.
//
// Endless threats would make nearly everything in a ko depend on the path. So, where refutations of
// capture and connection are sought, a side that spends one of endlessly many threats is *claimed*
// to achieve nothing by it: the other side is taken to have its way at once. When the root is
// refuted, each claim that the refutation rests on is searched as a root of its own, and so are
// the claims that its refutation rests on. If all of them hold, the other side can go on for ever:
// it follows the refutation of the root until a claim is reached, then that of the claim, and so
// on. If one does not hold, or rests on a larger zone than was assumed, that is noted, and what
// rested on claims is searched again (`check_claims`). Life is reached or not in finitely many
// moves; there a way round that costs the other side a threat is a success of the prover, since
// any number of threats is a number.
//
// A question that is not *exact* asks for a proof only. The prover then gives up where the moves
// that look useful have failed, and those that their refutations point at; where a situation comes
// back; and never asks what his own blocks need to be refuted. Proofs are proofs all the same.
//
// Verdicts that no ban and no threat has a part in hold for any number of threats. They are
// remembered without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/dfpn.h"
#include "search/verdict.h"
#include "stop_watch.h"
#include "tactics/situation.h"

namespace goseki::tactics {

struct Window;

struct Question {
  Size size;
  std::vector<std::int8_t> colors;  // by point: +1 black, -1 white, 0 empty
  std::vector<int> firm;            // stones that are never taken
  std::vector<int> target;          // a stone of each block
  Goal goal = Goal::kCapture;
  bool prover_first = true;
  int ko = kNoKo;
  std::uint8_t provers_threats = 0;
  std::uint8_t others_threats = kUnlimited;
  // Whether a refutation is sought, too. A proof is found sooner if it is not.
  bool exact = true;
};

struct Answer {
  Verdict verdict = Verdict::kUnknown;
  std::vector<int> line;  // a play of both sides, kPass for a pass
  std::vector<int> zone;  // of a decided verdict
  int tenukis = 0;        // of the loser's until the winner has won, at most; kEndless: no limit
  std::int64_t nodes = 0;
  // A question that is not exact: no proof is there to be found, as far as can be seen.
  bool is_hopeless = false;
  bool left_window = false;  // a verdict would have rested on what is outside
};

// Keeps what it has learned about one board, for further questions.
class Search {
 public:
  explicit Search(std::size_t table_bytes);
  ~Search();
  Search(Search&&) noexcept;
  Search& operator=(Search&&) noexcept;

  // Precondition: stones at the target, of one colour; every block has a liberty; connect has two
  // different blocks.
  Answer ask(const Question& question, StopWatch& watch);

 private:
  struct Base;
  template <int Words>
  struct For;
  template <int Words>
  Base* search_for(const Question& question, const Window& window, std::unique_ptr<Base>& kept);

  std::size_t table_bytes_;
  std::unique_ptr<Base> whole_;  // on the whole board
  std::unique_ptr<Base> part_;   // in a window
};

}  // namespace goseki::tactics
