// Rules: everything a rule set decides, as data. docs/rules.md explains each field.
#pragma once

#include <cstdint>

namespace goseki {

enum class Ko : std::uint8_t { kSimple, kPositional, kSituational, kNone };
enum class Repetition : std::uint8_t { kNone, kDraw, kPasses };

struct Rules {
  Ko ko = Ko::kSimple;
  Repetition repetition = Repetition::kPasses;
  int passes_to_end = 2;
  // One more pass is needed after a move that takes a ko where none was banned before
  // (van der Werf 2004, A.5).
  bool ko_pass = true;
  // Whether a move may remove its own block of two stones or more.
  bool suicide = false;
  bool territory_scoring = false;
  bool seki_tax = false;
};

}  // namespace goseki
