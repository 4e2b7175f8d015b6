#include "tactics/search.h"

#include <algorithm>
#include <array>
#include <optional>

#include "tactics/hold.h"
#include "tactics/zone_pair.h"

namespace goseki::tactics {

// A part of the board, as wide as the words hold.
struct Window {
  int left = 0;
  int top = 0;
  Size size;
  friend bool operator==(const Window&, const Window&) = default;

  bool has(int column, int row) const {
    return column >= left && column < left + size.columns && row >= top && row < top + size.rows;
  }
  // Around these points, as large as `most` points allow.
  static Window around(const std::vector<int>& points, Size board, int most) {
    int left = board.columns;
    int right = -1;
    int top = board.rows;
    int bottom = -1;
    for (int point : points) {
      left = std::min(left, point % board.columns);
      right = std::max(right, point % board.columns);
      top = std::min(top, point / board.columns);
      bottom = std::max(bottom, point / board.columns);
    }
    for (bool grows = true; grows;) {
      grows = false;
      const auto try_side = [&](int& side, int step, int end) {
        if (side == end) return;
        side += step;
        if ((right - left + 1) * (bottom - top + 1) <= most) {
          grows = true;
        } else {
          side -= step;
        }
      };
      try_side(left, -1, 0);
      try_side(right, 1, board.columns - 1);
      try_side(top, -1, 0);
      try_side(bottom, 1, board.rows - 1);
    }
    return {left, top, {right - left + 1, bottom - top + 1}};
  }
};

struct Search::Base {
  virtual ~Base() = default;
  // Nothing if the window is too small for it.
  virtual std::optional<Answer> ask(const Question& question, StopWatch& watch) = 0;
  virtual bool is_for(const Question& question, const Window& window) const = 0;
};

template <int Words>
struct Search::For : Search::Base {
  using Set = Bits<Words>;

  For(const Question& question, const Window& part, std::size_t bytes_, const Knowledge& known,
      int threads_)
      : firm(question.firm),
        board(question.size),
        window(part),
        bytes(bytes_),
        knowledge(known),
        threads(threads_),
        search(part.size, set_of(question.firm), outside(), bytes_, known, threads_) {}

  // The points of the board that are in the window.
  Set set_of(const std::vector<int>& points) const {
    Set set;
    for (int point : points) {
      const int column = point % board.columns;
      const int row = point / board.columns;
      if (window.has(column, row)) {
        set.insert((row - window.top) * window.size.columns + column - window.left);
      }
    }
    return set;
  }
  int on_board(int point) const {
    if (point < 0) return point;
    return (point / window.size.columns + window.top) * board.columns +
           point % window.size.columns + window.left;
  }
  Set outside() const {
    Set set;
    const int right = window.left + window.size.columns;
    const int bottom = window.top + window.size.rows;
    for (int point = 0; point < window.size.points(); ++point) {
      const int column = point % window.size.columns;
      const int row = point / window.size.columns;
      if ((column == 0 && window.left > 0) || (row == 0 && window.top > 0) ||
          (column == window.size.columns - 1 && right < board.columns) ||
          (row == window.size.rows - 1 && bottom < board.rows)) {
        set.insert(point);
      }
    }
    return set;
  }
  bool is_for(const Question& question, const Window& part) const override {
    return question.size == board && question.firm == firm && part == window;
  }

