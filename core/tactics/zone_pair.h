// A search for a proof by one thread, or by two that share a table.
//
// One of the two seeks proofs of any order, the other one proofs of low order (search.h), each with
// its own path; what one has proven the other finds in the table. Who finds a proof of the question
// first stops the other. With one thread a search takes turns.
#pragma once

#include <atomic>
#include <memory>

#include "tactics/zone_search.h"
#include "threads.h"

namespace goseki::tactics {

template <int Words>
class ZonePair {
 public:
  using Set = Bits<Words>;
  using Now = Situation<Words>;
  using One = ZoneSearch<Words>;

  // Precondition: one or two threads.
  ZonePair(Size size, const Set& firm, const Set& outside, std::size_t table_bytes,
           const Knowledge& knowledge, int threads)
      : table_(std::make_shared<ZoneTable<Words>>(table_bytes)),
        first_(size, firm, outside, table_, knowledge) {
    if (threads > 1 && knowledge.orders) {
      second_ = std::make_unique<One>(size, firm, outside, table_, knowledge);
    }
  }

  const Arena<Words>& arena() const { return first_.arena(); }

  Answer prove(const Now& root, Goal goal, StopWatch& watch) {
    finder_ = &first_;
    if (!second_) return first_.prove(root, goal, watch);
    std::atomic<bool> first_is_done = false;
    std::atomic<bool> second_has_proof = false;
    Answer answer;
    Answer of_second;
    table_->begin_sharing(watch);
    {
      Threads threads;
      threads.start([&] {
        StopWatch part(watch, 0, StopWatch::kInOtherThread);
        of_second = second_->prove(root, goal, part, One::Manner::kLowOrders, &first_is_done);
        second_has_proof = of_second.verdict == Verdict::kProven;
      });
      answer = first_.prove(root, goal, watch, One::Manner::kAnyOrder, &second_has_proof);
      first_is_done = true;
    }
    table_->end_sharing();
    if (answer.verdict != Verdict::kProven && of_second.verdict == Verdict::kProven) {
      finder_ = second_.get();
      of_second.nodes += answer.nodes;
      return of_second;
    }
    answer.nodes += of_second.nodes;
    return answer;
  }

  Answer refute(const Now& root, Goal goal, StopWatch& watch, bool keeps) {
    finder_ = &first_;
    return first_.refute(root, goal, watch, keeps);
  }
  Answer recall_refutation(const Now& root, Goal goal) {
    finder_ = &first_;
    return first_.recall_refutation(root, goal);
  }
  // Of the last answer.
  const Grounds<Words>& grounds() const { return finder_->grounds(); }
  bool by_ko() const { return finder_->by_ko(); }

 private:
  std::shared_ptr<ZoneTable<Words>> table_;
  One first_;
  std::unique_ptr<One> second_;
  const One* finder_ = nullptr;
};

}  // namespace goseki::tactics
