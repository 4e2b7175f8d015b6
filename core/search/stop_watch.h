// Limits of a search, and the watch that tells when one is reached.
//
//     StopWatch watch(limits, progress);
//     ... at every node: if (watch.count()) return unknown;
//
// One watch is for one question; a search that answers several makes one for each.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "progress.h"

namespace goseki {

struct Limits {
  std::int64_t nodes = 0;  // 0: no limit
  double seconds = 0;      // 0: no limit
};

// Counts nodes and looks at the clock, the limit and the callback now and then.
class StopWatch {
 public:
  StopWatch(const Limits& limits, const Progress& progress)
      : limits_(limits), progress_(progress), start_(Clock::now()) {}

  // Counts one node. Returns whether to stop; once it has said so, it says so for ever.
  bool count() {
    if ((++nodes_ & (kInterval - 1)) == 0) look();
    if (nodes_ == limits_.nodes) stopped_ = true;
    return stopped_;
  }
  bool stopped() const { return stopped_; }
  bool interrupted() const { return interrupted_; }
  std::int64_t nodes() const { return nodes_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  // What the callback is told until the next call; before the first one it is the share of
  // the time that is used up, or 0 without such a limit.
  void set_share(double share) { share_ = share; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::int64_t kInterval = 1 << 12;
  static constexpr double kReportSeconds = 0.05;

  void look() {
    const double now = seconds();
    if (limits_.seconds > 0 && now >= limits_.seconds) stopped_ = true;
    if (now < next_report_) return;
    next_report_ = now + kReportSeconds;
    if (!progress_(share_ >= 0 ? share_ : time_used(now))) stopped_ = interrupted_ = true;
  }

  double time_used(double now) const {
    return limits_.seconds > 0 ? std::min(1.0, now / limits_.seconds) : 0.0;
  }

  Limits limits_;
  const Progress& progress_;
  Clock::time_point start_;
  std::int64_t nodes_ = 0;
  double next_report_ = 0;
  double share_ = -1;
  bool stopped_ = false;
  bool interrupted_ = false;
};

}  // namespace goseki
