// Scoring: who owns each point of a finished position once the dead stones are known.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/board.h"

namespace goseki {

// An eye space of a group in seki is at most this large. The rules call every group in
// seki that touches a neutral point (Japanese rules 1989, article 8), but players leave
// neutral points unfilled next to living groups, which have more room than this.
inline constexpr int kLargestSekiEye = 3;

struct Score {
  int black = 0;  // points without komi
  int white = 0;
  std::array<std::int8_t, kMaxPoints> owner{};  // by index: +1 Black, -1 White, 0 nobody
};

// Counts by the board's rules (area or territory, seki tax). `dead` are stones; their
// whole blocks are taken off. `seki` are stones whose groups are in seki; without it the
// groups in seki are found by the rule above. Precondition: all are stones on the board.
Score score(const Board& board, const std::vector<Point>& dead,
            const std::optional<std::vector<Point>>& seki);

}  // namespace goseki
