#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/watched.h"
#include "phantom/mind.h"
#include "phantom/player.h"
#include "phantom/sampler.h"
#include "phantom/uct.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using phantom::Belief;
using phantom::Choice;
using phantom::Method;
using phantom::SearchOptions;
// Beyond every board: nonsense that only has no worlds is no error, but sums must not overflow.
constexpr int kMostStones = 10'000;

using Signs = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig>;

Position position_of(const Signs& signs) {
  if (signs.shape(0) > kMaxSide || signs.shape(1) > kMaxSide) {
    throw BadInput("board sides are from 1 to 19");
  }
  const Size size =
      checked_size(static_cast<int>(signs.shape(1)), static_cast<int>(signs.shape(0)));
  std::array<Color, kMaxPoints> colors;
  for (int i = 0; i < size.points(); ++i) {
    const int value = signs.data()[i];
    colors[i] = value > 0 ? Color::kBlack : value < 0 ? Color::kWhite : Color::kEmpty;
  }
  Position position(size);
  position.set_up(colors.data());
  return position;
}

Belief belief_of(const Signs& signs, bool black, int unknown, const std::vector<int>& refused) {
  Belief belief{position_of(signs), black ? Color::kBlack : Color::kWhite, unknown, {}};
  const Size size = belief.position.size();
  checked_int("unknown", unknown, 0, kMostStones);
  for (int index : refused) {
    if (index < 0 || index >= size.points()) throw BadInput("a point off the board");
    belief.refused.push_back(size.point(index));
  }
  return belief;
}

Method method_of(std::string_view name) {
  if (name == "random") return Method::kRandom;
  if (name == "mce_std") return Method::kStandard;
  if (name == "mce_all") return Method::kAllAsFirst;
  if (name == "uct_rand") return Method::kUctRandom;
  if (name == "uct_prob") return Method::kUctProbable;
  if (name == "uct_infmove") return Method::kUctInfluenceMove;
  if (name == "uct_inffill") return Method::kUctInfluenceFill;
  throw BadInput("unknown method");
}

nb::tuple answer(Size size, const Choice& choice) {
  drop_interrupt(choice.interrupted);
  std::vector<std::tuple<int, std::int64_t, double>> values;
  for (const phantom::MoveValue& value : choice.values) {
    values.emplace_back(size.index(value.move), value.visits, value.value);
  }
  return nb::make_tuple(size.index(choice.move), choice.simulations, values, choice.interrupted);
}

void check_options(const SearchOptions& options) {
  checked_threads(options.threads);
  checked_number("komi", options.komi);
  checked_number("exploration", options.exploration);
  checked_number("caution", options.caution);
  checked_number("bias", options.bias);
  if (options.simulations < 0 || checked_seconds(options.seconds) < 0 ||
      (options.simulations == 0 && options.seconds == 0)) {
    throw BadInput("a number of simulations or of seconds is needed");
  }
}

nb::tuple choose(const Signs& signs, bool black, int unknown, const std::vector<int>& refused,
                 std::string_view method, const SearchOptions& options, nb::object progress) {
  check_options(options);
  const Belief belief = belief_of(signs, black, unknown, refused);
  const Method chosen = method_of(method);
  const Choice choice = without_gil(std::move(progress), [&](const Progress& report) {
    return phantom::choose(belief, chosen, options, report);
  });
  return answer(belief.position.size(), choice);
}

phantom::UctKind tree_kind_of(std::string_view name) {
  if (name == "uct_rand") return phantom::UctKind::kRandom;
  if (name == "uct_prob") return phantom::UctKind::kProbable;
  if (name == "uct_infmove") return phantom::UctKind::kInfluenceMove;
  if (name == "uct_inffill") return phantom::UctKind::kInfluenceFill;
  throw BadInput("a method without a tree");
}

using EventTuple = std::tuple<int, int, int, std::vector<int>, int>;

