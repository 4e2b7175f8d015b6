// What threads share, driven hard for ThreadSanitizer: the table of a search, a team that solves
// a board with it, random games, the searches of the safety solver and of tactics. Ends with 0 if
// every answer is right; a data race is the sanitizer's to find. `.ci/run` builds and runs it.

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "board/board.h"
#include "playout/playouts.h"
#include "safety/find_safety.h"
#include "solvers/go/attack_search.h"
#include "solvers/go/proof_entry.h"
#include "tactics/search.h"
#include "threads.h"

namespace goseki {
namespace {

constexpr int kThreads = 3;
constexpr std::size_t kTableBytes = 64 << 10;

bool never_stop(double) { return true; }

// An entry whose every field follows from its key, so that a half written one shows.
go::ProofEntry entry_of(std::uint64_t key) {
  const auto low = static_cast<int>(key & 31);
  const auto verdict = key & 1 ? go::Verdict::kProven : go::Verdict::kHeld;
  return go::ProofEntry::decided(key, verdict, verdict, static_cast<std::uint32_t>(key * 7),
                                 low + 1, low);
}

bool is_same(const go::ProofEntry& a, const go::ProofEntry& b) {
  return a.key == b.key && a.zone() == b.zone() && a.verdict() == b.verdict() &&
         a.work() == b.work() && a.move() == b.move();
}

// Few keys and a small table: threads meet in the same buckets all the time.
bool table_is_sound() {
  constexpr std::uint64_t kKeys = 20'000;
  constexpr int kSteps = 200'000;
  go::ProofTable table(TableMemory::anonymous(kTableBytes));
  const Progress nobody_listens = [](double) { return true; };
  StopWatch watch({}, nobody_listens);
  table.begin_sharing(watch);
  std::atomic<int> found = 0;
  std::atomic<int> wrong = 0;
  const auto work = [&](std::uint64_t seed) {
    std::uint64_t state = seed;
    for (int step = 0; step < kSteps; ++step) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      const std::uint64_t key = 1 + (state >> 33) % kKeys;
      if (step % 2 == 0) {
        table.store(entry_of(key));
      } else if (const auto entry = table.find_decided(key)) {
        ++found;
        if (!is_same(*entry, entry_of(key))) ++wrong;
      }
    }
  };
  {
    Threads threads;
    for (int i = 1; i < kThreads; ++i) threads.start([&, i] { work(i); });
    work(kThreads);
  }
  table.end_sharing();
  return found > 0 && wrong == 0;
}

// 4x4 is worth 1 under the basic ko rule: Black can force a lead of 1, and not one of 2.
bool team_is_right() {
  const Size size{4, 4};
  const go::Digits digits(size);
  const go::Situation empty = go::make_situation(digits, {}, {}, true, go::kNoKo, true);
  go::AttackSearch search(size, TableMemory::anonymous(32 << 20));
  go::AttackOptions options;
  options.cycle = go::CycleRule::kDraw;
  options.threads = kThreads;
  return search.prove(empty, 1, options, never_stop).verdict == go::Verdict::kProven &&
         search.prove(empty, 2, options, never_stop).verdict == go::Verdict::kHeld;
}

bool playouts_are_the_same_on_any_number_of_threads() {
  const Board board(Size{9, 9}, Rules{});
  PlayoutOptions options;
  options.games = 2'000;
  const PlayoutSums alone = run_playouts(board, options, never_stop);
  options.threads = kThreads;
  const PlayoutSums together = run_playouts(board, options, never_stop);
  return alone.games == options.games && alone.leads == together.leads &&
         alone.owner == together.owner;
}

Board board_of(Size size, std::string_view diagram) {
  std::vector<Color> colors;
  for (const char stone : diagram) {
    colors.push_back(stone == 'X' ? Color::kBlack : stone == 'O' ? Color::kWhite : Color::kEmpty);
  }
  Board board(size, Rules{});
  board.set_up(colors.data());
  return board;
}

bool safety_is_the_same_on_any_number_of_threads() {
  const Board board = board_of(Size{7, 7},
                               "..XO..."
                               ".XXO.O."
                               "X.XOO.."
                               "XXX.OOO"
                               "OOXXXX."
                               ".OOOOXX"
                               "..O..OX");
  SafetyOptions options;
  options.nodes = 2'000;
  const Progress progress = never_stop;
  StopWatch watch({}, progress);
  BothSafety alone(board.position());
  find_safety(SafetyMethod::kSearch, options, alone, watch);
  options.threads = kThreads;
  BothSafety together(board.position());
  find_safety(SafetyMethod::kSearch, options, together, watch);
  return alone.tally.nodes > 0 && alone.tally.nodes == together.tally.nodes;
}

// Six stones on the second line are dead; that they live cannot be shown.
bool two_threads_prove_what_one_does() {
  tactics::Question question;
  question.size = {9, 3};
  for (const char stone : std::string_view("OOOOOOOO."
                                           "OXXXXXXO."
                                           "O......O.")) {
    question.colors.push_back(stone == 'X' ? 1 : stone == 'O' ? -1 : 0);
  }
  question.target = {10};
  question.exact = false;
  const Progress progress = never_stop;
  tactics::Knowledge knowledge;
  knowledge.death = false;  // so that there is something to search
  const auto verdict = [&](tactics::Goal goal, int threads) {
    question.goal = goal;
    question.prover_first = goal == tactics::Goal::kCapture;
    StopWatch watch({20'000, 0}, progress);
    return tactics::Search(1 << 22, knowledge, threads).ask(question, watch).verdict;
  };
  for (const auto goal : {tactics::Goal::kCapture, tactics::Goal::kLife}) {
    if (verdict(goal, 1) != verdict(goal, 2)) return false;
  }
  return verdict(tactics::Goal::kCapture, 2) == Verdict::kProven;
}

bool holds(const char* what, bool result) {
  std::printf("%s: %s\n", what, result ? "yes" : "NO");
  return result;
}

}  // namespace
}  // namespace goseki

int main() {
  using namespace goseki;
  bool all = holds("a shared table gives back what was stored", table_is_sound());
  all &= holds("a team solves 4x4", team_is_right());
  all &= holds("random games are the same", playouts_are_the_same_on_any_number_of_threads());
  all &= holds("safety is the same", safety_is_the_same_on_any_number_of_threads());
  all &= holds("two threads prove what one does", two_threads_prove_what_one_does());
  return all ? 0 : 1;
}