  std::optional<Answer> ask(const Question& question, StopWatch& watch) override {
    Situation<Words> root;
    const bool black_target = question.colors[static_cast<std::size_t>(question.target[0])] > 0;
    const bool black_proves = (question.goal == Goal::kCapture) != black_target;
    std::array<std::vector<int>, 2> by_color;
    for (int point = 0; point < board.points(); ++point) {
      const int color = question.colors[static_cast<std::size_t>(point)];
      if (color != 0) by_color[color > 0 ? 0 : 1].push_back(point);
    }
    root.stones[kProver] = set_of(by_color[black_proves ? 0 : 1]);
    root.stones[kOther] = set_of(by_color[black_proves ? 1 : 0]);
    const Set given = set_of(question.target);
    const Set& owners = root.stones[question.goal == Goal::kCapture ? kOther : kProver];
    const auto& arena = search.arena();
    const Set blocks = arena.grid().flood(given, owners);
    const Set ko = question.ko < 0 ? Set{} : set_of({question.ko});
    const bool holds = question.goal == Goal::kHold;
    const auto is_beyond = [&](int point) {
      const Set inside = set_of({point}) & ~arena.outside();
      return inside.none();
    };
    if ((holds ? std::any_of(question.target.begin(), question.target.end(), is_beyond)
               : blocks.meets(arena.outside())) ||
        (question.ko >= 0 && is_beyond(question.ko))) {
      return std::nullopt;
    }
    root.target = holds || question.goal == Goal::kConnect ? given : blocks;
    for (Side side : {kProver, kOther}) {
      for (int point : root.stones[side]) root.toggle_stone(side, point);
    }
    for (int point : root.target) root.toggle_target(point);
    if (black_proves) root.stones_key.toggle(0x300000);
    root.ko = ko.any() ? ko.lowest() : kNoKo;
    root.to_move = question.prover_first ? kProver : kOther;
    root.threats = {question.provers_threats, question.others_threats};
    if (holds) root.tenukis = static_cast<std::uint8_t>(question.tenukis);
    Answer answer;
    if (question.keeps) answer = search.recall_refutation(root, question.goal);
    if (answer.verdict == Verdict::kUnknown) {
      answer = holds ? prove_hold(root, question, watch) : prove(root, question, watch);
    }
    if (question.exact && !holds && answer.is_hopeless && !watch.stopped()) {
      std::int64_t nodes = answer.nodes;
      if (with_walls) {  // what it answers is asked of the search that knows of no walls
        bool goes_on = false;
        nodes +=
            prove_part(search, root, question.goal, kNodesBeforeRefutation, goes_on, watch).nodes;
      }
      answer = search.refute(root, question.goal, watch, question.keeps);
      answer.nodes += nodes;
    }
    answer.move = on_board(answer.move);
    for (int& point : answer.line) point = on_board(point);
    for (int& point : answer.zone) point = on_board(point);
    for (int& point : answer.walls) point = on_board(point);
    return answer;
  }

  // Whether blocks hold, which may be asked of many situations behind the same win.
  Answer prove_hold(const Situation<Words>& root, const Question& question, StopWatch& watch) {
    const Set beyond = outside() | set_of(question.barred);
    if (!hold || hold->arena().outside() != beyond) {
      hold = std::make_unique<ZonePair<Words>>(window.size, search.arena().firm(), beyond,
                                               kHoldBytes, knowledge, 1);
    }
    return hold->prove(root, Goal::kHold, watch);
  }

  // For capture by turns with the walls taken for firm (hold.h), and without.
  Answer prove(const Situation<Words>& root, const Question& question, StopWatch& watch) {
    const bool may_have_walls =
        question.goal == Goal::kCapture && question.with_walls && knowledge.walls;
    Set walls = may_have_walls ? walls_around_target(search.arena(), root) : Set{};
    if (walls.none()) return search.prove(root, question.goal, watch);
    const std::int64_t before = watch.nodes();
    Answer answer;
    bool walls_may_help = true;
    bool goes_on = true;  // the search without them
    for (std::int64_t slice = kFirstSlice; !watch.stopped() && (walls_may_help || goes_on);
         slice *= 2) {
      if (walls_may_help) {
        answer = prove_with_firm_walls(root, walls, question, slice, walls_may_help, watch);
        // Where not even firm walls help there is nothing to be found.
        if (answer.verdict == Verdict::kProven || answer.is_hopeless) break;
      }
      if (goes_on && !watch.stopped()) {
        answer = prove_part(search, root, question.goal, slice, goes_on, watch);
        if (answer.verdict != Verdict::kUnknown || answer.is_hopeless) break;
      }
    }
    answer.nodes = watch.nodes() - before;
    return answer;
  }