std::vector<phantom::Event> events_of(Size size, const std::vector<EventTuple>& tuples) {
  const auto point_of = [size](int index) {
    if (index < 0 || index >= size.points()) throw BadInput("a point off the board");
    return size.point(index);
  };
  std::vector<phantom::Event> events;
  for (const auto& [kind, index, captured, stones, cause] : tuples) {
    if (kind < 0 || kind > 4 || cause < 0 || cause > 2) throw BadInput("unknown event");
    phantom::Event event;
    event.kind = static_cast<phantom::Event::Kind>(kind);
    const bool has_point = kind < 2;
    event.point = has_point ? point_of(index) : kNoPoint;
    event.captured = checked_int("captured", captured, -kMostStones, kMostStones);
    for (int stone : stones) event.stones.push_back(point_of(stone));
    event.cause = static_cast<phantom::Event::Cause>(cause);
    events.push_back(std::move(event));
  }
  return events;
}

// Worlds found in at most `tries` tries: stones one world after the other, their kos, and
// the hidden moves, of which each world has as many.
struct Worlds {
  std::vector<std::int8_t> signs;
  std::vector<std::int32_t> moves;
  std::vector<std::int32_t> kos;
  std::int64_t tries = 0;
};

Worlds find_worlds(phantom::Sampler& sampler, Size size, int count, std::int64_t tries,
                   std::uint64_t seed, StopWatch& watch) {
  Worlds found;
  const auto wanted = static_cast<std::size_t>(count);
  // Memory for all of them, which the system provides only as they come: a vector that grows
  // would stop now and then to copy millions of stones.
  found.kos.reserve(wanted);
  found.signs.reserve(wanted * static_cast<std::size_t>(size.points()));
  while (static_cast<int>(found.kos.size()) < count && found.tries < tries) {
    Random random(seed, static_cast<std::uint64_t>(found.tries++));
    watch.set_share(static_cast<double>(found.tries) / static_cast<double>(tries));
    if (watch.count()) break;
    const auto world = sampler.sample(random);
    if (!world) continue;
    if (found.kos.empty()) found.moves.reserve(wanted * world->moves.size());
    for (int i = 0; i < size.points(); ++i) {
      found.signs.push_back(static_cast<std::int8_t>(sign(world->position.at(size.point(i)))));
    }
    found.kos.push_back(size.index(world->ko));
    for (Point move : world->moves) found.moves.push_back(size.index(move));
  }
  return found;
}

