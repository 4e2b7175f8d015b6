// The answers of the safety solver's searches, for proofs that are written down.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/watched.h"
#include "board/board.h"
#include "safety/region_search.h"
#include "safety/solver.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using Indices = std::vector<int>;
using Walls = std::vector<std::pair<Indices, int>>;      // blocks by a stone, liberty target
using Links = std::vector<std::pair<int, int>>;          // points of the board
using Stones = std::pair<std::uint64_t, std::uint64_t>;  // the defender's, the attacker's

// Points are counted within the field, in the order of the board; the game has its own order.
class FieldStrategy {
  template <typename Work>
  auto run(nb::object progress, Work&& work) {
    bool interrupted = false;
    auto result = watched({}, std::move(progress), interrupted, [&](StopWatch& watch) {
      watch_ = &watch;
      return work(watch);
    });
    raise_if_stopped(interrupted);
    return result;
  }

 public:
  FieldStrategy(const Board& board, bool black, const Indices& points, const Walls& walls,
                const Links& links)
      : land_(board.position(), black ? Color::kBlack : Color::kWhite),
        game_(make_game(points, walls)) {
    Indices sorted;
    for (int i = 0; i < game_.points(); ++i) sorted.push_back(board_index(i));
    std::sort(sorted.begin(), sorted.end());
    place_.resize(sorted.size());
    for (int i = 0; i < game_.points(); ++i) {
      const auto found = std::lower_bound(sorted.begin(), sorted.end(), board_index(i));
      place_[i] = static_cast<int>(found - sorted.begin());
    }
    for (const auto& [first, second] : links)
      game_.bind_pair(land_index(first), land_index(second));
  }

  bool prove(Long nodes, bool territory, nb::object settled, nb::object progress) {
    SearchOptions options;
    options.nodes = checked("nodes", nodes, 1, 1'000'000'000'000'000);
    options.territory = territory;
    has_searched_ = true;
    settled_ = std::move(settled);
    if (!settled_.is_none()) {
      options.settled_by = [this](const LocalGame::State& state) {
        if (watch_->stopped()) return false;  // an exception may be waiting
        const nb::gil_scoped_acquire gil;
        return nb::cast<bool>(settled_(to_field(state.defender), to_field(state.attacker)));
      };
    }
    const Verdict verdict = run(std::move(progress), [&](StopWatch& watch) {
      return search_.prove(game_, options, watch);
    });
    return verdict == Verdict::kProven;
  }

  std::optional<int> answer(const Stones& after, Int point, Int ko,
                            const std::vector<Stones>& path) {
    check_searched();
    std::vector<LocalGame::State> states;
    for (const Stones& stones : path) states.push_back(to_state(stones));
    const LocalGame::State state = to_state(after);
    const int attacked = to_game(point);
    const int banned = to_game(ko);
    const auto found = run(nb::none(), [&](StopWatch& watch) {
      return search_.proven_answer(state, attacked, banned, states, watch);
    });
    return found ? std::optional(to_place(*found)) : found;
  }

  // By point, -1 for a pass: whether the search ran out of answers.
  std::vector<std::pair<int, bool>> open_attacks() {
    check_searched();
    std::vector<std::pair<int, bool>> found;
    for (const RegionSearch::OpenAttack& attack : search_.open_attacks()) {
      found.emplace_back(to_place(attack.point), attack.is_refutation);
    }
    return found;
  }

  Indices refutation(Int attack) {
    check_searched();
    Indices line = search_.refutation(to_game(attack));
    for (int& point : line) point = to_place(point);
    return line;
  }

 private:
  void check_searched() const {
    if (!has_searched_) throw BadInput("there was no search yet");
  }

  LocalGame make_game(const Indices& points, const Walls& walls) const {
    BoardSet field;
    for (int index : points) field.insert(land_index(index));
    std::vector<LocalGame::Wall> around;
    for (const auto& [blocks, target] : walls) {
      LocalGame::Wall wall{{}, checked_int("target", target, 0, LocalGame::kProvenElsewhere)};
      for (int stone : blocks) wall.blocks.push_back(block_at(land_index(stone)));
      around.push_back(wall);
    }
    if (!LocalGame::fits(field, around.size())) throw BadInput("the field is too large");
    return LocalGame(land_, field, around);
  }

  int land_index(int index) const {
    const auto& order = land_.board_index;
    const auto found = std::find(order.begin(), order.end(), index);
    if (found == order.end()) throw BadInput("no such point");
    return static_cast<int>(found - order.begin());
  }
  int board_index(int point) const { return land_.board_index[game_.board_index(point)]; }

  int block_at(int index) const {
    for (int block = 0; block < land_.blocks(); ++block) {
      if (land_.stones[block].contains(index)) return block;
    }
    throw BadInput("no such block");
  }

  // From places in the field to points of the game, and the other way round.
  int to_game(int place) const {
    const auto found = std::find(place_.begin(), place_.end(), place);
    return found == place_.end() ? -1 : static_cast<int>(found - place_.begin());
  }
  int to_place(int point) const { return point < 0 ? -1 : place_[point]; }
  LocalGame::State to_state(const Stones& stones) const {
    if ((stones.first & stones.second) != 0) throw BadInput("two stones on one point");
    LocalGame::State state;
    for (int i = 0; i < game_.points(); ++i) {
      state.defender |= (stones.first >> place_[i] & 1) << i;
      state.attacker |= (stones.second >> place_[i] & 1) << i;
    }
    return state;
  }
  std::uint64_t to_field(LocalGame::Field points) const {
    std::uint64_t places = 0;
    for (; points != 0; points &= points - 1) {
      places |= std::uint64_t{1} << place_[std::countr_zero(points)];
    }
    return places;
  }

  Landscape land_;
  LocalGame game_;
  Indices place_;  // by point of the game
  RegionSearch search_{kSearchTableBytes};
  bool has_searched_ = false;
  nb::object settled_;
  const StopWatch* watch_ = nullptr;  // of the call that is running
};

}  // namespace

void bind_safety_strategy(nb::module_& module) {
  nb::class_<FieldStrategy>(
      module, "FieldStrategy",
      "The answers to every attack in a field. Walls are blocks, each named\n"
      "by a stone, with a liberty target; PROVEN_ELSEWHERE for one that is proven at the same\n"
      "time, but not by this field.")
      .def(nb::init<const Board&, bool, const Indices&, const Walls&, const Links&>(), "board"_a,
           "black"_a, "points"_a, "walls"_a, "links"_a)
      .def("prove", &FieldStrategy::prove, "nodes"_a, "territory"_a, "settled"_a.none(),
           "progress"_a.none() = nb::none(),
           "Search. `settled`, if not None, judges instead of the core when a field is settled;\n"
           "it is called with the defender's and the attacker's stones.")
      .def("answer", &FieldStrategy::answer, "after"_a, "point"_a, "ko"_a, "path"_a,
           "An answer proven by that search to an attack on a point (-1: a pass) which leads to\n"
           "no state of the path; or None. A state is the defender's and the attacker's stones.")
      .def("open_attacks", &FieldStrategy::open_attacks,
           "After a search without proof: the attacks (-1: a pass) that it found no answer to,\n"
           "and whether it ran out of them; else it ended before it knew.")
      .def("refutation", &FieldStrategy::refutation, "attack"_a,
           "How the fight goes after an attack that it ran out of answers to: both sides by turns.")
      .attr("PROVEN_ELSEWHERE") = LocalGame::kProvenElsewhere;
}

}  // namespace goseki
