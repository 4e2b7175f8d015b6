// Limits of a search, and the watch that tells when one is reached.
//
//     StopWatch watch(limits, progress);
//     ... at every node: if (watch.count()) return unknown;
//
// One watch is for one question, with its seconds and its callback. A question that needs many
// searches gives each of them a watch of its own, with a limit of nodes of its own, which stops
// when the question's does:
//
//     StopWatch of_search(watch, nodes);
//
// Only the thread of the question may call back. A search in another thread hears that the
// question was stopped, no more: StopWatch(watch, nodes, StopWatch::kInOtherThread).
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "progress.h"

namespace goseki {

struct Limits {
  std::int64_t nodes = 0;  // 0: no limit
  double seconds = 0;      // 0: no limit
};

// Counts nodes, and looks at the clock, the limits and the callback now and then.
class StopWatch {
 public:
  enum Where : bool { kInThread, kInOtherThread };

  StopWatch(const Limits& limits, const Progress& progress)
      : limits_(limits), progress_(&progress) {
    plan_look();
  }
  // The watch of one of the searches of a question, both of which must outlive it.
  StopWatch(StopWatch& question, std::int64_t nodes, Where where = kInThread)
      : limits_{nodes, 0}, question_(&question), where_(where), start_(question.start_) {
    plan_look();
  }

  // Counts one node. Returns whether to stop; once it has said so, it says so for ever.
  bool count() {
    if (++nodes_ == next_look_) look();
    return stopped();
  }
  // Counts the nodes of a search that had a watch of its own. Returns the same.
  bool count_part(const StopWatch& part) {
    nodes_ += part.nodes();
    return look();
  }
  // How many of `nodes` are still within the limit, for such a search; at least one.
  std::int64_t within_limit(std::int64_t nodes) const {
    if (limits_.nodes == 0) return nodes;
    return std::clamp<std::int64_t>(limits_.nodes - nodes_, 1, nodes);
  }
  // Looks at once, for work that counts no nodes. Returns the same.
  bool look() { return look_at(seconds()); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  // Whether the callback said so.
  bool interrupted() const { return question_ ? question_->interrupted() : interrupted_; }
  std::int64_t nodes() const { return nodes_; }
  // Since the question was asked.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  // The share of the work that is done, for the callback, and the share that will be when the
  // search that begins now has used up its nodes. The callback is told the share of the time that
  // is used up if that is more.
  void set_share(double share, double after_search = 0) {
    share_ = share;
    next_share_ = std::max(share, after_search);
    part_done_ = 0;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::int64_t kMostNodes = 1 << 12;  // between two looks
  static constexpr double kLookSeconds = 0.01;
  static constexpr double kReportSeconds = 0.05;

  static double part_of(std::int64_t nodes, std::int64_t limit) {
    return static_cast<double>(nodes) / static_cast<double>(limit);
  }

  bool look_at(double now) {
    // About every hundredth of a second, whatever a node costs.
    const double past = now - last_look_;
    last_look_ = now;
    interval_ = past < kLookSeconds ? std::min(kMostNodes, 2 * interval_)
                                    : std::max<std::int64_t>(1, interval_ / 4);
    if (question_ != nullptr) {
      if (where_ == kInThread) {
        question_->part_done_ = limits_.nodes > 0 ? part_of(nodes_, limits_.nodes) : 0;
        question_->look_at(now);
      }
      if (question_->stopped()) stop();
    } else if (!stopped()) {
      look_at_question(now);
    }
    if (limits_.nodes > 0 && nodes_ >= limits_.nodes) stop();
    plan_look();
    return stopped();
  }

  void stop() { stopped_.store(true, std::memory_order_relaxed); }

  void plan_look() {
    next_look_ = nodes_ + interval_;
    if (limits_.nodes > nodes_) next_look_ = std::min(next_look_, limits_.nodes);
  }

  void look_at_question(double now) {
    const double used = limits_.seconds > 0 ? now / limits_.seconds : 0;
    if (used >= 1) stop();
    if (now < next_report_) return;
    next_report_ = now + kReportSeconds;
    const double share = share_ + (next_share_ - share_) * part_done_;
    if ((*progress_)(std::clamp(used, share, 1.0))) return;
    interrupted_ = true;
    stop();
  }

  Limits limits_;
  const Progress* progress_ = nullptr;
  StopWatch* question_ = nullptr;
  Where where_ = kInThread;
  Clock::time_point start_ = Clock::now();
  std::int64_t nodes_ = 0;
  std::int64_t next_look_ = 0;
  std::int64_t interval_ = 1;
  double last_look_ = 0;
  double next_report_ = 0;
  double share_ = 0;
  double next_share_ = 0;
  double part_done_ = 0;
  std::atomic<bool> stopped_ = false;  // read by other threads
  bool interrupted_ = false;
};

}  // namespace goseki