// An array of these values, which it keeps: millions of them are not copied.
template <typename T>
nb::object array_with(std::vector<T>&& values, std::initializer_list<int> shape) {
  auto kept = std::make_unique<std::vector<T>>(std::move(values));
  T* data = kept->data();
  const nb::capsule owner(kept.release(),
                          [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  const std::vector<std::size_t> sides(shape.begin(), shape.end());
  return nb::cast(nb::ndarray<nb::numpy, T>(data, sides.size(), sides.data(), owner));
}

// The mind of a player, with the board it thinks about.
class PlayerMind {
 public:
  PlayerMind(Int columns, Int rows, bool black, bool tree, Natural seed)
      : size_(checked_size(columns, rows)),
        mind_(size_, black ? Color::kBlack : Color::kWhite,
              tree ? phantom::Mind::Kind::kTree : phantom::Mind::Kind::kFlat, seed) {}

  void observe(const EventTuple& event) {
    mind_.observe(events_of(size_, {event})[0]);
    is_ready_ = false;
  }

  bool renew() { return is_ready_ = mind_.renew(); }

  nb::tuple choose(const std::vector<int>& refused, const SearchOptions& options,
                   nb::object progress) {
    check_options(options);
    if (!is_ready_) throw BadInput("renew the worlds first");
    std::vector<Point> points;
    for (int index : refused) {
      if (index < 0 || index >= size_.points()) throw BadInput("a point off the board");
      points.push_back(size_.point(index));
    }
    const Choice choice = without_gil(std::move(progress), [&](const Progress& report) {
      return mind_.choose(points, options, report);
    });
    return answer(size_, choice);
  }

  nb::object worlds() const {
    std::vector<std::int8_t> signs;
    for (const phantom::World& world : mind_.worlds()) {
      world.position.for_each_point([&](Point point) {
        signs.push_back(static_cast<std::int8_t>(sign(world.position.at(point))));
      });
    }
    return array_of({static_cast<int>(mind_.worlds().size()), size_.rows, size_.columns},
                    signs.data());
  }

 private:
  Size size_;
  phantom::Mind mind_;
  bool is_ready_ = false;
};

void bind_mind(nb::module_& module) {
  nb::class_<PlayerMind>(module, "PhantomMind",
                         "A player that carries hidden worlds and experience through a game.")
      .def(nb::init<Int, Int, bool, bool, Natural>(), "columns"_a, "rows"_a, "black"_a, "tree"_a,
           "seed"_a)
      .def("observe", &PlayerMind::observe, "event"_a, nb::call_guard<nb::gil_scoped_release>(),
           nb::sig("def observe(self, event: tuple[int, int, int, list[int], int]) -> None"),
           "Hear a message of the referee, given as for phantom_worlds.")
      .def("renew", &PlayerMind::renew, nb::call_guard<nb::gil_scoped_release>(),
           "Get worlds ready. False if none is known.")
      .def(
          "choose",
          [](PlayerMind& self, const std::vector<int>& refused, bool territory, double komi,
             Long simulations, double seconds, Int threads, bool processor_time,
             nb::object progress) {
            SearchOptions options;
            options.scoring = territory ? phantom::Scoring::kTerritory : phantom::Scoring::kWin;
            options.komi = komi;
            options.simulations = simulations;
            options.seconds = seconds;
            options.threads = threads;
            options.processor_time = processor_time;
            return self.choose(refused, options, std::move(progress));
          },
          "refused"_a, "territory"_a, "komi"_a, "simulations"_a, "seconds"_a, "threads"_a,
          "processor_time"_a = false, "progress"_a = nb::none(),
          nb::sig(
              "def choose(self, refused: list[int], territory: bool, komi: float, "
              "simulations: int, seconds: float, threads: int, processor_time: bool = False, "
              "progress: object | None = None) -> tuple[int, int, list[tuple[int, int, float]], "
              "bool]"),
          "What to try next, as phantom_choose answers.")
      .def("worlds", &PlayerMind::worlds,
           nb::sig("def worlds(self) -> numpy.typing.NDArray[numpy.int8]"),
           "The stones of its worlds, one after the other.");
}

}  // namespace

void bind_phantom(nb::module_& module) {
  bind_mind(module);
  module.def(
      "phantom_candidates",
      [](Signs signs, bool black, const std::vector<int>& refused) {
        const Belief belief = belief_of(signs, black, 0, refused);
        std::vector<int> indices;
        for (Point point : phantom::candidates(belief)) {
          indices.push_back(belief.position.size().index(point));
        }
        return indices;
      },
      "belief"_a, "black"_a, "refused"_a = std::vector<int>(),
      nb::sig("def phantom_candidates(belief: numpy.typing.NDArray[numpy.int8], black: bool, "
              "refused: list[int] = []) -> list[int]"),
      "What a player of Phantom Go may try: empty on its board, no suicide, no own eye, not\n"
      "refused in this turn.");
  module.def(
      "phantom_choose",
      [](Signs signs, bool black, Int unknown, const std::vector<int>& refused,
         std::string_view method, bool territory, double komi, Long simulations, double seconds,
         Natural seed, Int threads, double exploration, double caution, double bias,
         bool processor_time, nb::object progress) {
        const SearchOptions options{
            territory ? phantom::Scoring::kTerritory : phantom::Scoring::kWin,
            komi,
            simulations,
            seconds,
            seed,
            threads,
            exploration,
            caution,
            bias,
            processor_time};
        return choose(signs, black, unknown, refused, method, options, std::move(progress));
      },
      "belief"_a, "black"_a, "unknown"_a, "refused"_a, "method"_a, "territory"_a, "komi"_a,
      "simulations"_a, "seconds"_a, "seed"_a, "threads"_a, "exploration"_a, "caution"_a, "bias"_a,
      "processor_time"_a = false, "progress"_a = nb::none(),
      nb::sig("def phantom_choose(belief: numpy.typing.NDArray[numpy.int8], black: bool, unknown: "
              "int, refused: list[int], method: str, territory: bool, komi: float, simulations: "
              "int, seconds: float, seed: int, threads: int, exploration: float, caution: float, "
              "bias: float, processor_time: bool = False, progress: object | None = None) -> "
              "tuple[int, int, list[tuple[int, int, float]], bool]"),
      "The move a method tries next (-1: pass), the simulations it made, what it looked at\n"
      "(move, visits, value for Black), and whether Ctrl-C has cut it short.");
  module.def(
      "phantom_tree",
      [](Signs signs, bool black, Int unknown, const std::vector<int>& refused,
         std::string_view method, bool territory, double komi, Long simulations, Natural seed,
         double exploration, double caution, double bias, Int nodes, nb::object progress) {
        const SearchOptions options{
            territory ? phantom::Scoring::kTerritory : phantom::Scoring::kWin,
            komi,
            simulations,
            0.0,
            seed,
            1,
            exploration,
            caution,
            bias,
            false};
        check_options(options);
        const int most_nodes = checked_int("nodes", nodes, 1);
        const Belief belief = belief_of(signs, black, unknown, refused);
        const phantom::UctKind kind = tree_kind_of(method);
        const auto view = without_gil(std::move(progress), [&](const Progress& report) {
          return view_uct(belief, candidates(belief), kind, options, most_nodes, report);
        });
        drop_interrupt(view.interrupted);
        std::vector<std::tuple<int, int, std::int64_t, double>> found;
        for (const phantom::TreeNode& node : view.nodes) {
          const int move = belief.position.size().index(node.move);
          found.emplace_back(node.parent, move, node.visits, node.value);
        }
        return nb::make_tuple(found, view.interrupted);
      },
      "belief"_a, "black"_a, "unknown"_a, "refused"_a, "method"_a, "territory"_a, "komi"_a,
      "simulations"_a, "seed"_a, "exploration"_a, "caution"_a, "bias"_a, "nodes"_a,
      "progress"_a = nb::none(),
      nb::sig("def phantom_tree(belief: numpy.typing.NDArray[numpy.int8], black: bool, unknown: "
              "int, refused: list[int], method: str, territory: bool, komi: float, simulations: "
              "int, seed: int, exploration: float, caution: float, bias: float, nodes: int, "
              "progress: object | None = None) -> tuple[list[tuple[int, int, int, float]], bool]"),
      "The most visited nodes of the tree that a method builds: place of the parent, move,\n"
      "visits, value for Black; and whether Ctrl-C has cut it short.");
  module.def(
      "phantom_worlds",
      [](Int columns, Int rows, bool black, const std::vector<EventTuple>& tuples, Int count,
         Long tries, Natural seed, nb::object progress) {
        const Size size = checked_size(columns, rows);
        const int wanted = checked_int("count", count, 0);
        const std::int64_t most_tries = tries;
        const std::uint64_t start = seed;
        const Color color = black ? Color::kBlack : Color::kWhite;
        phantom::Sampler sampler(size, color, events_of(size, tuples));
        bool interrupted = false;
        Worlds found = watched({}, std::move(progress), interrupted, [&](StopWatch& watch) {
          return find_worlds(sampler, size, wanted, most_tries, start, watch);
        });
        drop_interrupt(interrupted);
        const int worlds = static_cast<int>(found.kos.size());
        const int hidden = worlds > 0 ? static_cast<int>(found.moves.size()) / worlds : 0;
        return nb::make_tuple(array_with(std::move(found.signs), {worlds, size.rows, size.columns}),
                              array_with(std::move(found.kos), {worlds}),
                              array_with(std::move(found.moves), {worlds, hidden}), found.tries,
                              interrupted);
      },
      "columns"_a, "rows"_a, "black"_a, "events"_a, "count"_a, "tries"_a, "seed"_a,
      "progress"_a = nb::none(),
      nb::sig("def phantom_worlds(columns: int, rows: int, black: bool, events: "
              "list[tuple[int, int, int, list[int], int]], count: int, tries: int, seed: int, "
              "progress: object | None = None) -> tuple[numpy.typing.NDArray[numpy.int8], "
              "numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], int, bool]"),
      "Positions that fit all that a player was told, their ko points, the opponent's moves\n"
      "that led there, the number of tries made, and whether Ctrl-C has cut it short.\n"
      "An event is its kind (0 played, 1 refused, 2 passed, 3 their move, 4 their pass), the\n"
      "own point, how many it captured, the own stones lost or those captured, and the cause\n"
      "of a refusal (0 not told, 1 occupied, 2 empty).");
}

}  // namespace goseki
