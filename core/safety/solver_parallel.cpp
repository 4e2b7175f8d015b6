// Questions of SafetySolver that are searched in parallel, before they are asked.

#include <algorithm>
#include <atomic>
#include <optional>

#include "safety/solver.h"
#include "threads.h"

namespace goseki {

const SafetySolver::Answered* SafetySolver::find(const std::vector<Answered>& answered,
                                                 const Question& question) {
  for (const Answered& known : answered) {
    if (known.question.is_about_the_same(question)) return &known;
  }
  return nullptr;
}

bool SafetySolver::make(const std::function<bool()>& pass, SearchAnswer presumed) {
  if (options_.jobs > 1) {
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
  std::atomic<bool> stopped = false;
  const auto work = [&](RegionSearch& own, bool reports) {
    for (std::size_t i; !stopped && (i = next++) < wanted_.size();) {
      found[i] = search(wanted_[i], own);
      if (reports && !progress_(0)) stopped = true;
    }
  };
  {
    Threads helpers;
    const int useful = static_cast<int>(std::min<std::size_t>(options_.jobs, wanted_.size()));
    for (int helper = 1; helper < useful; ++helper) {
      helpers.start([&] {
        RegionSearch own(kSearchTableBytes);
        work(own, false);
      });
    }
    work(search_, true);
  }
  stopped_ = stopped_ || stopped;
  for (std::optional<Answered>& answered : found) {
    if (answered) ahead_.push_back(*std::move(answered));
  }
  wanted_.clear();
}

}  // namespace goseki
