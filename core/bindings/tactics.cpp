#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>
#include <string>

#include "bindings/bindings.h"
#include "bindings/checks.h"
#include "bindings/watched.h"
#include "tactics/search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace goseki {
namespace {

using tactics::Goal;
using tactics::Question;
using tactics::Search;
using Signs = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig>;

struct TacticsAnswer : tactics::Answer {
  bool interrupted = false;
};

Goal goal_of(std::string_view name) {
  if (name == "capture") return Goal::kCapture;
  if (name == "life") return Goal::kLife;
  if (name == "connect") return Goal::kConnect;
  if (name == "hold") return Goal::kHold;
  throw BadInput("the goal is capture, life, connect or hold");
}

tactics::Knowledge knowledge_without(const std::vector<std::string>& names) {
  tactics::Knowledge knowledge;
  const std::map<std::string_view, bool*> by_name{
      {"death", &knowledge.death},   {"patterns", &knowledge.patterns},
      {"orders", &knowledge.orders}, {"history", &knowledge.history},
      {"hints", &knowledge.hints},   {"parries", &knowledge.parries},
      {"walls", &knowledge.walls},
  };
  for (const std::string& name : names) {
    const auto found = by_name.find(name);
    if (found == by_name.end()) throw BadInput("no such knowledge: " + name);
    *found->second = false;
  }
  return knowledge;
}

std::string_view word_of(Verdict verdict) {
  return verdict == Verdict::kProven    ? "proven"
         : verdict == Verdict::kRefuted ? "refuted"
                                        : "unknown";
}

std::uint8_t threats_of(Int threats) {
  const int most = tactics::kUnlimited - 1;
  const int number = checked_int("threats", threats, -1, most);
  return number < 0 ? tactics::kUnlimited : static_cast<std::uint8_t>(number);
}

// Precondition of the search: the stones make sense.
void check_stones(const Question& question) {
  const int points = question.size.points();
  const auto color = [&](int point) {
    if (point < 0 || point >= points) throw BadInput("a point off the board");
    return question.colors[static_cast<std::size_t>(point)];
  };
  if (question.target.empty()) throw BadInput("a question has a target");
  for (int point : question.target) {
    if (color(point) == 0) throw BadInput("no stone at the target");
    if (color(point) != color(question.target[0])) throw BadInput("a target has one colour");
  }
  for (int point : question.firm) {
    if (color(point) == 0) throw BadInput("no stone where one is declared firm");
  }
  if (question.goal == Goal::kConnect && question.target.size() != 2) {
    throw BadInput("two stones are to be connected");
  }
  for (int point : question.barred) {
    if (color(point) != 0 &&
        std::find(question.target.begin(), question.target.end(), point) != question.target.end()) {
      throw BadInput("what is to hold is barred");
    }
  }
  if (question.ko != tactics::kNoKo && color(question.ko) != 0) {
    throw BadInput("a ko is at an empty point");
  }
}

}  // namespace

void bind_tactics(nb::module_& module) {
  nb::class_<TacticsAnswer>(module, "TacticsAnswer", "What came of a tactical question.")
      .def_prop_ro("verdict", [](const TacticsAnswer& self) { return word_of(self.verdict); })
      .def_ro("line", &TacticsAnswer::line)
      .def_ro("move", &TacticsAnswer::move)
      .def_ro("zone", &TacticsAnswer::zone)
      .def_ro("tenukis", &TacticsAnswer::tenukis)
      .def_ro("walls", &TacticsAnswer::walls)
      .def_ro("nodes", &TacticsAnswer::nodes)
      .def_ro("is_hopeless", &TacticsAnswer::is_hopeless)
      .def_ro("interrupted", &TacticsAnswer::interrupted);
  nb::class_<Search>(module, "TacticsSearch",
                     "Answers tactical questions, and remembers what it has learned.")
      .def(
          "__init__",
          [](Search* self, Long memory, const std::vector<std::string>& without, Int threads) {
            new (self) Search(checked_memory(memory), knowledge_without(without),
                              checked_int("threads", threads, 1, 2));
          },
          "memory"_a, "without"_a = std::vector<std::string>(), "threads"_a = 1)
      .def(
          "ask",
          [](Search& self, Signs signs, std::string_view goal, const std::vector<int>& target,
             bool prover_first, Int ko, Int provers_threats, Int others_threats,
             const std::vector<int>& firm, bool exact, bool with_walls, bool keeps, Int tenukis,
             const std::vector<int>& barred, Long nodes, double seconds, nb::object progress) {
            Question question;
            question.size =
                checked_size(static_cast<int>(signs.shape(1)), static_cast<int>(signs.shape(0)));
            question.colors.assign(signs.data(), signs.data() + question.size.points());
            question.firm = firm;
            question.target = target;
            question.goal = goal_of(goal);
            question.prover_first = prover_first;
            question.ko = checked_int("ko", ko, -1, question.size.points() - 1);
            question.provers_threats = threats_of(provers_threats);
            question.others_threats = threats_of(others_threats);
            question.exact = exact;
            question.with_walls = with_walls;
            question.keeps = keeps;
            question.tenukis = checked_int("tenukis", tenukis, 0, tactics::kUnlimited - 1);
            question.barred = barred;
            check_stones(question);
            TacticsAnswer answer;
            static_cast<tactics::Answer&>(answer) = watched(
                {checked_nodes(nodes), checked_seconds(seconds)}, std::move(progress),
                answer.interrupted, [&](StopWatch& watch) { return self.ask(question, watch); });
            drop_interrupt(answer.interrupted);
            return answer;
          },
          "stones"_a, "goal"_a, "target"_a, "prover_first"_a, "ko"_a = -1, "provers_threats"_a = 0,
          "others_threats"_a = -1, "firm"_a = std::vector<int>(), "exact"_a = true,
          "with_walls"_a = true, "keeps"_a = false, "tenukis"_a = 0,
          "barred"_a = std::vector<int>(), "nodes"_a = 0, "seconds"_a = 0.0,
          "progress"_a = nb::none(),
          nb::sig("def ask(self, stones: numpy.typing.NDArray[numpy.int8], goal: str, "
                  "target: list[int], prover_first: bool, ko: int = -1, "
                  "provers_threats: int = 0, others_threats: int = -1, firm: list[int] = [], "
                  "exact: bool = True, with_walls: bool = True, keeps: bool = False, "
                  "tenukis: int = 0, "
                  "barred: list[int] = [], nodes: int = 0, seconds: float = 0.0, "
                  "progress: object | None = None) "
                  "-> TacticsAnswer"),
          "Does the prover reach the goal? Threats of -1 are without limit, limits of 0 are none.");
}

}  // namespace goseki