  // Asks for a proof within some nodes; `goes_on` becomes whether more of them might find one.
  Answer prove_part(ZonePair<Words>& by, const Situation<Words>& root, Goal goal,
                    std::int64_t nodes, bool& goes_on, StopWatch& watch) {
    StopWatch part(watch, watch.within_limit(nodes));
    const Answer answer = by.prove(root, goal, part);
    goes_on = part.stopped();
    watch.count_part(part);
    return answer;
  }

  // `may_help` becomes whether more nodes, or the walls that are left, might find a proof.
  Answer prove_with_firm_walls(const Situation<Words>& root, Set& walls, const Question& question,
                               std::int64_t nodes, bool& may_help, StopWatch& watch) {
    const Set& given = search.arena().firm();
    if (!with_walls || with_walls->arena().firm() != (given | walls)) {
      with_walls = std::make_unique<ZonePair<Words>>(window.size, given | walls, outside(), bytes,
                                                     knowledge, threads);
    }
    Answer answer = prove_part(*with_walls, root, question.goal, nodes, may_help, watch);
    if (answer.verdict != Verdict::kProven) return answer;
    const Grounds<Words> grounds = with_walls->grounds();
    const Set used = walls & grounds.zone;
    if (used.none()) return answer;
    answer.verdict = Verdict::kUnknown;
    may_help = true;
    const bool bans_matter = question.others_threats != kUnlimited && with_walls->by_ko();
    if (!bans_matter && grounds.tenukis < kEndless) {
      ZonePair<Words> behind(window.size, given, outside() | (grounds.zone & ~used), kHoldBytes,
                             knowledge, 1);
      bool goes_on = false;
      const Answer holds = prove_part(behind, hold_of(root, used, grounds.tenukis), Goal::kHold,
                                      nodes, goes_on, watch);
      if (holds.verdict == Verdict::kProven &&
          are_apart(search.arena(), root, used, grounds.zone, behind.grounds().zone)) {
        answer.verdict = Verdict::kProven;
        answer.zone.insert(answer.zone.end(), holds.zone.begin(), holds.zone.end());
        for (int point : search.arena().grid().flood(used, root.stones[kProver])) {
          answer.walls.push_back(point);
        }
        return answer;
      }
      if (goes_on) return answer;
    }
    walls &= ~weakest_wall(search.arena(), root, used, grounds.zone);
    may_help = walls.any();
    return answer;
  }

  static constexpr std::int64_t kFirstSlice = 1000;
  static constexpr std::int64_t kNodesBeforeRefutation = 50'000;
  static constexpr std::size_t kHoldBytes = std::size_t{1} << 22;

  std::vector<int> firm;
  Size board;
  Window window;
  std::size_t bytes;
  Knowledge knowledge;
  int threads;
  ZonePair<Words> search;
  std::unique_ptr<ZonePair<Words>> with_walls;
  std::unique_ptr<ZonePair<Words>> hold;
};

Search::Search(std::size_t table_bytes, const Knowledge& knowledge, int threads)
    : table_bytes_(table_bytes), knowledge_(knowledge), threads_(threads) {}
Search::~Search() = default;
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;

Answer Search::ask(const Question& question, StopWatch& watch) {
  const int points = question.size.points();
  const Window all{0, 0, question.size};
  if (points <= 64) return *search_for<1>(question, all, whole_)->ask(question, watch);
  if (points <= 128) return *search_for<2>(question, all, whole_)->ask(question, watch);
  // In a window first, which is several times faster.
  Answer answer;
  const Window window = Window::around(question.target, question.size, 128);
  if (const auto found = search_for<2>(question, window, part_)->ask(question, watch)) {
    answer = *found;
    if (answer.verdict != Verdict::kUnknown || !answer.left_window || watch.stopped()) {
      return answer;
    }
  }
  const std::int64_t nodes = answer.nodes;
  answer = *search_for<6>(question, all, whole_)->ask(question, watch);
  answer.nodes += nodes;
  return answer;
}

template <int Words>
Search::Base* Search::search_for(const Question& question, const Window& window,
                                 std::unique_ptr<Base>& kept) {
  if (!kept || !kept->is_for(question, window)) {
    kept = std::make_unique<For<Words>>(question, window, table_bytes_, knowledge_, threads_);
  }
  return kept.get();
}

}  // namespace goseki::tactics
