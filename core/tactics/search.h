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
// Proofs and refutations are sought by different means.
//
//   - A proof is sought by proof-number search (zone_search.cpp). The prover gives up where the
//     moves that look useful have failed, and those that their refutations point at, and where a
//     situation of the path comes back. So it may end without a proof, which proves nothing: the
//     question is *hopeless*. What rests on a repetition holds on this path only; each verdict
//     knows the earliest node of the path that it depends on, and is remembered only if that is no
//     earlier than its own (the graph-history interaction: Kishimoto & Müller 2004). In questions
//     about life a way round that costs the other side a threat is a success of the prover, since
//     any number of threats is a number.
//   - By turns with this, proofs of low *order* are sought: n is the order if the prover has won by
//     the time the other side has passed n times, what is won at sight counting as won. So each of
//     his moves must threaten to win with order n - 1, and what a pass loses by is known before
//     other moves are looked at (after the lambda search of Thomsen 2000). A ladder has order 1.
//     An order limits what is tried, not what a proof says.
//   - Targets with room for one eye at most are dead at sight (death.h).
//   - A capture is also sought with walls that are taken for firm, which is shown apart (hold.h).
//   - Where a question is hopeless and a refutation is asked for (*exact*), the answers that the
//     search for a proof has found are made one: a strategy for endless play (zone_refute.cpp).
//
// A proof that is found again where only its zone looks the same is not searched again
// (patterns.h).
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

// The pieces of knowledge that a search uses. None of them makes a verdict; each can be left out,
// to see what it saves.
struct Knowledge {
  bool death = true;     // what is dead at sight (death.h)
  bool patterns = true;  // proofs that are found again (patterns.h)
  bool orders = true;    // proofs of low order
  bool history = true;   // points where moves have lost
  bool hints = true;     // what won a similar situation
  bool parries = true;   // where life must be prevented at once
  bool walls = true;     // walls that hold (hold.h)
};

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
  // Whether a refutation is sought, too.
  bool exact = true;
  // Whether a capture may rest on walls that hold.
  bool with_walls = true;
  // Whether a refutation is kept move by move, for questions about what follows.
  bool keeps = false;
  // Of a hold (hold.h): how often moves may be ignored, and the points that it must not rest on.
  int tenukis = 0;
  std::vector<int> barred = {};
};

struct Answer {
  Verdict verdict = Verdict::kUnknown;
  std::vector<int> line;   // a play of both sides, kPass for a pass
  int move = kPass;        // by which the side to move wins, if it does
  std::vector<int> zone;   // of a decided verdict
  int tenukis = 0;         // of the loser's until the winner has won, at most; kEndless: no limit
  std::vector<int> walls;  // that a capture takes to hold: whole blocks
  std::int64_t nodes = 0;
  // No proof is there to be found, as far as can be seen.
  bool is_hopeless = false;
  bool left_window = false;  // a verdict would have rested on what is outside
};

// Keeps what it has learned about one board, for further questions.
class Search {
 public:
  // With one or two threads (zone_pair.h).
  explicit Search(std::size_t table_bytes, const Knowledge& knowledge = {}, int threads = 1);
  ~Search();
  Search(Search&&) noexcept;
  Search& operator=(Search&&) noexcept;

  // Precondition: stones at the target, of one colour; every block has a liberty; connect has two
  // different blocks; what is to hold is not barred.
  Answer ask(const Question& question, StopWatch& watch);

 private:
  struct Base;
  template <int Words>
  struct For;
  template <int Words>
  Base* search_for(const Question& question, const Window& window, std::unique_ptr<Base>& kept);

  std::size_t table_bytes_;
  Knowledge knowledge_;
  int threads_;
  std::unique_ptr<Base> whole_;  // on the whole board
  std::unique_ptr<Base> part_;   // in a window
};

}  // namespace goseki::tactics
