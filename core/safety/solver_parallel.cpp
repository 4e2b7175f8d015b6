// SafetySolver: questions that are searched in parallel, before they are asked.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "safety/solver.h"
#include "threads.h"

namespace goseki {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{10};

}  // namespace

const SafetySolver::Answered* SafetySolver::find(const std::vector<Answered>& answered,
                                                 const Question& question) {
  for (const Answered& known : answered) {
    if (known.question.is_about_the_same(question)) return &known;
  }
  return nullptr;
}

bool SafetySolver::make(const std::function<bool()>& pass, Verdict presumed) {
  if (options_.threads > 1) {
    presuming_ = true;
    presumed_ = presumed;
    pass();
    presuming_ = false;
    answer_wanted();
  }
  return pass();
}

void SafetySolver::answer_wanted() {
  std::erase_if(wanted_, [&](const Question& question) { return find(ahead_, question); });
  std::vector<std::optional<Answered>> found(wanted_.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&](RegionSearch& own, StopWatch::Where where) {
    for (std::size_t i; !watch_.stopped() && (i = next++) < wanted_.size();) {
      found[i] = search(wanted_[i], own, where);
    }
  };
  {
    std::mutex mutex;
    std::condition_variable is_done;
    int at_work = static_cast<int>(std::min<std::size_t>(options_.threads, wanted_.size())) - 1;
    Threads helpers;
    for (int helper = at_work; helper > 0; --helper) {
      helpers.start([&] {
        {
          RegionSearch own(kSearchTableBytes);
          work(own, StopWatch::kInOtherThread);
        }
        const std::lock_guard guard(mutex);
        if (--at_work == 0) is_done.notify_one();
      });
    }
    work(search_, StopWatch::kInThread);
    // The others hear that they are to stop from this thread, also while it waits.
    std::unique_lock lock(mutex);
    while (!is_done.wait_for(lock, kBetweenLooks, [&] { return at_work <= 0; })) watch_.look();
  }
  for (std::optional<Answered>& answered : found) {
    if (answered) ahead_.push_back(*std::move(answered));
  }
  wanted_.clear();
}

}  // namespace goseki
