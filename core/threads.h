// Threads: helper threads that are always waited for, even if an exception ends the function
// that started them.
//
// std::jthread would do, but the libc++ of supported compilers does not have it.
#pragma once

#include <thread>
#include <utility>
#include <vector>

namespace goseki {

class Threads {
 public:
  Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { join(); }

  template <typename Work>
  void start(Work&& work) {
    threads_.emplace_back(std::forward<Work>(work));
  }

  // Waits until all have come to their end.
  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace goseki
